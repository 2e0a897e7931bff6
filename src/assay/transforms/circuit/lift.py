"""What searches of a simplified circuit found, in terms of the circuit, or of the model, that it came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from typing import Final

from assay.core.circuit import TRUE, Circuit
from assay.core.circuit_answers import Inductive, Invariant, NoLasso, Run, simulate, stepwise
from assay.core.evidence import Claim, Elimination, Fixpoints, Lasting, Proof, StateTable, Trace
from assay.core.terms import FALSE, Term, conjunction, disjunction, ite, not_
from assay.transforms.circuit.bitblast import Blasted, clause
from assay.transforms.circuit.simplify import Simplified

# Traversals of a loop after which latches outside the property's cone should repeat.
TRAVERSALS: Final = 200


def lifted_proof(
    blasted: Blasted, small: Simplified, found: Invariant | StateTable | Inductive, other: Sequence[int] = ()
) -> Proof:
    """What proves that no bad state of the small circuit is reached, as a proof about the model.

    States in which one of the latch literals ``other`` is true are not those of the small circuit, and may be reached.
    """
    rows = small.lift_clauses(found.clauses) if isinstance(found, Invariant) else small.clauses
    parts = [clause(blasted, (*row, *other)) for row in rows]
    match found:
        case Invariant():
            return Proof({blasted.model.entry: conjunction(parts)})
        case StateTable():
            states = disjunction((_formula(small, found, blasted.bit), clause(blasted, other)))
            return Proof({blasted.model.entry: conjunction((*parts, states))})
        case Inductive(depth, simple):
            return Proof({blasted.model.entry: conjunction(parts)}, depth, simple)


def lifted_trace(blasted: Blasted, small: Simplified, run: Run) -> Trace:
    """A run of the small circuit to its bad state as a run of the model."""
    return blasted.trace(simulate(blasted.circuit, lifted_run(small, run, blasted.circuit)), run.loop)


def formula_of(small: Simplified, found: Invariant | StateTable, bit: Callable[[int], Term]) -> Term:
    """The states as a formula, where ``bit`` says that a latch of what was simplified is 1."""
    rows = small.lift_clauses(found.clauses) if isinstance(found, Invariant) else small.clauses
    parts = [disjunction(not_(bit(part >> 1)) if part & 1 else bit(part >> 1) for part in row) for row in rows]
    return conjunction(parts if isinstance(found, Invariant) else (*parts, _formula(small, found, bit)))


def _formula(small: Simplified, table: StateTable, bit: Callable[[int], Term]) -> Term:
    """The set of states as a formula over the model's variables."""
    formulas = [FALSE]

    def formula(literal: int) -> Term:
        inner = formulas[literal >> 1]
        return not_(inner) if literal & 1 else inner

    for latch, low, high in table.rows:
        formulas.append(ite(bit(small.origin[latch]), formula(high), formula(low)))
    return formula(table.root)


def eliminated(small: Simplified, found: NoLasso) -> Elimination:
    """The certificate over the latches and conditions of the circuit that was simplified."""
    lift = _Lift(small)
    return Elimination(small.clauses, lift.table(found.reached), lift.removals(found.removals))


def lifted_fixpoints(small: Simplified, found: Fixpoints | None) -> Fixpoints | None:
    """The certificate over the latches and conditions of the circuit that was simplified."""
    if found is None:
        return None
    lift = _Lift(small)
    claims = tuple(
        Claim(
            lift.table(claim.states),
            lift.tables(claim.rings),
            lift.removals(claim.removals),
            None if claim.lasting is None else lift.lasting(claim.lasting),
        )
        for claim in found.claims
    )
    state = None if found.state is None else tuple((small.origin[latch], value) for latch, value in found.state)
    reached, unfair = lift.table(found.reached), lift.removals(found.unfair)
    return Fixpoints(small.clauses, reached, unfair, lift.lasting(found.fair), claims, state)


class _Lift:
    """Sets and fairness conditions of a simplified circuit as those of the original."""

    def __init__(self, small: Simplified) -> None:
        self._origin = small.origin
        self._conditions = [(small.literal(old), old) for old in dict.fromkeys(small.original.fairness)]

    def table(self, table: StateTable) -> StateTable:
        return StateTable(tuple((self._origin[latch], low, high) for latch, low, high in table.rows), table.root)

    def tables(self, tables: Sequence[StateTable]) -> tuple[StateTable, ...]:
        return tuple(self.table(table) for table in tables)

    def removals(self, removals: Sequence[tuple[StateTable, int]]) -> tuple[tuple[StateTable, int], ...]:
        olds = dict(reversed(self._conditions))
        return tuple((self.table(states), olds.get(literal, literal)) for states, literal in removals)

    def lasting(self, lasting: Lasting) -> Lasting:
        """With rings for each condition of the original: several of those may have become one."""
        news = list(dict.fromkeys(new for new, _ in self._conditions)) or [TRUE]
        rings = {new: self.tables(row) for new, row in zip(news, lasting.rings, strict=True)}
        rows = tuple(rings[new] for new, _ in self._conditions) or tuple(rings.values())
        return Lasting(self.table(lasting.states), rows)


def lifted_run(small: Simplified, run: Run, circuit: Circuit) -> Run:
    """The run in terms of ``circuit``, which is what was simplified, or was extended to that."""
    inputs = tuple(small.lift_leaves(step) for step in run.inputs)
    return restricted(Run(small.lift_leaves(run.initial), inputs, run.loop), circuit)


def restricted(run: Run, circuit: Circuit) -> Run:
    """The run of an extension of ``circuit`` as one of itself: its nodes are the first of the extension's."""

    def own(values: Mapping[int, int]) -> dict[int, int]:
        return {node: value for node, value in values.items() if node < circuit.size}

    return Run(own(run.initial), tuple(own(step) for step in run.inputs), run.loop)


def lasso_trace(blasted: Blasted, run: Run) -> Trace | None:
    """The lasso as a run of the model; the loop is gone through until latches outside of the cone repeat as well."""
    circuit, loop = blasted.circuit, run.loop
    assert loop is not None
    body = run.inputs[loop:]
    seen: dict[tuple[int, ...], int] = {}
    steps: list[bytes] = []
    for values in stepwise(circuit, run.initial, chain(run.inputs, *repeat(body, TRAVERSALS))):
        number = len(steps)
        if number >= loop and (number - loop) % len(body) == 0:
            first = seen.setdefault(tuple(values[latch.node] for latch in circuit.latches), number)
            if first != number:
                return blasted.trace(steps, first)
        steps.append(values)
    return None
