"""Finite graphs on which the fixpoint methods differ, as files, with a table of the right answers.

    python families.py FOLDER [NUMBER [STATES]]

Writes F-5, F-10, F-20, F-40 and F-80: two chains of K states, one of which needs the forward and the other the backward
view, so that CGR and its dual refine K - 1 times and FBAR never.  And as many random graphs as NUMBER says, 20 by
default, of so many STATES, 16 by default, each with up to five random sets.  FOLDER/verdicts.csv is what a campaign
takes; its answers are those of exact search.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from assay.core.bits import ones
from assay.spaces.finite.explicit import Graph

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
from random_systems import random_graph
from systems import family

SIZES: Final = (5, 10, 20, 40, 80)


def main(folder: Path, number: int, states: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["path,expected,category"]
    for size in SIZES:
        example = family.listed(size)
        rows.append(written(folder / f"F-{size}.graph", example.graph, example.members, "F"))
    source = random.Random(states)
    for count in range(number):
        graph, members = random_graph(source, states)
        rows.append(written(folder / f"random-{states}-{count}.graph", graph, members, "random"))
    (folder / "verdicts.csv").write_text("\n".join(rows) + "\n")


def written(path: Path, graph: Graph, members: Iterable[int], category: str) -> str:
    """Writes the graph with its sets; its row of the table."""
    lines = [
        "graph",
        f"states {numbers(graph.states)}",
        f"initial {numbers(graph.initial)}",
        f"bad {numbers(graph.bad)}",
        "steps " + " ".join(f"{source}>{target}" for source, target in graph.transitions),
        *(f"set s{place} = {numbers(member)}" for place, member in enumerate(members)),
    ]
    path.write_text("\n".join(line.rstrip() for line in lines) + "\n")
    holds = not graph.system.reachable(graph.initial, graph.states) & graph.bad
    return f"{path.name},{str(holds).lower()},{category}"


def numbers(states: int) -> str:
    return " ".join(map(str, ones(states)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: families.py FOLDER [NUMBER [STATES]]")
    count, states = [*map(int, sys.argv[2:]), *(20, 16)[len(sys.argv) - 2 :]]
    main(Path(sys.argv[1]), count, states)
