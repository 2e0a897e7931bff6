"""Interpolants from z3's Spacer: the chain as recursion-free Horn clauses, one relation an interface.

Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014) proves the last relation empty; what it learnt about each relation on
the way is an interpolant.  Inlining and slicing are switched off, for they would remove the relations.
Known limits: Spacer may run away, so call it where it can be killed; over bit-vectors it fails now and then.
"""

from __future__ import annotations

from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, conjunction
from assay.solve.interpolation.port import Chain, Interpolants
from assay.solve.smt import Answer
from assay.solve.z3.context import shared_context
from assay.solve.z3.fixedpoint import Fixedpoint
from assay.solve.z3.terms import to_z3


def by_spacer(chain: Chain) -> Interpolants:
    """Interpolants of ``chain`` as Spacer finds them.  May take forever."""
    context = shared_context()
    with context.owning("fixedpoint", context.api.mk_fixedpoint(context.raw)) as fixedpoint:
        # A bounded model checker's depth: without it Spacer also proves each shorter chain on the way.
        return _refuted(chain, Fixedpoint(context, fixedpoint, inlining=False, least_level=len(chain) + 1))


def _refuted(chain: Chain, engine: Fixedpoint) -> Interpolants:
    context = engine.context
    vocabularies = [tuple(sorted(symbols, key=lambda term: term.uid)) for symbols in chain.shared]
    relations = [engine.relation(f"assay!state!{i}", symbols) for i, symbols in enumerate(vocabularies)]
    states = [engine.applied(*pair) for pair in zip(relations, vocabularies, strict=True)]
    engine.rule((), (), states[0])
    for position, step in enumerate(chain.steps):
        body = to_z3(context, conjunction(step))
        symbols = conjunction(step).free.union(vocabularies[position], vocabularies[position + 1])
        engine.rule(sorted(symbols, key=lambda term: term.uid), (states[position], body), states[position + 1])
    if engine.query(states[-1]) is not Answer.UNSAT:
        raise SolverFailure("Spacer found no refutation")
    inner = zip(relations[1:-1], vocabularies[1:-1], strict=True)
    return (TRUE, *(engine.learnt(*pair) for pair in inner), FALSE)
