"""Types, and what SMV expressions denote: trees of cases and choices over typed terms.

Booleans are Booleans; integers are vectors just wide enough for their interval (two's complement if it goes below
zero), so no operation overflows; symbols are numbered vectors; words are vectors; what has no bounds is a mathematical
integer or a real.  A ``Value`` is deterministic;
``Cases`` keeps the branches of a case apart where their types differ; ``Union`` is a choice, as in ``{a, b}``.
``failure`` says where a value is not defined: no case applies, an index is out of range, a divisor is zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assay.core.model import Range
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    boolean,
    conjunction,
    disjunction,
    eq,
    integer,
    ite,
    not_,
    or_,
    scale,
    to_real,
)
from assay.core.terms.bitvectors import bv, extract, sign_extend, signed, zero_extend
from assay.core.terms.sorts import BOOL, INT, REAL, Sort, bitvector


@dataclass(frozen=True)
class Boolean:
    def __str__(self) -> str:
        return "boolean"


@dataclass(frozen=True)
class Integer:
    """The integers from ``low`` to ``high``."""

    low: int
    high: int

    @property
    def width(self) -> int:
        return Range(self.low, self.high).width

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True)
class Symbols:
    """One of several names or integers; code ``k`` stands for ``values[k]``."""

    values: tuple[str | int, ...]

    @property
    def width(self) -> int:
        return max(1, (len(self.values) - 1).bit_length())

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self.values)) + "}"


@dataclass(frozen=True)
class Word:
    width: int
    signed: bool = False

    def __str__(self) -> str:
        return f"{'signed' if self.signed else 'unsigned'} word[{self.width}]"


@dataclass(frozen=True)
class Unbounded:
    """All integers, or all reals."""

    real: bool = False

    def __str__(self) -> str:
        return "real" if self.real else "integer"


Type = Boolean | Integer | Symbols | Word | Unbounded
BOOLEAN: Final = Boolean()


class TypeMismatch(Exception):
    """An operation does not apply to these types; the text says why, ``start`` where if that is known."""

    def __init__(self, message: str, start: int | None = None) -> None:
        super().__init__(message)
        self.start = start


@dataclass(frozen=True, slots=True)
class Value:
    """A term of the type's encoding; it has no meaning where ``failure`` holds."""

    term: Term
    type: Type
    failure: Term = FALSE


@dataclass(frozen=True, slots=True)
class Cases:
    """The first branch whose condition holds; where none does, the value is not defined."""

    branches: tuple[tuple[Term, Tree], ...]
    failure: Term = FALSE


@dataclass(frozen=True, slots=True)
class Union:
    """Any one of the members."""

    members: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """Any integer from ``low`` to ``high``: a choice too large to list."""

    low: int
    high: int


Tree = Value | Cases | Union | Span


def sort_of(kind: Type) -> Sort:
    if isinstance(kind, Unbounded):
        return REAL if kind.real else INT
    return BOOL if isinstance(kind, Boolean) else bitvector(kind.width)


def truth(value: bool) -> Value:
    return Value(boolean(value), BOOLEAN)


def number(value: int) -> Value:
    kind = Integer(value, value)
    return Value(bv(value, kind.width), kind)


def symbol(name: str) -> Value:
    return Value(bv(0, 1), Symbols((name,)))


def fixed_integer(value: Value) -> int | None:
    """The integer that this value always is."""
    if isinstance(value.type, Integer) and value.type.low == value.type.high:
        return value.type.low
    if isinstance(value.type, Integer) and value.term.is_const:
        assert isinstance(value.term.value, int)
        return signed(value.term.value, value.type.width) if value.type.low < 0 else value.term.value
    return None


def as_boolean(value: Value) -> Value:
    """A Boolean; the integers 0 and 1 pass for FALSE and TRUE, as in old files."""
    if isinstance(value.type, Boolean):
        return value
    fixed = fixed_integer(value)
    if fixed in (0, 1):
        return Value(boolean(fixed == 1), BOOLEAN, value.failure)
    raise TypeMismatch(f"a boolean is needed, not {value.type}")


def as_integer(value: Value) -> Value:
    """An integer; a set of symbols passes for one if all of them are integers."""
    if isinstance(value.type, Integer):
        return value
    if isinstance(value.type, Symbols):
        numbers = [part for part in value.type.values if isinstance(part, int)]
        if len(numbers) == len(value.type.values):
            kind = Integer(min(numbers), max(numbers))
            term = bv(numbers[-1], kind.width)
            for code, part in reversed(list(enumerate(numbers[:-1]))):
                term = ite(eq(value.term, bv(code, value.type.width)), bv(part, kind.width), term)
            return Value(term, kind, value.failure)
    raise TypeMismatch(f"an integer is needed, not {value.type}")


def resized(value: Value, kind: Integer) -> Term:
    """The integer in the encoding of ``kind``, exact where it lies in that interval."""
    assert isinstance(value.type, Integer)
    extra = kind.width - value.type.width
    if extra <= 0:
        return extract(kind.width - 1, 0, value.term)
    return sign_extend(extra, value.term) if value.type.low < 0 else zero_extend(extra, value.term)


def hull(left: Integer, right: Integer) -> Integer:
    return Integer(min(left.low, right.low), max(left.high, right.high))


def is_unbounded(*values: Value) -> bool:
    return any(isinstance(value.type, Unbounded) for value in values)


def as_number(value: Value, *, real: bool) -> Value:
    """An integer without bounds, or a real; what has bounds is the sum of its bits."""
    if not isinstance(value.type, Unbounded):
        value = as_integer(value)
        assert isinstance(value.type, Integer)
        fixed = fixed_integer(value)
        term = integer(fixed) if fixed is not None else _weighed(value.term, negative=value.type.low < 0)
        value = Value(term, Unbounded(), value.failure)
    assert isinstance(value.type, Unbounded)
    if value.type.real and not real:
        raise TypeMismatch("an integer is needed, not a real (floor makes one of it)")
    return Value(to_real(value.term), Unbounded(real=True), value.failure) if real else value


def as_numbers(*values: Value) -> tuple[Value, ...]:
    """The values in one type without bounds: reals if one of them is real."""
    real = any(isinstance(value.type, Unbounded) and value.type.real for value in values)
    return tuple(as_number(value, real=real) for value in values)


def _weighed(vector: Term, *, negative: bool) -> Term:
    last = vector.sort.width - 1
    weights = [-(1 << k) if negative and k == last else 1 << k for k in range(last + 1)]
    bits = [ite(eq(extract(k, k, vector), bv(1, 1)), integer(1), integer(0)) for k in range(last + 1)]
    return add(*(scale(weight, bit) for weight, bit in zip(weights, bits, strict=True)))


def is_symbol(value: Value, name: str | int) -> Term:
    """The formula that says that a value is ``name``."""
    if isinstance(value.type, Symbols):
        if name not in value.type.values:
            return FALSE
        if len(value.type.values) == 1:
            return TRUE
        return eq(value.term, bv(value.type.values.index(name), value.type.width))
    if isinstance(value.type, Integer) and isinstance(name, int):
        if not value.type.low <= name <= value.type.high:
            return FALSE
        return eq(value.term, bv(name, value.type.width))
    return FALSE


def equal(left: Value, right: Value) -> Value:
    """``left = right``; symbols and integers may be compared with each other, other types only with their like."""
    failure = or_(left.failure, right.failure)
    match left.type, right.type:
        case (Unbounded(), Unbounded() | Integer() | Symbols()) | (Integer() | Symbols(), Unbounded()):
            one, other = as_numbers(left, right)
            return Value(eq(one.term, other.term), BOOLEAN, failure)
        case (Boolean(), _) | (_, Boolean()):
            return Value(eq(as_boolean(left).term, as_boolean(right).term), BOOLEAN, failure)
        case Integer() as low, Integer() as high:
            common = hull(low, high)
            return Value(eq(resized(left, common), resized(right, common)), BOOLEAN, failure)
        case Word(), Word():
            if left.type != right.type:
                raise TypeMismatch(f"{left.type} cannot be compared with {right.type}")
            return Value(eq(left.term, right.term), BOOLEAN, failure)
        case Symbols(), Symbols() if left.type == right.type:
            return Value(eq(left.term, right.term), BOOLEAN, failure)
        case (Symbols(), Symbols() | Integer()) | (Integer(), Symbols()):
            listed = min((kind.values for kind in (left.type, right.type) if isinstance(kind, Symbols)), key=len)
            same = disjunction(and_(is_symbol(left, name), is_symbol(right, name)) for name in listed)
            return Value(same, BOOLEAN, failure)
    raise TypeMismatch(f"{left.type} cannot be compared with {right.type}")


def lift(apply: Callable[..., Tree], *args: Tree) -> Tree:
    """``apply``, which is given values, over every combination of branches and members."""
    for place, arg in enumerate(args):
        if isinstance(arg, Cases):
            before, after = args[:place], args[place + 1 :]
            return chosen([(c, lift(apply, *before, sub, *after)) for c, sub in arg.branches], arg.failure)
        if isinstance(arg, Union):
            before, after = args[:place], args[place + 1 :]
            return union([lift(apply, *before, member, *after) for member in arg.members])
        if isinstance(arg, Span):
            raise TypeMismatch("a set this large can only be chosen from, or searched by 'in'")
    return apply(*args)


def union(members: list[Tree]) -> Tree:
    """The choice between all members."""
    flat: dict[Tree, None] = {}
    for member in members:
        flat.update(dict.fromkeys(member.members if isinstance(member, Union) else (member,)))
    return next(iter(flat)) if len(flat) == 1 else Union(tuple(flat))


def chosen(branches: list[tuple[Term, Tree]], failure: Term = FALSE) -> Tree:
    """The first branch whose condition holds, as one value where the types of all branches allow it."""
    kept: list[tuple[Term, Tree]] = []
    for condition, tree in branches:
        if condition is not FALSE:
            kept.append((condition, tree))
        if condition is TRUE:
            break
    if not kept:
        raise TypeMismatch("no case can apply")
    if kept[-1][0] is not TRUE:
        none = conjunction(not_(condition) for condition, _ in kept)
        failure = or_(failure, none)
        kept[-1] = (TRUE, kept[-1][1])
    if len(kept) == 1 and failure is FALSE:
        return kept[0][1]
    values = [tree for _, tree in kept if isinstance(tree, Value)]
    if len(values) == len(kept):
        joined = _joined([condition for condition, _ in kept], values)
        if joined is not None:
            return Value(joined.term, joined.type, or_(failure, joined.failure))
    return Cases(tuple(kept), failure)


def _joined(conditions: list[Term], values: list[Value]) -> Value | None:
    if is_unbounded(*values) and all(isinstance(value.type, Unbounded | Integer) for value in values):
        values = list(as_numbers(*values))
    kinds = {value.type for value in values}
    kind = values[0].type
    terms = [value.term for value in values]
    if all(isinstance(value.type, Integer) for value in values):
        for other in kinds:
            assert isinstance(kind, Integer) and isinstance(other, Integer)
            kind = hull(kind, other)
        assert isinstance(kind, Integer)
        terms = [resized(value, kind) for value in values]
    elif len(kinds) > 1:
        return None
    term, failure = terms[-1], values[-1].failure
    for condition, one, value in reversed(list(zip(conditions[:-1], terms[:-1], values[:-1], strict=True))):
        term = ite(condition, one, term)
        failure = or_(and_(condition, value.failure), and_(not_(condition), failure))
    return Value(term, kind, failure)


def is_deterministic(tree: Tree) -> bool:
    match tree:
        case Value():
            return True
        case Union() | Span():
            return False
        case Cases(branches):
            return all(is_deterministic(branch) for _, branch in branches)
