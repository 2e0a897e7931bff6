"""Refine+: extract every infeasible sliced prefix of a path, refine each, take what a heuristic likes best.

A drop-in refiner for any analysis that supplies its strongest post along a path and a refinement of prefixes (Beyer,
Löwe, Wendler, *Refinement selection*, SPIN 2015, section 3).  Analyses stand in *stages*: those of one stage compete, a
later stage is asked only if an earlier one has nothing.  One analysis: intra-analysis selection; two in one stage:
inter-analysis selection; two stages: value analysis first, predicates only where that cannot refute.
A path of which an analysis refutes a prefix is infeasible; only others are put before the solver as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PathRefuted, ignore
from assay.core.evidence import Path, Trace
from assay.core.model import Model
from assay.core.roles import Genuine, Refined, Stuck
from assay.core.terms import FALSE, Term
from assay.core.words import counted
from assay.refine.paths.unrolling import decide
from assay.refine.selection.domain_types import DomainType, domain_types
from assay.refine.selection.heuristics import Candidate, Domain, Selection, Situation
from assay.refine.selection.prefixes import SlicedPrefix, some

P = TypeVar("P")

LONGEST_PATH: Final = 50_000  # edges: formulas about longer ones take more time and memory than there is
PREFIXES: Final = 50  # of one path and analysis that are refined; of more, the shortest and the longest


class Analysis(Protocol[P]):
    """An analysis that can be refined along paths; ``P`` is the precision of the engine, maybe of several analyses."""

    @property
    def name(self) -> Domain: ...

    def prefixes(self, path: Path, deadline: Deadline, /) -> tuple[SlicedPrefix, ...]:
        """The infeasible sliced prefixes that the analysis sees, by increasing length."""

    def refutes(self, path: Path, deadline: Deadline, /) -> bool:
        """Can the analysis refute the path?"""

    def refinements(self, prefix: SlicedPrefix, deadline: Deadline, /) -> Iterable[Candidate]:
        """Refinements that exclude a prefix that the analysis refutes; ``SolverFailure`` if none is found in time."""

    def extended(self, precision: P, candidate: Candidate, /) -> P:
        """The precision with the elements of a candidate of this analysis; equal to it if none of them is new."""

    def spent(self, precision: P, /) -> Mapping[Term, int]:
        """How often the precision speaks of each variable."""


def whole(path: Path) -> SlicedPrefix:
    """An infeasible path as its own prefix: nothing is sliced, and no condition is singled out."""
    return SlicedPrefix(path.edges, FALSE)


def nothing_seen() -> Mapping[Term, int]:
    return {}


@dataclass(frozen=True)
class _Choice(Generic[P]):
    """A candidate, whose it is, and the precision it leads to."""

    candidate: Candidate
    precision: P


@dataclass(frozen=True)
class RefinementSelection(Generic[P]):
    """Refiner that chooses.  ``seen`` tells how many values of each variable the last exploration has met."""

    model: Model
    stages: tuple[tuple[Analysis[P], ...], ...]
    selection: Selection
    deadline: Deadline = FOREVER
    seconds_a_path: float = 10.0
    limit: int = PREFIXES
    seen: Callable[[], Mapping[Term, int]] = nothing_seen
    known_types: Mapping[Term, DomainType] | None = None
    announce: Listener = ignore

    @cached_property
    def types(self) -> Mapping[Term, DomainType]:
        """The domain types of the model's variables, unless they were given."""
        return self.known_types if self.known_types is not None else domain_types(self.model)

    def refine(self, precision: P, evidence: Path, /) -> Genuine[Trace] | Refined[P] | Stuck:
        if len(evidence) > LONGEST_PATH:
            return Stuck(f"a path of {counted(len(evidence), 'step')} is too long to learn from", hint=self._advice())
        until = self.deadline.within(self.seconds_a_path)
        problems: list[str] = []
        try:
            for stage in self.stages:
                chosen = self._choose(precision, stage, evidence, until, problems)
                if chosen is not None:
                    return self._refined(chosen, evidence)
            answer = decide(self.model, evidence, self.deadline.within(self.seconds_a_path))
            if isinstance(answer, Trace):
                return Genuine(answer)
            chosen = self._last_resort(precision, evidence, problems)
            if chosen is not None:
                return self._refined(chosen, evidence)
        except SolverFailure as failure:
            return Stuck(str(failure), hint="try another --interpolation order or a longer --time")
        names = " and ".join(analysis.name for stage in self.stages for analysis in stage)
        detail = f" ({problems[0]})" if problems else ""
        return Stuck(f"no refinement of the {names} analysis excludes a spurious path{detail}", hint=self._advice())

    def _advice(self) -> str:
        alone = all(analysis.name == "value" for stage in self.stages for analysis in stage)
        return "try --engine predicate+value" if alone else "try another --select or a longer --time"

    def _refined(self, chosen: _Choice[P], path: Path) -> Refined[P]:
        candidate = chosen.candidate
        provider = f"{candidate.domain} {candidate.provider}".strip()
        elements = {place.name: elements for place, elements in candidate.found.items()}
        self.announce(PathRefuted(path, provider, elements))
        return Refined(chosen.precision)

    # -- candidates --------------------------------------------------------------------------------------------------

    def _choose(
        self, precision: P, stage: Sequence[Analysis[P]], path: Path, until: Deadline, problems: list[str]
    ) -> _Choice[P] | None:
        """The best refinement of a stage that adds something to the precision; None if there is none."""
        if not self.selection.heuristics:
            tasks = [(analysis, whole(path)) for analysis in stage if analysis.refutes(path, until)]
            return next(self._choices(precision, tasks, until, problems), None)
        tasks = [(a, prefix) for a in stage for prefix in some(a.prefixes(path, until), self.limit)]
        situation = self._situation(precision, stage) if tasks else Situation()
        for group in self._groups(tasks):
            choices = list(self._choices(precision, group, until, problems))
            choices = [choice for choice in choices if choice.candidate.positions] or choices
            if choices:
                best = self.selection.best([choice.candidate for choice in choices], situation)
                return next(choice for choice in choices if choice.candidate is best)
        return None

    def _last_resort(self, precision: P, path: Path, problems: list[str]) -> _Choice[P] | None:
        """The infeasible path as a whole, with more time, where every prefix took too long."""
        if not problems:
            return None
        until = self.deadline.within(self.seconds_a_path)
        tasks = [(a, whole(path)) for stage in self.stages for a in stage if a.name == "predicate"]
        return next(self._choices(precision, tasks, until, problems), None)

    def _situation(self, precision: P, stage: Sequence[Analysis[P]]) -> Situation:
        spent: dict[Term, int] = {}
        for analysis in stage:
            for symbol, count in analysis.spent(precision).items():
                spent[symbol] = spent.get(symbol, 0) + count
        seen = self.seen() if any(heuristic.looks for heuristic in self.selection.heuristics) else {}
        return Situation(self.types, spent, seen, turn=sum(spent.values()))

    def _groups(
        self, tasks: list[tuple[Analysis[P], SlicedPrefix]]
    ) -> Iterator[list[tuple[Analysis[P], SlicedPrefix]]]:
        """Prefixes in the order of a heuristic that needs no refinement, equal ones together; else all at once."""
        first = self.selection.heuristics[0]
        if not first.early:
            yield tasks
            return
        by_key: dict[float, list[tuple[Analysis[P], SlicedPrefix]]] = {}
        for analysis, prefix in tasks:
            key = first.key(Candidate(analysis.name, prefix, ()), Situation())
            by_key.setdefault(key, []).append((analysis, prefix))
        yield from (by_key[key] for key in sorted(by_key))

    def _choices(
        self,
        precision: P,
        tasks: Iterable[tuple[Analysis[P], SlicedPrefix]],
        until: Deadline,
        problems: list[str],
    ) -> Iterator[_Choice[P]]:
        """The refinements that add something; when time is over, those that were found."""
        some_found = False
        for analysis, prefix in tasks:
            if some_found and until.passed:
                return
            try:
                for candidate in analysis.refinements(prefix, until):
                    finer = analysis.extended(precision, candidate)
                    if finer != precision:
                        some_found = True
                        yield _Choice(candidate, finer)
            except SolverFailure as failure:
                problems.append(str(failure))
