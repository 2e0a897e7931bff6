"""What a file says that clang's tree does not show: attributes, pragmas, and macros that answer otherwise than gcc's.

The text is searched, macro definitions included: a remark inside a macro counts wherever the macro's name is written.
Only what is not known to be harmless is kept (``attributes``).  Where the text does not show plainly what is meant (a
name that is itself a macro, or a keyword that could be pasted together), that is a remark too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from assay.frontends.c.text.attributes import harmless, harmless_pragma, plain, whole_program

ATTRIBUTES: Final = ("__attribute__", "__attribute")
# Macros of clang and gcc that answer differently, or differently each time.
_UNANSWERED: Final = {
    "__has_attribute": "gcc and clang know different attributes",
    "__has_builtin": "gcc and clang know different builtin functions",
    "__has_c_attribute": "gcc and clang know different attributes",
    "__has_cpp_attribute": "gcc and clang know different attributes",
    "__has_include": "the headers are built in",
    "__has_include_next": "the headers are built in",
    "__has_embed": "gcc and clang differ on it",
    "__DATE__": "its value changes from day to day",
    "__TIME__": "its value changes all the time",
    "__TIMESTAMP__": "its value depends on the file",
    "__PIC__": "it depends on how gcc was built",
    "__pic__": "it depends on how gcc was built",
    "__PIE__": "it depends on how gcc was built",
    "__pie__": "it depends on how gcc was built",
}
_KEYWORDS: Final = (*ATTRIBUTES, "_Pragma", *_UNANSWERED)
_SKIPPED: Final = r"""//(?:[^\n\\]|\\.)*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_INTEREST: Final = re.compile(
    rf"{_SKIPPED}|^[ \t]*#(?:[^\n\\/]|\\.|/\*.*?\*/|/)*|\b(?:{'|'.join(_KEYWORDS)})\b|\[\s*\[|%:|<:",
    re.DOTALL | re.MULTILINE,
)
_WORD: Final = re.compile(
    rf"{_SKIPPED}|^[ \t]*#(?:[^\n\\/]|\\.|/\*.*?\*/|/)*|\b[A-Za-z_]\w*\b", re.DOTALL | re.MULTILINE
)
_INSIDE: Final = re.compile(rf"{_SKIPPED}|\b(?:{'|'.join(_KEYWORDS)})\b|\[\s*\[|%:|<:", re.DOTALL)
_DEFINE: Final = re.compile(r"\s*#\s*define\s+([A-Za-z_]\w*)(\([^)]*\))?")
_PRAGMA: Final = re.compile(r"\s*#\s*pragma\b[ \t]*(.*)", re.DOTALL)
_OPERATOR: Final = re.compile(r'\s*\(\s*L?"((?:\\.|[^"\\])*)"\s*\)')
_BLANK: Final = re.compile(r"(?:\s|\\\n|/\*.*?\*/|//[^\n]*)*", re.DOTALL)
_NAME: Final = re.compile(r"(?:(?:__)?gnu(?:__)?\s*::\s*)?([A-Za-z_]\w*)")
_SPLICED: Final = re.compile(r"[A-Za-z_]\w*(?:\\\r?\n\w+)+")
_IDENTIFIER: Final = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Remark:
    """Something at ``offset`` that is not known to be harmless.  ``whole``: it counts wherever it stands.

    ``name`` is that of an attribute, and empty for anything else.
    """

    offset: int
    message: str
    hint: str
    whole: bool
    name: str = ""


@dataclass(slots=True)
class _Macro:
    """A macro whose body holds remarks, by itself or through other macros."""

    remarks: list[Remark]
    words: frozenset[str]


def remarks(text: str, skipped: Iterable[tuple[int, int]] = ()) -> list[Remark]:
    """All remarks of a file, in order of place.  ``skipped`` are the ranges that no condition lets through."""
    return sorted(_Search(text, list(skipped)).found(), key=lambda remark: remark.offset)


class _Search:
    def __init__(self, text: str, skipped: list[tuple[int, int]]) -> None:
        self.text = text
        self.skipped = skipped
        self.macros: dict[str, _Macro] = {}
        self.defined: set[str] = set()
        self.parameters: frozenset[str] = frozenset()

    def found(self) -> Iterator[Remark]:
        for match in re.finditer(r"^\s*#\s*define\s+([A-Za-z_]\w*)", self.text, re.MULTILINE):
            self.defined.add(match[1])
        yield from self._spliced()
        for match in _INTEREST.finditer(self.text):
            token = match.group()
            if token[0] in "\"'" or token.startswith(("//", "/*")) or self._absent(match.start()):
                continue
            if token.lstrip().startswith("#"):
                yield from self._directive(match.start(), token)
            else:
                yield from self._at(self.text, match.start(), 0, token)
        yield from self._uses()

    def _absent(self, offset: int) -> bool:
        return any(low <= offset < high for low, high in self.skipped)

    # -- single remarks

    def _at(self, text: str, start: int, base: int, token: str) -> Iterator[Remark]:
        """What the token at ``start`` of ``text`` (which begins at ``base`` in the file) says."""
        offset = base + start
        if token in ATTRIBUTES:
            yield from self._attributes(text, start + len(token), base, offset, "((")
        elif token[0] == "[":
            yield from self._attributes(text, start, base, offset, "[[")
        elif token == "_Pragma":
            match = _OPERATOR.match(text, start + len(token))
            yield from self._pragma(offset, re.sub(r"\\(.)", r"\1", match[1]).strip() if match else "?")
        elif token in _UNANSWERED:
            yield Remark(offset, f"{token} is not supported: {_UNANSWERED[token]}", "expand the program first", True)
        else:
            yield Remark(offset, "digraphs are not supported", "write [ ] { } #", True)

    def _pragma(self, offset: int, text: str) -> Iterator[Remark]:
        if not harmless_pragma(text):
            shown = " ".join(text.split())[:60]
            yield Remark(offset, f"the pragma '{shown}' is not supported", "remove it if it changes nothing", True)

    def _attributes(self, text: str, start: int, base: int, offset: int, opening: str) -> Iterator[Remark]:
        """The attributes of one list ``((a, b(c)))`` or ``[[a, b(c)]]``."""
        place = start
        for sign in opening:
            place = _after(text, place)
            if not text.startswith(sign, place):
                yield Remark(offset, "this attribute is not plain to see", "write it without macros", True)
                return
            place += 1
        closing = ")" if opening[0] == "(" else "]"
        while True:
            place = _after(text, place)
            if text.startswith(closing, place):
                return
            if text.startswith(",", place):
                place += 1
                continue
            match = _NAME.match(text, place)
            if match is None:
                yield Remark(offset, "this attribute is not plain to see", "write it without macros", True)
                return
            place = _after(text, match.end())
            arguments = ""
            if text.startswith("(", place):
                end = _closed(text, place)
                arguments, place = text[place:end], end
            yield from self._attribute(base + match.start(), match[1], arguments)

    def _attribute(self, offset: int, spelled: str, arguments: str) -> Iterator[Remark]:
        name = plain(spelled)
        if spelled in self.defined or spelled in self.parameters:
            yield Remark(offset, f"the attribute {spelled} is a macro", "write the attribute itself", True)
        elif not harmless(name, arguments):
            shown = name + arguments if name == "section" else name
            message = f"the attribute {shown} is not supported"
            yield Remark(offset, message, "remove it if it changes nothing", whole_program(name), name)

    def _spliced(self) -> Iterator[Remark]:
        """A keyword that lines or macros could put together."""
        for match in _SPLICED.finditer(self.text):
            if re.sub(r"\\\r?\n", "", match.group()) in _KEYWORDS:
                yield Remark(match.start(), "this keyword is broken over two lines", "write it on one line", True)
        place = self.text.find("##")
        if place >= 0:
            words = set(_IDENTIFIER.findall(self.text))
            for keyword in _KEYWORDS:
                pieces = [word for word in words if word in keyword and word != keyword]
                if _pasted(keyword, pieces):
                    yield Remark(place, f"the keyword {keyword} may be pasted together", "write it out", True)

    # -- macros

    def _directive(self, offset: int, line: str) -> Iterator[Remark]:
        pragma = _PRAGMA.fullmatch(line)
        if pragma is not None:
            yield from self._pragma(offset, re.sub(r"\\\r?\n", " ", pragma[1]).strip())
            return
        define = _DEFINE.match(line)
        if define is None:
            yield from self._inside(line, offset, 0)
            return
        self.parameters = frozenset(_IDENTIFIER.findall(define[2] or ""))
        inside = list(self._inside(line, offset, define.end()))
        self.parameters = frozenset()
        yield from (remark for remark in inside if remark.whole)
        known = self.macros.setdefault(define[1], _Macro([], frozenset()))
        known.remarks += [remark for remark in inside if not remark.whole]
        known.words |= set(_IDENTIFIER.findall(line, define.end()))

    def _inside(self, line: str, offset: int, start: int) -> Iterator[Remark]:
        for match in _INSIDE.finditer(line, start):
            token = match.group()
            if token[0] not in "\"'" and not token.startswith(("//", "/*")):
                yield from self._at(line, match.start(), offset, token)

    def _uses(self) -> Iterator[Remark]:
        """The remarks of macros, at the places where their names are written."""
        carried = self._carried()
        if not carried:
            return
        for match in _WORD.finditer(self.text):
            for remark in carried.get(match.group(), ()):
                yield replace(remark, offset=match.start())

    def _carried(self) -> dict[str, list[Remark]]:
        """By macro, the remarks in its body and in the macros that the body names."""
        carried = {name: list(macro.remarks) for name, macro in self.macros.items() if macro.remarks}
        changed = bool(carried)
        while changed:
            changed = False
            for name, macro in self.macros.items():
                own = carried.get(name, [])
                more = [r for word in macro.words if word != name for r in carried.get(word, ()) if r not in own]
                if more:
                    carried[name] = own + more
                    changed = True
        return carried


def _after(text: str, place: int) -> int:
    match = _BLANK.match(text, place)
    return match.end() if match else place


def _closed(text: str, place: int) -> int:
    """Behind the parenthesis that closes the one at ``place``."""
    depth = 0
    for match in re.compile(rf"{_SKIPPED}|[()]", re.DOTALL).finditer(text, place):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if not depth:
            return match.end()
    return len(text)


def _pasted(keyword: str, pieces: list[str]) -> bool:
    """Is the keyword a sequence of two or more of the pieces?"""
    reached = {0}
    for place in range(len(keyword)):
        if place in reached:
            reached |= {place + len(piece) for piece in pieces if keyword.startswith(piece, place)}
    return len(keyword) in reached
