"""Engines in words: a list of all, or one with its options, their reasons, and its plan."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from assay.core.budget import FOREVER
from assay.core.events import ignore
from assay.core.model import Edge, Goal, Location, Ltl, Model, Safety
from assay.core.temporal import Atom, PathOperator, temporal
from assay.core.terms import TRUE, not_, variable
from assay.core.terms.sorts import BOOL
from assay.engines import plans
from assay.engines.catalogue import ENGINES, Engine
from assay.engines.options import Options, having, known, reason
from assay.engines.plans import Plan, Turn
from assay.engines.views import Views
from assay.explore.unfold.order import ORDERS
from assay.refine.selection.heuristics import HEURISTICS
from assay.solve.interpolation.providers import PROVIDERS

ORDERS_IN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bfs": "breadth-first",
        "dfs": "depth-first",
        "subsumer-first": "before the descendants of what a new state covers, else breadth-first (default)",
        "scc-subsumer-first": "component by component, subsumer-first inside",
    }
)
COLUMN: Final = 20
# Latches and gates of the designs that are shown as examples.
SIZE: Final = (50, 1000)


@dataclass(frozen=True)
class Paragraph:
    """Text behind a head, which further lines of it are aligned with."""

    indent: int
    head: str
    text: str = ""


def listed() -> Iterator[Paragraph]:
    """All engines, orders, selections and providers."""
    yield Paragraph(0, "engines (--engine); `assay engines NAME` explains one")
    for engine in ENGINES.values():
        yield _item(engine.name, engine.summary)
    yield Paragraph(0, "orders (--order), ", f"for {', '.join(having('order'))}")
    for name in ORDERS:
        yield _item(name, ORDERS_IN_WORDS[name])
    yield Paragraph(0, "selections (--select), ", f"joined by &, for {', '.join(having('select'))}")
    for heuristic in HEURISTICS.values():
        yield _item(heuristic.name, heuristic.summary)
    yield Paragraph(0, "interpolation (--interpolation), ", f"for {', '.join(having('interpolation'))}")
    yield Paragraph(2, "", ", ".join(PROVIDERS))


def explained(name: str) -> Iterator[Paragraph]:
    """One engine: what it does, of which inputs, its options with defaults and reasons, its plan, its paper."""
    known("engine", name, ENGINES)
    return _explained(ENGINES[name])


def _explained(engine: Engine) -> Iterator[Paragraph]:
    yield Paragraph(0, f"{engine.name}: ", engine.summary)
    yield _item("inputs", engine.inputs)
    yield _item("properties", "safety and temporal properties" if engine.temporal else "safety properties")
    if engine.paper:
        yield _item("paper", engine.paper)
    if engine.options.explains:
        yield _item("--explain", "prints the lines that are executed, numbered as in the paper")
    yield Paragraph(0, "options" if engine.options.names() else "options: none")
    for option in engine.options.names():
        yield _item(_written(option), _about(engine.options, option))
    for kind, plan in every_plan(engine.name).items():
        yield Paragraph(0, "plan", f"{kind and f' for {kind}'}: {_heading(plan)}")
        for turn in plan.turns:
            yield Paragraph(2, "", _turn(turn, plan))


def _item(head: str, text: str) -> Paragraph:
    return Paragraph(2, f"{head:<{COLUMN}}", text)


# -- options -----------------------------------------------------------------------------------------------------------


def _written(option: str) -> str:
    return option if option == "refiner" else f"--{option.replace('_', '-')}"


def _about(options: type[Options], option: str) -> str:
    choices, default = options.choices(option), options.default(option)
    shown = "off" if default is False else "none" if default in (None, "", ()) else str(default)
    values = f"{', '.join(choices)}: " if choices else ""
    return f"{values}{reason(options, option)} [default: {shown}]"


# -- plans -------------------------------------------------------------------------------------------------------------


def every_plan(name: str) -> Mapping[str, Plan]:
    """The plans of an engine by kind of input, where it has several."""
    engine = ENGINES[name]
    match name:
        case "auto":
            gates = plans.gates(*SIZE)
            runs = plans.fair_runs(*SIZE, diagrams="decision diagrams of runs", invariant=gates)
            return {
                "C programs": plans.PROGRAM,
                "C programs with floating-point numbers": plans.NUMERIC_PROGRAM,
                "C programs with calls of recursive functions": plans.CALLS,
                "Horn clauses and transition systems": plans.HORN,
                "Horn clauses with several predicates in a body": plans.DERIVATIONS,
                "nets": plans.NET,
                "hardware with few latches": gates,
                "temporal properties of such hardware": runs,
            }
        case "predicate+value":
            return {"C programs": plans.PROGRAM_BY_BOTH, "other inputs": plans.BY_BOTH}
        case "fixpoint":
            return {"nets": plans.NET_BY_FIXPOINTS, "other inputs": plans.alone("hybrid", "sets")}
    found = {"": _plan(engine, SAFE)}
    if engine.temporal is not None:
        found = {"safety": found[""], "temporal properties": _plan(engine, REPEATED)}
    return found


LATCH: Final = variable("latch", BOOL)
PLACE: Final = Location("place", (LATCH,))
SAFE: Final = Safety("safe", {PLACE: LATCH})
REPEATED: Final = Ltl("repeated", temporal(PathOperator.GLOBALLY, temporal(PathOperator.FINALLY, Atom(LATCH))))
DESIGN: Final = Model(PLACE, (Edge("step", PLACE, PLACE, TRUE, {LATCH: not_(LATCH)}),), not_(LATCH), (SAFE,))
"""A design that every engine but those for nets can look at."""


def _plan(engine: Engine, goal: Goal) -> Plan:
    return engine.plan(Views(DESIGN, goal, FOREVER, ignore), engine.options())


def _heading(plan: Plan) -> str:
    if plan.unit:
        return f"in rounds; a unit is {plan.unit:g} s in the first, and doubles from round to round"
    if len(plan.turns) == 1:
        return "one search"
    most = "" if math.isinf(plan.longest) else f" (of {plan.longest:g} s, if there are more)"
    return f"in turns, each a share of the time{most}"


def _turn(turn: Turn, plan: Plan) -> str:
    notes = list(_notes(turn, plan))
    view = f" ({turn.view})" if turn.view and turn.name == turn.search else ""
    return f"{turn.name}{view}{': ' if notes else ''}{', '.join(notes)}"


def _notes(turn: Turn, plan: Plan) -> Iterator[str]:
    if plan.unit:
        yield f"{turn.share:g} unit{'' if turn.share == 1 else 's'}"
    elif len(plan.turns) > 1:
        yield from ["all that is left"] if turn.share == 1 else [f"{turn.share:.0%}"] if turn.share else []
    if turn.least:
        yield f"{turn.least:g} s at least"
    if turn.most < math.inf:
        yield f"{turn.most:g} s in all at most"
    if turn.late:
        yield "not in the first round" if turn.late == 1 else f"not in the first {turn.late} rounds"
