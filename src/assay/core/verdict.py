"""What an analysis may conclude.  Every conclusion carries the evidence that independent code can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.core.certificates import Fixpoints, NoFairRun
from assay.core.evaluate import Value
from assay.core.model import Edge, Location
from assay.core.terms import Term

Assignment = Mapping[Term, Value]


@dataclass(frozen=True)
class Trace:
    """A concrete run: ``states[i] --edges[i], inputs[i]--> states[i+1]``; ``loop`` is the state a lasso returns to.

    ``final`` has the inputs that make the last state erroneous, where the property speaks of inputs.
    """

    states: tuple[Assignment, ...]
    edges: tuple[Edge, ...]
    inputs: tuple[Assignment, ...]
    loop: int | None = None
    final: Assignment = field(default_factory=dict)


@dataclass(frozen=True)
class Proof:
    """An inductive invariant: per location a formula over its variables.  A location not listed is unreachable.

    It excludes the error by itself if ``depth`` is 0.  Otherwise induction over so many steps does: no run is erroneous
    within its first ``depth`` steps, and ``depth`` steps inside the invariant that are not erroneous never lead to an
    error; with ``simple``, as long as no two of the states on the way agree on all that the error depends on.
    """

    invariant: Mapping[Location, Term]
    depth: int = 0
    simple: bool = False


@dataclass(frozen=True)
class Holds:
    proof: Proof


@dataclass(frozen=True)
class Argued:
    """A temporal property holds: why, in words, and what independent code can check of that, if there is anything."""

    reason: str
    certificate: Proof | NoFairRun | Fixpoints | None = None


@dataclass(frozen=True)
class Violated:
    trace: Trace


@dataclass(frozen=True)
class Unknown:
    """No answer: why, how far the analysis came, and what the user may try next."""

    reason: str
    progress: Mapping[str, int | float | str] = field(default_factory=dict)
    hint: str = ""


Verdict = Holds | Argued | Violated | Unknown
