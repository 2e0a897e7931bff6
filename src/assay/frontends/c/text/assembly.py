"""Inline assembly that provably does nothing, or only hands an operand on: its template is empty.

``asm("" ::: "memory")`` is a barrier for the compiler and nothing at run time; ``asm("" : "+r"(x))`` leaves x as it
is; ``asm("" : "=r"(x) : "0"(y))`` puts x into the register where y is.  All other assembly is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_BLANK: Final = r"(?:\s|\\\n|/\*.*?\*/|//[^\n]*)*"
_HEAD: Final = re.compile(
    rf"(?:asm|__asm__|__asm)\b{_BLANK}((?:(?:volatile|__volatile__|__volatile|inline|__inline__|__inline)\b{_BLANK})*)\(",
    re.DOTALL,
)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_KEYWORD: Final = re.compile(r"\b(?:asm|__asm__|__asm)\b")
_STRING: Final = re.compile(rf'{_BLANK}"((?:\\.|[^"\\\n])*)"', re.DOTALL)
_SIGN: Final = re.compile(rf"{_BLANK}(::|[:,()\[])", re.DOTALL)
_PAREN: Final = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[()]""", re.DOTALL)
_SYMBOL: Final = re.compile(rf"{_BLANK}\[{_BLANK}\w+{_BLANK}\]", re.DOTALL)
_KEPT: Final = re.compile(r"\+&?[A-Za-z]+")
_GIVEN: Final = re.compile(r"=&?[rgqQabcdSD]+")
_SPACE: Final = re.compile(r"(?:\s|\\[nt])*")


@dataclass(frozen=True, slots=True)
class Assembly:
    """An asm statement: its template and the constraints of its operands."""

    template: str
    outputs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return _SPACE.fullmatch(self.template) is not None

    @property
    def keeps(self) -> bool:
        """Does it change no operand?"""
        return self.empty and all(_KEPT.fullmatch(output) for output in self.outputs)

    @property
    def hands_on(self) -> bool:
        """Is its only effect that the one output becomes the one input?"""
        return (
            self.empty
            and len(self.outputs) == 1
            and _GIVEN.fullmatch(self.outputs[0]) is not None
            and self.inputs == ("0",)
        )


def assembly(text: str, place: int) -> Assembly | None:
    """The statement that begins at ``place``, or is all the assembly of the macro that is named there.

    None where its text is not plain to see, or may jump.
    """
    head = _HEAD.match(text, place) or _in_macro(text, place)
    if head is None:
        return None
    template, place = _literals(text, head.end())
    if template is None:
        return None
    sections: list[tuple[str, ...]] = []
    sign, place = _sign(text, place)
    while sign in (":", "::"):
        if sign == "::":
            sections.append(())
        operands, place = _operands(text, place)
        if operands is None:
            return None
        sections.append(operands)
        sign, place = _sign(text, place)
    if sign != ")" or len(sections) > 3:
        return None
    return Assembly(template, *sections[:2])


def _in_macro(text: str, place: int) -> re.Match[str] | None:
    """The head of the one asm statement in the one definition of the macro whose name stands at ``place``."""
    name = _NAME.match(text, place)
    if name is None:
        return None
    bodies = list(
        re.finditer(rf"^[ \t]*#\s*define\s+{name.group()}\b((?:[^\n\\]|\\.)*)", text, re.MULTILINE | re.DOTALL)
    )
    if len(bodies) != 1:
        return None
    keywords = list(_KEYWORD.finditer(text, bodies[0].start(1), bodies[0].end(1)))
    return _HEAD.match(text, keywords[0].start()) if len(keywords) == 1 else None


def _sign(text: str, place: int) -> tuple[str, int]:
    match = _SIGN.match(text, place)
    return (match[1], match.end()) if match else ("", place)


def _literals(text: str, place: int) -> tuple[str | None, int]:
    """String literals that stand side by side, as one."""
    found: str | None = None
    while (match := _STRING.match(text, place)) is not None:
        found, place = (found or "") + match[1], match.end()
    return found, place


def _operands(text: str, place: int) -> tuple[tuple[str, ...] | None, int]:
    """The constraints (or clobbers) of one section; None if one of them is not a literal."""
    found: list[str] = []
    while True:
        symbol = _SYMBOL.match(text, place)
        constraint, after = _literals(text, symbol.end() if symbol else place)
        if constraint is None:
            return (None if found or symbol else ()), place
        found.append(constraint)
        place = after
        sign, after = _sign(text, place)
        if sign == "(":
            place = _closed(text, after)
            sign, after = _sign(text, place)
        if sign != ",":
            return tuple(found), place
        place = after


def _closed(text: str, place: int) -> int:
    """Behind the parenthesis that closes one that was opened before ``place``."""
    depth = 1
    for match in _PAREN.finditer(text, place):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if not depth:
            return match.end()
    return len(text)
