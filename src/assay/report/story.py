"""What happened in a check, sentence by sentence, told from its records: for ``--explain``, and for reports.

It is told as it happens, in the words of a reader: who has its turn, what an exploration comes to, which path is no run
and what is learnt from it, how far a search came, how the evidence was checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from assay.core.words import counted
from assay.report.json import Record
from assay.report.methods import what_it_does
from assay.report.text import sizes

# Of what is learnt at once, so many facts are told; of a path, so many lines.
SHOWN_FACTS: Final = 6
SHOWN_LINES: Final = 12
# Who learns names of variables, and not formulas.
VALUES: Final = "value"
# What says how far a search has come, beside rounds and predicates.
_DISTANCES: Final = ("depth", "blocked", "frames", "clauses", "latches", "nodes", "transitions", "summaries")


class Story:
    """Hears records, and says what they mean when there is something to say."""

    def __init__(self) -> None:
        self._method = ""
        self._met: set[str] = set()
        self._had_turns: set[tuple[str, str]] = set()
        self._property = ""
        self._round = 0
        self._bound = 0
        self._told_bound = 0
        self._statistics: Mapping[str, Any] = {}
        self._before: Mapping[str, Any] = {}
        self._checking = False

    def hear(self, record: Record) -> Iterator[str]:
        """The sentences that follow from one more record."""
        self._statistics = record.get("statistics", self._statistics)
        if record["event"] == "bound":
            self._bound = max(self._bound, record["depth"])
            return
        if record["event"] in ("attempt", "explored", "verdict"):
            yield from self._come_to_bound()
        match record["event"]:
            case "model":
                yield _read(record)
            case "property":
                self._property = record["property"]
            case "speaking":
                self._method = record["method"]
            case "turn":
                yield from self._turn(record["method"])
            case "round":
                self._round = record["round"]
            case "explored":
                yield self._explored(record)
            case "refinement":
                yield _refuted(record)
            case "shown":
                yield _shown(record)
            case "attempt":
                yield self._attempt(record)
            case "phase":
                yield from self._phase(record["phase"])
            case "verdict":
                yield _verdict(record)
                self._checking = False

    def _turn(self, method: str) -> Iterator[str]:
        """A search begins; later turns about the same property are not told, its name says whose they are."""
        self._method, self._before = method, self._statistics
        if (method, self._property) not in self._had_turns:
            self._had_turns.add((method, self._property))
            words = what_it_does(method) if method not in self._met else ""
            self._met.add(method)
            yield f"{method}: the search begins{self._about()}{words and f'; it {words}'}"

    def _about(self) -> str:
        return f", about {self._property}" if self._property else ""

    def _explored(self, record: Record) -> str:
        known = record["statistics"]
        more = ", ".join(f"{known[name]:,} {name}" for name in ("covered", "pruned") if known.get(name))
        size = f": {counted(known['states'], 'abstract state')} so far" if known.get("states") else ""
        predicates = f" with {counted(known['predicates'], 'predicate')}" if known.get("predicates") else ""
        ends = {
            "proof": "no error is reachable in the abstraction",
            "alarm": f"an error seems reachable{_by(known.get('path_length', 0))}",
            "stuck": "the exploration came to no end",
        }
        whose = ", ".join(part for part in (self._method, f"round {self._round}" if self._round else "") if part)
        work = f"explores{predicates}{size}{f' ({more})' if more else ''}"
        return f"{f'{whose}: ' if whose else ''}{work}; {ends[record['outcome']]}"

    def _come_to_bound(self) -> Iterator[str]:
        if self._bound > self._told_bound:
            self._told_bound = self._bound
            yield f"there is no error within {counted(self._bound, 'step')}"

    def _attempt(self, record: Record) -> str:
        now, before = self._statistics, self._before
        # A turn that is over may be followed by another one: what ends for want of time is the whole check.
        outcome = "its turn is over" if record["outcome"] == "out of time" else record["outcome"]
        news = [f"{name} {now[name]:,}" for name in _DISTANCES if now.get(name) and now[name] != before.get(name)]
        far = ", ".join(part for part in news if part not in outcome)
        return f"{record['method']}, after {record['took']:.2f} s: {outcome}{f' ({far})' if far else ''}"

    def _phase(self, phase: str) -> Iterator[str]:
        if phase == "checking evidence" and not self._checking:
            self._checking = True
            yield "the evidence is checked by code that shares nothing with what found it"
        elif phase == "checking evidence" or phase == "done":
            return
        else:
            self._checking = False


def told(records: Sequence[Record]) -> list[str]:
    """The whole story."""
    story = Story()
    return [sentence for record in records for sentence in story.hear(record)]


def _read(record: Record) -> str:
    size = sizes(record)
    if record["locations"] > 1 or record["edges"] > 1:
        size += f", {counted(record['variables'], 'variable')}"
    names = record["properties"]
    wanted = names[0] if len(names) == 1 else counted(len(names), "property", "properties")
    kind = f" ({record['format']})" if record["format"] else ""
    return f"{record['file']}{kind} is read: {size}; to check: {wanted}"


def _by(length: int) -> str:
    return f" by {counted(length, 'step')}" if length else ""


def _refuted(record: Record) -> str:
    steps = [*record["path"], *record["end"]]
    numbers = [line for _, _, line in steps]
    lines = [
        number for place, number in enumerate(numbers) if number and number != (numbers[place - 1] if place else 0)
    ]
    shown = [str(line) for line in lines]
    if len(shown) > SHOWN_LINES:
        shown = [*shown[: SHOWN_LINES // 2], "...", *shown[-SHOWN_LINES // 2 :]]
    way = f" (lines {', '.join(shown)})" if shown else ""
    no_run = "no run takes this path" if record["shape"] == "path" else "nothing is derived like this"
    provider = record["provider"] or "the refiner"
    if provider == VALUES:
        return f"{no_run}{way}. From now on the values of these are followed: {_by_place(record)}"
    return f"{no_run}{way}. Learnt by {provider}: {_by_place(record) or 'nothing new in words'}"


def _by_place(record: Record) -> str:
    """What was learnt at each place, as much as a reader takes in; and how much more there is."""
    left = SHOWN_FACTS
    told = []
    for place, found in record["learnt"].items():
        if left > 0:
            told.append(f"at {place} {', '.join(found[:left])}")
        left -= len(found)
    more = record["left_out"] - min(left, 0)
    return "; ".join([*told, *([f"and {more} more"] if more else [])])


def _shown(record: Record) -> str:
    names = record["latches"]
    first = ", ".join(names[:SHOWN_FACTS]) + (
        f" and {len(names) - SHOWN_FACTS} more" if len(names) > SHOWN_FACTS else ""
    )
    layer = (
        f", for a layer of {counted(record['layer'], 'latch', 'latches')} cannot follow it" if record["layer"] else ""
    )
    return f"the design does not do that{layer}. From now on no longer hidden: {first}"


def _verdict(record: Record) -> str:
    why = record["reason"] if record["verdict"] == "unknown" else record["evidence"]
    return f"{record['property']} {'is ' if record['verdict'] != 'holds' else ''}{record['verdict']}: {why}"
