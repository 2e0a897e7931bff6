"""Models: control locations and guarded commands over typed variables.

One form of edge serves every input language (docs/adr/0005-guarded-commands-with-inputs.md): a *guard* over the
source's variables and *inputs*, and simultaneous *updates* of the target's variables.  An input is any other symbol: it
is chosen freely at each step.  Hardware and Petri nets are models with one location.

A step may besides *use* other states that were reached on their own: Horn clauses with several predicates in the body,
calls of procedures with their summaries.  Such a model has derivations, which are trees, where others have runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from assay.core.errors import Position
from assay.core.temporal import Formula
from assay.core.terms import TRUE, Term, and_, by_age, eq, prime, symbols_of
from assay.core.terms.rebuild import Substitution

if TYPE_CHECKING:
    from assay.core.c_source import SourceMap
    from assay.core.circuit import Circuit
    from assay.core.netlist import Netlist
    from assay.core.program import Program

# So many symbols are looked for one by one among the variables of a location; for more a set is made.
FEW: Final = 8


@dataclass(frozen=True, slots=True)
class Location:
    """A control location (a Horn predicate symbol, a program point) and the variables that have a value there.

    Identity is the name: within one model a name has one tuple of variables.
    """

    name: str
    variables: tuple[Term, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return self.name


def among(symbols: Collection[Term], variables: tuple[Term, ...]) -> list[Term]:
    """Those of ``symbols`` that are ``variables``, in the order of these.  Few symbols are found quickly."""
    if len(symbols) > FEW:
        wanted = frozenset(symbols)
        return [symbol for symbol in variables if symbol in wanted]
    found = [symbol for symbol in symbols if symbol in variables]
    return found if len(found) <= 1 else sorted(found, key=variables.index)


@dataclass(frozen=True, slots=True)
class Use:
    """A state that a step needs beside its source's: ``location`` with the values ``arguments`` of its variables.

    The arguments are terms over the variables of the edge's source and its inputs.
    """

    location: Location
    arguments: tuple[Term, ...]

    def __post_init__(self) -> None:
        if [term.sort for term in self.arguments] != [variable.sort for variable in self.location.variables]:
            raise ValueError(f"the arguments do not fit the variables of {self.location}")

    @property
    def values(self) -> Mapping[Term, Term]:
        """The arguments by the variables of the location."""
        return dict(zip(self.location.variables, self.arguments, strict=True))

    def __str__(self) -> str:
        return str(self.location)


@dataclass(frozen=True, eq=False)
class Edge:
    """``source --[guard] updates--> target``, taken together with the states that it ``uses``.

    A target variable without an update keeps its value and must then be a variable of the source as well.
    Edges are compared by identity.
    """

    name: str
    source: Location
    target: Location
    guard: Term = TRUE
    updates: Mapping[Term, Term] = field(default_factory=dict)
    origin: Position | None = None
    uses: tuple[Use, ...] = ()

    def __post_init__(self) -> None:
        before, after, updates = self.source.variables, self.target.variables, self.updates
        if before is not after and before != after:
            missing = set(after).difference(before, updates)
            if missing:
                target = next(symbol for symbol in after if symbol in missing)
                raise ValueError(f"edge {self.name}: {target.name} has no value at {self.target}")
        known: Collection[Term] = after if len(updates) <= FEW else frozenset(after)
        for updated in updates:
            if updated not in known:
                raise ValueError(f"edge {self.name}: {updated.name} is not a variable of {self.target}")

    @property
    def premises(self) -> tuple[Location, ...]:
        """Where the states are that the step needs: its source, and the locations of its uses."""
        return (self.source, *(use.location for use in self.uses))

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that the step computes: its guard, the values after it, and those of the states that it uses."""
        return (self.guard, *self.updates.values(), *(term for use in self.uses for term in use.arguments))

    @cached_property
    def inputs(self) -> tuple[Term, ...]:
        """The symbols chosen freely at this step, by age."""
        # Free sets of every subterm of a large circuit would not fit into memory.
        symbols = symbols_of(*self.terms)
        own = self.source.variables
        free = [s for s in symbols if s not in own] if len(symbols) <= FEW else symbols.difference(own)
        return tuple(sorted(free, key=by_age))

    def after(self, target: Term) -> Term:
        """The value of the target's variable after the step, over source variables and inputs."""
        return self.updates.get(target, target)

    @cached_property
    def back(self) -> Substitution:
        """Maps a formula over the target to the formula over source and inputs that is true just before the updates."""
        return Substitution(dict(self.updates))

    @property
    def idle(self) -> bool:
        """Does the step stay where it is and change nothing?"""
        return self.source == self.target and all(self.after(v) is v for v in self.target.variables)

    @property
    def relation(self) -> Term:
        """The step as a formula over source variables, primed target variables and inputs, without what it uses."""
        return and_(self.guard, *(eq(prime(v), self.after(v)) for v in self.target.variables))

    def __str__(self) -> str:
        sources = ", ".join(str(place) for place in (self.source, *self.uses))
        return f"{self.name}: {sources} -> {self.target}"


def relate(name: str, source: Location, target: Location, relation: Term, origin: Position | None = None) -> Edge:
    """The step described by ``relation`` over source variables, primed target variables and free symbols."""
    return Edge(name, source, target, relation, {v: prime(v) for v in target.variables}, origin)


@dataclass(frozen=True)
class Safety:
    """No run reaches ``bad``: at each listed location, the formula describes the erroneous states there.

    A symbol in it that is no variable of the location is an input: some choice of inputs makes the state erroneous.
    An ``auxiliary`` property is stated by the front end, not by the user: proofs of the others need it.  ``asks`` has
    the path operators of a formula that it stands for: ``AG`` of it, or ``EF`` of what it excludes; ``cover`` where a
    run is wanted that violates it.  ``kind`` is the
    kind of error that it excludes, at the place ``where`` of the program; a property that the user states has none.
    Where it is several properties in one, these are its ``parts``.
    """

    name: str
    bad: Mapping[Location, Term]
    text: str = ""
    auxiliary: bool = False
    asks: str = ""
    kind: str = ""
    where: Position | None = None
    parts: tuple[Safety, ...] = ()

    def at(self, location: Location) -> Safety:
        """The part that a run violates which ends at ``location``; the property itself if that is no part's."""
        return next((part for part in self.parts if location in part.bad), self)


@dataclass(frozen=True)
class Ctl:
    """Every initial state where a fair path begins satisfies the branching-time ``formula`` over fair paths."""

    name: str
    formula: Formula
    text: str = ""


@dataclass(frozen=True)
class Ltl:
    """Every fair run satisfies the linear-time ``formula``, evaluated at its first state; ``where`` it is stated."""

    name: str
    formula: Formula
    text: str = ""
    where: Position | None = None


@dataclass(frozen=True)
class Justice:
    """No fair run satisfies each of ``conditions`` infinitely often: a lasso that visits them all violates this."""

    name: str
    conditions: tuple[Term, ...]
    text: str = ""


Property = Safety
TemporalProperty = Ctl | Ltl | Justice
Goal = Property | TemporalProperty


@dataclass(frozen=True)
class Enumeration:
    """How a bit-vector stands for one of finitely many names: code ``k`` is ``values[k]``."""

    values: tuple[str, ...]

    def text(self, code: int) -> str:
        return self.values[code] if code < len(self.values) else f"?{code}"


@dataclass(frozen=True)
class Range:
    """How a bit-vector stands for an integer from ``low`` to ``high``: in two's complement if ``low`` is negative."""

    low: int
    high: int

    @property
    def width(self) -> int:
        """The bits that the vector needs."""
        if self.low >= 0:
            return max(1, self.high.bit_length())
        return max((-self.low - 1).bit_length(), self.high.bit_length() if self.high >= 0 else 0) + 1

    def text(self, code: int) -> str:
        return str(code - (1 << self.width) if self.low < 0 and code >> (self.width - 1) else code)


@dataclass(frozen=True)
class Word:
    """A bit-vector that stands for itself, and how its source writes it: ``0ud8_17``, or ``-0sd8_3`` if signed."""

    width: int
    signed: bool = False

    def text(self, code: int) -> str:
        negative = self.signed and code >> (self.width - 1)
        size = (1 << self.width) - code if negative else code
        return f"{'-' if negative else ''}0{'s' if self.signed else 'u'}d{self.width}_{size}"


Domain = Enumeration | Range | Word


@dataclass(frozen=True)
class Origin:
    """Where a model came from; ``data_model`` is that of a C program, ``source`` says what its parts are there.

    ``file`` can be opened; ``given`` is what the user calls it, where that cannot be opened again (a pipe).
    ``externals`` is the rule for functions without a body; ``assumptions`` are what a verdict rests on, in words.
    ``integers`` makes the same program over unbounded integers; None where it cannot be read so.  ``gates`` makes the
    circuit of a file that has one, with bad states in the order of the properties, and the literal of each symbol; None
    for a model that is no longer what was read.  ``defined`` reads a C program again so that runs end where they would
    crash; None where they do already.  ``program`` has all files of a C program; ``file`` is the first.  ``netlist``
    says what a design in Verilog was, and where the BTOR2 text is that it became.
    """

    file: str = ""
    format: str = ""
    data_model: str = ""
    source: SourceMap | None = field(default=None, compare=False, repr=False)
    externals: str = ""
    assumptions: tuple[str, ...] = field(default=(), compare=False)
    integers: Callable[[], Model | None] | None = field(default=None, compare=False, repr=False)
    gates: Callable[[Model], tuple[Circuit, Mapping[Term, int]] | None] | None = field(
        default=None, compare=False, repr=False
    )
    defined: Callable[[], Model] | None = field(default=None, compare=False, repr=False)
    given: str = ""
    program: Program | None = None
    netlist: Netlist | None = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.given or self.file


@dataclass(frozen=True)
class Model:
    """Runs start at ``entry`` in a state that satisfies ``initial`` (over the entry's variables).

    An infinite run is *fair* if each formula of ``fairness`` holds at infinitely many of its steps, and for each pair
    of ``compassion`` the second does if the first does; they speak of a state and of the inputs of the step that leaves
    it, and only ``temporal`` properties depend on them.  The rest is for reading and printing: ``inputs`` in the file's
    order, named ``definitions`` over states and inputs, ``domains`` of vectors that stand for names or integers, and
    ``stated``, the names of the properties in the file's order, where safety and temporal ones take turns there.
    """

    entry: Location
    edges: tuple[Edge, ...]
    initial: Term = TRUE
    properties: tuple[Property, ...] = ()
    origin: Origin = Origin()
    temporal: tuple[TemporalProperty, ...] = ()
    fairness: tuple[Term, ...] = ()
    compassion: tuple[tuple[Term, Term], ...] = ()
    inputs: tuple[Term, ...] = ()
    definitions: Mapping[str, Term] = field(default_factory=dict)
    domains: Mapping[Term, Domain] = field(default_factory=dict)
    stated: tuple[str, ...] = ()

    @property
    def goals(self) -> tuple[Goal, ...]:
        """What the user asks of the model, in the order of the file."""
        found: list[Goal] = [*(prop for prop in self.properties if not prop.auxiliary), *self.temporal]
        places = {name: number for number, name in enumerate(self.stated)}
        return tuple(sorted(found, key=lambda goal: places.get(goal.name, len(places))))

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """Every location, the entry first, then in order of first appearance."""
        places = {self.entry: None}
        for edge in self.edges:
            places[edge.source] = None
            places.update((use.location, None) for use in edge.uses)
            places[edge.target] = None
        for prop in self.properties:
            places.update(dict.fromkeys(prop.bad))
        return tuple(places)

    @cached_property
    def is_linear(self) -> bool:
        """Does every step need its source's state only, so that the model has runs?"""
        return not any(edge.uses for edge in self.edges)

    @cached_property
    def _leaving(self) -> Mapping[Location, tuple[Edge, ...]]:
        table: dict[Location, list[Edge]] = {}
        for edge in self.edges:
            table.setdefault(edge.source, []).append(edge)
        return {place: tuple(edges) for place, edges in table.items()}

    @cached_property
    def _entering(self) -> Mapping[Location, tuple[Edge, ...]]:
        table: dict[Location, list[Edge]] = {}
        for edge in self.edges:
            table.setdefault(edge.target, []).append(edge)
        return {place: tuple(edges) for place, edges in table.items()}

    @cached_property
    def _needing(self) -> Mapping[Location, tuple[Edge, ...]]:
        table: dict[Location, list[Edge]] = {}
        for edge in self.edges:
            for place in dict.fromkeys(edge.premises):
                table.setdefault(place, []).append(edge)
        return {place: tuple(edges) for place, edges in table.items()}

    def needing(self, location: Location) -> tuple[Edge, ...]:
        """The edges that leave ``location`` or use a state there, in program order."""
        return self._needing.get(location, ())

    def leaving(self, location: Location) -> tuple[Edge, ...]:
        """The edges out of ``location``, in program order."""
        return self._leaving.get(location, ())

    def entering(self, location: Location) -> tuple[Edge, ...]:
        return self._entering.get(location, ())

    def at(self, name: str) -> Location:
        """The location called ``name``."""
        for location in self.locations:
            if location.name == name:
                return location
        raise KeyError(name)
