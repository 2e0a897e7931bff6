"""One task of the comparison of orders: T2 (the whole loop) per order, then T1 (the first proof's predicates, once).

C programs are read over unbounded integers.  Limits and seconds are processor time.  T1 explores twice: ``seconds`` is
the time of the first exploration, with all the solver's work, ``steps`` that of the second one, whose answers are all
known, so that nothing but the steps of the exploration is measured.  ``posts`` are abstract successors asked for,
whether known or not: the theorem-prover calls of a tool without a cache are proportional to them.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from typing import Any, Literal, cast

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.model import Edge, Model
from assay.core.roles import Alarm, Genuine, Proved, Stuck
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.engines.loop import rounds
from assay.explore.unfold.explorer import Options, Unfold, unfolding
from assay.explore.unfold.order import ORDERS
from assay.frontends import text
from assay.frontends.c import read_c
from assay.frontends.task import data_model_of, load
from assay.refine.paths.interpolate import Interpolation
from assay.solve.z3.solver import Z3Solver
from assay.transforms.prepare.standard import prepare

OUTCOMES: dict[type[Any], str] = {Proved: "proof", Genuine: "run", Alarm: "run", Stuck: "unknown"}
LITERAL = "-literal"  # behind the name of an order: pruned nodes are expanded too
QUERY_SECONDS = 2.0
PREPARING = 100.0


class Counted(PredicateAbstraction):
    """Predicate abstraction that counts what it is asked."""

    posts = 0

    def post(self, edge: Edge, cube: Cube, /, *uses: Cube) -> Sequence[Cube]:
        self.posts += 1
        return super().post(edge, cube, *uses)


def main(file: str, abstraction: str, scope: str, seconds: float, orders: list[str]) -> None:
    kind = cast(Literal["cartesian", "boolean"], abstraction)
    model = read(file)
    aimed = prepare(
        model, model.properties[0], blocks="single", control_seconds=0, affine_seconds=0, seconds=PREPARING
    ).model
    warm_up(aimed)
    sufficient: Precision | None = None

    def explorer(order: str, limit: Deadline) -> tuple[Unfold[Precision, Cube], Counted]:
        domain = Counted(aimed, Z3Solver, kind=kind, seconds=QUERY_SECONDS)
        options = Options(skip_pruned=not order.endswith(LITERAL))
        return Unfold(aimed, domain, ORDERS[order.removesuffix(LITERAL)], options, deadline=limit), domain

    for order in orders:
        started = time.process_time()
        deadline = Deadline(started + seconds, time.process_time)
        unfold, domain = explorer(order, deadline)
        last = list(rounds(unfold, Interpolation(aimed, deadline=deadline), Precision.empty(scope)))[-1]
        facts = {"rounds": last.number, "predicates": last.precision.size, "posts": domain.posts}
        show("T2", order, OUTCOMES[type(last.end)], time.process_time() - started, {**unfold.counters(), **facts})
        if sufficient is None and isinstance(last.end, Proved):
            sufficient = last.precision
    if sufficient is None:
        return
    for order in orders:
        started = time.process_time()
        unfold, domain = explorer(order, Deadline(started + 2 * seconds, time.process_time))
        outcome = unfold.explore(sufficient)
        spent = time.process_time() - started
        facts = {**unfold.counters(), "rounds": 1, "predicates": sufficient.size, "posts": domain.posts}
        unfold.explore(sufficient)
        again = time.process_time() - started - spent
        show("T1", order, OUTCOMES[type(outcome)], spent, {**facts, "steps": round(again, 4)})


def read(file: str) -> Model:
    """The model of a file, with numbers for the vectors of a C program."""
    if not file.endswith((".c", ".i")):
        return load(file)
    numbers = read_c(file, data_model_of(text.read(file).text)).origin.integers
    model = numbers() if numbers is not None else None
    if model is None:
        raise Unsupported("the program cannot be read over integers")
    return model


def warm_up(model: Model) -> None:
    """One unmeasured round, so that the first order does not pay for loading what all of them use."""
    turns = rounds(unfolding(model), Interpolation(model, deadline=Deadline.after(2)), Precision.empty())
    next(turns)


def show(experiment: str, order: str, outcome: str, seconds: float, facts: dict[str, Any]) -> None:
    head = {"experiment": experiment, "order": order, "outcome": outcome, "seconds": round(seconds, 4)}
    print(json.dumps({**head, **facts}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5:])
