"""Proofs that something is an invariant, checked in the words of the file, where such words are found in time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from assay.checking.spare import Spare
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Model, Safety, TemporalProperty
from assay.core.terms import FALSE, TRUE
from assay.transforms.circuit.bitblast import is_circuit
from assay.transforms.circuit.truth import counting, counting_in_vectors, without_counting

# Seconds for checking a proof in other words: a choice of what is easy to say, it is easier to check than the whole.
CHECKING_OTHER_WORDS: Final = 2.0


def check_safety_proof(
    model: Model, prop: Safety, proof: Proof, seconds: float, spare: Spare | None
) -> tuple[str, Proof]:
    """Who confirmed the proof, and what it is that was confirmed, in other words maybe, or a part of it."""
    return _in_words(model, lambda: prop, _over_bits(model, proof), spare, seconds, partial(_check_proof, model, prop))


def check_invariant_proof(
    model: Model, goal: TemporalProperty, proof: Proof, seconds: float, spare: Spare | None
) -> tuple[str, Proof]:
    """The same of a temporal property that states an invariant."""
    from assay.witness.check.temporal_proofs import stated_invariant

    def check(proof: Proof, seconds: float) -> tuple[str, Proof]:
        checker, proof = _check_proof(model, stated_invariant(model, goal), proof, seconds)
        return f"inductive invariant checked by {checker}", proof

    return _in_words(model, partial(stated_invariant, model, goal), _over_bits(model, proof), spare, seconds, check)


def _over_bits(model: Model, proof: Proof) -> Proof:
    """Of gates, nothing is to be counted that can be said in bits."""
    return without_counting(proof) if is_circuit(model) else proof


def _in_words(
    model: Model,
    prop: Callable[[], Safety],
    proof: Proof,
    spare: Spare | None,
    seconds: float,
    check: Callable[[Proof, float], tuple[str, Proof]],
) -> tuple[str, Proof]:
    """What ``check`` says of the proof; or of one in other words, if that is confirmed in the time there is to spare.

    Other words are a guess: that they are no proof says nothing of the proof that was found.  If they are one, nothing
    else has to be checked.
    """
    if spare is not None and any(formula not in (TRUE, FALSE) for formula in proof.invariant.values()):
        # Who looks for words needs a solver, and time to be imported.
        from assay.transforms.readable import readable

        with spare.used(seconds) as until, suppress(UnsoundVerdict, SolverFailure):
            plainer = readable(model, prop(), proof, until)
            if plainer is not None:
                return check(plainer, min(seconds, CHECKING_OTHER_WORDS))
    return check(proof, seconds)


def _check_proof(model: Model, prop: Safety, proof: Proof, seconds: float) -> tuple[str, Proof]:
    """Who confirmed the proof, and what of it: a SAT solver for what is finite and has one location, else others.

    What counts in a way that gates cannot stays with solvers for formulas.
    Proofs about C programs may speak of loops only: they are checked with all paths between these at once, and of facts
    only what they need is checked where all is too hard.
    """
    if is_circuit(model) and not proof.every:
        over_vectors = counting_in_vectors(proof)
        if not counting(over_vectors):
            from assay.witness.check.by_sat import check_proof_by_sat

            return check_proof_by_sat(model, prop, over_vectors, seconds=seconds), proof
        if proof.depth:
            raise SolverFailure("nothing checks induction by what gates cannot count")
    if model.origin.format == "C":
        from assay.witness.check.needed import check_proof_by_need

        return check_proof_by_need(model, prop, proof, seconds=seconds)
    from assay.witness.check.invariants import check_proof

    return check_proof(model, prop, proof, seconds=seconds), proof
