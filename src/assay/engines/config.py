"""How to check: few options, frozen, each default with its reason."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

DEFAULT: Final = "default"


@dataclass(frozen=True)
class Config:
    """Options of a check.

    * ``engine``: ``auto`` takes turns between looking for errors and proving; see its recipe.
    * ``order``: of the engine ``predicate``; benchmarks/subsumer_first compares them.
    * ``abstraction``: of the engine ``predicate``; cartesian needs more rounds than boolean and asks less in each.
    * ``blocks``: large blocks save states and queries; ``single`` keeps the input's locations, for exploration orders.
    * ``select``: of the engines that refine along paths: which reason of a spurious path is learnt from; ``default``
      leaves it to the engine.
    * ``combination``: of ``predicate+value``: whether the analyses take turns, each on blocks that suit it, compete for
      each refinement of their product, or values come first in it; docs/adr/0008-selection-by-default.md compares them.
    * ``reconstruction`` and ``loops``: of ``localization``: how abstract paths and loops are made concrete.
    * ``accelerated``: of nets: a step backward is any number of firings of one rule; for nets with many tokens.
    * ``debug``: assert what the papers state to hold on the way, where sets of states are finite; this is slow.
    * ``execute``: programs are executed to confirm what is said of them, even where nothing isolates them; a program
      that nobody has looked at could do harm, so by default they are executed in isolation only.
    * ``interpolation``: providers in the order to try; empty means the default order of the path's theory.
    """

    engine: str = "auto"
    seconds: float = math.inf
    order: str = "subsumer-first"
    abstraction: Literal["cartesian", "boolean"] = "cartesian"
    reexploration: Literal["restart", "lazy"] = "restart"
    scope: Literal["location", "symbol", "global"] = "location"
    blocks: Literal["large", "chains", "single"] = "large"
    select: str = DEFAULT
    combination: Literal["in-turns", "together", "value-first"] = "in-turns"
    reconstruction: Literal["clarke", "layer1", "layer2", "sat"] = "layer2"
    loops: Literal["naive", "fixpoint"] = "fixpoint"
    accelerated: bool = False
    debug: bool = False
    execute: bool = False
    interpolation: tuple[str, ...] = ()
    depth: int = 10_000
