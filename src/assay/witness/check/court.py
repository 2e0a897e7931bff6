"""Conditions before solvers: who is asked, for how long, and what their answers are worth.

cvc5 decides each condition, a code base that had no part in finding proofs, also with vectors read as integers
(``as_integers``); what it cannot decide goes to z3 in a fresh context.  A model that refutes a condition is evaluated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, islice
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.terms import Op, Term, conjunction, disjunction, post_order
from assay.core.terms.evaluate import Value, constant, holds
from assay.core.terms.smtlib import to_smtlib
from assay.solve.floating import has_bitwuzla
from assay.solve.smt import Answer, Solver
from assay.witness.check.integer_solver import ReadAsIntegers

SolverFactory = Callable[[], Solver]


class Refuted(UnsoundVerdict):
    """A condition is violated: ``state`` has the values of the symbols that it speaks of."""

    def __init__(self, message: str, state: Mapping[Term, Value]) -> None:
        super().__init__(message)
        self.state = state


# Seconds after which a condition goes to the next solver, however much time there is.
LONGEST_PATIENCE: Final = 60.0
# With more than one solver before the last, each of them gets this long before any gets more.
SHORT_PATIENCE: Final = 0.5
# Then they get so many times as long, again and again.
LONGER: Final = 4.0
# Where vectors of this width are multiplied or divided, the one that reads vectors as integers is first, for so long.
WIDE: Final = 12
READING_PATIENCE: Final = 6.0
READING_SHARE: Final = 0.8
# Conditions with a common assumption that are asked as one question, if there are enough of them.
FEWEST_TOGETHER: Final = 8
MOST_TOGETHER: Final = 64


@dataclass(frozen=True)
class Condition:
    """Something that a proof must satisfy, in words: the formulas of ``violation`` have no common model.

    They have none if those of ``enough`` have none, which follow from them and may be far fewer.  A model of them gives
    one of some condition of ``parts``, if there are any: smaller questions, where a solver finds this one too hard.
    If the condition is not ``exact``, a model of them refutes nothing: there are fewer premises than there might be.
    """

    what: str
    violation: tuple[Term, ...]
    enough: tuple[Term, ...] = ()
    parts: Callable[[], Iterable[Condition]] | None = None
    exact: bool = True


def standard_checkers(*, floating: bool = False) -> tuple[SolverFactory, ...]:
    """cvc5 first, because it is not what finds proofs, also with integers for bit-vectors, ours and its own; then z3.

    Conditions about floating-point numbers go to Bitwuzla alone, where it is installed: the others take far longer.
    """
    from assay.solve.cvc5.solver import cvc5_solver
    from assay.solve.cvc5.terms import Cvc5Terms
    from assay.solve.z3.context import Z3Context
    from assay.solve.z3.solver import Z3Solver

    # Nothing is shared with the solvers of the engines, not even translated terms.
    terms, context = cache(Cvc5Terms), cache(Z3Context)
    if floating and has_bitwuzla():
        from assay.solve.bitwuzla.solver import bitwuzla_solver
        from assay.solve.bitwuzla.terms import BitwuzlaTerms

        own = cache(BitwuzlaTerms)
        return (lambda: bitwuzla_solver(own()), lambda: bitwuzla_solver(own()))
    return (
        lambda: cvc5_solver(terms(), cores=False),
        ReadAsIntegers(lambda: cvc5_solver(terms(), cores=False)),
        lambda: cvc5_solver(terms(), cores=False, vectors_as_integers=True),
        lambda: Z3Solver(context(), incremental=False, deputy=False),
    )


def confirm_all(conditions: Iterable[Condition], *, seconds: float, checkers: Sequence[SolverFactory] = ()) -> str:
    """The name of what confirmed all ``conditions``; raises as ``check_proof`` does."""
    patience = min(LONGEST_PATIENCE, max(1.0, seconds / 20))
    court = Court(tuple(checkers) or standard_checkers(), Deadline.after(seconds), patience)
    for group in _together(conditions):
        if not court.agrees(group):
            for condition in group:
                court.confirm(condition)
    return court.credit


def _together(conditions: Iterable[Condition]) -> Iterator[list[Condition]]:
    """Conditions that follow each other and share their first formula, at most so many at a time."""
    for _, sharing in groupby(conditions, lambda condition: condition.violation[0]):
        while group := list(islice(sharing, MOST_TOGETHER)):
            yield group


@dataclass(frozen=True)
class _Turn:
    """Which solver is asked, for how many seconds at most, and what part of the time that is left."""

    rank: int
    patience: float
    share: float = 0.5


class Court:
    """Puts conditions before the solvers, and remembers who decided how many.

    All but the last keep their solver from one condition to the next, and lose patience early; the last gets a fresh
    one, and all the time, for each condition that comes to it.
    """

    def __init__(self, factories: Sequence[SolverFactory], deadline: Deadline, patience: float) -> None:
        self._factories = factories
        self._deadline = deadline
        self._patience = patience
        self._solvers: dict[int, Solver] = {}
        self._names: dict[int, str] = {}
        self._decided = [0] * len(factories)
        self._reading = [rank for rank, factory in enumerate(factories) if isinstance(factory, ReadAsIntegers)]

    def limit(self, deadline: Deadline) -> None:
        """From now on there is no more time than this."""
        self._deadline = deadline

    def agrees(self, group: Sequence[Condition]) -> bool:
        """Does the first solver show at once that none of many violations, which share a formula, has a model?"""
        if len(group) < FEWEST_TOGETHER or self._deadline.passed:
            return False
        if all(condition.enough for condition in group):
            some = disjunction(conjunction(condition.enough) for condition in group)
            if self._refutes(group, some):
                return True
        shared = group[0].violation[0]
        return self._refutes(group, shared, disjunction(conjunction(c.violation[1:]) for c in group))

    def _refutes(self, group: Sequence[Condition], *formulas: Term) -> bool:
        """Does the first solver show that the formulas, which stand for the group, have no model?"""
        solver = self._taken(0)
        try:
            solver.push()
            solver.add(*formulas)
            patience = SHORT_PATIENCE * len(group) / FEWEST_TOGETHER
            answer = solver.check(seconds=min(self._deadline.left / 2, patience))
            solver.pop()
        except SolverFailure:
            answer = Answer.UNKNOWN
        if answer is not Answer.UNSAT:
            return False
        self._solvers[0] = solver
        self._decided[0] += len(group)
        return True

    def _taken(self, rank: int) -> Solver:
        """A solver that knows nothing: who takes it puts it back only when it has forgotten what it was asked."""
        solver = self._solvers.pop(rank, None) or self._factories[rank]()
        self._names[rank] = solver.name
        return solver

    def confirm(self, condition: Condition) -> None:
        """Returns iff solvers show that the violation, or each of its parts, has no model."""
        last = len(self._factories) - 1
        early = [_Turn(rank, SHORT_PATIENCE) for rank in range(last)] if last > 1 or condition.parts else []
        if self._reading and _is_arithmetic(condition):
            others = [turn for turn in early if turn.rank not in self._reading]
            early = [*(_Turn(rank, READING_PATIENCE, READING_SHARE) for rank in self._reading), *others]
        later = [_Turn(rank, seconds) for seconds in self._rounds() for rank in reversed(range(last))]
        later.append(_Turn(last, math.inf, 1.0))
        reasons: list[str] = []
        # Of all instances of what a proof says of every index, that at the index itself is often the only one needed.
        few = not condition.exact and bool(condition.enough)
        alone = replace(condition, violation=condition.enough)
        if (
            (few and self._decides(alone, [_Turn(0, SHORT_PATIENCE)], reasons))
            or self._decides(condition, early, reasons)
            or self._decides_parts(condition, reasons)
            or (few and self._decides(alone, [_Turn(0, self._patience), _Turn(last, self._patience)], reasons))
            or self._decides(condition, later, reasons)
        ):
            return
        raise SolverFailure(f"undecided whether {condition.what}: {'; '.join(reasons)}")

    def _rounds(self) -> Iterator[float]:
        """How long solvers are asked in turn, longer every time: what one finds hard another may decide soon."""
        seconds = SHORT_PATIENCE if len(self._factories) > 2 else self._patience
        while (seconds := seconds * LONGER) < self._patience:
            yield seconds
        yield self._patience

    def _decides(self, condition: Condition, turns: Iterable[_Turn], reasons: list[str]) -> bool:
        """Does one of those who are asked, each for so long, confirm the condition?  If not, adds why."""
        for turn in turns:
            if self._deadline.passed:
                reasons.append("no time left")
                break
            try:
                problem = self._ask(turn, condition)
            except SolverFailure as failure:
                problem = str(failure)
            if problem is None:
                self._decided[turn.rank] += 1
                return True
            reasons.append(problem)
        return False

    def _decides_parts(self, condition: Condition, reasons: list[str]) -> bool:
        """Does the condition have parts, and is each confirmed?  If not, adds why."""
        if condition.parts is None:
            return False
        try:
            for part in condition.parts():
                self.confirm(part)
        except SolverFailure as failure:
            reasons.append(str(failure))
            return False
        return True

    def _ask(self, turn: _Turn, condition: Condition) -> str | None:
        """None if the solver confirms the condition, else why it does not; UnsoundVerdict if it refutes it."""
        rank = turn.rank
        solver = self._taken(rank)
        solver.push()
        solver.add(*condition.violation)
        answer = solver.check(seconds=min(self._deadline.left * turn.share, turn.patience))
        if answer is Answer.UNKNOWN:
            return f"{solver.name} gave up"
        if answer is Answer.SAT and not condition.exact:
            return f"{solver.name} finds more than these instances of the invariants exclude"
        if answer is Answer.SAT:
            counterexample = _countermodel(solver, condition)
            if not _is_genuine(condition, counterexample, believed=rank not in self._reading):
                return f"{solver.name} answered with a wrong model"
            raise Refuted(_refutation(condition, counterexample, solver.name), counterexample)
        if rank < len(self._factories) - 1:
            solver.pop()
            self._solvers[rank] = solver
        return None

    @property
    def credit(self) -> str:
        """Who decided, in one phrase, with the share that was left to a later solver."""
        first = self._names[min(self._names)]
        others = [rank for rank, count in enumerate(self._decided) if count and self._names[rank] != first]
        if not others:
            return with_version(first)
        left = sum(self._decided[rank] for rank in others)
        name = with_version(self._names[others[-1]])
        return f"{name} (fresh context; {first} gave up on {left} of {sum(self._decided)} conditions)"


def _is_arithmetic(condition: Condition) -> bool:
    """Are wide vectors multiplied or divided?"""
    return any(term.op in _ARITHMETIC and term.sort.width >= WIDE for term in post_order(*condition.violation))


_ARITHMETIC: Final = frozenset((Op.BV_MUL, Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM))
_PACKAGES: Final = {"cvc5": "cvc5", "z3": "z3-solver", "Bitwuzla": "bitwuzla"}


def with_version(name: str) -> str:
    """A solver's name with the version that is installed, as far as that is known."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{name} {'.'.join(version(_PACKAGES[name]).split('.')[:3])}"
    except (KeyError, PackageNotFoundError):
        return name


def _countermodel(solver: Solver, condition: Condition) -> dict[Term, Value]:
    free = frozenset[Term]().union(*(formula.free for formula in condition.violation))
    symbols = sorted(free, key=lambda symbol: symbol.name)
    return {symbol: solver.value(symbol) for symbol in symbols}


def _is_genuine(condition: Condition, counterexample: Mapping[Term, Value], *, believed: bool) -> bool:
    """Does evaluation agree with the solver?  Where it cannot say, a solver that is ``believed`` is right."""
    try:
        return all(holds(formula, counterexample) for formula in condition.violation)
    except UndefinedValue:
        return believed


def _refutation(condition: Condition, counterexample: Mapping[Term, Value], name: str) -> str:
    values = (f"{s.name} = {to_smtlib(constant(value, s.sort))}" for s, value in counterexample.items())
    return f"{name} refutes that {condition.what}; counterexample: {', '.join(values) or 'any state'}"
