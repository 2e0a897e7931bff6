"""Reachable states of a circuit whose inputs choose among events, event by event, over decision diagrams.

A model of processes that take steps in turn has an input for each step that a process may take.  Where one is chosen,
most latches keep their values, so that the relation of the event speaks of the few others: it is small, and its image
is quick, where that of all events together is neither (disjunctive partitions: Burch, Clarke, Long, "Symbolic model
checking with partitioned transition relations", VLSI'91).  Each event goes on from all states that are known by then,
those of events before it included (chaining: Roig, Cortadella, Pastor, "Verification of asynchronous circuits by
BDD-based model checking of Petri nets", ICATPN 1995), so that rounds are few.

An event is one of the inputs of which at most one is 1 at a step, or none of them.  Runs that are found are not the
shortest.  Limit: relations of events that compute with wide words are large, too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from assay.core.budget import FOREVER, Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run
from assay.core.events import Listener, Progress, ignore
from assay.core.evidence import StateTable
from assay.solve.bdd import Diagram
from assay.spaces.circuit.space import Functions, later, node_of, now
from assay.transforms.circuit.choices import Chosen


@dataclass(frozen=True)
class Event:
    """The steps in which ``chosen`` is the only choice that is made: ``conditions`` hold, ``changes`` happen."""

    chosen: int | None
    conditions: tuple[int, ...]
    changes: dict[int, int]


def events_of(circuit: Circuit, choices: Sequence[int]) -> tuple[Circuit, list[Event]]:
    """The circuit with more gates, and the events that may change something: literals are of those."""
    constraints = circuit.constraints
    nexts = {latch.node: latch.next for latch in circuit.latches}
    chosen = Chosen(circuit, choices, (*constraints, *nexts.values()))
    events = []
    for choice in (None, *choices):
        literals = chosen.where(choice, (*constraints, *nexts.values()))
        limits, after = literals[: len(constraints)], literals[len(constraints) :]
        changes = {node: new for node, new in zip(nexts, after, strict=True) if new != 2 * node}
        if changes and 0 not in limits:
            events.append(Event(choice, tuple(limits), changes))
    return chosen.circuit(), events


def search_by_events(
    circuit: Circuit, bad: int, choices: Sequence[int], deadline: Deadline = FOREVER, announce: Listener = ignore
) -> StateTable | Run:
    """The reachable states, if none is bad; else a run to one.  Raises ``SolverFailure`` when time is over.

    Of the inputs ``choices`` no step that the constraints allow makes two 1.
    """
    return _Chain(circuit, bad, choices, deadline, announce).search()


class _Chain:
    """The search through one circuit."""

    def __init__(
        self, circuit: Circuit, bad: int, choices: Sequence[int], deadline: Deadline, announce: Listener
    ) -> None:
        self._circuit = circuit
        self._bad = bad
        self._choices = choices
        self._deadline = deadline
        self._announce = announce
        larger, events = events_of(circuit, choices)
        self._functions = Functions(larger, deadline)
        self._diagrams = self._functions.diagrams
        self._functions.declare((*circuit.inputs, *(latch.node for latch in circuit.latches)))
        self._inputs = {now(node) for node in circuit.inputs}
        self._steps = [_Image(self._functions, event, self._inputs) for event in events]
        self._goal = self._functions.literal(bad)

    def search(self) -> StateTable | Run:
        diagrams = self._diagrams
        goal = diagrams.exists(self._inputs, self._goal)
        reached = diagrams.false
        for number, (_, reached) in enumerate(self._events()):
            if reached & goal != diagrams.false:
                return self._run(number)
            if self._steps and number % len(self._steps) == 0:
                self._announce(Progress({"rounds": number // len(self._steps), "nodes": diagrams.live}))
        rows, root = diagrams.table(reached)
        return StateTable(tuple((node_of(name), low, high) for name, low, high in rows), root)

    def _initial(self) -> Diagram:
        circuit, diagrams = self._circuit, self._diagrams
        values = {now(latch.node): bool(latch.reset) for latch in circuit.latches if latch.reset is not None}
        return diagrams.exists(self._inputs, diagrams.cube(values) & self._functions.literal(circuit.initial))

    def _events(self) -> Iterator[tuple[_Image | None, Diagram]]:
        """What is reached at first, and after each event, until a round of all events adds nothing."""
        reached = self._initial()
        yield None, reached
        done = [self._diagrams.false for _ in self._steps]
        before = self._diagrams.false
        while reached != before:
            before = reached
            for number, step in enumerate(self._steps):
                self._functions.check_time()
                fresh = reached & ~done[number]
                done[number] = reached
                reached = reached | step.of(fresh)
                yield step, reached

    def _run(self, last: int) -> Run:
        """A run to a bad state, which the event of this number leads to.

        Most searches need no run, and to keep what was reached after each event would slow them down: so it is found
        again.
        """
        events = list(islice(self._events(), last + 1))
        reached = [states for _, states in events]
        state, inputs = self._picked(reached[last] & self._goal)
        steps = [inputs]
        where = self._since(state, reached)
        while where:
            step, _ = events[where]
            assert step is not None
            state, inputs = self._picked(reached[where - 1] & step.before(state))
            steps.append({**inputs, **step.inputs})
            where = self._since(state, reached[:where])
        return Run(state, tuple(reversed(steps)))

    def _since(self, state: Mapping[int, int], reached: Sequence[Diagram]) -> int:
        """After how many events the state, which is in the last of the growing sets, was reached first."""
        values = {now(node): bool(value) for node, value in state.items()}
        return bisect_left(
            reached, True, key=lambda states: self._diagrams.assign(values, states) == self._diagrams.true
        )

    def _picked(self, steps: Diagram) -> tuple[dict[int, int], dict[int, int]]:
        """A state and the inputs of some step of the set; what does not matter is 0, or as at reset."""
        found = self._diagrams.pick(steps)
        state = {latch.node: int(found.get(now(latch.node), bool(latch.reset))) for latch in self._circuit.latches}
        return state, {node: int(found.get(now(node), False)) for node in self._circuit.inputs}


class _Image:
    """The steps of one event: a relation of its inputs, of the latches that it changes and of what these depend on."""

    def __init__(self, functions: Functions, event: Event, inputs: set[str]) -> None:
        self.inputs = {} if event.chosen is None else {event.chosen: 1}
        self._diagrams = diagrams = functions.diagrams
        self._inputs = inputs
        self._nexts = {node: functions.literal(after) for node, after in event.changes.items()}
        self._condition = diagrams.true
        for part in event.conditions:
            self._condition = self._condition & functions.literal(part)
        self._quantified = {*inputs, *(now(node) for node in event.changes)}
        self._renamed = {later(node): now(node) for node in event.changes}
        self._relation = self._condition
        for node, after in self._nexts.items():
            functions.check_time()
            self._relation = self._relation & diagrams.equal(diagrams.variable(later(node)), after)

    def of(self, states: Diagram) -> Diagram:
        """Where the event leads from these states."""
        if states == self._diagrams.false:
            return states
        found = self._diagrams.and_exists(states, self._relation, self._quantified)
        return self._diagrams.rename(self._renamed, found)

    def before(self, state: Mapping[int, int]) -> Diagram:
        """The steps of the event that lead to one state."""
        steps = self._condition & self._diagrams.cube(
            {now(node): bool(value) for node, value in state.items() if node not in self._nexts}
        )
        for node, after in self._nexts.items():
            steps = steps & (after if state[node] else ~after)
        return steps
