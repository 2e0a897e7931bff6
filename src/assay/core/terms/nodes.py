"""The shared graph of terms: nodes, interning, traversal, constants and variables.

Structurally equal terms are one object, so equality is identity, sharing is free and memo tables are plain
dictionaries.  No function recurses over term depth, and the interning table is the only state (see
docs/adr/0001-own-terms.md).  Terms are built by the constructors of ``core.terms``, ``core.terms.bitvectors``,
``core.terms.arrays`` and ``core.terms.floats``.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Final

from assay.core.terms.sorts import BOOL, INT, REAL, Sort

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
    FP_FROM_BITS = "to_fp"
    FP_TO_BITS = "fp.to_ieee_bv"
    FP_ADD = "fp.add"
    FP_MUL = "fp.mul"
    FP_DIV = "fp.div"
    FP_FMA = "fp.fma"
    FP_SQRT = "fp.sqrt"
    FP_REM = "fp.rem"
    FP_ROUND = "fp.roundToIntegral"
    FP_ABS = "fp.abs"
    FP_NEG = "fp.neg"
    FP_EQ = "fp.eq"
    FP_LE = "fp.leq"
    FP_LT = "fp.lt"
    FP_IS_NAN = "fp.isNaN"
    FP_IS_INFINITE = "fp.isInfinite"
    FP_IS_ZERO = "fp.isZero"
    FP_TO_FP = "to_fp_float"
    FP_FROM_SIGNED = "to_fp_signed"
    FP_FROM_UNSIGNED = "to_fp_unsigned"
    FP_TO_SIGNED = "fp.to_sbv"
    FP_TO_UNSIGNED = "fp.to_ubv"


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
        from assay.core.terms.smtlib import to_smtlib

        return to_smtlib(self)

    def __reduce__(self) -> tuple[object, ...]:
        from assay.core.terms.transport import pack, unpack

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


def by_age(term: Term) -> int:
    """The order of canonical argument lists: older terms first."""
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


def symbols_of(*roots: Term) -> set[Term]:
    """The variables that occur in these terms; what is known of subterms is used, and nothing is kept of others."""
    found: set[Term] = set()
    seen: set[Term] = set()
    stack = list(roots)
    while stack:
        term = stack.pop()
        if term._free is not None:
            found |= term._free
        elif term.op is Op.VAR:
            found.add(term)
        elif term not in seen:
            seen.add(term)
            stack.extend(term.args)
    return found


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


def not_(term: Term) -> Term:
    if term.op is Op.NOT:
        return term.args[0]
    if term.op is Op.CONST:
        return FALSE if term is TRUE else TRUE
    return intern(Op.NOT, (term,), BOOL)
