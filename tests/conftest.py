"""What holds for all tests."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

from hypothesis import settings

from assay.engines import plans
from health import UNHURRIED

SHORT_TURN: Final = 0.2
SHORT_PLAN: Final = 12.0

# Neither an example nor the drawing of one has a limit in seconds: machines differ, and so do their loads.  So many
# examples are drawn where a test does not say how many; ``make nightly`` asks for more.
EXAMPLES: Final = int(os.environ.get("ASSAY_EXAMPLES", "40"))
settings.register_profile("unhurried", deadline=None, suppress_health_check=UNHURRIED, max_examples=EXAMPLES)
settings.load_profile("unhurried")


def pytest_configure() -> None:
    """Plans count in shorter turns than for users: small inputs need no more, and turns come back, twice as long."""
    for name in ("HORN", "PROGRAM", "LARGE_PROGRAM", "PROGRAM_BY_BOTH", "BY_BOTH"):
        plan: plans.Plan = getattr(plans, name)
        turns = tuple(replace(turn, least=min(turn.least, SHORT_TURN)) for turn in plan.turns)
        setattr(plans, name, replace(plan, turns=turns, longest=SHORT_PLAN))
