"""Hash-consed, immutable, typed terms, and the constructors that keep them simple.

Structurally equal terms are one object, so equality is identity, sharing is free and memo tables are plain
dictionaries. Constructors simplify on the way in.  Linear arithmetic is kept canonical:

* a sum lists its monomials by age of their atoms, one monomial an atom, the constant last;
* a comparison is ``sum <= constant`` (or ``sum < constant`` over the reals) with a positive leading coefficient,
  coprime over the integers and monic over the reals; ``>=`` and ``>`` are negations.  An atom and its negation share
  one node.

No function recurses over term depth, and the interning table is the only state (see docs/adr/0001-own-terms.md).
Bit-vector and array constructors live in ``core.bitvectors`` and ``core.arrays``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from math import gcd
from typing import Final

from assay.core.sorts import BOOL, INT, REAL, Sort

Payload = bool | int | Fraction | str | tuple[int, ...] | None


class Op(StrEnum):
    """Operators; the value is the SMT-LIB name."""

    __hash__ = str.__hash__  # hashed with every term that is made; the default runs in Python

    CONST = "const"
    VAR = "var"
    NOT = "not"
    AND = "and"
    OR = "or"
    EQ = "="
    ITE = "ite"
    ADD = "+"
    MUL = "*"
    DIV = "div"
    MOD = "mod"
    REAL_DIV = "/"
    LE = "<="
    LT = "<"
    TO_REAL = "to_real"
    TO_INT = "to_int"
    IS_INT = "is_int"
    SELECT = "select"
    STORE = "store"
    CONST_ARRAY = "const-array"
    BV_NOT = "bvnot"
    BV_NEG = "bvneg"
    BV_AND = "bvand"
    BV_OR = "bvor"
    BV_XOR = "bvxor"
    BV_ADD = "bvadd"
    BV_MUL = "bvmul"
    BV_UDIV = "bvudiv"
    BV_UREM = "bvurem"
    BV_SDIV = "bvsdiv"
    BV_SREM = "bvsrem"
    BV_SHL = "bvshl"
    BV_LSHR = "bvlshr"
    BV_ASHR = "bvashr"
    BV_ULT = "bvult"
    BV_ULE = "bvule"
    BV_SLT = "bvslt"
    BV_SLE = "bvsle"
    BV_CONCAT = "concat"
    BV_EXTRACT = "extract"
    BV_ZERO_EXTEND = "zero_extend"
    BV_SIGN_EXTEND = "sign_extend"


class Term:
    """One node of the shared term graph.  Made only by the constructors below."""

    __slots__ = ("_free", "args", "op", "sort", "uid", "value")

    op: Op
    args: tuple[Term, ...]
    sort: Sort
    value: Payload
    uid: int
    _free: frozenset[Term] | None

    @property
    def free(self) -> frozenset[Term]:
        """The variables that occur in this term."""
        return self._free if self._free is not None else _free_variables(self)

    @property
    def name(self) -> str:
        """The name of a variable."""
        assert self.op is Op.VAR and isinstance(self.value, str)
        return self.value

    @property
    def is_const(self) -> bool:
        return self.op is Op.CONST

    @property
    def number(self) -> int | Fraction:
        """The value of a numeric constant."""
        assert self.op is Op.CONST and isinstance(self.value, int | Fraction)
        return self.value

    def __repr__(self) -> str:
        from assay.core.smtlib import to_smtlib

        return to_smtlib(self)

    def __reduce__(self) -> tuple[object, ...]:
        from assay.core.transport import pack, unpack

        return unpack, (pack((self,)), 0)


_TABLE: Final[dict[tuple[object, ...], Term]] = {}


def intern(op: Op, args: tuple[Term, ...], sort: Sort, value: Payload = None) -> Term:
    """The one term with these parts, unsimplified.  For constructors and readers only."""
    key = (op, args, sort, value)
    term = _TABLE.get(key)
    if term is None:
        term = Term.__new__(Term)
        term.op = op
        term.args = args
        term.sort = sort
        term.value = value
        term.uid = len(_TABLE)
        term._free = None
        _TABLE[key] = term
    return term


def _by_age(term: Term) -> int:
    return term.uid


# -- traversal -------------------------------------------------------------------------------------------------------


def post_order(*roots: Term) -> Iterator[Term]:
    """Every distinct subterm once, arguments before the terms that use them."""
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        term, ready = stack.pop()
        if ready:
            yield term
        elif term not in seen:
            seen.add(term)
            stack.append((term, True))
            stack.extend((arg, False) for arg in term.args if arg not in seen)


_NOTHING_FREE: Final[frozenset[Term]] = frozenset()


def _free_variables(root: Term) -> frozenset[Term]:
    stack = [root]
    while stack:
        term = stack[-1]
        if term._free is not None:
            stack.pop()
            continue
        missing = [arg for arg in term.args if arg._free is None]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if term.op is Op.VAR:
            term._free = frozenset((term,))
            continue
        sets = {arg._free for arg in term.args if arg._free}
        if len(sets) <= 1:
            term._free = next(iter(sets)) if sets else _NOTHING_FREE
        else:
            term._free = _NOTHING_FREE.union(*sets)
    assert root._free is not None
    return root._free


# -- constants and variables -----------------------------------------------------------------------------------------

TRUE: Final = intern(Op.CONST, (), BOOL, True)
FALSE: Final = intern(Op.CONST, (), BOOL, False)


def boolean(value: bool) -> Term:
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    return intern(Op.CONST, (), INT, int(value))


def real(value: int | Fraction) -> Term:
    return intern(Op.CONST, (), REAL, Fraction(value))


def number(value: int | Fraction, sort: Sort) -> Term:
    """The numeric constant of an arithmetic sort."""
    return integer(int(value)) if sort is INT else real(value)


def variable(name: str, sort: Sort) -> Term:
    return intern(Op.VAR, (), sort, name)


def prime(term: Term) -> Term:
    """The variable that stands for the next value of the variable ``term``."""
    return variable(term.name + "'", term.sort)


# -- propositional ---------------------------------------------------------------------------------------------------


def not_(term: Term) -> Term:
    if term.op is Op.NOT:
        return term.args[0]
    if term.op is Op.CONST:
        return FALSE if term is TRUE else TRUE
    return intern(Op.NOT, (term,), BOOL)


def and_(*terms: Term) -> Term:
    return _junction(Op.AND, terms, TRUE, FALSE)


def or_(*terms: Term) -> Term:
    return _junction(Op.OR, terms, FALSE, TRUE)


def conjunction(terms: Iterable[Term]) -> Term:
    return _junction(Op.AND, terms, TRUE, FALSE)


def disjunction(terms: Iterable[Term]) -> Term:
    return _junction(Op.OR, terms, FALSE, TRUE)


def _junction(op: Op, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
    parts: set[Term] = set()
    for term in terms:
        if term.op is op:
            parts.update(term.args)
        elif term is absorbing:
            return absorbing
        elif term is not neutral:
            parts.add(term)
    for part in parts:
        if part.op is Op.NOT:
            opposite = part.args[0]
            if opposite in parts or (opposite.op is op and parts.issuperset(opposite.args)):
                return absorbing
    if not parts:
        return neutral
    if len(parts) == 1:
        return next(iter(parts))
    return intern(op, tuple(sorted(parts, key=_by_age)), BOOL)


def implies(left: Term, right: Term) -> Term:
    return or_(not_(left), right)


def xor(left: Term, right: Term) -> Term:
    return not_(eq(left, right))


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if condition.op is Op.NOT:
        condition, then, otherwise = condition.args[0], otherwise, then
    if then.sort is BOOL:
        if then is TRUE:
            return or_(condition, otherwise)
        if then is FALSE:
            return and_(not_(condition), otherwise)
        if otherwise is TRUE:
            return or_(not_(condition), then)
        if otherwise is FALSE:
            return and_(condition, then)
    return intern(Op.ITE, (condition, then, otherwise), then.sort)


def eq(left: Term, right: Term) -> Term:
    """Equality at any sort; over Bool it is equivalence."""
    if left is right:
        return TRUE
    if left.sort is not right.sort:
        raise TypeError(f"cannot compare {left.sort} with {right.sort}")
    if left.sort is BOOL:
        return _equivalence(left, right)
    if left.sort.is_arithmetic:
        return _compare(Op.EQ, left, right)
    if left.is_const and right.is_const:
        return FALSE
    return intern(Op.EQ, (left, right) if left.uid < right.uid else (right, left), BOOL)


def _equivalence(left: Term, right: Term) -> Term:
    if left.is_const:
        left, right = right, left
    if right is TRUE:
        return left
    if right is FALSE:
        return not_(left)
    negative = False
    if left.op is Op.NOT:
        left, negative = left.args[0], True
    if right.op is Op.NOT:
        right, negative = right.args[0], not negative
    if left is right:
        return boolean(not negative)
    same = intern(Op.EQ, (left, right) if left.uid < right.uid else (right, left), BOOL)
    return not_(same) if negative else same


def distinct(*terms: Term) -> Term:
    return conjunction(not_(eq(a, b)) for i, a in enumerate(terms) for b in terms[i + 1 :])


# -- linear arithmetic -----------------------------------------------------------------------------------------------


def linear(term: Term) -> tuple[dict[Term, int | Fraction], int | Fraction]:
    """``term`` as coefficients of its atoms and a constant; atoms are whatever is not a sum or a multiple."""
    coefficients: dict[Term, int | Fraction] = {}
    constant: int | Fraction = 0
    for monomial in term.args if term.op is Op.ADD else (term,):
        if monomial.op is Op.CONST:
            constant = monomial.number
        elif monomial.op is Op.MUL and monomial.args[0].op is Op.CONST:
            coefficients[monomial.args[1]] = monomial.args[0].number
        else:
            coefficients[monomial] = 1
    return coefficients, constant


def from_linear(coefficients: Mapping[Term, int | Fraction], constant: int | Fraction, sort: Sort) -> Term:
    """The canonical sum with these coefficients; inverse of ``linear``."""
    monomials = [_monomial(c, atom, sort) for atom, c in sorted(coefficients.items(), key=lambda i: i[0].uid) if c]
    if constant or not monomials:
        monomials.append(number(constant, sort))
    return monomials[0] if len(monomials) == 1 else intern(Op.ADD, tuple(monomials), sort)


def _monomial(coefficient: int | Fraction, atom: Term, sort: Sort) -> Term:
    return atom if coefficient == 1 else intern(Op.MUL, (number(coefficient, sort), atom), sort)


def add(*terms: Term) -> Term:
    """The sum of at least one term."""
    total: dict[Term, int | Fraction] = {}
    constant: int | Fraction = 0
    for term in terms:
        _accumulate(total, term, 1)
        constant += _constant_of(term)
    return from_linear(total, constant, terms[0].sort)


def _accumulate(total: dict[Term, int | Fraction], term: Term, factor: int | Fraction) -> None:
    for atom, coefficient in linear(term)[0].items():
        total[atom] = total.get(atom, 0) + factor * coefficient


def _constant_of(term: Term) -> int | Fraction:
    last = term.args[-1] if term.op is Op.ADD else term
    return last.number if last.op is Op.CONST else 0


def scale(factor: int | Fraction, term: Term) -> Term:
    coefficients, constant = linear(term)
    return from_linear({atom: factor * c for atom, c in coefficients.items()}, factor * constant, term.sort)


def neg(term: Term) -> Term:
    return scale(-1, term)


def sub(left: Term, right: Term) -> Term:
    return add(left, neg(right))


def mul(*terms: Term) -> Term:
    """The product of at least one term; constant factors are pulled out, products of variables stay opaque."""
    sort = terms[0].sort
    factor: int | Fraction = 1
    rest: list[Term] = []
    for term in terms:
        for part in term.args if term.op is Op.MUL else (term,):
            if part.op is Op.CONST:
                factor = factor * part.number
            else:
                rest.append(part)
    if not rest or factor == 0:
        return number(factor, sort)
    if len(rest) == 1:
        return scale(factor, rest[0])
    return scale(factor, intern(Op.MUL, tuple(sorted(rest, key=_by_age)), sort))


def le(left: Term, right: Term) -> Term:
    return _compare(Op.LE, left, right)


def lt(left: Term, right: Term) -> Term:
    return not_(_compare(Op.LE, right, left)) if left.sort is INT else _compare(Op.LT, left, right)


def ge(left: Term, right: Term) -> Term:
    return le(right, left)


def gt(left: Term, right: Term) -> Term:
    return lt(right, left)


def _compare(op: Op, left: Term, right: Term) -> Term:
    """Canonical ``left op right`` for op in =, <=, < (the last over the reals only)."""
    sort = left.sort
    if not sort.is_arithmetic or right.sort is not sort:
        raise TypeError(f"cannot compare {left.sort} with {right.sort}")
    total: dict[Term, int | Fraction] = {}
    _accumulate(total, left, 1)
    _accumulate(total, right, -1)
    bound = _constant_of(right) - _constant_of(left)
    coefficients = sorted(((a, c) for a, c in total.items() if c), key=lambda item: item[0].uid)
    if not coefficients:
        return boolean(bound == 0 if op is Op.EQ else 0 <= bound if op is Op.LE else 0 < bound)
    lead = coefficients[0][1]
    divisor: int | Fraction = lead if lead > 0 else -lead
    if sort is INT:
        divisor = gcd(*(int(c) for _, c in coefficients))
        if op is Op.EQ and bound % divisor:
            return FALSE
    negative = lead < 0
    if negative:
        divisor = -divisor
    lhs = from_linear({atom: _quotient(c, divisor, sort) for atom, c in coefficients}, 0, sort)
    if op is Op.EQ:
        return intern(Op.EQ, (lhs, number(_quotient(bound, divisor, sort), sort)), BOOL)
    if sort is INT:
        # s <= b with divisor g: s/g <= floor(b/g); with a negative one: -s/g >= ceil(-b/g), so not (-s/g <= that - 1)
        if not negative:
            return intern(Op.LE, (lhs, integer(int(bound // divisor))), BOOL)
        return not_(intern(Op.LE, (lhs, integer(int(-(bound // -divisor)) - 1)), BOOL))
    flipped = {Op.LE: Op.LT, Op.LT: Op.LE}
    limit = real(_quotient(bound, divisor, sort))
    if not negative:
        return intern(op, (lhs, limit), BOOL)
    return not_(intern(flipped[op], (lhs, limit), BOOL))


def _quotient(dividend: int | Fraction, divisor: int | Fraction, sort: Sort) -> int | Fraction:
    return dividend // divisor if sort is INT else Fraction(dividend) / divisor


def int_div(left: Term, right: Term) -> Term:
    """SMT-LIB ``div``: the remainder is never negative."""
    if right.is_const and right.number != 0:
        if right.number == 1:
            return left
        if right.number == -1:
            return neg(left)
        if left.is_const:
            return integer(euclidean(int(left.number), int(right.number))[0])
    return intern(Op.DIV, (left, right), INT)


def int_mod(left: Term, right: Term) -> Term:
    """SMT-LIB ``mod``: between 0 and the divisor's absolute value."""
    if right.is_const and right.number != 0:
        if abs(right.number) == 1:
            return integer(0)
        if left.is_const:
            return integer(euclidean(int(left.number), int(right.number))[1])
    return intern(Op.MOD, (left, right), INT)


def euclidean(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder with 0 <= remainder < abs(divisor)."""
    remainder = dividend % abs(divisor)
    return (dividend - remainder) // divisor, remainder


def real_div(left: Term, right: Term) -> Term:
    if right.is_const and right.number != 0:
        return scale(1 / Fraction(right.number), left)
    return intern(Op.REAL_DIV, (left, right), REAL)


def to_real(term: Term) -> Term:
    if term.sort is REAL:
        return term
    coefficients, constant = linear(term)
    lifted = {intern(Op.TO_REAL, (atom,), REAL): Fraction(c) for atom, c in coefficients.items()}
    return from_linear(lifted, Fraction(constant), REAL)


def to_int(term: Term) -> Term:
    """The floor of a real."""
    if term.is_const:
        return integer(term.number.__floor__())
    if term.op is Op.TO_REAL:
        return term.args[0]
    return intern(Op.TO_INT, (term,), INT)


def is_int(term: Term) -> Term:
    if term.is_const:
        return boolean(Fraction(term.number).denominator == 1)
    if term.op is Op.TO_REAL:
        return TRUE
    return intern(Op.IS_INT, (term,), BOOL)


# -- views -----------------------------------------------------------------------------------------------------------


def conjuncts(term: Term) -> tuple[Term, ...]:
    """``term`` as a list of conjuncts; De Morgan is applied to negated disjunctions."""
    parts: dict[Term, None] = {}
    stack = [term]
    while stack:
        part = stack.pop()
        if part.op is Op.AND:
            stack.extend(reversed(part.args))
        elif part.op is Op.NOT and part.args[0].op is Op.OR:
            stack.extend(not_(arg) for arg in reversed(part.args[0].args))
        elif part is not TRUE:
            parts[part] = None
    return tuple(parts)


def disjuncts(term: Term) -> tuple[Term, ...]:
    """``term`` as a list of disjuncts."""
    return tuple(not_(part) for part in conjuncts(not_(term)))


def is_connective(term: Term) -> bool:
    """Does this Boolean term combine Boolean terms?"""
    if term.sort is not BOOL:
        return False
    return term.op in (Op.NOT, Op.AND, Op.OR, Op.ITE) or (term.op is Op.EQ and term.args[0].sort is BOOL)


def atoms(term: Term) -> tuple[Term, ...]:
    """The distinct Boolean leaves of the propositional structure, in order of first appearance."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [term]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if is_connective(node):
            stack.extend(reversed(node.args))
        elif not node.is_const:
            found[node] = None
    return tuple(found)


def size(*terms: Term) -> int:
    """The number of distinct subterms."""
    return sum(1 for _ in post_order(*terms))
