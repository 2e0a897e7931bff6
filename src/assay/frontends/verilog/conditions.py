"""Where assertions and covers stand, and what they say, as expressions that a testbench can evaluate from outside.

Of the expressions, best effort: what is not a plain one over signals of the module, such as one with ``$past``, has
none.  It is for showing a violation in a simulator only, and no verdict depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

_LINE_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_WORD: Final = re.compile(r"\d*'[sS]?[bBoOdDhH]?[\w?]+|[\w$`]+|\\\S+|.", re.DOTALL)
_CONDITIONAL: Final = re.compile(r"^\s*`(ifdef|ifndef|elsif|else|endif)\b\s*(\w*)")
FORMAL: Final = "FORMAL"


def source_of(file: str) -> str:
    """The text of a source; empty where it cannot be read."""
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def expression(text: str, line: int, kind: str, label: str) -> str:
    """What stands in the brackets of the assertion that begins at ``line``; empty where that is not clear."""
    start = sum(len(row) + 1 for row in text.split("\n")[: line - 1])
    rest = _LINE_COMMENT.sub("", text[start:])
    word = rf"{kind}\s*(?:property\s*)?\("
    here = rest.partition("\n")[0]
    pattern = rf"\b{re.escape(label)}\s*:\s*{word}" if label else rf"\b{word}"
    if not label and len(re.findall(rf"\b{kind}\b", here)) != 1:
        return ""
    match = re.search(pattern, rest)
    if match is None or (not label and match.start() > len(here)):
        return ""
    depth = 1
    for place in range(match.end(), len(rest)):
        depth += {"(": 1, ")": -1}.get(rest[place], 0)
        if not depth:
            return " ".join(rest[match.end() : place].split())
    return ""


def from_outside(expression: str, scope: str, nets: Collection[str]) -> str:
    """The expression with whole names of its signals; empty if something else in it has a name."""
    parts = []
    for word in _WORD.findall(expression):
        if re.fullmatch(r"[A-Za-z_][\w$]*", word):
            name = f"{scope}.{word}" if scope else word
            if name not in nets:
                return ""
            word = f"dut.{name}"
        elif word.startswith(("$", "`", "\\")):
            return ""
        parts.append(word)
    return "".join(parts)


def formal_lines(text: str) -> frozenset[int]:
    """The lines that are there only if FORMAL is defined."""
    found = set()
    stack: list[bool] = []
    for number, line in enumerate(text.split("\n"), 1):
        match = _CONDITIONAL.match(line)
        if match is None:
            if any(stack):
                found.add(number)
        elif match[1] in ("ifdef", "ifndef"):
            stack.append(match[1] == "ifdef" and match[2] == FORMAL)
        elif match[1] == "endif" and stack:
            stack.pop()
        elif stack:
            stack[-1] = False
    return frozenset(found)
