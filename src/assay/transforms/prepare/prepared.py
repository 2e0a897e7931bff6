"""A model that is prepared for a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from assay.core.model import Location, Model
from assay.core.roles import Lowered
from assay.core.terms import Term

Blocks = Literal["large", "chains", "single"]
"""How edges are merged: all paths between loop heads, chains of edges, or not at all."""


@dataclass(frozen=True)
class Prepared:
    """A lowered model, ``facts`` found on the way, and literals ``known`` to be true whenever a location is reached."""

    lowered: Lowered
    facts: Mapping[Location, Term] = field(default_factory=dict)
    known: Mapping[Location, frozenset[Term]] = field(default_factory=dict)

    @property
    def model(self) -> Model:
        return self.lowered.model
