"""Partitions of formulas that learn predicates: a refinement adds its set, and a few atoms that the set is made of.

The set that CGR or FBAR adds is exact, one step of the model further than the last one, so that over integers sets
might be added forever.  Its atoms and their negations often tell apart what many further steps would.  Members are only
ever added, which is all that the methods ask for.
Limits: each atom may double the blocks of its location, so only some are taken, and none once there are many blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from assay.domains.fixpoint.partition import Partition
from assay.spaces.formulas.space import FormulaSet, FormulaSpace

MOST_ATOMS: Final = 4  # a refinement; with all of them, hybrids drown in blocks
MOST_BLOCKS: Final = 200


@dataclass(frozen=True)
class Predicated:
    """The members of ``partition``; atoms are looked up in ``space``."""

    partition: Partition[FormulaSet]
    space: FormulaSpace = field(compare=False)

    @property
    def additive(self) -> bool:
        return True

    def above(self, states: FormulaSet) -> FormulaSet:
        return self.partition.above(states)

    def below(self, states: FormulaSet) -> FormulaSet:
        return self.partition.below(states)

    def cells(self) -> tuple[tuple[FormulaSet, FormulaSet], ...]:
        return self.partition.cells()

    def refine(self, states: FormulaSet) -> Predicated:
        """A disjunctive family with these members, ``states``, and some of its atoms with their negations."""
        atoms = self.space.atoms(states)
        finer, added = self.partition.refine(states), 0
        for place, atom in atoms:
            if added == MOST_ATOMS or len(finer.blocks) > MOST_BLOCKS:
                break
            inside = self.space.satisfying(place, atom)
            before = finer
            for member in (inside, self.space.at(place) & ~inside):
                finer = finer if finer.above(member) == member else finer.refine(member)
            added += finer is not before
        return Predicated(finer, self.space)
