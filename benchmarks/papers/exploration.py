"""Exploration orders on one task, as in the two experiments of Rybalchenko and Singh: a run of a campaign.

    python exploration.py FILE T1|T2 ORDERS ABSTRACTION SCOPE SECONDS

T2 is the whole loop from no predicates, with the one order that ORDERS names.  T1 is one exploration with predicates
that suffice: those that the loop ended with, breadth-first.  They take long to find, so one run finds them once and
explores with each of ORDERS (``bfs,subsumer-first``), for which figures are then told: ``bfs.posts``.  SECONDS of
processor time are for each loop and each exploration.

Single-block encoding, restart, no template bounds, no seeds: what differs is the order alone.  ``-literal`` behind an
order: pruned nodes are expanded too, as the paper writes it.  C programs are read over unbounded integers, so this
measures explorations, and verifies no program.

Prints ``proof``, ``run`` or ``unknown``, and figures as ``name=value``; seconds are of processor time.  T1 explores
twice: ``exploring`` is the time of the first exploration, with all the solver's work, ``stepping`` that of the second
one, whose answers are all known, so that nothing but the steps of the exploration is measured.  ``posts`` are abstract
successors asked for, whether known or not: the theorem-prover calls of a tool without a cache are proportional to them.
``fresh_posts`` are those that a cache of answers leaves: each edge and abstract state once in an exploration.
``queries`` are calls of the solver, which answers about parts of states save as well.  An order that is cut off has no
figures but ``ORDER.unfinished``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal, cast

from assay.core.budget import Deadline
from assay.core.errors import AssayError, Unsupported
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
LITERAL = "-literal"
BASELINE = "bfs"
QUERY_SECONDS = 2.0
PREPARING = 100.0
FIRST_ROUND = 2.0


class Counted(PredicateAbstraction):
    """Predicate abstraction that counts what it is asked, and what of that is new since the precision changed."""

    posts = 0
    fresh_posts = 0

    def adopt(self, precision: Precision, /) -> bool:
        self._asked: set[tuple[Edge, Cube, tuple[Cube, ...]]] = set()
        return super().adopt(precision)

    def post(self, edge: Edge, cube: Cube, /, *uses: Cube) -> Sequence[Cube]:
        self.posts += 1
        question = (edge, cube, uses)
        if question not in self._asked:
            self._asked.add(question)
            self.fresh_posts += 1
        return super().post(edge, cube, *uses)

    @property
    def asked(self) -> dict[str, int]:
        return {"posts": self.posts, "fresh_posts": self.fresh_posts}


class Exploring:
    """A model that is explored in one order or another."""

    def __init__(self, model: Model, abstraction: str, scope: str) -> None:
        self.model = model
        self.abstraction = cast(Literal["cartesian", "boolean"], abstraction)
        self.scope = scope

    def explorer(self, order: str, limit: Deadline) -> tuple[Unfold[Precision, Cube], Counted]:
        domain = Counted(self.model, Z3Solver, kind=self.abstraction, seconds=QUERY_SECONDS)
        options = Options(skip_pruned=not order.endswith(LITERAL))
        return Unfold(self.model, domain, ORDERS[order.removesuffix(LITERAL)], options, deadline=limit), domain

    def loop(self, order: str, seconds: float) -> tuple[str, Precision, dict[str, float]]:
        """T2: how the whole loop ends, with which predicates, and what it took."""
        started = time.process_time()
        deadline = Deadline(started + seconds, time.process_time)
        unfold, domain = self.explorer(order, deadline)
        start = Precision.empty(self.scope)
        last = list(rounds(unfold, Interpolation(self.model, deadline=deadline), start))[-1]
        spent = time.process_time() - started
        facts = {"rounds": last.number, "predicates": last.precision.size, **domain.asked, "exploring": spent}
        return OUTCOMES[type(last.end)], last.precision, {**unfold.counters(), **facts}

    def once(self, order: str, precision: Precision, seconds: float) -> tuple[str, dict[str, float]]:
        """T1: how one exploration with these predicates ends, and what it and its repetition took."""
        started = time.process_time()
        unfold, domain = self.explorer(order, Deadline(started + seconds, time.process_time))
        outcome = unfold.explore(precision)
        spent = time.process_time() - started
        facts = {**unfold.counters(), "predicates": precision.size, **domain.asked, "exploring": spent}
        if isinstance(outcome, Proved):
            unfold.explore(precision)
            facts["stepping"] = time.process_time() - started - spent
        return OUTCOMES[type(outcome)], facts


def main(file: str, experiment: str, orders: str, abstraction: str, scope: str, seconds: float) -> None:
    model = read(file)
    aimed = prepare(
        model, model.properties[0], blocks="single", control_seconds=0, affine_seconds=0, seconds=PREPARING
    ).model
    warm_up(aimed)
    exploring = Exploring(aimed, abstraction, scope)
    told({"locations": len(aimed.locations)})
    if experiment == "T2":
        outcome, _, facts = exploring.loop(orders, seconds)
        print(outcome)
        told(facts)
    else:
        one_exploration(exploring, orders.split(","), seconds)


def one_exploration(exploring: Exploring, orders: Sequence[str], seconds: float) -> None:
    """T1 with each of the orders."""
    outcome, precision, facts = exploring.loop(BASELINE, seconds)
    told({"rounds": facts["rounds"], "predicates": facts["predicates"], "finding": facts["exploring"]})
    if outcome != "proof":
        print("unknown: no predicates that suffice are found in time")
        return
    proved = 0
    for order in orders:
        outcome, facts = exploring.once(order, precision, seconds)
        if outcome == "proof":
            proved += 1
            told({f"{order}.{name}": value for name, value in facts.items()})
        else:
            told({f"{order}.unfinished": 1})
    print("proof" if proved else "unknown: no order came to an end in time")


def told(facts: Mapping[str, float]) -> None:
    """Figures are told at once, so that a run that is cut off keeps those it has."""
    for name, value in facts.items():
        print(f"{name}={value:.6g}", flush=True)


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
    """One unmeasured round, so that the first exploration does not pay for loading what it uses."""
    turns = rounds(unfolding(model), Interpolation(model, deadline=Deadline.after(FIRST_ROUND)), Precision.empty())
    next(turns)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:6], float(sys.argv[6]))
    except AssayError as reason:
        sys.exit(f"error: {reason}")
