"""Shorter steps: conditions and terms that intervals decide are replaced by what they always are.

These are conditions that are always true or false where the step starts, remainders of numbers that are in range
already, and wrap-arounds that cannot happen.  A disjunction is shortened by the literals that stand beside it.  The
step stays the same step, so proofs and runs need no way back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from assay.core.model import Edge, Model
from assay.core.roles import Lowered
from assay.core.terms import FALSE, TRUE, Op, Term, conjunction, conjuncts, disjunction, integer, sub, symbols_of
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import BOOL
from assay.transforms.edges.history import Made, Rewritten
from assay.transforms.edges.reduction import rewired, trimmed
from assay.transforms.facts.bit_ranges import BitRanges
from assay.transforms.facts.ranges import TRUTH, Infeasible, Interval, Ranges, is_decided

# Disjunctions nested deeper than this are not looked into.
CONTEXTS: Final = 4


def shorten_steps(model: Model) -> Lowered:
    """The model with what guards decide about values taken for decided."""
    history: dict[Edge, Made] = {}
    edges: list[Edge] = []
    for edge in model.edges:
        smaller = simplified(edge, {})
        if smaller is not None:
            edges.append(smaller)
            if smaller is not edge:
                history[smaller] = Rewritten(edge)
    return rewired(model, edges, history)


def simplified(edge: Edge, bounds: Mapping[Term, Interval], over: type[Ranges] = Ranges) -> Edge | None:
    """The step from states within ``bounds``, in fewer words; None if there is none."""
    if over is Ranges and all(symbol.sort.is_bitvector for symbol in symbols_of(*edge.terms)):
        return edge if edge.guard is not FALSE else None
    shorten = Shortening(over(bounds))
    guard = edge.guard
    if guard is not TRUE:
        try:
            guard = shorten.learnt(guard)
        except Infeasible:
            return None
    if guard is FALSE:
        return None
    updates = {symbol: shorten(value) for symbol, value in edge.updates.items()}
    if guard is edge.guard and all(updates[s] is value for s, value in edge.updates.items()):
        return edge
    kept = trimmed(updates, edge.source.variables)
    return Edge(edge.name, edge.source, edge.target, guard, kept, edge.origin)


class Shortening:
    """Terms with the same value wherever ``ranges`` hold, in fewer words; what terms share is looked at once.

    What ``outer`` made of terms that the ranges do not look at again is taken over.
    """

    def __init__(self, ranges: Ranges, outer: Shortening | None = None) -> None:
        self._ranges = ranges
        self._outer = outer
        self._built: dict[Term, Term] = {}
        # Of vectors nothing is known, unless they are what is bounded.
        self._vectors = not isinstance(ranges, BitRanges)

    def learnt(self, condition: Term) -> Term:
        """The condition in fewer words; it is known from here on.  Raises ``Infeasible`` if it cannot be."""
        parts = conjuncts(condition)
        plain = [part for part in parts if part.op is not Op.OR]
        cases = [part for part in parts if part.op is Op.OR]
        shorter = [self(part) for part in plain]
        self._learn(conjunction(plain))
        if cases:
            for case in cases:
                self(case)  # what they share is made here, for all of their contexts
            shorter += [self._cases(case, 0) for case in cases]
            self._learn(condition)
        return conjunction(shorter)

    def _learn(self, condition: Term) -> None:
        self._ranges.learn(condition)
        self._built = {}

    def in_context(self, formula: Term, depth: int = 0) -> Term:
        """A formula that says the same: disjunctions are shortened by the literals beside them."""
        parts = conjuncts(formula)
        plain = [self(part) for part in parts if part.op is not Op.OR]
        cases = [part for part in parts if part.op is Op.OR]
        if not cases or depth >= CONTEXTS:
            return conjunction((*plain, *map(self, cases)))
        ranges = self._ranges.refined(conjunction(plain))
        if ranges is None:
            return FALSE
        inner = Shortening(ranges, self)
        return conjunction((*plain, *(inner._cases(case, depth) for case in cases)))

    def _cases(self, cases: Term, depth: int) -> Term:
        """A disjunction that says the same, each case in its own context."""
        return disjunction(self.in_context(case, depth + 1) for case in cases.args)

    def __call__(self, root: Term) -> Term:
        if not root.args or (self._vectors and all(symbol.sort.is_bitvector for symbol in root.free)):
            return root
        built, ranges = self._built, self._ranges
        ranges(root)
        pending = [root]
        while pending:
            term = pending[-1]
            if term in built:
                pending.pop()
            elif not term.args:
                built[pending.pop()] = term
            elif (found := self._made_outside(term)) is not None:
                built[pending.pop()] = found
            elif missing := [arg for arg in term.args if arg not in built]:
                pending.extend(missing)
            else:
                pending.pop()
                built[term] = _shorter(term, tuple(built[arg] for arg in term.args), ranges)
        return built[root]

    def _made_outside(self, term: Term) -> Term | None:
        """What is to be taken over for the term, if there is anything."""
        level = self
        while level._outer is not None and not level._ranges.looks_again(term):
            level = level._outer
            found = level._built.get(term)
            if found is not None:
                return found
        return None


def _shorter(term: Term, args: tuple[Term, ...], ranges: Ranges) -> Term:
    if term.sort is BOOL:
        truth = ranges(term)
        if is_decided(truth):
            return TRUE if truth == TRUTH else FALSE
        return rebuild(term, args)
    constant = ranges.constant(term)
    if constant is not None:
        return constant
    if (term.op is Op.MOD or term.op is Op.DIV) and term.args[1].is_const and int(term.args[1].number) > 0:
        divisor = int(term.args[1].number)
        start, end = ranges(term.args[0])
        if not math.isinf(start) and not math.isinf(end) and start // divisor == end // divisor:
            return sub(args[0], integer(int(start // divisor) * divisor))  # of DIV the interval is one point
    return rebuild(term, args)
