"""Evidence in the words of the input: what people see of it, and the file that carries it.

C programs get source lines and C expressions, and witnesses of the competition on software verification; everything
else gets states, formulas, SMT-LIB and JSON.
"""

from __future__ import annotations

from pathlib import Path

from assay import __version__
from assay.core.model import Goal, Model
from assay.core.verdict import Argued, Holds, Proof, Trace, Unknown, Verdict, Violated
from assay.report.evidence import evidence_record
from assay.report.json import Record
from assay.witness.document import document


def shown(model: Model, goal: Goal, verdict: Verdict) -> Record | None:
    """What a person wants to see of the evidence; None if there is none."""
    if model.origin.format == "C":
        match verdict:
            case Violated(trace):
                return _c_path(model, goal, trace)
            case Holds(proof):
                return _c_invariants(model, goal, proof)
            case Argued() | Unknown():
                return None
    return evidence_record(goal.name, verdict)


def _c_path(model: Model, goal: Goal, trace: Trace) -> Record:
    from assay.report.c_path import c_path

    source = Path(model.origin.file).read_text(encoding="utf-8", errors="replace")
    return {"event": "path", "property": goal.name, "lines": c_path(model, trace, source)}


def _c_invariants(model: Model, goal: Goal, proof: Proof) -> Record:
    from assay.witness.svcomp.correctness import loop_invariants

    rows = [[f"line {found.position.line}", found.text] for found in loop_invariants(model, proof)]
    return {"event": "invariant", "property": goal.name, "rows": rows, "hidden": 0, "unreachable": 0}


def witness_text(model: Model, goal: Goal, verdict: Holds | Argued | Violated, evidence: str) -> str:
    """The file that carries the evidence of ``verdict``; an ``AssayError`` if its format cannot carry that."""
    if model.origin.format != "C":
        return document(model, goal, verdict, evidence=evidence)
    from assay.witness.svcomp import Making, default_specification, svcomp_witness

    program = model.origin.file
    specification = goal.text if goal.text.startswith("CHECK") else default_specification(program)
    return svcomp_witness(model, verdict, program, specification=specification, making=Making.now(__version__))
