"""What of a file is about assertions: definitions, clocks, statements and what is bound, found in its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import (
    NAME,
    Definition,
    Formal,
    Scope,
    closing,
    event,
    formals_of,
    split,
)
from assay.frontends.verilog.concurrent.statements import (
    BLOCKS,
    action_end,
    behind_name,
    brackets_of,
    matching,
    place_behind,
    statement_end,
    word_at,
)
from assay.frontends.verilog.tokens import STATEMENTS, Token

_SCOPES: Final = {
    "module": "endmodule",
    "macromodule": "endmodule",
    "interface": "endinterface",
    "package": "endpackage",
    "program": "endprogram",
}
_ROUTINES: Final = {"function": "endfunction", "task": "endtask"}
_NUMBERS: Final = ("parameter", "localparam")
# Words that stand before a statement, or are one of a declaration that has no body.
_EXTERN: Final = ("extern", "import", "export", "pure")


@dataclass(frozen=True)
class Asserting:
    """A statement that asserts, assumes or covers: its words from label to end, and what is around it.

    ``event`` are the words between the brackets of the block of which it is all; ``within`` says of one that is a part
    of a block.
    """

    scope: str
    start: int
    end: int
    label: Token | None
    kind: Token
    concurrent: bool
    inside: tuple[int, int]
    within: bool
    block: str
    event: tuple[Token, ...]


@dataclass(frozen=True)
class Binding:
    """``bind``: an instance for each instance of a module."""

    start: int
    end: int
    target: Token
    instance: tuple[Token, ...]


@dataclass
class Contents:
    """What of a file is about assertions: statements, instances to bind, and words that Yosys is not to see."""

    statements: list[Asserting] = field(default_factory=list)
    bindings: list[Binding] = field(default_factory=list)
    removed: list[tuple[int, int]] = field(default_factory=list)
    ends: dict[str, int] = field(default_factory=dict)


class Survey:
    """Goes through the words of all files once, and notes what is defined where and what is asserted."""

    def __init__(self) -> None:
        self.scopes: dict[str, Scope] = {"": Scope()}
        self._tokens: Sequence[Token] = ()
        self._contents = Contents()
        self._scope = ""

    def read(self, tokens: Sequence[Token]) -> Contents:
        self._tokens, self._contents, self._scope = tokens, Contents(), ""
        place, ending = 0, ""
        while place < len(tokens):
            word = tokens[place].text
            if not ending and word in _SCOPES and word_at(tokens, place - 1) not in ("virtual", *_EXTERN):
                ending = _SCOPES[word]
                self._scope = self._name(place + 1)
                self.scopes.setdefault(self._scope, Scope(kind=_SCOPES[word].removeprefix("end")))
                place += 1
            elif word == ending:
                self._contents.ends[self._scope] = tokens[place].start
                self._scope, ending = "", ""
                place += 1
            else:
                place = self._item(place)
        return self._contents

    def _name(self, place: int) -> str:
        while word_at(self._tokens, place) in ("automatic", "static", "class"):
            place += 1
        return word_at(self._tokens, place)

    @property
    def _here(self) -> Scope:
        return self.scopes[self._scope]

    def _item(self, place: int) -> int:
        """What begins here, if it is of interest; the place behind it, or behind the word."""
        word, before = word_at(self._tokens, place), word_at(self._tokens, place - 1)
        if word in ("property", "sequence") and before not in (*STATEMENTS, "expect"):
            return self._definition(place)
        if word == "default" and word_at(self._tokens, place + 1) == "disable":
            return self._default_disable(place)
        if word in ("default", "global") and word_at(self._tokens, place + 1) == "clocking":
            return self._clocking(place, place + 2, default=word == "default")
        if word == "clocking" and before != "@":
            return self._clocking(place, place + 1, default=False)
        if word == "bind":
            return self._bind(place)
        if word in _NUMBERS:
            self._number(place)
        elif word in _ROUTINES and not self._imported(place):
            return self._procedural(place, matching(self._tokens, place, (word,), _ROUTINES[word]) + 1)
        elif word in BLOCKS:
            return self._block(place)
        elif word in STATEMENTS or word == "expect":
            return self._asserting(place, within=False, block="", event=())
        return place + 1

    def _imported(self, place: int) -> bool:
        """Is this the name of a function only, whose body is elsewhere?"""
        while place and self._tokens[place].text not in (";", "end", *_SCOPES.values(), *_ROUTINES.values()):
            if self._tokens[place].text in _EXTERN:
                return True
            place -= 1
        return False

    # -- definitions ---------------------------------------------------------------------------------------------------

    def _definition(self, place: int) -> int:
        tokens, kind = self._tokens, self._tokens[place].text
        end = matching(tokens, place, (kind,), f"end{kind}") if kind == "sequence" else self._property_end(place)
        name = tokens[place + 1]
        formals: tuple[Formal, ...] = ()
        start = place + 2
        if word_at(tokens, start) == "(":
            stop = closing(tokens, start)
            formals, start = formals_of(tokens[start + 1 : stop]), stop + 1
        body = tokens[start + 1 : end]
        if word_at(tokens, start) != ";":
            raise Unsupported(f"a {kind} of this form", name.spot)
        if any(token.text == ";" for token in body[:-1]):
            raise Unsupported(f"a local variable of a {kind}", body[0].spot, "keep the value in a register")
        if name.text in self._here.definitions:
            raise Unsupported(f"{name.text} is defined twice", name.spot)
        self._here.definitions[name.text] = Definition(name, kind, formals, tuple(body))
        behind = behind_name(tokens, end)
        self._contents.removed.append((place, behind))
        return behind

    def _property_end(self, place: int) -> int:
        return next((k for k in range(place, len(self._tokens)) if self._tokens[k].text == "endproperty"), place)

    def _default_disable(self, place: int) -> int:
        end = place_behind(self._tokens, place, ";")
        words = tuple(self._tokens[place + 3 : end - 1])
        if self._here.disabled is not None or not self._scope or not words or generated(self._tokens, place):
            raise Unsupported(
                "default disable iff, where there is one, no module, or a generated block", self._tokens[place].spot
            )
        self._here.disabled = words
        self._contents.removed.append((place, end))
        return end

    def _clocking(self, place: int, behind: int, *, default: bool) -> int:
        tokens, here = self._tokens, self._here
        name = ""
        if NAME.fullmatch(word_at(tokens, behind)):
            name = tokens[behind].text
            behind += 1
        if word_at(tokens, behind) == ";" and default and name in here.clocks:
            here.clock = here.clocks[name]
            self._contents.removed.append((place, behind + 1))
            return behind + 1
        if word_at(tokens, behind) != "@":
            raise Unsupported("a clocking block without an event", tokens[place].spot, "write it before its use")
        words = [tokens[behind + 1]]
        if words[0].text == "(":
            words = list(tokens[behind + 2 : closing(tokens, behind + 1)])
        found = event(words, here.clocks.get, tokens[behind].spot)
        if name:
            here.clocks[name] = found
        if default and (here.clock is not None or generated(tokens, place)):
            raise Unsupported("default clocking, where there is one, or in a generated block", tokens[place].spot)
        here.clock = found if default else here.clock
        end = next((k for k in range(behind, len(tokens)) if tokens[k].text == "endclocking"), len(tokens) - 1)
        for number in range(behind, end):
            if tokens[number].text in ("property", "sequence"):
                raise Unsupported("a property in a clocking block", tokens[number].spot, "put it into the module")
        end = behind_name(tokens, end)
        self._contents.removed.append((place, end))
        return end

    def _number(self, place: int) -> None:
        """The values of parameters, as far as they are single ones."""
        end = place + 1
        while end < len(self._tokens) and self._tokens[end].text not in (";", ")", *_NUMBERS):
            end = closing(self._tokens, end) + 1 if self._tokens[end].text in ("(", "[", "{") else end + 1
        for part in split(self._tokens[place + 1 : end]):
            named, *value = split(part, "=") or [[]]
            if named and value and NAME.fullmatch(named[-1].text):
                self._here.numbers.setdefault(named[-1].text, tuple(value[0]))

    def _bind(self, place: int) -> int:
        tokens = self._tokens
        end = place_behind(tokens, place, ";")
        target, behind = tokens[place + 1], word_at(tokens, place + 2)
        if behind in (":", ".", "[") or not NAME.fullmatch(target.text):
            hint = "bind to the module: bind MODULE CHECKER NAME (...);"
            raise Unsupported("bind to some instances", tokens[place].spot, hint)
        self._contents.bindings.append(Binding(place, end, target, tuple(tokens[place + 2 : end])))
        self._contents.removed.append((place, end))
        return end

    # -- statements ----------------------------------------------------------------------------------------------------

    def _block(self, place: int) -> int:
        """A block: an assertion that is all of it, or all that are within."""
        tokens, start = self._tokens, place + 1
        words: tuple[Token, ...] = ()
        if word_at(tokens, start) == "@":
            if word_at(tokens, start + 1) == "(":
                stop = closing(tokens, start + 1)
                words, start = tuple(tokens[start + 2 : stop]), stop + 1
            else:
                words, start = tuple(tokens[start + 1 : start + 2]), start + 2
        first = start + 2 if word_at(tokens, start + 1) == ":" else start
        if word_at(tokens, first) in STATEMENTS and word_at(tokens, first + 1) in ("property", "sequence"):
            return self._asserting(first, within=False, block=tokens[place].text, event=words, from_place=place)
        return self._procedural(place + 1, statement_end(tokens, place + 1))

    def _procedural(self, place: int, end: int) -> int:
        while place < end:
            if self._tokens[place].text in (*STATEMENTS, "expect"):
                place = self._asserting(place, within=True, block="", event=())
            else:
                place += 1
        return end

    def _asserting(
        self, place: int, *, within: bool, block: str, event: tuple[Token, ...], from_place: int | None = None
    ) -> int:
        tokens = self._tokens
        kind = tokens[place]
        if word_at(tokens, place - 1) == "." or word_at(tokens, place + 1) not in (
            "(",
            "property",
            "sequence",
            "#",
            "final",
        ):
            return place + 1
        if kind.text == "expect":
            raise Unsupported("expect", kind.spot, "write assert property")
        labelled = place >= 2 and tokens[place - 1].text == ":" and NAME.fullmatch(tokens[place - 2].text)
        label = tokens[place - 2] if labelled and not self._in_case(place - 2) else None
        opened, closed = brackets_of(tokens, place)
        end = action_end(tokens, closed + 1)
        start = from_place if from_place is not None else place - 2 if label is not None else place
        concurrent = tokens[place + 1].text in ("property", "sequence")
        self._contents.statements.append(
            Asserting(self._scope, start, end, label, kind, concurrent, (opened, closed), within, block, event)
        )
        if not concurrent:
            self._procedural(closed + 1, end)
        return end

    def _in_case(self, place: int) -> bool:
        """Is this word an item of a case, rather than a label?  Both have a colon behind them."""
        return word_at(self._tokens, place - 1) in (",", "?")


def declared_within(tokens: Sequence[Token], start: int, end: int) -> Iterator[str]:
    """The names that declarations between these places may introduce."""
    kinds = ("wire", "reg", "logic", "bit", "int", "integer", "genvar", "localparam", "parameter", "byte", "tri", "var")
    place = start
    while place < end:
        if tokens[place].text in kinds:
            stop = min(place_behind(tokens, place, ";"), end)
            yield from (token.text for token in tokens[place:stop] if NAME.fullmatch(token.text))
            place = stop
        place += 1


def generated(tokens: Sequence[Token], place: int) -> tuple[int, int] | None:
    """The outermost block of ``generate`` around this place."""
    depth, start = 0, None
    for number in range(place, -1, -1):
        word = tokens[number].text
        if word in ("module", "interface", "package", "program"):
            break
        depth += (word == "begin") - (word == "end")
        if depth > 0:
            start, depth = number, 0
    return None if start is None else (start, place)
