"""Runs that show why a CTL formula fails, replayed by evaluation; no solver takes part.

The negation of the formula, in negation normal form, is looked at from an initial state.  A branch for an existential
operator must be a run of the model that begins in the state at hand, closes, meets every fairness condition on its
loop, and has at each position what the operator asks for there: atoms are evaluated, temporal parts need branches of
their own.  What has no branch, such as what all runs satisfy, is returned as a claim about a state.
A lasso closes if all repeats that the property and the guards depend on over any number of steps: the rest of the state
has no influence on how that goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Branch, Fixpoints, StateTable, Trace
from assay.core.model import Ctl, Model
from assay.core.slicing.relevance import relevant
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    negation_normal,
    subformulas,
)
from assay.core.terms import Term
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value
from assay.core.terms.sorts import Sort
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.temporal.observed import observe, observed_inputs
from assay.witness.check.replay import check_path, moments

State = Mapping[Term, Value]


@dataclass
class Replay:
    """What was seen: so many runs, and what they leave open at which states."""

    runs: int = 0
    claims: list[tuple[Formula, State]] = field(default_factory=list)


def check_example(model: Model, prop: Ctl, branches: Sequence[Branch], certificate: Fixpoints | None = None) -> Replay:
    """Replays all runs that show why ``prop`` holds at the first state of the first one; as ``check_branches``."""
    return _replayed(model, prop, branches[0].trace, branches, negation_normal(prop.formula), certificate)


def check_branches(
    model: Model, prop: Ctl, trace: Trace, branches: Sequence[Branch], certificate: Fixpoints | None = None
) -> Replay:
    """Replays all runs that show why ``prop`` fails at the first state of ``trace``.

    Raises UnsoundVerdict if a run is none, or does not show what it should.  What runs leave open must be true of its
    state according to the sets of the ``certificate``, if there is one; that is checked by ``witness.check.fixpoints``.
    A fair run from the first state is shown as well, unless there is no branch at all.
    """
    return _replayed(model, prop, trace, branches, negation_normal(prop.formula, negated=True), certificate)


def _replayed(
    model: Model,
    prop: Ctl,
    trace: Trace,
    branches: Sequence[Branch],
    root: Formula,
    certificate: Fixpoints | None,
) -> Replay:
    sets = None if certificate is None else _Sets(model, prop, root, certificate)
    replay = _Replaying(model, prop, sets)
    inputs = trace.inputs[0] if trace.inputs else trace.final
    start = replay.state(trace.states[0], inputs)
    if Evaluation(trace.states[0])(model.initial) is not True:
        raise UnsoundVerdict("state 0 is not initial")
    if branches and not any(branch.trace == trace for branch in branches) and len(trace.states) > 1:
        raise UnsoundVerdict("the run that is shown is none of the branches")
    if not replay.satisfied(root, start, branches):
        raise UnsoundVerdict("the first state does not satisfy what the runs should show")
    for branch in branches:
        replay.follow(branch, start)
    return replay.seen


class _Replaying:
    def __init__(self, model: Model, prop: Ctl, sets: _Sets | None) -> None:
        self._model = model
        self._sets = sets
        self._observed = frozenset(observed_inputs(model, prop))
        needed = relevant(model, prop)
        self._needed = [symbol for symbol in model.entry.variables if symbol in needed]
        self._done: set[int] = set()
        self.seen = Replay()

    def state(self, values: State, inputs: State) -> State:
        """A state with the inputs that the property speaks of."""
        if not self._observed <= inputs.keys():
            raise UnsoundVerdict("a state lacks inputs that the property speaks of")
        return {**values, **{symbol: inputs[symbol] for symbol in self._observed}}

    def satisfied(self, formula: Formula, state: State, branches: Sequence[Branch]) -> bool:
        """Is ``formula`` true at ``state``, as far as evaluation and branches show it, or is it left as a claim?"""
        match formula:
            case Atom(term):
                return Evaluation(state)(term) is True
            case Connective(Logic.AND, parts):
                return self._every(parts, state, branches)
            case Connective(_, parts):
                return self._some(parts, state, branches)
            case Temporal():
                for branch in branches:
                    if branch.formula == formula:
                        self.follow(branch, state)
                        return True
                self.seen.claims.append((formula, state))
                return self._sets is None or self._sets.has(formula, state)

    def _every(self, parts: Sequence[Formula], state: State, branches: Sequence[Branch]) -> bool:
        """Are all of ``parts`` true?  Each is looked at, so that no claim is missed."""
        found = [self.satisfied(part, state, branches) for part in parts]
        return False not in found

    def _some(self, parts: Sequence[Formula], state: State, branches: Sequence[Branch]) -> bool:
        """Is one of ``parts`` true?  One that leaves fewer claims open is preferred."""
        before = list(self.seen.claims)
        best: list[tuple[Formula, State]] | None = None
        for part in parts:
            self.seen.claims = []
            if self.satisfied(part, state, branches) and (best is None or len(self.seen.claims) < len(best)):
                best = self.seen.claims
        self.seen.claims = before + (best or [])
        return best is not None

    def follow(self, branch: Branch, start: State) -> None:
        """Raises UnsoundVerdict unless ``branch`` shows its formula at ``start``."""
        if not branch.trace.inputs or self.state(branch.trace.states[0], branch.trace.inputs[0]) != start:
            raise UnsoundVerdict("a run does not begin in the state that it is about")
        if id(branch) in self._done:
            return
        self._done.add(id(branch))
        self.seen.runs += 1
        word = self._word(branch.trace)
        for position, formula in _demands(branch, len(word)):
            if not self.satisfied(formula, word[position], branch.below.get(position, ())):
                raise UnsoundVerdict(f"position {position} of a run does not satisfy what it should")

    def _word(self, trace: Trace) -> list[State]:
        """The state of each position of a fair lasso; raises UnsoundVerdict if it is none."""
        loop = trace.loop
        if loop is None or not 0 <= loop < len(trace.edges) == len(trace.inputs) == len(trace.states) - 1:
            raise UnsoundVerdict("a run that shows what some run satisfies goes on for ever")
        check_path(self._model, trace, anywhere=True)
        steps = moments(trace)
        first, last = trace.states[loop], trace.states[-1]
        if any(first[symbol] != last[symbol] for symbol in self._needed):
            raise UnsoundVerdict(f"the last state is not that of position {loop}, where it matters")
        for condition in self._model.fairness:
            if not any(step(condition) is True for step in steps[loop:]):
                raise UnsoundVerdict("a fairness condition is never true on the loop")
        return [self.state(state, step) for state, step in zip(trace.states, trace.inputs, strict=False)]


def _demands(branch: Branch, count: int) -> list[tuple[int, Formula]]:
    """What must be true at which of ``count`` positions for the run to show the branch's formula."""
    goal = branch.goal
    if branch.formula.quantifier is not Quantifier.SOME or (goal is not None and not 0 <= goal < count):
        raise UnsoundVerdict("a run shows what some run satisfies, at one of its positions")
    everywhere = range(count) if goal is None else range(goal)
    match branch.formula.op, branch.formula.parts, goal:
        case PathOperator.NEXT, (part,), 1:
            return [(1, part)]
        case PathOperator.FINALLY, (part,), int():
            return [(goal, part)]
        case PathOperator.GLOBALLY, (part,), None:
            return [(position, part) for position in everywhere]
        case PathOperator.UNTIL, (first, second), int():
            return [*((position, first) for position in everywhere), (goal, second)]
        case PathOperator.RELEASE, (_, second), None:
            return [(position, second) for position in everywhere]
        case PathOperator.RELEASE, (first, second), int():
            return [*((position, second) for position in everywhere), (goal, first), (goal, second)]
    raise UnsoundVerdict(f"a run of this kind does not show {branch.formula.op}")


# -- claims ------------------------------------------------------------------------------------------------------------


class _Sets:
    """The states of each subformula, as a certificate has them."""

    def __init__(self, model: Model, prop: Ctl, root: Formula, certificate: Fixpoints) -> None:
        parts = list(subformulas(root))
        if len(parts) != len(certificate.claims):
            raise UnsoundVerdict("the certificate is about another formula")
        self._tables = dict(zip(parts, (claim.states for claim in certificate.claims), strict=True))
        self._blasted = circuit_of(observe(model, prop).model)

    def has(self, formula: Formula, state: State) -> bool:
        """Is ``state`` among those of ``formula``?"""
        bits = {
            bit >> 1: _bit(state[symbol], k, symbol.sort)
            for symbol in self._blasted.model.entry.variables
            for k, bit in enumerate(self._blasted.variables[symbol])
        }
        return formula in self._tables and _member(self._tables[formula], bits)


def _bit(value: Value, place: int, sort: Sort) -> int:
    if isinstance(value, ArrayValue):
        assert sort.element is not None
        return _bit(value.at(place // sort.element.width), place % sort.element.width, sort.element)
    assert isinstance(value, int)
    return int(value) >> place & 1


def _member(table: StateTable, bits: Mapping[int, int]) -> bool:
    values = [0]
    for latch, low, high in table.rows:
        chosen = high if bits[latch] else low
        values.append(values[chosen >> 1] ^ (chosen & 1))
    return bool(values[table.root >> 1] ^ (table.root & 1))
