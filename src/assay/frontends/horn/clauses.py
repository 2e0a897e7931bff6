"""Horn clauses as a model: a location for each predicate, an edge for each clause, nothing transformed.

A clause ``Q(s) and R(u) and ... and constraint -> P(t)`` is an edge from Q to P that uses R.  Its variables become Q's
variables where they are Q's arguments, primed variables of P where only the head says what they are, and inputs else;
arguments of Q that are no new variables become equations.  A fact starts at an entry without variables; a query ends at
an error location of its own.  So an invariant of the model is, predicate by predicate, a solution of the clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.model import Edge, Location, Model, Origin, Safety, Use
from assay.core.terms import FALSE, TRUE, Op, Term, conjunction, eq, prime, variable
from assay.core.terms.rebuild import Substitution
from assay.frontends.text import Names
from assay.solve.z3.scripts import Application

ENTRY: Final = "%entry"
ERROR: Final = "%error"


@dataclass(frozen=True)
class Clause:
    """``body and constraint -> head``; no predicate in the body is a fact, no head a query."""

    name: str
    body: tuple[Application, ...]
    constraint: Term
    head: Application | None
    origin: Position
    text: str = ""


def model_of(clauses: Iterable[Clause], origin: Origin) -> Model:
    """The model whose edges are ``clauses``, with one property for each query."""
    clauses = _without_idle_queries(clauses)
    locations = _locations(clauses)
    names = Names(locations)
    entry = Location(names.fresh(ENTRY))
    taken = Names(dict.fromkeys(term.name for place in locations.values() for term in place.variables))
    queries = sum(clause.head is None for clause in clauses)
    properties: list[Safety] = []
    edges: list[Edge] = []
    for clause in clauses:
        source = locations[clause.body[0].predicate] if clause.body else entry
        if clause.head is not None:
            target = locations[clause.head.predicate]
        else:
            suffix = f"-{len(properties) + 1}" if queries > 1 else ""
            target = Location(names.fresh(ERROR + suffix))
            properties.append(Safety("query" + suffix, {target: TRUE}, clause.text))
        uses = [locations[use.predicate] for use in clause.body[1:]]
        edges.append(_edge(clause, source, uses, target, taken.copy()))
    return Model(entry, tuple(edges), TRUE, tuple(properties), origin)


def _without_idle_queries(clauses: Iterable[Clause]) -> list[Clause]:
    """Queries that ask nothing, as from ``(assert true)``, are dropped, unless there is no other query."""
    clauses = list(clauses)
    idle = [clause for clause in clauses if clause.head is None and clause.constraint is FALSE]
    asked = sum(clause.head is None for clause in clauses) > len(idle)
    dropped = set(map(id, idle if asked else idle[1:]))
    return [clause for clause in clauses if id(clause) not in dropped]


def _locations(clauses: Sequence[Clause]) -> dict[str, Location]:
    """A location for each predicate; variables are named as in the first occurrence with distinct variables.

    Bodies are looked at before heads, because heads often say ``x'`` for the next value of x.
    """
    chosen: dict[str, tuple[Term, ...]] = {}
    seen: dict[str, Application] = {}
    for use, clause in _occurrences(clauses):
        first = seen.setdefault(use.predicate, use)
        if first.sorts != use.sorts:
            message = f"the predicate {use.predicate} with arguments {_sorts(use)} and with {_sorts(first)}"
            raise Unsupported(message, clause.origin, "give each its own name")
        if use.predicate not in chosen and _distinct_variables(use.arguments):
            chosen[use.predicate] = use.arguments
    return {name: Location(name, _variables(use, chosen.get(name, ()))) for name, use in seen.items()}


def _occurrences(clauses: Sequence[Clause]) -> list[tuple[Application, Clause]]:
    bodies = [(use, clause) for clause in clauses for use in clause.body]
    return bodies + [(clause.head, clause) for clause in clauses if clause.head is not None]


def _sorts(use: Application) -> str:
    return f"({' '.join(map(str, use.sorts))})"


def _distinct_variables(arguments: Sequence[Term]) -> bool:
    return all(argument.op is Op.VAR for argument in arguments) and len(set(arguments)) == len(arguments)


def _variables(use: Application, pattern: Sequence[Term]) -> tuple[Term, ...]:
    names = Names()
    wanted = [argument.name.rstrip("'") or "arg" for argument in pattern] or [f"arg{i}" for i in range(len(use.sorts))]
    return tuple(variable(names.fresh(name), sort) for name, sort in zip(wanted, use.sorts, strict=True))


def _edge(clause: Clause, source: Location, uses: Sequence[Location], target: Location, names: Names) -> Edge:
    renaming: dict[Term, Term] = {}
    equations: list[tuple[Term, Term]] = []
    for place, argument in zip(source.variables, clause.body[0].arguments if clause.body else (), strict=True):
        if argument.op is Op.VAR and argument not in renaming:
            renaming[argument] = place
        else:
            equations.append((place, argument))
    others = [use.arguments for use in clause.body[1:]]
    arguments = clause.head.arguments if clause.head is not None else ()
    for place, argument in zip(target.variables, arguments, strict=True):
        if argument.op is Op.VAR and argument not in renaming:
            renaming[argument] = prime(place)
    parts = [clause.constraint, *(term for _, term in equations), *arguments, *chain.from_iterable(others)]
    used = frozenset[Term]().union(*(term.free for term in parts))
    for symbol in sorted(used - renaming.keys(), key=lambda symbol: symbol.uid):
        renaming[symbol] = variable(names.fresh(symbol.name), symbol.sort)
    rename = Substitution({old: new for old, new in renaming.items() if old is not new})
    guard = conjunction([rename(clause.constraint), *(eq(place, rename(argument)) for place, argument in equations)])
    updates = _updates(source, target, [rename(argument) for argument in arguments])
    used_states = tuple(Use(place, tuple(map(rename, values))) for place, values in zip(uses, others, strict=True))
    return Edge(clause.name, source, target, guard, updates, clause.origin, used_states)


def _updates(source: Location, target: Location, values: Sequence[Term]) -> Mapping[Term, Term]:
    kept = set(source.variables)
    pairs = zip(target.variables, values, strict=True)
    return {place: value for place, value in pairs if value is not place or place not in kept}
