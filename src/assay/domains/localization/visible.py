"""The precision of localization: which latches are visible."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

Latches = frozenset[int]

NONE: Final[Latches] = frozenset()


@dataclass(frozen=True)
class Visible:
    """The visible latches; ``recent`` are those that the last refinement added: what they depend on is suspect."""

    latches: Latches
    recent: Latches = field(default=NONE, compare=False)

    def extended(self, more: Latches) -> Visible:
        return Visible(self.latches | more, more)
