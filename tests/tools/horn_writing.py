"""Any model as SMT-LIB Horn clauses: for other solvers, and for comparing with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.core.model import Location, Model
from assay.core.terms import TRUE, Term
from assay.core.terms.smtlib import symbol, to_smtlib


def as_horn_clauses(model: Model) -> str:
    """Satisfiable iff every property of ``model`` holds: one predicate a location, one clause an edge."""
    lines = ["(set-logic HORN)"]
    for place in model.locations:
        sorts = " ".join(str(v.sort) for v in place.variables)
        lines.append(f"(declare-fun {symbol(place.name)} ({sorts}) Bool)")
    entry = model.entry
    lines.append(_clause(entry.variables, [to_smtlib(model.initial)], _atom(entry, entry.variables)))
    for edge in model.edges:
        after = [edge.after(v) for v in edge.target.variables]
        body = [_atom(edge.source, edge.source.variables), *([] if edge.guard is TRUE else [to_smtlib(edge.guard)])]
        body += [_atom(use.location, use.arguments) for use in edge.uses]
        lines.append(_clause((*edge.source.variables, *edge.inputs), body, _atom(edge.target, after)))
    for prop in model.properties:
        for place, bad in prop.bad.items():
            inputs = sorted(bad.free.difference(place.variables), key=lambda symbol: symbol.uid)
            body = [_atom(place, place.variables), to_smtlib(bad)]
            lines.append(_clause((*place.variables, *inputs), body, "false"))
    return "\n".join([*lines, "(check-sat)", ""])


def _atom(place: Location, args: Sequence[Term]) -> str:
    name = symbol(place.name)
    return f"({name} {' '.join(to_smtlib(arg) for arg in args)})" if args else name


def _clause(variables: Iterable[Term], body: Sequence[str], head: str) -> str:
    bound = " ".join(f"({symbol(v.name)} {v.sort})" for v in variables)
    implication = f"(=> (and {' '.join(body)}) {head})"
    return f"(assert (forall ({bound}) {implication}))" if bound else f"(assert {implication})"
