"""Reads of what was plainly written on every way that leads there are no properties, and ghosts that nobody asks go.

A forward analysis over the finished automaton, with one fact for each ghost variable: all its bits are zero, that is,
written (*definite assignment*, as compilers of other languages ask for).  Facts of ways that meet are those that all
of them have.  A step to an error that a fact excludes stays, with a guard that never holds, so that every encoding of
integers has the same steps.  Ghosts of arrays have no facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.core.terms import TRUE, Op, Term, eq
from assay.core.terms.rebuild import substitute
from assay.frontends.c.memory.unwritten import Shadow
from assay.frontends.c.translate.automaton import Automaton, Point, Step


def drop_plain_checks(automaton: Automaton, shadow: Shadow, entry: Point) -> None:
    """Decide the checks that need no more than the order of reads and writes."""
    written = _Written(shadow)
    written.follow(automaton.steps, entry.resolved())
    for step in automaton.steps:
        written.simplify(step)
    _drop_unused(automaton.steps, shadow)


@dataclass
class _Written:
    """For each point, the ghosts that are zero whenever control is there, as bits of a number."""

    shadow: Shadow
    bits: dict[Term, int] = field(default_factory=dict)
    zeros: dict[Term, Term] = field(default_factory=dict)
    tests: dict[Term, Term] = field(default_factory=dict)
    at: dict[Point, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for ghost, made in self.shadow.variables():
            zero = self.shadow.none(made)
            self.bits[ghost] = 1 << len(self.bits)
            self.zeros[ghost] = zero
            self.tests[eq(ghost, zero)] = ghost

    def follow(self, steps: list[Step], entry: Point) -> None:
        leaving: dict[Point, list[Step]] = {}
        for step in steps:
            leaving.setdefault(step.source.resolved(), []).append(step)
        self.at[entry] = 0
        pending = [entry]
        while pending:
            point = pending.pop()
            facts = self.at[point]
            for step in leaving.get(point, ()):
                target = step.target.resolved()
                after = self._behind(step, facts)
                known = self.at.get(target)
                joined = after if known is None else after & known
                if joined != known:
                    self.at[target] = joined
                    pending.append(target)

    def _behind(self, step: Step, facts: int) -> int:
        after = facts
        for part in step.guard.args if step.guard.op is Op.AND else (step.guard,):
            tested = self.tests.get(part)
            if tested is not None:
                after |= self.bits[tested]
        before = after
        for ghost, term in step.updates.items():
            bit = self.bits.get(ghost)
            if bit is not None:
                after = after | bit if self._known(term, before) is self.zeros[ghost] else after & ~bit
        if step.enters is not None:
            for ghost in step.enters.variables:
                bit = self.bits.get(ghost)
                if bit is not None and ghost not in step.updates:
                    after = after | bit if self.shadow.begins[ghost] is self.zeros[ghost] else after & ~bit
        return after

    def _known(self, term: Term, facts: int) -> Term:
        """The term, with zero for all ghosts that are known to be."""
        if term.is_const:
            return term
        return substitute(term, {g: self.zeros[g] for g in term.free if g in self.bits and facts & self.bits[g]})

    def simplify(self, step: Step) -> None:
        facts = self.at.get(step.source.resolved())
        if facts:
            if step.guard is not TRUE:
                step.guard = self._known(step.guard, facts)
            step.updates = {target: self._known(term, facts) for target, term in step.updates.items()}


def _drop_unused(steps: list[Step], shadow: Shadow) -> None:
    """Remove the ghosts on which neither a condition nor the program's own variables depend."""
    ghosts = set(shadow.begins)
    needed: set[Term] = set()
    sources: dict[Term, set[Term]] = {}
    for step in steps:
        needed |= step.guard.free & ghosts
        for target, term in step.updates.items():
            if target in ghosts:
                sources.setdefault(target, set()).update(term.free & ghosts)
            else:
                needed |= term.free & ghosts
    pending = list(needed)
    while pending:
        for found in sources.get(pending.pop(), ()):
            if found not in needed:
                needed.add(found)
                pending.append(found)
    unused = ghosts - needed
    for step in steps:
        if not unused.isdisjoint(step.updates):
            step.updates = {target: term for target, term in step.updates.items() if target not in unused}
        if step.enters is not None:
            for ghost in unused.intersection(step.enters.variables):
                del step.enters.variables[ghost]
