"""Blocks of a model's states, each a formula at a location: a forest that grows as blocks fall into pieces.

A set of blocks is an integer with one bit for each block.  Only leaves count, so a set made before a split is
*current* again once split blocks are replaced by their pieces; a set of all pieces of a block is *covered* by that
block, whose formula is shorter.  Whether a block meets a formula is asked once: what does not meet a block meets no
piece of it.
Limits: formulas are reduced one conjunct at a time, so redundancy that only shows between several conjuncts remains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.bits import ones
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.model import Location
from assay.core.terms import Op, Term, and_, conjunction, conjuncts, disjunction, disjuncts, not_
from assay.core.terms.evaluate import Value
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

MOST_REDUCED: Final = 40  # conjuncts; beyond, reducing a formula costs more than it saves


@dataclass(frozen=True)
class Block:
    """A formula at a location; ``parent`` is the block that it is a piece of, or -1."""

    location: Location
    formula: Term
    parent: int


class Blocks:
    """The forest, and the solver that it asks."""

    def __init__(self, locations: Iterable[Location], formula: Term, deadline: Deadline = FOREVER) -> None:
        self.deadline = deadline
        self.queries = 0
        self._solver = Z3Solver()
        self._blocks = [Block(place, formula, -1) for place in locations]
        self._roots = len(self._blocks)
        self._pieces: dict[int, tuple[int, ...]] = {}
        self._leaves = [1 << number for number in range(self._roots)]
        self._split = 0
        self._meets: dict[tuple[int, Term], bool] = {}
        self._numbers = {block.location: number for number, block in enumerate(self._blocks)}

    def __getitem__(self, number: int) -> Block:
        return self._blocks[number]

    def __len__(self) -> int:
        """The number of leaves."""
        return sum(leaves.bit_count() for leaves in self._leaves[: self._roots])

    @property
    def everything(self) -> int:
        """All leaves."""
        result = 0
        for leaves in self._leaves[: self._roots]:
            result |= leaves
        return result

    def at(self, location: Location) -> int:
        """The leaves at a location."""
        return self._leaves[self._numbers[location]]

    def current(self, blocks: int) -> int:
        """The same set, by leaves."""
        for number in ones(blocks & self._split):
            blocks = blocks & ~(1 << number) | self._leaves[number]
        return blocks

    def covered(self, blocks: int) -> Iterator[int]:
        """The fewest blocks, leaves or not, that make up the same set."""
        stack = list(range(self._roots - 1, -1, -1))
        while stack:
            number = stack.pop()
            common = self._leaves[number] & blocks
            if common == self._leaves[number]:
                yield number
            elif common:
                stack.extend(reversed(self._pieces[number]))

    def split(self, number: int, formula: Term) -> tuple[int, int]:
        """The leaf falls into what satisfies ``formula`` and the rest, neither of them empty."""
        block = self._blocks[number]
        pieces = tuple(self._piece(number, and_(block.formula, part)) for part in (formula, not_(formula)))
        self._pieces[number] = pieces
        self._split |= 1 << number
        ancestor = number
        while ancestor >= 0:
            leaves = self._leaves[ancestor] & ~(1 << number)
            self._leaves[ancestor] = leaves | 1 << pieces[0] | 1 << pieces[1]
            ancestor = self._blocks[ancestor].parent
        return pieces[0], pieces[1]

    def _piece(self, parent: int, formula: Term) -> int:
        number = len(self._blocks)
        self._blocks.append(Block(self._blocks[parent].location, self.reduced(formula), parent))
        self._leaves.append(1 << number)
        return number

    # -- questions -----------------------------------------------------------------------------------------------------

    def meets(self, number: int, formula: Term) -> bool:
        """Does some state of the block satisfy ``formula`` for some values of its other symbols?"""
        known = self._meets.get((number, formula))
        if known is None:
            block = self._blocks[number]
            above = self._meets.get((block.parent, formula), True)
            known = above and self.satisfiable((block.formula, formula))
            self._meets[number, formula] = known
        return known

    def satisfiable(self, formulas: Iterable[Term]) -> bool:
        self._solver.push()
        try:
            return self._asked(formulas)
        finally:
            self._solver.pop()

    def values(self, formulas: Iterable[Term], symbols: Sequence[Term]) -> dict[Term, Value] | None:
        """Values of ``symbols`` in some model, if there is one."""
        self._solver.push()
        try:
            if not self._asked(formulas):
                return None
            return {symbol: self._solver.value(symbol) for symbol in symbols}
        finally:
            self._solver.pop()

    def _asked(self, formulas: Iterable[Term]) -> bool:
        if self.deadline.passed:
            raise SolverFailure("out of time")
        self.queries += 1
        self._solver.add(*formulas)
        answer = self._solver.check(seconds=self.deadline.left)
        if answer is Answer.UNKNOWN:
            raise SolverFailure("the solver gave up on a block of states")
        return answer is Answer.SAT

    def reduced(self, formula: Term) -> Term:
        """An equivalent formula without conjuncts that the others imply and disjuncts that they exclude."""
        parts = list(conjuncts(formula))
        if not 1 < len(parts) <= MOST_REDUCED:
            return formula
        for part in tuple(parts):
            others = [other for other in parts if other is not part]
            if not self.satisfiable((*others, not_(part))):
                parts = others
            elif part.op is Op.OR or (part.op is Op.NOT and part.args[0].op is Op.AND):
                cases = disjuncts(part)
                kept = [case for case in cases if self.satisfiable((*others, case))]
                if len(kept) < len(cases):
                    parts[parts.index(part)] = disjunction(kept)
        return conjunction(parts)
