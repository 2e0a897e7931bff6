"""AIGER files, ascii and binary, read into numbers and checked: counts, literals, definitions, cycles, symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.frontends.hardware.bytes import Bytes, as_bytes, read_bytes

# No file is so long that a literal in it has more digits.
_DIGITS: Final = 18


@dataclass(frozen=True)
class Aiger:
    """A checked file: literals as they are written, gates such that each comes after what it uses."""

    file: str
    maximum: int
    inputs: Sequence[int]
    latches: Sequence[tuple[int, int, int | None]]
    outputs: Sequence[int]
    bads: Sequence[int]
    constraints: Sequence[int]
    justice: Sequence[tuple[int, ...]]
    fairness: Sequence[int]
    gates: Sequence[tuple[int, int, int]]
    symbols: Mapping[str, str]

    @property
    def goals(self) -> tuple[str, Sequence[int]]:
        """The literals that describe bad states, and the letter of their section."""
        return ("o", self.outputs) if not self.bads and not self.justice else ("b", self.bads)


def parse(path: str | Path) -> Aiger:
    """The file at ``path``, checked; raises InputError with the place where it is wrong."""
    return _Parser(read_bytes(path)).parse()


def parse_content(file: str, content: bytes) -> Aiger:
    """The content of ``file``, checked likewise."""
    return _Parser(as_bytes(file, content)).parse()


class _Parser:
    def __init__(self, source: Bytes) -> None:
        self.source = source
        self.maximum = 0
        # Where a literal is defined, and where it is used first; for ascii files.
        self._defined: dict[int, int] = {}
        self._used: dict[int, int] = {}

    def parse(self) -> Aiger:
        binary, counts = self._header()
        self.maximum, inputs, latches, outputs, ands, bads, constraints, justice, fairness = counts
        if binary:
            input_literals: Sequence[int] = range(2, 2 * inputs + 2, 2)
        else:
            input_literals = [self._definition(self._line(1, 1, "an input")[0]) for _ in range(inputs)]
        latch_rows = [self._latch(None if binary else 0, 2 * (inputs + k + 1)) for k in range(latches)]
        output_literals = self._section(outputs, "an output")
        bad_literals = self._section(bads, "a bad state")
        constraint_literals = self._section(constraints, "a constraint")
        sizes = [self._line(1, 1, "the size of a justice property")[0] for _ in range(justice)]
        justice_literals = [tuple(self._section(size, "a justice condition")) for size in sizes]
        fair_literals = self._section(fairness, "a fairness condition")
        first = inputs + latches + 1
        gates = self._binary_gates(first, ands) if binary else self._ascii_gates(ands)
        used = [*output_literals, *bad_literals, *constraint_literals, *fair_literals]
        used += [literal for group in justice_literals for literal in group]
        if not binary:
            gates = self._ordered(input_literals, latch_rows, gates, used)
        sections = {"i": inputs, "l": latches, "o": outputs, "b": bads, "c": constraints, "j": justice, "f": fairness}
        return Aiger(
            self.source.file,
            self.maximum,
            input_literals,
            latch_rows,
            output_literals,
            bad_literals,
            constraint_literals,
            justice_literals,
            fair_literals,
            gates,
            self._symbols(sections),
        )

    def _header(self) -> tuple[bool, list[int]]:
        where = self.source.here
        words = self.source.line("the header").split(b" ")
        if words[0] not in (b"aig", b"aag"):
            raise InputError("an AIGER file begins with 'aig' or 'aag'", where)
        numbers = [int(word) for word in words[1:] if _is_number(word)]
        if len(numbers) != len(words) - 1 or not 5 <= len(numbers) <= 9:
            raise InputError("the header must have 5 to 9 numbers: M I L O A B C J F", where)
        numbers += [0] * (9 - len(numbers))
        binary = words[0] == b"aig"
        needed = numbers[1] + numbers[2] + numbers[4]
        if numbers[0] < needed or (binary and numbers[0] != needed):
            relation = "M = I + L + A" if binary else "M >= I + L + A"
            raise InputError(f"wrong counts: {relation} must hold, but M = {numbers[0]} and the sum is {needed}", where)
        if numbers[0] > 8 * len(self.source.data) + 64:
            raise InputError(f"the header announces {numbers[0]} variables, more than the file can hold", where)
        return binary, numbers

    def _line(self, least: int, most: int, what: str) -> list[int]:
        """The numbers of the next line."""
        line = self.source.line(what)
        words = line.split(b" ")
        if not least <= len(words) <= most or not all(map(_is_number, words)):
            shape = "one number" if most == 1 else f"{least} numbers" if least == most else f"{least} to {most} numbers"
            raise InputError(f"{what} is {shape} separated by single spaces, not {_quoted(line)}", self.source.last)
        return [int(word) for word in words]

    def _literal(self, literal: int, where: Position | None = None) -> int:
        if literal > 2 * self.maximum + 1:
            place = where or self.source.last
            raise InputError(f"literal {literal} is larger than 2 * {self.maximum} + 1", place)
        self._used.setdefault(literal & ~1, self.source.start)
        return literal

    def _definition(self, literal: int) -> int:
        if literal % 2 or literal < 2:
            raise InputError(f"{literal} cannot be defined: it must be even and at least 2", self.source.last)
        if literal in self._defined:
            raise InputError(f"literal {literal} is defined twice", self.source.last)
        self._defined[literal] = self.source.start
        return self._literal(literal)

    def _section(self, count: int, what: str) -> list[int]:
        return [self._literal(self._line(1, 1, what)[0]) for _ in range(count)]

    def _latch(self, shift: int | None, implied: int) -> tuple[int, int, int | None]:
        extra = 0 if shift is None else 1
        numbers = self._line(1 + extra, 2 + extra, "a latch")
        literal = self._definition(numbers[0]) if extra else implied
        reset = numbers[1 + extra] if len(numbers) == 2 + extra else 0
        if reset not in (0, 1, literal):
            raise InputError(f"a latch is reset to 0, to 1 or to itself ({literal}), not to {reset}", self.source.last)
        return literal, self._literal(numbers[extra]), None if reset == literal else reset

    def _ascii_gates(self, count: int) -> list[tuple[int, int, int]]:
        gates = []
        for _ in range(count):
            literal, left, right = self._line(3, 3, "an and-gate")
            gates.append((self._definition(literal), self._literal(left), self._literal(right)))
        return gates

    def _binary_gates(self, first: int, count: int) -> list[tuple[int, int, int]]:
        data, position, end = self.source.data, self.source.offset, len(self.source.data)
        gates: list[tuple[int, int, int]] = []
        append = gates.append
        try:
            for literal in range(2 * first, 2 * (first + count), 2):
                byte = data[position]
                position += 1
                delta = byte & 127
                shift = 7
                while byte > 127:
                    byte = data[position]
                    position += 1
                    delta |= (byte & 127) << shift
                    shift += 7
                byte = data[position]
                position += 1
                second = byte & 127
                shift = 7
                while byte > 127:
                    byte = data[position]
                    position += 1
                    second |= (byte & 127) << shift
                    shift += 7
                left = literal - delta
                if not 0 < delta <= literal or second > left:
                    where = self.source.at(position - 1)
                    raise InputError(f"and-gate {literal} uses something that is not defined before it", where)
                append((literal, left, left - second))
        except IndexError:
            missing = count - len(gates)
            raise InputError(
                f"the file ends within the and-gates: {missing} of {count} missing", self.source.at(end - 1)
            ) from None
        self.source.offset = position
        return gates

    def _ordered(
        self,
        inputs: Sequence[int],
        latches: Sequence[tuple[int, int, int | None]],
        gates: Sequence[tuple[int, int, int]],
        used: Sequence[int],
    ) -> list[tuple[int, int, int]]:
        """The gates such that each comes after what it uses."""
        known = {0, *inputs, *(row[0] for row in latches)}
        table = {gate[0]: gate for gate in gates}
        order: list[tuple[int, int, int]] = []
        active: set[int] = set()
        for root in (*table, *(literal & ~1 for literal in used), *(row[1] & ~1 for row in latches)):
            stack = [root]
            while stack:
                literal = stack[-1]
                if literal in known:
                    stack.pop()
                    continue
                found = table.get(literal)
                if found is None:
                    where = self.source.at(self._used[literal])
                    raise InputError(f"literal {literal} is used but never defined", where)
                missing = [part & ~1 for part in found[1:] if part & ~1 not in known]
                if not missing:
                    stack.pop()
                    active.discard(literal)
                    known.add(literal)
                    order.append(found)
                    continue
                active.add(literal)
                for part in missing:
                    if part in active:
                        where = self.source.at(self._defined[part])
                        raise InputError(f"and-gate {part} depends on itself", where)
                stack.extend(missing)
        return order

    def _symbols(self, sections: Mapping[str, int]) -> dict[str, str]:
        """The symbol table; a comment section ends it."""
        names: dict[str, str] = {}
        while not self.source.exhausted:
            line = self.source.line("a symbol")
            if line.startswith(b"c") and not line[1:2].isdigit():
                break
            key, space, name = line.partition(b" ")
            kind, index = key[:1].decode("latin-1"), key[1:]
            if not space or kind not in sections or not _is_number(index):
                raise InputError(f"a symbol looks like 'i0 name', not {_quoted(line)}", self.source.last)
            if int(index) >= sections[kind]:
                raise InputError(f"there is no {key.decode()} to give a name to", self.source.last)
            names[f"{kind}{int(index)}"] = name.decode("utf-8", "replace")
        return names


def _is_number(word: bytes) -> bool:
    """Decimal digits, and no more of them than a count or a literal can have."""
    return word.isdigit() and len(word) <= _DIGITS


def _quoted(line: bytes) -> str:
    text = line.decode("ascii", "backslashreplace")
    return repr(text if len(text) <= 40 else text[:37] + "...")
