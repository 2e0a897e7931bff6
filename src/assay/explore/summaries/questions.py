"""Questions about one rule, to one persistent solver: which states of the head do its premises allow?

Each premise is taken either *from above*, by the lemmas that its place has at a level, or *from below*, by the facts
that were derived there.  Which it is, and the states that are asked for, are assumptions: nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.model import Location
from assay.core.terms import Term, and_, conjunction, implies, not_, or_, variable
from assay.core.terms.sorts import BOOL
from assay.explore.summaries.facts import ALWAYS, Cube, Facts, Frames, Reached, denied
from assay.explore.summaries.rules import Interface, Rule
from assay.solve.interpolation.elimination import cube_around
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver

Above = int
"""The level from which lemmas of a premise are taken; ``BELOW`` takes its facts instead."""
BELOW: Above = -1


def _level(premise: int, level: int) -> Term:
    return variable(f"premise!{premise}!level!{level}", BOOL)


def _below(premise: int) -> Term:
    return variable(f"premise!{premise}!below", BOOL)


def _more(premise: int, number: int) -> Term:
    return variable(f"premise!{premise}!more!{number}", BOOL)


def _tag(premise: int, number: int) -> Term:
    return variable(f"premise!{premise}!fact!{number}", BOOL)


class Questions:
    """One rule and what is known of the places of its premises."""

    # Assumptions that are no longer made, and lemmas that others replaced, make a solver slow: it is then made anew.
    MOST_LEFTOVERS = 600

    def __init__(self, rule: Rule, frames: Frames, facts: dict[Location, Facts]) -> None:
        self.rule = rule
        self._frames = frames
        self._facts = facts
        self._retired = 0
        self._highest = 0
        self._start()

    @property
    def queries(self) -> int:
        return self._retired + self._solver.queries

    def _start(self) -> None:
        self._solver = Z3Solver(plain_simplex=True)
        self._solver.add(self.rule.constraint)
        self._wanted: set[Term] = set()
        self._leftovers = 0
        self._told = [0] * len(self.rule.premises)
        for position, premise in enumerate(self.rule.premises):
            self._solver.add(implies(_below(position), _more(position, 0)))
            for cube, level in self._frames.blocked.get(premise.place, {}).items():
                self._tell(position, premise, cube, level)

    def block(self, place: Location, cube: Cube, level: int) -> None:
        """From now on ``place`` avoids ``cube`` wherever ``level`` or a lower one is asked for."""
        for position, premise in enumerate(self.rule.premises):
            if premise.place == place:
                self._tell(position, premise, cube, level)

    def _tell(self, position: int, premise: Interface, cube: Cube, level: int) -> None:
        lemma = premise.inward(denied(cube))
        if level == ALWAYS:
            self._solver.add(lemma)
        else:
            self._highest = max(self._highest, level)
            self._leftovers += 1
            self._solver.add(or_(not_(_level(position, level)), lemma))

    def _tell_facts(self) -> None:
        for position, premise in enumerate(self.rule.premises):
            known = self._facts[premise.place].known
            for number in range(self._told[position], len(known)):
                tag, before, after = _tag(position, number), _more(position, number), _more(position, number + 1)
                self._solver.add(implies(before, or_(tag, after)), implies(tag, premise.inward(known[number].states)))
            self._told[position] = len(known)

    def ask(
        self, cube: Iterable[Term], taken: Sequence[Above], seconds: float, avoiding: Cube | None = None
    ) -> tuple[Answer, Cube]:
        """Can premises, ``taken`` from above or below, give a state of ``cube``?

        UNSAT comes with the part of the cube that suffices.  Premises at the head's own place do not count if they are
        in the cube ``avoiding`` themselves.
        """
        if self._leftovers + len(self._wanted) > self.MOST_LEFTOVERS:
            self._retired += self._solver.queries
            self._start()
        self._tell_facts()
        wanted = {self.rule.head.inward(literal): literal for literal in cube}
        self._wanted.update(wanted)
        assumptions: list[Term] = []
        for position, above in enumerate(taken):
            if above == BELOW:
                assumptions += (_below(position), not_(_more(position, self._told[position])))
            else:
                assumptions.extend(_level(position, level) for level in range(above, self._highest + 1))
        if avoiding is not None:
            assumptions.extend(self._avoiding(avoiding))
        assumptions.extend(wanted)
        answer = self._solver.check(assumptions, seconds=seconds)
        if answer is not Answer.UNSAT:
            return answer, frozenset()
        return answer, frozenset(wanted[literal] for literal in self._solver.core() if literal in wanted)

    def _avoiding(self, cube: Cube) -> list[Term]:
        lemma = denied(cube)
        own = [premise for premise in self.rule.premises if premise.place == self.rule.head.place]
        self._leftovers += len(own)
        return [premise.inward(lemma) for premise in own]

    # -- after SAT -----------------------------------------------------------------------------------------------------

    def witnesses(self, taken: Sequence[Above]) -> tuple[Reached | None, ...]:
        """For each premise that was taken from below, the fact that it is in."""
        return tuple(self._fact(position) if above == BELOW else None for position, above in enumerate(taken))

    def _fact(self, position: int) -> Reached:
        known = self._facts[self.rule.premises[position].place].known
        tags = [_tag(position, number) for number in range(len(known))]
        number = next(number for number, value in enumerate(self._solver.truth(tags)) if value)
        return known[number]

    def derived(self, premises: Sequence[Reached]) -> Term:
        """States around the model's that the rule derives from the facts for its premises."""
        parts = [premise.inward(fact.states) for premise, fact in zip(self.rule.premises, premises, strict=True)]
        return conjunction(self._projected(and_(self.rule.constraint, *parts), self.rule.head))

    def needed(
        self, cube: Iterable[Term], position: int, taken: Sequence[Above], witnesses: Sequence[Reached | None]
    ) -> tuple[Term, ...]:
        """States of the premise at ``position``, around the model's, that give one of ``cube`` with the others."""
        parts = [self.rule.head.inward(literal) for literal in cube]
        for other, (premise, fact) in enumerate(zip(self.rule.premises, witnesses, strict=True)):
            if fact is not None:
                parts.append(premise.inward(fact.states))
            elif other != position:
                parts.extend(map(premise.inward, self._frames.lemmas(premise.place, taken[other])))
        return self._projected(and_(self.rule.constraint, *parts), self.rule.premises[position])

    def _projected(self, formula: Term, interface: Interface) -> tuple[Term, ...]:
        inner = formula.free.difference(interface.symbols)
        return tuple(map(interface.outward, cube_around(self._solver, formula, inner)))
