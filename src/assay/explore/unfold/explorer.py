"""Unfold a model in an abstract domain until the error appears or everything is covered.

Subsumer-first exploration and its relatives: when a new state strictly covers older nodes, these are pruned, their
subtrees are kept, and the order decides where the new node waits.  The covered test comes first, the error is tested
when a state is generated, counterexamples follow creators.  Re-exploration after refinement is *restart* or *lazy*:
lazy removes what was created below the first node of the last alarm whose precision changed, and whoever lost a child
thereby is expanded again.  Before a lazy alarm is raised, stale nodes on its way are renewed too, so that every alarm
stands at the current precision.

A step that uses further states is taken when the last of its premises is expanded, with every choice of expanded nodes
for the others: so each choice is made once (HSF: Grebenshchikov, Lopes, Popeea, Rybalchenko, PLDI 2012).  What waits
are nodes as ever, and an order does with them what it always does: a node is a descendant of each of its premises.

Limits: the error must be a location (transform ``aim``); nodes orphaned by a lazy cut stay, which is sound but may keep
more than a restart would.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final, Generic, Literal, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Counters, Explored, Listener, Progress, ignore, listens_closely
from assay.core.evidence import Path, Proof, Tree
from assay.core.model import Edge, Location, Model
from assay.core.roles import Alarm, Proved, Stuck, outcome
from assay.core.terms import FALSE, TRUE
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import Kind, PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.transfer import Transfer
from assay.explore.unfold.agenda import Agenda
from assay.explore.unfold.coverage import Coverage
from assay.explore.unfold.debug import check_antichain, check_children, check_generated, check_nodes
from assay.explore.unfold.diary import Diary, worth_telling
from assay.explore.unfold.graph import (
    LIVE,
    PRUNED,
    Node,
    ancestry,
    created_from,
    link,
    remove,
    representative,
    take_over,
    tree_to,
)
from assay.explore.unfold.joins import choices
from assay.explore.unfold.order import SUBSUMER_FIRST, Order
from assay.solve.z3.solver import Z3Solver

P = TypeVar("P")
S = TypeVar("S", bound=Hashable)

Reexploration = Literal["restart", "lazy"]

PROGRESS_SECONDS: Final = 0.2
QUERY_SHARE: Final = 0.05  # of the time there is
QUERY_SECONDS: Final = 2.0  # a query that takes longer is not worth waiting for: the abstraction just gets coarser


@dataclass(frozen=True)
class Options:
    """How to explore.  Defaults: pruned nodes are skipped, which is most of the gain and never loses anything."""

    reexploration: Reexploration = "restart"
    skip_pruned: bool = True  # False: the literal reading, which expands pruned nodes too
    abort_pruned: bool = False  # True: stop expanding a node that one of its own successors prunes
    debug: bool = False  # True: assert the invariants after each expansion, which is slow


@dataclass(slots=True)
class Totals:
    """What the explorer counts, over all its explorations."""

    expansions: int = 0
    generated: int = 0
    covered: int = 0
    pruned: int = 0
    skipped: int = 0
    front_inserts: int = 0
    states: int = 0
    max_queue: int = 0
    renewed: int = 0
    removed: int = 0


DEFAULT: Final = Options()


class Unfold(Generic[P, S]):
    """Explorer by unfolding: ``explore`` gives a proof, or a path to the error that the abstraction cannot refute."""

    def __init__(
        self,
        model: Model,
        transfer: Transfer[P, S],
        order: Order = SUBSUMER_FIRST,
        options: Options = DEFAULT,
        announce: Listener = ignore,
        deadline: Deadline = FOREVER,
        watch: Callable[[Node[S]], None] | None = None,
    ) -> None:
        """``watch`` is shown each node just before it is expanded."""
        self._model = model
        self._watch = watch
        self._transfer = transfer
        self._order = order
        self._options = options
        self._announce = announce
        self._deadline = deadline
        self._relating = options.debug or options.reexploration == "lazy"
        self._errors = errors = error_locations(model)
        self._moves = {p: tuple((e, e.target in errors) for e in model.needing(p)) for p in model.locations}
        self.totals = Totals()
        self._explorations = 0
        self._begin()

    # -- the role ----------------------------------------------------------------------------------------------------

    def explore(self, precision: P, /) -> Proved[Proof] | Alarm[Path] | Stuck:
        """Decide whether the abstraction at ``precision`` reaches the error, of a model that has runs."""
        answer = self.derive(precision)
        return Alarm(Path(answer.evidence.edges)) if isinstance(answer, Alarm) else answer

    def derive(self, precision: P, /) -> Proved[Proof] | Alarm[Tree] | Stuck:
        """Decide whether the abstraction at ``precision`` derives the error, of any model."""
        comparable = self._transfer.adopt(precision)
        if self._options.reexploration == "restart" or not comparable:
            self._begin()
        elif self._suspect is not None:
            self._renew(*self._suspect)
        answer = self._run()
        self._explorations += 1
        if self._diary is not None and (worth_telling(self._explorations) or isinstance(answer, Proved)):
            self._announce(self._diary.told())
        self._announce(Explored(outcome(answer), self.counters(answer)))
        return answer

    def counters(self, answer: Proved[Proof] | Alarm[Tree] | Stuck | None = None) -> Counters:
        """Totals over all explorations so far, those of the domain included."""
        own = {field.name: getattr(self.totals, field.name) for field in fields(Totals)}
        length = {"path_length": len(answer.evidence)} if isinstance(answer, Alarm) else {}
        return {**own, **self._transfer.counters(), **length}

    def live(self) -> Mapping[Location, tuple[S, ...]]:
        """The states that are live now, by location, oldest first."""
        coverage = self._coverage
        return {place: tuple(_state(node) for node in coverage.nodes(place)) for place in coverage.locations()}

    # -- search ------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Forget all nodes."""
        self._start: Node[S] = Node(0, self._model.entry, None, None, None, None)
        self._agenda: Agenda[S] = Agenda(self._model, self._order, self._start)
        self._coverage: Coverage[S] = Coverage(self._transfer.leq, self._transfer.rank)
        self._suspect: tuple[Node[S], ...] | None = None
        self._numbers = 0
        self._nodes: list[Node[S]] = []
        self._generated: list[tuple[Location, S]] = []
        self._diary = Diary[S](self._transfer.formula) if listens_closely(self._announce) else None

    def _run(self) -> Proved[Proof] | Alarm[Tree] | Stuck:
        agenda, totals = self._agenda, self.totals
        skip = self._options.skip_pruned
        told = time.monotonic()
        while agenda or not self._start.expanded:
            if time.monotonic() - told > PROGRESS_SECONDS:
                told = time.monotonic()
                self._announce(Progress(self.counters()))
            if self._deadline.passed:
                return Stuck("the time for exploring is over", "allow more time, or try another order")
            totals.max_queue = max(totals.max_queue, len(agenda))
            node = agenda.pop() if self._start.expanded else self._start
            if skip and node.status is PRUNED:
                totals.skipped += 1
                continue
            alarm = self._expand(node)
            if alarm is not None:
                return alarm
            if self._options.debug:
                self._check_invariants()
        found = self.live().items()
        return Proved(Proof({place: self._transfer.formula(place, states) for place, states in found}))

    def _expand(self, node: Node[S]) -> Alarm[Tree] | None:
        """Generate all successors of ``node``; an alarm if one of them is an error."""
        node.expanded = True
        if node is self._start:
            for state in self._transfer.initial():
                if self._model.entry in self._errors:
                    self._put_back(node)
                    return self._raise_alarm((node,), None)
                self._insert((node,), None, self._model.entry, state)
            return None
        totals = self.totals
        abort = self._options.abort_pruned
        totals.expansions += 1
        if self._watch is not None:
            self._watch(node)
        if self._diary is not None:
            self._diary.expanded(node)
        source = _state(node)
        for edge, fatal in self._moves[node.location]:
            if abort and node.status is PRUNED:
                break
            for premises, states in self._taken(edge, node, source):
                if edge.uses and self._deadline.passed:
                    self._put_back(node)
                    return None
                for state in states:
                    totals.generated += 1
                    if fatal:
                        self._put_back(node)
                        return self._raise_alarm(premises, edge)
                    self._insert(premises, edge, edge.target, state)
        return None

    def _taken(self, edge: Edge, node: Node[S], source: S) -> Iterator[tuple[tuple[Node[S], ...], Sequence[S]]]:
        """The steps along ``edge`` that need ``node``, whose state is ``source``: all their premises, and successors.

        Each premise that is not ``node`` is a live node that was expanded before.
        """
        if not edge.uses:
            yield (node,), self._transfer.post(edge, source)
            return
        expanded = {p: [n for n in self._coverage.nodes(p) if n.expanded] for p in edge.premises}
        for premises in choices(edge, node, source, expanded, self._transfer.possible):
            if all(premise is node or premise.status is LIVE for premise in premises):
                yield premises, self._transfer.post(edge, *(source if p is node else _state(p) for p in premises))

    def _insert(self, premises: tuple[Node[S], ...], edge: Edge | None, location: Location, state: S) -> None:
        """Take in a generated state: covered by a live node, or a new node that prunes what it covers."""
        totals, coverage = self.totals, self._coverage
        cover = coverage.above(location, state)
        if cover is not None:
            totals.covered += edge is not None
            if self._diary is not None:
                self._diary.covered(premises[0], edge, cover)
            self._relate(premises, edge, cover)
            self._record(location, state, None)
            return
        self._numbers += 1
        node = Node(self._numbers, location, state, premises[0], edge, self._transfer.stamp(location), premises[1:])
        for premise in dict.fromkeys(premises):
            premise.created.append(node)
        smaller = coverage.below(location, state)
        ahead = self._agenda.put(node, smaller)
        totals.front_inserts += ahead
        if self._diary is not None:
            self._diary.created(node, ahead=ahead)
        for old in smaller:
            self._prune(old, node)
        self._relate(premises, edge, node)
        coverage.add(node)
        totals.states += 1
        self._record(location, state, node)

    def _relate(self, premises: tuple[Node[S], ...], edge: Edge | None, child: Node[S]) -> None:
        """Note who stands for a successor, if somebody will ask: lazy repair does, and so do the invariants."""
        if self._relating:
            for premise in premises:
                link(representative(premise), edge, child)

    def _prune(self, node: Node[S], heir: Node[S]) -> None:
        self._coverage.discard(node)
        take_over(heir, node)
        self.totals.pruned += 1
        if self._options.skip_pruned and not self._options.debug:
            node.state = None

    # -- alarms and lazy repair --------------------------------------------------------------------------------------

    def _put_back(self, node: Node[S]) -> None:
        """The expansion of ``node`` ends before it is done, and begins again when it is next."""
        node.expanded = False
        if node is not self._start and node.status is LIVE:
            self._agenda.put_back(node)

    def _raise_alarm(self, premises: tuple[Node[S], ...], last: Edge | None) -> Alarm[Tree] | None:
        """The error follows from ``premises``: report it, unless a state on the way is stale and is computed anew."""
        if self._renew(*premises):
            return None
        self._suspect = premises
        return Alarm(tree_to(premises, last))

    def _renew(self, *nodes: Node[S]) -> bool:
        """Remove the first stale node on the way to ``nodes`` and all it created; was there one?

        Whoever led to a removed node owes a successor again and is queued: this takes back both coverings and prunings.
        """
        self._suspect = None
        stale = next((step for step in ancestry(*nodes) if step.stamp != self._transfer.stamp(step.location)), None)
        if stale is None:
            return False
        doomed = created_from(stale)
        for step in doomed:
            if step.status is LIVE:
                self._coverage.discard(step)
            self._agenda.remove(step)
        for owner in remove(doomed):
            owner.expanded = False
            if owner is not self._start and owner not in self._agenda:
                self._agenda.put(owner)
        self.totals.renewed += 1
        self.totals.removed += len(doomed)
        return True

    # -- debugging ---------------------------------------------------------------------------------------------------

    def _record(self, location: Location, state: S, node: Node[S] | None) -> None:
        if self._options.debug:
            self._generated.append((location, state))
            self._nodes += [] if node is None else [node]

    def _check_invariants(self) -> None:
        """Assert what holds after every expansion; only the debug option pays for it."""
        coverage, leq = self._coverage, self._transfer.leq
        check_antichain(coverage, leq)
        check_nodes(self._nodes, self._agenda, coverage, leq)
        check_children([self._start, *self._nodes], self._successors, leq)
        if self._options.reexploration == "restart":
            check_generated(self._generated, coverage, leq)

    def _successors(self, node: Node[S]) -> Iterator[tuple[Edge | None, S]]:
        if node is self._start:
            yield from ((None, state) for state in self._transfer.initial())
            return
        for edge in self._model.needing(node.location):
            for _, states in self._taken(edge, node, _state(node)):
                yield from ((edge, state) for state in states)


def unfolding(
    model: Model,
    *,
    order: Order = SUBSUMER_FIRST,
    abstraction: Kind = "cartesian",
    reexploration: Reexploration = "restart",
    deadline: Deadline = FOREVER,
    announce: Listener = ignore,
) -> Unfold[Precision, Cube]:
    """Predicate abstraction of ``model`` with z3, unfolded in ``order``."""
    seconds = min(QUERY_SECONDS, QUERY_SHARE * deadline.left)
    domain = PredicateAbstraction(model, Z3Solver, kind=abstraction, seconds=seconds)
    return Unfold(model, domain, order, Options(reexploration), announce, deadline)


def error_locations(model: Model) -> frozenset[Location]:
    """Where the model's one property is violated, whatever the values of the variables there."""
    if len(model.properties) != 1:
        raise ValueError(f"one property is explored at a time, not {len(model.properties)}")
    bad = {place: formula for place, formula in model.properties[0].bad.items() if formula is not FALSE}
    for place, formula in bad.items():
        if formula is not TRUE:
            raise ValueError(f"the error at {place} is a formula: make it a location first (transform aim)")
    return frozenset(bad)


def _state(node: Node[S]) -> S:
    assert node.state is not None, "the state of a pruned node is gone"
    return node.state
