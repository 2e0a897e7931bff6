"""What searches of circuits conclude: invariants, runs, and why there is no fair run; and runs by simulation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assay.core.circuit import Circuit
from assay.core.evidence import Removal, StateTable
from assay.core.temporal import Temporal


@dataclass(frozen=True)
class Invariant:
    """The conjunction of ``clauses``, each a disjunction of latch literals: inductive, and without bad states."""

    clauses: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Inductive:
    """No run of ``depth`` good steps ends badly, wherever it starts; if ``simple``, as long as no state comes twice."""

    depth: int
    simple: bool


@dataclass(frozen=True)
class Run:
    """Initial values of latches, and the inputs of each step; the last step shows the bad state.

    With ``loop`` the last step is taken as well, and leads to the state of step ``loop``.
    """

    initial: Mapping[int, int]
    inputs: tuple[Mapping[int, int], ...]
    loop: int | None = None


@dataclass(frozen=True)
class NoLasso:
    """No fair run exists: nothing is left of the ``reached`` states after ``rounds`` of the fixpoint.

    ``removals`` are the states that each step of it took away, with the fairness literal that they never meet again: a
    run that stays in what was left then, and enters them, stays in them, and none of its steps there makes that true.
    """

    rounds: int
    reached: StateTable
    removals: tuple[Removal, ...]


@dataclass(frozen=True)
class Shown:
    """A run for ``formula``, a lasso over the circuit; ``goal`` and ``below`` as in ``core.evidence.Branch``."""

    formula: Temporal
    run: Run
    goal: int | None
    below: Mapping[int, tuple[Shown, ...]] = field(default_factory=dict)


def simulate(circuit: Circuit, run: Run) -> list[bytes]:
    """The value of every node at each step.  A latch without an initial value has its reset value, or 0."""
    return list(stepwise(circuit, run.initial, run.inputs))


def stepwise(circuit: Circuit, initial: Mapping[int, int], inputs: Iterable[Mapping[int, int]]) -> Iterator[bytes]:
    """As ``simulate``, one step at a time, for as long as there are inputs."""
    state = {latch.node: latch.reset or 0 for latch in circuit.latches}
    state.update({node: value for node, value in initial.items() if node in state})
    for step in inputs:
        values = circuit.values({**state, **step})
        yield bytes(values)
        state = {latch.node: values[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches}


def truth(values: Sequence[int], literal: int) -> int:
    """The value of a literal where those of all nodes are given."""
    return values[literal >> 1] ^ (literal & 1)


def broken_constraints(circuit: Circuit, steps: Sequence[Sequence[int]]) -> list[int]:
    """The constraints that some step taken before the last one violates."""
    return [part for part in circuit.constraints if not all(truth(values, part) for values in steps[:-1])]


def conjuncts(circuit: Circuit, literals: Iterable[int]) -> list[int]:
    """Literals whose conjunction is that of ``literals``, none of them a gate without inverter."""
    found: dict[int, None] = {}
    seen: set[int] = set()
    stack = list(literals)
    while stack:
        literal = stack.pop()
        if literal in seen:
            continue
        seen.add(literal)
        if literal & 1 or circuit.left[literal >> 1] < 0:
            found[literal] = None
        else:
            stack += (circuit.right[literal >> 1], circuit.left[literal >> 1])
    return list(found)
