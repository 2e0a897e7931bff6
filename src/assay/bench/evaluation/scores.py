"""Points for a run, as SV-COMP gives them.

The scoring schema of D. Beyer, State of the Art in Software Verification and Witness Validation: SV-COMP 2024 (TACAS).
A wrong proof costs more than a wrong alarm: nobody looks again at what was proved.  The competition gives points only
for answers whose witness a validator does not refute, or even confirms; here the answer alone counts, and only where it
is known which one is right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from assay.bench.results import HOLDS, Run

RIGHT_PROOF, RIGHT_ALARM, WRONG_PROOF, WRONG_ALARM = 2, 1, -32, -16
RULES: Final = (
    f"{RIGHT_PROOF} points for holds, {RIGHT_ALARM} for violated, {WRONG_PROOF} for a wrong holds, "
    f"{WRONG_ALARM} for a wrong violated, as in SV-COMP, over the tasks whose answer is known"
)


def points(run: Run) -> int:
    """What the run's answer is worth: nothing if there is none, or nobody knows whether it is right."""
    if not run.decided or run.correct is None:
        return 0
    if run.correct:
        return RIGHT_PROOF if run.verdict == HOLDS else RIGHT_ALARM
    return WRONG_PROOF if run.verdict == HOLDS else WRONG_ALARM


def score(runs: Iterable[Run]) -> int | None:
    """The sum of points; None if of no task it is known what is right."""
    known = [points(run) for run in runs if run.expected is not None]
    return sum(known) if known else None
