"""What functions without a body may do, where they are not taken for pure.

Such a function may change whatever it was ever handed the address of, every variable that it can name, and whatever
lies behind these; and it may store any address that it knows in any of them.  So the memory behind is one class of the
points-to graph, *outside*, as soon as the program follows a pointer that may come from there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from assay.frontends.c.library.known import Role, role
from assay.frontends.c.memory.flows import IndirectCall
from assay.frontends.c.memory.points_to_graph import Handle, Node
from assay.frontends.c.read.tree import Call, Function
from assay.frontends.c.read.types import Record

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


class Externals(StrEnum):
    """Do functions without a body change nothing (the rule of the competition), or anything that they can reach?"""

    PURE = "pure"
    ANY = "any"


@dataclass(eq=False, slots=True)
class Outside:
    """What of the program functions without a body know; to be asked when the analysis is over."""

    analysis: PointsTo
    calls: dict[Call, list[Handle | None]] = field(default_factory=dict)
    memory: Handle | None = None

    def note(self, call: Call, values: list[Handle | None]) -> None:
        """A call of a function without a body."""
        self.calls.setdefault(call, values)

    def spread(self) -> bool:
        """Let every pointer that may come from outside point to all that is known there; is anything new?"""
        if not self.calls and not self._unknown():
            return False
        graph = self.analysis.graph
        handed = self._handed()
        results = [self.analysis.known_site(call) for call in self.calls]
        results += [indirect.result for indirect in self._unknown()]
        behind = [target for node in self._reached(handed) for target in node.pointees.values()]
        followed = [found for found in (*behind, *results) if found is not None and _used(graph.find(found))]
        if not followed:
            return False
        if self.memory is None:
            self.memory = graph.fresh(dynamic=True)
        changed = False
        for handle in (*handed, *followed):
            if graph.find(handle) != graph.find(self.memory):
                graph.unify(handle, self.memory)
                changed = True
        return changed

    def nodes(self) -> list[Node]:
        """All that may be changed outside, in a fixed order."""
        return sorted(self._reached(self._handed()), key=lambda node: node.number)

    def functions(self) -> list[Function]:
        """The program's own functions that are known outside: they may be called."""
        found = {f.name: f for node in self.nodes() for f in node.functions.values()}
        return [f for _, f in sorted(found.items()) if f.defined or role(f) is Role.ERROR]

    def may_be(self, call: Call) -> bool:
        """May a call through a pointer reach a function that the program does not know?"""
        indirect = self.analysis.indirect.get(call)
        return indirect is None or indirect in self._unknown()

    def _unknown(self) -> list[IndirectCall]:
        """The calls through pointers that may come from outside."""
        graph = self.analysis.graph
        outside = graph.find(self.memory).node if self.memory is not None else None
        found = []
        for indirect in self.analysis.indirect.values():
            node = graph.find(indirect.callee).node
            if node is outside or not node.functions:
                found.append(indirect)
        return found

    def _handed(self) -> list[Handle]:
        """What is known outside by itself: arguments, and variables with external linkage."""
        graph = self.analysis.graph
        found: list[Handle] = []
        given = list(self.calls.items())
        given += [(indirect.call, indirect.arguments) for indirect in self._unknown()]
        for call, values in given:
            for argument, value in zip(call.arguments, values, strict=True):
                if value is None:
                    continue
                if isinstance(argument.type, Record):
                    found += graph.find(value).node.pointees.values()
                else:
                    found.append(value)
        found += [self.analysis.of_variable(v) for v in list(self.analysis.globals) if v.exported]
        if self.memory is not None:
            found.append(self.memory)
        return found

    def _reached(self, handed: list[Handle]) -> list[Node]:
        graph = self.analysis.graph
        found: dict[Node, None] = {}
        pending = [graph.find(handle).node for handle in handed]
        while pending:
            node = pending.pop()
            if node not in found:
                found[node] = None
                pending += [graph.find(target).node for target in node.pointees.values()]
        return list(found)


def _used(handle: Handle) -> bool:
    """Does the program read, write or call what lies there?"""
    return bool(handle.node.accesses or handle.node.functions)
