"""What only recordings have of what algorithms announce: graphs of abstract states, and paths that were refuted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from assay.core.events import PathRefuted, Unfolded
from assay.core.evidence import Tree
from assay.core.model import Edge
from assay.core.terms import TRUE, Term
from assay.report.infix import infix

# A longer formula is told by its beginning; so are longer names, where machines make them.
FORMULA_WIDTH: Final = 240
NAME_WIDTH: Final = 120
# Of what one refinement learns, so many facts are told; of a path, so many steps at either end.
MOST_FACTS: Final = 200
MOST_STEPS: Final = 200


def graph_record(event: Unfolded) -> Mapping[str, Any]:
    """The graph that an exploration left behind; a state that says nothing is true."""
    return {
        "event": "graph",
        "states": [
            {
                "number": state.number,
                "place": short(state.location),
                "says": "" if state.state is None else formula(state.state),
                "creators": list(state.creators),
                "by": short(state.edge),
                "status": state.status,
                "heir": state.heir,
                "turn": state.turn,
                "ahead": state.ahead,
            }
            for state in event.states
        ],
        "covered": [[source, short(edge), cover] for source, edge, cover in event.covered],
        "left_out": event.left_out,
    }


def refinement_record(event: PathRefuted) -> Mapping[str, Any]:
    """A path that no run takes, step by step, and what is learnt from it, place by place."""
    edges = event.path.edges
    learnt = dict(_some(event.predicates))
    total = sum(len(facts) for facts in event.predicates.values())
    return {
        "event": "refinement",
        "length": len(event.path),
        "shape": "tree" if isinstance(event.path, Tree) else "path",
        "path": [_step(edge) for edge in (edges if len(edges) <= 2 * MOST_STEPS else edges[:MOST_STEPS])],
        "end": [_step(edge) for edge in (() if len(edges) <= 2 * MOST_STEPS else edges[-MOST_STEPS:])],
        "provider": event.provider,
        "learnt": learnt,
        "left_out": total - sum(len(facts) for facts in learnt.values()),
    }


def _step(edge: Edge) -> list[Any]:
    """The name of an edge, where it leads, and the line where it stands; 0 is none."""
    return [short(edge.name), short(edge.target.name), edge.origin.line if edge.origin is not None else 0]


def _some(predicates: Mapping[str, Iterable[Term]]) -> Iterable[tuple[str, list[str]]]:
    left = MOST_FACTS
    for place, facts in predicates.items():
        told = [formula(fact) for fact in list(facts)[:left]]
        left -= len(told)
        if told:
            yield short(place), told


def formula(term: Term) -> str:
    if term is TRUE:
        return "true"
    text = infix(term, FORMULA_WIDTH)
    return "(a long formula)" if text is None else text


def short(name: str) -> str:
    return name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 3]}..."
