"""Formulas about vectors as formulas about integers, with what a conjunction says of a variable used on all of it.

Each vector variable becomes an integer, its signed reading.  Bounds are read off a conjunction (``x <= 5``, ``p`` where
``p`` implies some), written beside it, and used to read its parts: arithmetic that does not wrap within them is plain,
and comparisons that they decide are gone.  As the bounds follow from the conjunction, and are part of what is written,
nothing is lost and nothing is assumed.  What has no reading becomes a symbol of which its type alone is known.

The law: values of the variables that satisfy all formulas, read as integers, satisfy what is written, with suitable
values of those symbols.  If that has no model, the formulas have none.  Nothing of how engines see a program over
integers is used (docs/adr/0015-vectors-read-as-integers.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, Op, Term, conjunction, disjunction, not_
from assay.witness.check import numbers
from assay.witness.check.literal_bounds import bounds_by
from assay.witness.check.readings import Bounds, Scope, Symbols

# Alternations of conjunctions and disjunctions down to which bounds are read off.
DEEPEST: Final = 24


class Translation:
    """All ``formulas`` over integers, and what stands for which variable."""

    def __init__(self, formulas: Sequence[Term], until: Deadline = FOREVER) -> None:
        self.symbols = Symbols()
        self._until = until
        # Bounds of variables where a Boolean symbol is true, by formulas that say what it implies.
        self._implied: dict[Term, Bounds | None] = {}
        parts = list(_parts(Op.AND, formulas))
        root = Scope(self.symbols, {})
        known = self._known(Op.AND, [part for part in parts if not any(_conditional(part))], root, 0)
        if known is None:
            self.formulas: tuple[Term, ...] = (FALSE,)
            return
        outer = root.inside(known)
        for part in reversed(parts):
            for symbol, rest in _conditional(part):
                self._note(symbol, rest, outer)
        written = self._junction(Op.AND, parts, root, 0)
        self.formulas = (*self.symbols.types, written)

    def _note(self, symbol: Term, rest: Sequence[Term], scope: Scope) -> None:
        """Remember what the symbol implies by one of its formulas; two of them say no more than the first."""
        if symbol not in self._implied:
            self._implied[symbol] = self._known(Op.OR, rest, scope, 1)

    # -- what is written

    def _written(self, formula: Term, scope: Scope, depth: int) -> Term:
        op, parts = _shape(formula)
        if op is None or depth > DEEPEST:
            return scope.truth(formula)
        return self._junction(op, parts, scope, depth)

    def _junction(self, op: Op, parts: Sequence[Term], scope: Scope, depth: int) -> Term:
        if self._until.passed:
            raise SolverFailure("no time left to read vectors as integers")
        if op is Op.OR:
            return disjunction(self._written(part, scope, depth + 1) for part in parts)
        known = self._known(op, parts, scope, depth)
        if known is None:
            return FALSE
        free = frozenset[Term]().union(*(part.free for part in parts))
        news = {s: found for s, found in known.items() if s in free and found != scope.bounds(s)}
        inner = scope.inside(news)
        bounds = [part for s, found in news.items() for part in numbers.within(self.symbols.integer(s), *found)]
        return conjunction((*bounds, *(self._written(part, inner, depth + 1) for part in parts)))

    # -- what is known

    def _known(self, op: Op, parts: Sequence[Term], scope: Scope, depth: int) -> Bounds | None:
        """Bounds that follow from the junction in the scope; None if it is false there."""
        if depth > DEEPEST:
            return {}
        if op is Op.OR:
            return self._hull(parts, scope, depth)
        first = self._gathered([part for part in parts if _is_plain(part)], {}, scope, depth)
        if first is None:
            return None
        others = [part for part in parts if not _is_plain(part)]
        return self._gathered(others, first, scope.inside(first), depth)

    def _gathered(
        self, parts: Sequence[Term], known: Bounds, scope: Scope, depth: int
    ) -> dict[Term, tuple[int, int]] | None:
        """What is known already, and what follows from each of the parts."""
        found = dict(known)
        for part in parts:
            more = self._said(part, scope.inside(found) if _is_plain(part) else scope, depth)
            if more is None:
                return None
            for symbol, (low, high) in more.items():
                least, most = found.get(symbol, scope.bounds(symbol))
                if max(low, least) > min(high, most):
                    return None
                found[symbol] = max(low, least), min(high, most)
        return found

    def _hull(self, parts: Sequence[Term], scope: Scope, depth: int) -> Bounds | None:
        """What is known whichever of the parts is true."""
        hull: dict[Term, tuple[int, int]] | None = None
        for part in sorted(parts, key=lambda part: not _is_plain(part)):
            known = self._said(part, scope, depth)
            if known is None:
                continue
            if hull is None:
                hull = dict(known)
            else:
                hull = {s: (min(hull[s][0], known[s][0]), max(hull[s][1], known[s][1])) for s in hull if s in known}
            if not hull:
                break
        return hull

    def _said(self, formula: Term, scope: Scope, depth: int) -> Bounds | None:
        op, parts = _shape(formula)
        if op is not None:
            return self._known(op, parts, scope, depth + 1)
        if formula is FALSE:
            return None
        if formula.op is Op.VAR:
            return self._implied.get(formula, {})
        return bounds_by(formula, scope)


# -- the shape of formulas -------------------------------------------------------------------------------------------


def _shape(formula: Term) -> tuple[Op | None, tuple[Term, ...]]:
    """A conjunction or disjunction with its parts, negations pushed inside; no operator if it is neither."""
    if formula.op in (Op.AND, Op.OR):
        return formula.op, tuple(_parts(formula.op, formula.args))
    if formula.op is Op.NOT and formula.args[0].op in (Op.AND, Op.OR):
        dual = Op.OR if formula.args[0].op is Op.AND else Op.AND
        return dual, tuple(_parts(dual, [not_(arg) for arg in formula.args[0].args]))
    return None, ()


def _parts(op: Op, formulas: Sequence[Term]) -> Sequence[Term]:
    """The parts of the junction, those of junctions of the same kind in it instead of these."""
    found: dict[Term, None] = {}
    stack = list(reversed(formulas))
    while stack:
        formula = stack.pop()
        if formula.op is op:
            stack.extend(reversed(formula.args))
        elif formula.op is Op.NOT and formula.args[0].op is (Op.OR if op is Op.AND else Op.AND):
            stack.extend(not_(arg) for arg in reversed(formula.args[0].args))
        else:
            found[formula] = None
    return list(found)


def _conditional(formula: Term) -> Iterator[tuple[Term, Sequence[Term]]]:
    """Boolean symbols and what each of them implies by the formula, as parts of a disjunction."""
    op, parts = _shape(formula)
    if op is Op.OR:
        for part in parts:
            if part.op is Op.NOT and part.args[0].op is Op.VAR:
                yield part.args[0], [other for other in parts if other is not part]


def _is_plain(formula: Term) -> bool:
    """Is it a literal that compares a variable with a constant, or a Boolean symbol?"""
    atom = formula.args[0] if formula.op is Op.NOT else formula
    if atom.op is Op.VAR or atom.is_const:
        return True
    return len(atom.args) == 2 and {arg.op for arg in atom.args} == {Op.VAR, Op.CONST}
