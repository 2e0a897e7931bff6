"""The part of YAML that witnesses use, read with types and line numbers.

Block and flow collections, plain and quoted scalars, literal blocks, comments.  Scalars are typed as in YAML's core
schema, because the witness format tells ``"2.0"`` from ``2.0``.  Anchors, aliases, tags and several documents are
refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

# A path leads from the root to a value: keys and indices.
Path = tuple[str | int, ...]

_KEY: Final = re.compile(
    r"""(?P<key>"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^\s\-?:,\[\]{}#&*!|>'"%@`][^\n]*?|[-?:](?=\S)[^\n]*?)\s*:(?=\s|$)"""
)
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
WORDS: Final[Mapping[str, bool | None]] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
}
_ESCAPES: Final = dict(zip('nt0rebfva /"\\', '\n\t\0\r\x1b\b\f\v\a /"\\', strict=True))


class Malformed(Exception):
    """The text is not YAML, or not of the part that is read here."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True)
class Document:
    """The value of a text, and the line on which each part of it begins."""

    value: Any
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int:
        """The line of a part, or of what is around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_document(text: str) -> Document:
    """The value of a YAML text; ``Malformed`` if it has none."""
    reader = _Reader(text)
    value = reader.block(0, ())
    reader.skip()
    if reader.number < len(reader.lines):
        raise reader.error("this line does not belong to anything above it")
    return Document(value, reader.found)


@dataclass
class _Reader:
    """Reads blocks by indentation; ``number`` is the next line, counted from 0."""

    text: str
    number: int = 0
    found: dict[Path, int] = field(default_factory=dict)
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")
        if self.lines and self.lines[0].startswith("---"):
            self.lines[0] = self.lines[0][3:]

    def error(self, message: str) -> Malformed:
        return Malformed(message, min(self.number, len(self.lines) - 1) + 1)

    def skip(self) -> None:
        """Go to the next line that says something."""
        while self.number < len(self.lines) and not _uncommented(self.lines[self.number]).strip():
            self.number += 1
        if self.number < len(self.lines):
            line = self.lines[self.number]
            if line.startswith(("---", "...")):
                raise self.error("several documents in one file are not supported")
            if "\t" in line[: len(line) - len(line.lstrip())]:
                raise self.error("tabs cannot indent YAML")

    def current(self) -> tuple[int, str]:
        """Indentation and text of the next line; -1 at the end."""
        self.skip()
        if self.number >= len(self.lines):
            return -1, ""
        line = _uncommented(self.lines[self.number])
        return len(line) - len(line.lstrip()), line.strip()

    def block(self, indent: int, path: Path) -> Any:
        """The value whose lines are indented by at least ``indent``."""
        found, text = self.current()
        if found < indent:
            return None
        self.found[path] = self.number + 1
        if text == "-" or text.startswith("- "):
            return self.sequence(found, path)
        if _KEY.match(text):
            return self.mapping(found, path)
        self.number += 1
        return self.inline(text, found, path)

    def sequence(self, indent: int, path: Path) -> list[Any]:
        items: list[Any] = []
        while True:
            found, text = self.current()
            if found != indent or not (text == "-" or text.startswith("- ")):
                if found > indent:
                    raise self.error("this line is indented too far")
                return items
            inner = (*path, len(items))
            self.found[inner] = self.number + 1
            rest = text[1:].lstrip()
            if not rest:
                self.number += 1
                items.append(self.block(indent + 1, inner))
                continue
            # What follows the dash is a block of its own, indented by where it stands.
            place = indent + len(text) - len(rest)
            self.lines[self.number] = " " * place + self.lines[self.number][place:]
            items.append(self.block(place, inner))

    def mapping(self, indent: int, path: Path) -> dict[str, Any]:
        table: dict[str, Any] = {}
        while True:
            found, text = self.current()
            if found != indent or text.startswith("- "):
                if found > indent:
                    raise self.error("this line is indented too far")
                return table
            match = _KEY.match(text)
            if match is None:
                raise self.error("a key is expected here")
            key = str(self.scalar(match.group("key"), keep=True))
            if key in table:
                raise self.error(f"the key {key} is repeated")
            inner = (*path, key)
            self.found[inner] = self.number + 1
            rest = text[match.end() :].strip()
            self.number += 1
            table[key] = self.inline(rest, indent, inner) if rest else self._below(indent, inner)

    def _below(self, indent: int, path: Path) -> Any:
        """The value of a key on the lines below it; a list may stand as far left as its key."""
        found, text = self.current()
        dashed = found == indent and (text == "-" or text.startswith("- "))
        line = self.found[path]
        value = self.block(indent if dashed else indent + 1, path)
        self.found[path] = line
        return value

    # -- values on a line

    def inline(self, text: str, indent: int, path: Path) -> Any:
        if text[0] in "|>":
            return self.literal(text, indent)
        if text[0] in "&*!%@`":
            raise Malformed("anchors, aliases and tags are not supported", self.number)
        if text[0] in "[{":
            while not _closed(text):
                found, more = self.current()
                if found < 0:
                    raise self.error("this collection is not closed")
                self.number += 1
                text = f"{text} {more}"
            value, rest = self.flow(text, path)
            if rest.strip():
                raise Malformed("there is something behind the closing bracket", self.number)
            return value
        return self.scalar(text)

    def literal(self, text: str, indent: int) -> str:
        """A literal (``|``) or folded (``>``) block."""
        rows: list[str] = []
        while self.number < len(self.lines):
            line = self.lines[self.number]
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            rows.append(line)
            self.number += 1
        while rows and not rows[-1].strip():
            rows.pop()
        margin = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=0)
        joined = ("\n" if text[0] == "|" else " ").join(row[margin:] for row in rows)
        return joined if "-" in text else joined + "\n"

    def flow(self, text: str, path: Path) -> tuple[Any, str]:
        """The value at the start of ``text``, and the rest."""
        text = text.lstrip()
        self.found.setdefault(path, self.number)
        if text.startswith("["):
            items: list[Any] = []
            text = text[1:].lstrip()
            while not text.startswith("]"):
                value, text = self.flow(text, (*path, len(items)))
                items.append(value)
                text = self._separated(text, "]")
            return items, text[1:]
        if text.startswith("{"):
            return self.flow_mapping(text, path)
        match = re.match(r'"(?:\\.|[^"\\])*"|\'(?:\'\'|[^\'])*\'|[^,\[\]{}]+', text)
        if match is None:
            raise Malformed("a value is expected here", self.number)
        return self.scalar(match.group().strip()), text[match.end() :]

    def flow_mapping(self, text: str, path: Path) -> tuple[dict[str, Any], str]:
        table: dict[str, Any] = {}
        text = text[1:].lstrip()
        while not text.startswith("}"):
            match = re.match(r'("(?:\\.|[^"\\])*"|\'(?:\'\'|[^\'])*\'|[^,:\[\]{}]+?)\s*:\s*', text)
            if match is None:
                raise Malformed("a key is expected here", self.number)
            key = str(self.scalar(match.group(1), keep=True))
            if key in table:
                raise Malformed(f"the key {key} is repeated", self.number)
            table[key], text = self.flow(text[match.end() :], (*path, key))
            text = self._separated(text, "}")
        return table, text[1:]

    def _separated(self, text: str, close: str) -> str:
        text = text.lstrip()
        if text.startswith(","):
            return text[1:].lstrip()
        if not text.startswith(close):
            raise Malformed(f"',' or '{close}' is expected here", self.number)
        return text

    def scalar(self, text: str, *, keep: bool = False) -> Any:
        """A quoted string, or a plain one with its type; with ``keep`` it stays a string."""
        if text[0] in "\"'" and (len(text) < 2 or text[-1] != text[0]):
            raise Malformed("this string is not closed", self.number)
        if text[0] == '"':
            return re.sub(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", self._escape, text[1:-1])
        if text[0] == "'":
            return text[1:-1].replace("''", "'")
        if keep:
            return text
        if text in WORDS:
            return WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text, 0)
        return float(text) if _FLOAT.fullmatch(text) else text

    def _escape(self, match: re.Match[str]) -> str:
        code = match.group(1)
        if code[0] in "xu" and len(code) > 1:
            return chr(int(code[1:], 16))
        if code not in _ESCAPES:
            raise Malformed(f"the escape \\{code} is not known", self.number)
        return _ESCAPES[code]


def _uncommented(line: str) -> str:
    """The line without its comment; a ``#`` inside quotes or inside a word is not one."""
    quote, escaped = "", False
    for index, character in enumerate(line):
        if quote:
            if escaped:
                escaped = False
            elif character == "\\" and quote == '"':
                escaped = True
            elif character == quote:
                quote = ""
        elif character in "'\"" and (index == 0 or line[index - 1] in " \t[{,:-"):
            quote = character
        elif character == "#" and (index == 0 or line[index - 1] in " \t"):
            return line[:index]
    return line


def _closed(text: str) -> bool:
    bare = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\'\'|[^\'])*\'', "", text)
    return bare.count("[") + bare.count("{") <= bare.count("]") + bare.count("}")
