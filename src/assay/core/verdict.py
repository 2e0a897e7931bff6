"""What an analysis may conclude.  Every conclusion carries the evidence that independent code can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.core.certificates import Fixpoints, NoFairRun
from assay.core.model import Edge, Location
from assay.core.temporal import Temporal
from assay.core.terms import Term
from assay.core.terms.evaluate import Value

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
    """A temporal property holds: why, in words, and the certificate by which independent code can check that.

    ``example`` are runs from one initial state that show it there, where a CTL formula says that some run exists.
    """

    reason: str
    certificate: Proof | NoFairRun | Fixpoints
    example: tuple[Branch, ...] = ()


@dataclass(frozen=True)
class Branch:
    """A run that begins at some state and shows why ``formula``, which says that some run exists, is true there.

    It is a lasso.  ``goal`` is the position that shows what is reached; None if something is kept forever.  ``below``
    has the branches for the temporal parts that must be true at a position of the run.
    """

    formula: Temporal
    trace: Trace
    goal: int | None = None
    below: Mapping[int, tuple[Branch, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Violated:
    """A run that violates the property by itself; or the beginning of one, where no single run can.

    Then ``branches`` are the runs from its first state that show the negation of a CTL formula, as far as runs can
    show it, and ``certificate`` has the sets of states that show the rest.
    """

    trace: Trace
    branches: tuple[Branch, ...] = ()
    certificate: Fixpoints | None = None


@dataclass(frozen=True)
class Unknown:
    """No answer: why, how far the analysis came, and what the user may try next."""

    reason: str
    progress: Mapping[str, int | float | str] = field(default_factory=dict)
    hint: str = ""


Verdict = Holds | Argued | Violated | Unknown
