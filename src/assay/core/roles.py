"""The roles of the one conversation; everything else in the house plays one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from assay.core.model import Edge, Model
from assay.core.verdict import Assignment, Proof, Trace

S = TypeVar("S")
P = TypeVar("P")
A = TypeVar("A")
P_contra = TypeVar("P_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class StateSpace(Protocol[S]):
    """A lattice of state sets with images along edges."""

    @property
    def empty(self) -> S: ...
    def join(self, left: S, right: S, /) -> S: ...
    def meet(self, left: S, right: S, /) -> S: ...
    def leq(self, left: S, right: S, /) -> bool: ...
    def post(self, edge: Edge, states: S, /) -> S: ...
    def pre(self, edge: Edge, states: S, /) -> S: ...
    def pick(self, states: S, /) -> Assignment | None: ...
    def only(self, state: Assignment, /) -> S: ...


class BooleanSpace(StateSpace[S], Protocol[S]):
    """A state space that can also subtract."""

    def minus(self, left: S, right: S, /) -> S: ...


class Abstraction(Protocol[S]):
    """An upper closure: extensive, monotone, idempotent."""

    def above(self, states: S, /) -> S: ...


class Disjunctive(Abstraction[S], Protocol[S]):
    """A union-closed abstraction also approximates from below: the greatest representable subset."""

    def below(self, states: S, /) -> S: ...


@dataclass(frozen=True)
class Alarm(Generic[A]):
    """The abstraction reaches an error; ``evidence`` shows how."""

    evidence: A


@dataclass(frozen=True)
class Genuine:
    """The alarm is real."""

    trace: Trace


@dataclass(frozen=True)
class Refined(Generic[P]):
    """The alarm is spurious, and ``precision`` excludes it."""

    precision: P


@dataclass(frozen=True)
class Stuck:
    """No way forward, for a reason that a person can act on."""

    reason: str
    hint: str = ""


class Explorer(Protocol[P_contra, A]):
    """Decides safety of the abstraction at a precision.  Owns all mutable search state."""

    def explore(self, precision: P_contra, /) -> Proof | Alarm[A] | Stuck: ...


class Refiner(Protocol[P, A_contra]):
    """Judges evidence: a concrete run, or a finer precision that excludes it.  Pure."""

    def refine(self, precision: P, evidence: A_contra, /) -> Genuine | Refined[P] | Stuck: ...


class LiftTrace(Protocol):
    def __call__(self, trace: Trace, /) -> Trace: ...


class LiftProof(Protocol):
    def __call__(self, proof: Proof, /) -> Proof: ...


@dataclass(frozen=True)
class Lowered:
    """A transformed model with the way back: evidence about ``model`` becomes evidence about the original."""

    model: Model
    lift_trace: LiftTrace
    lift_proof: LiftProof

    def then(self, lowered: Lowered) -> Lowered:
        """This transform followed by one applied to its result."""
        return Lowered(
            lowered.model,
            lambda trace: self.lift_trace(lowered.lift_trace(trace)),
            lambda proof: self.lift_proof(lowered.lift_proof(proof)),
        )


def unchanged(model: Model) -> Lowered:
    """The transform that does nothing."""
    return Lowered(model, lambda trace: trace, lambda proof: proof)
