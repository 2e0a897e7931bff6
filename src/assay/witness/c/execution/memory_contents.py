"""What the memory of a run of a C program holds where nobody initialised it, as far as that mattered.

The addresses of the heap are those of the model (docs/adr/0006-c-memory-model.md): a harness gives out the same ones,
so what the run read there can be put there.  An allocation that the model has as an object of its own is known by its
line.  Limit: the size of what the model has as an unbounded integer is guessed, it is a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from assay.core.evidence import Assignment, Trace
from assay.core.model import Edge
from assay.core.slicing.influence import Influence
from assay.core.terms import prime
from assay.core.terms.evaluate import ArrayValue

_ALLOCATED: Final = re.compile(r"(?:malloc|calloc|alloca)@(?P<line>\d+)\[(?P<offset>\d+)\](?P<twin>!\d+)?")
# The input that says whether an allocation fails: not zero, if it does.
_CHOICE: Final = re.compile(r"allocation#\d+")
_HEAP: Final = re.compile(r"heap(?:!\d+)?")
_GHOST: Final = "heap:"
# What the checks of memory keep beside the program: whether an object lives, where the next one of a kind will be.
_BEGINS: Final = re.compile(r"heap:(?:\w+@\d+|sizes(?:!\d+)?\.next)(?:!\d+)?")
_MASK: Final = (1 << 64) - 1

# The heap of the model, and memory for pointers whose value does not matter: a piece for each.
HEAP_BASE: Final = 0x40000000
SCRATCH: Final = 0x30000000
SCRATCH_PIECE: Final = 0x10000
SCRATCH_PIECES: Final = 256


@dataclass(frozen=True, order=True)
class Poke:
    """A value in memory: the offset or address of its lowest byte, and its size in bytes."""

    place: int
    value: int
    size: int


@dataclass(frozen=True)
class Allocation:
    """A call of malloc: is its memory an object of its own, or on the heap; and what it holds where that matters."""

    separate: bool
    contents: tuple[Poke, ...] = ()
    failed: bool = False

    @property
    def kind(self) -> int:
        """As a harness writes it."""
        return 2 if self.failed else int(self.separate)


def scratch(number: int) -> int:
    """A pointer into the middle of a piece of memory that nobody else uses."""
    return SCRATCH + number % SCRATCH_PIECES * SCRATCH_PIECE + SCRATCH_PIECE // 2


def can_be_mapped(address: int) -> bool:
    """Can a process have memory here?  Not at the bottom, not at the top of 32 bits, not beyond 47 bits."""
    return SCRATCH_PIECE <= address < (1 << 32) - 2 * SCRATCH_PIECE or 1 << 32 <= address < 1 << 47


def allocations(trace: Trace, matters: Influence) -> tuple[Allocation, ...]:
    """The allocations in the order of the run.

    One on the heap moves the end of the heap; an object of its own is named for its line, and made when the run first
    comes there.  Two objects of one line cannot be told apart: nothing is said of what they hold.
    """
    contents = _contents(trace, matters)
    found: list[Allocation] = []
    failing = {_line(edge) for number, edge in enumerate(trace.edges) if _choice(trace, number)}
    announced = False  # is the last one known by nothing but the choice not to fail?
    for number, edge in enumerate(trace.edges):
        line, choice = _line(edge), _choice(trace, number)
        if choice:
            found.append(Allocation(False, failed=True))
            contents.pop(line, None)
            announced = False
            continue
        if choice is not None:
            found.append(Allocation(False))
            announced = True
        made: list[Allocation] = []
        if number and line in contents and line not in failing:
            made.append(Allocation(True, contents.pop(line)))
        if number and _grows(trace, number):
            made.append(Allocation(False))
        if made:
            found[len(found) - announced :] = made
            announced = False
    return tuple(found)


def _line(edge: Edge) -> int:
    return edge.origin.line if edge.origin is not None else 0


def _choice(trace: Trace, number: int) -> int | None:
    """Does an allocation fail at this step (not zero)?  None if none is asked for."""
    for symbol in trace.edges[number].inputs:
        chosen = trace.inputs[number].get(symbol) if _CHOICE.fullmatch(symbol.name) else None
        if isinstance(chosen, int):
            return chosen
    return None


def _grows(trace: Trace, number: int) -> bool:
    """Does the heap grow at this step, or begins something to live that only the checks of memory know?"""
    for symbol in trace.edges[number].updates:
        if _HEAP.fullmatch(symbol.name):
            return True
        if _BEGINS.fullmatch(symbol.name):
            before, after = trace.states[number].get(symbol), trace.states[number + 1].get(symbol)
            if isinstance(before, int) and isinstance(after, int) and before < after:
                return True
    return False


def _contents(trace: Trace, matters: Influence) -> dict[int, tuple[Poke, ...]]:
    """The objects of their own by line, with what mattered of what they hold at first."""
    first: Assignment = trace.states[1] if len(trace.states) > 1 else {}
    relevant = {symbol.name for symbol, _ in matters.inputs[0]} if matters.inputs else set()
    found: dict[int, list[Poke]] = {}
    twins: set[int] = set()
    for symbol, value in first.items():
        match = _ALLOCATED.fullmatch(symbol.name)
        if match is None or not isinstance(value, int):
            continue
        pokes = found.setdefault(int(match["line"]), [])
        if match["twin"]:
            twins.add(int(match["line"]))
        if prime(symbol).name in relevant:
            size = symbol.sort.width // 8 or (4 if value < 1 << 32 else 8)
            pokes.append(Poke(int(match["offset"]), value & _MASK, size))
    return {line: tuple(sorted(pokes)) if line not in twins else () for line, pokes in found.items()}


def elements(trace: Trace, matters: Influence) -> tuple[Poke, ...]:
    """What mattered of arrays that nobody initialised, by address."""
    found: dict[int, Poke] = {}
    for needed, inputs in zip(matters.inputs, trace.inputs, strict=True):
        for symbol, index in needed:
            element = symbol.sort.element
            if element is not None and isinstance(index, int) and not symbol.name.startswith(_GHOST):
                whole = inputs[symbol]
                assert isinstance(whole, ArrayValue)
                value = whole.at(index)
                assert isinstance(value, int)
                size = element.width // 8 or 4
                found[index] = Poke(index, value % (1 << 8 * size), size)
    return tuple(sorted(found.values()))
