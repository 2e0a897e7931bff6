"""AIGER 1.9, ascii and binary (Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", FMV report 11/2, 2011).

``aiger_file.parse`` checks a file; here ``read_circuit`` is the compact view, ``read_aiger`` the model: one
location, one Boolean a latch, one edge whose guard is the conjunction of the constraints.  Constraints hold at the step
that shows a bad state as well, so they are conjoined to it; a bad state may depend on inputs.  Outputs are bad states
where a file has neither bad states nor justice properties.  Latches reset to themselves start with any value.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.errors import Position
from assay.core.model import Edge, Justice, Location, Model, Origin, Safety
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjunction, intern, not_, variable
from assay.core.terms.sorts import BOOL
from assay.frontends.hardware.aiger_file import Aiger, parse, parse_content
from assay.frontends.text import Names

FORMAT: Final = "AIGER"


# -- the compact view --------------------------------------------------------------------------------------------------


def read_circuit(path: str | Path) -> Circuit:
    """The circuit in the file at ``path``, gate by gate; constraints are conjoined to bad states."""
    return circuit_of_file(parse(path))


def circuit_of_file(source: Aiger) -> Circuit:
    return _gate_by_gate(source)[0]


def _gate_by_gate(source: Aiger) -> tuple[Circuit, Mapping[Term, int]]:
    """The circuit, and the literal of each input and latch."""
    gates = Gates()
    literal = [0, 1] + [0] * (2 * source.maximum)

    def define(name: int, value: int) -> None:
        literal[name] = value
        literal[name + 1] = value ^ 1

    for name in source.inputs:
        define(name, gates.leaf())
    for name, _, _ in source.latches:
        define(name, gates.leaf())
    for name, left, right in source.gates:
        define(name, gates.both(literal[left], literal[right]))
    constraints = tuple(literal[part] for part in source.constraints)
    goals = [gates.all_of((literal[goal], *constraints)) for goal in source.goals[1]]
    names = _names(source)
    circuit = Circuit(
        gates.left,
        gates.right,
        tuple(literal[name] >> 1 for name in source.inputs),
        tuple(Latch(literal[name] >> 1, literal[after], reset) for name, after, reset in source.latches),
        1,
        constraints,
        tuple(goals),
        tuple(tuple(literal[part] for part in group) for group in source.justice),
        tuple(literal[part] for part in source.fairness),
        {literal[name] >> 1: text for name, text in names.items()},
    )
    return circuit, {variable(text, BOOL): literal[name] for name, text in names.items()}


# -- the model ---------------------------------------------------------------------------------------------------------


def read_aiger(path: str | Path) -> Model:
    """The model of the AIGER file at ``path``."""
    return model_of_file(parse(path))


def aiger_model(file: str, content: bytes) -> Model:
    """The model of an AIGER file of which the content is known."""
    return model_of_file(parse_content(file, content))


def model_of_file(source: Aiger) -> Model:
    names = _names(source)
    term: list[Term] = [FALSE, TRUE] * (source.maximum + 1)
    for literal, name in names.items():
        term[literal] = variable(name, BOOL)
        term[literal + 1] = not_(term[literal])
    for literal, left, right in source.gates:
        both = _both(term[left], term[right])
        term[literal] = both
        term[literal + 1] = not_(both)
    latches = tuple(term[literal] for literal, _, _ in source.latches)
    place = Location("circuit", latches)
    constraint = conjunction(term[literal] for literal in source.constraints)
    updates = {term[literal]: term[after] for literal, after, _ in source.latches}
    initial = conjunction(term[literal + 1 - reset] for literal, _, reset in source.latches if reset is not None)
    letter, goals = source.goals
    edges = (Edge("step", place, place, constraint, updates, Position(source.file)),)

    def as_read(model: Model) -> tuple[Circuit, Mapping[Term, int]] | None:
        return _gate_by_gate(source) if model.edges == edges and model.initial is initial else None

    return Model(
        place,
        edges,
        initial,
        tuple(
            Safety(source.symbols.get(f"{letter}{k}", f"{letter}{k}"), {place: and_(term[goal], constraint)})
            for k, goal in enumerate(goals)
        ),
        Origin(source.file, FORMAT, gates=as_read),
        temporal=tuple(
            Justice(source.symbols.get(f"j{k}", f"j{k}"), tuple(term[literal] for literal in group))
            for k, group in enumerate(source.justice)
        ),
        fairness=tuple(term[literal] for literal in source.fairness),
        inputs=tuple(term[literal] for literal in source.inputs),
        definitions={source.symbols.get(f"o{k}", f"o{k}"): term[literal] for k, literal in enumerate(source.outputs)},
    )


def _both(left: Term, right: Term) -> Term:
    """The conjunction, kept as one gate: flattening long chains of gates would take quadratic time."""
    if left is FALSE or right is FALSE or not_(left) is right:
        return FALSE
    if left is TRUE or left is right:
        return right
    if right is TRUE:
        return left
    return intern(Op.AND, (left, right) if left.uid < right.uid else (right, left), BOOL)


def _names(source: Aiger) -> dict[int, str]:
    """Different names for latches and inputs: their symbols where they have one, else l0, l1, ... and i0, i1, ..."""
    names = Names()
    table: dict[int, str] = {}
    for k, (literal, _, _) in enumerate(source.latches):
        table[literal] = names.fresh(source.symbols.get(f"l{k}") or f"l{k}")
    for k, literal in enumerate(source.inputs):
        table[literal] = names.fresh(source.symbols.get(f"i{k}") or f"i{k}")
    return table
