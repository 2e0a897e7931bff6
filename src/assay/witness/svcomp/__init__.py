"""Witnesses of the competition on software verification, format 2.0, and its verdict lines (docs/reference/svcomp.md).

A proof becomes an ``invariant_set``, a run a ``violation_sequence``; both are about the model as it was read from the
program.  Texts depend on nothing but the verdict and the program, except for the identity and the time of their making,
which can be given.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from assay.core.errors import AssayError
from assay.core.evidence import EndedRuns, NativeRun, Proof, Trace
from assay.core.model import Goal, Model, Safety
from assay.core.program import MAIN
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.witness.svcomp.correctness import invariant_content, trivial_content
from assay.witness.svcomp.text import ProgramText
from assay.witness.svcomp.violation import execution_content, violation_content
from assay.witness.svcomp.yaml_writing import write_document

FORMAT_VERSION: Final = "2.0"
UNREACH_CALL: Final = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
UNREACH_OLD_CALL: Final = "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )"

# Kinds of error that are calls of an error function; and what the competition calls it if another never happens.
CALLS: Final = ("", "assertion", "error call")
FORMULAS: Final = MappingProxyType(
    {
        "overflow": "G ! overflow",
        "dereference": "G valid-deref",
        "free": "G valid-free",
        "leak": "G valid-memtrack",
        "cleanup": "G valid-memcleanup",
    }
)


class NoWitness(AssayError):
    """The format cannot carry this evidence; the message says why."""


@dataclass(frozen=True)
class Making:
    """Which version of Assay made a witness, when, and under which identity: what differs between two makings."""

    version: str
    identity: str
    time: str

    @classmethod
    def now(cls, version: str) -> Making:
        moment = datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")
        return cls(version, str(uuid.uuid4()), moment)


def svcomp_witness(
    model: Model,
    verdict: Verdict,
    program: str | Path,
    *,
    specification: str,
    making: Making,
    data_model: str = "",
    assumptions: Sequence[str] = (),
) -> str:
    """The witness of a *holds* or *violated* about a model that was read from the C file ``program``, or several.

    ``specification`` is the text of the property, verbatim.  ``data_model`` is the model's unless it is given.
    ``assumptions`` are what the verdict rests on, in words: the format has room for them in what it says of the
    producer.
    """
    if model.origin.program is not None and model.origin.program.entry != MAIN:
        raise NoWitness("the format has a place for programs that start at main only")
    texts = program_texts(model, program)
    match verdict:
        case Holds(Proof() as proof):
            kind, content = "invariant_set", invariant_content(model, proof, texts)
        case Holds(EndedRuns()):
            kind, content = "invariant_set", trivial_content(model, texts)
        case Violated(Trace() as trace):
            kind, content = "violation_sequence", violation_content(model, trace, texts)
            if not content:
                raise NoWitness("the run does not end in a place that the program's text shows")
        case Violated(NativeRun() as run):
            kind, content = "violation_sequence", execution_content(model, run, texts)
            if not content:
                raise NoWitness("the execution does not end in a place that the program's text shows")
        case Unknown():
            raise NoWitness("there is no witness of an unknown")
        case _:
            raise NoWitness("the format has a place for invariants and runs only")
    metadata = {
        "format_version": FORMAT_VERSION,
        **_made(making, assumptions),
        "task": {
            "input_files": [text.name for text in texts.values()],
            "input_file_hashes": {text.name: text.hash for text in texts.values()},
            "specification": specification,
            "data_model": data_model or model.origin.data_model,
            "language": "C",
        },
    }
    return write_document([{"entry_type": kind, "metadata": metadata, "content": content}])


def _made(making: Making, assumptions: Sequence[str]) -> dict[str, Any]:
    producer = {"name": "Assay", "version": making.version}
    if assumptions:
        producer["description"] = f"assumes: {'; '.join(assumptions)}"
    return {"uuid": making.identity, "creation_time": making.time, "producer": producer}


def program_texts(model: Model, program: str | Path) -> dict[str, ProgramText]:
    """The files of a program, by the names that positions have."""
    linked = model.origin.program
    if linked is None or len(linked.units) < 2:
        name = model.origin.given or str(program)
        return {model.origin.name: ProgramText(Path(program).read_bytes(), name)}
    return {unit.name: ProgramText(Path(unit.file).read_bytes(), unit.name) for unit in linked.units}


def specification_of(goal: Goal, program: str | Path) -> str:
    """The text of the property: as a file states it, else what the competition says of that kind of error."""
    if goal.text.startswith("CHECK"):
        return goal.text
    kind = goal.kind if isinstance(goal, Safety) else ""
    if kind in CALLS:
        return default_specification(program)
    if kind not in FORMULAS:
        raise NoWitness(f"the format has no property for errors of the kind {kind}")
    return f"CHECK( init(main()), LTL({FORMULAS[kind]}) )"


def default_specification(program: str | Path) -> str:
    """The property *unreach-call* by the name of the error function that the program calls."""
    text = Path(program).read_bytes()
    return UNREACH_OLD_CALL if b"__VERIFIER_error" in text and b"reach_error" not in text else UNREACH_CALL
