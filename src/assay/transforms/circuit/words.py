"""Which leaves of a circuit are bits of one vector, and what values the model mentions for such vectors.

Gates alone do not tell: what is compared with a constant of 32 bits is met by chance only where that constant is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.core.model import Model
from assay.core.terms import Op, Term, post_order
from assay.transforms.circuit.bitblast import Blasted
from assay.transforms.circuit.simplify import Simplified


@dataclass(frozen=True)
class Word:
    """Leaves of a circuit with their places in one vector, the lowest bit's being 0, and values that it may well have.

    The leaves are all inputs, or all latches.
    """

    leaves: Sequence[tuple[int, int]]
    values: Sequence[int]

    @property
    def width(self) -> int:
        """The number of bits up to the highest one that is a leaf."""
        return 1 + max(place for _, place in self.leaves)


def words_of(blasted: Blasted, small: Simplified) -> tuple[Word, ...]:
    """The vectors that are inputs of the small circuit, or latches of it whose first value is open."""
    circuit = small.circuit
    resets = {latch.node: latch.reset for latch in circuit.latches}
    places = {old: node for node, old in small.origin.items() if resets.get(node) is None}
    mentioned = _mentioned(blasted.model)
    words = []
    for symbol, bits in blasted.variables.items():
        leaves = tuple((places[bit >> 1], k) for k, bit in enumerate(bits) if bit >> 1 in places)
        if leaves and symbol.sort.is_bitvector and symbol.sort.width > 1:
            width = symbol.sort.width
            extremes = (0, 1, (1 << width) - 1)
            words.append(Word(leaves, tuple(dict.fromkeys((*extremes, *mentioned.get(width, ()))))))
    return tuple(words)


def _mentioned(model: Model) -> dict[int, dict[int, None]]:
    """The constants of each width, in the order in which steps and properties have them."""
    found: dict[int, dict[int, None]] = {}
    for term in post_order(*_terms(model)):
        if term.op is Op.CONST and term.sort.is_bitvector:
            assert isinstance(term.value, int)
            found.setdefault(term.sort.width, {})[term.value] = None
    return found


def _terms(model: Model) -> Iterator[Term]:
    for prop in model.properties:
        yield from prop.bad.values()
    for edge in model.edges:
        yield from edge.terms
