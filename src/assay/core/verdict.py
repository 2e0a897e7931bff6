"""What an analysis may conclude.  Every conclusion carries the evidence that independent code can check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.core.evidence import Branches, Derivation, Evidence, Holding, NativeRun, Trace, Violating


@dataclass(frozen=True)
class Holds:
    evidence: Holding


@dataclass(frozen=True)
class Violated:
    evidence: Violating

    @property
    def trace(self) -> Trace:
        """The run that violates the property by itself; or the first of several, where no single run can.

        Evidence without a run, such as a derivation, is looked at by its kind.
        """
        match self.evidence:
            case Branches(trace):
                return trace
            case Trace():
                return self.evidence
            case Derivation():
                raise TypeError("a derivation is no run")
            case NativeRun():
                raise TypeError("an execution is no run of the model")


@dataclass(frozen=True)
class Attempt:
    """How far one method came: the time it took, the length up to which no run is erroneous, and how it ended."""

    method: str
    seconds: float
    bound: int | None = None
    outcome: str = ""


@dataclass(frozen=True)
class Unknown:
    """No answer: why, how far the analysis came, what was tried, and what the user may try next."""

    reason: str
    progress: Mapping[str, int | float | str] = field(default_factory=dict)
    hint: str = ""
    tried: tuple[Attempt, ...] = ()


Verdict = Holds | Violated | Unknown


def verdict_of(evidence: Evidence) -> Holds | Violated:
    """What the evidence is one for."""
    return Violated(evidence) if isinstance(evidence, Trace | Branches | Derivation | NativeRun) else Holds(evidence)
