"""Terms and values as people write them: ``x >= 4 && y < z + 1``.

Comparisons are shown without negative coefficients, constants on the right, and negations are pushed into them.  A
``Language`` says how a file writes the rest: signs, names of values, which numbers are signed.  Text can be
exponentially longer than a shared term, so it is built bottom-up and given up as soon as a part is longer than the
reader's patience.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from assay.core.terms import Op, Term, linear, post_order
from assay.core.terms.bitvectors import signed
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.floats import form
from assay.core.terms.ieee import to_python
from assay.core.terms.smtlib import quoted
from assay.core.terms.sorts import BOOL, INT, Sort
from assay.core.words import Reading, reading_order

# How tightly an operator binds its operands.
CHOICE, OR, AND, BITS, COMPARISON, SUM, PRODUCT, PREFIX, ATOM = range(9)


class Text(NamedTuple):
    words: str
    binding: int

    def inside(self, binding: int) -> str:
        """The text as an operand of something that binds at least as tightly."""
        return self.words if self.binding > binding else f"({self.words})"


@dataclass(frozen=True)
class Language:
    """How a file writes formulas.

    ``name`` is how it writes a name, ``value`` how it writes what a vector has, where that is no plain number;
    ``reads_signed`` whether it compares the vector as a signed number.  Where either is None, there is nothing to go
    by: numbers are plain, vectors of one bit are conditions, and a comparison says by a ``u`` or ``s`` what it is of.
    """

    equal: str = "=="
    both: str = "&&"
    either: str = "||"
    values: tuple[str, str] = ("false", "true")
    name: Callable[[str], str] = quoted
    value: Callable[[Term, int], str | None] = lambda vector, bits: None
    reads_signed: Callable[[Term], bool | None] = lambda vector: None


PLAIN: Final = Language()

_SIGNS: Final = {
    Op.BV_ADD: ("+", SUM),
    Op.BV_MUL: ("*", PRODUCT),
    Op.BV_AND: ("&", BITS),
    Op.BV_OR: ("|", BITS),
    Op.BV_XOR: ("^", BITS),
    Op.BV_UDIV: ("/u", PRODUCT),
    Op.BV_UREM: ("%u", PRODUCT),
    Op.BV_SDIV: ("/s", PRODUCT),
    Op.BV_SREM: ("%s", PRODUCT),
    Op.BV_SHL: ("<<", PRODUCT),
    Op.BV_LSHR: (">>u", PRODUCT),
    Op.BV_ASHR: (">>s", PRODUCT),
    Op.BV_CONCAT: ("++", SUM),
    Op.FP_ADD: ("+", SUM),
    Op.FP_MUL: ("*", PRODUCT),
    Op.FP_DIV: ("/", PRODUCT),
    Op.FP_EQ: ("==", COMPARISON),
    Op.FP_LE: ("<=", COMPARISON),
    Op.FP_LT: ("<", COMPARISON),
    Op.DIV: ("div", PRODUCT),
    Op.MOD: ("mod", PRODUCT),
    Op.REAL_DIV: ("/", PRODUCT),
    Op.MUL: ("*", PRODUCT),
}
_FUNCTIONS: Final = {
    Op.TO_REAL: "real",
    Op.TO_INT: "floor",
    Op.IS_INT: "is_integer",
    Op.CONST_ARRAY: "all",
    Op.BV_ZERO_EXTEND: "zero_extend",
    Op.BV_SIGN_EXTEND: "sign_extend",
    Op.FP_FROM_BITS: "number",
    Op.FP_TO_BITS: "bits",
    Op.FP_FMA: "fused",
    Op.FP_SQRT: "sqrt",
    Op.FP_REM: "remainder",
    Op.FP_ROUND: "integral",
    Op.FP_ABS: "abs",
    Op.FP_NEG: "-",
    Op.FP_IS_NAN: "is_nan",
    Op.FP_IS_INFINITE: "is_infinite",
    Op.FP_IS_ZERO: "is_zero",
    Op.FP_TO_FP: "float",
    Op.FP_FROM_SIGNED: "float_of_signed",
    Op.FP_FROM_UNSIGNED: "float_of_unsigned",
    Op.FP_TO_SIGNED: "signed",
    Op.FP_TO_UNSIGNED: "unsigned",
}
_VECTOR_ORDERS: Final = (Op.BV_ULE, Op.BV_SLE, Op.BV_ULT, Op.BV_SLT)
_DENIED: Final = {"==": "!=", "<=": ">", ">=": "<", "<": ">=", ">": "<="}
_MIRRORED: Final = {"<=": ">=", "<": ">", "==": "==", ">": "<", ">=": "<=", "!=": "!="}


def infix(term: Term, limit: int = 400, language: Language = PLAIN) -> str | None:
    """``term`` as text, or None if a part of it takes more than ``limit`` characters."""
    text = spelled(term, limit, language)
    return text.words if text is not None else None


def spelled(term: Term, limit: int, language: Language) -> Text | None:
    """The same, with how tightly it binds."""
    texts: dict[Term, Text] = {}
    for part in post_order(term):
        text = _text(part, texts, language)
        if len(text.words) > limit:
            return None
        texts[part] = text
    return texts[term]


def _text(term: Term, known: dict[Term, Text], language: Language) -> Text:
    if term.op is Op.VAR:
        return Text(language.name(term.name), ATOM)
    if term.op is Op.CONST and term.sort is BOOL:
        return Text(language.values[bool(term.value)], ATOM)
    if term.op is Op.CONST:
        words = show_value(_constant_value(term), term.sort)
        return Text(words, PREFIX if words.startswith("-") or "/" in words else ATOM)
    if term.op is Op.NOT:
        return _negation(term.args[0], known, language)
    if _is_arithmetic_comparison(term):
        return _comparison(term, known, language, negated=False)
    if _is_vector_comparison(term):
        return _vector_comparison(term, known, language, negated=False)
    if term.op in (Op.AND, Op.OR):
        return _junction(term.op, [known[arg] for arg in term.args], language)
    if term.op is Op.ADD or (term.op is Op.MUL and term.args[0].is_const):
        return _sum(*_monomials(term, known))
    special = _SPECIAL.get(term.op)
    if special is not None:
        return special(term, known)
    arguments = [known[arg] for arg in term.args]
    if term.op is Op.MUL:
        arguments.sort(key=_by_words)
    if term.op in _SIGNS:
        sign, binding = _SIGNS[term.op]
        return Text(f" {sign} ".join(argument.inside(binding) for argument in arguments), binding)
    parameters = [str(n) for n in term.value] if isinstance(term.value, tuple) else []
    return Text(f"{_FUNCTIONS[term.op]}({', '.join([a.words for a in arguments] + parameters)})", ATOM)


# Canonical terms list their parts by age, which depends on the search that made them; texts do not.


def _by_length(text: str) -> tuple[int, str]:
    return len(text), text


def _shorter_first(text: Text) -> tuple[int, Reading]:
    return len(text.words), _by_words(text)


def _by_words(text: Text) -> Reading:
    return reading_order(text.words)


def _junction(op: Op, parts: list[Text], language: Language) -> Text:
    sign, binding = (language.both, AND) if op is Op.AND else (language.either, OR)
    return Text(f" {sign} ".join(sorted((part.inside(binding) for part in parts), key=_by_length)), binding)


def _negation(term: Term, known: dict[Term, Text], language: Language) -> Text:
    if term.op in (Op.AND, Op.OR) and not any(arg.op in (Op.AND, Op.OR) for arg in term.args):
        # Parts that are connectives themselves would have to be turned inside out, too.
        parts = [known[arg.args[0]] if arg.op is Op.NOT else _negation(arg, known, language) for arg in term.args]
        return _junction(Op.OR if term.op is Op.AND else Op.AND, parts, language)
    if _is_arithmetic_comparison(term):
        return _comparison(term, known, language, negated=True)
    if _is_vector_comparison(term):
        return _vector_comparison(term, known, language, negated=True)
    return Text(f"!{known[term].inside(PRODUCT)}", PREFIX)


def _is_arithmetic_comparison(term: Term) -> bool:
    return term.op in (Op.LE, Op.LT, Op.EQ) and term.args[0].sort.is_arithmetic


def _is_vector_comparison(term: Term) -> bool:
    """Of vectors; or an equation of what has no order."""
    return term.op in _VECTOR_ORDERS or (term.op is Op.EQ and not term.args[0].sort.is_arithmetic)


def _vector_comparison(term: Term, known: dict[Term, Text], language: Language, *, negated: bool) -> Text:
    """``x >= 3``, signed or not; of a single bit ``x`` or ``!x``, where nothing tells how it is written."""
    left, right = term.args
    if term.op is Op.EQ and not right.is_const:
        left, right = sorted((left, right), key=lambda side: _shorter_first(known[side]))
    sign = "==" if term.op is Op.EQ else "<=" if term.op in (Op.BV_ULE, Op.BV_SLE) else "<"
    if left.is_const:
        left, right, sign = right, left, _MIRRORED[sign]
    sign = _DENIED[sign] if negated else sign
    if not right.is_const and sign in (">", ">="):
        left, right, sign = right, left, _MIRRORED[sign]
    value = _beside(right, left, term.op, known, language)
    if sign in ("==", "!=") and right.is_const and right.sort.width == 1 and value.words in ("0", "1"):
        true = (value.words == "1") == (sign == "==")
        if left.op in (Op.BV_ADD, Op.BV_XOR) and len(left.args) == 2:
            # Of single bits the sum is whether they differ.
            one, other = sorted((known[part].inside(COMPARISON) for part in left.args), key=_by_length)
            return Text(f"{one} {'!=' if true else language.equal} {other}", COMPARISON)
        return known[left] if true else Text(f"!{known[left].inside(PRODUCT)}", PREFIX)
    read = {language.reads_signed(side) for side in (left, right) if not side.is_const}
    if sign == "==":
        sign = language.equal
    elif sign != "!=" and read != {term.op in (Op.BV_SLE, Op.BV_SLT)}:
        sign += "s" if term.op in (Op.BV_SLE, Op.BV_SLT) else "u"
    return Text(f"{known[left].inside(COMPARISON)} {sign} {value.inside(COMPARISON)}", COMPARISON)


def _beside(term: Term, other: Term, op: Op, known: dict[Term, Text], language: Language) -> Text:
    """A side of a comparison: a constant is written as fits the ``other`` side."""
    if not term.is_const or not isinstance(term.value, int) or not term.sort.is_bitvector:
        return known[term]
    named = language.value(other, term.value)
    if named is not None:
        return Text(named, ATOM)
    if op in (Op.BV_SLE, Op.BV_SLT) or (op is Op.EQ and language.reads_signed(other)):
        return _number(signed(term.value, term.sort.width))
    return known[term]


def _comparison(term: Term, known: dict[Term, Text], language: Language, *, negated: bool) -> Text:
    """``sum op constant`` with what is negative moved to the other side, the smaller side on the left."""
    whole = _without_fractions(term.args[0])
    positive, negative = _monomials(term.args[0], known, whole)
    bound: int | Fraction = term.args[1].number * whole
    sign = {Op.LE: "<=", Op.LT: "<", Op.EQ: "=="}[term.op]
    if negated:
        sign = _DENIED[sign]
    crossed = bool(negative)
    if crossed and (bound < 0 if term.op is Op.EQ else sign in (">", ">=")):
        positive, negative, bound, sign = negative, positive, -bound, _MIRRORED[sign]
    if sign in ("<", ">") and term.args[0].sort is INT:
        sign, bound = (">=", bound + 1) if sign == ">" else ("<=", bound - 1)
    if crossed and term.args[0].sort is INT and (sign, bound) == ("<=", -1):
        sign, bound = "<", 0
    if bound and (not negative or bound > 0):
        negative = [*negative, _number(bound)]
    elif bound:
        positive = [*positive, _number(-bound)]
    left, right = _sum(positive, []), _sum(negative, [])
    if term.op is Op.EQ and crossed:
        left, right = sorted((left, right), key=_shorter_first)
    sign = language.equal if sign == "==" else sign
    return Text(f"{left.inside(COMPARISON)} {sign} {right.inside(COMPARISON)}", COMPARISON)


def _without_fractions(term: Term) -> int:
    """By what the sum of several atoms is multiplied so that no coefficient is a fraction."""
    coefficients, _ = linear(term)
    if len(coefficients) < 2:
        return 1
    return lcm(*(Fraction(coefficient).denominator for coefficient in coefficients.values()))


def _monomials(term: Term, known: dict[Term, Text], times: int = 1) -> tuple[list[Text], list[Text]]:
    """The summands with positive and, without their sign, those with negative coefficients, each so many times."""
    sides: tuple[list[Text], list[Text]] = ([], [])
    coefficients, constant = linear(term)
    for atom, coefficient in sorted(coefficients.items(), key=lambda part: _by_words(known[part[0]])):
        text = known[atom]
        factor = times * (coefficient if coefficient > 0 else -coefficient)
        if factor != 1:
            text = Text(f"{_number(factor).inside(PRODUCT)}*{text.inside(PRODUCT)}", PRODUCT)
        sides[coefficient < 0].append(text)
    if constant:
        sides[constant < 0].append(_number(times * (constant if constant > 0 else -constant)))
    return sides


def _sum(positive: list[Text], negative: list[Text]) -> Text:
    parts = [text.inside(COMPARISON) for text in positive]
    words = " + ".join(parts)
    for text in negative:
        words = f"{words} - {text.inside(SUM)}" if words else f"-{text.inside(SUM)}"
    if not words:
        return Text("0", ATOM)
    if len(positive) == 1 and not negative:
        return positive[0]
    return Text(words, SUM)


def _number(value: int | Fraction) -> Text:
    return Text(str(value), ATOM if value >= 0 and Fraction(value).denominator == 1 else PREFIX)


def _choice(term: Term, known: dict[Term, Text]) -> Text:
    condition, then, otherwise = (known[arg].inside(CHOICE) for arg in term.args)
    return Text(f"{condition} ? {then} : {otherwise}", CHOICE)


def _read(term: Term, known: dict[Term, Text]) -> Text:
    return Text(f"{known[term.args[0]].inside(PREFIX)}[{known[term.args[1]].words}]", ATOM)


def _written(term: Term, known: dict[Term, Text]) -> Text:
    base, index, value = (known[arg] for arg in term.args)
    return Text(f"{base.inside(PREFIX)}[{index.words} := {value.words}]", ATOM)


def _bits(term: Term, known: dict[Term, Text]) -> Text:
    assert isinstance(term.value, tuple)
    high, low = term.value
    return Text(f"{known[term.args[0]].inside(PREFIX)}[{high if high == low else f'{high}:{low}'}]", ATOM)


def _prefixed(sign: str) -> Callable[[Term, dict[Term, Text]], Text]:
    return lambda term, known: Text(sign + known[term.args[0]].inside(PRODUCT), PREFIX)


_SPECIAL: Final[dict[Op, Callable[[Term, dict[Term, Text]], Text]]] = {
    Op.ITE: _choice,
    Op.SELECT: _read,
    Op.STORE: _written,
    Op.BV_EXTRACT: _bits,
    Op.BV_NOT: _prefixed("~"),
    Op.BV_NEG: _prefixed("-"),
}


def _constant_value(term: Term) -> Value:
    assert isinstance(term.value, bool | int | Fraction)
    return term.value


def show_value(value: Value, sort: Sort) -> str:
    """A concrete value: ``true``, ``-3``, ``1/2``, ``{0: 1, else 0}``."""
    if sort.is_float:
        assert isinstance(value, int)
        return repr(to_python(form(sort), value))
    if isinstance(value, ArrayValue):
        assert sort.index is not None and sort.element is not None
        entries = [f"{show_value(i, sort.index)}: {show_value(v, sort.element)}" for i, v in value.entries]
        return "{" + ", ".join([*entries, f"else {show_value(value.default, sort.element)}"]) + "}"
    if sort is BOOL:
        return "true" if value else "false"
    return str(value)
