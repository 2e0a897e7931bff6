"""C programs by values and predicates in turns: each analysis on the form of the program that suits it.

Values step through small blocks of the bit-precise program, and are quick where they suffice.  Predicates work over
integers, where paths between loop heads are single steps and facts about loop heads are found beforehand
(``transforms.programs``), and over large blocks of the bit-precise program, as the engine ``predicate`` does it.
Turns grow; an analysis that gave up early gets no second turn.  Every verdict is about the
bit-precise program.  Limits: a second turn begins afresh, and what one analysis has learnt does not serve the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal

from assay.core.events import Listener
from assay.core.model import Model, Safety
from assay.core.verdict import Unknown, Verdict
from assay.engines.c_programs import Side, over_integers
from assay.engines.config import Config
from assay.engines.recipes import LONGEST_PLAN
from assay.engines.selection import decide_by_predicates, decide_by_values
from assay.solve.budget import Deadline

Analysis = Literal["values", "predicates over integers", "predicates over bits"]

# Whose turn it is, and for which share of the time.
PLAN: Final[tuple[tuple[Analysis, float], ...]] = (
    ("values", 0.05),
    ("predicates over integers", 0.1),
    ("predicates over bits", 0.2),
    ("values", 0.3),
    ("predicates over integers", 0.15),
    ("predicates over bits", 1.0),
)

EARLY: Final = 0.5  # of a turn: whoever gives up with more of it left would give up again


def candidates_by_both(
    bits: Model,
    integers: Callable[[], Model | None],
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
) -> Iterator[Verdict]:
    """The outcome of each turn: verdicts about ``bits``; ``integers`` reads the same program over integers."""
    budget = min(deadline.left, LONGEST_PLAN)
    useless: set[Analysis] = set()
    side: Side | None = None
    for analysis, portion in PLAN:
        if analysis in useless or deadline.passed:
            continue
        if analysis == "predicates over integers":
            side = side or over_integers(integers(), bits, goal, config, deadline, announce)
            if side is None:
                useless.add(analysis)
                continue
            side.prepare("unfolding")
        share = deadline if portion >= 1 else deadline.within(portion * budget)
        match analysis:
            case "values":
                verdict = decide_by_values(bits, goal, config, share, announce)
            case "predicates over bits":
                verdict = decide_by_predicates(bits, goal, config, share, announce)
            case _:
                assert side is not None
                verdict = side.turn("unfolding", share)
        yield verdict
        if not isinstance(verdict, Unknown) or share.left > EARLY * portion * budget:
            useless.add(analysis)
