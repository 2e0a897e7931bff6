"""Checks of pointers: accesses inside of live objects, frees of what was allocated, memory that is left at the end.

An access is checked against the objects that the points-to analysis allows its pointer, and, where the pointer was
moved, against the object that it was moved from.  A pointer that is moved and kept must stay near its object: runs on
which one comes near another leave the model, and a proof must show that there are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from assay.core.errors import Position
from assay.core.terms import FALSE, Term, and_, not_, or_
from assay.frontends.c.checks import Kind
from assay.frontends.c.memory.extents import Ranges
from assay.frontends.c.memory.lifetimes import Lifetimes
from assay.frontends.c.memory.live import Live
from assay.frontends.c.memory.memory import HEAP_BASE, STATIC_BASE
from assay.frontends.c.memory.objects import GAP, Origin, Spot
from assay.frontends.c.memory.points_to_graph import Handle, Node
from assay.frontends.c.text.headers import FOLDER
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation

MEMORY_KINDS = frozenset((Kind.DEREFERENCE, Kind.FREE, Kind.LEAK, Kind.CLEANUP))
# Kinds for which it is followed which objects are alive.
FOLLOWED_KINDS = MEMORY_KINDS | {Kind.UNINITIALISED}


class Validity:
    """Makes the checks of pointers, at the current point of a translation."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.memory = translation.memory
        self.ranges = Ranges(translation.memory)
        self.lifetimes = Lifetimes(translation, self.ranges)
        self.live = Live(translation, self.ranges, self.lifetimes)
        self._trusted = 0
        self._lonely: dict[Node, bool] = {}
        self.memory.gap = 2 * GAP
        if self.accesses:
            self.memory.check = self.access
            self.memory.exact = True
        if translation.asked(Kind.CONSTANT):
            self.memory.written = self.written

    def initial(self) -> dict[Term, Term]:
        """What ghosts are at the beginning."""
        return self.live.initial | self.lifetimes.initial

    @property
    def accesses(self) -> bool:
        """Are accesses checked, and not only what is freed?"""
        return self.t.asked(Kind.DEREFERENCE)

    @property
    def moves(self) -> bool:
        """Are pointers checked that are moved?"""
        return self.accesses or self.t.asked(Kind.FREE)

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """Accesses that are known to be right, or were checked as a whole."""
        self._trusted += 1
        yield
        self._trusted -= 1

    # -- accesses

    def access(self, spot: Spot, size: int, frame: Frame) -> None:
        """Check an access of ``size`` bytes."""
        if self._trusted or not self.accesses or self.t.current is None:
            return
        if spot.object is not None and spot.origin is None:
            inside = 0 <= spot.offset and spot.offset + size <= spot.object.variable.size
            if not inside:
                self.t.check(Kind.DEREFERENCE, FALSE)
            return
        self.t.check(Kind.DEREFERENCE, self.live.covered(spot, self.ranges.number(size), frame))

    def written(self, spot: Spot, size: int) -> None:
        """Check that it is no string and no constant that lives as long as the program."""
        if spot.object is not None:
            declared = spot.object.variable
            if declared.constant and not declared.local:
                self.t.check(Kind.CONSTANT, FALSE)
            return
        memory, ranges = self.memory, self.ranges
        constants = [
            memory.object(declared, self.t.root)
            for declared, _ in memory.graph.find(spot.handle).node.variables
            if declared.constant and not declared.local
        ]
        address = memory.address_of(spot)
        ends = [(found.address - size + 1, found.address + found.variable.size) for found in constants]
        self.t.check(Kind.CONSTANT, and_(*(not_(ranges.between(low, address, high)) for low, high in ends)))

    def block(self, spot: Spot, count: Term, frame: Frame) -> None:
        """Check an access of so many bytes, if it is of any."""
        if self.accesses and not self._trusted and self.t.current is not None:
            nothing = self.ranges.compare("==", count, self.ranges.number(0))
            self.t.check(Kind.DEREFERENCE, or_(nothing, self.live.covered(spot, count, frame)))

    def apart(self, target: Spot, source: Spot, count: Term) -> None:
        """Nobody knows what a copy does to places that overlap: runs on which they do leave the model."""
        graph = self.memory.graph
        if not self.accesses or graph.find(target.handle).node is not graph.find(source.handle).node:
            return
        to, origin = self.memory.address_of(target), self.memory.address_of(source)
        plus, compare = self.ranges.plus, self.ranges.compare
        before, behind = compare("<=", plus(to, count), origin), compare("<=", plus(origin, count), to)
        self.t.stray(or_(compare("==", count, self.ranges.number(0)), compare("==", to, origin), before, behind))

    def elsewhere(self, spot: Spot, size: int, frame: Frame) -> Term:
        """Does an access leave the live objects, which nobody has checked?  Then nothing is said of what is there."""
        if self.accesses or (spot.object is not None and spot.origin is None):
            return FALSE
        return not_(self.live.covered(spot, self.ranges.number(size), frame))

    # -- pointers that move

    def moved(self, handle: Handle, origin: Origin, address: Term) -> None:
        """A pointer was computed and is kept."""
        node = self.memory.graph.find(handle).node
        if self.t.current is None or not self.moves or origin.stays:
            return
        if not node.stride or not node.indirect or self._alone(node):
            return
        self.t.stray(and_(self.ranges.fits(origin), self._stays(node, origin.base, address)))

    def _stays(self, node: Node, base: Term, address: Term) -> Term:
        frame, ranges = self.t.frame, self.ranges
        blocks = list(self.live.blocks(node, frame))
        near = [ranges.stays_with_block(block, base, address) for block in blocks]
        near += [ranges.stays_with_pool(pool, base, address) for pool in self.live.pools(node, frame)]
        active = {owner.function for owner in frame.active()}
        scopes = self.t.points_to.scopes
        if any(v.local and scopes.home(v) not in active for v, _ in node.variables):
            # Locals of other calls lie among the declared objects, wherever none is visible.
            visible = [ranges.near(block, address) for block in blocks]
            elsewhere = or_(
                ranges.compare("<", address, ranges.number(STATIC_BASE - GAP)),
                ranges.compare(">=", address, ranges.number(HEAP_BASE)),
            )
            near.append(or_(elsewhere, *visible))
        return and_(*near)

    def _alone(self, node: Node) -> bool:
        """Is there but one object that such a pointer can ever lead to, wherever it moves?"""
        found = self._lonely.get(node)
        if found is None:
            points_to, graph = self.t.points_to, self.memory.graph
            sites = [call for call, site in points_to.allocations.items() if graph.find(site).node is node]
            made = [call for call in sites if points_to.allocated(call) is None]
            objects = [variable for variable, _ in node.variables]
            main = points_to.reader.main().name
            once = all(not v.local or points_to.scopes.home(v) == main for v in objects)
            if made:
                once = not objects and made[0] in points_to.single and points_to.home(made[0]) == main
            found = self._lonely[node] = once and len(objects) + len(made) == 1 and not self._called_again(main)
        return found

    def _called_again(self, main: str) -> bool:
        sites = self.t.points_to.survey.sites.values()
        return any(getattr(site.call.callee, "name", "") == main for found in sites for site in found)

    # -- the end of memory

    def free(self, handle: Handle | None, address: Term, where: Position) -> None:
        """``free`` of an address."""
        self.may_free(handle, address, where)
        self.release(handle, address, where)

    def may_free(self, handle: Handle | None, address: Term, where: Position) -> None:
        """Check that an address may be freed: it is null, or the start of memory that is alive."""
        null = self.ranges.compare("==", address, self.ranges.number(0))
        if handle is None:
            self.t.check(Kind.FREE, null, where)
            return
        node = self.memory.graph.find(handle).node
        valid = self.live.may_free(node, self.t.frame, address)
        self.t.check(Kind.FREE, or_(null, *valid), where)

    def release(self, handle: Handle | None, address: Term, where: Position) -> None:
        """End the life of what starts at an address."""
        if handle is not None:
            node = self.memory.graph.find(handle).node
            self.t.step(self.live.free(node, self.t.frame, address), where)

    def size_of(self, handle: Handle, address: Term) -> Term:
        """How many bytes the memory has that starts at an address; none if nothing does."""
        return self.live.size_of(self.memory.graph.find(handle).node, self.t.frame, address)

    def loop(self) -> None:
        """A loop of the program begins its next round; those of the library all end."""
        if not self.t.where.file.startswith(FOLDER):
            self.live.leaks.again()

    def finish(self) -> None:
        """The program ends as it should: main has returned, or ``exit`` was called."""
        if self.t.current is not None and self.live.counts:
            self.live.leaks.finish(self.t.frame)
