"""Refinement by interpolation: new predicates along one spurious path.

The interpolants' conjuncts become predicates at the locations that the path visits.  Even the cartesian abstraction
then excludes the path: by induction each abstract state entails the interpolant at its position, and the last one is
false (Henzinger, Jhala, Majumdar, McMillan, POPL 2004).  Atoms are used only where no conjunct is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PathRefuted, ignore
from assay.core.evidence import Path, Trace
from assay.core.model import Location, Model
from assay.core.roles import Genuine, Refined, Stuck
from assay.core.terms import Term, atoms, conjuncts
from assay.domains.predicates.families import guidance
from assay.domains.predicates.precision import Precision
from assay.refine.paths.unrolling import Unrolling, decide
from assay.solve.interpolation.providers import Chain, interpolate

Predicates = Mapping[Location, tuple[Term, ...]]
Reading = Callable[[Term], Iterable[Term]]


def whole(interpolant: Term) -> Iterable[Term]:
    return (interpolant,)


# From the most to the least promising reading of an interpolant.
READINGS: Final[tuple[Reading, ...]] = (conjuncts, atoms, whole)


@dataclass(frozen=True)
class Interpolation:
    """Refiner of predicate abstraction; ``providers`` overrides the order in which interpolation methods are tried."""

    model: Model
    providers: tuple[str, ...] | None = None
    deadline: Deadline = FOREVER
    seconds_a_path: float = 10.0
    announce: Listener = ignore

    def refine(self, precision: Precision, evidence: Path, /) -> Genuine[Trace] | Refined[Precision] | Stuck:
        try:
            answer = decide(self.model, evidence, self.deadline.within(self.seconds_a_path))
            if isinstance(answer, Trace):
                return Genuine(answer)
            return self._exclude(precision, evidence, answer)
        except SolverFailure as failure:
            return Stuck(str(failure), hint="try another --interpolation order or a longer --time")

    def _exclude(self, precision: Precision, path: Path, unrolling: Unrolling) -> Refined[Precision]:
        chain = Chain(unrolling.steps, interfaces(unrolling))
        result = interpolate(chain, order=self.providers, deadline=self.deadline.within(self.seconds_a_path))
        places = [
            (edge.source, unrolling.back(k)(result.interpolants[k])) for k, edge in enumerate(unrolling.edges) if k
        ]
        finer, found = extended(precision, places)
        finer = finer.extended(guidance(found))
        self.announce(PathRefuted(path, result.provider, {place.name: facts for place, facts in found.items()}))
        return Refined(finer)


def interfaces(unrolling: Unrolling) -> tuple[frozenset[Term], ...]:
    """What may be said between two steps: the symbols of the variables there."""
    inner = (frozenset(symbols.values()) for symbols in unrolling.symbols[1:-1])
    return (frozenset(), *inner, frozenset())


def extended(precision: Precision, interpolants: Sequence[tuple[Location, Term]]) -> tuple[Precision, Predicates]:
    """The precision with the first reading of the interpolants, each at its location, that adds something to it."""
    for reading in READINGS:
        found = _predicates(interpolants, reading)
        finer = precision.extended(found)
        if finer != precision:
            break
    return finer, found


def _predicates(interpolants: Iterable[tuple[Location, Term]], reading: Reading) -> Predicates:
    found: dict[Location, dict[Term, None]] = {}
    for place, interpolant in interpolants:
        facts = (fact for fact in reading(interpolant) if not fact.is_const)
        found.setdefault(place, {}).update(dict.fromkeys(facts))
    return {place: tuple(facts) for place, facts in found.items() if facts}
