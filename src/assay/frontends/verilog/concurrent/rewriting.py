"""Sources as Yosys gets them: each concurrent assertion is a block that watches, on the line on which it stands.

What is done when an assertion fails is left out, if it only tells of it.  ``bind`` becomes an instance at the end of
the module.  Everything else is as it was, line by line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.temporal import TRUE
from assay.frontends.verilog.concurrent.automata import TooLarge
from assay.frontends.verilog.concurrent.definitions import NAME, Definition, Scope, event
from assay.frontends.verilog.concurrent.enclosing import HINT, block_start, enclosed
from assay.frontends.verilog.concurrent.grammar import Context, Specification, is_concurrent, specification
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.monitor import Inexact, Monitor, monitor, recogniser
from assay.frontends.verilog.concurrent.printing import Past, Statement, printed, printed_atoms, words
from assay.frontends.verilog.concurrent.survey import (
    Asserting,
    Contents,
    Survey,
    declared_within,
    generated,
)
from assay.frontends.verilog.concurrent.syntax import Boolean, Fused, Implies, Matches
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token, assigned, tokens_of
from assay.frontends.verilog.variables import declared_values

# Names that are ours: of blocks, and of what is in them.
PREFIX: Final = "assay_sva_"
_INTERESTING: Final = re.compile(r"\b(?:assert|assume|cover|restrict|property|sequence|clocking|bind|expect)\b")
_TELLING: Final = frozenset(("begin", "end", "else", ";", "if"))
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
        self._check_action(action)
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
            self._check_sampled(tokens, statement)
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

    def _check_sampled(self, tokens: Sequence[Token], statement: Asserting) -> None:
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

    def _check_action(self, action: Sequence[Token]) -> None:
        """Refuses what does more than tell."""
        depth = 0
        for token in action:
            if not depth and not (token.text in _TELLING or token.text.startswith("$") or token.text == "("):
                hint = "leave it out, or keep it from FORMAL by `ifndef FORMAL"
                raise Unsupported("an assertion that does something when it has been checked", token.spot, hint)
            depth += {"(": 1, ")": -1}.get(token.text, 0)

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
        opened, closed = statement.inside
        inside = tokens[opened + 1 : closed]
        where = statement.kind.spot
        atoms: dict[str, list[Token]] = {}

        def noted(expression: list[Token]) -> str:
            atoms.setdefault(words(expression), expression)
            return words(expression)

        numbers = Numbers(scope, self._parameters)
        context = Context(known, scope.clocks.get, numbers, noted)
        covers = statement.kind.text == "cover"
        self._check_names(tokens, statement, inside, known)
        _check_paths(tokens, inside)
        asked = specification(inside, context, strong=covers)
        if asking:
            asked = _behind(Boolean(noted(asking)), asked)
        clock = self._clock(statement, scope, asked)
        kind = {"restrict": "assume"}.get(statement.kind.text, statement.kind.text)
        disabled = asked.disabled if asked.disabled is not None else scope.disabled
        if disabled is not None and words(disabled) in _NEVER:
            disabled = None
        found = self._found(asked, where, covers=covers)
        waiting = None
        if isinstance(found, Inexact):
            excuse = noted(list(disabled)) if disabled is not None else ""
            waiting = Waiting(kind, asked.property, statement.block == "initial", excuse, tuple(atoms))
            _check_waiting(waiting, found, where)
        elif found.waits and not covers:
            self._said.append(f"weak: to wait without end for a sequence is no failure ({where.file}:{where.line})")
        own = {name: words(value) for (module, name), value in self._values.items() if module == statement.scope}
        past = Past(self._prefix + "p", words(clock), numbers, own)
        expressions = {name: past.rewritten(expression) for name, expression in atoms.items()}
        if past.open:
            self._said.append(f"$past and its like have any value before the first tick ({where.file}:{where.line})")
        self._labels.append(statement.label.text if statement.label is not None else "")
        first = tokens[statement.start]
        self._places.append((first.file, first.line))
        if disabled is not None:
            self._said.append("disable iff is looked at in each step, before the edge, like everything else")
        wanted = Statement(
            kind,
            statement.block == "initial",
            words(disabled) if disabled is not None else "",
        )
        block = f"{self._prefix}{len(self._labels) - 1}"
        pending = f"{self._labels[-1] or block.removeprefix(PREFIX)}.pending"
        self._told.update((f"{block}.{name}", called) for name, called in past.told.items())
        if waiting is not None or isinstance(found, Inexact):
            assert waiting is not None
            self._waiting[len(self._labels) - 1] = waiting
            text = printed_atoms([expressions[atom] for atom in waiting.atoms], self._prefix, block, words(clock), past)
            return f"{text}{self._guards(numbers, where)}" if numbers.used else text
        self._told.update(
            (f"{block}.{self._prefix}t{number}", f"{pending}{number or ''}") for number in range(found.tokens)
        )
        text = printed(
            wanted,
            found,
            expressions,
            prefix=self._prefix,
            block=block,
            clock=words(clock),
            past=past,
        )
        return f"{text}{self._guards(numbers, where)}" if numbers.used else text

    def _found(self, asked: Specification, where: Position, *, covers: bool) -> Monitor | Inexact:
        """What watches; of what fails only by waiting for ever, that there is nothing."""
        try:
            if not covers:
                return monitor(asked.property)
            if not isinstance(asked.property, Matches):
                hint = "cover a sequence: a ##0 b in place of a |-> b"
                raise Unsupported("cover of a property that is no sequence", where, hint)
            return recogniser(asked.property.sequence)
        except TooLarge:
            hint = "take smaller ranges, or several assertions"
            raise Unsupported("a property that needs too much memory", where, hint) from None
        except Inexact as found:
            if covers:
                raise Unsupported(str(found), where, found.hint) from None
            return found

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

    def _guards(self, numbers: Numbers, where: Position) -> str:
        """Parameters in ranges of ticks are what they were taken for, or Yosys refuses the design."""
        return "".join(
            f' if ({name} != {value}) $error("{GUARD} {name} is read as {value}, and is another one here");'
            for name, value in numbers.used.items()
        )

    def _check_names(
        self,
        tokens: list[Token],
        statement: Asserting,
        inside: Sequence[Token],
        known: Callable[[str], Definition | None],
    ) -> None:
        """Refuses a definition whose names are something else where it is used."""
        own = self._scopes[statement.scope].definitions
        used: dict[str, Definition] = {}
        waiting = [token.text for token in inside]
        while waiting:
            name = waiting.pop()
            definition = known(name) if name not in used else None
            if definition is not None:
                used[name] = definition
                waiting.extend(token.text for token in definition.body)
        outer = {name: definition for name, definition in used.items() if name not in own}
        for name, definition in outer.items():
            if any(known(word) is None and not _is_word(word) for word in definition.free):
                hint = "give them as arguments, or put it into the module"
                raise Unsupported(f"{name} refers to names outside of this module", statement.kind.spot, hint)
        inner = generated(tokens, statement.start) if used else None
        if inner is not None:
            around = set(declared_within(tokens, *inner))
            for name, definition in used.items():
                if around & definition.free:
                    hint = "give it as an argument"
                    raise Unsupported(
                        f"{name} refers to a name that may be another one here", statement.kind.spot, hint
                    )


def _check_waiting(waiting: Waiting, why: Inexact, where: Position) -> None:
    """Refuses what is no formula of linear time either, and assumptions that are more than fairness."""
    if waiting.kind == "assume" and not waiting.fair():
        hint = "assume s_eventually of an expression, which has to be true again and again"
        raise Unsupported("an assumption that fails only by waiting for ever, of this form", where, hint)
    try:
        waiting.formula(lambda _: TRUE)
    except Inexact as found:
        raise Unsupported(str(found), where, found.hint) from None
    except TooLarge:
        raise Unsupported(str(why), where, why.hint) from None


def _behind(condition: Boolean, asked: Specification) -> Specification:
    """What is asked where the condition is true; a sequence stays one."""
    match asked.property:
        case Matches(sequence, strong) if strong:
            return replace(asked, property=Matches(Fused(condition, sequence), strong))
        case body:
            return replace(asked, property=Implies(condition, body))


def _check_paths(tokens: Sequence[Token], inside: Sequence[Token]) -> None:
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


def _is_word(word: str) -> bool:
    return word in _WORDS_OF_PROPERTIES


_WORDS_OF_PROPERTIES: Final = frozenset(
    (
        *("posedge", "negedge", "disable", "iff", "or", "and", "not", "implies", "if", "else", "inside"),
        *("intersect", "within", "throughout", "first_match", "strong", "weak", "nexttime", "s_nexttime", "always"),
        *("s_always", "eventually", "s_eventually", "until", "s_until", "until_with", "s_until_with"),
    )
)


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
