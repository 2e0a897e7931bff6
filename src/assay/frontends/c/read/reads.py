"""What functions read whose result is up to the surroundings: strings that end, and blocks of so many bytes.

It matters only where accesses to memory are checked: a call then reads, by a model, what the function reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.core.errors import Position
from assay.frontends.c.library.format_text import NONE, STAR, Directive, pieces
from assay.frontends.c.library.known import literal
from assay.frontends.c.library.sources import BOUNDED
from assay.frontends.c.library.unmodelled import BLOCKS, FORMATS, NULLABLE, PRINTS, STRINGS
from assay.frontends.c.read.statement_tree import Block, Evaluate, Statement
from assay.frontends.c.read.tree import (
    Binary,
    Call,
    Compare,
    Conditional,
    Constant,
    Convert,
    Expression,
    Function,
    Refused,
    StatementExpression,
)
from assay.frontends.c.read.types import INT, Pointer, Void

if TYPE_CHECKING:
    from assay.frontends.c.read.calls import KnownCalls


class Reads:
    """Rewrites calls while the program is read."""

    def __init__(self, known: KnownCalls) -> None:
        self.known = known
        self.expressions = known.expressions
        self.where: Position | None = None

    def lowered(self, call: Call, name: str) -> Expression:
        """The call behind what it reads; the call itself, if that is nothing."""
        steps: list[Statement] = []
        given = [self.known.kept(argument, call, steps) for argument in call.arguments]
        try:
            self.where = call.where
            reads = list(self._reads(name, given))
        except LookupError:
            message = f"what {name} reads here is not known"
            return Refused(call.type, message, "write the format in the call, with its arguments", call.where)
        if not reads:
            return call
        steps += [Evaluate(call.where, read) for read in reads]
        assert isinstance(call.callee, Function)
        again = Call(call.type, call.callee, given, call.where, end=call.end)
        if isinstance(call.type, Void):
            steps.append(Evaluate(call.where, again))
            return StatementExpression(call.type, Block(call.where, steps), None)
        return StatementExpression(call.type, Block(call.where, steps), again)

    def _reads(self, name: str, given: list[Expression]) -> list[Expression]:
        if name in BOUNDED:  # a list of arguments
            self.expressions.reader.linked.assumptions[BOUNDED[name]] = None
            return []
        if name in PRINTS:
            return self._printed(given, FORMATS[name])
        if name in BLOCKS:
            place, factors = BLOCKS[name]
            size_type = self.expressions.types.size_type
            sizes = [self.expressions.converted(given[factor], size_type) for factor in factors]
            size = sizes[0] if len(sizes) == 1 else Binary(size_type, "*", sizes[0], sizes[1], effects=False)
            return [self._run("read_block", given[place], size)]
        if name in NULLABLE:
            text = given[NULLABLE[name]]
            null = Compare(INT, "==", text, Convert(text.type, Constant(INT, 0), effects=False), effects=False)
            size_type = self.expressions.types.size_type
            return [Conditional(size_type, null, Constant(size_type, 0), self._run("strlen", text), effects=True)]
        return [self._run("strlen", given[place]) for place in STRINGS[name]]

    def _printed(self, given: list[Expression], place: int) -> list[Expression]:
        """The strings that a constant format asks for; of another one, or without its arguments, nothing is known."""
        text = literal(given[place])
        if text is None:
            raise LookupError
        found: list[Expression] = []
        number = place + 1
        for piece in pieces(text, scanned=False):
            if piece is None:
                raise LookupError
            if isinstance(piece, Directive):
                precision: Expression | None = None
                number += piece.width == STAR
                if piece.precision == STAR:
                    precision, number = given[number], number + 1
                elif piece.precision != NONE:
                    precision = Constant(INT, piece.precision)
                if piece.conversion == "s":
                    found.append(self._string(given[number], precision))
                elif number >= len(given) and piece.conversion != "m":
                    raise LookupError
                number += piece.conversion != "m"
        return found

    def _string(self, text: Expression, precision: Expression | None) -> Expression:
        if not isinstance(text.type, Pointer):
            raise LookupError
        return self._run("strlen", text) if precision is None else self._run("read_text", text, precision)

    def _run(self, name: str, *arguments: Expression) -> Expression:
        reader = self.expressions.reader
        function = reader.linked.written(name, reader)
        wanted = function.type.parameters
        given = [self.expressions.converted(a, t) for a, t in zip(arguments, wanted, strict=True)]
        return Call(function.type.result, function, given, self.where or reader.types.near())
