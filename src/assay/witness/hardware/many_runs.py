"""Many runs of an AIGER or BTOR2 file side by side, by readers that share no code with the front end.

Each state and each input is a tuple of *words*, one for each of its bits, least significant first: bit ``k`` of a word
is what run ``k`` has there.  An array is the concatenation of its elements, the first one least significant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from assay.witness.hardware import aiger_witness as aiger
from assay.witness.hardware import btor2_simulation
from assay.witness.hardware.btor2_simulation import Data, Frame
from assay.witness.hardware.btor2_witness import first_frame

Words = tuple[int, ...]
# Evaluations of lines that one step of all runs may take.
MOST_LINES: Final = 5_000


@dataclass(frozen=True)
class Moment:
    """What is true at a step, as words, and the states that it leads to."""

    legal: int
    bads: list[int]
    justice: list[list[int]]
    fairness: list[int]
    after: list[Words]


def transposed(rows: Sequence[int], width: int) -> Words:
    """The ``width`` columns of a matrix of bits: bit ``i`` of column ``j`` is bit ``j`` of row ``i``."""
    if not rows:
        return (0,) * width
    lines = [format(row, f"0{width}b") for row in reversed(rows)]
    return tuple(int("".join(column), 2) for column in zip(*lines, strict=True))[::-1]


class AigerWords:
    """An AIGER file; ``determined`` are the latches with a first value, by their place."""

    def __init__(self, path: str, runs: int) -> None:
        self._design = aiger.read_design(path)
        self.runs = runs
        self._mask = (1 << runs) - 1
        self.determined = [k for k, (own, _, reset) in enumerate(self._design.latches) if reset != own]

    def states(self, random: Random) -> list[Words]:
        """States of any kind."""
        return [(random.getrandbits(self.runs),) for _ in self._design.latches]

    def inputs(self, random: Random) -> list[Words]:
        return [(random.getrandbits(self.runs),) for _ in self._design.inputs]

    def first(self, states: Sequence[Words]) -> list[Words]:
        """Initial states; what the file leaves open is as in ``states``."""
        rows = zip(self._design.latches, states, strict=True)
        return [words if reset == own else (self._mask * reset,) for (own, _, reset), words in rows]

    def step(self, states: Sequence[Words], inputs: Sequence[Words], free: Sequence[Words]) -> Moment:
        """A step from ``states``; what the file does not say of the next states is as in ``free``."""
        design, mask = self._design, self._mask
        value = [0, mask] * (design.variables + 1)
        leaves = (*design.inputs, *(row[0] for row in design.latches))
        for literal, (word,) in zip(leaves, (*inputs, *states), strict=True):
            value[literal], value[literal ^ 1] = word, mask ^ word
        for literal, left, right in design.gates:
            word = value[left] & value[right]
            value[literal], value[literal ^ 1] = word, mask ^ word
        legal = mask
        for literal in design.constraints:
            legal &= value[literal]
        return Moment(
            legal,
            [value[literal] for literal in design.bads],
            [[value[literal] for literal in group] for group in design.justice],
            [value[literal] for literal in design.fairness],
            [(value[after],) for _, after, _ in design.latches],
        )


class Btor2Words:
    """A BTOR2 file; ``determined`` are the states with a first value, by their place.  There may be fewer runs."""

    def __init__(self, path: str, runs: int) -> None:
        self._design = btor2_simulation.read_design(path)
        self.runs = max(1, min(runs, MOST_LINES // max(1, len(self._design.lines))))
        self.determined = [k for k, node in enumerate(self._design.states) if node in self._design.init]

    def states(self, random: Random) -> list[Words]:
        """States of any kind."""
        return self._any(self._design.states, random)

    def inputs(self, random: Random) -> list[Words]:
        return self._any(self._design.inputs, random)

    def first(self, states: Sequence[Words]) -> list[Words]:
        """Initial states; what the file leaves open is as in ``states``."""
        design = self._design
        given = {node for node in design.states if node not in design.init}
        blank = {node: design.blank(node) for node in design.inputs}
        frames = [first_frame(design, {**blank, **leaves}, given) for leaves in self._split(design.states, states)]
        return [self._joined(node, [frame.of(node) for frame in frames]) for node in design.states]

    def step(self, states: Sequence[Words], inputs: Sequence[Words], free: Sequence[Words]) -> Moment:
        """A step from ``states``; what the file does not say of the next states is as in ``free``."""
        design = self._design
        before, chosen = self._split(design.states, states), self._split(design.inputs, inputs)
        frames = [Frame(design, {**leaves, **step}) for leaves, step in zip(before, chosen, strict=True)]
        legal = (1 << self.runs) - 1
        for node in design.constraints:
            legal &= _word(frames, node)
        after = [
            self._joined(node, [frame.of(design.next[node]) for frame in frames]) if node in design.next else other
            for node, other in zip(design.states, free, strict=True)
        ]
        return Moment(
            legal,
            [_word(frames, node) for node in design.bads],
            [[_word(frames, node) for node in group] for group in design.justice],
            [_word(frames, node) for node in design.fairness],
            after,
        )

    def _any(self, nodes: Sequence[int], random: Random) -> list[Words]:
        return [tuple(random.getrandbits(self.runs) for _ in range(self._bits(node))) for node in nodes]

    def _bits(self, node: int) -> int:
        index, element = self._shape(node)
        return element << index

    def _shape(self, node: int) -> tuple[int, int]:
        """The widths of the index, 0 for a vector, and of an element."""
        sort = int(self._design.lines[node][2])
        return self._design.arrays[sort] if sort in self._design.arrays else (0, self._design.widths[sort])

    def _split(self, nodes: Sequence[int], words: Sequence[Words]) -> list[dict[int, Data]]:
        """The values of ``nodes`` in each run."""
        found: list[dict[int, Data]] = [{} for _ in range(self.runs)]
        for node, own in zip(nodes, words, strict=True):
            for run, number in enumerate(transposed(own, self.runs)):
                found[run][node] = self._data(node, number)
        return found

    def _data(self, node: int, number: int) -> Data:
        if int(self._design.lines[node][2]) not in self._design.arrays:
            return number
        index, element = self._shape(node)
        ones = (1 << element) - 1
        return {place: number >> place * element & ones for place in range(1 << index)}

    def _joined(self, node: int, values: Sequence[Data]) -> Words:
        """The words of what ``node`` is in each run."""
        _, element = self._shape(node)
        numbers = [
            value if isinstance(value, int) else sum(part << place * element for place, part in value.items())
            for value in values
        ]
        return transposed(numbers, self._bits(node))


def _word(frames: Sequence[Frame], node: int) -> int:
    return sum(frame.bits(node) << run for run, frame in enumerate(frames))
