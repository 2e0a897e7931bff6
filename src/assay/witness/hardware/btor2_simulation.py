"""BTOR2 files evaluated over Python's integers: an independent reading of the format, for checking witnesses.

The file must be well formed, as the front end has found it to be; no code is shared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

Data = int | dict[int, int]


@dataclass
class Design:
    """The lines of a BTOR2 file by number, and what plays which part."""

    lines: dict[int, list[str]] = field(default_factory=dict)
    widths: dict[int, int] = field(default_factory=dict)
    arrays: dict[int, tuple[int, int]] = field(default_factory=dict)
    inputs: list[int] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    init: dict[int, int] = field(default_factory=dict)
    next: dict[int, int] = field(default_factory=dict)
    bads: list[int] = field(default_factory=list)
    constraints: list[int] = field(default_factory=list)
    fairness: list[int] = field(default_factory=list)
    justice: list[list[int]] = field(default_factory=list)

    def width(self, node: int) -> int:
        """The width of a node that is a vector."""
        return self.widths[int(self.lines[abs(node)][2])]

    def blank(self, node: int) -> Data:
        """What a state or an input has where nothing else is said of it."""
        return {} if int(self.lines[node][2]) in self.arrays else 0

    def needed(self, roots: Iterable[int]) -> list[int]:
        """The nodes on which the values of ``roots`` depend, at any number of steps, in an order of evaluation."""
        found: set[int] = set()
        todo = [abs(node) for node in roots]
        while todo:
            node = todo.pop()
            if node not in found:
                found.add(node)
                todo += map(abs, self._operands(node))
        return [node for node in self.lines if node in found]

    def _operands(self, node: int) -> list[int]:
        """What a node is computed of, or becomes at the next step."""
        words = self.lines[node]
        match words[1]:
            case "state":
                return [self.next[node]] if node in self.next else []
            case "input" | "const" | "constd" | "consth" | "zero" | "one" | "ones":
                return []
            case "ite" | "write":
                number = 3
            case op:
                number = 2 if op == "read" or op == "concat" or op in _BINARY else 1
        return [int(word) for word in words[3 : 3 + number]]


def read_design(path: str | Path) -> Design:
    design = Design()
    content = Path(path).read_bytes()
    try:
        whole = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        whole = content.decode("latin-1")
    # Lines end at line feeds and nowhere else: a comment may hold what other conventions count as the end of a line.
    for text in whole.split("\n"):
        words = text.split(";")[0].split()
        if not words:
            continue
        number, op = int(words[0]), words[1]
        match op:
            case "sort" if words[2] == "bitvec":
                design.widths[number] = int(words[3])
            case "sort":
                design.arrays[number] = (design.widths[int(words[3])], design.widths[int(words[4])])
            case "init":
                design.init[int(words[3])] = int(words[4])
            case "next":
                design.next[int(words[3])] = int(words[4])
            case "bad":
                design.bads.append(int(words[2]))
            case "constraint":
                design.constraints.append(int(words[2]))
            case "fair":
                design.fairness.append(int(words[2]))
            case "justice":
                design.justice.append([int(word) for word in words[3 : 3 + int(words[2])]])
            case "output":
                pass
            case _:
                design.lines[number] = words
                if op == "input":
                    design.inputs.append(number)
                elif op == "state":
                    design.states.append(number)
    return design


# -- evaluation ------------------------------------------------------------------------------------------------------


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) & 1 else value


def _divided(a: int, b: int) -> tuple[int, int]:
    """Quotient towards zero, and the remainder."""
    quotient = abs(a) // abs(b)
    quotient = quotient if (a < 0) == (b < 0) else -quotient
    return quotient, a - b * quotient


def _sdiv(a: int, b: int, w: int) -> int:
    x, y = _signed(a, w), _signed(b, w)
    return _divided(x, y)[0] if y else (1 if x < 0 else -1)


def _srem(a: int, b: int, w: int) -> int:
    x, y = _signed(a, w), _signed(b, w)
    return _divided(x, y)[1] if y else x


def _smod(a: int, b: int, w: int) -> int:
    x, y = _signed(a, w), _signed(b, w)
    return x % y if y else x


def _outside(value: int, width: int, *, signed: bool) -> int:
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    return int(not low <= value < high)


# On unsigned operands of one width; results are reduced to the width of the line.
_BINARY: Final[dict[str, Callable[[int, int, int], int]]] = {
    "iff": lambda a, b, w: int(a == b),
    "implies": lambda a, b, w: int(not a or b),
    "eq": lambda a, b, w: int(a == b),
    "neq": lambda a, b, w: int(a != b),
    "ugt": lambda a, b, w: int(a > b),
    "ugte": lambda a, b, w: int(a >= b),
    "ult": lambda a, b, w: int(a < b),
    "ulte": lambda a, b, w: int(a <= b),
    "sgt": lambda a, b, w: int(_signed(a, w) > _signed(b, w)),
    "sgte": lambda a, b, w: int(_signed(a, w) >= _signed(b, w)),
    "slt": lambda a, b, w: int(_signed(a, w) < _signed(b, w)),
    "slte": lambda a, b, w: int(_signed(a, w) <= _signed(b, w)),
    "and": lambda a, b, w: a & b,
    "nand": lambda a, b, w: ~(a & b),
    "or": lambda a, b, w: a | b,
    "nor": lambda a, b, w: ~(a | b),
    "xor": lambda a, b, w: a ^ b,
    "xnor": lambda a, b, w: ~(a ^ b),
    "add": lambda a, b, w: a + b,
    "sub": lambda a, b, w: a - b,
    "mul": lambda a, b, w: a * b,
    "udiv": lambda a, b, w: a // b if b else -1,
    "urem": lambda a, b, w: a % b if b else a,
    "sdiv": _sdiv,
    "srem": _srem,
    "smod": _smod,
    "sll": lambda a, b, w: a << b if b < w else 0,
    "srl": lambda a, b, w: a >> b if b < w else 0,
    "sra": lambda a, b, w: _signed(a, w) >> min(b, w),
    "rol": lambda a, b, w: a << b % w | a >> (w - b % w),
    "ror": lambda a, b, w: a >> b % w | a << (w - b % w),
    "uaddo": lambda a, b, w: _outside(a + b, w, signed=False),
    "saddo": lambda a, b, w: _outside(_signed(a, w) + _signed(b, w), w, signed=True),
    "usubo": lambda a, b, w: _outside(a - b, w, signed=False),
    "ssubo": lambda a, b, w: _outside(_signed(a, w) - _signed(b, w), w, signed=True),
    "umulo": lambda a, b, w: _outside(a * b, w, signed=False),
    "smulo": lambda a, b, w: _outside(_signed(a, w) * _signed(b, w), w, signed=True),
    "sdivo": lambda a, b, w: int(_signed(a, w) == -(1 << (w - 1)) and _signed(b, w) == -1),
}
_UNARY: Final[dict[str, Callable[[int, int], int]]] = {
    "not": lambda a, w: ~a,
    "neg": lambda a, w: -a,
    "inc": lambda a, w: a + 1,
    "dec": lambda a, w: a - 1,
    "redand": lambda a, w: int(a == (1 << w) - 1),
    "redor": lambda a, w: int(a != 0),
    "redxor": lambda a, w: a.bit_count() & 1,
}
_BASES: Final = {"const": 2, "constd": 10, "consth": 16}


class Frame:
    """The values of all nodes at one step, or of ``nodes`` that are closed under what they depend on.

    Lines, and ``nodes``, are in an order of evaluation.
    """

    def __init__(self, design: Design, leaves: dict[int, Data], nodes: Iterable[int] | None = None) -> None:
        self.design = design
        self.value = dict(leaves)
        for number in design.lines if nodes is None else nodes:
            if number not in self.value:
                self.value[number] = self._evaluate(number)

    def of(self, node: int) -> Data:
        value = self.value[abs(node)]
        if node > 0:
            return value
        assert isinstance(value, int)
        return ~value & ((1 << self.design.width(node)) - 1)

    def bits(self, node: int) -> int:
        value = self.of(node)
        assert isinstance(value, int)
        return value

    def _evaluate(self, number: int) -> Data:
        words = self.design.lines[number]
        op, sort = words[1], int(words[2])
        if op == "ite":
            return self.of(int(words[4] if self.bits(int(words[3])) else words[5]))
        if op == "write":
            array = self.of(int(words[3]))
            assert isinstance(array, dict)
            return {**array, self.bits(int(words[4])): self.bits(int(words[5]))}
        if op in ("eq", "neq") and isinstance(self.of(int(words[3])), dict):
            same = plain(self.of(int(words[3]))) == plain(self.of(int(words[4])))
            return int(same == (op == "eq"))
        return self._vector(op, words) & ((1 << self.design.widths[sort]) - 1)

    def _vector(self, op: str, words: list[str]) -> int:
        if op in _BASES:
            return int(words[3], _BASES[op])
        if op in ("zero", "one", "ones"):
            return {"zero": 0, "one": 1, "ones": -1}[op]
        first = int(words[3])
        if op == "read":
            array = self.of(first)
            assert isinstance(array, dict)
            return array.get(self.bits(int(words[4])), 0)
        a = self.bits(first)
        width = self.design.width(first)
        if op == "slice":
            return a >> int(words[5])
        if op == "uext":
            return a
        if op == "sext":
            return _signed(a, width)
        if op in _UNARY:
            return _UNARY[op](a, width)
        second = int(words[4])
        b = self.bits(second)
        return (a << self.design.width(second)) | b if op == "concat" else _BINARY[op](a, b, width)


def plain(value: Data) -> dict[int, int]:
    assert isinstance(value, dict)
    return {index: element for index, element in value.items() if element}
