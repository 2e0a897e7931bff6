"""A context of z3: the memory in which its expressions live, with its sorts, names, variables and complaints.

Whatever is kept here stays alive as long as the context, so raw pointers may be stored and compared freely.  One
context serves any number of solvers of a process; a fresh one shares nothing with the others.
Terms are translated by ``z3_terms.to_z3`` and ``z3_reading.from_z3``.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import FALSE, TRUE, Term, variable
from assay.core.terms.sorts import BOOL, INT, REAL, Sort, array, bitvector
from assay.solve.z3.raw import Library, library

Maker = Callable[[Sequence[Term]], Term]


class Z3Context:
    """``raw`` is the pointer that z3's functions take first, ``api`` the functions themselves.

    ``raws`` and ``terms`` are the two directions of the translation so far; ``operators`` says how to apply functions.
    """

    def __init__(self) -> None:
        self.api: Library = library()
        config = self.api.mk_config()
        self.raw: int = self.api.mk_context_rc(config)
        self.api.del_config(config)
        self.api.set_error_handler(self.raw, None)  # the default one ends the process
        weakref.finalize(self, self.api.del_context, self.raw).atexit = False
        self.raws: dict[Term, int] = {}
        self.terms: dict[int, Term] = {}
        self.operators: dict[int, Maker] = {}
        self._raw_sorts: dict[Sort, int] = {}
        self._sorts: dict[int, Sort] = {}
        self.floats: set[Term] = set()  # the terms in which floating-point numbers occur
        self._place = ctypes.c_void_p()
        self.pair(TRUE, self.api.mk_true(self.raw))
        self.pair(FALSE, self.api.mk_false(self.raw))

    def keep(self, raw: int) -> int:
        """``raw`` itself, alive from now on; a failed call (a null pointer) becomes a ``SolverFailure``."""
        if not raw:
            raise self.complaint()
        self.api.inc_ref(self.raw, raw)
        return raw

    def pair(self, term: Term, raw: int) -> int:
        """Remember that ``term`` and ``raw`` say the same."""
        self.keep(raw)
        self.raws[term] = raw
        self.terms[raw] = term
        return raw

    @contextmanager
    def holding(self, raw: int | None) -> Iterator[int]:
        """``raw`` alive for a while."""
        held = self.keep(raw or 0)
        try:
            yield held
        finally:
            self.api.dec_ref(self.raw, held)

    @contextmanager
    def owning(self, kind: str, raw: int | None) -> Iterator[int]:
        """What is no expression, alive for a while: of the ``kind`` goal, tactic, params, ast_vector, ..."""
        if not raw:
            raise self.complaint()
        getattr(self.api, f"{kind}_inc_ref")(self.raw, raw)
        try:
            yield raw
        finally:
            getattr(self.api, f"{kind}_dec_ref")(self.raw, raw)

    def evaluate(self, model: int, raw: int, *, complete: bool) -> int:
        """``raw`` under ``model``, which is completed by default values if asked; alive until the next call."""
        if not self.api.model_eval(self.raw, model, raw, complete, ctypes.byref(self._place)):
            raise self.complaint()
        result = self._place.value
        assert result is not None
        return result

    def complaint(self) -> SolverFailure:
        """The error that the last call left, to be raised."""
        code = self.api.get_error_code(self.raw)
        return SolverFailure(f"z3: {decode(self.api.get_error_msg(self.raw, code))}")

    def check_error(self) -> None:
        """Raise what the last call complained about, if anything."""
        if self.api.get_error_code(self.raw):
            raise self.complaint()

    # -- names ---------------------------------------------------------------------------------------------------------

    def symbol(self, name: str) -> int:
        raw: int = self.api.mk_string_symbol(self.raw, name.encode())
        return raw

    def symbol_text(self, raw: int) -> str:
        if self.api.get_symbol_kind(self.raw, raw) == self.api.kinds.Z3_INT_SYMBOL:
            return f"k!{self.api.get_symbol_int(self.raw, raw)}"
        return decode(self.api.get_symbol_string(self.raw, raw))

    def declared_name(self, application: int) -> str:
        """The name of the function that ``application`` applies."""
        return self.symbol_text(self.api.get_decl_name(self.raw, self.api.get_app_decl(self.raw, application)))

    def variable(self, raw: int) -> Term:
        """The variable that an uninterpreted constant stands for; translated back it is the same constant."""
        term = self.terms.get(raw)
        if term is None:
            term = variable(self.declared_name(raw), self.sort(self.api.get_sort(self.raw, raw)))
            if term not in self.raws:
                self.pair(term, raw)
        return term

    # -- sorts ---------------------------------------------------------------------------------------------------------

    def raw_sort(self, sort: Sort) -> int:
        raw = self._raw_sorts.get(sort)
        if raw is None:
            raw = self._raw_sorts[sort] = self.keep(self._make_sort(sort))
        return raw

    def _make_sort(self, sort: Sort) -> int:
        api = self.api
        raw: int
        if sort.is_array:
            assert sort.index is not None and sort.element is not None
            raw = api.mk_array_sort(self.raw, self.raw_sort(sort.index), self.raw_sort(sort.element))
        elif sort.is_bitvector:
            raw = api.mk_bv_sort(self.raw, sort.width)
        elif sort.is_float:
            raw = api.mk_fpa_sort(self.raw, sort.exponent, sort.significand)
        else:
            raw = {BOOL: api.mk_bool_sort, INT: api.mk_int_sort, REAL: api.mk_real_sort}[sort](self.raw)
        return raw

    def sort(self, raw: int) -> Sort:
        """Our sort for z3's; ``Unsupported`` if we have none."""
        sort = self._sorts.get(raw)
        if sort is None:
            sort = self._sorts[raw] = self._read_sort(raw)
            self.keep(raw)
        return sort

    def _read_sort(self, raw: int) -> Sort:
        api, kinds = self.api, self.api.kinds
        kind = api.get_sort_kind(self.raw, raw)
        if kind == kinds.Z3_BV_SORT:
            return bitvector(api.get_bv_sort_size(self.raw, raw))
        if kind == kinds.Z3_ARRAY_SORT:
            index = self.sort(api.get_array_sort_domain(self.raw, raw))
            return array(index, self.sort(api.get_array_sort_range(self.raw, raw)))
        basic = {kinds.Z3_BOOL_SORT: BOOL, kinds.Z3_INT_SORT: INT, kinds.Z3_REAL_SORT: REAL}.get(kind)
        if kind == kinds.Z3_DATATYPE_SORT:
            hint = "Assay has Bool, Int, Real, BitVec and Array; an enumeration can be written by numbers"
            raise Unsupported(f"the algebraic data type {self.text(raw)}", hint=hint)
        if basic is None:
            raise Unsupported(f"the sort {self.text(raw)} is not one of Bool, Int, Real, BitVec and Array")
        return basic

    def text(self, raw: int) -> str:
        """An expression or sort as z3 prints it."""
        return decode(self.api.ast_to_string(self.raw, raw))


def decode(text: bytes | None) -> str:
    return text.decode(errors="replace") if text else ""


@cache
def shared_context() -> Z3Context:
    """The context that the solvers of this process share unless they ask for one of their own."""
    return Z3Context()
