"""What an edge does to predicates, as far as syntax tells: fixed, carried over, or to be asked.

For a target predicate the edge's weakest precondition is a formula over source variables and inputs.  Where that is a
constant the predicate is *fixed*; where it is a source predicate or its negation it is *carried*; any other is *asked*.
A source literal is *relevant* if shared variables connect it, over other literals of the cube and carried predicates,
with the guard or an asked predicate.  The rest of a cube and the edge share no variable: there a carried predicate is
entailed after the edge exactly if it was before, which a closed cube says by itself.  So only relevant literals reach
the solver, and answers are shared by all cubes that agree on them.  More literals never carry, ask or relate less.

Several premises may contradict each other, or the arguments of a use what is known of it.  So whatever the arguments
speak of is relevant, and so is a predicate that they make a constant.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.bits import ones
from assay.core.model import Edge
from assay.core.terms import FALSE, TRUE, Term
from assay.domains.predicates.cubes import Renumbering
from assay.domains.scoped import positive


class Carrying:
    """The syntactic view of a guarded command between two lists of predicates."""

    __slots__ = (
        "_asked",
        "_carried",
        "_constant",
        "_inverted",
        "_kept",
        "_relevance",
        "_source_symbols",
        "_symbols",
        "_target_symbols",
        "fixed",
    )

    def __init__(self, edge: Edge, source: Sequence[Term], target: Sequence[Term]) -> None:
        numbers: dict[Term, int] = {}

        def mask(formula: Term) -> int:
            return sum(1 << numbers.setdefault(symbol, len(numbers)) for symbol in formula.free)

        place = {predicate: number for number, predicate in enumerate(source)}
        weakest = [edge.back(predicate) for predicate in target]
        self._source_symbols = [mask(predicate) for predicate in source]
        self._target_symbols = [mask(formula) for formula in weakest]
        self._asked, self._symbols = 0, mask(edge.guard)
        for use in edge.uses:
            for argument in use.arguments:
                self._symbols |= mask(argument)
        self._constant = sum(1 << number for number, formula in enumerate(source) if formula.is_const)
        holds = fails = 0
        kept: list[tuple[int, int]] = []
        inverted: list[tuple[int, int]] = []
        for number, formula in enumerate(weakest):
            atom = positive(formula)
            if formula is TRUE:
                holds |= 1 << number
            elif formula is FALSE:
                fails |= 1 << number
            elif atom in place:
                (kept if atom is formula else inverted).append((place[atom], number))
            else:
                self._asked |= 1 << number
                self._symbols |= self._target_symbols[number]
        self.fixed = (holds, fails)
        self._carried = kept + inverted
        self._kept = Renumbering(kept)
        self._inverted = Renumbering(inverted)
        self._relevance: dict[tuple[int, int], tuple[int, int]] = {}

    def carry(self, holds: int, fails: int) -> tuple[int, int]:
        """The target literals that are plainly inherited from these source literals."""
        kept, inverted = self._kept, self._inverted
        return kept(holds) | inverted(fails), kept(fails) | inverted(holds)

    def relevance(self, support: int, width: int) -> tuple[int, int]:
        """Of a cube with literals on ``support``: the relevant ones, and the target predicates they may decide."""
        known = self._relevance.get((support, width))
        if known is None:
            known = self._relevance[support, width] = self._connect(support, width)
        return known

    def _connect(self, support: int, width: int) -> tuple[int, int]:
        symbols, questions = self._symbols, self._asked
        candidates = support
        for origin, number in self._carried:
            candidates |= 1 << origin
            if origin >= width:
                symbols |= self._target_symbols[number]
        connected, grown = self._constant, True
        while grown:
            grown = False
            for position in ones(candidates & ~connected):
                if self._source_symbols[position] & symbols:
                    symbols |= self._source_symbols[position]
                    connected |= 1 << position
                    grown = True
        for origin, number in self._carried:
            if connected >> origin & 1:
                questions |= 1 << number
        return connected & support, questions
