"""Property-directed search over rules with several premises: lemmas from above, derived facts from below.

An obligation asks for a derivation of a state of a cube at a place, of a height up to its level.  For each rule into
the place its premises are taken from above, by the lemmas of the level below; if that gives no state of the cube, a
lemma says so, generalised.  Otherwise the premises are taken from below, one after the other, by facts that are known
to be derivable.  If all can be, the rule derives a new fact; the first that cannot be is the place of a new obligation,
found by model-based projection (Hoder, Bjorner, SAT 2012, section 5; Komuravelli, Gurfinkel, Chaki, CAV 2014, sections
3 and 4).  A fact at the error is a derivation; two equal levels of lemmas are a proof.

Limits: those of projection (``solve.z3.projection``); levels count heights of derivations, so a deep error takes many.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import BoundReached, Explored, Listener, Progress, ignore
from assay.core.model import Location
from assay.core.terms import TRUE, Term
from assay.explore.summaries.facts import ALWAYS, Cube, Facts, Frames, Reached
from assay.explore.summaries.generalise import Generaliser
from assay.explore.summaries.questions import BELOW, Questions
from assay.explore.summaries.rules import Rule, heights
from assay.explore.summaries.trimming import trimmed
from assay.solve.interpolation.projection import split_equalities
from assay.solve.smt import Answer
from assay.transforms.edges.guards import tightened as tightest

Invariant = Mapping[Location, Term]


@dataclass(frozen=True, eq=False)
class Obligation:
    """A derivation of a state of ``cube`` at ``place`` would help to derive the error; ``depth`` steps away."""

    place: Location
    cube: Cube
    depth: int = 0


class Summaries:
    """The search; it may be interrupted by its deadline and goes on where it stopped when it is called again."""

    def __init__(
        self,
        rules: Sequence[Rule],
        error: Location,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
        *,
        known: Mapping[Location, Iterable[Cube]] = MappingProxyType({}),
        patience: float = 1.0,
    ) -> None:
        """``known`` are cubes that are empty whatever the height; ``patience`` is for what would be nice to know."""
        self._error = error
        self._deadline = deadline
        self._announce = announce
        self._patience = patience
        self._height = heights(rules)
        rules = [rule for rule in rules if all(premise.place in self._height for premise in rule.premises)]
        self._rules = rules
        self._frames = Frames()
        for place, cubes in known.items():
            for cube in cubes:
                self._frames.add(place, cube, ALWAYS)
        places = dict.fromkeys(i.place for rule in rules for i in (rule.head, *rule.premises))
        self._facts = {place: Facts(place) for place in (*places, error)}
        self._into: dict[Location, list[Questions]] = {place: [] for place in self._facts}
        self._outof: dict[Location, list[Questions]] = {place: [] for place in self._facts}
        for rule in rules:
            questions = Questions(rule, self._frames, self._facts)
            self._into[rule.head.place].append(questions)
            for place in dict.fromkeys(premise.place for premise in rule.premises):
                self._outof[place].append(questions)
        self._generaliser = Generaliser(self._unreachable, self._frames, rules)
        self._frontier = 1
        self._obligations = 0

    def explore(self) -> Invariant | Reached:
        """An inductive invariant without the error, or a fact that derives it."""
        try:
            answer = self._search()
        except SolverFailure:
            self._announce(Explored("stuck", self._counters()))
            raise
        self._announce(Explored("alarm" if isinstance(answer, Reached) else "proof", self._counters()))
        return answer

    def _search(self) -> Invariant | Reached:
        if self._error not in self._height:
            return dict.fromkeys(self._height, TRUE)
        while True:
            fact = self._clear_error()
            if fact is not None:
                return fact
            self._announce(BoundReached(self._frontier))
            self._announce(Progress(self._counters()))
            fixpoint = self._propagate()
            if fixpoint is not None:
                lemmas = self._frames.above(fixpoint, self._height)
                return trimmed(self._rules, self._error, lemmas, self._deadline)
            self._frontier += 1

    # -- obligations ---------------------------------------------------------------------------------------------------

    def _clear_error(self) -> Reached | None:
        """Block the error at the frontier; a derivation if that fails."""
        order = count()
        first = Obligation(self._error, frozenset())
        queue = [(self._frontier, 0, next(order), first)]
        facts = self._facts[self._error].known
        while queue and not facts:
            level, depth, _, obligation = heapq.heappop(queue)
            self._obligations += 1
            if self._deadline.passed:
                raise SolverFailure(f"out of time; there is no error up to height {self._frontier - 1}")
            place, cube = obligation.place, obligation.cube
            if not self._frames.is_blocked(place, cube, level):
                if self._facts[place].meets(tuple(cube), self._patience):
                    continue
                answer = self._expand(obligation, level)
                if isinstance(answer, Reached):
                    continue
                if answer is not None:
                    heapq.heappush(queue, (level - 1, -answer.depth, next(order), answer))
                    heapq.heappush(queue, (level, depth, next(order), obligation))
                    continue
            if level < self._frontier:
                heapq.heappush(queue, (level + 1, depth, next(order), obligation))
        return facts[0] if facts else None

    def _expand(self, obligation: Obligation, level: int) -> Obligation | Reached | None:
        """What the obligation needs first, or the fact that meets it; None once its cube is blocked."""
        place, cube = obligation.place, obligation.cube
        needed: Cube = frozenset()
        for questions in self._rules_into(place, level):
            above = (level - 1,) * len(questions.rule.premises)
            answer, part = questions.ask(cube, above, self._deadline.left, cube)
            if answer is Answer.UNKNOWN:
                raise SolverFailure(f"the solver could not decide a step along {questions.rule}")
            if answer is Answer.SAT:
                return self._descend(questions, obligation, level)
            needed |= part
        for lemma in self._generaliser.lemmas(place, cube, needed, level):
            self._block(place, lemma, level)
        return None

    def _descend(self, questions: Questions, obligation: Obligation, level: int) -> Obligation | Reached:
        """The premises from below one after the other: the first that cannot be, or the fact that they derive."""
        place, cube, rule = obligation.place, obligation.cube, questions.rule
        taken = [level - 1] * len(rule.premises)
        for position, premise in enumerate(rule.premises):
            attempt = [*taken[:position], BELOW, *taken[position + 1 :]]
            if self._facts[premise.place].known and self._possible(questions, cube, attempt):
                taken = attempt
                continue
            self._again(questions, cube, taken)
            literals = questions.needed(cube, position, taken, questions.witnesses(taken))
            return Obligation(premise.place, frozenset(split_equalities(tightest(literals))), obligation.depth + 1)
        self._again(questions, cube, taken)
        premises = tuple(fact for fact in questions.witnesses(taken) if fact is not None)
        fact = Reached(place, questions.derived(premises), rule, premises)
        self._facts[place].add(fact)
        return fact

    def _possible(self, questions: Questions, cube: Cube, taken: Sequence[int]) -> bool:
        return questions.ask(cube, taken, self._deadline.left, cube)[0] is Answer.SAT

    def _again(self, questions: Questions, cube: Cube, taken: Sequence[int]) -> None:
        """Ask what is known to be possible, so that the solver has a model."""
        if not self._possible(questions, cube, taken):
            raise SolverFailure(f"the solver did not decide a step along {questions.rule} twice")

    # -- lemmas --------------------------------------------------------------------------------------------------------

    def _rules_into(self, place: Location, level: int) -> Iterable[Questions]:
        """The rules into ``place`` whose premises have derivations of less than that height at all."""
        for questions in self._into[place]:
            if all(self._height[premise.place] < level for premise in questions.rule.premises):
                yield questions

    def _unreachable(self, place: Location, cube: Cube, level: int) -> Cube | None:
        """The part of ``cube`` that suffices to exclude it at ``level``; None if that cannot be shown quickly."""
        needed: Cube = frozenset()
        for questions in self._rules_into(place, level):
            above = (level - 1,) * len(questions.rule.premises)
            answer, part = questions.ask(cube, above, self._patience, cube)
            if answer is not Answer.UNSAT:
                return None
            needed |= part
        return needed

    def _block(self, place: Location, cube: Cube, level: int) -> None:
        self._frames.add(place, cube, level)
        for questions in self._outof[place]:
            questions.block(place, cube, level)

    def _propagate(self) -> int | None:
        """Move cubes to higher levels where they stay unreachable; the level of a fixpoint if one appears."""
        deepest = max(self._height.values())
        for level in range(1, self._frontier + 1):
            for place in self._facts:
                for cube in self._frames.at(place, level):
                    part = self._unreachable(place, cube, level + 1)
                    if part is not None:
                        self._block(place, part, level + 1)
            # Below the greatest height some place is empty for want of derivations, not by a blocked cube.
            if level >= deepest and self._frames.is_empty(level):
                return level
        return None

    def _counters(self) -> dict[str, int | float]:
        return {
            "queries": sum(questions.queries for rules in self._into.values() for questions in rules),
            "states": self._obligations,
            "depth": self._frontier,
            "facts": sum(len(facts.known) for facts in self._facts.values()),
            "blocked": sum(len(cubes) for cubes in self._frames.blocked.values()),
        }
