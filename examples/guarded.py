"""Guarded commands over locations, written out as ARMC Prolog facts and as SMT-LIB Horn clauses.

One description gives both files, so the two forms of an example cannot drift apart.  Conditions and right-hand sides
are linear, in Python's syntax: ``x <= y + 1 and n >= 0``, ``x := x + 2; y := ?`` (``?`` is any value).  A name that is
not a variable of the system is an input: a fresh value each time.  Needs nothing but the standard library.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

SMT_COMPARISON = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "="}
SMT_ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


@dataclass(frozen=True)
class Command:
    """In ``source``, if ``guard`` holds, perform ``updates`` at once and go to ``target``."""

    source: str
    target: str
    guard: str = ""
    updates: str = ""

    def conditions(self) -> list[ast.Compare]:
        if not self.guard:
            return []
        tree = ast.parse(self.guard, mode="eval").body
        parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
        comparisons = [part for part in parts if isinstance(part, ast.Compare) and len(part.ops) == 1]
        if len(comparisons) != len(parts):
            raise ValueError(f"not a conjunction of comparisons: {self.guard}")
        return comparisons

    def assignments(self) -> dict[str, ast.expr | None]:
        """What each assigned variable becomes; None stands for any value."""
        result: dict[str, ast.expr | None] = {}
        for assignment in filter(None, (part.strip() for part in self.updates.split(";"))):
            name, _, value = (part.strip() for part in assignment.partition(":="))
            result[name] = None if value == "?" else ast.parse(value, mode="eval").body
        return result

    def inputs(self, variables: tuple[str, ...]) -> list[str]:
        terms: list[ast.AST] = [*self.conditions(), *(value for value in self.assignments().values() if value)]
        names = {node.id for term in terms for node in ast.walk(term) if isinstance(node, ast.Name)}
        return sorted(names - set(variables))


@dataclass(frozen=True)
class System:
    """A transition system; it is safe if no run from ``start`` (any values) ends in one of ``errors``."""

    name: str
    title: str
    holds: bool
    variables: tuple[str, ...]
    commands: tuple[Command, ...]
    sort: str = "Int"
    start: str = "start"
    errors: tuple[str, ...] = ("error",)

    def locations(self) -> list[str]:
        names = [self.start, *(place for command in self.commands for place in (command.source, command.target))]
        return list(dict.fromkeys(names))


def write(system: System, folder: Path) -> list[Path]:
    """Write ``system`` in every form that can say it: the ARMC form is for integers without inputs."""
    paths = [folder / f"{system.name}.smt2"]
    paths[0].write_text(horn_text(system))
    if system.sort == "Int" and not any(command.inputs(system.variables) for command in system.commands):
        paths.append(folder / f"{system.name}.pl")
        paths[1].write_text(armc_text(system))
    return paths


# --- SMT-LIB --------------------------------------------------------------------------------------------------------


def horn_text(system: System) -> str:
    """One predicate a location, one clause a command, one query an error location."""
    current = " ".join(system.variables)
    lines = [f"; {system.title}", f"(set-info :status {'sat' if system.holds else 'unsat'})", "(set-logic HORN)", ""]
    sorts = " ".join(system.sort for _ in system.variables)
    lines += [f"(declare-fun {location} ({sorts}) Bool)" for location in system.locations()]
    lines += ["", _closed(system.variables, system.sort, f"({system.start} {current})")]
    for command in system.commands:
        assignments = command.assignments()
        havoced = [f"{name}_any" for name, value in assignments.items() if value is None]
        body = [f"({command.source} {current})", *(_smt(part, system.sort) for part in command.conditions())]
        arguments = " ".join(_after(name, assignments, system.sort) for name in system.variables)
        premise = body[0] if len(body) == 1 else f"(and {' '.join(body)})"
        names = (*system.variables, *command.inputs(system.variables), *havoced)
        lines.append(_closed(names, system.sort, f"(=> {premise} ({command.target} {arguments}))"))
    lines += [_closed(system.variables, system.sort, f"(=> ({error} {current}) false)") for error in system.errors]
    return "\n".join([*lines, "(check-sat)", ""])


def _after(name: str, assignments: dict[str, ast.expr | None], sort: str) -> str:
    value = assignments.get(name, ast.Name(name))
    return f"{name}_any" if value is None else _smt(value, sort)


def _closed(names: tuple[str, ...], sort: str, body: str) -> str:
    return f"(assert (forall ({' '.join(f'({name} {sort})' for name in names)}) {body}))"


def _smt(node: ast.expr, sort: str) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Constant(value=value):
            return str(value) if sort == "Int" else str(float(str(value)))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"(- {_smt(operand, sort)})"
        case ast.BinOp(left=left, op=operator, right=right):
            return f"({SMT_ARITHMETIC[type(operator)]} {_smt(left, sort)} {_smt(right, sort)})"
        case ast.Compare(left=left, ops=[comparison], comparators=[right]):
            return f"({SMT_COMPARISON[type(comparison)]} {_smt(left, sort)} {_smt(right, sort)})"
        case _:
            raise ValueError(f"not a linear term: {ast.unparse(node)}")


# --- ARMC -----------------------------------------------------------------------------------------------------------


def armc_text(system: System) -> str:
    """One fact ``r(from, to, guards, updates, number)`` a command; a variable that gets any value has no update."""
    before = ", ".join(_armc_name(name) for name in system.variables)
    after = ", ".join(_armc_name(name) + "p" for name in system.variables)
    names = ", ".join(f"({_armc_name(name)}, '{name}')" for name in system.variables)
    answer, size = "Safe" if system.holds else "Violated", (len(system.locations()), len(system.commands))
    lines = [
        f"% {system.title}",
        f"% {answer}; {size[0]} locations, {size[1]} transitions.",
        ":- multifile r/5, start/1, error/1, var2names/2, preds/2, trans_preds/3, refinement/1, cube_size/1.",
        "refinement(inter).",
        "cube_size(1).",
        f"preds(p(_, data({before})), []).",
        f"trans_preds(p(_, data({before})), p(_, data({after})), []).",
        f"var2names(p(pc(_), data({before})), [{names}]).",
        f"start(pc({system.start})).",
        *(f"error(pc({error}))." for error in system.errors),
    ]
    for number, command in enumerate(system.commands, start=1):
        assignments = command.assignments()
        values = {name: assignments.get(name, ast.Name(name)) for name in system.variables}
        guards = ", ".join(_armc(part) for part in command.conditions())
        updates = ", ".join(f"{_armc_name(name)}p = {_armc(value)}" for name, value in values.items() if value)
        ends = f"p(pc({command.source}), data({before})), p(pc({command.target}), data({after}))"
        lines.append(f"r({ends}, [{guards}], [{updates}], {number}).")
    return "\n".join([*lines, ""])


def _armc_name(name: str) -> str:
    return name[0].upper() + name[1:]


def _armc(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return _armc_name(name)
        case ast.Constant(value=value):
            return str(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_armc(operand)}"
        case ast.BinOp(left=left, op=operator, right=right):
            return f"({_armc(left)} {SMT_ARITHMETIC[type(operator)]} {_armc(right)})"
        case ast.Compare(left=left, ops=[ast.Lt()], comparators=[right]):  # strict order of integers, as ARMC writes it
            return f"{_armc(left)} + 1 =< {_armc(right)}"
        case ast.Compare(left=left, ops=[ast.Gt()], comparators=[right]):
            return f"{_armc(left)} >= {_armc(right)} + 1"
        case ast.Compare(left=left, ops=[comparison], comparators=[right]):
            sign = {ast.LtE: "=<", ast.GtE: ">=", ast.Eq: "="}[type(comparison)]
            return f"{_armc(left)} {sign} {_armc(right)}"
        case _:
            raise ValueError(f"not a linear term: {ast.unparse(node)}")
