"""VMT-LIB transition systems: SMT-LIB definitions annotated ``:next``, ``:init``, ``:trans``, ``:invar-property n``.

A model with one location and one edge, the transition relation.  A variable without a ``:next`` is an input; one that
the initial states or a property mention as well is a state variable whose next value nothing constrains.  Several
initial formulas, and several transition formulas, are conjunctions.  Annotations are read where VMT-LIB writes them:
around the body of a definition without parameters; anywhere else they are refused, and so are those that mean something
in dialects only (``:invar``, ``:nextclock``).  Liveness and LTL properties are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.model import Location, Model, Origin, Safety, relate
from assay.core.terms import Term, conjunction, not_, prime, variable
from assay.core.terms.rebuild import Substitution
from assay.frontends.horn.commands import DEFINITIONS, IGNORED, read_script
from assay.frontends.horn.sexpr import Atom, Command, Expression, Group, Rewriting, commands, defined_name, expression
from assay.frontends.text import Names, Source

FORMAT: Final = "VMT-LIB"
ANNOTATION: Final = re.compile(r"[\s)]:(?:next|init|trans|invar-property|live-property|ltl-property)(?=[\s)])")
_ANNOTATED: Final = re.compile(r"\(\s*!(?=[\s(|])")
_LIVENESS: Final = (":live-property", ":ltl-property")
_KEYS: Final = (":next", ":init", ":trans", ":invar-property", *_LIVENESS)
# They say what is true of formulas anyway, or only guide a search: names, and predicates to begin with.
_SILENT: Final = (":named", ":predicate")


@dataclass(frozen=True, eq=False)
class _Mark:
    """``(define-fun symbol () Sort (! body key value))``, compared by identity."""

    symbol: Atom
    body: Expression
    key: str
    value: Expression
    offset: int

    def text(self, source: Source) -> str:
        return f"{self.key} {self.value.text_in(source)}"


@dataclass
class _Layout:
    """The annotated definitions of a file, and its definitions as text for z3's parser, annotations taken out."""

    rewriting: Rewriting
    marks: list[_Mark] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def having(self, *keys: str) -> list[_Mark]:
        return [mark for mark in self.marks if mark.key in keys]


def read_vmt(source: Source) -> Model:
    """The transition system in ``source``, with one property for each ``:invar-property``, by number."""
    layout = _layout(source)
    claims = _numbered(source, layout.having(":invar-property"))
    if not claims:
        for mark in layout.having(*_LIVENESS):
            raise _refusal(source, mark)
        raise InputError("no property: there is nothing to check", source.end, "state one with :invar-property")
    formulas = _formulas(source, layout)
    following = _next_variables(source, layout, formulas)
    initial = conjunction(formulas[mark] for mark in layout.having(":init"))
    step = conjunction(formulas[mark] for mark in layout.having(":trans"))
    for mark in (*layout.having(":init"), *claims):
        if not formulas[mark].free.isdisjoint(following.values()):
            where = source.position(mark.offset)
            raise InputError(f"{mark.symbol.name} speaks of next values", where, "only :trans may do so")
    named = frozenset().union(initial.free, *(formulas[mark].free for mark in claims))
    renaming, state = _renaming(following, step.free.union(named), named)
    rename = Substitution(renaming)
    place = Location("state", state)
    properties = (Safety(mark.symbol.name, {place: rename(not_(formulas[mark]))}, mark.text(source)) for mark in claims)
    edge = relate("step", place, place, rename(step))
    return Model(place, (edge,), rename(initial), tuple(properties), Origin(source.file, FORMAT))


def refused_properties(source: Source) -> Mapping[str, Unsupported]:
    """Properties that the file states but that are not read, by name and by text."""
    found: dict[str, Unsupported] = {}
    for mark in _layout(source).having(*_LIVENESS):
        found[mark.symbol.name] = found[mark.text(source)] = _refusal(source, mark)
    return found


def _refusal(source: Source, mark: _Mark) -> Unsupported:
    message = f"{mark.symbol.name} is a {mark.key}, which is not read"
    return Unsupported(message, source.position(mark.offset), "Assay reads :invar-property")


def _numbered(source: Source, claims: list[_Mark]) -> list[_Mark]:
    """The properties by their number, which must be one of a kind."""
    numbers: dict[int, _Mark] = {}
    for mark in claims:
        text = mark.value.text_in(source)
        where = source.position(mark.offset)
        if not re.fullmatch("[0-9]{1,9}", text):
            raise InputError(f"expected a number after {mark.key}, not {text}", where)
        if int(text) in numbers:
            raise InputError(f"a second {mark.key} {text}", where, "number properties apart")
        numbers[int(text)] = mark
    return [numbers[number] for number in sorted(numbers)]


# -- terms -------------------------------------------------------------------------------------------------------------


def _formulas(source: Source, layout: _Layout) -> dict[_Mark, Term]:
    """What each annotated definition says; for a ``:next`` the formula that both its variables differ."""
    script = read_script(layout.rewriting, layout.names, len(layout.marks))
    formulas: dict[_Mark, Term] = {}
    for index, mark in enumerate(layout.marks):
        where = source.position(mark.offset)
        try:
            formula = script.assertion(index)
        except Unsupported as refusal:
            raise Unsupported(refusal.message, where, refusal.hint) from None
        if formula.quantified:
            raise Unsupported(f"a quantifier in {mark.symbol.name}", where, "Assay reads systems without quantifiers")
        for application in formula.applications.values():
            raise Unsupported(f"the uninterpreted function {application.predicate}", where)
        formulas[mark] = formula.term
    return formulas


def _next_variables(source: Source, layout: _Layout, formulas: Mapping[_Mark, Term]) -> dict[Term, Term]:
    """State variables with the variables for their next values, in order of the file."""
    following: dict[Term, Term] = {}
    for mark in layout.having(":next"):
        assert isinstance(mark.body, Atom) and isinstance(mark.value, Atom)
        by_name = {term.name: term for term in formulas[mark].free}
        now, then = by_name.get(mark.body.name), by_name.get(mark.value.name)
        if now is None or then is None:
            raise InputError(":next relates two different variables", source.position(mark.offset))
        if now.sort is not then.sort:
            message = f"wrong sorts: {now.name} is {now.sort}, its next value {then.name} is {then.sort}"
            raise InputError(message, source.position(mark.offset))
        clash = following.get(now, then) is not then or (now not in following and then in following.values())
        if clash or then in following or now in following.values():
            message = f"{mark.text(source)} contradicts another :next"
            raise InputError(message, source.position(mark.offset), "each variable has one next value")
        following[now] = then
    return following


def _renaming(
    following: Mapping[Term, Term], mentioned: Iterable[Term], observed: Iterable[Term]
) -> tuple[dict[Term, Term], tuple[Term, ...]]:
    """Our names for all variables, next values being primed ones, and the variables of the state."""
    symbols = set(mentioned).difference(following, following.values())
    names = Names()
    renaming: dict[Term, Term] = {}
    for symbol in (*following, *_by_age(symbols)):
        renaming[symbol] = variable(names.fresh(symbol.name), symbol.sort)
    for now, then in following.items():
        renaming[then] = prime(renaming[now])
    state = (*following, *_by_age(symbols.intersection(observed)))
    return renaming, tuple(renaming[symbol] for symbol in state)


def _by_age(symbols: Iterable[Term]) -> list[Term]:
    return sorted(symbols, key=lambda symbol: symbol.uid)


# -- commands ----------------------------------------------------------------------------------------------------------


def _layout(source: Source) -> _Layout:
    layout = _Layout(Rewriting(source))
    for command in commands(source):
        if command.keyword == "exit":
            break
        if command.keyword in DEFINITIONS:
            layout.names.add(defined_name(source, command))
            _definition(source, layout, command)
            layout.rewriting.put("\n", command.end - 1)
        elif command.keyword not in IGNORED and not _says_nothing(source, command):
            word = command.keyword or "()"
            raise Unsupported(f"the command {word} is not read", source.position(command.start))
    for mark in layout.marks:
        text = mark.symbol.text
        if mark.key == ":next":
            text = f"(distinct {mark.body.text_in(source)} {mark.value.text_in(source)})"
        layout.rewriting.put(f"(assert {text})\n", mark.offset)
    return layout


def _says_nothing(source: Source, command: Command) -> bool:
    """``(assert true)``, which writers of VMT-LIB put at the end."""
    return command.keyword == "assert" and source.text[command.start : command.end].split() == ["(assert", "true)"]


def _definition(source: Source, layout: _Layout, command: Command) -> None:
    """Keep a definition; if its body is annotated, remember that and keep the bare body."""
    rewriting = layout.rewriting
    if not _ANNOTATED.search(source.text, command.start, command.end):
        rewriting.keep(command.start, command.end)
        return
    tree = expression(source, command)
    match tree.items:
        case (_, Atom() as symbol, Group(()), _, Group((Atom("!"), body, *attributes)) as annotated):
            marks = [
                _Mark(symbol, body, key, value, annotated.offset) for key, value in _attributes(source, attributes)
            ]
            _without_annotations(source, body)
        case _:
            _without_annotations(source, tree)
            marks = []
    if not marks:
        rewriting.keep(command.start, command.end)
        return
    rewriting.keep(command.start, annotated.offset)
    rewriting.keep(body.offset, body.end)
    rewriting.put(")", command.end - 1)
    if any(mark.key == ":next" and not (isinstance(body, Atom) and isinstance(mark.value, Atom)) for mark in marks):
        raise InputError(":next relates two different variables", source.position(annotated.offset))
    layout.marks.extend(marks)


def _without_annotations(source: Source, root: Expression) -> None:
    """Refuses annotations inside of a term, for they speak of the system all the same."""
    stack = [root]
    while stack:
        node = stack.pop()
        match node:
            case Group((Atom("!"), _, *attributes)) if list(_attributes(source, attributes)):
                where = source.position(node.offset)
                raise Unsupported("an annotation in an unusual place", where, "annotate a whole definition")
        if isinstance(node, Group):
            stack.extend(node.items)


def _attributes(source: Source, items: list[Expression]) -> Iterator[tuple[str, Expression]]:
    """The annotations that we know, each with its value; ``:init`` and ``:trans`` may do without one."""
    for item, value in zip_longest(items, items[1:]):
        if not isinstance(item, Atom) or not item.text.startswith(":") or item.text in _SILENT:
            continue
        where = source.position(item.offset)
        if item.text not in _KEYS:
            hint = "Assay reads :next, :init, :trans and :invar-property"
            if item.text == ":invar":
                hint = "say it in :init and, of this state and of the next one, in :trans"
            raise Unsupported(f"the annotation {item.text} is not read", where, hint)
        if value is None or (isinstance(value, Atom) and value.text.startswith(":")):
            if item.text not in (":init", ":trans"):
                raise InputError(f"expected a value after {item.text}", where)
            value = item
        yield item.text, value
