"""Variables replaced by terms in large shared terms, without computing free variables of every subterm.

``resolved`` uses it to eliminate next values that next values refer to.
"""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.terms import Op, Term, post_order, prime
from assay.core.terms.rebuild import rebuild


class Renaming:
    """Simultaneous replacement; one memo serves every term that it is applied to."""

    __slots__ = ("_memo",)

    def __init__(self, mapping: Mapping[Term, Term]) -> None:
        self._memo: dict[Term, Term] = dict(mapping)

    def __call__(self, root: Term) -> Term:
        memo = self._memo
        stack = [root]
        while stack:
            term = stack[-1]
            if term in memo:
                stack.pop()
                continue
            if term.op in (Op.VAR, Op.CONST):
                memo[term] = term
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in memo]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            memo[term] = rebuild(term, tuple(memo[arg] for arg in term.args))
        return memo[root]


class Cyclic(Exception):
    """The next value of ``term`` depends on itself."""

    def __init__(self, term: Term) -> None:
        super().__init__(term.name)
        self.term = term


def resolved(updates: Mapping[Term, Term], frozen: Mapping[Term, Term]) -> dict[Term, Term]:
    """Updates where a primed variable that another update determines is replaced by that; raises Cyclic.

    A variable whose update is its own primed form is free, and that form stays.
    """
    determined = {prime(term): term for term, value in updates.items() if value is not prime(term)}
    needs = {
        term: [determined[part] for part in post_order(value) if part in determined] for term, value in updates.items()
    }
    done: dict[Term, Term] = {}
    active: set[Term] = set()
    for root in updates:
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [part for part in needs[term] if part not in done]
            if term in done or not missing:
                if term not in done:
                    known = {**frozen, **{prime(part): done[part] for part in needs[term]}}
                    done[term] = Renaming(known)(updates[term]) if known else updates[term]
                active.discard(term)
                stack.pop()
                continue
            active.add(term)
            for part in missing:
                if part in active:
                    raise Cyclic(part)
            stack.extend(missing)
    return {term: done[term] for term in updates}
