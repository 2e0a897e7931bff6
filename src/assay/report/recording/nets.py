"""A Petri net for a drawing: its places and transitions, as many as a picture holds, and their arcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from assay.core.evidence import Trace
from assay.core.terms.evaluate import Value
from assay.report.recording.announced import short
from assay.spaces.nets.net import Net
from assay.spaces.nets.rules import Rule

# A picture of more is no help: those that the run needs come first.
MOST_RULES: Final = 60
MOST_PLACES: Final = 80


def net_record(net: Net, trace: Trace) -> dict[str, Any]:
    """Places by number, each transition with what it takes and gives, and the marking after every step."""
    rules = _first(net.rules, trace)
    used = sorted({place for rule in rules for place in (*rule.lower, *rule.changes)})[:MOST_PLACES]
    index = {place: number for number, place in enumerate(used)}
    symbols = [net.places[place] for place in used]
    return {
        "places": [short(symbol.name) for symbol in symbols],
        "transitions": [_transition(rule, index) for rule in rules],
        "markings": [[_count(state[symbol]) for symbol in symbols] for state in trace.states],
        "fired": [short(edge.name) for edge in trace.edges],
        "left_out": {"places": len(net.places) - len(used), "transitions": len(net.rules) - len(rules)},
    }


def _first(rules: Sequence[Rule], trace: Trace) -> list[Rule]:
    fired = {edge.name for edge in trace.edges}
    return sorted(rules, key=lambda rule: rule.edge.name not in fired)[:MOST_RULES]


def _count(value: Value) -> int:
    assert isinstance(value, int)
    return int(value)


def _transition(rule: Rule, index: dict[int, int]) -> dict[str, Any]:
    """Arcs in and out, with weights; where all tokens of a place move to another one, from where to where."""
    moves = {
        (source, place)
        for place, (flows, _) in rule.changes.items()
        for source in flows
        if source != place and source in index and place in index
    }
    taken = {place: count for place, count in rule.lower.items() if place in index and count}
    given: dict[int, int] = {}
    for place in {*rule.lower, *rule.changes} & set(index):
        flows, more = rule.changes.get(place, ({place: 1}, 0))
        kept = rule.lower.get(place, 0) if place in flows else 0
        if kept + more > 0:
            given[place] = kept + more
    return {
        "name": short(rule.edge.name),
        "takes": [[index[place], count] for place, count in sorted(taken.items())],
        "gives": [[index[place], count] for place, count in sorted(given.items())],
        "moves": [[index[source], index[place]] for source, place in sorted(moves)],
    }
