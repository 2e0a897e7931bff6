"""Of what is invariant together, the part that one bad state takes: its proof speaks of nothing else.

Begins with what excludes the bad state, and adds what each part of that needs to be preserved by a step, as cores of
unsatisfiability tell; the result is inductive by itself.  Cores need not be smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.explore.circuit.unrolling import Unrolled
from assay.solve.sat import OutOfTime

Clause = tuple[int, ...]
# The states that a step of the unrolling leads from, and to.
BEFORE: Final = 0
AFTER: Final = 1


def needed(circuit: Circuit, bad: int, clauses: Sequence[Clause], deadline: Deadline) -> list[Clause] | None:
    """Clauses over literals of ``circuit`` that are inductive and exclude ``bad``, of ``clauses`` that are and do.

    None, if it is seen that these are or do not, or if time runs out.
    """
    steps = Unrolled(circuit, from_anywhere=True)
    try:
        return _closed(steps, bad, list(dict.fromkeys(clauses)), deadline)
    except OutOfTime:
        return None
    finally:
        steps.sat.close()


def _closed(steps: Unrolled, bad: int, clauses: list[Clause], deadline: Deadline) -> list[Clause] | None:
    steps.extend()
    steps.extend()
    sat = steps.sat
    chosen = {}
    for clause in clauses:
        guard = sat.fresh()
        sat.add([-guard, *(steps.literal(literal, BEFORE) for literal in clause)])
        chosen[guard] = clause
    if sat.decide([*chosen, steps.literal(bad, BEFORE)], deadline):
        return None
    queue = [guard for guard in sat.core() if guard in chosen]
    kept = dict.fromkeys(queue)
    # Only steps that are taken satisfy the constraints; the bad state is none of those.
    steps.take_step(BEFORE)
    while queue:
        clause = chosen[queue.pop()]
        violated = [-steps.literal(literal, AFTER) for literal in clause]
        if sat.decide([*kept, *violated], deadline):
            if sat.decide([*chosen, *violated], deadline):
                return None
            more = [guard for guard in sat.core() if guard in chosen and guard not in kept]
            kept.update(dict.fromkeys(more))
            queue += more
    return [clause for guard, clause in chosen.items() if guard in kept]
