"""Front end for Petri nets in PNML, and for the reachability properties of the Model Checking Contest.

Place/transition nets only: a non-negative integer variable per place (by its id), an edge per transition; inhibitor
arcs become tests.  Graphics, names and tool-specific parts are skipped; what else stands in a net, or in attributes of
its parts where some tools write it, is refused.  A property file holds ``AG f``, which is
checked as it is, and ``EF f``, which is checked as *f is never reached*: a violation is then a witness of ``EF f``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from assay.core.errors import InputError, Unsupported
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import (
    Term,
    add,
    conjunction,
    disjunction,
    eq,
    ge,
    gt,
    implies,
    integer,
    le,
    lt,
    not_,
    sub,
    variable,
    xor,
)
from assay.core.terms.sorts import INT
from assay.frontends.nets.xml import Element, parse
from assay.frontends.text import Source, whole

FORMAT: Final = "PNML"

T = TypeVar("T")

# What says nothing of the steps of a net, anywhere and in some of its parts.
_SILENT: Final = ("name", "graphics", "toolspecific")
_LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    "net": ("page", "place", "transition", "arc"),
    "page": ("page", "place", "transition", "arc"),
    "place": ("initialMarking", "capacity"),
    "transition": ("orientation", "rate", "infiniteServer"),
    "arc": ("inscription", "type", "arcpath", "tagged"),
}
# Attributes in which tools put what belongs into elements, with the values that say nothing.
_AS_ATTRIBUTES: Final[Mapping[str, Mapping[str, str]]] = {
    "place": {"initialMarking": "0", "capacity": "0", "invariant": "< inf"},
    "arc": {"inscription": "1", "weight": "1"},
}

_PNML: Final = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*<(?:\w+:)?pnml\b", re.DOTALL)
_PROPERTIES: Final = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*<(?:\w+:)?property-set\b", re.DOTALL)


def looks_like_pnml(text: str) -> bool:
    return _PNML.match(text) is not None


def looks_like_properties(text: str) -> bool:
    """Is this a property file of the Model Checking Contest?"""
    return _PROPERTIES.match(text) is not None


# -- nets --------------------------------------------------------------------------------------------------------------


def read_pnml(source: Source) -> Model:
    """The net as a model without properties: they come from a file of their own."""
    nets = [child for child in parse(source).children if child.name == "net"]
    if len(nets) != 1:
        raise InputError(f"expected one net, found {len(nets)}", source.position(0))
    kind = nets[0].attributes.get("type", "ptnet")
    if "ptnet" not in kind.lower() and "p/t" not in kind.lower():
        raise Unsupported(f"nets of type {kind} are not read", nets[0].where, "unfold it to a place/transition net")
    parts = list(_pages(nets[0]))
    places: dict[str, Element] = {}
    transitions: dict[str, Element] = {}
    for part in parts:
        if part.name == "arc":
            continue
        name = part.get("id")
        if name in places or name in transitions:
            raise InputError(f"a second place or transition {name!r}", part.where)
        (places if part.name == "place" else transitions)[name] = part
    if not places:
        raise InputError("the net has no places", nets[0].where)
    for place in places.values():
        if _count(place, "capacity", 0):
            raise Unsupported("places with a capacity are not read", place.where, "add a place for what is free")
    symbols = {name: variable(name, INT) for name in places}
    net = Location("net", tuple(symbols.values()))
    marking = {symbols[name]: _count(place, "initialMarking", 0) for name, place in places.items()}
    initial = conjunction(eq(symbol, integer(count)) for symbol, count in marking.items())
    arcs = [part for part in parts if part.name == "arc"]
    edges = _edges(net, symbols, transitions, arcs)
    return Model(net, edges, initial, (), Origin(source.file, FORMAT))


def _pages(element: Element) -> Iterator[Element]:
    """Places, transitions and arcs on all pages."""
    _refuse_others(element)
    for child in element.children:
        if child.name == "page":
            yield from _pages(child)
        elif child.name in ("place", "transition", "arc"):
            _refuse_others(child)
            yield child


def _refuse_others(element: Element) -> None:
    """Refuses what is not read, and would change what the net does."""
    found: set[str] = set()
    for child in element.children:
        if child.name in _SILENT:
            continue
        if child.name not in _LABELS[element.name]:
            hint = "put the net on one page" if child.name.startswith("reference") else ""
            raise Unsupported(f"<{child.name}> is not read in a <{element.name}>", child.where, hint)
        if child.name in found and element.name not in ("net", "page"):
            raise InputError(f"a second <{child.name}> in a <{element.name}>", child.where)
        found.add(child.name)
    for name, silent in _AS_ATTRIBUTES.get(element.name, {}).items():
        if element.attributes.get(name, silent) != silent:
            message = f"{name} is not read as an attribute of <{element.name}>"
            raise Unsupported(message, element.where, f"PNML has it as <{name}><text> where it has it")


def _count(element: Element, label: str, otherwise: int) -> int:
    """The number in a label such as ``initialMarking`` or ``inscription``."""
    found = element.one(label)
    if found is None:
        return otherwise
    text = (found.one("text") or found.one("value") or found).text.strip()
    if not text.isdecimal():
        raise InputError(f"<{label}> should be a number, not {text!r}", found.where)
    return whole(text, found.where)


def _edges(
    net: Location, symbols: Mapping[str, Term], transitions: Mapping[str, Element], arcs: Sequence[Element]
) -> tuple[Edge, ...]:
    needs: dict[str, list[Term]] = {name: [] for name in transitions}
    taken: dict[str, dict[Term, int]] = {name: {} for name in transitions}
    effects: dict[str, dict[Term, int]] = {name: {} for name in transitions}
    for arc in arcs:
        source, target, weight = arc.get("source"), arc.get("target"), _count(arc, "inscription", 1)
        kind = _kind(arc)
        if source in symbols and target in transitions:
            place = symbols[source]
            if kind == "inhibitor":
                needs[target].append(lt(place, integer(weight)))
                continue
            taken[target][place] = taken[target].get(place, 0) + weight
            effects[target][place] = effects[target].get(place, 0) - weight
        elif source in transitions and target in symbols and kind == "normal":
            place = symbols[target]
            effects[source][place] = effects[source].get(place, 0) + weight
        else:
            raise InputError(f"an arc from {source!r} to {target!r} joins no place and transition", arc.where)
    return tuple(
        Edge(
            name,
            net,
            net,
            conjunction((*needs[name], *(ge(place, integer(count)) for place, count in taken[name].items()))),
            {place: add(place, integer(change)) for place, change in effects[name].items() if change},
            transition.where,
        )
        for name, transition in transitions.items()
    )


def _kind(arc: Element) -> str:
    found = arc.one("type")
    kind = arc.attributes.get("type", "normal")
    if found is not None:
        kind = found.attributes.get("value", "") or found.text.strip()
    if kind not in ("normal", "inhibitor"):
        raise Unsupported(f"arcs of type {kind!r} are not read", arc.where)
    return kind


# -- properties --------------------------------------------------------------------------------------------------------


def with_properties(model: Model, source: Source) -> Model:
    """The net with the properties of a file of the Model Checking Contest."""
    found = tuple(_property(model, element) for element in parse(source).all("property"))
    if not found:
        raise InputError("the file has no properties", source.position(0))
    return replace(model, properties=found)


def _property(model: Model, element: Element) -> Safety:
    identity = element.one("id")
    formula = element.one("formula")
    if identity is None or formula is None:
        raise InputError("a property needs an <id> and a <formula>", element.where)
    path = _only(formula)
    step = _only(path)
    states = _Formulas(model)
    match path.name, step.name:
        case "all-paths", "globally":
            bad, text = not_(states.formula(_only(step))), "AG"
        case "exists-path", "finally":
            bad, text = states.formula(_only(step)), "EF"
        case _:
            hint = "AG and EF are: all-paths with globally, exists-path with finally"
            raise Unsupported(f"<{path.name}> with <{step.name}> is not a safety property", path.where, hint)
    name = identity.text.strip()
    return Safety(name, {model.entry: bad}, f"{text} {name}", asks=text)


def _only(element: Element) -> Element:
    if len(element.children) != 1:
        raise InputError(f"<{element.name}> should hold one element, not {len(element.children)}", element.where)
    return element.children[0]


_COMPARISONS: Final[Mapping[str, Callable[[Term, Term], Term]]] = {
    "integer-le": le,
    "integer-lt": lt,
    "integer-ge": ge,
    "integer-gt": gt,
    "integer-eq": eq,
}
_CONNECTIVES: Final[Mapping[str, Callable[[Term, Term], Term]]] = {
    "implication": implies,
    "equivalence": eq,
    "exclusive-disjunction": xor,
}


class _Formulas:
    """State formulas over one net."""

    def __init__(self, model: Model) -> None:
        self._places = {place.name: place for place in model.entry.variables}
        self._edges = {edge.name: edge for edge in model.edges}

    def formula(self, element: Element) -> Term:
        match element.name:
            case "true":
                return conjunction(())
            case "false":
                return disjunction(())
            case "negation":
                return not_(self.formula(_only(element)))
            case "conjunction":
                return conjunction(self.formula(child) for child in element.children)
            case "disjunction":
                return disjunction(self.formula(child) for child in element.children)
            case "implication" | "equivalence" | "exclusive-disjunction" if len(element.children) == 2:
                left, right = (self.formula(child) for child in element.children)
                return _CONNECTIVES[element.name](left, right)
            case "is-fireable":
                names = element.all("transition")
                return disjunction(self._named(self._edges, name).guard for name in names)
            case "deadlock":
                return conjunction(not_(edge.guard) for edge in self._edges.values())
            case name if name in _COMPARISONS and len(element.children) == 2:
                left, right = (self.number(child) for child in element.children)
                return _COMPARISONS[name](left, right)
        raise Unsupported(f"<{element.name}> is not read as a state formula", element.where)

    def number(self, element: Element) -> Term:
        match element.name:
            case "integer-constant" if element.text.strip().removeprefix("-").isdecimal():
                return integer(whole(element.text.strip(), element.where))
            case "tokens-count":
                return add(integer(0), *(self._named(self._places, place) for place in element.all("place")))
            case "integer-sum":
                return add(integer(0), *(self.number(child) for child in element.children))
            case "integer-difference" if len(element.children) == 2:
                return sub(self.number(element.children[0]), self.number(element.children[1]))
        raise Unsupported(f"<{element.name}> is not read as a number", element.where)

    def _named(self, known: Mapping[str, T], element: Element) -> T:
        name = element.text.strip()
        if name not in known:
            raise InputError(f"the net has no {element.name} {name!r}", element.where)
        return known[name]
