"""What explorers show to refiners."""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.model import Edge


@dataclass(frozen=True)
class Path:
    """An abstract run from the entry to an error: consecutive edges, maybe infeasible."""

    edges: tuple[Edge, ...]

    def __len__(self) -> int:
        return len(self.edges)
