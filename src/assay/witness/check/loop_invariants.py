"""The independent checker of proofs about programs: invariants at some locations, every path between them at once.

A proof lists locations that cut every cycle; what it does not list lies between them, except for cycles without any
listed location, which must be unreachable.  From each listed location, and from the initial states, all paths up to the
next listed one are one formula: a symbol says that a location was passed, and where paths meet, a variable whose values
differ gets a symbol of its own; steps that stay and change nothing are left out.  Of a state that a step uses nothing
is known but the invariant of its location, where the proof lists one.  The proof is accepted if no path leads from its
source's invariant out of its target's or to an erroneous state; a question that is too hard is divided by the ways into
one location.  It shares no code with the transforms that make blocks.  A proof that lists every location
(``witness.check.invariants``) satisfies this, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE, TRUE, Term, and_, conjuncts, disjunction, eq, implies, not_, variable
from assay.core.terms.nodes import by_age
from assay.core.terms.rebuild import Substitution, substitute
from assay.core.terms.sorts import BOOL
from assay.witness.check.cases import by_cases
from assay.witness.check.court import Condition, SolverFactory, confirm_all
from assay.witness.check.instances import Instances, apart
from assay.witness.check.invariants import checkers_for, computes_with_floats


def check_proof_by_blocks(
    model: Model, property: Property, proof: Proof, *, seconds: float, checkers: Sequence[SolverFactory] = ()
) -> str:
    """The name of what confirmed that ``proof``, given at the locations that it lists, proves ``property``.

    Raises UnsoundVerdict with a counterexample if a condition is refuted, SolverFailure if one stays undecided.
    """
    asked = block_conditions(model, property, proof)
    if computes_with_floats(model):
        asked = map(by_cases, asked)
    chosen = tuple(checkers) or checkers_for(model)
    return confirm_all(asked, seconds=seconds, checkers=chosen)


def block_conditions(model: Model, property: Property, proof: Proof) -> Iterator[Condition]:
    """What the proof must satisfy: from each listed location, no path out of the invariants."""
    for question in _at_the_start(model, property, proof):
        yield question.condition
    for paths, what, fact in _starts(model, property, proof):
        yield paths.condition(what, fact)


@dataclass(frozen=True)
class Question:
    """That paths from ``source`` keep the ``part`` of the invariant of ``target``; without a target, that none errs."""

    condition: Condition
    source: Location
    target: Location | None
    part: Term


def block_questions(model: Model, property: Property, proof: Proof) -> Iterator[Question]:
    """The same conditions, each part of an invariant by itself."""
    yield from _at_the_start(model, property, proof)
    for paths, what, fact in _starts(model, property, proof):
        yield from paths.questions(what, fact)


def _at_the_start(model: Model, property: Property, proof: Proof) -> Iterator[Question]:
    """What the initial states must satisfy by themselves."""
    proof, _ = apart(model, property, proof)
    _check_vocabulary(model, proof)
    if model.entry in proof.invariant:
        for part in conjuncts(proof.invariant[model.entry]):
            what = f"the initial states satisfy the invariant of {model.entry}"
            yield Question(Condition(what, (model.initial, not_(part))), model.entry, model.entry, part)
    if model.entry in property.bad:
        bad = property.bad[model.entry]
        yield Question(Condition("no initial state is an error", (model.initial, bad)), model.entry, None, bad)


def _starts(model: Model, property: Property, proof: Proof) -> Iterator[tuple[_Paths, str, Term]]:
    """The paths from each place where some begin, and what is known there."""
    proof, instances = apart(model, property, proof)
    invariant = {**dict.fromkeys(_cycle_heads(model, proof), FALSE), **proof.invariant}
    if model.entry not in proof.invariant:
        what = f"no path from the initial states at {model.entry} breaks the proof"
        yield _Paths(model, property, invariant, model.entry, instances), what, model.initial
    for place, fact in proof.invariant.items():
        if fact is not FALSE:
            what = f"no path from the invariant of {place} breaks the proof"
            yield _Paths(model, property, invariant, place, instances), what, fact


def _check_vocabulary(model: Model, proof: Proof) -> None:
    for place in model.locations:
        foreign = proof.invariant.get(place, TRUE).free.difference(place.variables, proof.every)
        if foreign:
            names = ", ".join(sorted(symbol.name for symbol in foreign))
            raise UnsoundVerdict(f"the invariant of {place} speaks of what has no value there: {names}")


def _cycle_heads(model: Model, proof: Proof) -> list[Location]:
    """Locations that cut the cycles on which the proof lists none."""
    heads: dict[Location, None] = {}
    state: dict[Location, bool] = {}
    for start in model.locations:
        if start in state or start in proof.invariant:
            continue
        state[start] = True
        stack = [(start, iter(model.leaving(start)))]
        while stack:
            place, edges = stack[-1]
            for edge in edges:
                target = edge.target
                if edge.idle or target in proof.invariant or state.get(target) is False:
                    continue
                if target in state:
                    heads[target] = None
                    continue
                state[target] = True
                stack.append((target, iter(model.leaving(target))))
                break
            else:
                state[place] = False
                stack.pop()
    return list(heads)


@dataclass(frozen=True)
class _Arrival:
    """How a location is passed: for each step into it, when it is taken, and what it makes of the variables."""

    place: Location
    passed: Term
    cases: tuple[tuple[Term, Mapping[Term, Term]], ...]

    def formula(self, relevant: Collection[Term]) -> Term:
        """Who passes the location took one of the steps; said only of ``relevant`` symbols."""
        return implies(
            self.passed,
            disjunction(
                and_(taken, *(eq(symbol, value) for symbol, value in values.items() if symbol in relevant))
                for taken, values in self.cases
            ),
        )


@dataclass
class _Paths:
    """All paths from ``start`` to the next location that has an invariant."""

    model: Model
    property: Property
    invariant: Mapping[Location, Term]
    start: Location
    instances: Instances
    arrivals: list[_Arrival] = field(default_factory=list)
    errors: list[Term] = field(default_factory=list)
    exits: dict[Location, list[tuple[Term, Substitution]]] = field(default_factory=dict)
    steps: dict[Location, list[tuple[Term, Substitution]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._leave(self.start, TRUE, {})
        for place in self._between():
            self._leave(place, *self._arrive(place))

    def condition(self, what: str, fact: Term) -> Condition:
        """That no path from states that satisfy ``fact`` breaks the proof; too hard, each part by itself."""
        outside = [self._breaking(target, self.invariant[target]) for target in self.exits]
        whole = self._never(what, fact, disjunction((*self.errors, *outside)))
        ends = sum(len(conjuncts(self.invariant[target])) for target in self.exits)
        if ends + bool(self.errors) < 2:
            return whole
        return replace(whole, parts=lambda: (question.condition for question in self.questions(what, fact)))

    def questions(self, what: str, fact: Term) -> Iterator[Question]:
        """The same, part by part: no error, and each part of an invariant where a path ends."""
        if self.errors:
            condition = self._never(f"{what}: errors", fact, disjunction(self.errors))
            yield Question(condition, self.start, None, FALSE)
        for target in self.exits:
            for part in conjuncts(self.invariant[target]):
                condition = self._never(f"{what}: {target}", fact, self._breaking(target, part))
                yield Question(condition, self.start, target, part)

    def _breaking(self, target: Location, part: Term) -> Term:
        """That a path comes to ``target`` and ``part`` is false there."""
        return disjunction(and_(taken, not_(after(part))) for taken, after in self.exits[target])

    def _never(self, what: str, fact: Term, broken: Term) -> Condition:
        """That no path from states that satisfy ``fact`` is ``broken``."""
        others = sorted(broken.free.difference(self.start.variables), key=by_age)
        known = self.instances(fact, (*self.start.variables, *others))
        whole = _condition(what, and_(known, broken), self.arrivals, exact=not self.instances.concern(fact))
        if known is fact:
            return whole
        return replace(whole, enough=_condition(what, and_(fact, broken), self.arrivals, exact=False).violation)

    def _between(self) -> list[Location]:
        """The locations that are passed, each behind all those from which it is entered."""
        finished: list[Location] = []
        seen: set[Location] = {self.start}
        stack = [(self.start, iter(self.model.leaving(self.start)))]
        while stack:
            _, edges = stack[-1]
            for edge in edges:
                if edge.target not in seen and edge.target not in self.invariant:
                    seen.add(edge.target)
                    stack.append((edge.target, iter(self.model.leaving(edge.target))))
                    break
            else:
                finished.append(stack.pop()[0])
        finished.pop()  # the start
        return finished[::-1]

    def _leave(self, place: Location, passed: Term, values: Mapping[Term, Term]) -> None:
        """Account for the steps out of ``place``, where ``passed`` and the values describe the paths to it."""
        for number, edge in enumerate(self.model.leaving(place)):
            if edge.idle:
                continue
            inputs = {s: variable(f"{s.name}@{place}!{number}", s.sort) for s in edge.inputs}
            now = Substitution({**values, **inputs})
            taken = and_(passed, now(edge.guard), *map(now, self._used(edge)))
            if taken is FALSE:
                continue
            after = Substitution({s: now(edge.after(s)) for s in edge.target.variables})
            bad = self.property.bad.get(edge.target, FALSE)
            if bad is not FALSE:
                own = _with_own_inputs(bad, edge)
                self.errors.append(and_(taken, after(and_(own, self._known_there(edge.target, own)))))
            if edge.target in self.invariant:
                self.exits.setdefault(edge.target, []).append((taken, after))
            else:
                self.steps.setdefault(edge.target, []).append((taken, after))

    def _used(self, edge: Edge) -> Iterator[Term]:
        """What is known of the states that the edge uses: nothing where the proof says nothing."""
        for use in edge.uses:
            yield substitute(self.invariant.get(use.location, TRUE), use.values)

    def _known_there(self, place: Location, bad: Term) -> Term:
        """What a state that is erroneous at ``place`` satisfies, of what its invariant says of all indices.

        A state that breaks this is another violation.
        """
        fact = self.invariant.get(place, TRUE)
        return (
            self.instances(fact, (*place.variables, *sorted(bad.free, key=by_age)))
            if self.instances.concern(fact)
            else TRUE
        )

    def _arrive(self, place: Location) -> tuple[Term, dict[Term, Term]]:
        """A symbol for having come to ``place``, and its variables' values there."""
        steps = self.steps.pop(place, [])
        passed = variable(f"%passed {place}", BOOL)
        values: dict[Term, Term] = {}
        meanings: list[dict[Term, Term]] = [{} for _ in steps]
        for symbol in place.variables:
            found = [after(symbol) for _, after in steps]
            if found and all(value is found[0] for value in found):
                values[symbol] = found[0]
                continue
            values[symbol] = variable(f"{symbol.name}@{place}", symbol.sort)
            for meaning, value in zip(meanings, found, strict=True):
                meaning[values[symbol]] = value
        cases = tuple((taken, meaning) for (taken, _), meaning in zip(steps, meanings, strict=True))
        self.arrivals.append(_Arrival(place, passed, cases))
        return passed, values


def _condition(what: str, goal: Term, arrivals: Sequence[_Arrival], *, exact: bool) -> Condition:
    """That no path satisfies ``goal``; its parts are the ways by which most of them go through one location."""
    relevant = set(goal.free)
    needed: list[_Arrival] = []
    constraints: list[Term] = []
    for arrival in reversed(arrivals):
        if arrival.passed in relevant:
            needed.append(arrival)
            constraints.append(arrival.formula(relevant))
            relevant |= constraints[-1].free

    widest = max(needed, key=lambda arrival: len(arrival.cases), default=None)

    def parts() -> Iterator[Condition]:
        assert widest is not None
        around = [replace(arrival, cases=()) if arrival is widest else arrival for arrival in arrivals]
        yield _condition(f"{what} around {widest.place}", goal, around, exact=exact)
        for case in widest.cases:
            through = [replace(arrival, cases=(case,)) if arrival is widest else arrival for arrival in arrivals]
            yield _condition(f"{what} through {widest.place}", and_(goal, widest.passed), through, exact=exact)

    divisible = widest is not None and len(widest.cases) > 1
    return Condition(what, (*constraints, goal), parts=parts if divisible else None, exact=exact)


def _with_own_inputs(bad: Term, edge: Edge) -> Term:
    """The error formula with its inputs, if it has any, apart from everything else."""
    foreign = bad.free.difference(edge.target.variables)
    return Substitution({s: variable(f"{s.name}@{edge.name}", s.sort) for s in foreign})(bad) if foreign else bad
