"""The operators of SMV over values: logic, integers without overflow, words, and the built-in functions.

Integer division rounds towards zero and the remainder takes the dividend's sign, as in C and in NuSMV since 2.5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from assay.core import terms
from assay.core.terms import Op, Term, eq, or_
from assay.core.terms.bitvectors import bit as bit_of
from assay.core.terms.bitvectors import (
    bv,
    bv_binary,
    bv_compare,
    bv_neg,
    bv_not,
    bv_sub,
    concat,
    extract,
    mask,
    sign_extend,
    signed,
    zero_extend,
)
from assay.frontends.smv import unbounded
from assay.frontends.smv.values import (
    BOOLEAN,
    Boolean,
    Integer,
    TypeMismatch,
    Unbounded,
    Value,
    Word,
    as_boolean,
    as_integer,
    as_number,
    as_numbers,
    equal,
    fixed_integer,
    hull,
    is_unbounded,
    number,
    resized,
)

LARGEST_INTEGER: Final = 1 << 64


def not_(a: Value) -> Value:
    if isinstance(a.type, Word):
        return Value(bv_not(a.term), a.type, a.failure)
    one = as_boolean(a)
    return Value(terms.not_(one.term), BOOLEAN, one.failure)


_LOGIC: Final[dict[str, tuple[Callable[[Term, Term], Term], Callable[[Term, Term], Term]]]] = {
    "&": (terms.and_, lambda a, b: bv_binary(Op.BV_AND, a, b)),
    "|": (terms.or_, lambda a, b: bv_binary(Op.BV_OR, a, b)),
    "xor": (terms.xor, lambda a, b: bv_binary(Op.BV_XOR, a, b)),
    "xnor": (terms.eq, lambda a, b: bv_not(bv_binary(Op.BV_XOR, a, b))),
    "<->": (terms.eq, lambda a, b: bv_not(bv_binary(Op.BV_XOR, a, b))),
    "->": (terms.implies, lambda a, b: bv_binary(Op.BV_OR, bv_not(a), b)),
}


def logic(op: str, a: Value, b: Value) -> Value:
    failure = or_(a.failure, b.failure)
    on_formulas, on_words = _LOGIC[op]
    if isinstance(a.type, Word):
        return Value(on_words(a.term, _same_word(a, b)), a.type, failure)
    return Value(on_formulas(as_boolean(a).term, as_boolean(b).term), BOOLEAN, failure)


def _same_word(a: Value, b: Value) -> Term:
    if a.type != b.type:
        raise TypeMismatch(f"{a.type} does not go with {b.type}")
    return b.term


def compare(op: str, a: Value, b: Value) -> Value:
    """``<``, ``<=``, ``>`` or ``>=``."""
    if op in (">", ">="):
        return compare("<" if op == ">" else "<=", b, a)
    failure = or_(a.failure, b.failure)
    if isinstance(a.type, Word):
        right, negative = _same_word(a, b), a.type.signed
        left = a.term
    elif is_unbounded(a, b):
        x, y = as_numbers(a, b)
        return Value((terms.lt if op == "<" else terms.le)(x.term, y.term), BOOLEAN, failure)
    else:
        one, other = as_integer(a), as_integer(b)
        assert isinstance(one.type, Integer) and isinstance(other.type, Integer)
        common = hull(one.type, other.type)
        left, right, negative = resized(one, common), resized(other, common), common.low < 0
    if negative:
        return Value(bv_compare(Op.BV_SLT if op == "<" else Op.BV_SLE, left, right), BOOLEAN, failure)
    return Value(bv_compare(Op.BV_ULT if op == "<" else Op.BV_ULE, left, right), BOOLEAN, failure)


def unequal(a: Value, b: Value) -> Value:
    return not_(equal(a, b))


def arithmetic(op: str, a: Value, b: Value) -> Value:
    """``+ - * / mod`` on integers or on words."""
    if isinstance(a.type, Word):
        return _word_arithmetic(op, a, b)
    if is_unbounded(a, b):
        return unbounded.arithmetic(op, *as_numbers(a, b))
    one, other = as_integer(a), as_integer(b)
    failure = or_(one.failure, other.failure)
    x, y = fixed_integer(one), fixed_integer(other)
    if op in ("/", "mod"):
        if y == 0:
            raise TypeMismatch("division by zero")
        failure = or_(failure, eq(other.term, bv(0, other.term.sort.width)))
    if x is not None and y is not None:
        fixed = number(exact(op, x, y))
        return Value(fixed.term, fixed.type, failure)
    assert isinstance(one.type, Integer) and isinstance(other.type, Integer)
    kind = _interval(op, one.type, other.type)
    wide = Integer(min(kind.low, one.type.low, other.type.low), max(kind.high, one.type.high, other.type.high))
    if op in ("/", "mod", "-"):
        # One interval with a sign, so that the operation below means what it says.
        wide = Integer(min(wide.low, -1), wide.high)
    left, right = resized(one, wide), resized(other, wide)
    if op == "-":
        term = bv_sub(left, right)
    else:
        ops = {"+": Op.BV_ADD, "*": Op.BV_MUL, "/": Op.BV_SDIV, "mod": Op.BV_SREM}
        term = bv_binary(ops[op], left, right)
    return Value(resized(Value(term, wide), kind), kind, failure)


def exact(op: str, x: int, y: int) -> int:
    """``+ - * / mod`` of two integers; quotients are rounded towards zero."""
    match op:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient if op == "/" else x - quotient * y


def _interval(op: str, a: Integer, b: Integer) -> Integer:
    match op:
        case "+":
            kind = Integer(a.low + b.low, a.high + b.high)
        case "-":
            kind = Integer(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            kind = Integer(min(corners), max(corners))
        case "/":
            if a.low >= 0 and b.low >= 0:
                kind = Integer(0, a.high)
            else:
                most = max(abs(a.low), abs(a.high))
                kind = Integer(-most, most)
        case _:
            most = max(abs(b.low), abs(b.high)) - 1
            kind = Integer(max(-most, min(a.low, 0)), min(most, max(a.high, 0)))
    if max(abs(kind.low), abs(kind.high)) > LARGEST_INTEGER:
        raise TypeMismatch("the integers become larger than 64 bits")
    return kind


def _word_arithmetic(op: str, a: Value, b: Value) -> Value:
    assert isinstance(a.type, Word)
    right = _same_word(a, b)
    failure = or_(a.failure, b.failure)
    if op == "-":
        return Value(bv_sub(a.term, right), a.type, failure)
    negative = a.type.signed
    ops = {"+": Op.BV_ADD, "*": Op.BV_MUL, "/": Op.BV_SDIV if negative else Op.BV_UDIV}
    ops["mod"] = Op.BV_SREM if negative else Op.BV_UREM
    if op in ("/", "mod"):
        failure = or_(failure, eq(right, bv(0, a.type.width)))
    return Value(bv_binary(ops[op], a.term, right), a.type, failure)


def minus(a: Value) -> Value:
    if isinstance(a.type, Word):
        return Value(bv_neg(a.term), a.type, a.failure)
    return arithmetic("-", number(0), a if is_unbounded(a) else as_integer(a))


def shift(op: str, a: Value, b: Value) -> Value:
    """A word moved by an integer or by a word; right shifts of signed words keep the sign."""
    if not isinstance(a.type, Word):
        raise TypeMismatch(f"a word is needed, not {a.type}")
    width = a.type.width
    amount = fixed_integer(b)
    failure = or_(a.failure, b.failure)
    if amount is not None:
        if not 0 <= amount <= width:
            raise TypeMismatch(f"a word of {width} bits cannot be moved by {amount}")
        by, term, wide = bv(amount, max(width, amount.bit_length())), a.term, max(width, amount.bit_length())
    else:
        term, by = a.term, b.term
        if isinstance(b.type, Integer):
            if b.type.low < 0:
                raise TypeMismatch("a word cannot be moved by a negative number of bits")
        elif not isinstance(b.type, Word) or b.type.signed:
            raise TypeMismatch(f"the number of bits is an unsigned word or an integer, not {b.type}")
        wide = max(width, by.sort.width)
        by = zero_extend(wide - by.sort.width, by)
    extend = sign_extend if a.type.signed else zero_extend
    term = extend(wide - width, term)
    ops = {"<<": Op.BV_SHL, ">>": Op.BV_ASHR if a.type.signed else Op.BV_LSHR}
    return Value(extract(width - 1, 0, bv_binary(ops[op], term, by)), a.type, failure)


def joined(a: Value, b: Value) -> Value:
    """``a :: b``, which is unsigned."""
    if not isinstance(a.type, Word) or not isinstance(b.type, Word):
        raise TypeMismatch(f"two words are needed, not {a.type} and {b.type}")
    return Value(concat(a.term, b.term), Word(a.type.width + b.type.width), or_(a.failure, b.failure))


def bits(a: Value, high: Value, low: Value) -> Value:
    """``a[high:low]``, which is unsigned."""
    top, bottom = fixed_integer(high), fixed_integer(low)
    if not isinstance(a.type, Word) or top is None or bottom is None or not 0 <= bottom <= top < a.type.width:
        raise TypeMismatch(f"{a.type} has no such bits")
    return Value(extract(top, bottom, a.term), Word(top - bottom + 1), a.failure)


def _fixed(value: Value) -> int:
    fixed = fixed_integer(value)
    if fixed is None:
        raise TypeMismatch("a constant integer is needed")
    return fixed


def _word(value: Value) -> Word:
    if not isinstance(value.type, Word):
        raise TypeMismatch(f"a word is needed, not {value.type}")
    return value.type


def _resize(a: Value, width: int) -> Value:
    kind = _word(a)
    if width < 1:
        raise TypeMismatch("a word has at least one bit")
    if width <= kind.width:
        term = extract(width - 1, 0, a.term)
        if kind.signed and width < kind.width:
            sign = extract(kind.width - 1, kind.width - 1, a.term)
            term = concat(sign, extract(width - 2, 0, a.term)) if width > 1 else sign
    else:
        term = (sign_extend if kind.signed else zero_extend)(width - kind.width, a.term)
    return Value(term, Word(width, kind.signed), a.failure)


def _constant_word(value: int, width: int, negative: bool) -> Value:
    if width < 1:
        raise TypeMismatch("a word has at least one bit")
    return Value(bv(value, width), Word(width, negative))


def to_integer(a: Value) -> Value:
    """The integer that a Boolean, a word or an integer stands for."""
    if isinstance(a.type, Boolean):
        return Value(bit_of(a.term), Integer(0, 1), a.failure)
    if isinstance(a.type, Word):
        width = a.type.width
        kind = Integer(-(1 << (width - 1)), mask(width - 1)) if a.type.signed else Integer(0, mask(width))
        if a.term.is_const:
            assert isinstance(a.term.value, int)
            fixed = number(signed(a.term.value, width) if a.type.signed else a.term.value)
            return Value(fixed.term, fixed.type, a.failure)
        return Value(a.term, kind, a.failure)
    return as_number(a, real=False) if is_unbounded(a) else as_integer(a)


def _to_boolean(a: Value) -> Value:
    if isinstance(a.type, Word):
        if a.type.width != 1:
            raise TypeMismatch(f"bool needs a word[1], not {a.type}")
        return Value(eq(a.term, bv(1, 1)), BOOLEAN, a.failure)
    return unequal(a, number(0)) if isinstance(a.type, Integer | Unbounded) else as_boolean(a)


def _count(*args: Value) -> Value:
    total = number(0)
    for arg in args:
        total = arithmetic("+", total, to_integer(as_boolean(arg)))
    return total


def _extreme(op: str, *args: Value) -> Value:
    if is_unbounded(*args):
        first, *rest = as_numbers(*args)
        for other in rest:
            better = compare("<=" if op == "min" else ">=", first, other)
            term = terms.ite(better.term, first.term, other.term)
            first = Value(term, first.type, or_(first.failure, other.failure))
        return first
    best = as_integer(args[0])
    for arg in args[1:]:
        other = as_integer(arg)
        assert isinstance(best.type, Integer) and isinstance(other.type, Integer)
        common = hull(best.type, other.type)
        better = compare("<=" if op == "min" else ">=", best, other)
        term = terms.ite(better.term, resized(best, common), resized(other, common))
        best = Value(term, common, or_(best.failure, other.failure))
    fixed = fixed_integer(best)
    return best if fixed is None else Value(number(fixed).term, Integer(fixed, fixed), best.failure)


def _floor(a: Value) -> Value:
    if isinstance(a.type, Unbounded) and a.type.real:
        return Value(terms.to_int(a.term), Unbounded(), a.failure)
    return to_integer(a)


def _absolute(a: Value) -> Value:
    return _extreme("max", a, minus(a))


# Function: how many arguments it takes (-1: at least one), and what it computes.
FUNCTIONS: Final[dict[str, tuple[int, Callable[..., Value]]]] = {
    "word1": (1, lambda a: Value(bit_of(as_boolean(a).term), Word(1), a.failure)),
    "bool": (1, _to_boolean),
    "toint": (1, to_integer),
    "floor": (1, _floor),
    "signed": (1, lambda a: Value(a.term, Word(_word(a).width, True), a.failure)),
    "unsigned": (1, lambda a: Value(a.term, Word(_word(a).width), a.failure)),
    "extend": (2, lambda a, n: _resize(a, _word(a).width + _fixed(n))),
    "resize": (2, lambda a, n: _resize(a, _fixed(n))),
    "uwconst": (2, lambda a, n: _constant_word(_fixed(a), _fixed(n), False)),
    "swconst": (2, lambda a, n: _constant_word(_fixed(a), _fixed(n), True)),
    "sizeof": (1, lambda a: number(_word(a).width)),
    "count": (-1, _count),
    "min": (-1, lambda *args: _extreme("min", *args)),
    "max": (-1, lambda *args: _extreme("max", *args)),
    "abs": (1, _absolute),
}


def word_constant(text: str) -> Value:
    """A literal such as ``0ud8_255``, ``0b_0110`` or ``-0sd8_1``."""
    head, _, digits = text[1:].partition("_")
    digits = digits.replace("_", "")
    negative = head.startswith("s")
    head = head.removeprefix("s").removeprefix("u")
    base = {"b": 2, "o": 8, "d": 10, "h": 16}[head[0].lower()]
    try:
        value = int(digits, base)
    except ValueError:
        raise TypeMismatch(f"{digits} is no number in base {base}") from None
    if head[1:]:
        width = int(head[1:])
    elif base == 10:
        raise TypeMismatch("a decimal word needs its width, as in 0ud8_255")
    else:
        width = len(digits) * {2: 1, 8: 3, 16: 4}[base]
    if width < 1 or value > mask(width):
        raise TypeMismatch(f"{digits} does not fit into {width} bits")
    return _constant_word(value, width, negative)
