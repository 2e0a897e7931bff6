"""Sources as Yosys gets them: each concurrent assertion is a block that watches, on the line on which it stands.

What is done when an assertion fails is left out, if it only tells of it.  ``bind`` becomes an instance at the end of
the module.  Everything else is as it was, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.verilog.concurrent.automata import TooLarge
from assay.frontends.verilog.concurrent.definitions import Definition, Scope, event
from assay.frontends.verilog.concurrent.enclosing import HINT, enclosed
from assay.frontends.verilog.concurrent.grammar import Context, Specification, is_concurrent, specification
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.monitor import Inexact, Monitor, monitor, recogniser
from assay.frontends.verilog.concurrent.printing import Past, Statement, printed, printed_atoms, words
from assay.frontends.verilog.concurrent.refusing import (
    refuse_action,
    refuse_changed,
    refuse_foreign_names,
    refuse_paths,
    refuse_waiting,
)
from assay.frontends.verilog.concurrent.survey import (
    Asserting,
    Contents,
    Survey,
)
from assay.frontends.verilog.concurrent.syntax import Boolean, Fused, Implies, Matches, Property
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token, tokens_of
from assay.frontends.verilog.variables import declared_values

# Names that are ours: of blocks, and of what is in them.
PREFIX: Final = "assay_sva_"
_INTERESTING: Final = re.compile(r"\b(?:assert|assume|cover|restrict|property|sequence|clocking|bind|expect)\b")
GUARD: Final = "a number of ticks:"
# What takes back that something disables.
_NEVER: Final = ("0", "1'b0")


@dataclass(frozen=True)
class Rewritten:
    """The texts in the order of the sources; where concurrent assertions begin and their labels; what is to be said.

    ``told`` is what people call our registers, by their names with that of their block; ``waiting`` has the properties
    without a monitor, by their numbers.
    """

    texts: tuple[str, ...]
    prefix: str
    places: tuple[tuple[str, int], ...] = ()
    labels: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    told: Mapping[str, str] = field(default_factory=dict)
    waiting: Mapping[int, Waiting] = field(default_factory=dict)


def rewritten(texts: Sequence[str], parameters: Mapping[str, str]) -> Rewritten:
    """The sources without concurrent assertions; raises Unsupported for what is not understood exactly."""
    prefix = PREFIX
    while any(prefix in text for text in texts):
        prefix += "_"
    if not any(_INTERESTING.search(text) for text in texts):
        return Rewritten(tuple(texts), prefix)
    survey = Survey()
    read = [(tokens := list(tokens_of(text)), survey.read(tokens)) for text in texts]
    values = declared_values([tokens for tokens, _ in read])
    return _Rewriter(survey.scopes, parameters, prefix, values).all(texts, read)


@dataclass(frozen=True)
class _Asked:
    """What a statement asks at the ticks of its clock; ``atoms`` are its expressions by their words."""

    property: Property
    statement: Statement
    clock: str
    disabled: tuple[Token, ...] | None
    atoms: dict[str, list[Token]]
    numbers: Numbers
    where: Position


class _Rewriter:
    def __init__(
        self,
        scopes: Mapping[str, Scope],
        parameters: Mapping[str, str],
        prefix: str,
        values: Mapping[tuple[str, str], Sequence[Token]],
    ) -> None:
        self._scopes = scopes
        self._parameters = parameters
        self._prefix = prefix
        self._values = values
        self._labels: list[str] = []
        self._places: list[tuple[str, int]] = []
        self._said: list[str] = []
        self._told: dict[str, str] = {}
        self._waiting: dict[int, Waiting] = {}

    def all(self, texts: Sequence[str], read: Sequence[tuple[list[Token], Contents]]) -> Rewritten:
        instances: dict[str, list[str]] = {}
        modules = {name for _, contents in read for name in contents.ends}
        for _, contents in read:
            for binding in contents.bindings:
                if binding.target.text not in modules:
                    raise Unsupported(f"no module is called {binding.target.text}", binding.target.spot)
                instances.setdefault(binding.target.text, []).append(words(binding.instance))
        found = []
        for text, (tokens, contents) in zip(texts, read, strict=True):
            bound = ((name, start) for name, start in contents.ends.items() if name in instances)
            edits = [(start, start, " ".join(instances[name])) for name, start in bound]
            edits.extend((tokens[start].start, tokens[end - 1].end, "") for start, end in contents.removed)
            for statement in contents.statements:
                edits.extend(self._statement(tokens, statement))
            found.append(_edited(text, edits))
        said = tuple(dict.fromkeys(self._said))
        return Rewritten(
            tuple(found), self._prefix, tuple(self._places), tuple(self._labels), said, self._told, self._waiting
        )

    # -- one statement -------------------------------------------------------------------------------------------------

    def _statement(self, tokens: list[Token], statement: Asserting) -> list[tuple[int, int, str]]:
        opened, closed = statement.inside
        action = tokens[closed + 1 : statement.end]
        refuse_action(action)
        without = [(tokens[closed].end, tokens[statement.end - 1].end, ";")] if len(action) > 1 else []
        if not statement.concurrent and tokens[opened - 1].text not in ("assert", "assume", "cover", "restrict"):
            # What is deferred is looked at when everything has settled, as everything is here.
            kind = next(k for k in range(opened, 0, -1) if tokens[k].text == statement.kind.text)
            put = "" if statement.within else "property"
            without.append((tokens[kind + 1].start, tokens[opened - 1].end, put))
        known = self._definitions(statement.scope)
        inside = tokens[opened + 1 : closed]
        scope = self._scopes[statement.scope]
        sampled = any(token.text == "disable" for token in inside) or is_concurrent(inside, known)
        sampled = sampled or scope.disabled is not None
        if not statement.concurrent:
            return without
        if statement.within and not sampled:
            refuse_changed(tokens, statement)
            return without
        if scope.kind != "module":
            raise Unsupported("a concurrent assertion outside of a module", statement.kind.spot)
        if statement.within:
            around = enclosed(tokens, statement)
            alone = replace(statement, event=around.event, block="always", within=False)
            text = self._watching(tokens, alone, scope, known, asking=list(around.condition))
            behind = tokens[around.end - 1].end
            first = tokens[statement.start]
            return [(first.start, tokens[statement.end - 1].end, ";"), (behind, behind, text)]
        if statement.block in ("always", "always_ff") and not statement.event:
            return without
        clocked = statement.block == "initial" or scope.clock is not None or sampled
        if not clocked or (statement.block and statement.block != "initial" and not sampled):
            return without
        if statement.block not in ("", "initial", "always", "always_ff"):
            raise Unsupported(f"a concurrent assertion in {statement.block}", statement.kind.spot, HINT)
        text = self._watching(tokens, statement, scope, known)
        first = tokens[statement.start]
        if statement.start and tokens[statement.start - 1].text in (")", "else", ":"):
            text = f"begin {text} end"
        return [(first.start, tokens[statement.end - 1].end, text)]

    def _definitions(self, scope: str) -> Callable[[str], Definition | None]:
        """What a name stands for in the module; outside of it only what has no names of its own."""

        def known(name: str) -> Definition | None:
            own = self._scopes[scope].definitions.get(name)
            if own is not None:
                return own
            shared = (defined.definitions.get(name) for defined in self._scopes.values() if defined.shared)
            return next((found for found in shared if found is not None), None)

        return known

    def _watching(
        self,
        tokens: list[Token],
        statement: Asserting,
        scope: Scope,
        known: Callable[[str], Definition | None],
        *,
        asking: list[Token] | None = None,
    ) -> str:
        """A block that watches, at the ticks at which what is ``asking`` is true, or at all."""
        refuse_foreign_names(tokens, statement, scope, known)
        refuse_paths(tokens, tokens[slice(*statement.inside)])
        asked = self._asked(tokens, statement, scope, known, asking)
        self._places.append((tokens[statement.start].file, tokens[statement.start].line))
        self._labels.append(statement.label.text if statement.label is not None else "")
        text = self._block(statement, asked, self._found(asked))
        guards = (
            f' if ({name} != {value}) $error("{GUARD} {name} is read as {value}, and is another one here");'
            for name, value in asked.numbers.used.items()
        )
        # Parameters in ranges of ticks are what they were taken for, or Yosys refuses the design.
        return "".join((text, *guards))

    def _asked(
        self,
        tokens: list[Token],
        statement: Asserting,
        scope: Scope,
        known: Callable[[str], Definition | None],
        asking: list[Token] | None,
    ) -> _Asked:
        """What the statement asks, read."""
        opened, closed = statement.inside
        atoms: dict[str, list[Token]] = {}

        def noted(expression: list[Token]) -> str:
            atoms.setdefault(words(expression), expression)
            return words(expression)

        numbers = Numbers(scope, self._parameters)
        covers = statement.kind.text == "cover"
        context = Context(known, scope.clocks.get, numbers, noted)
        read = specification(tokens[opened + 1 : closed], context, strong=covers)
        if asking:
            read = _behind(Boolean(noted(asking)), read)
        disabled = read.disabled if read.disabled is not None else scope.disabled
        if disabled is not None and words(disabled) in _NEVER:
            disabled = None
        wanted = Statement(
            {"restrict": "assume"}.get(statement.kind.text, statement.kind.text),
            statement.block == "initial",
            words(disabled) if disabled is not None else "",
        )
        clock = words(self._clock(statement, scope, read))
        return _Asked(read.property, wanted, clock, disabled, atoms, numbers, statement.kind.spot)

    def _block(self, statement: Asserting, asked: _Asked, found: Monitor | Waiting) -> str:
        """The block, and what people are told of it."""
        own = {name: words(value) for (module, name), value in self._values.items() if module == statement.scope}
        past = Past(self._prefix + "p", asked.clock, asked.numbers, own)
        expressions = {name: past.rewritten(expression) for name, expression in asked.atoms.items()}
        where = f"({asked.where.file}:{asked.where.line})"
        if past.open:
            self._said.append(f"$past and its like have any value before the first tick {where}")
        if asked.disabled is not None:
            self._said.append("disable iff is looked at in each step, before the edge, like everything else")
        number = len(self._labels) - 1
        block = f"{self._prefix}{number}"
        self._told.update((f"{block}.{name}", called) for name, called in past.told.items())
        if isinstance(found, Waiting):
            self._waiting[number] = found
            return printed_atoms([expressions[atom] for atom in found.atoms], self._prefix, block, asked.clock, past)
        if found.waits and asked.statement.kind != "cover":
            self._said.append(f"weak: to wait without end for a sequence is no failure {where}")
        pending = f"{self._labels[-1] or block.removeprefix(PREFIX)}.pending"
        self._told.update(
            (f"{block}.{self._prefix}t{token}", f"{pending}{token or ''}") for token in range(found.tokens)
        )
        return printed(
            asked.statement, found, expressions, prefix=self._prefix, block=block, clock=asked.clock, past=past
        )

    def _found(self, asked: _Asked) -> Monitor | Waiting:
        """What watches, or a formula for what fails only by waiting for ever."""
        covers = asked.statement.kind == "cover"
        try:
            if not covers:
                return monitor(asked.property)
            if not isinstance(asked.property, Matches):
                hint = "cover a sequence: a ##0 b in place of a |-> b"
                raise Unsupported("cover of a property that is no sequence", asked.where, hint)
            return recogniser(asked.property.sequence)
        except TooLarge:
            hint = "take smaller ranges, or several assertions"
            raise Unsupported("a property that needs too much memory", asked.where, hint) from None
        except Inexact as reason:
            if covers:
                raise Unsupported(str(reason), asked.where, reason.hint) from None
            return self._formula(asked, reason)

    def _formula(self, asked: _Asked, why: Inexact) -> Waiting:
        statement, atoms = asked.statement, asked.atoms
        if asked.disabled is not None:
            atoms.setdefault(statement.disabled, list(asked.disabled))
        waiting = Waiting(statement.kind, asked.property, statement.first, statement.disabled, tuple(atoms))
        refuse_waiting(waiting, why, asked.where)
        return waiting

    def _clock(self, statement: Asserting, scope: Scope, asked: Specification) -> tuple[Token, ...]:
        """Of the property, or of the block around it, or of the module."""
        around = None
        if statement.event:
            around = event(list(statement.event), scope.clocks.get, statement.kind.spot)
        if around is not None and asked.clock is not None and words(around) != words(asked.clock):
            raise Unsupported("a property with several clocks", statement.kind.spot)
        clock = asked.clock or around or scope.clock
        if clock is None:
            hint = "write assert property (@(posedge clk) ...), or a default clocking"
            raise Unsupported("a concurrent assertion without a clock", statement.kind.spot, hint)
        return clock


def _behind(condition: Boolean, asked: Specification) -> Specification:
    """What is asked where the condition is true; a sequence stays one."""
    match asked.property:
        case Matches(sequence, strong) if strong:
            return replace(asked, property=Matches(Fused(condition, sequence), strong))
        case body:
            return replace(asked, property=Implies(condition, body))


def _edited(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    """The text with other words at some places, and with as many lines."""
    parts, place = [], 0
    for start, end, put in sorted(edits):
        if start < place:
            raise Unsupported("assertions within one another")
        parts.append(text[place:start])
        parts.append(f" {put} " + _lines_of(text[start:end]))
        place = end
    parts.append(text[place:])
    return "".join(parts)


def _lines_of(text: str) -> str:
    """The ends of lines in it, and where included files begin and end."""
    kept = re.findall(r'\n|`file_push "[^"\n]*"\n|`file_pop\n', text)
    return "".join(part if part == "\n" else f"\n{part}" for part in kept)
