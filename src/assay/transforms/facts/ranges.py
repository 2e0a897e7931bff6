"""Intervals of terms: what bounds on variables, and conditions that hold, say of the terms made of them.

Numbers beyond ``FAR`` count as unbounded.  Conditions refine by bounds propagation: each literal ``sum <= c`` bounds
the sum as a whole and each of its parts by the others.  Nothing is asked of a solver, so this is quick and misses what
needs more than one literal at a time.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Final, Self

from assay.core.terms import Op, Term, conjuncts, from_linear, integer, linear, not_
from assay.core.terms.literals import inequality_of
from assay.core.terms.sorts import BOOL, INT

End = int | float
Interval = tuple[End, End]

FAR: Final = 1 << 200
ANY: Final[Interval] = (-math.inf, math.inf)
FALSEHOOD: Final[Interval] = (0, 0)
TRUTH: Final[Interval] = (1, 1)
EITHER: Final[Interval] = (0, 1)
# Disjunctions with more cases than this are not split, and conditionals nested deeper are not refined.
CASES: Final = 8
DEPTH: Final = 2
# Of longer sums no part is bounded by the others.
PARTS: Final = 16
# Conditions and branches of more nodes than this are not refined: so the work is linear in the term.
SMALL: Final = 40


def joined(left: Interval, right: Interval) -> Interval:
    low, high = left
    other_low, other_high = right
    return (low if low <= other_low else other_low, high if high >= other_high else other_high)


def met(left: Interval, right: Interval) -> Interval:
    """The common part; empty if its ends are the wrong way round."""
    low, high = left
    other_low, other_high = right
    return (low if low >= other_low else other_low, high if high <= other_high else other_high)


def _near(low: End, high: End) -> Interval:
    return (low if low > -FAR else -math.inf, high if high < FAR else math.inf)


def _times(left: End, right: End) -> End:
    return 0 if left == 0 or right == 0 else left * right


def _product(left: Interval, right: Interval) -> Interval:
    ends = [_times(a, b) for a in left for b in right]
    return _near(min(ends), max(ends))


def _floor(end: End, divisor: int) -> End:
    return end if math.isinf(end) else end // divisor


def is_decided(truth: Interval) -> bool:
    """Is a condition with this interval always true, or always false?"""
    return truth[0] == truth[1]


class Infeasible(Exception):
    """No state satisfies the conditions."""


class Known:
    """Bounds that are ``given``, which nobody changes meanwhile, and those that were ``learnt`` besides."""

    __slots__ = ("_given", "learnt")

    def __init__(self, given: Mapping[Term, Interval] | Known) -> None:
        self._given = given
        self.learnt: dict[Term, Interval] = {}

    def get(self, term: Term, default: Interval | None = None) -> Interval | None:
        found = self.learnt.get(term)
        return found if found is not None else self._given.get(term, default)

    def __contains__(self, term: Term) -> bool:
        return term in self.learnt or term in self._given


class Ranges:
    """Intervals of terms, each shared subterm computed once.  Bool terms are numbers: 0, 1, or between.

    ``known`` bounds variables, inputs and sums; what it does not list is unbounded.  What is learnt concerns the terms
    that share a variable with it; of all others the interval that was computed is kept.  Ranges that refine others take
    over what these know of terms that are large: so the work is linear in the terms.
    """

    __slots__ = ("_changed", "_depth", "_memo", "_outer", "_small", "_users", "known", "sums")

    def __init__(self, known: Mapping[Term, Interval] | Known, *, sums: bool = False, depth: int = 0) -> None:
        self.known = Known(known)
        self.sums = sums
        self._depth = depth
        self._memo: dict[Term, Interval] = {}
        # The terms that were computed from a term's interval.
        self._users: dict[Term, list[Term]] = {}
        # What this refines, and the variables of what was learnt since.
        self._outer: Ranges | None = None
        self._changed: set[Term] = set()
        self._small: dict[Term, bool] = {}

    def __call__(self, root: Term) -> Interval:
        memo = self._memo
        found = memo.get(root)
        if found is not None:
            return found
        if not root.args:
            found = memo[root] = self._leaf(root)
            return found
        pending = [root]
        while pending:
            term = pending[-1]
            if term in memo or (self._outer is not None and self._is_still_known(term)):
                pending.pop()
                continue
            ready = True
            for arg in term.args:
                if arg not in memo:
                    if arg.args:
                        pending.append(arg)
                        ready = False
                    else:
                        memo[arg] = self._leaf(arg)
            if ready:
                pending.pop()
                memo[term] = self._compound(term)
                self._note_use(term, term.args)
        return memo[root]

    def _note_use(self, term: Term, of: Iterable[Term]) -> None:
        """The term is to be forgotten when one of these is."""
        users = self._users
        for part in of:
            if part in users:
                users[part].append(term)
            elif part.op is not Op.CONST:
                users[part] = [term]

    def _is_still_known(self, term: Term) -> bool:
        """Was it computed for what this refines, and is not to be computed again?"""
        level: Ranges = self
        while level._outer is not None and not level.looks_again(term):
            level = level._outer
            found = level._memo.get(term)
            if found is not None:
                known = self.known.get(term)
                self._memo[term] = found if known is None else met(found, known)
                self._note_use(term, term.free)
                return True
        return False

    def looks_again(self, term: Term) -> bool:
        """Does what was learnt here, beyond what this refines, concern the term?  Large terms are looked at once."""
        return not self._changed.isdisjoint(term.free) and self._is_small(term)

    def _leaf(self, term: Term) -> Interval:
        if term.op is Op.CONST:
            if term.sort is INT or term.sort is BOOL:
                value = int(term.number)
                return (value, value)
            return ANY
        found = self.known.get(term)
        return found if found is not None else EITHER if term.sort is BOOL else ANY

    def _compound(self, term: Term) -> Interval:
        if term.sort is INT:
            found = self._number(term)
            known = self.known.get(term)
            if known is not None:
                found = met(found, known)
            return self._by_sum(term, found) if self.sums else found
        return self._truth(term) if term.sort is BOOL else ANY

    def _by_sum(self, term: Term, found: Interval) -> Interval:
        """What is known of the sum without its constant, with either sign."""
        if term.op is not Op.ADD:
            return found
        coefficients, constant = linear(term)
        for sign in (1, -1):
            known = self.known.get(from_linear({a: sign * c for a, c in coefficients.items()}, 0, INT))
            if known is not None:
                low, high = known if sign == 1 else (-known[1], -known[0])
                found = met(found, (low + int(constant), high + int(constant)))
        return found

    def constant(self, term: Term) -> Term | None:
        """What the term always is, if that is one value."""
        low, high = self(term)
        return integer(int(low)) if term.sort is INT and low == high else None

    # -- numbers

    def _number(self, term: Term) -> Interval:
        memo, op = self._memo, term.op
        if op is Op.ADD:
            low: End = 0
            high: End = 0
            for arg in term.args:
                part = memo[arg]
                low, high = low + part[0], high + part[1]
            return _near(low, high)
        if op is Op.MUL:
            result = memo[term.args[0]]
            for arg in term.args[1:]:
                result = _product(result, memo[arg])
            if len(term.args) == 2 and term.args[0] is term.args[1]:
                result = met(result, (0, math.inf))
            return result
        if op is Op.ITE:
            return self._choice(term)
        if op is Op.DIV or op is Op.MOD:
            return self._quotient(term)
        return ANY

    def _choice(self, term: Term) -> Interval:
        condition, then, otherwise = term.args
        truth = self._memo[condition]
        if truth == TRUTH:
            return self._memo[then]
        if truth == FALSEHOOD:
            return self._memo[otherwise]
        result: Interval | None = None
        for branch, holds in ((then, True), (otherwise, False)):
            if not self._matters(condition, branch):
                part = self._memo[branch]
            else:
                inner = self.refined(condition, holds=holds)
                if inner is None:
                    continue
                part = inner(branch)
            result = part if result is None else joined(result, part)
        return result if result is not None else ANY

    def _matters(self, condition: Term, branch: Term) -> bool:
        """Is a branch looked at in the light of its condition?"""
        if self._depth >= DEPTH or branch.free.isdisjoint(condition.free):
            return False
        return self._is_small(branch) and self._is_small(condition)

    def _is_small(self, term: Term) -> bool:
        found = self._small.get(term)
        if found is None:
            found = self._small[term] = is_small(term)
        return found

    def _quotient(self, term: Term) -> Interval:
        whole, by = self._memo[term.args[0]], term.args[1]
        if not by.is_const or int(by.number) <= 0:
            return (0, math.inf) if term.op is Op.MOD and self._positive(by) else ANY
        divisor = int(by.number)
        low, high = _floor(whole[0], divisor), _floor(whole[1], divisor)
        if term.op is Op.DIV:
            return (low, high)
        if low == high and not math.isinf(low):
            return (whole[0] - low * divisor, whole[1] - low * divisor)
        return (0, divisor - 1)

    def _positive(self, term: Term) -> bool:
        return self._memo[term][0] > 0

    # -- conditions

    def _truth(self, term: Term) -> Interval:
        memo, op = self._memo, term.op
        if op is Op.NOT:
            low, high = memo[term.args[0]]
            return (1 - high, 1 - low)
        if op is Op.AND:
            parts = [memo[arg] for arg in term.args]
            return (min([part[0] for part in parts]), min([part[1] for part in parts]))
        if op is Op.OR:
            parts = [memo[arg] for arg in term.args]
            return (max([part[0] for part in parts]), max([part[1] for part in parts]))
        if op is Op.LE:
            left, right = memo[term.args[0]], memo[term.args[1]]
            return TRUTH if left[1] <= right[0] else FALSEHOOD if left[0] > right[1] else EITHER
        if op is Op.EQ and (term.args[0].sort is INT or term.args[0].sort is BOOL):
            left, right = memo[term.args[0]], memo[term.args[1]]
            if left[0] > right[1] or right[0] > left[1]:
                return FALSEHOOD
            return TRUTH if left[0] == left[1] == right[0] == right[1] else EITHER
        if op is Op.ITE:
            truth = memo[term.args[0]]
            if is_decided(truth):
                return memo[term.args[1 if truth == TRUTH else 2]]
            return joined(memo[term.args[1]], memo[term.args[2]])
        return EITHER

    # -- refinement

    def refined(self, condition: Term, *, holds: bool = True) -> Self | None:
        """The intervals where ``condition`` holds (or fails); None if that is impossible."""
        inner = type(self)(self.known, sums=self.sums, depth=self._depth + 1)
        inner._outer = self
        inner._small = self._small
        try:
            inner.learn(condition, holds=holds)
        except Infeasible:
            return None
        return inner

    def learn(self, condition: Term, *, holds: bool = True) -> None:
        """Tighten by a condition that is true (false); raises ``Infeasible`` if that cannot be."""
        literals = conjuncts(condition if holds else not_(condition))
        before = dict(self.known.learnt)
        for literal in literals:
            self._learn_literal(literal)
        if _overlap(literals) and self.known.learnt != before:
            for literal in literals:
                self._learn_literal(literal)

    def _learn_literal(self, literal: Term) -> None:
        truth = self(literal)
        if truth[1] < 1:
            raise Infeasible
        positive = literal.op is not Op.NOT
        atom = literal if positive else literal.args[0]
        if truth == TRUTH and not (atom.args and atom.args[0].op is Op.ADD and atom.args[0] in self.known):
            return  # nothing new, unless a sum that is known already may bound its parts more tightly now
        if atom.op is Op.VAR:
            self._set(atom, TRUTH if positive else FALSEHOOD)
        elif atom.op is Op.LE:
            bound = inequality_of(literal)
            assert bound is not None
            limit = int(bound.limit)
            self._bound(bound.total, (-math.inf, limit) if bound.upper else (limit, math.inf))
        elif atom.op is Op.EQ and atom.args[0].sort is INT:
            self._learn_equation(atom, positive=positive)
        elif literal.op is Op.OR:
            self._learn_cases(literal.args)

    def _learn_equation(self, atom: Term, *, positive: bool) -> None:
        total, constant = atom.args
        if not constant.is_const:
            return
        value = int(constant.number)
        if positive:
            self._bound(total, (value, value))
            return
        low, high = self(total)
        if low == value:
            self._bound(total, (value + 1, math.inf))
        elif high == value:
            self._bound(total, (-math.inf, value - 1))

    def _learn_cases(self, cases: Iterable[Term]) -> None:
        """What all cases that are possible have in common."""
        cases = [case for case in cases if self(case)[1] >= 1]
        if not cases:
            raise Infeasible
        if self._depth >= DEPTH or len(cases) > CASES or not all(map(self._is_small, cases)):
            return
        if len(cases) > 1 and not frozenset.intersection(*(case.free for case in cases)):
            return  # they have nothing in common
        possible = [inner for case in cases if (inner := self.refined(case)) is not None]
        if not possible:
            raise Infeasible
        for term, interval in possible[0].known.learnt.items():
            for other in possible[1:]:
                interval = joined(interval, other.known.get(term) or ANY)
            if interval != ANY:
                self._set(term, interval)

    def _bound(self, total: Term, interval: Interval) -> None:
        """``total`` lies in ``interval``; so each of its parts is bounded by the others."""
        self._set(total, interval)
        low, high = met(self(total), interval)
        if total.op is Op.VAR:
            return
        parts = linear(total)[0]
        if len(parts) > PARTS or (len(parts) == 1 and total in parts):
            return
        ranges = {atom: _product((int(c), int(c)), self(atom)) for atom, c in parts.items()}
        least, greatest = sum(r[0] for r in ranges.values()), sum(r[1] for r in ranges.values())
        for atom, factor in parts.items():
            own = ranges[atom]
            # Of the others, the least and greatest sum; unbounded if one of them is.
            others_least = (
                least - own[0] if not math.isinf(own[0]) else sum(r[0] for a, r in ranges.items() if a is not atom)
            )
            others_most = (
                greatest - own[1] if not math.isinf(own[1]) else sum(r[1] for a, r in ranges.items() if a is not atom)
            )
            lowest, highest = low - others_most, high - others_least
            if math.isnan(lowest) or math.isnan(highest):
                continue
            self._set(atom, _divided((lowest, highest), int(factor)))

    def _set(self, term: Term, interval: Interval) -> None:
        before = self(term)
        now = met(before, interval)
        if now[0] > now[1]:
            raise Infeasible
        if now != before or term not in self.known:
            if now == before and term.op is Op.VAR:
                return
            if term.op is Op.ADD:
                self.sums = True
            self.known.learnt[term] = now
            self._forget(term)

    def _forget(self, term: Term) -> None:
        """What shares a variable with the term has to be computed anew."""
        if self._outer is not None:
            self._changed.update(term.free)
        memo, users = self._memo, self._users
        pending = [term, *term.free]
        while pending:
            term = pending.pop()
            memo.pop(term, None)
            pending.extend(users.pop(term, ()))


def _overlap(literals: Collection[Term]) -> bool:
    """Do two of them speak of one variable?"""
    if len(literals) <= 1:
        return False
    spoken = [literal.free for literal in literals]
    return sum(map(len, spoken)) > len(frozenset[Term]().union(*spoken))


def is_small(root: Term) -> bool:
    """Has the term, written out, few nodes?"""
    nodes = [root]
    for term in nodes:
        nodes.extend(term.args)
        if len(nodes) > SMALL:
            return False
    return True


def _divided(interval: Interval, factor: int) -> Interval:
    """The numbers whose multiple by ``factor`` lies in ``interval``."""
    low, high = interval if factor > 0 else (-interval[1], -interval[0])
    size = abs(factor)
    return (low if math.isinf(low) else -(-low // size), high if math.isinf(high) else high // size)
