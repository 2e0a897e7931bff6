"""What Yosys reads otherwise than a simulator does, and says nothing of: looked for in the text it was given.

The text is what its preprocessor left, so that only what counts is looked at.  Delays are no part of a circuit: those
behind ``<=`` are passed over and said, others are refused.  So is what would silently not be checked.  A list of
signals that wakes a block is taken for ``*``, and a variable that is set by ``=`` at a clock edge is read by other
blocks as it was before the edge: both are as synthesis has it, and said.  So is that several dimensions are read as one
long vector, in which an index beyond an inner one means its neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from assay.core.errors import Position, Unsupported

_TOKEN: Final = re.compile(
    r"""(?P<push>`file_push\ "[^"\n]*"\n) | (?P<pop>`file_pop\n) | (?P<newline>\n) | (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<token>"(?:\\.|[^"\\])*" | \\\S+ | '\{ | \d*'[sS]?[bBoOdDhH]\s*[\w?]+ | [\w$`']+
      | \|->|\|=>|\#-\#|\#=\#|\[\*|\[->|\[=|\[\+\]|\.\*
      | \(\s*\*\s*\)|\*\)|\(\* | <<<=|>>>=|===|!==|==\?|!=\?|<<<|>>>|<<=|>>=|<->|->>|&&&
      | <=|>=|==|!=|&&|\|\||<<|>>|->|~&|~\||~\^|\^~|\*\*|\+\+|--|\+:|-:|[-+*/%&|^]=|\#\#|:: | [^\s])""",
    re.VERBOSE | re.DOTALL,
)
_NAME: Final = re.compile(r"[A-Za-z_][\w$]*|\\\S+")
_X: Final = re.compile(r"\d*'[sS]?[bBoOhHdD]?[\da-fA-F_?]*[xX][\w?]*")
_EDGES: Final = ("posedge", "negedge", "edge")
_BLOCKS: Final = ("always", "always_ff", "always_comb", "always_latch", "initial", "final")
# Words behind which a ``#`` is no parameter.
_GATES: Final = ("and", "or", "nand", "nor", "xor", "xnor", "not", "buf", "bufif0", "bufif1", "notif0", "notif1")
_NETS: Final = ("wire", "reg", "logic", "tri", "wand", "wor")
_WORDS: Final = frozenset(
    (*_BLOCKS, *_GATES, *_NETS, "assign", "begin", "end", "else", "forever", "endcase", "default")
)
BASES: Final = {"b": 2, "o": 8, "d": 10, "h": 16}
ASSIGNING: Final = ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "<<<=", ">>>=", "++", "--")
_ENDS: Final = (*_BLOCKS, "assign", "endmodule", "generate", "endgenerate", "function", "task", *_NETS)
_DEPTHS: Final = {"begin": 1, "end": -1, "case": 1, "casez": 1, "casex": 1, "endcase": -1, "(": 1, ")": -1}
# Words behind which there is the name of a number that is known before the circuit is.
_NUMBERS: Final = ("genvar", "parameter", "localparam", "integer", "int")
STATEMENTS: Final = ("assert", "assume", "cover", "restrict")


class Token(NamedTuple):
    """A word of the text, where it stands in the user's file, and from where to where in the text."""

    text: str
    file: str
    line: int
    column: int = 0
    start: int = 0
    end: int = 0

    @property
    def place(self) -> Position:
        return Position(self.file, self.line)

    @property
    def spot(self) -> Position:
        return Position(self.file, self.line, self.column)


@dataclass(frozen=True)
class Remarks:
    """What is to be said of a source, the places of its ``initial`` blocks, and what asserts, assumes or covers."""

    said: tuple[str, ...]
    initial: frozenset[tuple[str, int]]
    statements: tuple[Token, ...]


def remarks(tokens: Sequence[Token], ours: str) -> Remarks:
    """What a verdict about these words rests on; raises Unsupported for what is not modelled.

    Names that begin with ``ours`` are not the user's.
    """
    said = [*_delays(tokens), *_lists(tokens), *_blocking(tokens, ours), *_undefined(tokens), *_inner(tokens)]
    initial = frozenset((token.file, token.line) for token in tokens if token.text == "initial")
    return Remarks(tuple(said), initial, tuple(token for token in tokens if token.text in STATEMENTS))


def tokens_of(text: str) -> Iterator[Token]:
    """The words of one file and of those that it includes, with their places."""
    places: list[tuple[str, int]] = []
    file, line, row = "", 1, 0
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup, match.group()
        if kind == "push":
            places.append((file, line))
            file, line, row = word.split('"')[1], 1, match.end()
            continue
        if kind == "pop":
            file, line = places.pop() if places else ("", 1)
            row = match.end()
            continue
        if kind == "token":
            yield Token(word, file, line, match.start() - row + 1, match.start(), match.end())
        if "\n" in word:
            line += word.count("\n")
            row = match.start() + word.rindex("\n") + 1


def _delays(tokens: Sequence[Token]) -> Iterator[str]:
    """That delays behind ``<=`` are passed over; other delays are refused."""
    passed = []
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text != "#" or (_NAME.fullmatch(before.text) and before.text not in _WORDS):
            continue
        if before.text == "<=":
            passed.append(token)
        elif not (after.text == "(" and before.text == ";" and "parameter" in _behind(tokens, after)):
            hint = "a circuit has no delays: leave it out, or keep it from FORMAL by `ifndef FORMAL"
            raise Unsupported("a delay, which Yosys passes over", token.place, hint)
    if passed:
        more = f" and {len(passed) - 1} more" if len(passed) > 1 else ""
        yield f"delays behind <= change nothing ({passed[0].place}{more})"


def _behind(tokens: Sequence[Token], place: Token) -> Sequence[str]:
    """The first words behind a bracket."""
    where = tokens.index(place)
    return [token.text for token in tokens[where + 1 : where + 3]]


def _undefined(tokens: Sequence[Token]) -> Iterator[str]:
    """That x, where it is no pattern of a case, is read as any value."""
    found = [t for t, after in pairwise(tokens) if _X.fullmatch(t.text) and after.text != ":"]
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        yield f"x stands for any value, chosen anew at each step ({found[0].place}{more})"


def _lists(tokens: Sequence[Token]) -> Iterator[str]:
    """That blocks with a list of signals, and no edge, are read as if the list were complete."""
    for number, token in enumerate(tokens):
        if token.text not in ("always", "always_latch") or [t.text for t in tokens[number + 1 : number + 3]] != [
            "@",
            "(",
        ]:
            continue
        listed = _bracketed(tokens, number + 2)
        if "*" not in listed and not any(word in _EDGES for word in listed):
            yield f"always @({' '.join(listed)}) is read as always @* ({token.place})"


def _inner(tokens: Sequence[Token]) -> Iterator[str]:
    """That indexes of inner dimensions are within them, unless what is indexed is a plain memory of words."""
    sizes: dict[str, set[int]] = {}
    used: dict[str, Position] = {}
    numbers = {after.text for before, after in pairwise(tokens) if before.text in _NUMBERS}
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if not _NAME.fullmatch(token.text):
            continue
        indexes = []
        while place < len(tokens) and tokens[place].text == "[":
            end = _closing(tokens, place)
            indexes.append([inside.text for inside in tokens[place + 1 : end]])
            place = end + 1
        if any(_is_range(index) for index in indexes):
            sizes.setdefault(token.text, set()).add(len(indexes))
        elif any(_NAME.fullmatch(word) and word not in numbers for index in indexes[1:] for word in index):
            used.setdefault(token.text, token.place)
    found = {name: where for name, where in used.items() if sizes.get(name) != {1}}
    if found:
        listed = ", ".join(f"{name} ({where})" for name, where in found.items())
        yield f"an index of an inner dimension stays within it: {listed}"


def _is_range(words: Sequence[str]) -> bool:
    """Does this declare a dimension?  Neither what is chosen by a condition does, nor a part with ``+:`` or ``-:``."""
    depth = 0
    for word in words:
        depth += {"[": 1, "]": -1}.get(word, 0)
        if word == ":" and not depth:
            return "?" not in words
    return False


def _closing(tokens: Sequence[Token], start: int) -> int:
    """Where the bracket at ``start`` is closed."""
    depth = 0
    for place in range(start, len(tokens)):
        depth += {"[": 1, "]": -1}.get(tokens[place].text, 0)
        if not depth:
            return place
    return len(tokens) - 1


def _bracketed(tokens: Sequence[Token], start: int) -> list[str]:
    """The words between the bracket at ``start`` and the one that closes it."""
    depth, found = 0, []
    for place in range(start, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[place].text, 0)
        if not depth:
            break
        found.append(tokens[place].text)
    return found[1:]


def _blocking(tokens: Sequence[Token], ours: str) -> Iterator[str]:
    """That a variable which is set by ``=`` at an edge, and read by others, has its old value there."""
    blocks = list(_clocked(tokens))
    for number, (start, end) in enumerate(blocks):
        names = {name: where for name, where in assigned(tokens[start:end]) if not name.startswith(ours)}
        if not names:
            continue
        module_start = max((k for k in range(start) if tokens[k].text == "module"), default=0)
        module_end = next((k for k in range(end, len(tokens)) if tokens[k].text == "endmodule"), len(tokens))
        for other, (first, last) in enumerate(blocks):
            if other == number or not module_start <= first < module_end:
                continue
            for name in [name for name in names if any(token.text == name for token in tokens[first:last])]:
                where = names.pop(name)
                yield f"{name}, which = sets at an edge ({where}), is read elsewhere as it was before the edge"


def _clocked(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where the blocks begin and end that wait for an edge."""
    for number, token in enumerate(tokens):
        if token.text not in ("always", "always_ff") or number + 2 >= len(tokens) or tokens[number + 1].text != "@":
            continue
        listed = _bracketed(tokens, number + 2)
        if not any(word in _EDGES for word in listed):
            continue
        start = number + len(listed) + 4
        depth, end = 0, start
        while end < len(tokens) and (depth or tokens[end].text not in _ENDS):
            depth += _DEPTHS.get(tokens[end].text, 0)
            if depth < 0:
                break
            end += 1
            if not depth and tokens[end - 1].text in (";", "end", "endcase") and tokens[end].text != "else":
                break
        yield start, end


def assigned(tokens: Sequence[Token]) -> Iterator[tuple[str, Position]]:
    """The variables that are set by ``=``, outside of brackets, and where."""
    depth = 0
    for number, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        if token.text not in ASSIGNING or depth:
            continue
        place, nested = number - 1, 0
        while place > 0 and (nested or tokens[place].text == "]"):
            nested += {"]": 1, "[": -1}.get(tokens[place].text, 0)
            place -= 1
        if _NAME.fullmatch(tokens[place].text):
            yield tokens[place].text, token.place
