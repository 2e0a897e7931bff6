"""What is refused of a concurrent assertion for what stands around it, or behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.temporal import Atom
from assay.core.terms import variable
from assay.core.terms.sorts import BOOL
from assay.frontends.verilog.concurrent.automata import TooLarge
from assay.frontends.verilog.concurrent.definitions import NAME, Definition, Scope
from assay.frontends.verilog.concurrent.enclosing import block_start
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.monitor import Inexact
from assay.frontends.verilog.concurrent.survey import Asserting, declared_within, generated
from assay.frontends.verilog.tokens import Token, assigned

_TELLING: Final = frozenset(("begin", "end", "else", ";", "if"))
_WORDS_OF_PROPERTIES: Final = frozenset(
    (
        *("posedge", "negedge", "disable", "iff", "or", "and", "not", "implies", "if", "else", "inside"),
        *("intersect", "within", "throughout", "first_match", "strong", "weak", "nexttime", "s_nexttime", "always"),
        *("s_always", "eventually", "s_eventually", "until", "s_until", "until_with", "s_until_with"),
    )
)


def refuse_action(action: Sequence[Token]) -> None:
    """Refuses what does more than tell."""
    depth = 0
    for token in action:
        if not depth and not (token.text in _TELLING or token.text.startswith("$") or token.text == "("):
            hint = "leave it out, or keep it from FORMAL by `ifndef FORMAL"
            raise Unsupported("an assertion that does something when it has been checked", token.spot, hint)
        depth += {"(": 1, ")": -1}.get(token.text, 0)


def refuse_changed(tokens: Sequence[Token], statement: Asserting) -> None:
    """Refuses an expression over what ``=`` has just set: the assertion is about the values before."""
    before = tokens[block_start(tokens, statement.start) : statement.start]
    if not any(token.text in ("posedge", "negedge") for token in before):
        return
    opened, closed = statement.inside
    used = {token.text for token in tokens[opened:closed]}
    for name, _ in assigned(before):
        if name in used:
            message = f"a concurrent assertion about {name}, which = sets before it in the block"
            raise Unsupported(message, statement.kind.spot, "write assert (...), or put it outside of the block")


def refuse_foreign_names(
    tokens: Sequence[Token], statement: Asserting, scope: Scope, known: Callable[[str], Definition | None]
) -> None:
    """Refuses a definition whose names are something else where it is used."""
    own = scope.definitions
    opened, closed = statement.inside
    used: dict[str, Definition] = {}
    waiting = [token.text for token in tokens[opened + 1 : closed]]
    while waiting:
        name = waiting.pop()
        definition = known(name) if name not in used else None
        if definition is not None:
            used[name] = definition
            waiting.extend(token.text for token in definition.body)
    outer = {name: definition for name, definition in used.items() if name not in own}
    for name, definition in outer.items():
        if any(known(word) is None and word not in _WORDS_OF_PROPERTIES for word in definition.free):
            hint = "give them as arguments, or put it into the module"
            raise Unsupported(f"{name} refers to names outside of this module", statement.kind.spot, hint)
    inner = generated(tokens, statement.start) if used else None
    if inner is not None:
        around = set(declared_within(tokens, *inner))
        for name, definition in used.items():
            if around & definition.free:
                hint = "give it as an argument"
                raise Unsupported(f"{name} refers to a name that may be another one here", statement.kind.spot, hint)


def refuse_paths(tokens: Sequence[Token], inside: Sequence[Token]) -> None:
    """Refuses names in instances, over which Yosys breaks down within a block."""
    called = {
        name.text
        for before, name, behind in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if behind.text == "(" and NAME.fullmatch(name.text) and (before.text == ")" or NAME.fullmatch(before.text))
    }
    for name, dot in pairwise(inside):
        if dot.text == "." and name.text in called:
            hint = "put the assertion into that module, or make it a port"
            raise Unsupported(f"{name.text}.: a name in an instance", name.spot, hint)


def refuse_waiting(waiting: Waiting, why: Inexact, where: Position) -> None:
    """Refuses what is no formula of linear time either, and assumptions that are more than fairness."""
    if waiting.kind == "assume" and not waiting.fair():
        hint = "assume s_eventually of an expression, which has to be true again and again"
        raise Unsupported("an assumption that fails only by waiting for ever, of this form", where, hint)
    try:
        waiting.formula(lambda text: Atom(variable(text, BOOL)))
    except Inexact as found:
        raise Unsupported(str(found), where, found.hint) from None
    except TooLarge:
        raise Unsupported(str(why), where, why.hint) from None
