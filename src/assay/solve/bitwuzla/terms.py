"""Our terms as terms of Bitwuzla, and its values as ours.

The package is imported on first use only.  Limit: Booleans, bit-vectors, floating-point numbers and arrays over these;
anything else is a ``SolverFailure``.
"""

from __future__ import annotations

from typing import Any, Final

from assay.core.errors import SolverFailure
from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.floats import form
from assay.core.terms.ieee import Mode
from assay.core.terms.sorts import BOOL, Sort
from assay.solve.float_bits import unknown_bits
from assay.solve.translation import array_value, rounded, untranslated

_KINDS: Final[dict[Op, str]] = {
    Op.NOT: "NOT",
    Op.AND: "AND",
    Op.OR: "OR",
    Op.EQ: "EQUAL",
    Op.ITE: "ITE",
    Op.SELECT: "ARRAY_SELECT",
    Op.STORE: "ARRAY_STORE",
    Op.BV_LSHR: "BV_SHR",
    Op.BV_CONCAT: "BV_CONCAT",
    Op.BV_EXTRACT: "BV_EXTRACT",
    Op.BV_ZERO_EXTEND: "BV_ZERO_EXTEND",
    Op.BV_SIGN_EXTEND: "BV_SIGN_EXTEND",
    Op.FP_REM: "FP_REM",
    Op.FP_ABS: "FP_ABS",
    Op.FP_NEG: "FP_NEG",
    Op.FP_EQ: "FP_EQUAL",
    Op.FP_LE: "FP_LEQ",
    Op.FP_LT: "FP_LT",
    Op.FP_IS_NAN: "FP_IS_NAN",
    Op.FP_IS_INFINITE: "FP_IS_INF",
    Op.FP_IS_ZERO: "FP_IS_ZERO",
    Op.FP_FROM_BITS: "FP_TO_FP_FROM_BV",
} | {op: f"BV_{op.value[2:].upper()}" for op in Op if op.value.startswith("bv") and op is not Op.BV_LSHR}
# Operators of which Bitwuzla's take a rounding mode first.
_ROUNDING: Final[dict[Op, str]] = {
    Op.FP_ADD: "FP_ADD",
    Op.FP_MUL: "FP_MUL",
    Op.FP_DIV: "FP_DIV",
    Op.FP_FMA: "FP_FMA",
    Op.FP_SQRT: "FP_SQRT",
    Op.FP_ROUND: "FP_RTI",
    Op.FP_TO_FP: "FP_TO_FP_FROM_FP",
    Op.FP_FROM_SIGNED: "FP_TO_FP_FROM_SBV",
    Op.FP_FROM_UNSIGNED: "FP_TO_FP_FROM_UBV",
    Op.FP_TO_SIGNED: "FP_TO_SBV",
    Op.FP_TO_UNSIGNED: "FP_TO_UBV",
}
_MODES: Final = ("RNE", "RNA", "RTP", "RTN", "RTZ")


class BitwuzlaTerms:
    """One term manager with what was translated into it; serves any number of solvers."""

    def __init__(self) -> None:
        import bitwuzla

        self.package: Any = bitwuzla
        self.manager: Any = bitwuzla.TermManager()
        self._kinds: dict[Op, Any] = {op: getattr(bitwuzla.Kind, name) for op, name in _KINDS.items()}
        self._terms: dict[Term, Any] = {}
        self.meets_bits = False
        self._sorts: dict[Sort, Any] = {BOOL: self.manager.mk_bool_sort()}

    def sort(self, sort: Sort) -> Any:
        found = self._sorts.get(sort)
        if found is None:
            if sort.is_bitvector:
                found = self.manager.mk_bv_sort(sort.width)
            elif sort.is_float:
                found = self.manager.mk_fp_sort(sort.exponent, sort.significand)
            elif sort.is_array and sort.index is not None and sort.element is not None:
                found = self.manager.mk_array_sort(self.sort(sort.index), self.sort(sort.element))
            else:
                raise SolverFailure(f"Bitwuzla: no values of sort {sort}")
            self._sorts[sort] = found
        return found

    def term(self, root: Term) -> Any:
        """The term of Bitwuzla's that says ``root``; the same one whenever it is asked for."""
        done = self._terms
        known = done.get(root)
        if known is not None:
            return known
        kinds, make = self._kinds, self.manager.mk_term
        for term in untranslated(root, done):
            kind = kinds.get(term.op)
            if kind is None:
                done[term] = self._special(term)
            elif isinstance(term.value, tuple):
                done[term] = make(kind, [done[arg] for arg in term.args], list(term.value))
            else:
                done[term] = make(kind, [done[arg] for arg in term.args])
        return done[root]

    def _special(self, term: Term) -> Any:
        """A variable, a constant, a constant array, or a floating-point operator of another form."""
        if term.op is Op.VAR:
            return self.manager.mk_const(self.sort(term.sort), term.name)
        if term.op is Op.CONST_ARRAY:
            return self.manager.mk_const_array(self.sort(term.sort), self._terms[term.args[0]])
        if term.op is Op.FP_TO_BITS:
            self.meets_bits = True
            return self.term(unknown_bits(term))
        if term.op in _ROUNDING:
            return self._rounding(term)
        if term.op is not Op.CONST:
            raise SolverFailure(f"Bitwuzla: no operator {term.op.value}")
        if term.sort is BOOL:
            return self.manager.mk_true() if term.value else self.manager.mk_false()
        if term.sort.is_float:
            bits = bv(int(term.number), term.sort.width)
            size = [term.sort.exponent, term.sort.significand]
            return self.manager.mk_term(self._kinds[Op.FP_FROM_BITS], [self.term(bits)], size)
        return self.manager.mk_bv_value(self.sort(term.sort), str(term.value), 10)

    def _rounding(self, term: Term) -> Any:
        make, kind = self.manager.mk_term, getattr(self.package.Kind, _ROUNDING[term.op])
        args = [self._terms[arg] for arg in term.args]
        return rounded(
            term,
            lambda mode, sizes: make(kind, [self._mode(mode), *args], list(sizes)),
            lambda *parts: make(self._kinds[Op.ITE], list(parts)),
            self.term,
        )

    def _mode(self, mode: Mode) -> Any:
        return self.manager.mk_rm_value(getattr(self.package.RoundingMode, _MODES[mode]))

    def value(self, found: Any, sort: Sort) -> Value:
        """Our value for a value of Bitwuzla's."""
        if sort.is_array:
            return self._array_value(found, sort)
        if sort is BOOL:
            return bool(found.value())
        if sort.is_float:
            return form(sort).canonical(int(found.value(2, False), 2))
        return int(found.value(10))

    def _array_value(self, found: Any, sort: Sort) -> ArrayValue:
        assert sort.index is not None and sort.element is not None
        written = []
        while found.kind() == self._kinds[Op.STORE]:
            base, index, element = found.children()
            written.append((self.value(index, sort.index), self.value(element, sort.element)))
            found = base
        if found.kind() != self.package.Kind.CONST_ARRAY:
            raise SolverFailure(f"Bitwuzla: the model leaves {found} open")
        return array_value(sort, written, self.value(found.children()[0], sort.element))
