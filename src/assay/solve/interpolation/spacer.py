"""Interpolants from z3's Spacer: the chain as recursion-free Horn clauses, one relation an interface.

Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014) proves the last relation empty; what it learnt about each relation on
the way is an interpolant.  Inlining and slicing are switched off, for they would remove the relations.
Known limits: Spacer may run away, so call it where it can be killed; over bit-vectors it fails now and then.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Term, conjunction
from assay.core.terms.sorts import BOOL
from assay.solve.interpolation.port import Chain, Interpolants
from assay.solve.z3.context import Z3Context, shared_context
from assay.solve.z3.raw import array_of
from assay.solve.z3.reading import from_z3
from assay.solve.z3.terms import to_z3

_UNSATISFIABLE = -1
_UNBOUNDED = -1  # the level whose lemmas hold at every depth


def by_spacer(chain: Chain) -> Interpolants:
    """Interpolants of ``chain`` as Spacer finds them.  May take forever."""
    context = shared_context()
    with context.owning("fixedpoint", context.api.mk_fixedpoint(context.raw)) as fixedpoint:
        return _refuted(chain, _Engine(context, fixedpoint, levels=len(chain) + 1))


def _refuted(chain: Chain, engine: _Engine) -> Interpolants:
    context = engine.context
    vocabularies = [tuple(sorted(symbols, key=lambda term: term.uid)) for symbols in chain.shared]
    relations = [engine.relation(f"assay!state!{i}", symbols) for i, symbols in enumerate(vocabularies)]
    states = [engine.applied(*pair) for pair in zip(relations, vocabularies, strict=True)]
    engine.rule((), None, states[0])
    for position, step in enumerate(chain.steps):
        body = to_z3(context, conjunction(step))
        symbols = conjunction(step).free.union(vocabularies[position], vocabularies[position + 1])
        engine.rule(sorted(symbols, key=lambda term: term.uid), (states[position], body), states[position + 1])
    engine.refute(states[-1])
    inner = zip(relations[1:-1], vocabularies[1:-1], strict=True)
    return (TRUE, *(engine.learnt(*pair) for pair in inner), FALSE)


class _Engine:
    """z3's fixed-point engine, told to keep every relation."""

    def __init__(self, context: Z3Context, raw: int, *, levels: int) -> None:
        self.context = context
        self._raw = raw
        api, raw_context = context.api, context.raw
        with context.owning("params", api.mk_params(raw_context)) as parameters:
            api.params_set_symbol(raw_context, parameters, context.symbol("engine"), context.symbol("spacer"))
            for name in ("xform.slice", "xform.inline_linear", "xform.inline_eager"):
                api.params_set_bool(raw_context, parameters, context.symbol(name), False)
            # A bounded model checker's depth: without it Spacer also proves each shorter chain on the way.
            api.params_set_uint(raw_context, parameters, context.symbol("spacer.min_level"), levels)
            api.fixedpoint_set_params(raw_context, raw, parameters)
        context.check_error()

    def relation(self, name: str, symbols: Sequence[Term]) -> int:
        context, api = self.context, self.context.api
        domain = array_of([context.raw_sort(symbol.sort) for symbol in symbols])
        boolean = context.raw_sort(BOOL)
        declaration = api.mk_func_decl(context.raw, context.symbol(name), len(symbols), domain, boolean)
        context.keep(declaration)
        api.fixedpoint_register_relation(context.raw, self._raw, declaration)
        return int(declaration)

    def applied(self, relation: int, symbols: Sequence[Term]) -> int:
        context = self.context
        arguments = array_of([to_z3(context, symbol) for symbol in symbols])
        return context.keep(context.api.mk_app(context.raw, relation, len(symbols), arguments))

    def rule(self, symbols: Sequence[Term], body: tuple[int, int] | None, head: int) -> None:
        """For all ``symbols``: ``body`` implies ``head``."""
        context, api = self.context, self.context.api
        clause = head
        if body is not None:
            premise = context.keep(api.mk_and(context.raw, 2, array_of(list(body))))
            clause = context.keep(api.mk_implies(context.raw, premise, head))
        if symbols:
            bound = array_of([to_z3(context, symbol) for symbol in symbols])
            clause = context.keep(api.mk_forall_const(context.raw, 0, len(symbols), bound, 0, None, clause))
        api.fixedpoint_add_rule(context.raw, self._raw, clause, None)
        context.check_error()

    def refute(self, query: int) -> None:
        context = self.context
        answer = context.api.fixedpoint_query(context.raw, self._raw, query)
        context.check_error()
        if answer != _UNSATISFIABLE:
            raise SolverFailure("Spacer found no refutation")

    def learnt(self, relation: int, symbols: Sequence[Term]) -> Term:
        """What Spacer knows about ``relation``, in terms of ``symbols`` for its arguments."""
        context = self.context
        lemma = context.api.fixedpoint_get_cover_delta(context.raw, self._raw, _UNBOUNDED, relation)
        return from_z3(context, context.keep(lemma or 0), bound=symbols)
