"""z3's engine for Horn clauses, Spacer, through the bare library: relations, rules, one query, and its answer.

An answer is a solution, a formula for each relation, or a refutation, ground facts that follow from each other.
(Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014.)
Known limits: Spacer may run away, so call it where it can be killed; over bit-vectors it fails now and then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import TRUE, Term
from assay.core.terms.sorts import BOOL
from assay.solve.smt import Answer
from assay.solve.z3.context import Z3Context
from assay.solve.z3.raw import array_of
from assay.solve.z3.reading import from_z3
from assay.solve.z3.terms import to_z3

_ANSWERS: Final = {1: Answer.SAT, -1: Answer.UNSAT, 0: Answer.UNKNOWN}
_EVERY_DEPTH: Final = -1  # the level whose lemmas hold at every depth
_INLINING: Final = ("xform.slice", "xform.inline_linear", "xform.inline_eager")


@dataclass(frozen=True)
class Fact:
    """A ground fact of a refutation: the relation's name, its arguments, and the numbers of the facts it follows from.

    Premises come before what follows from them.
    """

    relation: str
    arguments: tuple[Term, ...]
    premises: tuple[int, ...]


class Fixedpoint:
    """One set of rules.  Without ``inlining`` every relation is kept, and part of whatever is answered.

    ``least_level`` is the depth below which nothing is proved on the way; after some ``seconds``, if there are any, the
    answer is that there is none.
    """

    def __init__(
        self, context: Z3Context, raw: int, *, inlining: bool, least_level: int = 0, seconds: float = 0.0
    ) -> None:
        self.context = context
        self._raw = raw
        api, raw_context = context.api, context.raw
        with context.owning("params", api.mk_params(raw_context)) as parameters:
            api.params_set_symbol(raw_context, parameters, context.symbol("engine"), context.symbol("spacer"))
            for name in _INLINING:
                api.params_set_bool(raw_context, parameters, context.symbol(name), inlining)
            if least_level:
                api.params_set_uint(raw_context, parameters, context.symbol("spacer.min_level"), least_level)
            if seconds:
                api.params_set_uint(raw_context, parameters, context.symbol("timeout"), int(1000 * seconds))
            api.fixedpoint_set_params(raw_context, raw, parameters)
        context.check_error()

    # -- rules ---------------------------------------------------------------------------------------------------------

    def relation(self, name: str, symbols: Sequence[Term]) -> int:
        """A relation whose arguments have the sorts of ``symbols``."""
        context, api = self.context, self.context.api
        domain = array_of([context.raw_sort(symbol.sort) for symbol in symbols])
        boolean = context.raw_sort(BOOL)
        declaration = api.mk_func_decl(context.raw, context.symbol(name), len(symbols), domain, boolean)
        context.keep(declaration)
        api.fixedpoint_register_relation(context.raw, self._raw, declaration)
        return int(declaration)

    def applied(self, relation: int, arguments: Sequence[Term]) -> int:
        context = self.context
        translated = array_of([to_z3(context, argument) for argument in arguments])
        return context.keep(context.api.mk_app(context.raw, relation, len(arguments), translated))

    def rule(self, symbols: Sequence[Term], body: Sequence[int], head: int) -> None:
        """For all ``symbols``: what is in the ``body`` together implies the ``head``."""
        context, api = self.context, self.context.api
        clause = head
        if body:
            premise = context.keep(api.mk_and(context.raw, len(body), array_of(list(body))))
            clause = context.keep(api.mk_implies(context.raw, premise, head))
        if symbols:
            bound = array_of([to_z3(context, symbol) for symbol in symbols])
            clause = context.keep(api.mk_forall_const(context.raw, 0, len(symbols), bound, 0, None, clause))
        api.fixedpoint_add_rule(context.raw, self._raw, clause, None)
        context.check_error()

    # -- answers -------------------------------------------------------------------------------------------------------

    def query(self, goal: int) -> Answer:
        """Does ``goal`` follow from the rules?  May take forever."""
        context = self.context
        answer = _ANSWERS[context.api.fixedpoint_query(context.raw, self._raw, goal)]
        if answer is not Answer.UNKNOWN:
            context.check_error()
        return answer

    def learnt(self, relation: int, symbols: Sequence[Term]) -> Term:
        """After UNSAT, what Spacer knows about ``relation``, in terms of ``symbols`` for its arguments."""
        context = self.context
        lemma = context.api.fixedpoint_get_cover_delta(context.raw, self._raw, _EVERY_DEPTH, relation)
        return from_z3(context, context.keep(lemma or 0), bound=symbols)

    def solution(self, vocabularies: Mapping[str, Sequence[Term]]) -> dict[str, Term]:
        """After UNSAT: formulas for relations over the symbols given for their arguments, by name.

        Relations that were inlined, for which z3 has quantified formulas, are left out.
        """
        context, api = self.context, self.context.api
        found: dict[str, Term] = {}
        for part in self._conjuncts(self._answer()):
            body = part
            if api.get_ast_kind(context.raw, part) == api.kinds.Z3_QUANTIFIER_AST:
                body = api.get_quantifier_body(context.raw, part)
            if self._kind(body) not in (api.kinds.Z3_OP_EQ, api.kinds.Z3_OP_IFF):
                raise SolverFailure("z3: a solution in a form that is not read")
            left, right = self._arguments(body)
            name = context.declared_name(left)
            if name not in vocabularies:
                continue
            places = [api.get_index_value(context.raw, argument) for argument in self._arguments(left)]
            bound = dict(zip(places, vocabularies[name], strict=True))
            try:
                found[name] = from_z3(context, right, bound=[bound[index] for index in range(len(bound))])
            except Unsupported:
                continue
        return found

    def refutation(self) -> tuple[Fact, ...]:
        """After SAT: the facts from which the goal follows, which is the last of them."""
        context, kinds = self.context, self.context.api.kinds
        facts: list[Fact] = []
        numbers: dict[int, int] = {}
        root = self._answer()
        stack = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if node in numbers or self._kind(node) in (kinds.Z3_OP_PR_ASSERTED, -1):
                continue
            arguments = self._arguments(node)
            if not ready:
                stack.append((node, True))
                stack.extend((argument, False) for argument in reversed(arguments[:-1]))
                continue
            if self._kind(node) != kinds.Z3_OP_PR_HYPER_RESOLVE:
                continue
            conclusion = arguments[-1]
            values = tuple(from_z3(context, argument) for argument in self._arguments(conclusion))
            premises = tuple(numbers[argument] for argument in arguments[:-1] if argument in numbers)
            numbers[node] = len(facts)
            facts.append(Fact(context.declared_name(conclusion), values, premises))
        return tuple(facts)

    def _answer(self) -> int:
        context = self.context
        return context.keep(context.api.fixedpoint_get_answer(context.raw, self._raw) or 0)

    def _conjuncts(self, root: int) -> list[int]:
        if root == self.context.raws[TRUE]:
            return []
        return self._arguments(root) if self._kind(root) == self.context.api.kinds.Z3_OP_AND else [root]

    def _arguments(self, raw: int) -> list[int]:
        context, api = self.context, self.context.api
        return [api.get_app_arg(context.raw, raw, i) for i in range(api.get_app_num_args(context.raw, raw))]

    def _kind(self, raw: int) -> int:
        """The kind of the operator that ``raw`` applies; -1 if it is no application."""
        api = self.context.api
        if api.get_ast_kind(self.context.raw, raw) != api.kinds.Z3_APP_AST:
            return -1
        kind: int = api.get_decl_kind(self.context.raw, api.get_app_decl(self.context.raw, raw))
        return kind
