"""How to check: an engine with its options, and what all engines have in common."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from assay.engines.options import Automatic, Options


@dataclass(frozen=True)
class Config:
    """``catalogue.configured`` makes one of names and values, and refuses what the engine does not have.

    * ``seconds``: for all properties together.
    * ``jobs``: processes that search side by side; with one, searches take turns, and every run is like the last.
    * ``execute``: programs are executed to confirm what is said of them, even where nothing isolates them; a program
      that nobody has looked at could do harm, so by default they are executed in isolation only.
    """

    engine: str = "auto"
    options: Options = field(default_factory=Automatic)
    seconds: float = math.inf
    jobs: int = 1
    execute: bool = False
