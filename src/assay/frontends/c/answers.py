"""Properties of the competition: all checks of the kinds that one asks for, decided as one, and how its answer is told.

A task asks one question.  One proof answers it for all places of the program, and one run, whichever place it leads to;
the answer names the part of the property that the run violates: ``false(valid-deref)``.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from assay.core.evidence import NativeRun
from assay.core.model import Goal, Location, Model, Safety
from assay.core.terms import FALSE, Term, or_
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.frontends.c.checks import COMPETITION, Kind

UNREACH_CALL: Final = "unreach-call"
# The part of a property that a kind of error violates.
PARTS: Final = MappingProxyType(
    {kind: name for name, kind in COMPETITION.items()} | dict.fromkeys((Kind.ASSERTION, Kind.ERROR_CALL), UNREACH_CALL)
)


def together(model: Model, name: str, text: str) -> Model:
    """The model with its checks as one property; what proofs need besides stays."""
    parts = tuple(goal for goal in model.properties if not goal.auxiliary)
    bad: dict[Location, Term] = {}
    for goal in parts:
        for place, formula in goal.bad.items():
            bad[place] = or_(bad.get(place, FALSE), formula)
    asked = Safety(name, bad, text, parts=tuple(goal for goal in parts if goal.kind))
    return replace(model, properties=(asked, *(goal for goal in model.properties if goal.auxiliary)))


def answer(goal: Goal, verdict: Verdict) -> str:
    """What the competition calls the verdict: ``true``, ``unknown``, or ``false`` with the part that is violated."""
    match verdict:
        case Holds():
            return "true"
        case Unknown():
            return "unknown"
        case Violated(NativeRun(_, kind)):
            return f"false({PARTS[Kind(kind)] if kind else goal.name})"
        case Violated() as violated if isinstance(goal, Safety):
            part = goal.at(violated.trace.edges[-1].target)
            return f"false({PARTS[Kind(part.kind)] if part.kind else goal.name})"
        case _:
            return "false"
