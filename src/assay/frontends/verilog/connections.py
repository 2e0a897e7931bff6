"""What is connected to ports of instances: refused where it is computed with fewer bits than the port has.

A connection is an assignment (IEEE 1800, 23.3.3.7 and 10.8), so that ``a + b`` has the width of the port and keeps its
carry; Yosys computes it with the width of ``a`` and ``b`` and extends that.  Signals, numbers and concatenations mean
the same to both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing, split
from assay.frontends.verilog.concurrent.printing import words
from assay.frontends.verilog.tokens import Token

_WORD: Final = re.compile(r"\\\S+|[\w']+")
# Words in front of brackets that are no instances.
_NO_MODULES: Final = ("assert", "assume", "cover", "property", "sequence", "function", "task", "module", "return")


def refuse_widened(tokens: Sequence[Token], resized: Iterable[tuple[str, int, int]]) -> None:
    """Raises Unsupported for the first port that is wider than what is computed for it.

    ``resized`` has the names of ports with their instances, the bits that are connected, and those of the port.
    """
    wider = {_named(name) for name, bits, port in resized if port > bits}
    instances = {instance for instance, _ in wider}
    for instance, port, expression in _connections(tokens) if wider else ():
        if ((instance, port) in wider or (not port and instance in instances)) and _computes(expression):
            message = (
                f"{words(expression)} for a port of {instance} that has more bits, which Yosys computes without those"
            )
            raise Unsupported(message, expression[0].spot, "give it a net as wide as the port")


def _named(path: str) -> tuple[str, str]:
    """The names of the instance and of its port, without the scopes around them."""
    scopes, _, port = path.rpartition(".")
    return scopes.rpartition(".")[2].partition("[")[0], port


def _connections(tokens: Sequence[Token]) -> Iterator[tuple[str, str, list[Token]]]:
    """The names of instances and ports with what is connected; the port is empty where it is told by its place."""
    for place, token in enumerate(tokens[2:-1], 2):
        before = tokens[place - 1]
        if tokens[place + 1].text != "(" or not NAME.fullmatch(token.text) or before.text in _NO_MODULES:
            continue
        if before.text != ")" and not NAME.fullmatch(before.text):
            continue
        for part in split(tokens[place + 2 : closing(tokens, place + 1)]):
            if len(part) > 3 and part[0].text == "." and part[2].text == "(":
                yield token.text, part[1].text, part[3:-1]
            elif part and part[0].text != ".":
                yield token.text, "", part


def _computes(expression: Sequence[Token]) -> bool:
    """Is there more than signals, their parts, numbers, casts to a width, and what stands in braces?"""
    place = 0
    while place < len(expression):
        word, behind = expression[place].text, expression[place + 1].text if place + 1 < len(expression) else ""
        if word in ("[", "{", "'{") or (word.endswith("'") and behind == "("):
            place = closing(expression, place if word in ("[", "{", "'{") else place + 1) + 1
        elif word in ("(", ")", ".", "::") or (_WORD.fullmatch(word) and behind != "("):
            place += 1
        else:
            return True
    return False
