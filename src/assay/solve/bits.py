"""A solver for one question: Bitwuzla where it is about nothing but bits, else z3."""

from __future__ import annotations

from assay.core.terms import Op, Term, post_order
from assay.core.terms.sorts import INT, REAL, Sort
from assay.solve.floating import has_bitwuzla
from assay.solve.smt import Solver


def bits_solver(question: Term) -> Solver:
    """A fresh solver that is good at what ``question`` speaks of."""
    symbols = (term.sort for term in post_order(question) if term.op is Op.VAR)
    if has_bitwuzla() and not any(map(_has_numbers, symbols)):
        from assay.solve.bitwuzla.solver import bitwuzla_solver

        return bitwuzla_solver()
    from assay.solve.z3.solver import Z3Solver

    return Z3Solver()


def _has_numbers(sort: Sort) -> bool:
    return sort in (INT, REAL) or any(part is not None and _has_numbers(part) for part in (sort.index, sort.element))
