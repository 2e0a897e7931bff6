"""The independent checker of proofs: no verdict leaves the house before this room agreed with its evidence.

A proof is an invariant per location.  It is accepted if the initial states satisfy the entry's, every edge leads from a
source's, and those of the states that it uses, to its target's, and none admits an erroneous state (Floyd 1967; with
uses by induction over the height of derivations).  Solvers decide each condition (``court``).
Runs are replayed by ``witness.check.replay``.  Nothing here depends on how the evidence was found: only the vocabulary
and the solver port are shared with the engines.  Limit: terms are simplified by ``core`` on construction, which is
trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE, Term, conjunction, conjuncts, not_
from assay.core.terms.float_operators import is_floating
from assay.core.terms.nodes import by_age
from assay.core.terms.rebuild import substitute
from assay.witness.check.court import Condition, SolverFactory, confirm_all, standard_checkers
from assay.witness.check.instances import apart
from assay.witness.check.replay import check_trace

__all__ = ["check_proof", "check_trace", "checkers_for", "computes_with_floats", "conditions"]


# Variables of a part of an invariant beyond which others that speak of them are not collected.
SHORT_PART: Final = 40


def conditions(model: Model, property: Property, proof: Proof) -> Iterator[Condition]:
    """Initiation, consecution along every edge, and safety: all hold together iff the proof is one."""
    proof, instances = apart(model, property, proof)
    invariant = _Invariant(model, property, proof)
    entry = invariant.at(model.entry)
    yield Condition(f"the initial states satisfy the invariant of {model.entry}", (model.initial, not_(entry)))
    for edge in model.edges:
        before, changed = invariant.before(edge), invariant.changed(edge)
        if before is not FALSE and changed:
            failure = (edge.guard, not_(conjunction(changed.values())))
            near = invariant.near(edge, changed) if edge.source == edge.target else ()
            what = f"{_describe(edge)} preserves the invariant"
            known = instances(before, (*edge.source.variables, *edge.inputs))
            fewer = (before,) if known is not before else near
            enough = (*fewer, *failure) if fewer else ()
            yield Condition(what, (known, *failure), enough, exact=not instances.concern(before))
    for location, bad in property.bad.items():
        fact = invariant.at(location)
        known = instances(fact, (*location.variables, *sorted(bad.free.difference(location.variables), key=by_age)))
        yield Condition(
            f"the invariant of {location} excludes the error", (known, bad), exact=not instances.concern(fact)
        )


class _Invariant:
    """A proof read for one model: each formula over its own location's variables, false where none is listed."""

    def __init__(self, model: Model, property: Property, proof: Proof) -> None:
        self._formulas = dict(proof.invariant)
        self._parts: dict[Location, Mapping[Term, Sequence[Term]]] = {}
        for location in dict.fromkeys((*model.locations, *property.bad)):
            foreign = self.at(location).free.difference(location.variables, proof.every)
            if foreign:
                names = ", ".join(sorted(symbol.name for symbol in foreign))
                raise UnsoundVerdict(f"the invariant of {location} speaks of what has no value there: {names}")

    def at(self, location: Location) -> Term:
        return self._formulas.get(location, FALSE)

    def before(self, edge: Edge) -> Term:
        """What the proof says of the states that the step needs: of the source's, and of those that it uses."""
        used = (substitute(self.at(use.location), use.values) for use in edge.uses)
        return conjunction((self.at(edge.source), *used))

    def changed(self, edge: Edge) -> Mapping[Term, Term]:
        """Parts of the target's invariant, with what they say before the step.

        Those that a loop does not change are left out: they are true after it because they were before.
        """
        if edge.source != edge.target:
            return {self.at(edge.target): edge.back(self.at(edge.target))}
        speaking = self._speaking(edge.target)
        touched = dict.fromkeys(part for updated in edge.updates for part in speaking.get(updated, ()))
        return {part: after for part in touched if (after := edge.back(part)) is not part}

    def near(self, edge: Edge, changed: Mapping[Term, Term]) -> Sequence[Term]:
        """Of the source's invariant the changed parts, and those about what the loop and the short ones speak of."""
        short = (after.free for part, after in changed.items() if len(part.free) <= SHORT_PART)
        here = edge.guard.free.union(edge.updates, *short)
        speaking = self._speaking(edge.source)
        symbols = sorted(here, key=lambda symbol: symbol.uid)
        candidates = dict.fromkeys(part for symbol in symbols for part in speaking.get(symbol, ()))
        return (*changed, *(part for part in candidates if part.free <= here and part not in changed))

    def _speaking(self, location: Location) -> Mapping[Term, Sequence[Term]]:
        """The parts of the location's invariant by the variables that they speak of."""
        if location not in self._parts:
            parts: dict[Term, list[Term]] = {}
            for part in conjuncts(self.at(location)):
                for symbol in part.free:
                    parts.setdefault(symbol, []).append(part)
            self._parts[location] = parts
        return self._parts[location]


def _describe(edge: Edge) -> str:
    place = f" ({edge.origin})" if edge.origin else ""
    return f"edge {edge.name} from {edge.source} to {edge.target}{place}"


def check_proof(
    model: Model, property: Property, proof: Proof, *, seconds: float, checkers: Sequence[SolverFactory] = ()
) -> str:
    """The name of what confirmed that ``proof`` proves ``property`` of ``model``.

    Raises UnsoundVerdict with a counterexample if a condition is refuted, SolverFailure if one stays undecided.
    ``checkers`` are asked in turn; by default the standard ones.
    """
    chosen = tuple(checkers) or checkers_for(model)
    return confirm_all(conditions(model, property, proof), seconds=seconds, checkers=chosen)


def checkers_for(model: Model) -> tuple[SolverFactory, ...]:
    """The standard checkers for conditions about this model."""
    return standard_checkers(floating=computes_with_floats(model))


def computes_with_floats(model: Model) -> bool:
    """Does a step compute with floating-point numbers?"""
    return is_floating(*(term for edge in model.edges for term in edge.terms))
