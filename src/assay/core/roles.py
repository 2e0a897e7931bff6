"""The roles of the one conversation: explorers raise alarms, refiners judge them, searches take turns at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from assay.core.budget import Deadline
from assay.core.evidence import Derivation, Proof, Trace
from assay.core.model import Model

P = TypeVar("P")
A = TypeVar("A")
R = TypeVar("R")
G = TypeVar("G")
E = TypeVar("E")
P_contra = TypeVar("P_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
G_co = TypeVar("G_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


@dataclass(frozen=True)
class Stuck:
    """No way forward, for a reason that a person can act on."""

    reason: str
    hint: str = ""


# -- explore and refine ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proved(Generic[R_co]):
    """The abstraction has no error; ``evidence`` shows why, and shows it of the original too."""

    evidence: R_co


@dataclass(frozen=True)
class Alarm(Generic[A_co]):
    """The abstraction reaches an error; ``evidence`` shows how."""

    evidence: A_co


@dataclass(frozen=True)
class Genuine(Generic[G_co]):
    """The alarm is real, as ``evidence`` shows."""

    evidence: G_co


@dataclass(frozen=True)
class Refined(Generic[P]):
    """The alarm is spurious, and ``precision`` excludes it."""

    precision: P


def outcome(answer: Proved[R] | Alarm[A] | Stuck) -> str:
    """In one word."""
    match answer:
        case Proved():
            return "proof"
        case Alarm():
            return "alarm"
        case Stuck():
            return "stuck"


class Explorer(Protocol[P_contra, A_co, R_co]):
    """Decides the property of the abstraction at a precision.  Owns all mutable search state."""

    def explore(self, precision: P_contra, /) -> Proved[R_co] | Alarm[A_co] | Stuck: ...


class Refiner(Protocol[P, A_contra, G_co]):
    """Judges an alarm: real, or excluded by a finer precision.  Pure."""

    def refine(self, precision: P, evidence: A_contra, /) -> Genuine[G_co] | Refined[P] | Stuck: ...


# -- searches ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found(Generic[E_co]):
    """Evidence, not yet checked by anybody, and the method ``by`` which it was found, where that has a name.

    ``more``: the search goes on, and may find something else.
    """

    evidence: E_co
    by: str = ""
    more: bool = False


@dataclass(frozen=True)
class Paused:
    """The turn is over; ``reason`` says what it came to, where there is something to say."""

    reason: str = "out of time"
    hint: str = "raise --time"


class Search(Protocol[E_co]):
    """Whatever looks for evidence, a turn at a time.

    A turn ends soon after its deadline has passed, and the next one goes on where this one stopped.  One that is
    ``Stuck`` has given up for good.  After ``close`` it holds no solver and no thread, and is not advanced again.
    """

    def advance(self, deadline: Deadline, /) -> Found[E_co] | Paused | Stuck: ...

    def close(self) -> None: ...


# -- ways back ---------------------------------------------------------------------------------------------------------


class LiftTrace(Protocol):
    def __call__(self, trace: Trace, /) -> Trace: ...


class LiftProof(Protocol):
    def __call__(self, proof: Proof, /) -> Proof: ...


class LiftDerivation(Protocol):
    def __call__(self, derivation: Derivation, /) -> Derivation: ...


def _of_linear_models(derivation: Derivation) -> Derivation:
    raise AssertionError("a transform of models that have runs met a derivation")


@dataclass(frozen=True)
class Lowered:
    """A transformed model with the way back: evidence about ``model`` becomes evidence about the original."""

    model: Model
    lift_trace: LiftTrace
    lift_proof: LiftProof
    lift_derivation: LiftDerivation = _of_linear_models

    def then(self, lowered: Lowered) -> Lowered:
        """This transform followed by one applied to its result."""
        return Lowered(
            lowered.model,
            lambda trace: self.lift_trace(lowered.lift_trace(trace)),
            lambda proof: self.lift_proof(lowered.lift_proof(proof)),
            lambda derivation: self.lift_derivation(lowered.lift_derivation(derivation)),
        )

    def lift(self, evidence: Proof | Trace) -> Proof | Trace:
        """The evidence as evidence about the original."""
        return self.lift_trace(evidence) if isinstance(evidence, Trace) else self.lift_proof(evidence)


def unchanged(model: Model) -> Lowered:
    """The transform that does nothing."""
    return Lowered(model, lambda trace: trace, lambda proof: proof, lambda derivation: derivation)
