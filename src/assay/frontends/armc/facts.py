"""ARMC's transition systems: Prolog facts ``r(p(pc(L), data(X..)), p(pc(M), data(Xp..)), [guards], [updates], Id).``

A fact is a step from L to M whenever the guards and updates, together one relation, have a solution; a primed
variable that no update mentions is free.  ``start(pc(L))`` and ``error(pc(L))`` mark locations, ``var2names`` the data.
Other facts (``preds``, ``cutpoint``, ``strengthening``, ...) advise ARMC and do not change the system: skipped.

ARMC itself calculates in rationals, but its inputs come from integer programs and say ``X+1 =< Y`` for ``X < Y``.
So data are integers, unless the file has decimals, fractions or divisions: then they are reals.
Known limits: variables as locations, ``implicit_updates`` and ``atomic`` are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import TRUE, variable
from assay.core.terms.sorts import INT, REAL, Sort
from assay.frontends.armc.prolog import Compound, Items, Node, Number, Variable, parse, show
from assay.frontends.armc.relation import Translation
from assay.frontends.text import Names, Source

FORMAT: Final = "ARMC"

_REFUSED: Final = {
    ("implicit_updates", 0): "write every update out, such as Xp = X",
    ("atomic", 3): "encode atomic blocks in the transitions",
}


@dataclass(frozen=True)
class _Step:
    """One ``r`` fact, taken apart but not yet translated."""

    offset: int
    source: _Place
    target: _Place
    relation: tuple[Node, ...]
    identifier: str


@dataclass(frozen=True)
class _Place:
    """``p(pc(name), data(arguments))``"""

    name: str
    arguments: tuple[Node, ...]
    offset: int


@dataclass
class _Facts:
    """What a file says, by kind of fact, in order."""

    steps: list[_Step] = field(default_factory=list)
    starts: list[tuple[str, int]] = field(default_factory=list)
    errors: list[tuple[str, int]] = field(default_factory=list)
    names: tuple[str, ...] = ()


def read_armc(source: Source) -> Model:
    """The transition system in ``source``; one property an ``error`` fact."""
    facts = _collect(source)
    sort = REAL if any(_is_fractional(node) for step in facts.steps for node in step.relation) else INT
    locations = _locations(source, facts, sort)
    entry, edges = _entry(source, facts, locations)
    taken = Names(dict.fromkeys(term.name for place in locations.values() for term in place.variables))
    for step in facts.steps:
        edges.append(_edge(source, step, locations, Translation(source, sort, taken.copy())))
    return Model(entry, tuple(edges), TRUE, _properties(facts, locations), Origin(source.file, FORMAT))


# -- taking the facts apart --------------------------------------------------------------------------------------------


def _collect(source: Source) -> _Facts:
    facts = _Facts()
    for clause in parse(source):
        if not isinstance(clause, Compound):
            raise InputError("expected a fact", source.position(clause.offset), "such as start(pc(l0)).")
        kind = (clause.functor, len(clause.arguments))
        if kind == (":-", 2):
            raise Unsupported("a rule, where only facts are read", source.position(clause.offset), "write facts out")
        if kind in _REFUSED:
            what = f"{kind[0]}/{kind[1]}" if kind[1] else kind[0]
            raise Unsupported(f"{what} is not read", source.position(clause.offset), _REFUSED[kind])
        if kind == ("r", 5):
            facts.steps.append(_step(source, clause))
        elif kind == ("start", 1):
            facts.starts.append((_location_name(source, clause.arguments[0]), clause.offset))
        elif kind == ("error", 1):
            facts.errors.append((_location_name(source, clause.arguments[0]), clause.offset))
        elif kind == ("var2names", 2):
            facts.names = facts.names or _data_names(clause)
    hint = "is it truncated, or not an ARMC file?"
    if not facts.starts:
        raise InputError("no start location", source.end, f"expected a fact start(pc(..)); {hint}")
    if not facts.errors:
        raise InputError("no error location", source.end, f"expected a fact error(pc(..)); {hint}")
    return facts


def _step(source: Source, fact: Compound) -> _Step:
    before, after, guards, updates, identifier = fact.arguments
    relation: list[Node] = []
    for part, what in ((guards, "guards"), (updates, "updates")):
        if not isinstance(part, Items):
            raise InputError(f"the {what} of a transition are a list", source.position(part.offset), "such as [X >= 0]")
        relation.extend(part.items)
    return _Step(fact.offset, _place(source, before), _place(source, after), tuple(relation), show(identifier))


def _place(source: Source, node: Node) -> _Place:
    match node:
        case Compound("p", (counter, Compound("data", arguments))):
            return _Place(_location_name(source, counter), arguments, node.offset)
    raise InputError(f"expected p(pc(..), data(..)), not {show(node)}", source.position(node.offset))


def _location_name(source: Source, node: Node) -> str:
    if not isinstance(node, Compound) or node.functor != "pc" or not node.arguments:
        raise InputError(f"expected pc(..), not {show(node)}", source.position(node.offset))
    for part in _parts(node):
        if isinstance(part, Variable):
            where = source.position(part.offset)
            raise Unsupported(f"the variable {part.name} as a location", where, "write one fact for each location")
    return ",".join(show(argument) for argument in node.arguments)


def _data_names(fact: Compound) -> tuple[str, ...]:
    """The names that ``var2names(p(_, data(X..)), [(X, 'x'), ..])`` gives to the data, by place."""
    match fact.arguments:
        case (Compound("p", (_, Compound("data", places))), Items(pairs)):
            pass
        case _:
            return ()
    named = {}
    for pair in pairs:
        match pair:
            case Compound(",", (Variable(name), Compound(text, ()))):
                named[name] = text
    return tuple(named.get(place.name, place.name) if isinstance(place, Variable) else "" for place in places)


def _parts(node: Node) -> Iterator[Node]:
    """Every node below ``node`` and itself."""
    stack: list[Node] = [node]
    while stack:
        part = stack.pop()
        yield part
        if isinstance(part, Compound):
            stack.extend(reversed(part.arguments))
        elif isinstance(part, Items):
            stack.extend(reversed(part.items))


def _is_fractional(node: Node) -> bool:
    for part in _parts(node):
        match part:
            case Number(Fraction()) | Compound("/" | "rat", (_, _)):
                return True
    return False


# -- locations, properties ---------------------------------------------------------------------------------------------


def _locations(source: Source, facts: _Facts, sort: Sort) -> dict[str, Location]:
    """Every location by name.  All share the names of the data, by place."""
    arity: dict[str, int] = {}
    for place in (place for step in facts.steps for place in (step.source, step.target)):
        if arity.setdefault(place.name, len(place.arguments)) != len(place.arguments):
            counts = f"{len(place.arguments)} data here, {arity[place.name]} before"
            raise InputError(f"the location {place.name} has {counts}", source.position(place.offset))
    width = max(arity.values(), default=0)
    written = next((step.source.arguments for step in facts.steps if len(step.source.arguments) == width), ())
    wanted = [argument.name if isinstance(argument, Variable) else "" for argument in written]
    for index, name in enumerate(facts.names[:width]):
        wanted[index] = name or wanted[index]
    names = Names()
    data = tuple(variable(names.fresh(name or f"data{index}"), sort) for index, name in enumerate(wanted))
    for name, _ in (*facts.starts, *facts.errors):
        arity.setdefault(name, width)
    return {name: Location(name, data[:count]) for name, count in arity.items()}


def _entry(source: Source, facts: _Facts, locations: Mapping[str, Location]) -> tuple[Location, list[Edge]]:
    """The one start location; several get a common one before them."""
    starts = list(dict(facts.starts).items())
    if len(starts) == 1:
        return locations[starts[0][0]], []
    widest = max((locations[name].variables for name, _ in starts), key=len)
    entry = Location(Names(locations).fresh("%entry"), widest)
    return entry, [
        Edge(f"start-{index}", entry, locations[name], origin=source.position(offset))
        for index, (name, offset) in enumerate(starts, start=1)
    ]


def _properties(facts: _Facts, locations: Mapping[str, Location]) -> tuple[Safety, ...]:
    names = list(dict.fromkeys(name for name, _ in facts.errors))
    single = len(names) == 1
    return tuple(Safety("error" if single else name, {locations[name]: TRUE}, f"error(pc({name}))") for name in names)


def _edge(source: Source, step: _Step, locations: Mapping[str, Location], translation: Translation) -> Edge:
    before, after = locations[step.source.name], locations[step.target.name]
    guard, values = translation.step(
        step.source.arguments, before.variables, step.target.arguments, after.variables, step.relation
    )
    updates = {term: value for term, value in values.items() if value is not term}
    return Edge(step.identifier, before, after, guard, updates, source.position(step.offset))
