"""The program as a typed tree: every conversion explicit, every name resolved, every place an offset in an object.

It is what the reader makes of clang's tree, once a function; the points-to analysis and the translation walk it, the
latter once for each inlined call.  ``effects`` is true where evaluation may change the state, end the run or choose
an input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.core.errors import Position
from assay.frontends.c.read.types import Bits, Floating, Int, Type
from assay.frontends.c.read.types import Function as FunctionType

if TYPE_CHECKING:
    from assay.frontends.c.memory.points_to_graph import Handle
    from assay.frontends.c.read.statement_tree import Block


@dataclass(eq=False, slots=True)
class Variable:
    """A declared variable or parameter.  ``local`` ones have an instance for each active call.

    ``scope`` is where the name means it; what has no name in the program has none.  ``exported``: other files may name
    it; ``constant``: nobody changes it; ``cleanup`` is what is done when its scope is left.  It lies at a multiple of
    ``alignment``, and goes on for ``beyond`` bytes behind its type if its last member, of open length, has a value.
    A pointer ``stands_for_array`` if the program has an array of variable length there.
    ``label`` is what the model calls it, where its name is not enough; ``scopes`` are the files that declare one of
    external linkage, each with the place from where on.
    """

    name: str
    type: Type
    where: Position
    local: bool
    initial: list[Initial] | None = None
    external: bool = False
    assigned: bool = False
    addressed: bool = False
    count: Expression | None = None
    scope: tuple[Position, Position] | None = None
    exported: bool = False
    constant: bool = False
    cleanup: Expression | None = None
    alignment: int = 1
    beyond: int = 0
    stands_for_array: bool = False
    label: str = ""
    scopes: list[tuple[str, Position]] = field(default_factory=list)

    @property
    def size(self) -> int:
        return self.type.size + self.beyond

    @property
    def is_label(self) -> bool:
        return self.name.startswith("&&")


@dataclass(eq=False, slots=True)
class Function:
    """A function; ``body`` is read when it is first needed, and stays None for one that is only declared.

    One that does not ``return`` says so in its declaration; nothing declares one that is ``implicit``.  An ``ordinary``
    one does what its body says, whatever its name.  A ``foreign`` one is declared by a header of the machine.  The name
    is one of the program's: behind ``@`` it names the file of a static function, where several files have one.
    ``rest`` holds the arguments without names, if the body reads them.
    """

    name: str
    type: FunctionType
    where: Position
    parameters: list[Variable] = field(default_factory=list)
    body: Block | None = None
    defined: bool = False
    returns: bool = True
    implicit: bool = False
    ordinary: bool = False
    foreign: bool = False
    rest: Variable | None = None

    @property
    def spelling(self) -> str:
        """What its file calls it."""
        return self.name.partition("@")[0]


# -- places ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Named:
    """A variable."""

    type: Type
    variable: Variable
    effects: bool = False


@dataclass(eq=False, slots=True)
class Deref:
    """What a pointer points to; ``target`` is where, once the points-to analysis has found out."""

    type: Type
    pointer: Expression
    effects: bool
    target: Handle | None = None


@dataclass(eq=False, slots=True)
class Part:
    """A member or a constant element of a place: ``offset`` bytes behind its start."""

    type: Type
    whole: Place
    offset: int
    bits: Bits
    effects: bool


@dataclass(eq=False, slots=True)
class Temporary:
    """An unnamed object: a compound literal, or the result of a call or a conditional that is a record.

    A ``brief`` one, which is no lvalue, lives until the full expression around it is evaluated (C17 6.2.4).
    """

    type: Type
    maker: Expression | None
    initial: list[Initial] | None
    variable: Variable
    brief: bool
    effects: bool = True


Place = Named | Deref | Part | Temporary


# -- expressions -----------------------------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Constant:
    type: Type
    value: int
    effects: bool = False


@dataclass(eq=False, slots=True)
class Address:
    """The address of a place: ``&x``, or an array that decays."""

    type: Type
    place: Place
    effects: bool


@dataclass(eq=False, slots=True)
class FunctionAddress:
    type: Type
    function: Function
    effects: bool = False


@dataclass(eq=False, slots=True)
class Load:
    """The value of a place."""

    type: Type
    place: Place
    effects: bool


@dataclass(eq=False, slots=True)
class Unary:
    """``-`` or ``~``, at ``mark``."""

    type: Type
    op: str
    operand: Expression
    effects: bool
    mark: Position | None = None


@dataclass(eq=False, slots=True)
class Not:
    type: Type
    operand: Expression
    effects: bool


@dataclass(eq=False, slots=True)
class Binary:
    """Arithmetic, with its sign at ``mark``; both sides have the result's type, except the right side of a shift."""

    type: Type
    op: str
    left: Expression
    right: Expression
    effects: bool
    mark: Position | None = None


@dataclass(eq=False, slots=True)
class Compare:
    """Both sides have one type; the result is 0 or 1."""

    type: Type
    op: str
    left: Expression
    right: Expression
    effects: bool


@dataclass(eq=False, slots=True)
class Offset:
    """``pointer + sign * index * stride`` in bytes."""

    type: Type
    pointer: Expression
    index: Expression
    stride: int
    effects: bool
    negative: bool = False


@dataclass(eq=False, slots=True)
class Difference:
    """``(left - right) / stride`` of two pointers."""

    type: Type
    left: Expression
    right: Expression
    stride: int
    effects: bool


@dataclass(eq=False, slots=True)
class Convert:
    """A conversion; one that the program does not write has a ``mark`` where it happens."""

    type: Type
    operand: Expression
    effects: bool
    mark: Position | None = None


@dataclass(eq=False, slots=True)
class Logical:
    """``&&`` or ``||``."""

    type: Type
    conjunction: bool
    left: Expression
    right: Expression
    effects: bool


@dataclass(eq=False, slots=True)
class Conditional:
    """``condition ? then : otherwise``, with ``?`` at ``mark``; ``then`` is None for the GNU form ``a ?: b``."""

    type: Type
    condition: Expression
    then: Expression | None
    otherwise: Expression
    effects: bool
    mark: Position | None = None


@dataclass(eq=False, slots=True)
class Assign:
    type: Type
    place: Place
    value: Expression
    where: Position
    effects: bool = True


@dataclass(eq=False, slots=True)
class Update:
    """``place op= value``, computed in ``computation``; with ``old`` the result is the value before (``x++``).

    The sign stands at ``mark``.  For a pointer, ``value`` is already a number of bytes.
    """

    type: Type
    place: Place
    op: str
    value: Expression
    computation: Int | Floating
    old: bool
    where: Position
    effects: bool = True
    mark: Position | None = None


@dataclass(eq=False, slots=True)
class Comma:
    type: Type
    left: Expression
    right: Expression
    effects: bool


@dataclass(eq=False, slots=True)
class Call:
    """``end`` is the place of the closing parenthesis."""

    type: Type
    callee: Function | Expression
    arguments: list[Expression]
    where: Position
    effects: bool = True
    end: Position | None = None


@dataclass(eq=False, slots=True)
class StatementExpression:
    type: Type
    body: Block
    value: Expression | None
    effects: bool = True


@dataclass(eq=False, slots=True)
class Refused:
    """Something that is not supported: an error only if it is reached."""

    type: Type
    message: str
    hint: str
    where: Position
    effects: bool = True


Expression = (
    Constant
    | Address
    | FunctionAddress
    | Load
    | Unary
    | Not
    | Binary
    | Compare
    | Offset
    | Difference
    | Convert
    | Logical
    | Conditional
    | Assign
    | Update
    | Comma
    | Call
    | StatementExpression
    | Refused
)


@dataclass(eq=False, slots=True)
class Initial:
    """One scalar (or one whole record) of an initialiser.  What no ``Initial`` covers is zero."""

    offset: int
    type: Type
    bits: Bits
    value: Expression
