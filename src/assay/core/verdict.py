"""What an analysis may conclude.  Every conclusion carries the evidence that independent code can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    """An inductive invariant: per location a formula over its variables.  A location not listed is unreachable."""

    invariant: Mapping[Location, Term]


@dataclass(frozen=True)
class Holds:
    proof: Proof


@dataclass(frozen=True)
class Argued:
    """A temporal property holds: why, in words, with exactly what was checked; no invariant says it alone."""

    reason: str


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
