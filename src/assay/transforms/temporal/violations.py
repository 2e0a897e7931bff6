"""A temporal property as a circuit whose fair runs are those that violate it.

That is possible for justice and LTL, and for CTL formulas whose path quantifiers can be dropped (``linear``).
Searches and the checker of what they claim build the same circuit: the same model and property give the same nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.core.circuit import Circuit
from assay.core.model import Ctl, Justice, Ltl, Model, TemporalProperty
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    negation_normal,
)
from assay.transforms.circuit.bitblast import Blasted, circuit_of
from assay.transforms.temporal.tableau import fair_runs, violating_runs


@dataclass(frozen=True, eq=False)
class Violations:
    """``circuit`` contains the blasted one: the nodes of that keep their meaning."""

    blasted: Blasted
    circuit: Circuit

    @property
    def added(self) -> tuple[int, ...]:
        """The constraints that come from the property alone."""
        return self.circuit.constraints[len(self.blasted.circuit.constraints) :]


def violations(model: Model, prop: TemporalProperty) -> Violations | None:
    """The circuit of all fair runs of ``model`` that violate ``prop``; None if that is not known to exist."""
    path = path_formula(prop)
    if path is None and not isinstance(prop, Justice):
        return None
    blasted = circuit_of(replace(model, properties=(), temporal=(prop,)))
    pairs = [(blasted.literals[p], blasted.literals[q]) for p, q in model.compassion]
    if path is None:
        return Violations(blasted, fair_runs(blasted.circuit, blasted.circuit.justice[0], pairs))
    return Violations(blasted, violating_runs(blasted.circuit, path, blasted.literals, pairs))


def path_formula(prop: TemporalProperty) -> Formula | None:
    """The LTL formula that says the same, if there is one."""
    match prop:
        case Justice():
            return None
        case Ltl(_, formula):
            return formula
        case Ctl(_, formula):
            return linear(formula)


def linear(root: Formula) -> Formula | None:
    """The LTL formula that holds of the same models as the CTL formula, where one is known; else None.

    That is so if all quantifiers are universal, every disjunction and the operands of A[f U g] and AF have at most one
    temporal part, where it does no harm (a fragment of the deterministic one of Maidl, "The common fragment of CTL and
    LTL", FOCS 2000).
    """
    return _linear(negation_normal(root))


def _linear(formula: Formula) -> Formula | None:
    match formula:
        case Atom():
            return formula
        case Connective(op, parts):
            if op is Logic.OR and sum(not isinstance(part, Atom) for part in parts) > 1:
                return None
            inner = [_linear(part) for part in parts]
            return None if None in inner else Connective(op, tuple(part for part in inner if part is not None))
        case Temporal(op, parts, Quantifier.ALL):
            if op in (PathOperator.NEXT, PathOperator.GLOBALLY):
                below = _linear(parts[0])
                return None if below is None else Temporal(op, (below,))
            return Temporal(op, parts) if all(isinstance(part, Atom) for part in parts) else None
    return None
