"""The file that carries a verdict's evidence: an SMT-LIB model for a proof, JSON for a run or a derivation."""

from __future__ import annotations

import json
from collections.abc import Sequence

from assay.core.evidence import Branches, Derivation, NativeRun, Proof
from assay.core.model import Goal, Model, Safety
from assay.core.verdict import Holds, Violated
from assay.witness.write.derivation import derivation_document
from assay.witness.write.smtlib import proof_document
from assay.witness.write.trace import trace_document


def document(
    model: Model, goal: Goal, verdict: Holds | Violated, *, evidence: str = "", remarks: Sequence[str] = ()
) -> str:
    """The evidence of ``verdict`` as text, about the model as it was read; a proof with ``remarks`` for people."""
    match verdict, goal:
        case Holds(Proof() as proof), Safety():
            return proof_document(model, goal, proof, evidence=evidence, remarks=remarks)
        case Violated(NativeRun() as run), _:
            return execution_document(model, goal, run, evidence)
        case Violated(Derivation() as derivation), _:
            return derivation_document(model, goal, derivation, evidence=evidence)
        case Violated(found), _:
            branches = found.branches if isinstance(found, Branches) else ()
            return trace_document(model, goal, verdict.trace, evidence=evidence, branches=branches)
        case _:
            return argument_document(model, goal, evidence)


def execution_document(model: Model, goal: Goal, run: NativeRun, evidence: str) -> str:
    """The inputs of an execution, in the order of the calls."""
    head: dict[str, object] = {
        "format": "assay-execution",
        "input": {"file": model.origin.name, "format": model.origin.format},
        "property": goal.name,
        "evidence": evidence,
        "calls": [{"function": function, "value": value} for function, value in run.calls],
    }
    if run.fresh:
        head["fresh memory"] = run.fresh
    return json.dumps(head, indent=2, ensure_ascii=False) + "\n"


def argument_document(model: Model, goal: Goal, evidence: str) -> str:
    """Why a temporal property holds, in words."""
    about = {"file": model.origin.name, "format": model.origin.format}
    return json.dumps({"format": "assay-argument", "input": about, "property": goal.name, "evidence": evidence}) + "\n"
