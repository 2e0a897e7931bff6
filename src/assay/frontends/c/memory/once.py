"""Which calls happen at most once in a run?  Memory that such a call allocates can be a declared object.

A call happens at most once if it stands in no loop, behind no label of its function, and its function is main or is
itself called at one place only, by a call that happens at most once.  Purely syntactic, so it errs on the side of
*many*; a function whose address is taken anywhere counts as called often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, get_args

from assay.frontends.c.read.linkage import Linked
from assay.frontends.c.read.statement_tree import Declare, Label, Loop, Statement
from assay.frontends.c.read.tree import Call, Expression, Function, FunctionAddress, Initial, Named, Place, Variable

_NODES: Final = (*get_args(Place), *get_args(Expression), *get_args(Statement), Initial)


@dataclass(slots=True)
class Site:
    """A call of a function, and whether it repeats within one activation of its caller."""

    call: Call
    repeated: bool


@dataclass(slots=True)
class Survey:
    """What the program calls, function by function."""

    reader: Linked
    sites: dict[str, list[Site]] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    globals: set[Variable] = field(default_factory=set)

    def read(self, main: Function) -> None:
        pending = [main]
        while pending:
            function = pending.pop()
            if function.name in self.sites:
                continue
            found = self.sites[function.name] = list(self._sites(function))
            for site in found:
                callee = site.call.callee
                if isinstance(callee, Function) and callee.defined:
                    pending.append(callee)
            pending += [self.reader.function(name) for name in sorted(self.taken) if name not in self.sites]

    def _sites(self, function: Function) -> Iterator[Site]:
        if not function.defined:
            return
        labelled = False
        stack: list[tuple[object, bool]] = [(self.reader.read_body(function), False)]
        while stack:
            node, repeated = stack.pop()
            labelled |= isinstance(node, Label)
            if isinstance(node, FunctionAddress):
                self.taken.add(node.function.name)
            if isinstance(node, Call):
                yield Site(node, repeated or labelled)
            if isinstance(node, Named) and not node.variable.local and node.variable not in self.globals:
                self.globals.add(node.variable)
                stack.extend((part, True) for part in self.reader.initial(node.variable))
            stack.extend((part, repeated or isinstance(node, Loop)) for part in reversed(list(parts(node))))


def parts(node: object) -> Iterator[object]:
    """The parts of a node, in the order of the text."""
    if isinstance(node, Declare):
        yield from node.variable.initial or ()
        if node.variable.cleanup is not None:
            yield node.variable.cleanup
        return
    for name in getattr(node, "__slots__", ()):
        value = getattr(node, name)
        if isinstance(value, _NODES):
            yield value
        elif isinstance(value, list):
            yield from (item for item in value if isinstance(item, _NODES))


def inlined_once(survey: Survey) -> frozenset[str]:
    """The functions whose inlined copies run at most once each: no call on the way from ``main`` repeats."""
    pending = list(survey.taken)
    for sites in survey.sites.values():
        pending += [s.call.callee.name for s in sites if s.repeated and isinstance(s.call.callee, Function)]
    often: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in often:
            often.add(name)
            pending += [s.call.callee.name for s in survey.sites.get(name, ()) if isinstance(s.call.callee, Function)]
    return frozenset(name for name in survey.sites if name not in often)


def called_once(reader: Linked, main: Function) -> set[Call]:
    """The calls that happen at most once in a run from ``main``."""
    survey = Survey(reader)
    survey.read(main)
    counts: dict[str, int] = {}
    for sites in survey.sites.values():
        for site in sites:
            if isinstance(site.call.callee, Function):
                counts[site.call.callee.name] = counts.get(site.call.callee.name, 0) + 1
    found: set[Call] = set()
    pending = [] if main.name in counts or main.name in survey.taken else [main.name]
    while pending:
        for site in survey.sites.get(pending.pop(), ()):
            callee = site.call.callee
            if site.repeated or site.call in found:
                continue
            found.add(site.call)
            if isinstance(callee, Function) and counts[callee.name] == 1 and callee.name not in survey.taken:
                pending.append(callee.name)
    return found
