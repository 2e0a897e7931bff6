"""Random BTOR2 files, each with what its lines mean: no code of the project takes part.

Vectors are integers from 0, arrays are tuples of such.  Widths are small, and odd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from infinite_runs import Runs

Plain = int | tuple[int, ...]
Values = dict[int, Plain]


class Sort(NamedTuple):
    """A vector, or an array if there is a width of indices, ``places``."""

    number: int
    width: int
    places: int = 0

    def values(self) -> Iterator[Plain]:
        if self.places:
            yield from product(range(1 << self.width), repeat=1 << self.places)
        else:
            yield from range(1 << self.width)

    @property
    def bits(self) -> int:
        return self.width << self.places


VECTORS = tuple(Sort(width, width) for width in (1, 2, 3))
ARRAYS = (Sort(4, 2, 1), Sort(5, 1, 2))
HEAD = [*(f"{sort.number} sort bitvec {sort.width}" for sort in VECTORS), "4 sort array 1 2", "5 sort array 2 1"]
BIT = VECTORS[0]


def signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def _divided(a: int, b: int, width: int) -> tuple[int, int]:
    """Quotient towards zero, and the remainder that goes with it, of two's complement; by zero as SMT-LIB has it."""
    x, y = signed(a, width), signed(b, width)
    if not y:
        return (1 if x < 0 else -1), x
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient, x - y * quotient


def _modulo(a: int, b: int, width: int) -> int:
    x, y = signed(a, width), signed(b, width)
    return x - y * (x // y) if y else x


def _overflows(value: int, width: int, *, negative: bool) -> bool:
    low = -(1 << (width - 1)) if negative else 0
    return not low <= value < low + (1 << width)


def _rotated(a: int, by: int, width: int) -> int:
    row = [a >> k & 1 for k in range(width)]
    return sum(row[(k - by) % width] << k for k in range(width))


Two = Callable[[int, int, int], int]
SAME: dict[str, Two] = {
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
    "sdiv": lambda a, b, w: _divided(a, b, w)[0],
    "srem": lambda a, b, w: _divided(a, b, w)[1],
    "smod": _modulo,
    "sll": lambda a, b, w: a << b,
    "srl": lambda a, b, w: a >> b,
    "sra": lambda a, b, w: signed(a, w) >> b,
    "rol": _rotated,
    "ror": lambda a, b, w: _rotated(a, -b, w),
}
PREDICATES: dict[str, Two] = {
    "eq": lambda a, b, w: a == b,
    "neq": lambda a, b, w: a != b,
    "ugt": lambda a, b, w: a > b,
    "ugte": lambda a, b, w: a >= b,
    "ult": lambda a, b, w: a < b,
    "ulte": lambda a, b, w: a <= b,
    "sgt": lambda a, b, w: signed(a, w) > signed(b, w),
    "sgte": lambda a, b, w: signed(a, w) >= signed(b, w),
    "slt": lambda a, b, w: signed(a, w) < signed(b, w),
    "slte": lambda a, b, w: signed(a, w) <= signed(b, w),
    "uaddo": lambda a, b, w: _overflows(a + b, w, negative=False),
    "usubo": lambda a, b, w: _overflows(a - b, w, negative=False),
    "umulo": lambda a, b, w: _overflows(a * b, w, negative=False),
    "saddo": lambda a, b, w: _overflows(signed(a, w) + signed(b, w), w, negative=True),
    "ssubo": lambda a, b, w: _overflows(signed(a, w) - signed(b, w), w, negative=True),
    "smulo": lambda a, b, w: _overflows(signed(a, w) * signed(b, w), w, negative=True),
    "sdivo": lambda a, b, w: bool(b) and _overflows(_divided(a, b, w)[0], w, negative=True),
}
ONE: dict[str, Callable[[int, int], int]] = {
    "not": lambda a, w: ~a,
    "neg": lambda a, w: -a,
    "inc": lambda a, w: a + 1,
    "dec": lambda a, w: a - 1,
}
REDUCED: dict[str, Callable[[int, int], int]] = {
    "redand": lambda a, w: a == (1 << w) - 1,
    "redor": lambda a, w: a != 0,
    "redxor": lambda a, w: a.bit_count() % 2,
}


class Operand(NamedTuple):
    """A node as it stands on a line, perhaps negated."""

    text: str
    of: Callable[[Values], Plain]


class Design:
    """A file: ``text``, and the runs that it has."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines = list(HEAD)
        self.last = len(HEAD)
        self.nodes: list[tuple[int, Sort]] = []
        self.made: list[tuple[int, Callable[[Values], Plain]]] = []
        self.states: list[tuple[int, Sort]] = []
        self.inputs: list[tuple[int, Sort]] = []
        self.first: dict[int, Callable[[Values], Plain]] = {}
        self.next: dict[int, Callable[[Values], Plain]] = {}
        self.bads: list[Callable[[Values], Plain]] = []
        self.constraints: list[Callable[[Values], Plain]] = []
        self.fairness: list[Callable[[Values], Plain]] = []
        self.justice: list[list[Callable[[Values], Plain]]] = []
        self._write()

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, ""])

    # -- writing -------------------------------------------------------------------------------------------------------

    def _line(self, text: str) -> int:
        self.last += self.random.choice((1, 1, 3))
        self.lines.append(f"{self.last} {text}")
        return self.last

    def _add(self, sort: Sort, text: str, meaning: Callable[[Values], Plain]) -> None:
        number = self._line(text)
        self.nodes.append((number, sort))
        self.made.append((number, meaning))

    def _write(self) -> None:
        random = self.random
        for kinds, rows, word, most in (
            (VECTORS + ARRAYS, self.states, "state", 6),
            (VECTORS + ARRAYS, self.inputs, "input", 4),
        ):
            for _ in range(random.randint(1, 3)):
                sort = random.choice(kinds)
                if sum(own.bits for _, own in rows) + sort.bits <= most:
                    number = self._line(f"{word} {sort.number}{random.choice(('', ' a', ' ; a'))}")
                    rows.append((number, sort))
        for sort in VECTORS:
            self._constant(sort)
        # A first value depends on nothing else, or on an earlier state.
        for place, (number, sort) in enumerate(self.states):
            if random.random() < 0.7:
                self._first(number, sort, self.states[:place])
        self.nodes += [*self.states, *self.inputs]
        for _ in range(random.randint(3, 14)):
            self._operation()
        for number, sort in self.states:
            if random.random() < 0.85:
                value = self._operand(sort)
                self._line(f"next {sort.number} {number} {value.text}")
                self.next[number] = value.of
        for word, found, most in (
            ("bad", self.bads, 2),
            ("constraint", self.constraints, 1),
            ("fair", self.fairness, 1),
        ):
            for _ in range(random.randint(int(word == "bad"), most)):
                value = self._operand(BIT)
                self._line(f"{word} {value.text}")
                found.append(value.of)
        if random.random() < 0.5:
            values = [self._operand(BIT) for _ in range(random.randint(1, 2))]
            self._line(f"justice {len(values)} {' '.join(value.text for value in values)}")
            self.justice.append([value.of for value in values])

    def _constant(self, sort: Sort) -> None:
        value = self.random.randrange(1 << sort.width)
        number = value - (1 << sort.width) if self.random.random() < 0.3 and value >> (sort.width - 1) else value
        text = self.random.choice(
            (
                f"const {sort.number} {value:0{sort.width}b}",
                f"constd {sort.number} {number}",
                f"consth {sort.number} {value:x}",
            )
        )
        self._add(sort, text, lambda values: value)

    def _first(self, number: int, sort: Sort, earlier: Sequence[tuple[int, Sort]]) -> None:
        random = self.random
        same = [own for own, kind in earlier if kind == sort]
        if same and random.random() < 0.4:
            one = random.choice(same)
            self._line(f"init {sort.number} {number} {one}")
            self.first[number] = lambda values: values[one]
            return
        value = self._operand(VECTORS[sort.width - 1])
        self._line(f"init {sort.number} {number} {value.text}")
        if sort.places:
            self.first[number] = lambda values: (_whole(value.of(values)),) * (1 << sort.places)
        else:
            self.first[number] = value.of

    def _operand(self, sort: Sort) -> Operand:
        known = [number for number, own in self.nodes if own == sort]
        if not known:
            self._add(sort, *self._array(sort))
            known = [self.nodes[-1][0]]
        number = self.random.choice(known[-6:] if self.random.random() < 0.6 else known)
        if not sort.places and self.random.random() < 0.2:
            top = (1 << sort.width) - 1
            return Operand(f"-{number}", lambda values: top - _whole(values[number]))
        return Operand(str(number), lambda values: values[number])

    def _array(self, sort: Sort) -> tuple[str, Callable[[Values], Plain]]:
        """An array that is read as an input, there being no other."""
        number = self._line(f"input {sort.number}")
        self.inputs.append((number, sort))
        self.nodes.append((number, sort))
        return self._choice(sort)

    def _choice(self, sort: Sort) -> tuple[str, Callable[[Values], Plain]]:
        if_, then, other = self._operand(BIT), self._operand(sort), self._operand(sort)
        text = f"ite {sort.number} {if_.text} {then.text} {other.text}"
        return text, lambda values: (then if if_.of(values) else other).of(values)

    def _operation(self) -> None:
        random = self.random
        sort = random.choice(VECTORS)
        top, width = (1 << sort.width) - 1, sort.width
        arrays = list(dict.fromkeys(own for _, own in self.nodes if own.places))
        kind = random.randrange(9 if arrays else 6)
        if kind == 0:
            self._add(sort, *self._choice(sort))
        elif kind == 1:
            op = random.choice(list(SAME))
            f, a, b = SAME[op], self._operand(sort), self._operand(sort)
            self._add(
                sort,
                f"{op} {sort.number} {a.text} {b.text}",
                lambda values: f(_whole(a.of(values)), _whole(b.of(values)), width) & top,
            )
        elif kind == 2:
            op = random.choice(list(PREDICATES))
            f, a, b = PREDICATES[op], self._operand(sort), self._operand(sort)
            self._add(
                BIT,
                f"{op} 1 {a.text} {b.text}",
                lambda values: int(f(_whole(a.of(values)), _whole(b.of(values)), width)),
            )
        elif kind == 3:
            op = random.choice([*ONE, *REDUCED])
            a = self._operand(sort)
            if op in ONE:
                self._add(
                    sort, f"{op} {sort.number} {a.text}", lambda values: ONE[op](_whole(a.of(values)), width) & top
                )
            else:
                self._add(BIT, f"{op} 1 {a.text}", lambda values: int(REDUCED[op](_whole(a.of(values)), width)))
        elif kind in (4, 5):
            self._resized(sort)
        else:
            self._about(random.choice(arrays), kind)

    def _resized(self, sort: Sort) -> None:
        random = self.random
        a, width = self._operand(sort), sort.width
        match random.randrange(3):
            case 0:
                high = random.randrange(width)
                low = random.randint(0, high)
                kept = VECTORS[high - low]
                top = (1 << kept.width) - 1
                self._add(
                    kept, f"slice {kept.number} {a.text} {high} {low}", lambda values: _whole(a.of(values)) >> low & top
                )
            case 1:
                more = random.randint(0, 3 - width)
                wide, op = VECTORS[width + more - 1], random.choice(("uext", "sext"))
                top = (1 << wide.width) - 1
                read = signed if op == "sext" else lambda value, width: value
                self._add(
                    wide, f"{op} {wide.number} {a.text} {more}", lambda values: read(_whole(a.of(values)), width) & top
                )
            case _:
                if width < 3:
                    other = random.choice(VECTORS[: 3 - width])
                    b, wide = self._operand(other), VECTORS[width + other.width - 1]
                    self._add(
                        wide,
                        f"concat {wide.number} {a.text} {b.text}",
                        lambda values: _whole(a.of(values)) << other.width | _whole(b.of(values)),
                    )

    def _about(self, sort: Sort, kind: int) -> None:
        random = self.random
        a, index, element = self._operand(sort), VECTORS[sort.places - 1], VECTORS[sort.width - 1]
        i, v = self._operand(index), self._operand(element)
        if kind == 6:
            self._add(
                element,
                f"read {element.number} {a.text} {i.text}",
                lambda values: _row(a.of(values))[_whole(i.of(values))],
            )
        elif kind == 7:
            self._add(
                sort,
                f"write {sort.number} {a.text} {i.text} {v.text}",
                lambda values: _written(_row(a.of(values)), _whole(i.of(values)), _whole(v.of(values))),
            )
        elif random.random() < 0.5:
            self._add(sort, *self._choice(sort))
        else:
            b, op = self._operand(sort), random.choice(("eq", "neq"))
            self._add(
                BIT, f"{op} 1 {a.text} {b.text}", lambda values: int((a.of(values) == b.of(values)) == (op == "eq"))
            )

    # -- runs ----------------------------------------------------------------------------------------------------------

    def size(self) -> int:
        return sum(sort.bits for _, sort in (*self.states, *self.inputs))

    def runs(self) -> Runs[tuple[Plain, ...], Values]:
        return Runs(self._initial(), self._steps)

    def _values(self, state: Sequence[Plain], inputs: Sequence[Plain]) -> Values:
        rows = zip((*self.states, *self.inputs), (*state, *inputs), strict=True)
        values: Values = {number: value for (number, _), value in rows}
        for number, meaning in self.made:
            values[number] = meaning(values)
        return values

    def _initial(self) -> Iterator[tuple[Plain, ...]]:
        nothing = tuple(next(sort.values()) for _, sort in self.inputs)
        for state in product(*(tuple(sort.values()) for _, sort in self.states)):
            values = self._values(state, nothing)
            if all(values[number] == first(values) for number, first in self.first.items()):
                yield state

    def _steps(self, state: tuple[Plain, ...]) -> Iterator[tuple[Values, list[tuple[Plain, ...]]]]:
        for inputs in product(*(tuple(sort.values()) for _, sort in self.inputs)):
            values = self._values(state, inputs)
            if all(constraint(values) for constraint in self.constraints):
                after = (
                    [self.next[number](values)] if number in self.next else list(sort.values())
                    for number, sort in self.states
                )
                yield values, list(product(*after))

    def violated(self) -> list[bool]:
        """For each property, those about bad states first: is it violated?"""
        runs = self.runs()
        return [
            *(runs.reaches(bad) for bad in self.bads),
            *(runs.endlessly([*conditions, *self.fairness]) for conditions in self.justice),
        ]


def _whole(value: Plain) -> int:
    assert isinstance(value, int)
    return value


def _row(value: Plain) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


def _written(row: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*row[:index], value, *row[index + 1 :])
