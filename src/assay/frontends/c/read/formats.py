"""Calls of sprintf, snprintf, sscanf, scanf and fscanf with a constant format, as the pieces that it is made of.

Each piece is a call of a model in C (``source/format.c``).  What a piece of snprintf writes that is not modelled is any
text, and so is what vsprintf and vsnprintf write; what is read from a stream is anything that fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from assay.core.errors import Position
from assay.frontends.c.library.builtins import writes_by_format
from assay.frontends.c.library.format_text import CAPITALS, NONE, STAR, Directive, pieces
from assay.frontends.c.library.known import literal
from assay.frontends.c.library.sources import BOUNDED
from assay.frontends.c.read.statement_tree import Block, Declare, Evaluate, If, Statement
from assay.frontends.c.read.tree import (
    Address,
    Assign,
    Binary,
    Call,
    Compare,
    Conditional,
    Constant,
    Deref,
    Expression,
    Initial,
    Load,
    Logical,
    Named,
    Refused,
    StatementExpression,
    Unary,
    Variable,
)
from assay.frontends.c.read.types import INT, Int, Pointer, Type, Void, is_scalar, unsigned

if TYPE_CHECKING:
    from assay.frontends.c.read.expressions import Expressions

# Which argument is the format, and how many come before it.
PRINTED: Final = {"sprintf": 1, "snprintf": 2}
LISTED: Final = {"vsprintf": 1, "vsnprintf": 2}
SCANNED: Final = {"sscanf": 1, "scanf": 0, "fscanf": 1}
_BASES: Final = {"d": 10, "i": 0, "u": 10, "x": 16, "X": 16, "o": 8}
SIGNS: Final = 6  # the flags of signed numbers
_LENGTHS: Final = {"hh": 8, "h": 16, "": 32, "ll": 64, "j": 64, "q": 64}


class _Mismatch(Exception):
    """The arguments are not those that the format asks for."""


class Formats:
    """Rewrites calls with formats while the program is read."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.linked = expressions.reader.linked

    def lowered(self, call: Call, name: str) -> Expression:
        """The call as pieces; refused if its format is not constant or asks for what is not modelled."""
        place = (PRINTED | SCANNED)[name]
        text = literal(call.arguments[place]) if len(call.arguments) > place else None
        if text is None:
            return Refused(
                call.type, f"the format of {name} is not constant", "write the format in the call", call.where
            )
        found = list(pieces(text, scanned=name in SCANNED))
        work = _Pieces(self, call, call.arguments[place + 1 :])
        try:
            return work.printed(name, found) if name in PRINTED else work.scanned(name, found)
        except _Mismatch as failure:
            return Refused(call.type, f"{failure} of {name}", "give each piece of the format its argument", call.where)

    def listed(self, call: Call, name: str) -> Expression:
        """A call with a list of arguments: any text; refused if the list could hold a place for %n."""
        place = LISTED[name]
        fits = len(call.arguments) == place + 2 and all(is_scalar(argument.type) for argument in call.arguments)
        if not fits or writes_by_format(call, name, self.linked.texts()):
            return Refused(call.type, f"{name} may write to memory by %n", "leave %n out", call.where)
        self.linked.assumptions[BOUNDED[name]] = None
        return _Pieces(self, call, call.arguments[place:]).listed()


class _Pieces:
    """The statements that one call becomes."""

    def __init__(self, formats: Formats, call: Call, arguments: list[Expression]) -> None:
        self.expressions = formats.expressions
        self.types = formats.expressions.types
        self.linked = formats.linked
        self.reader = formats.expressions.reader
        self.call = call
        self.where: Position = call.where
        self.steps: list[Statement] = []
        self.arguments = [self.kept(argument) for argument in arguments]
        self.next = 0

    # -- the language of the pieces

    def variable(self, made: Type, value: Expression) -> Variable:
        made_here = Variable("temporary", made, self.where, local=True, initial=[Initial(0, made, None, value)])
        self.steps.append(Declare(self.where, made_here))
        return made_here

    def kept(self, argument: Expression) -> Expression:
        """An argument, evaluated once."""
        if isinstance(argument, Constant) or not is_scalar(argument.type):
            return argument
        return load(self.variable(argument.type, argument))

    def run(self, name: str, *arguments: Expression) -> Expression:
        """A call of a copy of a model."""
        function = self.linked.written(name, self.reader)
        given = [self.expressions.converted(a, t) for a, t in zip(arguments, function.type.parameters, strict=True)]
        return Call(function.type.result, function, given, self.where)

    def set(self, variable: Variable, value: Expression) -> Statement:
        variable.assigned = True
        place = Named(variable.type, variable)
        return Evaluate(
            self.where, Assign(variable.type, place, self.expressions.converted(value, variable.type), self.where)
        )

    def argument(self, what: str, *kinds: type) -> Expression:
        """The next argument, of one of these kinds."""
        if self.next >= len(self.arguments) or not isinstance(self.arguments[self.next].type, kinds):
            raise _Mismatch(f"the argument for {what} is missing, or of another type, in a call")
        self.next += 1
        return self.arguments[self.next - 1]

    def number(self, value: int) -> Expression:
        return Constant(INT, value)

    def sized(self, size: int) -> Expression:
        """A width or a precision."""
        return self.argument("*", Int) if size == STAR else self.number(size)

    def width_of(self, piece: Directive) -> int:
        """How many bits a piece is about."""
        return _LENGTHS.get(piece.length, self.types.size_type.width)

    # -- printing

    def printed(self, name: str, found: list[bytes | Directive | None]) -> Expression:
        size_type = self.types.size_type
        to = self.kept(self.call.arguments[0])
        size: Expression = Constant(size_type, (1 << size_type.width) - 1)
        if name == "snprintf":
            size = self.kept(self.expressions.converted(self.call.arguments[1], size_type))
        at = self.variable(size_type, Constant(size_type, 0))
        for piece in found:
            value = self._text(piece, to, size, at) if isinstance(piece, bytes) else self._print(piece, to, size, at)
            self.steps.append(self.set(at, value))
        ended = self.run("put_end", to, size, load(at))
        return self._ended(self.variable(INT, ended))

    def listed(self) -> Expression:
        """Any text, of a list of arguments."""
        size_type = self.types.size_type
        to, *sizes = self.call.arguments[:-2]
        size = self.expressions.converted(sizes[0], size_type) if sizes else Constant(size_type, 1 << 31)
        return self._ended(self.variable(INT, self.run("put_listed", to, size)))

    def _ended(self, result: Variable) -> Expression:
        value: Expression = load(result)
        if not isinstance(self.call.type, Void):
            value = self.expressions.converted(value, self.call.type)
        return StatementExpression(self.call.type, Block(self.where, self.steps), value)

    def _text(self, text: bytes, to: Expression, size: Expression, at: Variable) -> Expression:
        if len(text) == 1:
            return self.run("put_plain", to, size, load(at), self.number(text[0]))
        made = self.expressions.constants.literal_text(text, self.where)
        count = Constant(self.types.size_type, len(text))
        return self.run("put_bytes", to, size, load(at), made, count)

    def _print(self, piece: Directive | None, to: Expression, size: Expression, at: Variable) -> Expression:
        if piece is None or piece.conversion == "n":
            raise _Mismatch("%n, or what is no conversion, stands in the format")
        width, precision = (
            self.sized(piece.width) if piece.width != NONE else self.number(0),
            self.sized(piece.precision),
        )
        flags = self.number(piece.flags & ~SIGNS if piece.conversion in "uxXo" else piece.flags)
        before = (to, size, load(at))
        if piece.conversion == "c" and piece.length == "":
            return self.run("put_character", *before, self.argument("%c", Int), flags, width)
        if piece.conversion == "s" and piece.length == "":
            return self.run("put_string", *before, self.argument("%s", Pointer), flags, width, precision)
        if piece.conversion in _BASES and piece.length != "L":
            return self._print_number(piece, before, (flags, width, precision))
        self.next += 1
        return self.run("put_unknown", *before)

    def _print_number(
        self, piece: Directive, before: tuple[Expression, ...], sizes: tuple[Expression, ...]
    ) -> Expression:
        made = self.width_of(piece)
        signed = piece.conversion in "di"
        given = self.argument(f"%{piece.conversion}", Int)
        value = self.kept(self.expressions.converted(given, Int(made, signed=signed)))
        wide = unsigned(max(made, 32))
        negative: Expression = self.number(0)
        magnitude = self.expressions.converted(value, wide)
        if signed:
            negative = Compare(INT, "<", value, Constant(value.type, 0), effects=False)
            minus = Unary(wide, "-", magnitude, effects=False)
            magnitude = Conditional(wide, negative, minus, magnitude, effects=False)
        name = "long_number" if made > 32 else "number"
        if not piece.flags & ~CAPITALS and piece.plain and _BASES[piece.conversion] in (0, 10):
            return self.run(f"put_{name}", *before, magnitude, negative)
        base = self.number(_BASES[piece.conversion] or 10)
        return self.run(f"put_any_{name}", *before, magnitude, negative, base, *sizes)

    # -- scanning

    def scanned(self, name: str, found: list[bytes | Directive | None]) -> Expression:
        text = Pointer(self.types.size_type.size, lambda: Int(8, signed=True))
        at: Variable | None = None
        if name == "sscanf":
            at = self.variable(text, self.expressions.converted(self.call.arguments[0], text))
            at.addressed = True
        status, done = self.variable(INT, self.number(1)), self.variable(INT, self.number(0))
        for piece in found:
            for inner in self._plain(piece, at) if isinstance(piece, bytes) else [self._scan(piece, at, status, done)]:
                self.steps.append(
                    self._if_good(status, self.set(status, inner) if not isinstance(inner, Block) else inner)
                )
        ended = Logical(
            INT,
            conjunction=True,
            left=Compare(INT, "<", load(status), self.number(0), effects=False),
            right=Compare(INT, "==", load(done), self.number(0), effects=False),
            effects=False,
        )
        return self._ended(self.variable(INT, Conditional(INT, ended, self.number(-1), load(done), effects=False)))

    def _if_good(self, status: Variable, then: Statement) -> Statement:
        return If(self.where, Compare(INT, ">", load(status), self.number(0), effects=False), then, None)

    def _plain(self, text: bytes, at: Variable | None) -> list[Expression]:
        """White space takes any amount of it, any other character itself."""
        found: list[Expression] = []
        for byte in text:
            blank = chr(byte) in " \t\n\v\f\r"
            if at is None:
                if not blank:
                    found.append(self.run("scan_outcome"))
            elif blank:
                found.append(self.run("scan_space", self._address(at)))
            else:
                found.append(self.run("scan_literal", self._address(at), self.number(byte)))
        return found

    def _address(self, variable: Variable) -> Expression:
        return Address(self.types.pointer_to(variable.type), Named(variable.type, variable), effects=False)

    def _scan(self, piece: Directive | None, at: Variable | None, status: Variable, done: Variable) -> Block:
        if piece is None or piece.conversion not in "diuxXocs" or (piece.conversion in "cs" and piece.length):
            what = f"%{piece.conversion}" if piece is not None else "what is no conversion"
            raise _Mismatch(f"{what} is not supported in the format")
        counted = None if piece.suppressed else self.set(done, add(load(done), self.number(1)))
        work = self._scan_text if piece.conversion in "cs" else self._scan_number
        steps = work(piece, at, status)
        if counted is not None:
            steps.append(self._if_good(status, counted))
        return Block(self.where, steps)

    def _scan_text(self, piece: Directive, at: Variable | None, status: Variable) -> list[Statement]:
        null = Constant(self.types.pointer_to(Int(8, signed=True)), 0)
        to = null if piece.suppressed else self.argument(f"%{piece.conversion}", Pointer)
        width = self.number(piece.width if piece.width != NONE else 1 if piece.conversion == "c" else -1)
        kind = "character" if piece.conversion == "c" else "word"
        if at is None:
            return [self.set(status, self.run(f"scan_any_{kind}", to, width))]
        return [self.set(status, self.run(f"scan_{kind}", self._address(at), to, width))]

    def _scan_number(self, piece: Directive, at: Variable | None, status: Variable) -> list[Statement]:
        made = Int(self.width_of(piece), signed=piece.conversion in "di")
        to = None if piece.suppressed else self.argument(f"%{piece.conversion}", Pointer)
        if at is None:
            steps = [self.set(status, self.run("scan_outcome"))]
            value = self.run("scan_any_long" if made.width > 32 else "scan_any_int")
        else:
            wide = unsigned(64)
            result = self.variable(wide, Constant(wide, 0))
            result.addressed = True
            signed, long_long = self.number(int(made.signed)), self.number(int(piece.length in ("ll", "j", "q")))
            base, width = self.number(_BASES[piece.conversion]), self.number(piece.width)
            given = (self._address(at), self._address(result), base, width, signed, long_long)
            steps = [self.set(status, self.run("scan_number", *given))]
            value = load(result)
        if to is not None:
            place = Deref(made, self.expressions.converted(to, self.types.pointer_to(made)), effects=False)
            stored = Assign(made, place, self.expressions.converted(value, made), self.where)
            steps.append(self._if_good(status, Evaluate(self.where, stored)))
        return steps


def load(variable: Variable) -> Expression:
    return Load(variable.type, Named(variable.type, variable), effects=False)


def add(left: Expression, right: Expression) -> Expression:
    return Binary(INT, "+", left, right, effects=False)
