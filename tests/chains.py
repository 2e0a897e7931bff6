"""Random chains to interpolate: unsatisfiable straight-line programs over several theories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import settings
from hypothesis import strategies as st

from assay.core.terms import (
    Term,
    conjunction,
    conjuncts,
    eq,
    not_,
    variable,
)
from assay.core.terms.evaluate import Value, constant, evaluate, holds
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, INT, REAL, array, bitvector
from assay.solve.interpolation.providers import (
    Chain,
)
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from clocks import PATIENCE
from strategies import assignments, formulas, terms

PAIR = bitvector(2)
NIBBLE = bitvector(4)
THEORIES: Mapping[str, tuple[Term, ...]] = {
    "integers": (variable("x", INT), variable("y", INT), variable("b", BOOL)),
    "rationals": (variable("r", REAL), variable("s", REAL)),
    "bit-vectors": (variable("u", NIBBLE), variable("v", NIBBLE)),
    "arrays": (variable("a", array(INT, INT)), variable("i", INT), variable("j", INT)),
}
COSTLY = settings(max_examples=12)
CHEAP = settings(max_examples=25)


def at(symbol: Term, position: int) -> Term:
    return variable(f"{symbol.name}@{position}", symbol.sort)


def path(
    variables: Sequence[Term], initial: Term, moves: Sequence[tuple[Term, Mapping[Term, Term]]], end: Term
) -> Chain:
    """The chain of a straight-line program: a guard and updates a move; other symbols are inputs."""
    frames = [Substitution({v: at(v, i) for v in variables}) for i in range(len(moves) + 1)]
    steps = [conjuncts(frames[0](initial))]
    for i, (guard, updates) in enumerate(moves):
        inputs = Substitution({v: at(v, i) for v in (*variables, *_inputs(variables))})
        relation = [eq(at(v, i + 1), inputs(updates.get(v, v))) for v in variables]
        steps.append(conjuncts(conjunction((inputs(guard), *relation))))
    steps.append(conjuncts(frames[-1](end)))
    states = [frozenset(at(v, i) for v in variables) for i in range(len(moves) + 1)]
    return Chain(tuple(steps), (frozenset(), *states, frozenset()))


def _inputs(variables: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(variable(f"in.{v.name}", v.sort) for v in variables if not v.sort.is_array)


@st.composite
def chains(draw: st.DrawFn, variables: Sequence[Term]) -> Chain:
    """Random programs: they start in one state, and end in a condition that the run with the inputs drawn violates."""
    symbols = (*variables, *_inputs(variables))
    state: dict[Term, Value] = draw(assignments(variables))
    initial = conjunction(eq(v, constant(state[v], v.sort)) for v in variables)
    moves: list[tuple[Term, Mapping[Term, Term]]] = []
    for _ in range(draw(st.integers(1, 3))):
        updated = draw(st.lists(st.sampled_from(list(variables)), unique=True, min_size=1, max_size=2))
        updates = {v: draw(terms(v.sort, symbols, depth=1)) for v in updated}
        guard = draw(formulas(symbols, depth=1))
        now = {**state, **draw(assignments(_inputs(variables)))}
        moves.append((guard if holds(guard, now) else not_(guard), updates))
        state = {v: evaluate(updates.get(v, v), now) for v in variables}
    watched = draw(st.sampled_from([v for v in variables if not v.sort.is_array]))
    end = draw(
        st.one_of(formulas(variables, depth=1), terms(watched.sort, variables, depth=1).map(lambda t: eq(watched, t)))
    )
    if not end.free:
        end = eq(watched, constant(state[watched], watched.sort))
    return path(variables, initial, moves, not_(end) if holds(end, state) else end)


def unsatisfiable(*formulas_: Term) -> bool:
    solver = Z3Solver()
    solver.add(*formulas_)
    answer = solver.check(seconds=PATIENCE)
    assert answer is not Answer.UNKNOWN
    return answer is Answer.UNSAT
