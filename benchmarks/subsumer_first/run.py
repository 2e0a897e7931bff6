"""One task of the comparison of orders: T2 (the whole loop) per order, then T1 (the first proof's predicates, once)."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Literal, cast

from assay.core.budget import Deadline
from assay.core.model import Model
from assay.core.roles import Alarm, Genuine, Proved, Stuck
from assay.domains.predicates.precision import Precision
from assay.engines.loop import rounds
from assay.explore.unfold.explorer import unfolding
from assay.explore.unfold.order import ORDERS
from assay.frontends.task import load
from assay.refine.paths.interpolate import Interpolation
from assay.transforms.prepare.standard import prepare

OUTCOMES: dict[type[Any], str] = {Proved: "proof", Genuine: "run", Alarm: "run", Stuck: "unknown"}


def main(file: str, abstraction: str, scope: str, seconds: float, orders: list[str]) -> None:
    kind = cast(Literal["cartesian", "boolean"], abstraction)
    model = load(file)
    aimed = prepare(model, model.properties[0], blocks="single", control_seconds=0, affine_seconds=0).model
    warm_up(aimed)
    sufficient: Precision | None = None
    for order in orders:
        deadline = Deadline.after(seconds)
        started = time.process_time()
        explorer = unfolding(aimed, order=ORDERS[order], abstraction=kind, deadline=deadline)
        last = list(rounds(explorer, Interpolation(aimed, deadline=deadline), Precision.empty(scope)))[-1]
        facts = {**explorer.counters(), "rounds": last.number, "predicates": last.precision.size}
        show("T2", order, OUTCOMES[type(last.end)], time.process_time() - started, facts)
        if sufficient is None and isinstance(last.end, Proved):
            sufficient = last.precision
    if sufficient is None:
        return
    for order in orders:
        started = time.process_time()
        explorer = unfolding(aimed, order=ORDERS[order], abstraction=kind, deadline=Deadline.after(seconds))
        outcome = explorer.explore(sufficient)
        facts = {**explorer.counters(), "rounds": 1, "predicates": sufficient.size}
        show("T1", order, OUTCOMES[type(outcome)], time.process_time() - started, facts)


def warm_up(model: Model) -> None:
    """One unmeasured round, so that the first order does not pay for loading what all of them use."""
    turns = rounds(unfolding(model), Interpolation(model, deadline=Deadline.after(2)), Precision.empty())
    next(turns)


def show(experiment: str, order: str, outcome: str, seconds: float, facts: dict[str, Any]) -> None:
    head = {"experiment": experiment, "order": order, "outcome": outcome, "seconds": round(seconds, 4)}
    print(json.dumps({**head, **facts}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5:])
