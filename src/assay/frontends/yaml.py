"""The part of YAML that task definitions use: nested mappings and lists by indentation, scalars, flow lists, comments.

Every scalar stays a string.  Anchors, tags, block scalars and flow mappings are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.text import Source

Value = str | list["Value"] | dict[str, "Value"] | None

_KEY: Final = re.compile(r"""(?P<key>"[^"]*"|'[^']*'|[^\s'"\[\]{},#&*!|>%@`-][^:#]*?|-?\w[^:#]*?)\s*:(?:\s+|$)""")
_DEEPEST: Final = 50
_REFUSED: Final = ("&", "*", "!", "|", ">", "{", "%", "@", "`")


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    indent: int
    text: str


def read_yaml(source: Source) -> Value:
    """The value of a document."""
    lines = []
    for number, raw in enumerate(source.text.split("\n"), 1):
        text = _uncommented(raw)
        if text.strip() in ("", "---", "..."):
            continue
        if "\t" in raw[: len(raw) - len(raw.lstrip())]:
            raise InputError("tabs cannot indent YAML", Position(source.file, number, 1), "use spaces")
        lines.append(Line(number, len(text) - len(text.lstrip()), text.strip()))
    reader = _Reader(source.file, lines)
    value = reader.block(0)
    if reader.next < len(lines):
        raise reader.error("this line does not belong to anything above it")
    return value


def _uncommented(raw: str) -> str:
    """The line without its comment; a ``#`` inside quotes or inside a word is not one."""
    quote = ""
    for index, character in enumerate(raw):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"" and (index == 0 or raw[index - 1] in " \t[,:-"):
            quote = character
        elif character == "#" and (index == 0 or raw[index - 1] in " \t"):
            return raw[:index].rstrip()
    return raw.rstrip()


class _Reader:
    """Reads blocks by indentation."""

    def __init__(self, file: str, lines: list[Line]) -> None:
        self.file = file
        self.lines = lines
        self.next = 0
        self.depth = 0

    def error(self, message: str) -> InputError:
        line = self.lines[min(self.next, len(self.lines) - 1)]
        return InputError(message, Position(self.file, line.number, line.indent + 1), "a task definition is YAML")

    def block(self, indent: int) -> Value:
        """The mapping or list whose lines are indented by at least ``indent``."""
        with self._deeper():
            return self._block(indent)

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        if self.depth == _DEEPEST:
            raise self.error(f"nested more than {_DEEPEST} levels deep")
        self.depth += 1
        yield
        self.depth -= 1

    def _block(self, indent: int) -> Value:
        if self.next >= len(self.lines) or self.lines[self.next].indent < indent:
            return None
        first = self.lines[self.next]
        if first.text.startswith("- ") or first.text == "-":
            return self._list(first.indent)
        if _KEY.match(first.text):
            return self._mapping(first.indent)
        self.next += 1
        return self._scalar(first.text)

    def _list(self, indent: int) -> Value:
        items: list[Value] = []
        while self.next < len(self.lines) and self.lines[self.next].indent == indent:
            line = self.lines[self.next]
            if not (line.text.startswith("- ") or line.text == "-"):
                break
            rest = line.text[1:].lstrip()
            if not rest:
                self.next += 1
                items.append(self.block(indent + 1))
                continue
            inner = indent + len(line.text) - len(rest)
            self.lines[self.next] = Line(line.number, inner, rest)
            items.append(self.block(inner))
        return items

    def _mapping(self, indent: int) -> Value:
        table: dict[str, Value] = {}
        while self.next < len(self.lines) and self.lines[self.next].indent == indent:
            line = self.lines[self.next]
            match = _KEY.match(line.text)
            if match is None:
                raise self.error("a key is expected here")
            key, rest = match.group("key").strip("'\""), line.text[match.end() :].strip()
            if key in table:
                raise self.error(f"the key {key} is repeated")
            self.next += 1
            if rest:
                table[key] = self._scalar(rest)
                continue
            following = self.lines[self.next] if self.next < len(self.lines) else None
            dashed = following is not None and following.indent == indent and following.text.startswith("-")
            table[key] = self.block(indent if dashed else indent + 1)
        return table

    def _scalar(self, text: str) -> Value:
        if text.startswith("["):
            if not text.endswith("]"):
                raise self.error("this list is not closed on its line")
            inside = text[1:-1].strip()
            with self._deeper():
                return [self._scalar(item.strip()) for item in inside.split(",")] if inside else []
        if text.startswith(("'", '"')):
            if len(text) < 2 or text[-1] != text[0]:
                raise self.error("this string is not closed")
            return text[1:-1]
        if text.startswith(_REFUSED):
            raise Unsupported("this form of YAML is not supported", self.error("").where, "use plain values")
        return text
