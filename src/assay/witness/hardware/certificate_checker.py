"""The independent checker of certificates: it reads the design and the certificate on its own, and asks a SAT solver.

What it asks is in ``obligations``.  A certificate of a justice property is one of a design that counts (``counting``).
No code is shared with the front end, nor with what writes certificates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.solve.sat import CHECKER, OutOfTime, SatSolver
from assay.witness.hardware.aiger_witness import Design, parse_design, read_design
from assay.witness.hardware.counting import counting
from assay.witness.hardware.obligations import Obligations

_ABOUT: Final = re.compile(r"^assay-certificate ([bj])(\d{1,9})(?: rounds (\d{1,9}))?$", re.MULTILINE)


@dataclass(frozen=True)
class About:
    """The property that a certificate is about, and the rounds that it counts if that is one of justice.

    It stands in the file's comments.  What is checked is this claim: another one would be checked likewise.
    """

    place: str
    rounds: int = 0

    @property
    def line(self) -> str:
        return f"assay-certificate {self.place}" + (f" rounds {self.rounds}" if self.rounds else "")

    @staticmethod
    def read(text: str) -> About:
        """What a certificate says of itself; without a word, the first bad state."""
        found = _ABOUT.search(text.partition("\nc\n")[2])
        return About(found[1] + found[2], int(found[3] or 0)) if found else About("b0")


def asked_of(path: str | Path, proof: bytes, about: About) -> Obligations:
    """What has to be shown for the certificate; UnsoundVerdict if it is none, by its shape, for this property."""
    design, own, index = read_design(path), parse_design(proof), int(about.place[1:])
    if about.place[0] == "j":
        return Obligations(counting(design, index, about.rounds, most_latches=len(own.latches)), own, 0)
    return Obligations(design, own, index)


def check_certificate(path: str | Path, text: str, index: int, *, seconds: float, solver: str = CHECKER) -> str:
    """The name of what confirmed that ``text`` certifies bad state ``index`` of the AIGER file at ``path``.

    Raises UnsoundVerdict if a condition fails, SolverFailure if time runs out.
    """
    return check_asked(asked_of(path, text.encode(), About(f"b{index}")), seconds=seconds, solver=solver)


def check_liveness_certificate(
    path: str | Path, text: str, index: int, rounds: int, *, seconds: float, solver: str = CHECKER
) -> str:
    """As ``check_certificate``, for justice property ``index``: no run meets all its conditions ``rounds`` times."""
    return check_asked(asked_of(path, text.encode(), About(f"j{index}", rounds)), seconds=seconds, solver=solver)


def check_designs(design: Design, proof: Design, index: int, *, seconds: float, solver: str = CHECKER) -> str:
    """As ``check_certificate``, of a design and its certificate that have been read."""
    return check_asked(Obligations(design, proof, index), seconds=seconds, solver=solver)


def check_asked(asked: Obligations, *, seconds: float, solver: str = CHECKER) -> str:
    """The solver that has answered each question by no."""
    deadline = Deadline.after(seconds)
    sat = SatSolver(solver)
    try:
        for clause in asked.clauses:
            sat.add(clause)
        sat.variables = asked.variables
        for question in asked.questions:
            if sat.decide(list(dict.fromkeys(question.literals)), deadline):
                raise UnsoundVerdict(f"the certificate is wrong: {question.what}")
    except OutOfTime:
        raise SolverFailure(f"no time left for {solver} to check the certificate") from None
    finally:
        sat.close()
    return solver
