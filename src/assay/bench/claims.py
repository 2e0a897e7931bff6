"""Claims: what a paper says of its method, as something that the runs of a campaign can bear out or not.

    [claim."T1: fewer theorem-prover calls"]
    paper = "42 % fewer in the median, on 16 systems"
    of = "T1-subsumer-first"
    against = "T1-bfs"
    by = "queries"

Two configurations are compared by one measure, or two measures of one configuration, or by the tasks that they decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

# In the place of a measure: how many tasks are decided.
DECIDED: Final = "decided"


@dataclass(frozen=True)
class Claim:
    """That ``of`` takes less than ``against``, or decides more.

    It is made of tasks of ``group``, a pattern, of which some run tells at ``least`` so much of each measure: such as
    systems of a hundred locations.
    """

    name: str
    paper: str
    of: str
    against: str
    by: str
    against_by: str
    group: str = "*"
    least: Mapping[str, float] = field(default_factory=dict)
