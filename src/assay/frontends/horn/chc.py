"""Constrained Horn clauses in SMT-LIB: ``assert`` in logic HORN, or z3's ``declare-rel``, ``rule`` and ``query``.

An assertion may be nested in any way (see ``clausify``); each of its clauses becomes an edge (see ``horn``).
Existential quantifiers in bodies are opened.  Declared Boolean constants are predicates without arguments.
Refused, with a hint: two predicates in a head, universal quantifiers in bodies, uninterpreted
functions and constants (they are chosen once for all clauses, not anew in each), predicates inside arguments of
predicates, assertions after a ``check-sat``, and sorts other than Bool, Int, Real, BitVec and Array.

Assertions without a query are satisfied by predicates that are true of everything: they hold trivially.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.core.model import Model, Origin
from assay.core.terms import FALSE, Term
from assay.core.terms.sorts import BOOL
from assay.frontends.horn.clauses import Clause, model_of
from assay.frontends.horn.clausify import Cube, negated_cubes
from assay.frontends.horn.commands import DEFINITIONS, IGNORED, read_script
from assay.frontends.horn.sexpr import Atom, Command, Expression, Group, Rewriting, commands, defined_name, expression
from assay.frontends.text import Names, Source
from assay.solve.z3.scripts import Application, Formula

FORMAT: Final = "SMT-LIB HORN"
_FIXEDPOINT: Final = frozenset(("declare-rel", "declare-var", "rule", "query"))
_LONGEST_TEXT: Final = 200
_QUANTIFY: Final = "it has one value for all clauses, and Assay does not look for it; quantify it if any value is meant"
_NAME_IT: Final = "predicates and quantifiers may be combined by connectives only"


def read_chc(source: Source) -> Model:
    """The clauses in ``source``; one property for each query."""
    layout = _layout(source)
    script = read_script(layout.rewriting, layout.names, len(layout.assertions))
    clauses: list[Clause] = []
    for index, command in enumerate(layout.assertions):
        where = source.position(command.start)
        try:
            cubes = list(_cubes(script.assertion(index), layout.variables))
            for number, cube in enumerate(cubes, start=1):
                name = f"clause-{index + 1}" + (f".{number}" if len(cubes) > 1 else "")
                clauses.append(_clause(cube, name, where, _text(source, command)))
        except Unsupported as refusal:
            raise Unsupported(refusal.message, where, refusal.hint) from None
    if all(clause.head is not None for clause in clauses):
        if not layout.asked:
            raise InputError("no query: there is nothing to check", source.end, "add a clause whose head is false")
        clauses.append(Clause("no query", (), FALSE, None, source.end))
    return model_of(clauses, Origin(source.file, FORMAT))


def asks_nothing(model: Model) -> bool:
    """Is there no clause that could derive false?"""
    return all(edge.guard is FALSE for prop in model.properties for place in prop.bad for edge in model.entering(place))


def _text(source: Source, command: Command) -> str:
    """A command in one line, or where it stands if it is long."""
    if command.end - command.start > 10 * _LONGEST_TEXT:
        return f"{command.keyword} at {source.position(command.start)}"
    text = " ".join(source.text[command.start : command.end].split())
    return text if len(text) <= _LONGEST_TEXT else f"{command.keyword} at {source.position(command.start)}"


def _cubes(formula: Formula, variables: Collection[str]) -> Iterator[Cube]:
    """The clauses of an assertion, negated; declared Boolean constants are predicates too."""
    applications = dict(formula.applications)
    quantified = {term for part in formula.quantified.values() for term in part.variables}
    _refuse_inside(formula, quantified, variables)
    bodies = (formula.term, *(part.body for part in formula.quantified.values()))
    for symbol in _symbols(bodies):
        known = symbol in applications or symbol in formula.quantified or symbol in quantified
        if known or symbol.name in variables:
            continue
        if symbol.sort is not BOOL:
            raise _constant(symbol)
        applications[symbol] = Application(symbol.name)
    return negated_cubes(formula.term, applications, formula.quantified)


def _refuse_inside(formula: Formula, quantified: Collection[Term], variables: Collection[str]) -> None:
    """Arguments of predicates may speak of the clause's own variables only."""
    for use in formula.applications.values():
        for symbol in _symbols(use.arguments):
            if symbol in formula.applications:
                raise _predicate(formula.applications[symbol].predicate, use)
            if symbol in formula.quantified:
                raise Unsupported(f"a quantifier inside an argument of {use.predicate}", hint=_NAME_IT)
            if symbol not in quantified and symbol.name not in variables:
                raise _predicate(symbol.name, use) if symbol.sort is BOOL else _constant(symbol)


def _symbols(parts: Iterable[Term]) -> list[Term]:
    return sorted(frozenset[Term]().union(*(part.free for part in parts)), key=lambda symbol: symbol.uid)


def _constant(symbol: Term) -> Unsupported:
    return Unsupported(f"the uninterpreted constant {symbol.name} of sort {symbol.sort}", hint=_QUANTIFY)


def _predicate(name: str, use: Application) -> Unsupported:
    return Unsupported(f"the predicate {name} inside an argument of {use.predicate}", hint=_NAME_IT)


def _clause(cube: Cube, name: str, where: Position, text: str) -> Clause:
    if len(cube.heads) > 1:
        found = " or ".join(use.predicate for use in cube.heads)
        raise Unsupported(f"not a Horn clause: the head is {found}", hint="at most one predicate may stand in a head")
    head = cube.heads[0] if cube.heads else None
    return Clause(name, cube.body, cube.constraint, head, where, text)


# -- commands ----------------------------------------------------------------------------------------------------------


@dataclass
class _Layout:
    """The commands of a file, and the declarations and assertions among them as text for z3's parser."""

    rewriting: Rewriting
    assertions: list[Command] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    domains: dict[str, Group] = field(default_factory=dict)
    horn: bool = False
    checked: bool = False

    @property
    def asked(self) -> bool:
        """Is this a set of clauses that a solver would answer for, even if it has no query?"""
        return self.horn or any(command.keyword == "assert" for command in self.assertions)


def _layout(source: Source) -> _Layout:
    layout = _Layout(Rewriting(source))
    for command in commands(source):
        if command.keyword == "exit":
            break
        if command.keyword in IGNORED:
            layout.horn |= source.text[command.start : command.end].split() == ["(set-logic", "HORN)"]
            layout.checked |= command.keyword == "check-sat"
            continue
        if command.keyword == "assert":
            if layout.checked:
                hint = "ask once, at the end: put (check-sat) behind all assertions"
                raise Unsupported("an assertion after a check-sat", source.position(command.start), hint)
            layout.assertions.append(command)
            layout.rewriting.keep(command.start, command.end)
        elif command.keyword in DEFINITIONS:
            layout.names.add(defined_name(source, command))
            layout.rewriting.keep(command.start, command.end)
        elif command.keyword == "define-fun-rec":
            _plain_definition(source, layout, command)
        elif command.keyword in _FIXEDPOINT:
            _fixedpoint(source, layout, command)
        else:
            word = command.keyword or "()"
            raise Unsupported(f"the command {word} is not read", source.position(command.start))
        layout.rewriting.put("\n", command.end - 1)
    return layout


def _plain_definition(source: Source, layout: _Layout, command: Command) -> None:
    """A ``define-fun-rec`` of a function that does not mention itself, which is a ``define-fun``."""
    match expression(source, command).items:
        case (Atom() as keyword, Atom() as symbol, *rest):
            if symbol.name in _names(rest):
                where, hint = source.position(symbol.offset), "make it a predicate that clauses define"
                raise Unsupported(f"the recursive function {symbol.name}", where, hint)
            layout.names.add(symbol.name)
            layout.rewriting.put("(define-fun", command.start)
            layout.rewriting.keep(keyword.end, command.end)
        case _:
            raise InputError("this define-fun-rec is not complete", source.position(command.start))


def _names(parts: Iterable[Expression]) -> set[str]:
    """What occurs in expressions, bound or not."""
    found, pending = set[str](), list(parts)
    while pending:
        part = pending.pop()
        if isinstance(part, Atom):
            found.add(part.name)
        else:
            pending += part.items
    return found


def _fixedpoint(source: Source, layout: _Layout, command: Command) -> None:
    """A command of z3's fixedpoint format, said in plain SMT-LIB."""
    rewriting = layout.rewriting
    match command.keyword, expression(source, command).items:
        case "declare-rel", (_, Atom() as symbol, Group() as domain, *_):
            layout.names.add(symbol.name)
            layout.domains[symbol.name] = domain
            rewriting.wrap(f"(declare-fun {symbol.text} ", domain, " Bool)")
        case "declare-var", (_, Atom() as symbol, sort):
            layout.names.add(symbol.name)
            layout.variables.add(symbol.name)
            rewriting.wrap(f"(declare-const {symbol.text} ", sort, ")")
        case "rule", (_, formula, *_):
            layout.assertions.append(command)
            rewriting.wrap("(assert ", formula, ")")
        case "query", (_, Atom() as symbol, *_) if symbol.name in layout.domains:
            layout.assertions.append(command)
            rewriting.put(_reachable(source, symbol, layout.domains[symbol.name].items), symbol.offset)
        case "query", (_, formula, *_):
            layout.assertions.append(command)
            rewriting.wrap("(assert (not ", formula, "))")
        case _:
            raise InputError(f"this {command.keyword} is not complete", source.position(command.start))


def _reachable(source: Source, symbol: Atom, sorts: tuple[Expression, ...]) -> str:
    """The query for a relation without its arguments: it is empty."""
    if not sorts:
        return f"(assert (not {symbol.text}))"
    names = Names((symbol.name,))
    variables = [names.fresh(f"arg{index}") for index in range(len(sorts))]
    binders = " ".join(f"({name} {sort.text_in(source)})" for name, sort in zip(variables, sorts, strict=True))
    return f"(assert (forall ({binders}) (not ({symbol.text} {' '.join(variables)}))))"
