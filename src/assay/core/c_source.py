"""What the parts of a model are in the text of the program that it was made from.

A front end that translates programs fills in a ``SourceMap``, so that evidence can be told in the program's own words:
values of calls, decisions at branches, invariants of loops over the names that are visible there.  Positions are those
of the file as it was given.  What is missing here has no name in the program, and evidence about it stays untold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from assay.core.errors import Position
from assay.core.model import Location
from assay.core.terms import Term

Point = tuple[int, int]

# The library's streams are pointers to objects (C17 7.21.1p3): these addresses belong to nothing else.
STREAMS: Final[Mapping[str, int]] = MappingProxyType({"stdin": 0x30F08000, "stdout": 0x30F18000, "stderr": 0x30F28000})


# How a type writes some of its values: 'a', LOCKED.
ValueNames = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar type of C: an integer by its width and sign, ``_Bool``, a pointer, or a ``floating`` one.

    A pointer is an unsigned number inside, and a floating-point number its bits.  ``names`` are for people: types that
    differ in these only are the same.
    """

    width: int
    signed: bool
    boolean: bool = False
    pointer: bool = False
    floating: bool = False
    names: ValueNames = field(default=(), compare=False, repr=False)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value."""
        if self.boolean:
            return 0, 1
        if self.signed:
            return -(1 << (self.width - 1)), (1 << (self.width - 1)) - 1
        return 0, (1 << self.width) - 1

    def name(self, value: int) -> str | None:
        """What C calls the value, if it has a name."""
        return next((name for known, name in self.names if known == value), None)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name, and where it means this: from ``start`` to ``end`` of the text (line and column).

    ``frame`` is the number of the inlined call that an instance belongs to; None means static storage.  What is
    declared but is no variable of the model hides other names all the same.  ``file`` is where that is; a variable of
    external linkage is known ``elsewhere`` too, from a point of each of these files to its end.
    """

    name: str
    start: Point
    end: Point
    frame: int | None = None
    file: str = ""
    elsewhere: tuple[tuple[str, Point], ...] = ()

    def covers(self, file: str, point: Point) -> bool:
        """Is the name known there?"""
        if self.file == file or not file:
            return self.start <= point < self.end
        return any(other == file and start <= point for other, start in self.elsewhere)


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A variable of the model as a C expression: ``x``, ``s.next``, ``a[3]``.

    ``held`` is the type by which the model holds it, where integers are unbounded: a member of a struct is held as the
    unsigned number that its bytes make.
    """

    text: str
    type: Scalar
    held: Scalar
    declaration: Declaration


@dataclass(frozen=True, slots=True)
class Cells:
    """Places of memory, ``stride`` bytes apart: the ``i``-th of ``count`` is ``before``, i, ``after`` in C.

    A single place is ``before`` alone.
    """

    address: int
    stride: int
    count: int
    before: str
    after: str
    type: Scalar
    declaration: Declaration

    def at(self, address: int) -> str | None:
        """The place that begins at ``address``, in C."""
        if self.count == 1:
            return self.before if address == self.address else None
        number, rest = divmod(address - self.address, self.stride)
        return f"{self.before}{number}{self.after}" if not rest and 0 <= number < self.count else None


@dataclass(frozen=True, slots=True)
class LoopHead:
    """One copy of a loop: at ``location`` its condition is about to be evaluated.

    A loop that is made by ``goto`` has the position of its label instead of a keyword's.
    """

    position: Position
    function: str
    frame: int
    location: Location
    labelled: bool = False


class Whose(StrEnum):
    """Who answers for a function without a body: nobody that is known, the C library, or the rules of SV-COMP."""

    NOBODY = "external"
    LIBRARY = "library"
    COMPETITION = "nondet"


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call of a function that is not defined: where its closing parenthesis is, and what it returns.

    ``where`` is where the call begins, ``whose`` says whose function it is.
    """

    name: str
    position: Position
    function: str
    type: Scalar
    where: Position | None = None
    whose: Whose = Whose.NOBODY


@dataclass(frozen=True, slots=True)
class Handed:
    """A pointer that a call hands over, by the number of the argument: the address that it has in the model.

    So many bytes ``before`` and ``behind`` it are inside of what every call of that function hands over there.
    """

    argument: int
    address: int
    before: int
    behind: int

    def has(self, address: int, size: int) -> bool:
        """Does a place lie inside?"""
        return -self.before <= address - self.address and address + size - self.address <= self.behind


@dataclass(frozen=True, slots=True)
class OutsideCall:
    """A call of a function without a body that may change what it can reach, and the pointers that it is handed."""

    function: str
    where: Position
    handed: tuple[Handed, ...] = ()


@dataclass(frozen=True, slots=True)
class Storage:
    """Where something lies in the memory of the model."""

    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Decision:
    """An edge is the outcome of a branch: the position of ``if``, ``while``, ``for``, ``switch`` or ``?``.

    ``value`` is ``true`` or ``false``; for a switch the value of the case, or ``default``.
    """

    position: Position
    function: str
    value: str


@dataclass(frozen=True, slots=True)
class StatementStart:
    """Where a statement begins."""

    position: Position
    function: str


# Between the calls that lead to an activation of a procedure, and the name of one of its variables.
INSIDE: Final = " > "


@dataclass(frozen=True)
class CalledFunction:
    """A function that the model calls: where it begins, and where it has returned, which is its summary.

    At ``entry`` its ``parameters`` have their values, and what it touches of the variables outside.  The first
    variables of ``end`` are these ``given`` values still, each under its name at the entry and its name at the end;
    then those of the outside that it ``changed``, then its ``result``, as it lies in memory if it is no scalar.
    ``first`` is where its first statement begins, if control comes there once in each call.
    """

    name: str
    where: Position
    frame: int
    entry: Location
    end: Location
    parameters: tuple[Term, ...]
    given: tuple[tuple[Term, Term], ...]
    changed: tuple[Term, ...]
    result: tuple[Term, ...]
    returned: Scalar | None = None
    first: Position | None = None


@dataclass(frozen=True)
class SourceMap:
    """The parts of one model.  Edges are known by their names, inputs by theirs.

    ``memory`` has, by array, the places in it that have a name; ``addresses`` has all objects.  ``errors`` are the
    edges that call the error function, with the statements that do; ``first`` is the first statement of the program.
    ``outside`` are the edges on which a function without a body changes what it can reach; ``exported`` are the
    variables that it can name, ``places`` has the variables of the model that it may change.  ``functions`` are those
    that the model calls; of others there are copies.
    """

    variables: Mapping[Term, NamedValue] = field(default_factory=dict)
    memory: Mapping[Term, tuple[Cells, ...]] = field(default_factory=dict)
    addresses: tuple[Cells, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    loops: tuple[LoopHead, ...] = ()
    calls: Mapping[str, CallSite] = field(default_factory=dict)
    decisions: Mapping[str, Decision] = field(default_factory=dict)
    errors: Mapping[str, StatementStart] = field(default_factory=dict)
    first: StatementStart | None = None
    outside: Mapping[str, OutsideCall] = field(default_factory=dict)
    exported: Mapping[str, Storage] = field(default_factory=dict)
    places: Mapping[Term, Storage] = field(default_factory=dict)
    functions: tuple[CalledFunction, ...] = ()

    def named(self, symbol: Term) -> NamedValue | None:
        """What a variable is in the program; also one of an activation, in a run that shows its calls."""
        found = self.variables.get(symbol)
        if found is None and INSIDE in symbol.name:
            found = self._variables_by_name.get(symbol.name.rpartition(INSIDE)[2])
        return found

    @cached_property
    def _variables_by_name(self) -> Mapping[str, NamedValue]:
        return {symbol.name: named for symbol, named in self.variables.items()}

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Declaration, ...]]:
        table: dict[str, list[Declaration]] = {}
        for declaration in self.declarations:
            table.setdefault(declaration.name, []).append(declaration)
        return {name: tuple(found) for name, found in table.items()}

    def visible(self, declaration: Declaration, point: Point, frame: int, file: str = "") -> bool:
        """Does the name mean this declaration's instance, at ``point`` of a file while ``frame`` is active?"""
        if declaration.frame not in (None, frame) or not declaration.covers(file, point):
            return False
        start = declaration.start if declaration.file == file or not file else (0, 0)
        return not any(
            start < other.start <= point < other.end and (other.file == file or not file)
            for other in self._by_name.get(declaration.name, ())
            if other != declaration
        )
