"""Interpolants from Farkas' lemma: partial sums of the inequalities that add up to a contradiction.

A conjunction of linear inequalities without rational solution has multipliers >= 0 under which it sums to 0 <= -1 (or
0 < 0); the sum over the first i steps speaks only of symbols shared with the rest, and is I_i (McMillan, TCS 345, 2005;
Rybalchenko, Sofronie-Stokkermans, VMCAI 2007, as in ARMC).  Disjunctions are split where a rational solution of the
rest violates them; interpolants of the cases are joined after the split step and met before it.
Known limits: rational reasoning only (fails if the relaxation has a solution), a bounded number of cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjunction,
    conjuncts,
    disjunction,
    disjuncts,
    eq,
    ge,
    gt,
    implies,
    le,
    lt,
    or_,
    real,
    scale,
    variable,
)
from assay.core.terms.evaluate import Value, holds
from assay.core.terms.sorts import BOOL, REAL
from assay.solve.interpolation.port import Chain, Interpolants
from assay.solve.interpolation.reduction import decide, shrunk_core
from assay.solve.interpolation.relaxation import Halfspace, Relaxation, halfspace
from assay.solve.smt import Solver

_CASES: Final = 128
_DEPTH: Final = 200

Steps = tuple[tuple[Term, ...], ...]


@dataclass(frozen=True)
class _Refuted:
    """Interpolants of some steps, and the formulas among them that the refutation used."""

    interpolants: Interpolants
    used: frozenset[Term]


def by_farkas(primal: Solver, dual: Solver, chain: Chain, deadline: Deadline) -> Interpolants:
    """Interpolants that are inequalities, combined by the case distinctions of the chain.  Both solvers are fresh."""
    relaxation = Relaxation()
    steps = tuple(conjuncts(relaxation.read(step)) for step in chain.steps)
    return _Refutation(relaxation, primal, dual, deadline).of(steps, depth=0).interpolants


class _Refutation:
    """Refutes systems of inequalities and disjunctions over the rationals."""

    def __init__(self, relaxation: Relaxation, primal: Solver, dual: Solver, deadline: Deadline) -> None:
        self._relaxation = relaxation
        self._primal = primal
        self._dual = dual
        self._deadline = deadline
        self._labels: dict[Term, Term] = {}
        self._cases = 0

    def of(self, steps: Steps, *, depth: int) -> _Refuted:
        """A refutation of the conjunction of ``steps``; the depth is that of case distinctions, not of terms."""
        position = {part: index for index, step in reversed(list(enumerate(steps))) for part in step}
        literals = [part for part in position if not _splits(part)]
        labels = {self._label(literal): literal for literal in literals}
        if not decide(self._primal, tuple(labels), self._deadline):
            core = [labels[label] for label in sorted(shrunk_core(self._primal, self._deadline), key=_age)]
            return _Refuted(self._partial_sums(core, position, len(steps)), frozenset(core))
        return self._by_cases(steps, self._violated([part for part in position if _splits(part)]), position, depth)

    def _label(self, literal: Term) -> Term:
        label = self._labels.get(literal)
        if label is None:
            label = self._labels[literal] = variable(f"assay!halfspace!{len(self._labels)}", BOOL)
            self._primal.add(implies(label, literal))
        return label

    def _violated(self, choices: list[Term]) -> Term:
        """A disjunction that the rational solution at hand violates, with few cases."""
        symbols = sorted(frozenset[Term]().union(*(choice.free for choice in choices)), key=_age)
        solution: dict[Term, Value] = {symbol: self._primal.value(symbol) for symbol in symbols}
        violated = [choice for choice in choices if not holds(choice, solution)]
        if not violated:
            raise SolverFailure("the rational relaxation has a solution")
        return min(violated, key=lambda choice: (len(disjuncts(choice)), choice.uid))

    def _by_cases(self, steps: Steps, choice: Term, position: dict[Term, int], depth: int) -> _Refuted:
        """Each case refuted on its own; a case that did not use its own formulas refutes all of them."""
        where = position[choice]
        refuted: list[_Refuted] = []
        used: frozenset[Term] = frozenset((choice,))
        if depth > _DEPTH:
            raise SolverFailure("too many nested cases")
        for case in disjuncts(choice):
            self._cases += 1
            if self._cases > _CASES:
                raise SolverFailure(f"more than {_CASES} cases")
            new = [part for part in conjuncts(case) if part not in position]
            step = (*(part for part in steps[where] if part is not choice), *new)
            found = self.of((*steps[:where], step, *steps[where + 1 :]), depth=depth + 1)
            if found.used.isdisjoint(new):
                return found
            refuted.append(found)
            used |= found.used.difference(new)
        joined = [
            (conjunction if index <= where else disjunction)(case.interpolants[index] for case in refuted)
            for index in range(len(steps) + 1)
        ]
        return _Refuted(tuple(joined), used)

    def _partial_sums(self, core: list[Term], position: dict[Term, int], length: int) -> Interpolants:
        weights = self._multipliers([halfspace(literal) for literal in core])
        sums = [TRUE]
        for end in range(1, length):
            total: dict[Term, Fraction] = {}
            bound, strict = Fraction(0), False
            for literal, (part, weight) in zip(core, weights, strict=True):
                if position[literal] < end and weight:
                    for symbol, coefficient in part.total.items():
                        total[symbol] = total.get(symbol, Fraction(0)) + weight * coefficient
                    bound += weight * part.bound
                    strict |= part.strict
            sums.append(self._relaxation.write(Halfspace(total, bound, strict)))
        return (*sums, FALSE) if length else (TRUE,)

    def _multipliers(self, parts: list[Halfspace]) -> list[tuple[Halfspace, Fraction]]:
        """The parts with weights >= 0 under which they sum to a contradiction; they have no common solution."""
        weights = [variable(f"assay!weight!{index}", REAL) for index in range(len(parts))]
        symbols = dict.fromkeys(symbol for part in parts for symbol in part.total)
        zero = real(0)
        bound = add(*(scale(part.bound, weight) for part, weight in zip(parts, weights, strict=True)), zero)
        strict = add(*(weight for part, weight in zip(parts, weights, strict=True) if part.strict), zero)
        self._dual.push()
        self._dual.add(*(ge(weight, zero) for weight in weights))
        for symbol in symbols:
            cancelled = [scale(part.total.get(symbol, Fraction(0)), w) for part, w in zip(parts, weights, strict=True)]
            self._dual.add(eq(add(*cancelled), zero))
        self._dual.add(or_(lt(bound, zero), and_(le(bound, zero), gt(strict, zero))))
        if not decide(self._dual, (), self._deadline):
            raise SolverFailure("no multipliers for an infeasible system")
        values = [self._weight(weight) for weight in weights]
        self._dual.pop()
        return list(zip(parts, values, strict=True))

    def _weight(self, symbol: Term) -> Fraction:
        value = self._dual.value(symbol)
        assert isinstance(value, int | Fraction)
        return Fraction(value)


def _splits(formula: Term) -> bool:
    """Is this part of a reading a disjunction (and not an inequality or its negation)?"""
    return formula.op is Op.OR


def _age(term: Term) -> int:
    return term.uid
