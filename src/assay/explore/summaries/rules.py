"""Steps as rules: a head, premises and a constraint, each place's state named by distinct symbols.

A step along an edge is ``premises and constraint -> head``: its source (unless that is the entry) and its uses are the
premises.  Where a state is given by terms, fresh symbols stand for them and equations define those, so that a formula
about a place is turned into one about a premise, and back, by renaming.  Symbols that no interface mentions are
eliminated where an equation defines them.

A rule may be made of several steps; ``Origin`` says of which, so that values of its symbols tell what each step does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.core.model import Edge, Location, Model
from assay.core.terms import Op, Term, conjunction, eq, variable
from assay.core.terms.rebuild import Substitution
from assay.solve.interpolation.definitions import solve_definitions


@dataclass(frozen=True, eq=False)
class Interface:
    """A state of ``place`` inside a rule: distinct symbols for the values of its variables, in order."""

    place: Location
    symbols: tuple[Term, ...]

    @cached_property
    def inward(self) -> Substitution:
        """From formulas over the place to formulas over the rule."""
        return Substitution(dict(zip(self.place.variables, self.symbols, strict=True)))

    @cached_property
    def outward(self) -> Substitution:
        """The way back, for formulas over ``symbols`` alone."""
        return Substitution(dict(zip(self.symbols, self.place.variables, strict=True)))


@dataclass(frozen=True, eq=False)
class Origin:
    """The step that derives a state inside a rule.

    ``naming`` says what its symbols are called in the rule; for each of its premises, ``below`` has the number of a
    premise of the rule, or the step that derives it.
    """

    edge: Edge
    naming: Mapping[Term, Term]
    below: tuple[int | Origin, ...]

    def names(self) -> Iterator[Term]:
        """What symbols of this step and of those below it are called."""
        yield from self.naming.values()
        for part in self.below:
            if isinstance(part, Origin):
                yield from part.names()


@dataclass(frozen=True, eq=False)
class Rule:
    """``premises and constraint -> head``; ``whole`` is the constraint with all symbols, those of the origin too."""

    head: Interface
    premises: tuple[Interface, ...]
    whole: tuple[Term, ...]
    origin: Origin

    @cached_property
    def constraint(self) -> Term:
        """What the whole says of the interfaces."""
        shown = frozenset[Term]().union(self.head.symbols, *(premise.symbols for premise in self.premises))
        return conjunction(solve_definitions(self.whole, conjunction(self.whole).free - shown))

    @cached_property
    def inner(self) -> frozenset[Term]:
        """The symbols that only the constraint knows."""
        return self.constraint.free.difference(self.head.symbols, *(premise.symbols for premise in self.premises))

    @cached_property
    def symbols(self) -> frozenset[Term]:
        """All symbols, those of the steps that it is made of too."""
        named = (term.free for term in self.origin.names())
        shown = (interface.symbols for interface in (self.head, *self.premises))
        return conjunction(self.whole).free.union(*shown, *named)

    def __str__(self) -> str:
        return str(self.origin.edge)


def rules_of(model: Model) -> tuple[Rule, ...]:
    """The steps of an aimed model: its entry has no variables and is no premise."""
    return tuple(_rule(edge, model.entry, number) for number, edge in enumerate(model.edges))


def premises_of(edge: Edge, entry: Location) -> list[tuple[Location, tuple[Term, ...]]]:
    """The places that a step needs, with the states that it needs them in."""
    source = [] if edge.source == entry else [(edge.source, edge.source.variables)]
    return source + [(use.location, use.arguments) for use in edge.uses]


def _rule(edge: Edge, entry: Location, number: int) -> Rule:
    equations: list[Term] = []

    def interface(place: Location, values: Sequence[Term], part: int) -> Interface:
        symbols: dict[Term, None] = {}
        for position, value in enumerate(values):
            symbol = value
            if value.op is not Op.VAR or value in symbols:
                symbol = variable(f"rule!{number}!{part}!{position}", value.sort)
                equations.append(eq(symbol, value))
            symbols[symbol] = None
        return Interface(place, tuple(symbols))

    needed = premises_of(edge, entry)
    premises = tuple(interface(place, values, part) for part, (place, values) in enumerate(needed))
    head = interface(edge.target, [edge.after(v) for v in edge.target.variables], len(premises))
    naming = {symbol: symbol for symbol in (*edge.source.variables, *edge.inputs)}
    return Rule(head, premises, (edge.guard, *equations), Origin(edge, naming, tuple(range(len(premises)))))


def heights(rules: Iterable[Rule]) -> dict[Location, int]:
    """The least height of a derivation of each place, whatever constraints say; places without any are left out."""
    rules = list(rules)
    known: dict[Location, int] = {}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            if all(premise.place in known for premise in rule.premises):
                height = 1 + max((known[premise.place] for premise in rule.premises), default=0)
                if height < known.get(rule.head.place, height + 1):
                    known[rule.head.place] = height
                    changed = True
    return known
