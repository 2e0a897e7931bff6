"""Evidence about AIGER and BTOR2 files in the formats of the field: stimuli for violations, certificates for proofs.

Nothing is returned that independent code has not accepted on the input file: a stimulus is replayed by the format's
own simulator, a certificate circuit is checked by SAT.  Properties are those of the file, named by their place in it
(``b0``, ``j1``); what is stated elsewhere, such as CTL beside AIGER, has no file format of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assay.core.errors import Unsupported
from assay.core.evidence import Counting, Elimination, NoFairRun, Proof, Trace
from assay.core.model import Goal, Justice, Model, Safety
from assay.witness.hardware import aiger_witness as aiger
from assay.witness.hardware import btor2_witness as btor2
from assay.witness.hardware.btor2_simulation import read_design
from assay.witness.hardware.certificate_checker import About, check_certificate, check_liveness_certificate
from assay.witness.hardware.certificate_writer import certificate
from assay.witness.hardware.liveness_writer import liveness_certificate

AIGER: Final = "AIGER"
BTOR2: Final = "BTOR2"


def circuit_file(model: Model) -> tuple[str, str]:
    """The format and the name of the file that has the design: what was read, or what Verilog was lowered to."""
    netlist = model.origin.netlist
    return (BTOR2, netlist.file) if netlist is not None else (model.origin.format, model.origin.file)


def place_in_file(model: Model, goal: Goal) -> str | None:
    """``b0`` for the first bad state, ``j1`` for the second justice property, of an AIGER or BTOR2 file; else None."""
    format, file = circuit_file(model)
    if format not in (AIGER, BTOR2) or not Path(file).is_file():
        return None
    justice = [prop for prop in model.temporal if isinstance(prop, Justice)]
    for letter, known in (("b", model.properties), ("j", justice)):
        for number, prop in enumerate(known):
            if prop is goal:
                return f"{letter}{number}"
    return None


def stimulus(model: Model, goal: Goal, trace: Trace) -> tuple[str, str] | None:
    """The witness file of a run that violates ``goal``, and how it was confirmed; None if the format has none for it.

    Raises UnsoundVerdict if the run is none of the file.
    """
    place = place_in_file(model, goal)
    if place is None:
        return None
    format, file = circuit_file(model)
    if format == AIGER:
        text = aiger.aiger_witness(model, trace, place)
        return text, aiger.check_aiger_witness(file, text)
    text = btor2.btor2_witness(model, trace, place, determined=initialised(file))
    return text, btor2.check_btor2_witness(file, text)


def initialised(file: str) -> frozenset[int]:
    """The states of a BTOR2 file, by their place, whose first value the file gives: a witness need not repeat it."""
    design = read_design(file)
    return frozenset(place for place, node in enumerate(design.states) if node in design.init)


def certificate_file(model: Model, goal: Goal, proof: Proof | NoFairRun, *, seconds: float) -> tuple[str, str] | None:
    """The certificate circuit of a proof about an AIGER file, and what confirmed it; None for other inputs.

    Raises Unsupported if a proof of this kind has no certificate, UnsoundVerdict if the certificate is wrong,
    SolverFailure if there was no time to check it.
    """
    place = place_in_file(model, goal)
    if place is None or model.origin.format != AIGER:
        return None
    file, index = model.origin.file, int(place[1:])
    match goal, proof:
        case Safety(), Proof():
            if proof.simple:
                raise Unsupported(
                    "induction over paths without repeated states has no certificate circuit", hint="--engine ic3"
                )
            text = f"{certificate(model, goal, proof)}{About(place).line}\n"
            return text, check_certificate(file, text, index, seconds=seconds)
        case Justice(), Elimination() | Counting():
            circuit, rounds = liveness_certificate(model, goal, proof)
            text = f"{circuit}{About(place, rounds).line}\n"
            return text, check_liveness_certificate(file, text, index, rounds, seconds=seconds)
    return None
