"""Elimination of existential quantifiers the cheapest way that works: definitions, ``qe-light``, a few cubes, ``qe2``.

``qe2`` (Bjorner and Janota, LPAR 2015) may run away, so it runs where it can be killed, and only if a quantifier is
left: on a quantifier-free formula it would merely decide satisfiability.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import Op, Term, conjunction, conjuncts, disjunction, not_, post_order, size
from assay.solve.interpolation import killable
from assay.solve.interpolation.definitions import solve_definitions
from assay.solve.interpolation.reads import explicit_reads
from assay.solve.interpolation.reduction import decide
from assay.solve.smt import ProjectingSolver
from assay.solve.z3.context import Z3Context, shared_context
from assay.solve.z3.raw import array_of
from assay.solve.z3.reading import from_z3
from assay.solve.z3.solver import Z3Solver
from assay.solve.z3.terms import to_z3

_CUBES: Final = 12  # cheaper than a process as long as they are few
_LARGEST: Final = 20_000  # distinct subterms; beyond, the next elimination will not come back


def eliminated(
    formulas: Iterable[Term], keep: frozenset[Term], deadline: Deadline, *, most_cubes: int = _CUBES
) -> tuple[Term, ...]:
    """Conjuncts over ``keep`` equivalent to the formulas with all other symbols existentially quantified."""
    whole = conjunction(formulas)
    rest = simplified(conjunction(solve_definitions((whole,), whole.free - keep)))
    if rest.free <= keep:
        return conjuncts(rest)
    if size(rest) > _LARGEST:
        raise SolverFailure(f"a formula of more than {_LARGEST} nodes")
    rest = eliminated_lightly(explicit_reads(rest), rest.free - keep)
    rest = conjunction(solve_definitions((rest,), rest.free - keep))
    if not rest.free <= keep:
        cubes = _by_cubes(rest, rest.free - keep, deadline, most_cubes)
        rest = _in_child(rest, rest.free - keep, deadline) if cubes is None else cubes
    return conjuncts(rest)


def _by_cubes(formula: Term, symbols: frozenset[Term], deadline: Deadline, most: int) -> Term | None:
    """``exists symbols. formula`` as the disjunction of its cubes; None if they are too many or cannot be had."""
    solver = Z3Solver()
    solver.add(formula)
    cubes: list[Term] = []
    try:
        while decide(solver, (), deadline):
            if len(cubes) == most:
                return None
            cubes.append(conjunction(cube_around(solver, formula, symbols)))
            solver.add(not_(cubes[-1]))
    except SolverFailure:  # some theories do not project
        return None
    return disjunction(cubes)


def cube_around(solver: ProjectingSolver, formula: Term, symbols: frozenset[Term]) -> tuple[Term, ...]:
    """After SAT: literals without ``symbols``, true in the model, that imply ``exists symbols. formula``.

    The equations of an implicant eliminate most symbols at once; only the rest is left to the solver.
    """
    implicant = _linked(solve_definitions(solver.project(formula, ()), symbols), symbols)
    rest = conjunction(implicant)
    return implicant if rest.free.isdisjoint(symbols) else solver.project(rest, symbols)


def _linked(literals: tuple[Term, ...], symbols: frozenset[Term]) -> tuple[Term, ...]:
    """The literals that say something about other symbols than ``symbols``, directly or through each other.

    The others are satisfiable whatever the former say, for they have no symbol in common.
    """
    apart = set(literals)
    reached: set[Term] = set()
    near = {literal for literal in literals if not literal.free <= symbols}
    while near:
        reached.update(*(literal.free for literal in near))
        apart -= near
        near = {literal for literal in apart if not literal.free.isdisjoint(reached)}
    return tuple(literal for literal in literals if literal not in apart)


def _in_child(formula: Term, symbols: frozenset[Term], deadline: Deadline) -> Term:
    """``exists symbols. formula`` by ``qe2``, in a process that can be killed."""
    (result,) = killable.run(lambda: (eliminated_fully(formula, symbols),), deadline)
    return result


def simplified(formula: Term) -> Term:
    """An equivalent formula: folded by z3 where our constructors keep operations apart (bit-vectors, div and mod)."""
    if not any(term.op in (Op.DIV, Op.MOD) or term.sort.is_bitvector for term in post_order(formula)):
        return formula
    context = shared_context()
    return _read(context, context.api.simplify(context.raw, to_z3(context, formula)) or 0)


def eliminated_lightly(formula: Term, symbols: Iterable[Term]) -> Term:
    """``exists symbols. formula`` with some of the symbols gone; the rest still existentially quantified."""
    context = shared_context()
    api, raw_context = context.api, context.raw
    with context.owning("ast_vector", api.mk_ast_vector(raw_context)) as vector:
        for symbol in sorted(symbols, key=lambda term: term.uid):
            api.ast_vector_push(raw_context, vector, to_z3(context, symbol))
        return _read(context, api.qe_lite(raw_context, vector, to_z3(context, formula)) or 0)


def eliminated_fully(formula: Term, symbols: Iterable[Term]) -> Term:
    """``exists symbols. formula`` without the symbols.  May take forever."""
    context = shared_context()
    api, raw_context = context.api, context.raw
    bound = [to_z3(context, symbol) for symbol in sorted(symbols, key=lambda term: term.uid)]
    body = to_z3(context, formula)
    quantified = context.keep(api.mk_exists_const(raw_context, 0, len(bound), array_of(bound), 0, None, body) or 0)
    with (
        context.owning("goal", api.mk_goal(raw_context, False, False, False)) as goal,
        context.owning("tactic", api.mk_tactic(raw_context, b"qe2")) as tactic,
    ):
        api.goal_assert(raw_context, goal, quantified)
        with context.owning("apply_result", api.tactic_apply(raw_context, tactic, goal)) as outcome:
            if api.apply_result_get_num_subgoals(raw_context, outcome) != 1:
                raise SolverFailure("qe2 left several goals")
            result = api.apply_result_get_subgoal(raw_context, outcome, 0)
            count = api.goal_size(raw_context, result)
            return conjunction(_read(context, api.goal_formula(raw_context, result, index)) for index in range(count))


def _read(context: Z3Context, raw: int) -> Term:
    try:
        return from_z3(context, context.keep(raw))
    except Unsupported as problem:
        raise SolverFailure(f"z3: elimination left {problem.message}") from problem
