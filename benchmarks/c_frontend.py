"""How fast are C programs read?  Edges per second and peak memory, each file in a process of its own.

    python benchmarks/c_frontend.py FILE... [--model ILP32] [--conditions whole] [--repeat 3]

Times are processor time, the best of the repetitions, from the text of the file to the finished model; *nodes* are the
nodes of clang's syntax tree in the file, for comparison of files whose conditions differ in size.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from pathlib import Path


def measure(file: str, model: str, conditions: str, repeat: int) -> tuple[int, int, int, float, int]:
    """Edges, locations, nodes, seconds, and peak memory in megabytes."""
    from assay.frontends.c import Conditions, DataModel, read_c
    from assay.frontends.c.text.dialect import parse

    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        result = read_c(file, model, conditions=Conditions(conditions))
        best = min(best, time.process_time() - started)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    unit = parse(file, Path(file).read_bytes(), DataModel(model))
    nodes, stack = 0, [unit.root]
    while stack:
        children = unit.children(stack.pop())
        nodes += len(children)
        stack += children
    return len(result.edges), len(result.locations), nodes, best, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--model", default="ILP32", choices=("ILP32", "LP64"))
    parser.add_argument("--conditions", default="whole", choices=("whole", "split"))
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    print(f"{'edges':>8} {'locations':>9} {'nodes':>8} {'seconds':>8} {'edges/s':>8} {'nodes/s':>8} {'MB':>5}  file")
    for file in arguments.files:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            row = pool.apply(measure, (file, arguments.model, arguments.conditions, arguments.repeat))
        edges, locations, nodes, seconds, memory = row
        speeds = f"{edges / seconds:8.0f} {nodes / seconds:8.0f}"
        print(f"{edges:8} {locations:9} {nodes:8} {seconds:8.2f} {speeds} {memory:5}  {Path(file).name}")


if __name__ == "__main__":
    main()
