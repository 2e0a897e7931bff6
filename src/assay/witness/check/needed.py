"""A proof checked with the facts that it needs: what a search found on its way is often harder to check than the proof.

An invariant is a conjunction; facts that were found before the search, such as bounds of variables, are parts of it
whether the proof needs them or not.  Any choice of parts that keeps itself and excludes the error is a proof.  It is
built up from nothing: a state from which a path breaks the choice is excluded by parts that it violates, those that
are easy to check first; a part whose own preservation no solver decides is done without, if that can be.  So
counterexamples choose the facts, as they do predicates in abstraction refinement, and the end is a proof in its own
right, every condition of which was confirmed (``loop_invariants``).  If that comes to nothing, the proof is checked as
it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UndefinedValue
from assay.core.evidence import Proof
from assay.core.model import Location, Model, Property
from assay.core.terms import FALSE, Term, conjunction, conjuncts, post_order, size
from assay.core.terms.bitvectors import signed
from assay.core.terms.evaluate import Value, default_value, holds
from assay.core.terms.floats import bits_of
from assay.core.terms.sorts import INT
from assay.witness.check.court import Court, Refuted, SolverFactory
from assay.witness.check.invariants import checkers_for
from assay.witness.check.loop_invariants import Question, block_questions, check_proof_by_blocks

# Of the time there is, what the proof gets as it is before facts are left out, and seconds that this takes at most.
WHOLE_SHARE: Final = 0.4
WHOLE_SECONDS: Final = 8.0
# Of what is left then, what goes into choosing facts, and of that into one question at most.
CHOICE_SHARE: Final = 0.7
QUESTION_SHARE: Final = 0.3
# Seconds after which a question goes to the next solver.
PATIENCE: Final = 2.0
# Constants from here on make a fact a wide one: solvers find products and quotients near them hard.
WIDE: Final = 1 << 16


def check_proof_by_need(
    model: Model, property: Property, proof: Proof, *, seconds: float, checkers: Sequence[SolverFactory] = ()
) -> tuple[str, Proof]:
    """What confirmed the proof, and that part of it which was confirmed and suffices: all of it, if that is easy.

    Raises UnsoundVerdict with a counterexample if the proof is refuted, SolverFailure if it stays undecided.
    """
    chosen = tuple(checkers) or checkers_for(model)
    whole = Deadline.after(seconds)
    parts = sum(len(conjuncts(formula)) for formula in proof.invariant.values())
    if parts > 1 and model.is_linear and not proof.depth and not proof.every:
        try:
            first = min(WHOLE_SECONDS, WHOLE_SHARE * seconds)
            return check_proof_by_blocks(model, property, proof, seconds=first, checkers=chosen), proof
        except SolverFailure:
            found = _Choice(model, property, proof, whole.within(CHOICE_SHARE * whole.left), chosen).search()
        if found is not None:
            return found
    return check_proof_by_blocks(model, property, proof, seconds=max(whole.left, 0.0), checkers=chosen), proof


class _Choice:
    """The parts of a proof that were chosen so far, and those that are too hard to keep."""

    def __init__(
        self, model: Model, property: Property, proof: Proof, until: Deadline, checkers: Sequence[SolverFactory]
    ) -> None:
        self._model = model
        self._property = property
        self._until = until
        self._court = Court(checkers, until, PATIENCE)
        self._all = {place: dict.fromkeys(conjuncts(formula)) for place, formula in proof.invariant.items()}
        self._chosen: dict[Location, dict[Term, None]] = {
            place: dict.fromkeys(part for part in parts if part is FALSE) for place, parts in self._all.items()
        }
        self._too_hard: set[tuple[Location, Term]] = set()
        # Formulas that were shown to have no model, however often they are asked.
        self._confirmed: set[tuple[Term, ...]] = set()

    def search(self) -> tuple[str, Proof] | None:
        """A choice that is a proof, and who confirmed it; None if none was found."""
        while not self._until.passed:
            proof = Proof({place: conjunction(parts) for place, parts in self._chosen.items()})
            if not self._advance(proof):
                return None
            if self._is_settled(proof):
                return self._court.credit, proof
        return None

    def _is_settled(self, proof: Proof) -> bool:
        """Is the choice still this one, with every condition confirmed?"""
        if any(conjunction(self._chosen[place]) is not formula for place, formula in proof.invariant.items()):
            return False
        asked = block_questions(self._model, self._property, proof)
        return all(question.condition.violation in self._confirmed for question in asked)

    def _advance(self, proof: Proof) -> bool:
        """Ask what was not asked yet, until something makes for another choice; False if there is none to be made."""
        for question in block_questions(self._model, self._property, proof):
            if question.condition.violation in self._confirmed:
                continue
            self._court.limit(self._until.within(QUESTION_SHARE * self._until.left))
            try:
                self._court.confirm(question.condition)
            except Refuted as refuted:
                return self._exclude(question.source, refuted.state)
            except SolverFailure:
                return self._do_without(question)
            self._confirmed.add(question.condition.violation)
        return True

    def _exclude(self, source: Location, state: Mapping[Term, Value]) -> bool:
        """Choose parts that the state violates: all that are easy, else the one that is easiest."""
        if source not in self._all:
            return False
        values = {symbol: state.get(symbol, default_value(symbol.sort)) for symbol in source.variables}
        violated = [
            part
            for part in self._all[source]
            if part not in self._chosen[source] and (source, part) not in self._too_hard and _is_violated(part, values)
        ]
        easy = [part for part in violated if not _is_wide(part) and len(part.free) == 1]
        chosen = easy or sorted(violated, key=_difficulty)[:1]
        self._chosen[source].update(dict.fromkeys(chosen))
        return bool(chosen)

    def _do_without(self, question: Question) -> bool:
        """Give up the part that no solver can decide; False if there is none."""
        if question.target is None or question.part not in self._chosen.get(question.target, {}):
            return False
        if question.part is FALSE:
            return False
        self._too_hard.add((question.target, question.part))
        del self._chosen[question.target][question.part]
        return True


def _is_violated(part: Term, values: Mapping[Term, Value]) -> bool:
    try:
        return not holds(part, values)
    except UndefinedValue:
        return False


def _difficulty(part: Term) -> tuple[bool, int, int, int]:
    return _is_wide(part), len(part.free), size(part), part.uid


def _is_wide(part: Term) -> bool:
    """Does the part compare with a large number?"""
    return any(abs(value) >= WIDE for value in map(_constant, post_order(part)) if value is not None)


def _constant(term: Term) -> int | None:
    if not term.is_const:
        return None
    if term.sort is INT:
        return int(term.number)
    return signed(bits_of(term), term.sort.width) if term.sort.is_bitvector else None
