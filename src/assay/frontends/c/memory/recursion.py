"""Which functions call themselves, and whether their calls can be told apart without copies.

A recursive function is translated once, as a *procedure*: its locals are variables of one activation, and what it finds
in memory are globals, the heap, and locals of functions that run once, outside of all procedures.  That is exact as
long as no pointer to a local of one activation can be followed in another: every activation has its locals at the same
addresses.  So a procedure, and all that it calls, must keep the addresses of its locals to itself: no global, no
memory of the heap, no argument or result of a procedure leads to them, and each of them is variables, not a part of an
array that lives as long as the program.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from assay.core.graph import components
from assay.frontends.c.memory.objects import few
from assay.frontends.c.memory.points_to_graph import Node, groups
from assay.frontends.c.read.tree import Function, Variable
from assay.frontends.c.text.headers import FOLDER

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to import PointsTo


@dataclass(frozen=True)
class Separate:
    """The functions to be translated as procedures, by name, and the memory that leads from one call to another."""

    functions: frozenset[str] = frozenset()
    crossing: frozenset[Node] = frozenset()


ALL_COPIED: Final = Separate()


def callees(points_to: PointsTo) -> dict[str, list[str]]:
    """The defined functions that each function may call, by name or through a pointer."""
    found: dict[str, list[str]] = {}
    for name, sites in points_to.survey.sites.items():
        called: dict[str, None] = {}
        for site in sites:
            callee = site.call.callee
            several = [callee] if isinstance(callee, Function) else points_to.candidates(site.call)
            called.update((function.name, None) for function in several if function.defined)
        found[name] = list(called)
    return found


def recursive(points_to: PointsTo) -> frozenset[str]:
    """The functions that may call themselves, directly or through others."""
    graph = callees(points_to)
    found: set[str] = set()
    for component in components(graph, lambda name: graph.get(name, ())):
        if len(component) > 1 or component[0] in graph.get(component[0], ()):
            found.update(component)
    return frozenset(found)


def called_often(points_to: PointsTo) -> frozenset[str]:
    """The functions that may call themselves, and those of the program that are called at several places."""
    places = Counter(name for called in callees(points_to).values() for name in called)
    counted = Counter(
        site.call.callee.name
        for sites in points_to.survey.sites.values()
        for site in sites
        if isinstance(site.call.callee, Function)
    )
    often = {name for name in places if max(places[name], counted[name]) > 1 and name in points_to.reached}
    plain = {name for name in often if _is_plain(points_to.reached[name])}
    return recursive(points_to) | plain.difference((points_to.reader.main().name,))


def _is_plain(function: Function) -> bool:
    """Is a function one of the program's own, whose arguments all have names?"""
    return function.rest is None and not function.where.file.startswith(FOLDER)


def separated(points_to: PointsTo, functions: frozenset[str]) -> Separate | None:
    """The functions as procedures; None if these could not tell their activations apart."""
    called = [points_to.reached[name] for name in sorted(functions) if name in points_to.reached]
    if not all(map(_is_plain, called)):
        return None
    crossing = _crossing(points_to, called)
    outside = _only_outside(points_to, functions)
    for handle in points_to.handles():
        node = points_to.graph.find_node(handle.node)
        inside = any(_is_inside(points_to, variable, outside) for variable, _ in node.variables)
        if inside and (node in crossing or not all(few(node, group) for group in groups(node))):
            return None
    return Separate(functions, crossing)


def _only_outside(points_to: PointsTo, functions: frozenset[str]) -> frozenset[str]:
    """The functions that no procedure calls, directly or through others."""
    graph = callees(points_to)
    inside: set[str] = set()
    pending = list(functions)
    while pending:
        name = pending.pop()
        if name not in inside:
            inside.add(name)
            pending.extend(graph.get(name, ()))
    return frozenset(points_to.reached).difference(inside)


def _is_inside(points_to: PointsTo, variable: Variable, outside: frozenset[str]) -> bool:
    """May an activation of a procedure have an instance of a variable?"""
    return variable.local and not any(points_to.lives_in(variable, name) for name in outside)


def _crossing(points_to: PointsTo, called: list[Function]) -> frozenset[Node]:
    """What pointers lead to that one activation of a procedure may have got from another."""
    graph = points_to.graph
    starts: dict[Node, None] = {}
    for handle in points_to.handles():
        node = graph.find_node(handle.node)
        if node.dynamic or any(not variable.local for variable, _ in node.variables):
            starts[node] = None
    for function in called:
        for variable in (*function.parameters, points_to.result_of(function)):
            starts[graph.find_node(points_to.of_variable(variable).node)] = None
    found: set[Node] = set()
    pending = list(starts)
    while pending:
        for target in pending.pop().pointees.values():
            node = graph.find_node(target.node)
            if node not in found:
                found.add(node)
                pending.append(node)
    return frozenset(found)
