"""Interpolants by exact images along a reduced chain: weakest preconditions backward, strongest posts forward.

On a chain cut down to an unsatisfiable core the images stay small and talk only about what matters.  Weakest
preconditions relate symbols (``y = x``) where strongest posts compute values (``x = 2 and y = 2``).
Known limits: images are exact, so they may grow, and what definitions do not eliminate needs quantifier elimination.
"""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.terms import FALSE, TRUE, conjunction, not_
from assay.solve.interpolation.elimination import eliminated
from assay.solve.interpolation.port import Chain, Interpolants


def by_weakest_precondition(chain: Chain, deadline: Deadline) -> Interpolants:
    """I_i says that no execution of the steps from i on is possible: the weakest interpolants."""
    backward = [FALSE]
    for position in range(len(chain) - 1, 0, -1):
        failing = eliminated((*chain.steps[position], not_(backward[-1])), chain.shared[position], deadline)
        backward.append(not_(conjunction(failing)))
    return (TRUE, *reversed(backward)) if len(chain) else (TRUE,)


def by_strongest_post(chain: Chain, deadline: Deadline) -> Interpolants:
    """I_i describes what the steps before i can reach: the strongest interpolants."""
    forward = [TRUE]
    for position in range(len(chain) - 1):
        reached = eliminated((forward[-1], *chain.steps[position]), chain.shared[position + 1], deadline)
        forward.append(conjunction(reached))
    return (*forward, FALSE) if len(chain) else (TRUE,)
