"""Our terms as cvc5 terms, and cvc5's values as ours.

The package is imported on first use only: starting up is most of the time of a small task.
Limit: a constant array whose element is not a value has no counterpart in cvc5 and is refused with ``SolverFailure``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, Final

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.floats import form
from assay.core.terms.ieee import Mode
from assay.core.terms.sorts import BOOL, INT, REAL, Sort
from assay.solve.float_bits import unknown_bits
from assay.solve.translation import array_value, rounded, untranslated

_KINDS: Final[dict[Op, str]] = {
    Op.NOT: "NOT",
    Op.AND: "AND",
    Op.OR: "OR",
    Op.EQ: "EQUAL",
    Op.ITE: "ITE",
    Op.ADD: "ADD",
    Op.MUL: "MULT",
    Op.DIV: "INTS_DIVISION",
    Op.MOD: "INTS_MODULUS",
    Op.REAL_DIV: "DIVISION",
    Op.LE: "LEQ",
    Op.LT: "LT",
    Op.TO_REAL: "TO_REAL",
    Op.TO_INT: "TO_INTEGER",
    Op.IS_INT: "IS_INTEGER",
    Op.SELECT: "SELECT",
    Op.STORE: "STORE",
    Op.BV_NOT: "BITVECTOR_NOT",
    Op.BV_NEG: "BITVECTOR_NEG",
    Op.BV_AND: "BITVECTOR_AND",
    Op.BV_OR: "BITVECTOR_OR",
    Op.BV_XOR: "BITVECTOR_XOR",
    Op.BV_ADD: "BITVECTOR_ADD",
    Op.BV_MUL: "BITVECTOR_MULT",
    Op.BV_UDIV: "BITVECTOR_UDIV",
    Op.BV_UREM: "BITVECTOR_UREM",
    Op.BV_SDIV: "BITVECTOR_SDIV",
    Op.BV_SREM: "BITVECTOR_SREM",
    Op.BV_SHL: "BITVECTOR_SHL",
    Op.BV_LSHR: "BITVECTOR_LSHR",
    Op.BV_ASHR: "BITVECTOR_ASHR",
    Op.BV_ULT: "BITVECTOR_ULT",
    Op.BV_ULE: "BITVECTOR_ULE",
    Op.BV_SLT: "BITVECTOR_SLT",
    Op.BV_SLE: "BITVECTOR_SLE",
    Op.BV_CONCAT: "BITVECTOR_CONCAT",
    Op.BV_EXTRACT: "BITVECTOR_EXTRACT",
    Op.BV_ZERO_EXTEND: "BITVECTOR_ZERO_EXTEND",
    Op.BV_SIGN_EXTEND: "BITVECTOR_SIGN_EXTEND",
    Op.FP_REM: "FLOATINGPOINT_REM",
    Op.FP_ABS: "FLOATINGPOINT_ABS",
    Op.FP_NEG: "FLOATINGPOINT_NEG",
    Op.FP_EQ: "FLOATINGPOINT_EQ",
    Op.FP_LE: "FLOATINGPOINT_LEQ",
    Op.FP_LT: "FLOATINGPOINT_LT",
    Op.FP_IS_NAN: "FLOATINGPOINT_IS_NAN",
    Op.FP_IS_INFINITE: "FLOATINGPOINT_IS_INF",
    Op.FP_IS_ZERO: "FLOATINGPOINT_IS_ZERO",
    Op.FP_FROM_BITS: "FLOATINGPOINT_TO_FP_FROM_IEEE_BV",
}
# Operators of which cvc5's take a rounding mode first.
_ROUNDING: Final[dict[Op, str]] = {
    Op.FP_ADD: "FLOATINGPOINT_ADD",
    Op.FP_MUL: "FLOATINGPOINT_MULT",
    Op.FP_DIV: "FLOATINGPOINT_DIV",
    Op.FP_FMA: "FLOATINGPOINT_FMA",
    Op.FP_SQRT: "FLOATINGPOINT_SQRT",
    Op.FP_ROUND: "FLOATINGPOINT_RTI",
    Op.FP_TO_FP: "FLOATINGPOINT_TO_FP_FROM_FP",
    Op.FP_FROM_SIGNED: "FLOATINGPOINT_TO_FP_FROM_SBV",
    Op.FP_FROM_UNSIGNED: "FLOATINGPOINT_TO_FP_FROM_UBV",
    Op.FP_TO_SIGNED: "FLOATINGPOINT_TO_SBV",
    Op.FP_TO_UNSIGNED: "FLOATINGPOINT_TO_UBV",
}
_MODES: Final = (
    "ROUND_NEAREST_TIES_TO_EVEN",
    "ROUND_NEAREST_TIES_TO_AWAY",
    "ROUND_TOWARD_POSITIVE",
    "ROUND_TOWARD_NEGATIVE",
    "ROUND_TOWARD_ZERO",
)


class Cvc5Terms:
    """One term manager of cvc5 with what was translated into it; serves any number of solvers."""

    def __init__(self) -> None:
        import cvc5

        self.package: Any = cvc5
        self.manager: Any = cvc5.TermManager()
        self._kinds: dict[Op, Any] = {op: getattr(cvc5.Kind, name) for op, name in _KINDS.items()}
        self._terms: dict[Term, Any] = {}
        self.meets_bits = False
        self._sorts: dict[Sort, Any] = {
            BOOL: self.manager.getBooleanSort(),
            INT: self.manager.getIntegerSort(),
            REAL: self.manager.getRealSort(),
        }

    def sort(self, sort: Sort) -> Any:
        found = self._sorts.get(sort)
        if found is None:
            if sort.is_bitvector:
                found = self.manager.mkBitVectorSort(sort.width)
            elif sort.is_float:
                found = self.manager.mkFloatingPointSort(sort.exponent, sort.significand)
            else:
                assert sort.index is not None and sort.element is not None
                found = self.manager.mkArraySort(self.sort(sort.index), self.sort(sort.element))
            self._sorts[sort] = found
        return found

    def term(self, root: Term) -> Any:
        """The cvc5 term that says ``root``; the same one whenever it is asked for."""
        done = self._terms
        known = done.get(root)
        if known is not None:
            return known
        kinds, make = self._kinds, self.manager.mkTerm
        for term in untranslated(root, done):
            kind = kinds.get(term.op)
            if kind is None:
                done[term] = self._special(term)
            elif isinstance(term.value, tuple):
                done[term] = make(self.manager.mkOp(kind, *term.value), done[term.args[0]])
            else:
                done[term] = make(kind, *[done[arg] for arg in term.args])
        return done[root]

    def _special(self, term: Term) -> Any:
        """A variable, a constant, a constant array, or a floating-point operator of another form."""
        if term.op is Op.VAR:
            return self.manager.mkConst(self.sort(term.sort), term.name)
        if term.op is Op.CONST_ARRAY:
            try:
                return self.manager.mkConstArray(self.sort(term.sort), self._terms[term.args[0]])
            except RuntimeError as problem:
                raise SolverFailure(f"cvc5: no constant array of {term.args[0]!r}") from problem
        if term.op is Op.FP_TO_BITS:
            self.meets_bits = True
            return self.term(unknown_bits(term))
        if term.op in _ROUNDING:
            return self._rounding(term)
        if term.sort is BOOL:
            return self.manager.mkBoolean(term.value)
        if term.sort is INT:
            return self.manager.mkInteger(str(term.value))
        if term.sort is REAL:
            return self.manager.mkReal(str(term.value))
        if term.sort.is_float:
            sort, bits = term.sort, self.manager.mkBitVector(term.sort.width, str(term.value), 10)
            return self.manager.mkFloatingPoint(sort.exponent, sort.significand, bits)
        return self.manager.mkBitVector(term.sort.width, str(term.value), 10)

    def _rounding(self, term: Term) -> Any:
        make, kind = self.manager.mkTerm, getattr(self.package.Kind, _ROUNDING[term.op])
        args = [self._terms[arg] for arg in term.args]
        return rounded(
            term,
            lambda mode, sizes: make(self.manager.mkOp(kind, *sizes) if sizes else kind, self._mode(mode), *args),
            lambda *parts: make(self._kinds[Op.ITE], *parts),
            self.term,
        )

    def _mode(self, mode: Mode) -> Any:
        return self.manager.mkRoundingMode(getattr(self.package.RoundingMode, _MODES[mode]))

    def value(self, found: Any, sort: Sort) -> Value:
        """Our value for a value of cvc5's."""
        if sort.is_array:
            return self._array_value(found, sort)
        if sort is BOOL and found.isBooleanValue():
            return bool(found.getBooleanValue())
        if sort is INT and found.isIntegerValue():
            return int(found.getIntegerValue())
        if sort is REAL and found.isRealValue():
            return Fraction(found.getRealValue())
        if sort.is_bitvector and found.isBitVectorValue():
            return int(found.getBitVectorValue(10))
        if sort.is_float and found.isFloatingPointValue():
            bits = int(found.getFloatingPointValue()[2].getBitVectorValue(10))
            return form(sort).canonical(bits)
        raise SolverFailure(f"cvc5: the model leaves {found} open")

    def _array_value(self, found: Any, sort: Sort) -> ArrayValue:
        assert sort.index is not None and sort.element is not None
        written = []
        while found.getKind() == self._kinds[Op.STORE]:
            written.append((self.value(found[1], sort.index), self.value(found[2], sort.element)))
            found = found[0]
        if not found.isConstArray():
            raise SolverFailure(f"cvc5: the model leaves {found} open")
        return array_value(sort, written, self.value(found.getConstArrayBase(), sort.element))


@cache
def shared_terms() -> Cvc5Terms:
    """The term manager that the solvers of this process share."""
    return Cvc5Terms()
