"""Abstract transitions of the value analysis per second of processor time, with every variable tracked.

    python benchmarks/speed_of_values.py FILE [SECONDS]

Single blocks, one condition an edge: the most transitions that a program has.  A transition is one abstract successor
that was computed and looked up among those that are known.
"""

from __future__ import annotations

import sys
import time

from assay.core.budget import Deadline
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.explore.unfold.value_search import ValueSearch
from assay.frontends.c import Conditions, read_c
from assay.transforms.prepare.standard import prepare


def main(file: str, seconds: float) -> None:
    model = read_c(file, conditions=Conditions.SPLIT)
    aimed = prepare(model, model.properties[0], blocks="single", control_seconds=0, affine_seconds=0).model
    search = ValueSearch(aimed, ValueAbstraction(aimed), Deadline.after(seconds))
    everything = ValuePrecision.empty("global").extended({place: place.variables for place in aimed.locations})
    started = time.process_time()
    outcome = search.explore(everything)
    elapsed = time.process_time() - started
    rate = search.transitions / elapsed
    print(f"{type(outcome).__name__}: {search.transitions} transitions in {elapsed:.2f} s, {rate:,.0f} a second")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10.0)
