"""Formulas into Horn clauses, by a tableau of the negated formula that branches only where predicates force it.

Each open branch of the tableau is a conjunction of predicates that hold (the clause's body), predicates that do not
(its head) and formulas without predicates (its constraint): the negation of a clause.  Together the clauses are
equivalent to the formula.  Formulas without predicates are never taken apart, so that clauses stay as few as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.errors import Unsupported
from assay.core.terms import Op, Term, conjunction, disjunction, not_
from assay.core.terms.sorts import BOOL
from assay.solve.z3.scripts import Application, Quantified

LIMIT: Final = 10_000

Literal = tuple[Term, bool]


@dataclass(frozen=True)
class Cube:
    """``body and constraint and not head``, as lists; predicates of the body in the order in which they are written."""

    body: tuple[Application, ...]
    heads: tuple[Application, ...]
    constraint: Term


@dataclass(slots=True)
class _Branch:
    """A branch of the tableau: formulas still to be taken apart, with the truth value that they have on it."""

    todo: list[Literal]
    holding: dict[Term, None]
    failing: dict[Term, None]
    constraints: list[Term]

    def fork(self, *more: Literal) -> _Branch:
        return _Branch([*self.todo, *more], dict(self.holding), dict(self.failing), list(self.constraints))


def negated_cubes(
    formula: Term, applications: Mapping[Term, Application], quantified: Mapping[Term, Quantified]
) -> Iterator[Cube]:
    """Cubes whose disjunction is equivalent to ``not formula``, its quantified variables left free.

    ``Unsupported`` where a quantifier cannot be opened (it would alternate), or a predicate stands inside a term.
    """
    special = frozenset(applications) | frozenset(quantified)
    written = {mark: number for number, mark in enumerate(applications)}
    branches = [_Branch([(formula, False)], {}, {}, [])]
    closed = 0
    while branches:
        branch = branches.pop()
        forks = _grow(branch, special, applications, quantified)
        if forks is not None:
            branches.extend(reversed(forks))
            continue
        closed += 1
        if closed + len(branches) > LIMIT:
            raise Unsupported(f"more than {LIMIT} clauses from one formula", hint="name its parts by predicates")
        yield Cube(
            tuple(applications[mark] for mark in sorted(branch.holding, key=written.__getitem__)),
            tuple(applications[mark] for mark in branch.failing),
            conjunction(branch.constraints),
        )


def _grow(
    branch: _Branch,
    special: frozenset[Term],
    applications: Mapping[Term, Application],
    quantified: Mapping[Term, Quantified],
) -> list[_Branch] | None:
    """Take formulas apart until the branch must fork (the forks are the result) or nothing is left."""
    while branch.todo:
        term, sign = branch.todo.pop()
        if special.isdisjoint(term.free):
            branch.constraints.append(term if sign else not_(term))
        elif term in applications:
            (branch.holding if sign else branch.failing)[term] = None
        elif term in quantified:
            branch.todo.append((_opened(quantified[term], sign), sign))
        elif term.op is Op.NOT:
            branch.todo.append((term.args[0], not sign))
        elif (term.op is Op.AND and sign) or (term.op is Op.OR and not sign):
            branch.todo.extend((part, sign) for part in reversed(term.args))
        else:
            return [branch.fork(*literals) for literals in _alternatives(term, sign, special)]
    return None


def _opened(formula: Quantified, sign: bool) -> Term:
    if formula.universal == sign:
        where = "a universal quantifier in the body" if sign else "an existential quantifier in the head"
        raise Unsupported(f"{where} of a clause", hint="Assay reads clauses whose variables are universally quantified")
    return formula.body


def _alternatives(term: Term, sign: bool, special: frozenset[Term]) -> list[tuple[Literal, ...]]:
    """What may make ``term`` have the truth value ``sign``: one of these, each a list of formulas with truth values."""
    if term.op in (Op.AND, Op.OR):
        with_predicates = [part for part in term.args if not special.isdisjoint(part.free)]
        others = [part for part in term.args if special.isdisjoint(part.free)]
        together = conjunction(others) if term.op is Op.AND else disjunction(others)
        return [*([((together, sign),)] if others else []), *(((part, sign),) for part in with_predicates)]
    if term.op is Op.ITE:
        condition, then, otherwise = term.args
        return [((condition, True), (then, sign)), ((condition, False), (otherwise, sign))]
    if term.op is Op.EQ and term.args[0].sort is BOOL:
        left, right = term.args
        return [((left, True), (right, sign)), ((left, False), (right, not sign))]
    raise Unsupported("a predicate inside a term", hint="predicates may be combined by connectives only")
