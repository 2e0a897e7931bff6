"""Several properties as one, which one proof shows."""

from __future__ import annotations

from collections.abc import Iterable

from assay.core.evidence import Proof
from assay.core.model import Location, Safety
from assay.core.terms import FALSE, Term, or_


def joint(goals: Iterable[Safety], name: str = "all") -> Safety:
    """The property that holds exactly if all ``goals`` do: one proof serves them all, a run shows which is violated."""
    bad: dict[Location, Term] = {}
    for goal in goals:
        for place, formula in goal.bad.items():
            bad[place] = or_(bad.get(place, FALSE), formula)
    return Safety(name, bad)


def inducted(goal: Safety, proof: Proof) -> Safety:
    """The property that the proof shows: where it is by induction over several steps, that of the errors beside too."""
    return joint((goal, Safety("beside", proof.beside)), goal.name) if proof.depth and proof.beside else goal
