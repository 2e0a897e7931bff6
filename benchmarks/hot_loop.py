"""How fast is exploration?  Theorem-prover queries per second on the bakery algorithm, with a profile on request.

    python benchmarks/hot_loop.py [--processes 3] [--repeat 3] [--rounds] [--profile]

The model is the bakery with tickets taken in one step: one location per combination of program counters.  The
predicates are fixed and suffice, so one exploration proves mutual exclusion; every row starts from nothing, its solvers
included.  With ``--rounds`` the predicates arrive one by one and each arrival explores again, as refinement would do.
Times are processor time, the best of the repetitions; *in prover* is the part of it spent in queries.
"""

from __future__ import annotations

import argparse
import cProfile
import itertools
import pstats
import time
from collections.abc import Sequence

from assay.core.model import Edge, Location, Model, Safety
from assay.core.roles import Proved
from assay.core.terms import TRUE, Term, add, and_, eq, ge, integer, le, lt, variable
from assay.core.terms.sorts import INT
from assay.domains.predicates.domain import Kind, PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.explore.unfold.explorer import Unfold
from assay.explore.unfold.order import ORDERS, Order
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

ZERO = integer(0)


def bakery(processes: int) -> Model:
    """Each process is idle, waits with a ticket above all others, or is critical; two critical ones are the error."""
    tickets = tuple(variable(f"t{i}", INT) for i in range(processes))
    place = {pcs: Location("".join(pcs), tickets) for pcs in itertools.product("iwc", repeat=processes)}
    error = Location("error", tickets)
    edges: list[Edge] = []

    def step(source: tuple[str, ...], i: int, pc: str, guard: Term, updates: dict[Term, Term]) -> None:
        target = (*source[:i], pc, *source[i + 1 :])
        goal = error if target.count("c") > 1 else place[target]
        edges.append(Edge(f"{''.join(source)}-{i}-{len(edges)}", place[source], goal, guard, updates))

    for pcs in place:
        if pcs.count("c") > 1:
            continue
        for i, pc in enumerate(pcs):
            others = [tickets[j] for j in range(processes) if j != i]
            mine = tickets[i]
            if pc == "i":
                for largest in others:
                    guard = and_(*(ge(largest, other) for other in others))
                    step(pcs, i, "w", guard, {mine: add(largest, integer(1))})
            elif pc == "w":
                for chosen in itertools.product((True, False), repeat=len(others)):
                    cases = (eq(o, ZERO) if zero else lt(mine, o) for o, zero in zip(others, chosen, strict=True))
                    step(pcs, i, "c", and_(*cases), {})
            else:
                step(pcs, i, "i", TRUE, {mine: ZERO})
    initial = and_(*(eq(ticket, ZERO) for ticket in tickets))
    return Model(place[("i",) * processes], tuple(edges), initial, (Safety("mutual exclusion", {error: TRUE}),))


def predicates(model: Model) -> list[Term]:
    """Signs of tickets and their order."""
    tickets = model.entry.variables
    found = [le(ticket, ZERO) for ticket in tickets] + [lt(ticket, ZERO) for ticket in tickets]
    return found + [compare(a, b) for a, b in itertools.combinations(tickets, 2) for compare in (lt, le)]


class TimedSolver(Z3Solver):
    """z3 with a stop watch."""

    spent = 0.0

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        start = time.process_time()
        try:
            return super().check(assumptions, seconds=seconds)
        finally:
            TimedSolver.spent += time.process_time() - start


def measure(model: Model, order: Order, kind: Kind, *, rounds: bool) -> dict[str, float]:
    """One proof from nothing."""
    found = predicates(model)
    lengths = range(len(found) + 1) if rounds else (len(found),)
    precisions = [Precision.empty("global").extended({model.entry: found[:length]}) for length in lengths]
    explorer = Unfold(model, PredicateAbstraction(model, TimedSolver, kind=kind), order)
    TimedSolver.spent = 0.0
    start = time.process_time()
    outcomes = [explorer.explore(precision) for precision in precisions]
    seconds = time.process_time() - start
    assert isinstance(outcomes[-1], Proved), outcomes[-1]
    return {**explorer.counters(), "seconds": seconds, "prover": TimedSolver.spent}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--rounds", action="store_true")
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    model = bakery(arguments.processes)
    print(f"bakery-{arguments.processes}: {len(model.locations)} locations, {len(model.edges)} edges")
    counted = ("queries", "generated", "states", "expansions", "covered", "pruned", "skipped")
    print(f"| order | abstraction | seconds | in prover | queries/s | {' | '.join(counted)} |")
    print("|---" * (len(counted) + 5) + "|")
    kinds: tuple[Kind, ...] = ("cartesian", "boolean")
    for kind, order in itertools.product(kinds, ORDERS.values()):
        runs = [measure(model, order, kind, rounds=arguments.rounds) for _ in range(arguments.repeat)]
        best = min(runs, key=lambda run: run["seconds"])
        columns = " | ".join(f"{best[name]:,}" for name in counted)
        rate = best["queries"] / best["seconds"]
        share = best["prover"] / best["seconds"]
        print(f"| {order.name} | {kind} | {best['seconds']:.3f} | {share:.0%} | {rate:,.0f} | {columns} |")
    if arguments.profile:
        profile = cProfile.Profile()
        profile.runcall(measure, model, ORDERS["subsumer-first"], "cartesian", rounds=arguments.rounds)
        pstats.Stats(profile).sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
