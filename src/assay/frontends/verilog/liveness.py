"""Assertions and assumptions that fail only by waiting for ever: temporal properties, and fairness, of the model.

They are about infinite runs that keep all assumptions.  Beside an assumption of this kind every assertion is one about
such runs: a run that fails might not go on as is assumed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.model import Ltl, Model
from assay.core.netlist import COVER
from assay.core.temporal import Atom, Logic, PathOperator, connect, temporal
from assay.core.terms import Term
from assay.frontends.verilog.checks import Check
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.monitor import BOUND
from assay.frontends.verilog.concurrent.printing import ATOM
from assay.frontends.verilog.netlist import RawNetlist

SAID: Final = "what fails by waiting for ever is about infinite runs that keep all assumptions"


@dataclass(frozen=True)
class Waited:
    """A property without a monitor, by its name and place, with the nets of its expressions."""

    name: str
    where: Position
    says: Waiting
    nets: Mapping[str, str]


def waited(raw: RawNetlist, waiting: Mapping[int, Waiting]) -> tuple[Waited, ...]:
    """Those of the design, one for each instance."""
    found: dict[str, dict[int, Check]] = {}
    for check in raw.checks:
        if check.kind == ATOM:
            block, _, atom = check.name.rpartition(".")
            found.setdefault(block, {})[int(atom.rpartition(ATOM)[2])] = check
    told: list[Waited] = []
    taken = Counter(check.name for check in raw.checks)
    for block, atoms in found.items():
        says = waiting[int(block.rpartition(".")[2].removeprefix(raw.source.prefix))]
        name, where = raw.source.asking(atoms[0].name)
        if raw.clock is None:
            raise Unsupported(
                "what fails only by waiting for ever, where steps are not the ticks of one clock", where, BOUND
            )
        taken[name] += 1
        unique = name if taken[name] == 1 else f"{name}-{taken[name]}"
        told.append(Waited(unique, where, says, {text: atoms[k].name for k, text in enumerate(says.atoms)}))
    return tuple(told)


def without_bads(text: str, asked: Sequence[Waited], cells: Mapping[str, str]) -> str:
    """BTOR2 in which the expressions of these properties are outputs, or fairness, and no bad states.

    ``cells`` are the names there.  Beside fairness nothing is a bad state.
    """
    fair = {cells[one.nets[one.says.fair()]] for one in asked if one.says.kind == "assume"}
    outputs = {cells[net] for one in asked for net in one.nets.values()}

    def renamed(match: re.Match[str]) -> str:
        kind = "fair" if match[3] in fair else "output" if fair or match[3] in outputs else "bad"
        return f"{match[1]} {kind} {match[2]} {match[3]}"

    return re.sub(r"^(\d+) bad (\d+) (\S+)", renamed, text, flags=re.MULTILINE)


def with_waiting(
    model: Model, asked: Sequence[Waited], values: Mapping[str, Term], told: Sequence[tuple[str, Position]]
) -> Model:
    """The model with these properties, ``told`` by their lines and places; ``values`` are those of nets at a tick."""
    goals = []
    for one, (text, where) in zip(asked, told, strict=True):
        if one.says.kind == "assert":
            atoms = {name: Atom(values[net]) for name, net in one.nets.items() if net in values}
            goals.append(Ltl(one.name, one.says.formula(atoms.__getitem__), text, where))
    found = replace(model, temporal=tuple(goals))
    return _asked_of_fair_runs(found) if model.fairness else found


def _asked_of_fair_runs(model: Model) -> Model:
    """The model in which assertions that fail at some step are about fair runs as well."""
    goals = []
    for prop in model.properties:
        if prop.asks == COVER:
            hint = "leave s_eventually in assumptions to a file without covers"
            raise Unsupported("a cover beside an assumption that something happens again and again", prop.where, hint)
        never = connect(Logic.NOT, Atom(prop.bad[model.entry]))
        goals.append(Ltl(prop.name, temporal(PathOperator.GLOBALLY, never), prop.text, prop.where))
    return replace(model, properties=(), temporal=(*goals, *model.temporal))
