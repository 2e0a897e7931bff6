"""Which variables live no longer than a block of their function, and what may still point to them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from assay.frontends.c.memory.once import Survey, parts
from assay.frontends.c.memory.points_to_graph import Node
from assay.frontends.c.read.statement_tree import Block, Declare, Loop
from assay.frontends.c.read.tree import Function, Temporary, Variable

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo

Scope = Block | Loop


def within(node: object) -> Iterator[Variable]:
    """All variables that are declared inside of a piece of program."""
    stack = [node]
    while stack:
        found = stack.pop()
        if isinstance(found, Declare | Temporary):
            yield found.variable
        stack.extend(parts(found))


def brief(node: object) -> Iterator[Variable]:
    """The unnamed objects inside of a piece of program that live no longer than a full expression."""
    stack = [node]
    while stack:
        found = stack.pop()
        if isinstance(found, Temporary) and found.brief:
            yield found.variable
        stack.extend(parts(found))


def directly(scope: Scope) -> Iterator[Variable]:
    """The variables that live as long as a scope is not left."""
    stack: list[object] = [scope.initial, scope.condition, scope.step] if isinstance(scope, Loop) else [*parts(scope)]
    while stack:
        found = stack.pop()
        if isinstance(found, Declare) or (isinstance(found, Temporary) and not found.brief):
            yield found.variable
        if isinstance(found, Loop) or (isinstance(found, Block) and found.scope):
            continue
        stack.extend(parts(found))


@dataclass(slots=True)
class _Inside:
    """The scope that a variable belongs to, and those around it, from the outermost."""

    function: str
    scopes: tuple[Scope, ...]
    brief: bool = False


@dataclass
class Scopes:
    """The scopes of all functions that the program reaches, after its points-to analysis."""

    points_to: PointsTo
    _inside: dict[Variable, _Inside] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for function in self.points_to.reached.values():
            if function.body is not None:
                for parameter in function.parameters:
                    self._inside[parameter] = _Inside(function.name, ())
                self._read(function.name, function.body, ())

    def _read(self, function: str, body: Scope, around: tuple[Scope, ...]) -> None:
        stack: list[tuple[object, tuple[Scope, ...]]] = [(body, around)]
        while stack:
            node, scopes = stack.pop()
            if isinstance(node, Loop) or (isinstance(node, Block) and node.scope):
                scopes = (*scopes, node)
            if isinstance(node, Declare | Temporary):
                short = isinstance(node, Temporary) and node.brief
                self._inside[node.variable] = _Inside(function, scopes[1:], short)
            stack.extend((part, scopes) for part in parts(node))

    def is_nested(self, variable: Variable) -> bool:
        """Does it live no longer than a scope inside of its function, or than an expression?"""
        found = self._inside.get(variable)
        return found is not None and (bool(found.scopes) or found.brief)

    def home(self, variable: Variable) -> str:
        """The function whose calls have an instance of the variable; nothing for what has no name."""
        found = self._inside.get(variable)
        return found.function if found is not None else ""

    def of_function(self, function: str) -> list[Variable]:
        return self._by_function.get(function, [])

    @cached_property
    def _by_function(self) -> dict[str, list[Variable]]:
        found: dict[str, list[Variable]] = {}
        for variable, inside in self._inside.items():
            found.setdefault(inside.function, []).append(variable)
        return found

    def reached(self, variable: Variable) -> bool:
        """Is the variable ever accessed through a pointer?"""
        return self.points_to.graph.find(self.points_to.of_variable(variable)).node.indirect

    # -- who may keep its address

    def keepers(self, variable: Variable) -> tuple[list[Variable], bool]:
        """The variables that outlive this one and may then still point to it; may memory that is allocated, too?"""
        node = self.points_to.graph.find(self.points_to.of_variable(variable)).node
        found: dict[Variable, None] = {}
        memory = False
        for holder in self._holders.get(node, ()):
            memory |= holder.dynamic
            for other, _ in holder.variables:
                if self._outlives(other, variable):
                    found[other] = None
        return list(found), memory

    def _outlives(self, other: Variable, variable: Variable) -> bool:
        if not other.local:
            return True
        mine, its = self._inside.get(variable), self._inside.get(other)
        if mine is None or its is None:
            return not other.name.endswith(".result")
        if mine.function == its.function and not self._recursive(mine.function):
            return mine.brief or its.scopes[: len(mine.scopes)] != mine.scopes
        return mine.function in self._callees(its.function)

    def _recursive(self, function: str) -> bool:
        return function in self._callees(function)

    def _callees(self, function: str) -> frozenset[str]:
        """The functions that a call of this one may call in turn."""
        known = self._reachable.get(function)
        if known is None:
            found: set[str] = set()
            pending = [function]
            while pending:
                for name in self._calls.get(pending.pop(), ()):
                    if name not in found:
                        found.add(name)
                        pending.append(name)
            known = self._reachable[function] = frozenset(found)
        return known

    @cached_property
    def _reachable(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _calls(self) -> dict[str, set[str]]:
        survey: Survey = self.points_to.survey
        found: dict[str, set[str]] = {}
        for name, sites in survey.sites.items():
            called = found.setdefault(name, set())
            for site in sites:
                if isinstance(site.call.callee, Function):
                    called.add(site.call.callee.name)
                else:
                    called.update(function.name for function in self.points_to.candidates(site.call))
        return found

    @cached_property
    def _holders(self) -> dict[Node, list[Node]]:
        """For each class of objects, the classes that hold pointers to it."""
        graph = self.points_to.graph
        found: dict[Node, list[Node]] = {}
        pending = [graph.find(handle).node for handle in self.points_to.handles()]
        seen = set(pending)
        while pending:
            node = pending.pop()
            for target in node.pointees.values():
                pointee = graph.find(target).node
                found.setdefault(pointee, []).append(node)
                if pointee not in seen:
                    seen.add(pointee)
                    pending.append(pointee)
        return found
