"""Proofs in the words of the file: what a search found, as a person would have written it.

A search that works on bits proves by clauses over bits.  Here the same is said of numbers (``guesses``), and of all
that could be said the part is chosen that is a proof by itself (``sufficient``).  Where a proof is not an inductive
invariant alone, its formulas are put into other words that mean the same.  What comes of it is a guess like the
evidence of any search: it is worth what a checker says of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain, islice
from typing import Final

from assay.core.budget import Deadline
from assay.core.evidence import Proof
from assay.core.graph import loop_heads
from assay.core.model import Location, Model, Safety
from assay.core.terms import FALSE, TRUE, Term, conjunction, conjuncts, not_, post_order
from assay.transforms.aim import aim
from assay.transforms.locations.loop_free_paths import summarised
from assay.transforms.readable.forms import Asking, OutOfTime
from assay.transforms.readable.guesses import cost, hardness, in_words
from assay.transforms.readable.sufficient import sufficient

# What finding words may take of the time, the rest being for the choice.
WORDS_SHARE: Final = 0.5
# Models with more subterms are large: to read them once more takes longer than there is.
MOST_TERMS: Final = 50_000
# Of larger programs it takes too long to look at all paths once more.
MOST_EDGES: Final = 1000


def readable(model: Model, goal: Safety, proof: Proof, deadline: Deadline) -> Proof | None:
    """A proof that is easier to read, if one is found in time; nothing of it has been checked."""
    nothing = all(formula in (TRUE, FALSE) for formula in proof.invariant.values())
    if nothing or proof.every or _is_large(model):
        return None
    try:
        found = _chosen(model, goal, proof, deadline) if proof.depth <= 1 and not proof.simple else None
        found = found or _reworded(model, proof, deadline)
    except OutOfTime:
        return None
    return found if _total(found) < _total(proof) else None


def _is_large(model: Model) -> bool:
    """Is it so large that merely looking through it takes long?"""
    terms = post_order(*(term for edge in model.edges for term in edge.terms))
    return next(islice(terms, MOST_TERMS, None), None) is not None


def _total(proof: Proof) -> int:
    return sum(cost(part) + 1 for formula in proof.invariant.values() for part in conjuncts(formula))


def _chosen(model: Model, goal: Safety, proof: Proof, deadline: Deadline) -> Proof | None:
    """A choice of what the proof says, in its own words and others, that is an inductive invariant."""
    found = _steps(model, goal, proof)
    if found is None:
        return None
    steps, aim_of_steps = found
    places = dict.fromkeys((*steps.locations, *aim_of_steps.bad))
    facts = _facts(model, {place: proof.invariant.get(place, FALSE) for place in places}, deadline)
    if steps is not model:
        facts[steps.entry] = []
    for place, bad in goal.bad.items():
        if place in facts and bad.free <= set(place.variables):
            facts[place] += conjuncts(not_(bad))
    chosen = sufficient(steps, aim_of_steps, facts, deadline)
    if chosen is None:
        return None
    listed = {place: conjunction(_needed(chosen[place], deadline)) for place in model.locations if place in chosen}
    if steps is model:
        # What is not listed is unreachable; of a program it lies between loop heads.
        listed = {place: formula for place, formula in listed.items() if formula is not FALSE}
    return Proof(listed)


def _steps(model: Model, goal: Safety, proof: Proof) -> tuple[Model, Safety] | None:
    """The steps that keep the proof: those of the model, and of a program all paths between loop heads."""
    if model.origin.source is None:
        return model, goal
    aimed = aim(model, goal).model
    heads = loop_heads(aimed)
    if not model.is_linear or not proof.invariant.keys() >= heads or len(aimed.edges) > MOST_EDGES:
        return None
    blocks = summarised(aimed, heads).model
    return blocks, blocks.properties[0]


def _reworded(model: Model, proof: Proof, deadline: Deadline) -> Proof:
    """The same proof, each formula in words that mean the same."""
    facts = _facts(model, proof.invariant, deadline)
    return replace(proof, invariant={place: conjunction(_needed(parts, deadline)) for place, parts in facts.items()})


def _facts(model: Model, invariant: Mapping[Location, Term], deadline: Deadline) -> dict[Location, list[Term]]:
    """What is said at each place, and that in other words."""
    until = deadline.within(WORDS_SHARE * deadline.left)
    memo: dict[Term, list[Term]] = {FALSE: [FALSE]}
    for formula in invariant.values():
        if formula not in memo:
            words = chain.from_iterable(map(conjuncts, in_words(model, formula, until)))
            memo[formula] = list(dict.fromkeys((*conjuncts(formula), *words)))
    return {place: list(memo[formula]) for place, formula in invariant.items()}


def _needed(parts: Iterable[Term], deadline: Deadline) -> list[Term]:
    """The parts without those that follow from others, the hardest to read left out first."""
    kept = sorted(dict.fromkeys(parts), key=hardness)
    asking = Asking(TRUE, deadline)
    for part in reversed(tuple(kept)):
        others = [other for other in kept if other is not part]
        if others and not asking.possible(*others, not_(part)):
            kept = others
    return kept
