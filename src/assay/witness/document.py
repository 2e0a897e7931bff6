"""The file that carries a verdict's evidence: an SMT-LIB model for a proof, a JSON document for a run."""

from __future__ import annotations

from assay.core.model import Model, Property
from assay.core.verdict import Holds, Violated
from assay.witness.smtlib import proof_document
from assay.witness.trace import trace_document


def document(model: Model, property: Property, verdict: Holds | Violated, *, evidence: str = "") -> str:
    """The evidence of ``verdict`` as text, about the model as it was read."""
    match verdict:
        case Holds(proof):
            return proof_document(model, property, proof, evidence=evidence)
        case Violated(trace):
            return trace_document(model, property, trace, evidence=evidence)
