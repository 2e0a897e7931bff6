"""Reads over writes made explicit: ``store(a, i, v)[j]`` becomes ``ite(i = j, v, a[j])``.

Projection around a model then sees indices and elements instead of whole arrays, and a value written elsewhere drops
out of the implicant.  Known limit: equations between arrays stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from assay.core.terms import Op, Term, eq, ite, post_order
from assay.core.terms.arrays import select
from assay.core.terms.rebuild import rebuild


def explicit_reads(formula: Term) -> Term:
    """An equivalent formula in which only variables and constant arrays are read."""
    if not any(symbol.sort.is_array for symbol in formula.free):
        return formula
    image: dict[Term, Term] = {}
    read: dict[tuple[Term, Term], Term] = {}
    for term in post_order(formula):
        args = tuple(image[arg] for arg in term.args)
        image[term] = _read(args[0], args[1], read) if term.op is Op.SELECT else rebuild(term, args)
    return image[formula]


def _read(base: Term, index: Term, known: dict[tuple[Term, Term], Term]) -> Term:
    """``base[index]`` with case distinctions instead of writes."""
    for part in _layers(base):
        if (part, index) in known:
            continue
        if part.op is Op.STORE:
            value = ite(eq(part.args[1], index), part.args[2], known[part.args[0], index])
        elif part.op is Op.ITE:
            value = ite(part.args[0], known[part.args[1], index], known[part.args[2], index])
        else:
            value = select(part, index)
        known[part, index] = value
    return known[base, index]


def _layers(base: Term) -> Iterator[Term]:
    """The arrays that ``base`` is made of by writes and conditionals, inner ones first."""
    seen: set[Term] = set()
    stack = [(base, False)]
    while stack:
        term, ready = stack.pop()
        if ready:
            yield term
        elif term not in seen:
            seen.add(term)
            inner = term.args[:1] if term.op is Op.STORE else term.args[1:] if term.op is Op.ITE else ()
            stack.append((term, True))
            stack.extend((arg, False) for arg in inner)
