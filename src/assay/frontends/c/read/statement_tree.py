"""The statements of the typed tree: what a body is made of."""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.errors import Position
from assay.frontends.c.read.tree import Address, Expression, Variable


@dataclass(eq=False, slots=True)
class Evaluate:
    where: Position
    expression: Expression


@dataclass(eq=False, slots=True)
class Declare:
    where: Position
    variable: Variable


@dataclass(eq=False, slots=True)
class If:
    """``tests`` is where the condition begins."""

    where: Position
    condition: Expression
    then: Statement
    otherwise: Statement | None
    tests: Position | None = None


@dataclass(eq=False, slots=True)
class Loop:
    """while, do and for.  ``test_first`` is false for do; ``step`` runs after the body and on continue.

    ``tests`` and ``steps`` are where condition and step begin.
    """

    where: Position
    initial: Statement | None
    condition: Expression | None
    step: Expression | None
    body: Statement
    test_first: bool = True
    tests: Position | None = None
    steps: Position | None = None


@dataclass(eq=False, slots=True)
class Switch:
    """``tests`` is where the value begins."""

    where: Position
    value: Expression
    body: Statement
    tests: Position | None = None


@dataclass(eq=False, slots=True)
class Case:
    """A case label with its range of values, or the default label when there is none."""

    where: Position
    values: tuple[int, int] | None
    statement: Statement


@dataclass(eq=False, slots=True)
class Label:
    where: Position
    name: str
    statement: Statement


@dataclass(eq=False, slots=True)
class Goto:
    where: Position
    label: str


@dataclass(eq=False, slots=True)
class Jump:
    """``goto *target``: to one of the function's labels whose address is taken.

    ``labels`` has them, with their addresses; the list is complete when all initialisers have been read.
    """

    where: Position
    target: Expression
    labels: list[tuple[str, Address]]


@dataclass(eq=False, slots=True)
class Break:
    where: Position


@dataclass(eq=False, slots=True)
class Continue:
    where: Position


@dataclass(eq=False, slots=True)
class Return:
    where: Position
    value: Expression | None


@dataclass(eq=False, slots=True)
class Block:
    """Statements; ``scope`` is false for several declarations in one, which are no scope of their own."""

    where: Position
    statements: list[Statement]
    scope: bool = True


Statement = Evaluate | Declare | If | Loop | Switch | Case | Label | Goto | Jump | Break | Continue | Return | Block
