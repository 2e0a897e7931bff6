"""What every translation of our terms shares: the order in which to translate, roundings, arrays."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any

from assay.core.terms import Op, Term
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.float_conversions import integer_fits
from assay.core.terms.ieee import Mode
from assay.core.terms.sorts import Sort


def untranslated(root: Term, done: Container[Term]) -> list[Term]:
    """The subterms of ``root`` outside ``done``, each once, arguments first.

    Terms are numbered as they are made, arguments before the terms that use them, so age is the order.
    """
    found = {root}
    stack = [root]
    while stack:
        for arg in stack.pop().args:
            if arg not in found and arg not in done:
                found.add(arg)
                stack.append(arg)
    return sorted(found, key=_age)


def _age(term: Term) -> int:
    return term.uid


def rounded(
    term: Term,
    make: Callable[[Mode, tuple[int, ...]], Any],
    ite: Callable[[Any, Any, Any], Any],
    of: Callable[[Term], Any],
) -> Any:
    """A floating-point operator with its rounding mode; an integer that does not fit is 0.

    ``make`` applies the solver's operator, with its sizes, to the translated arguments; ``of`` translates.
    """
    sizes = term.value if isinstance(term.value, tuple) else ()
    if term.op is Op.FP_ROUND:
        return make(Mode(sizes[0]), ())
    if not sizes or term.sort.is_float:
        return make(Mode.NEAREST_EVEN, sizes)
    fits = integer_fits(term.args[0], term.sort.width, negative=term.op is Op.FP_TO_SIGNED)
    return ite(of(fits), make(Mode.TOWARD_ZERO, sizes), of(bv(0, term.sort.width)))


def array_value(sort: Sort, written: Iterable[tuple[Value, Value]], default: Value) -> ArrayValue:
    """The array that a solver tells as writes, the last one first, on a constant array."""
    table: dict[Value, Value] = {}
    for index, value in written:
        table.setdefault(index, value)
    return ArrayValue(sort, default, tuple(sorted(((i, v) for i, v in table.items() if v != default), key=repr)))
