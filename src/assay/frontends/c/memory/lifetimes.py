"""When locals begin and cease to live: flags for those of inner blocks, and care for addresses that are used again.

A local of an active call is alive, unless it belongs to an inner block and control is elsewhere: then a flag tells.  So
it does of the record that a call returns, which lives until the full expression around it is evaluated.  A local of a
call that is over is not visible, and so not alive.  Each local has one address in the model; if it lives a second time,
pointers that variables kept from the first life are made to lead where nothing is (C leaves it open what they are
then); runs on which memory may have kept one leave the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from assay.core.terms import FALSE, TRUE, Term, and_, ite, not_, or_
from assay.frontends.c.memory.extents import Block, Ranges
from assay.frontends.c.memory.objects import Object
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.memory.scopes import Scope, Scopes, brief, directly, within
from assay.frontends.c.read.tree import Variable
from assay.frontends.c.read.types import UNSIGNED_CHAR
from assay.frontends.c.translate.automaton import Frame

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


@dataclass
class Lifetimes:
    """The lives of locals in one translation."""

    t: Translation
    ranges: Ranges
    initial: dict[Term, Term] = field(default_factory=dict)
    scopes: Scopes = field(init=False)
    open: list[Scope] = field(default_factory=list)
    _around: list[object] = field(default_factory=list)
    _flags: dict[Object, Term] = field(default_factory=dict)
    _stale: dict[Object, Term | None] = field(default_factory=dict)
    _graves: dict[Object, int] = field(default_factory=dict)
    _with_frame: dict[Frame, dict[Term, Term]] = field(default_factory=dict)
    _with_variable: dict[tuple[Variable, Frame], dict[Term, Term]] = field(default_factory=dict)
    _inside: dict[object, list[Variable]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scopes = self.t.points_to.scopes

    # -- flags

    def _ghost(self, name: str) -> Term:
        found = self.t.memory.new_variable(name, UNSIGNED_CHAR, self.t.root)
        self.initial[found] = self._number(0)
        return found

    def _number(self, value: int) -> Term:
        return self.t.encoding.constant(value, UNSIGNED_CHAR)

    def _truth(self, flag: Term) -> Term:
        return self.t.encoding.truth(flag, UNSIGNED_CHAR)

    def _name(self, found: Object, what: str) -> str:
        return f"heap:{found.frame.name}::{found.variable.name}.{what}"

    def _flag(self, found: Object) -> Term:
        flag = self._flags.get(found)
        if flag is None:
            flag = self._flags[found] = self._ghost(self._name(found, "alive"))
        return flag

    def alive(self, found: Object) -> Term:
        """Is this instance of a variable alive, while its call is active?"""
        if not found.variable.local or not self._has_flag(found.variable):
            return TRUE
        return self._truth(self._flag(found))

    def in_scope(self, found: Object) -> bool:
        """Is control plainly where this variable is alive?"""
        if not found.variable.local or not self.scopes.is_nested(found.variable):
            return True
        opened = (v for scope in self.open for v in self._listed(scope, directly(scope)))
        return found.frame is self.t.frame and found.variable in opened

    def _tracked(self, variables: Iterable[Variable]) -> list[Object]:
        chosen = [v for v in variables if self._has_flag(v)]
        return [self.t.memory.object(variable, self.t.frame) for variable in dict.fromkeys(chosen)]

    def _has_flag(self, variable: Variable) -> bool:
        """What no pointer ever leads to needs none."""
        return self.scopes.is_nested(variable) and self.scopes.reached(variable)

    def _listed(self, node: object, variables: Iterable[Variable]) -> list[Variable]:
        known = self._inside.get(node)
        if known is None:
            known = self._inside[node] = list(variables)
        return known

    # -- scopes

    def enter(self, scope: Scope) -> None:
        """Control comes into a scope from its beginning."""
        self.open.append(scope)
        self._begin(self._tracked(self._listed(scope, directly(scope))))

    def leave(self, scope: Scope) -> None:
        """Control leaves a scope behind its end."""
        self.open.pop()
        self.end_all(scope)

    def end_all(self, node: object) -> None:
        """Control is outside of a piece of program; what was declared there is gone."""
        self._end(self._listed((node, "within"), within(node)))

    def jumped(self) -> None:
        """Control may have come here from anywhere in the function: the scopes around are open, all others are not."""
        opened = [v for scope in self.open for v in self._listed(scope, directly(scope))]
        others = [v for v in self.scopes.of_function(self.t.frame.function) if v not in opened]
        self._end(others)
        self._begin(self._tracked(opened))

    # -- full expressions

    def made(self, variable: Variable) -> None:
        """An unnamed object begins to live that lives no longer than the full expression around it."""
        self._begin(self._tracked([variable]))

    def expression(self) -> None:
        """A full expression begins; what others have made is gone, but for one around a statement expression."""
        if self._around:
            around = self._around[-1]
            self._end(self._listed((around, "brief"), brief(around)))

    @contextmanager
    def statement_expression(self, body: object) -> Iterator[None]:
        self._around.append(body)
        yield
        self._around.pop()

    def _begin(self, found: list[Object]) -> None:
        updates: dict[Term, Term] = {}
        for local in found:
            stale = self._stale_flag(local)
            if stale is not None:
                self.t.stray(or_(self._truth(self._flag(local)), not_(self._truth(stale))))
            self._forget_earlier(local, updates, self._truth(self._flag(local)))
            updates[self._flag(local)] = self._number(1)
        self.t.step(updates)

    def _end(self, variables: list[Variable]) -> None:
        updates: dict[Term, Term] = {}
        for variable in variables:
            for ghost, value in self._with_variable.get((variable, self.t.frame), {}).items():
                updates[ghost] = value
        for local in self._tracked(variables):
            flag = self._flag(local)
            stale = self._stale_flag(local)
            if stale is not None:
                updates[stale] = ite(self._truth(flag), self._number(1), stale)
            updates[flag] = self._number(0)
        self.t.step(updates)

    def with_variable(self, variable: Variable, frame: Frame, updates: dict[Term, Term]) -> None:
        """Let ghosts change when the scope of a variable is left."""
        self._with_variable.setdefault((variable, frame), {}).update(updates)

    # -- calls

    def with_frame(self, frame: Frame, updates: dict[Term, Term]) -> None:
        """Let ghosts change when a call is over."""
        self._with_frame.setdefault(frame, {}).update(updates)

    def called(self, frame: Frame) -> None:
        """A call begins: nobody may still know where its locals lay the last time."""
        updates: dict[Term, Term] = {}
        for local in self._again(frame):
            stale = self._stale_flag(local)
            if stale is not None:
                self.t.stray(not_(self._truth(stale)))
            self._forget_earlier(local, updates, FALSE)
        self.t.step(updates)

    def begin_call(self, body: object) -> list[Scope]:
        """The scopes of the caller, which are closed to the function that is called."""
        opened, self.open = self.open, []
        self._around.append(body)
        return opened

    def returned(self, frame: Frame, opened: list[Scope]) -> None:
        """Control is behind a call."""
        self.open = opened
        self._around.pop()
        updates = dict(self._with_frame.get(frame, {}))
        for local in self._again(frame):
            stale = self._stale_flag(local)
            if stale is not None:
                updates[stale] = self._number(1)
            if local in self._flags:
                updates[self._flag(local)] = self._number(0)
        self.t.step(updates)

    def _again(self, frame: Frame) -> list[Object]:
        """The locals of a call that may happen again, and that pointers reach."""
        if frame.function in self.t.points_to.single_functions:
            return []
        return [self.t.memory.object(v, frame) for v in self._reached_locals.get(frame.function, ())]

    @cached_property
    def _reached_locals(self) -> dict[str, list[Variable]]:
        functions = self.t.points_to.reached
        return {f: [v for v in self.scopes.of_function(f) if self.scopes.reached(v)] for f in functions}

    # -- addresses that outlive what they lead to

    def _forget_earlier(self, local: Object, updates: dict[Term, Term], alive: Term) -> None:
        """It lives again: pointers that variables kept from its earlier life lead to where nothing is any more."""
        size = max(local.variable.size, 1)
        block = Block(local.address, size, 0, self.ranges.number(size))
        for cell, value in self._kept(local):
            old = value
            if cell in updates:
                old = self.t.encoding.convert(updates[cell], self.t.memory.types[cell], self.ranges.pointer)
            gone = self.t.encoding.arithmetic("+", old, self.ranges.number(self._grave(local)), self.ranges.pointer)
            changed = ite(and_(not_(alive), self.ranges.near(block, old)), gone, old)
            updates[cell] = self.t.encoding.convert(changed, self.ranges.pointer, self.t.memory.types[cell])

    def _grave(self, local: Object) -> int:
        """How far away from the object pointers to its earlier lives are taken to lead."""
        found = self._graves.get(local)
        if found is None:
            found = self.t.memory.place(max(local.variable.size, 1), local.variable.where) - local.address
            self._graves[local] = found
        return found

    def _stale_flag(self, local: Object) -> Term | None:
        """Does memory perhaps keep its address from an earlier life?  None if none can."""
        if local not in self._stale:
            memory = self._kept_in_memory(local)
            self._stale[local] = self._ghost(self._name(local, "known")) if memory else None
        return self._stale[local]

    def _kept_in_memory(self, local: Object) -> bool:
        """May something keep the address that is not a variable of the model?"""
        keepers, memory = self.scopes.keepers(local.variable)
        for keeper in keepers:
            region, _ = self.t.memory.region(self.t.points_to.of_variable(keeper))
            for number, group in enumerate(region.groups):
                held = any(group.low <= place < group.high for place in self._pointing(region.node, local))
                memory |= held and (not region.cells[number] or group.unit < self.ranges.pointer.size)
        return memory

    def _pointing(self, holder: Node, local: Object) -> list[int]:
        """The places of a class that may hold addresses of the object's class."""
        graph = self.t.memory.graph
        node = graph.find(local.start).node
        return [place for place, target in holder.pointees.items() if graph.find(target).node is node]

    def _kept(self, local: Object) -> Iterator[tuple[Term, Term]]:
        """The variables of the model that outlive an object and may hold its address, with their values."""
        memory, t = self.t.memory, self.t
        keepers, _ = self.scopes.keepers(local.variable)
        for keeper in keepers:
            for owner in t.frame.active() if keeper.local else (t.root,):
                instance = memory.instance(keeper, owner)
                if instance is None:
                    continue
                region, _ = memory.region(instance.start)
                places = self._pointing(region.node, local)
                for offset, unit in memory.parts(instance):
                    place = memory.graph.find(instance.start.moved(offset)).offset
                    number = region.find(place)
                    if (
                        place in places
                        and number is not None
                        and region.cells[number]
                        and unit == t.memory.pointer.size
                    ):
                        cell = memory.cell(instance, region.groups[number], offset)
                        yield cell, t.encoding.convert(cell, memory.types[cell], self.ranges.pointer)
