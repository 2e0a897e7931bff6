"""Memory that is left: not freed when the program ends, or lost because nothing leads to it any more.

Of each place that allocates again and again, one object is watched, which one is left open: what holds of it holds of
all.  An object is not lost if it is freed, or if a chain of a few pointers leads to it from a variable that is alive; a
longer chain is not seen, which is on the safe side.  Lost memory is looked for when main has returned or ``exit`` is
called; and at every round of a loop, because a run that has lost memory may have no end: from there, a run on which
something seems lost may leave the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position
from assay.core.terms import FALSE, TRUE, Term, and_, not_, or_
from assay.frontends.c.checks import Kind
from assay.frontends.c.memory.extents import Block, Pool, Ranges
from assay.frontends.c.memory.objects import GAP, Object, Spot
from assay.frontends.c.memory.points_to_graph import Handle, Node
from assay.frontends.c.read.tree import Call
from assay.frontends.c.read.types import BOOL
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.memory.live import Live
    from assay.frontends.c.translate.translation import Translation

# So many chains of pointers are followed to an object, and none of more pointers than this.
CHAINS: Final = 64
LONGEST: Final = 4
# Names of inputs that choose what is looked at, and not what happens.
WATCH: Final = "heap:watched"
ENDLESS: Final = "heap:endless"


@dataclass(frozen=True, slots=True)
class Chain:
    """A pointer that a chain of pointers leads to, what it points to, and whether all on the way is alive."""

    value: Term
    target: Handle
    holds: Term


class Leaks:
    """The checks of memory that is left, in one translation."""

    def __init__(self, translation: Translation, ranges: Ranges, live: Live) -> None:
        self.t = translation
        self.memory = translation.memory
        self.ranges = ranges
        self.live = live
        self._watched: dict[Call, Term] = {}
        self._told: dict[Call, Position] = {}

    def allocated(self, call: Call) -> None:
        """Note where the user sees an allocation: of one inside a function of the library, where that is called."""
        self._told.setdefault(call, self.t.checks.told(call.where))

    def watch(self, call: Call, address: Term) -> None:
        """An object of a pool is made: maybe it is the one that is watched."""
        found = self._watched_at(call)
        choice = self.t.encoding.truth(self.memory.unknown(WATCH, BOOL), BOOL)
        none = self.ranges.compare("==", found, self.ranges.number(0))
        self.t.fork_on(and_(choice, none), lambda: self.t.set(found, address), lambda: None)

    def _watched_at(self, call: Call) -> Term:
        found = self._watched.get(call)
        if found is None:
            name = f"{self.live.name_of(call)}.watched"
            found = self._watched[call] = self.live.ghost(name, self.ranges.pointer)
        return found

    # -- what is left

    def finish(self, frame: Frame) -> None:
        """The program ends while the variables of ``frame``, and of the calls below it, are alive."""
        for call, freed, lost in self._left(frame):
            where = self._told.get(call, call.where)
            self.t.check(Kind.CLEANUP, freed, where)
            if self.t.asked(Kind.LEAK):
                self.t.check(Kind.LEAK, or_(freed, not_(lost)), where)

    def again(self) -> None:
        """Control comes here again and again: a proof must show that nothing is lost, whether or not the run ends."""
        if self.t.current is not None and self.t.asked(Kind.LEAK):
            kept = [or_(freed, not_(lost)) for _, freed, lost in self._left(self.t.frame)]
            goes_on = self.t.encoding.truth(self.memory.unknown(ENDLESS, BOOL), BOOL)
            self.t.stray(or_(not_(goes_on), and_(*kept)))

    def _left(self, frame: Frame) -> Iterator[tuple[Call, Term, Term]]:
        """For each place that allocates: is its (watched) object freed, and if not, does nothing lead to it?"""
        assert self.t.validity is not None
        with self.t.validity.trusted():
            yield from self._each(frame)

    def _each(self, frame: Frame) -> Iterator[tuple[Call, Term, Term]]:
        graph, points_to = self.memory.graph, self.t.points_to
        for held in self.live.freeable():
            lost = not_(self._led_to(held.block, held.node, frame))
            yield held.call, not_(held.block.alive), lost
        for call, site in points_to.allocations.items():
            if not self.live.is_pooled(call):
                continue
            found = graph.find(site)
            pool, address = self.live.pool(found.node, found.offset), self._watched_at(call)
            start = self.ranges.minus(address, self.ranges.number(GAP)) if pool.slot else address
            entry = self.ranges.entry(pool, start)
            freed = self.ranges.compare("==", entry, self.ranges.number(0))
            yield call, freed, not_(self._leads_to(pool, address, found.node, frame))

    # -- chains of pointers

    def _led_to(self, block: Block, node: Node, frame: Frame) -> Term:
        if not self.t.asked(Kind.LEAK):
            return FALSE
        return or_(FALSE, *(and_(c.holds, self.ranges.near(block, c.value)) for c in self._chains(node, frame)))

    def _leads_to(self, pool: Pool, address: Term, node: Node, frame: Frame) -> Term:
        """Does a chain lead into the watched object?  Into a pool without slots, pointers lead to known bytes."""
        if not self.t.asked(Kind.LEAK):
            return FALSE
        found = []
        for chain in self._chains(node, frame):
            if pool.slot:
                there = self.ranges.same_slot(pool, chain.value, address)
            else:
                distance = self.ranges.number(chain.target.offset - pool.offset)
                there = self.ranges.compare("==", self.ranges.minus(chain.value, distance), address)
            found.append(and_(chain.holds, there))
        return or_(FALSE, *found)

    def _chains(self, node: Node, frame: Frame) -> list[Chain]:
        """Pointers to a class of objects: of variables, and of what these lead to in turn."""
        graph = self.memory.graph
        level = list(self._roots(frame))
        found: list[Chain] = []
        for _ in range(LONGEST):
            reached = [(chain, graph.find(chain.target)) for chain in level]
            found += [Chain(chain.value, place, chain.holds) for chain, place in reached if place.node is node]
            level = []
            for chain, place in reached:
                if len(level) < CHAINS:
                    level += self._behind(chain, place, frame)
        return found[:CHAINS]

    def _roots(self, frame: Frame) -> Iterator[Chain]:
        """The pointers that variables hold."""
        active, made = frame.active(), self.t.points_to.made()
        for found in list(self.memory.by_address):
            if found.frame in active and found.variable not in made and self.live.lifetimes.in_scope(found):
                yield from self._pointers_in(found, frame)

    def _pointers_in(self, found: Object, frame: Frame) -> Iterator[Chain]:
        region, _ = self.memory.region(found.start)
        size = self.ranges.pointer.size
        if not region.node.pointees or found.variable.size > CHAINS * size:
            return
        for offset, unit in self.memory.parts(found):
            place = self.memory.graph.find(found.start.moved(offset))
            target = region.node.pointees.get(place.offset)
            if unit == size and target is not None and self._holds_objects(target):
                yield Chain(self.memory.load(Spot(found.start, found, 0).moved(offset), size, frame), target, TRUE)

    def _holds_objects(self, target: Handle) -> bool:
        node = self.memory.graph.find(target).node
        return node.dynamic or bool(node.variables)

    def _behind(self, chain: Chain, pointed: Handle, frame: Frame) -> list[Chain]:
        """The pointers that lie where a pointer leads to."""
        size, found = self.ranges.pointer.size, []
        if pointed.node.stride:
            return []
        for offset, target in pointed.node.pointees.items():
            if self._holds_objects(target) and (offset, size) in pointed.node.accesses:
                spot = Spot(pointed, None, 0, chain.value).moved(offset - pointed.offset)
                alive = self.live.covered(spot, self.ranges.number(size), frame)
                found.append(Chain(self.memory.load(spot, size, frame), target, and_(chain.holds, alive)))
        return found
