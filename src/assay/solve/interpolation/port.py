"""What a provider of interpolants is given and gives back.

A *chain* is a path formula cut into steps B_0..B_{n-1}.  Interpolants I_0..I_n of it (Henzinger, Jhala, Majumdar,
McMillan, POPL 2004; McMillan, CAV 2006) satisfy I_0 = true, I_n = false, I_i and B_i imply I_{i+1}, and I_i speaks only
of what the interface before step i allows.  A provider may be wrong: its results are validated before use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from assay.core.budget import Deadline
from assay.core.terms import FALSE, TRUE, Term


@dataclass(frozen=True)
class Chain:
    """Steps, each a tuple of conjuncts, and the symbols allowed in between; the first and last interface are empty.

    A symbol that occurs on both sides of an interface belongs to that interface.
    """

    steps: tuple[tuple[Term, ...], ...]
    interfaces: tuple[frozenset[Term], ...]

    def __post_init__(self) -> None:
        if len(self.interfaces) != len(self.steps) + 1:
            raise ValueError(f"{len(self.steps)} steps with {len(self.interfaces)} interfaces instead of one more")
        if self.interfaces[0] or self.interfaces[-1]:
            raise ValueError("the first and the last interface must be empty")

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def shared(self) -> tuple[frozenset[Term], ...]:
        """Per interface the allowed symbols that both sides speak of: no interpolant needs any other."""
        symbols = [frozenset[Term]().union(*(conjunct.free for conjunct in step)) for step in self.steps]
        before: list[frozenset[Term]] = [frozenset()]
        for own in symbols:
            before.append(before[-1] | own)
        after: list[frozenset[Term]] = [frozenset()]
        for own in reversed(symbols):
            after.append(after[-1] | own)
        after.reverse()
        return tuple(allowed & b & a for allowed, b, a in zip(self.interfaces, before, after, strict=True))

    @property
    def span(self) -> tuple[int, int]:
        """The steps from the first to just after the last that has conjuncts; (0, 0) if none has."""
        busy = [position for position, step in enumerate(self.steps) if step]
        return (busy[0], busy[-1] + 1) if busy else (0, 0)

    def trimmed(self) -> Chain:
        """The chain of the steps in ``span`` alone, with interfaces as narrow as can be."""
        first, end = self.span
        inner = self.shared[first + 1 : end]
        return Chain(self.steps[first:end], (frozenset(), *inner, frozenset()) if end else (frozenset(),))

    def padded(self, interpolants: Interpolants) -> Interpolants:
        """Interpolants of this chain from those of ``trimmed()``: true before its span, false after it."""
        first, end = self.span
        return (TRUE,) * first + interpolants + (FALSE,) * (len(self.steps) - end)


Interpolants = tuple[Term, ...]
Provider = Callable[[Chain, Deadline], Interpolants]


@dataclass(frozen=True)
class Result:
    """Valid interpolants, and the name of the provider that found them."""

    provider: str
    interpolants: Interpolants
