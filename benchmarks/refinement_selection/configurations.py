"""The configurations that are compared, by table, and what the paper reports of them.

The setting ``paper`` is that of Beyer, Löwe, Wendler, SPIN 2015: single blocks, restart, global precision,
breadth-first.  The setting ``own`` is what Assay does by itself: blocks as each engine likes them, predicates per
location, subsumer-first.  ``own-bfs`` is the same breadth-first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# No selection is asked for: the engine does as it likes best.
DEFAULT: Final = "default"
PAPER_HEURISTICS: Final = (
    "none", "short", "long", "good", "bad", "narrow", "wide", "shallow", "deep", "random", "good&narrow", "narrow&good",
)  # fmt: skip
OWN_HEURISTICS: Final = ("fresh&good", "calm&good", "symbolic&narrow", "good&narrow@providers")
DYNAMIC: Final = ("good&narrow", *OWN_HEURISTICS)
SEEDS: Final = ("random", "random:1", "random:2")
SETTINGS: Final = ("paper", "own", "own-bfs")
CATEGORIES: Final = ("ECA", "ProductLines", "Sequentialized", "Loops")


@dataclass(frozen=True)
class Configuration:
    """An engine with a selection; the combination matters to the product only."""

    engine: str
    select: str
    combination: str = ""
    setting: str = "paper"

    @property
    def name(self) -> str:
        how = f"/{self.combination}" if self.combination else ""
        return f"{self.engine}/{self.select}{how}/{self.setting}"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.name.replace("/", "_").replace("&", "-and-").replace("@", "-times-").replace(":", "-")


def heuristics(engine: str) -> list[Configuration]:
    """The engine with every heuristic."""
    names = dict.fromkeys((*PAPER_HEURISTICS, *SEEDS, *OWN_HEURISTICS))
    return [Configuration(engine, name) for name in names if engine != "value" or "@" not in name]


COMBINED: Final = {
    "PA": Configuration("predicate", "none"),
    "VA": Configuration("value", "none"),
    "VA + PA": Configuration("predicate+value", "none", "value-first"),
    "VA_sel + PA_sel": Configuration("predicate+value", "good&narrow", "value-first"),
    "(VA_sel + PA_sel)_sel": Configuration("predicate+value", "good&narrow", "together"),
    "PA, selected": Configuration("predicate", "good&narrow"),
    "VA, selected": Configuration("value", "good&narrow"),
}
OWN: Final = {
    "predicate, no selection": Configuration("predicate", DEFAULT, setting="own"),
    **{f"predicate, {name}": Configuration("predicate", name, setting="own") for name in ("none", "random", *DYNAMIC)},
    "predicate, none, breadth-first": Configuration("predicate", "none", setting="own-bfs"),
    "predicate, good&narrow, breadth-first": Configuration("predicate", "good&narrow", setting="own-bfs"),
    **{f"value, {name}": Configuration("value", name, setting="own") for name in ("none", "good&narrow")},
    "product, together": Configuration("predicate+value", DEFAULT, "together", "own"),
    "product, value-first": Configuration("predicate+value", DEFAULT, "value-first", "own"),
    "in turns": Configuration("predicate+value", DEFAULT, "in-turns", "own"),
}

TABLES: Final[Mapping[str, list[Configuration]]] = {
    "predicate": heuristics("predicate"),
    "value": heuristics("value"),
    "combined": list(COMBINED.values()),
    "own": list(OWN.values()),
}

Solved = Mapping[str, int]


def _row(*figures: int) -> Solved:
    return dict(zip(PAPER_HEURISTICS, figures, strict=True))


def _combined(*figures: int) -> Solved:
    return dict(zip(("PA", "VA + PA", "VA_sel + PA_sel", "(VA_sel + PA_sel)_sel"), figures, strict=True))


# Solved tasks of the paper's tables 1 to 3: per category how many tasks there were, and a figure a configuration.
PAPER: Final[Mapping[str, Mapping[str, tuple[int, Solved]]]] = {
    "predicate": {
        "all": (2827, _row(1139, 1259, 1301, 1284, 1134, 1289, 1253, 1225, 1258, 1328, 1363, 1339)),
        "ECA": (1140, _row(161, 252, 311, 243, 254, 314, 281, 246, 296, 295, 314, 314)),
        "ProductLines": (597, _row(325, 370, 330, 342, 298, 346, 312, 340, 351, 345, 345, 354)),
        "Sequentialized": (244, _row(42, 78, 66, 75, 64, 70, 61, 57, 64, 82, 81, 70)),
    },
    "value": {
        "all": (2638, _row(1740, 1656, 1630, 1761, 1524, 1689, 1608, 1663, 1729, 1626, 1774, 1718)),
        "ECA": (1140, _row(585, 491, 511, 573, 480, 510, 494, 521, 536, 524, 573, 510)),
        "ProductLines": (597, _row(458, 456, 361, 408, 359, 471, 356, 383, 489, 379, 421, 427)),
    },
    "combined": {
        "all": (3563, _combined(1824, 2300, 2384, 2384)),
        "ECA": (1140, _combined(160, 503, 521, 521)),
        "Loops": (120, _combined(80, 69, 68, 79)),
        "ProductLines": (597, _combined(325, 422, 404, 403)),
        "Sequentialized": (261, _combined(42, 118, 124, 120)),
    },
}
