"""Model-based projection: a cube around a model that implies ``exists eliminate. formula``.

z3 picks an implicant of the formula in the model and eliminates the variables from it in the style of Cooper and
Loos-Weispfenning (Komuravelli, Gurfinkel, Chaki, CAV 2014; Bjorner and Janota, LPAR 2015).  It would replace a variable
inside ``div`` or ``mod`` by its value, and cubes would never come to an end; so quotients are first defined by
inequalities over a variable of their own, which is eliminated with the rest.
Limits: variables under products, reads, conversions between integers and reals and most bit-vector operations may be
replaced by their values; over infinite sorts the cubes then need not come to an end.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import (
    TRUE,
    Op,
    Term,
    add,
    conjunction,
    conjuncts,
    int_div,
    integer,
    le,
    lt,
    post_order,
    scale,
    sub,
    variable,
)
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import INT
from assay.solve.z3.context import Z3Context
from assay.solve.z3.raw import array_of
from assay.solve.z3.reading import from_z3
from assay.solve.z3.terms import to_z3


def project(context: Z3Context, model: int, formula: Term, eliminate: Collection[Term]) -> tuple[Term, ...]:
    """Literals without ``eliminate``, true in ``model``, that imply ``exists eliminate. formula``.

    ``model`` must satisfy ``formula``; it is completed on the way.
    """
    if context.evaluate(model, to_z3(context, formula), complete=True) != context.raws[TRUE]:
        raise SolverFailure("projection needs a model of the formula")
    gone = formula.free.intersection(eliminate)
    linear, quotients = without_divisions(formula, gone)
    for fresh, meaning in quotients.items():
        declaration = context.api.get_app_decl(context.raw, to_z3(context, fresh))
        value = context.evaluate(model, to_z3(context, meaning), complete=True)
        context.api.add_const_interp(context.raw, model, declaration, value)
    variables = sorted(gone.union(quotients), key=lambda term: term.uid)
    result = _eliminated(context, model, linear, variables)
    if not result.free <= formula.free.difference(gone):
        raise SolverFailure("z3: projection left a variable behind")
    return conjuncts(result)


def _eliminated(context: Z3Context, model: int, formula: Term, variables: list[Term]) -> Term:
    api, raw = context.api, context.raw
    pointers = array_of([to_z3(context, term) for term in variables])
    with context.holding(api.model_extrapolate(raw, model, to_z3(context, formula))) as implicant:
        if not variables:
            return _read(context, implicant)
        with context.holding(api.qe_model_project(raw, model, len(variables), pointers, implicant)) as cube:
            return _read(context, cube)


def _read(context: Z3Context, cube: int) -> Term:
    try:
        return from_z3(context, cube)
    except Unsupported as problem:
        raise SolverFailure(f"z3: projection left {problem.message}") from problem


@lru_cache(maxsize=256)
def without_divisions(formula: Term, symbols: frozenset[Term]) -> tuple[Term, dict[Term, Term]]:
    """An equivalent of ``formula`` under an existential quantifier over fresh integers, and what those stand for.

    Where ``div`` or ``mod`` by a constant meets a term over ``symbols``, the quotient is a fresh integer between two
    inequalities instead.
    """
    built: dict[Term, Term] = {}
    quotients: dict[Term, Term] = {}
    definitions: list[Term] = []
    for term in post_order(formula):
        arguments = tuple(built[arg] for arg in term.args)
        if not _divides(term) or symbols.isdisjoint(term.free):
            built[term] = rebuild(term, arguments)
            continue
        meaning = int_div(*term.args)
        dividend, divisor = arguments[0], int(term.args[1].number)
        quotient = variable(f"quotient!{meaning.uid}", INT)
        multiple = scale(divisor, quotient)
        built[term] = quotient if term.op is Op.DIV else sub(dividend, multiple)
        if quotient not in quotients:
            quotients[quotient] = meaning
            definitions += [le(multiple, dividend), lt(dividend, add(multiple, integer(abs(divisor))))]
    return conjunction((built[formula], *definitions)), quotients


def _divides(term: Term) -> bool:
    return term.op in (Op.DIV, Op.MOD) and term.args[1].is_const and term.args[1].number != 0
