"""Laws of interpolation: whatever a provider returns is valid or a failure, and validation agrees with brute force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.core.arrays import select, store
from assay.core.errors import SolverFailure
from assay.core.evaluate import Value, constant, evaluate, holds
from assay.core.rebuild import Substitution, substitute
from assay.core.sorts import BOOL, INT, REAL, array, bitvector
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    boolean,
    conjunction,
    conjuncts,
    eq,
    ge,
    gt,
    integer,
    ite,
    le,
    lt,
    not_,
    number,
    or_,
    real,
    scale,
    variable,
)
from assay.solve.budget import Deadline
from assay.solve.interpolants import (
    PROVIDERS,
    Chain,
    between,
    default_order,
    interpolate,
    reduce,
    validated,
)
from assay.solve.interpolation.definitions import solve_definitions
from assay.solve.interpolation.elimination import cube_around, eliminated
from assay.solve.interpolation.projection import as_inequality, disequalities, split_equalities, sum_of
from assay.solve.interpolation.reads import explicit_reads
from assay.solve.interpolation.relaxation import Relaxation, halfspace
from assay.solve.smt import Answer
from assay.solve.z3_solver import Z3Solver
from strategies import assignments, constants, formulas, terms

PAIR = bitvector(2)
NIBBLE = bitvector(4)
THEORIES: Mapping[str, tuple[Term, ...]] = {
    "integers": (variable("x", INT), variable("y", INT), variable("b", BOOL)),
    "rationals": (variable("r", REAL), variable("s", REAL)),
    "bit-vectors": (variable("u", NIBBLE), variable("v", NIBBLE)),
    "arrays": (variable("a", array(INT, INT)), variable("i", INT), variable("j", INT)),
}
COSTLY = settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
CHEAP = settings(deadline=None, max_examples=40)


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
    answer = solver.check(seconds=10)
    assert answer is not Answer.UNKNOWN
    return answer is Answer.UNSAT


# -- providers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("theory", THEORIES)
@COSTLY
@given(data=st.data())
def test_a_provider_returns_valid_interpolants_or_fails(theory: str, provider: str, data: st.DataObject) -> None:
    chain = data.draw(chains(THEORIES[theory]))
    try:
        reduced = reduce(chain, Deadline.after(2))
    except SolverFailure:
        return
    trimmed = chain if reduced is None else reduced.trimmed()
    try:
        interpolants = PROVIDERS[provider](trimmed, Deadline.after(1))
    except SolverFailure:
        return
    assert validated(trimmed, interpolants, Deadline.after(10)) == (reduced is not None)
    if reduced is not None:
        assert validated(chain, reduced.padded(interpolants), Deadline.after(10))


@pytest.mark.parametrize("theory", THEORIES)
@COSTLY
@given(data=st.data())
def test_the_portfolio_interpolates_every_unsatisfiable_chain(theory: str, data: st.DataObject) -> None:
    chain = data.draw(chains(THEORIES[theory]))
    if reduce(chain) is None:
        with pytest.raises(SolverFailure, match="satisfiable"):
            interpolate(chain)
        return
    result = interpolate(chain, deadline=Deadline.after(20))
    assert result.provider in default_order(chain)
    assert validated(chain, result.interpolants)


def counting(length: int) -> Chain:
    """x and y start equal, grow in step by 0 or 1, and end different."""
    x, y = THEORIES["integers"][:2]
    grow = variable("in.x", INT)
    guard = and_(ge(grow, integer(0)), le(grow, integer(1)))
    move = (guard, {x: add(x, grow), y: add(y, grow)})
    return path((x, y), and_(eq(x, integer(0)), eq(y, x)), [move] * length, not_(eq(x, y)))


@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize("length", [1, 2, 10])
def test_every_provider_handles_inputs_and_disequalities(provider: str, length: int) -> None:
    chain = counting(length)
    result = interpolate(chain, (provider,), Deadline.after(30))
    assert result.provider == provider
    assert validated(chain, result.interpolants)
    assert all(formula.free for formula in result.interpolants[1:-1])


def test_projection_finds_the_relation_not_the_values() -> None:
    chain = counting(6)
    x, y = THEORIES["integers"][:2]
    middle = interpolate(chain, ("projection",), Deadline.after(30)).interpolants[3]
    assert middle is eq(at(x, 2), at(y, 2))


def test_sums_of_literals_find_what_no_input_mentions() -> None:
    """x + y never grows although each of them may: the cube x >= 1, y >= 0 is denied as x + y >= 1."""
    x, y = THEORIES["integers"][:2]
    shift = variable("in.x", INT)
    move = (TRUE, {x: add(x, shift), y: add(y, scale(-1, shift))})
    chain = path((x, y), le(add(x, y), integer(0)), [move, move], and_(ge(x, integer(1)), ge(y, integer(0))))
    last = interpolate(chain, ("projection",), Deadline.after(30)).interpolants[3]
    assert last is le(add(at(x, 2), at(y, 2)), integer(0))


def test_farkas_weighs_and_splits() -> None:
    r, s = THEORIES["rationals"]
    either = or_(and_(eq(at(r, 1), at(r, 0)), eq(at(s, 1), at(s, 0))), eq(at(s, 1), add(at(s, 0), real(1))))
    steps = (
        (ge(at(r, 0), real(0)), ge(at(s, 0), scale(3, at(r, 0)))),
        (either, ge(at(s, 1), at(s, 0)), eq(at(r, 1), at(r, 0))),
        (lt(scale(2, at(s, 1)), at(r, 1)), not_(eq(at(r, 1), real(5)))),
    )
    states = [frozenset((at(r, i), at(s, i))) for i in range(2)]
    chain = Chain(steps, (frozenset(), *states, frozenset()))
    assert validated(chain, PROVIDERS["farkas"](chain, Deadline.after(10)))


def test_farkas_is_strict_where_it_must_be() -> None:
    r, s = THEORIES["rationals"]
    chain = Chain(((lt(r, s),), (le(s, r),)), (frozenset(), frozenset((r, s)), frozenset()))
    assert PROVIDERS["farkas"](chain, Deadline.after(10)) == (TRUE, lt(r, s), FALSE)


def test_farkas_refuses_what_only_integers_contradict() -> None:
    x, y = THEORIES["integers"][:2]
    steps = ((eq(x, scale(2, variable("k", INT))),), (eq(x, add(scale(2, y), integer(1))),))
    chain = Chain(steps, (frozenset(), frozenset((x,)), frozenset()))
    with pytest.raises(SolverFailure, match="relaxation"):
        PROVIDERS["farkas"](chain, Deadline.after(10))
    assert validated(chain, interpolate(chain, deadline=Deadline.after(20)).interpolants)


def test_writes_elsewhere_do_not_matter() -> None:
    a, i, j = THEORIES["arrays"]
    value = variable("in.i", INT)
    move = (not_(eq(i, j)), {a: store(a, j, value)})
    zero = eq(select(a, i), integer(0))
    chain = path((a, i, j), zero, [move] * 4, not_(zero))
    result = interpolate(chain, ("projection",), Deadline.after(30))
    assert validated(chain, result.interpolants)


def test_orders_name_providers_and_follow_the_theory() -> None:
    a, i, _ = THEORIES["arrays"]
    u, _ = THEORIES["bit-vectors"]
    by_theory = {
        order
        for step in (le(i, i), ge(i, integer(0)), eq(u, constant(1, NIBBLE)), eq(select(a, i), i))
        for order in [default_order(Chain(((step,),), (frozenset(), frozenset())))]
    }
    assert len(by_theory) >= 2
    assert all(set(order) <= set(PROVIDERS) for order in by_theory)


def test_failures_name_every_provider() -> None:
    x, _ = THEORIES["integers"][:2]
    nonlinear = ((eq(x, scale(2, variable("k", INT))),), (eq(x, add(scale(2, variable("m", INT)), integer(1))),))
    chain = Chain(nonlinear, (frozenset(), frozenset((x,)), frozenset()))
    with pytest.raises(SolverFailure, match=r"farkas: .*relaxation"):
        interpolate(chain, ("farkas",), Deadline.after(5))


# -- reduction and validation ------------------------------------------------------------------------------------------


@COSTLY
@given(data=st.data(), theory=st.sampled_from(sorted(THEORIES)))
def test_reduction_keeps_the_shape_and_the_contradiction(data: st.DataObject, theory: str) -> None:
    chain = data.draw(chains(THEORIES[theory]))
    reduced = reduce(chain)
    together = [part for step in chain.steps for part in step]
    assert (reduced is not None) == unsatisfiable(*together)
    if reduced is None:
        return
    assert len(reduced) == len(chain) and reduced.interfaces == chain.interfaces
    kept = [{part for conjunct in step for part in conjuncts(conjunct)} for step in chain.steps]
    assert all(set(less) <= more for less, more in zip(reduced.steps, kept, strict=True))
    assert unsatisfiable(*(part for step in reduced.steps for part in step))


def test_reduction_drops_what_is_beside_the_point() -> None:
    x, y = THEORIES["integers"][:2]
    steps = ((ge(y, integer(0)),), (le(x, integer(0)), ge(y, integer(1))), (gt(x, integer(3)),), (le(y, integer(9)),))
    both = frozenset((x, y))
    reduced = reduce(Chain(steps, (frozenset(), both, both, both, frozenset())))
    assert reduced is not None
    assert reduced.steps == ((), (le(x, integer(0)),), (gt(x, integer(3)),), ())
    assert reduced.span == (1, 3)
    assert reduced.trimmed().interfaces == (frozenset(), frozenset((x,)), frozenset())
    assert interpolate(Chain(steps, reduced.interfaces)).interpolants == (TRUE, TRUE, le(x, integer(3)), FALSE, FALSE)


TINY = (variable("u", PAIR), variable("b", BOOL))


def brute_force(chain: Chain, interpolants: Sequence[Term]) -> bool:
    """Validity by trying every assignment."""
    if interpolants[0] is not TRUE or interpolants[-1] is not FALSE:
        return False
    for i, step in enumerate(chain.steps):
        violated = conjunction((interpolants[i], *step, not_(interpolants[i + 1])))
        symbols = sorted(violated.free, key=lambda term: term.uid)
        domains = [[False, True] if s.sort is BOOL else list(range(1 << s.sort.width)) for s in symbols]
        if any(holds(violated, dict(zip(symbols, values, strict=True))) for values in product(*domains)):
            return False
    return True


@COSTLY
@given(data=st.data())
def test_validation_agrees_with_brute_force(data: st.DataObject) -> None:
    """On chains that are mostly contradictory and candidates that are mostly almost right."""
    frames = [tuple(at(v, i) for v in TINY) for i in range(2)]
    parts = [data.draw(formulas(symbols, depth=2)) for symbols in (frames[0], (*frames[0], *frames[1]), frames[1])]
    chain = Chain(
        tuple((part,) for part in parts), (frozenset(), frozenset(frames[0]), frozenset(frames[1]), frozenset())
    )
    first = data.draw(st.sampled_from([parts[0], or_(parts[0], data.draw(formulas(frames[0], depth=1)))]))
    second = data.draw(st.sampled_from([not_(parts[2]), and_(not_(parts[2]), data.draw(formulas(frames[1], depth=1)))]))
    candidates = (TRUE, first, second, FALSE)
    assert validated(chain, candidates) == brute_force(chain, candidates)


@pytest.mark.parametrize("position", range(1, 5))
def test_a_mutated_interpolant_is_rejected(position: int) -> None:
    chain = counting(3)
    good = interpolate(chain, ("projection",)).interpolants
    x, y = (at(v, position - 1) for v in THEORIES["integers"][:2])
    bad = {
        "denied": not_(good[position]),
        "too weak": le(x, y),
        "too strong": and_(good[position], le(x, integer(-1))),
        "foreign": and_(good[position], or_(TRUE, FALSE), le(at(variable("z", INT), 0), at(variable("z", INT), 1))),
    }
    assert validated(chain, good)
    for mutation in bad.values():
        assert not validated(chain, (*good[:position], mutation, *good[position + 1 :]))


def test_the_ends_and_the_length_are_checked() -> None:
    chain = counting(3)
    good = interpolate(chain).interpolants
    assert not validated(chain, good[:-1])
    assert not validated(chain, (*good, FALSE))
    assert not validated(chain, (FALSE, *good[1:]))
    assert not validated(chain, (*good[:-1], TRUE))
    x = at(THEORIES["integers"][0], 0)
    later = good[2]
    assert not validated(chain, (good[0], good[1], and_(later, or_(le(x, integer(0)), ge(x, integer(0)))), *good[3:]))


def test_chains_are_well_formed() -> None:
    x = variable("x", INT)
    with pytest.raises(ValueError, match="interfaces"):
        Chain(((TRUE,),), (frozenset(),))
    with pytest.raises(ValueError, match="empty"):
        Chain(((TRUE,),), (frozenset((x,)), frozenset()))


# -- between two formulas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theory", THEORIES)
@COSTLY
@given(data=st.data())
def test_between_lies_between(theory: str, data: st.DataObject) -> None:
    shared = THEORIES[theory]
    left, right = (tuple(variable(f"{side}.{v.name}", v.sort) for v in shared) for side in ("left", "right"))
    first = data.draw(formulas((*shared, *left), depth=2))
    second = data.draw(formulas((*shared, *right), depth=2))
    if data.draw(st.booleans()):  # make them contradict each other
        values = {v: constant(value, v.sort) for v, value in data.draw(assignments(left)).items()}
        first, second = (
            and_(first, *(eq(v, c) for v, c in values.items())),
            and_(second, not_(substitute(first, values))),
        )
    if not unsatisfiable(first, second):
        with pytest.raises(SolverFailure, match="satisfiable"):
            between((first,), (second,), frozenset(shared), Deadline.after(5))
        return
    found = between((first,), (second,), frozenset(shared), Deadline.after(20))
    assert found.free <= frozenset(shared)
    assert unsatisfiable(first, not_(found))
    assert unsatisfiable(found, second)


def test_between_many_cubes() -> None:
    """A disjunction with more cubes than a step of a chain may have."""
    x, y = THEORIES["integers"][:2]
    odd = or_(*(eq(x, integer(4 * k + 1)) for k in range(60)))
    even = eq(x, scale(2, y))
    found = between((even,), (odd,), frozenset((x,)), Deadline.after(60))
    assert unsatisfiable(even, not_(found)) and unsatisfiable(found, odd)


def test_between_looks_from_both_sides() -> None:
    """No finite number of cubes of the second formula: an index each.  The first has but one."""
    a, i, _ = THEORIES["arrays"]
    b = variable("b", a.sort)
    differ = not_(eq(select(a, i), select(b, i)))
    found = between((eq(a, b),), (differ,), frozenset((a, b)), Deadline.after(60))
    assert unsatisfiable(eq(a, b), not_(found)) and unsatisfiable(found, differ)


def test_between_when_one_side_is_contradictory() -> None:
    x = variable("x", INT)
    never = (lt(x, integer(0)), gt(x, integer(0)))
    assert between(never, (le(x, integer(1)),), frozenset((x,))) is FALSE
    assert between((le(x, integer(1)),), never, frozenset((x,))) is TRUE


# -- the parts ---------------------------------------------------------------------------------------------------------

MIXED = (*THEORIES["integers"], *THEORIES["rationals"], *THEORIES["bit-vectors"])


@CHEAP
@given(data=st.data(), gone=st.sets(st.sampled_from(MIXED), min_size=1))
def test_definitions_keep_the_projection(data: st.DataObject, gone: set[Term]) -> None:
    parts = data.draw(st.lists(formulas(MIXED, depth=2), min_size=1, max_size=3))
    parts += [eq(v, data.draw(terms(v.sort, MIXED, depth=1))) for v in sorted(gone, key=lambda term: term.name)]
    solved = conjunction(solve_definitions(parts, gone))
    fixed = data.draw(assignments([v for v in MIXED if v not in gone]))
    at_values = Substitution({v: constant(value, v.sort) for v, value in fixed.items()})
    assert unsatisfiable(at_values(conjunction(parts))) == unsatisfiable(at_values(solved))


@COSTLY
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals"]))
def test_elimination_is_exact(data: st.DataObject, theory: str) -> None:
    variables = THEORIES[theory]
    formula = data.draw(formulas(variables, depth=2))
    gone, *kept = variables
    try:
        result = conjunction(eliminated((formula,), frozenset(kept), Deadline.after(2)))
    except SolverFailure:
        return
    assert result.free <= set(kept)
    fixed = data.draw(assignments(kept))
    at_values = Substitution({v: constant(value, v.sort) for v, value in fixed.items()})
    assert holds(result, fixed) != unsatisfiable(at_values(formula)), gone


@CHEAP
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals", "bit-vectors"]))
def test_a_cube_around_a_model_implies_the_projection(data: st.DataObject, theory: str) -> None:
    variables = THEORIES[theory]
    gone, *kept = variables
    parts = data.draw(st.lists(formulas(variables, depth=2), min_size=1, max_size=3))
    formula = and_(*parts, eq(gone, data.draw(terms(gone.sort, variables, depth=1))))
    solver = Z3Solver()
    solver.add(formula)
    if solver.check() is not Answer.SAT:
        return
    cube = conjunction(cube_around(solver, formula, frozenset((gone,))))
    assert gone not in cube.free
    assert holds(cube, {v: solver.value(v) for v in kept})
    inside = Z3Solver()
    inside.add(cube, data.draw(formulas(kept, depth=1)))
    if inside.check() is Answer.SAT:
        elsewhere = Substitution({v: constant(inside.value(v), v.sort) for v in kept})
        assert not unsatisfiable(elsewhere(formula))


@CHEAP
@given(data=st.data())
def test_explicit_reads_mean_the_same(data: st.DataObject) -> None:
    variables = THEORIES["arrays"]
    formula = data.draw(formulas(variables, depth=4))
    assignment = data.draw(assignments(variables))
    assert holds(explicit_reads(formula), assignment) == holds(formula, assignment)


def test_explicit_reads_read_no_writes() -> None:
    a, i, j = THEORIES["arrays"]
    chosen = ite(le(i, j), store(a, i, j), store(store(a, j, i), i, integer(0)))
    formula = eq(select(chosen, j), integer(7))
    result = explicit_reads(formula)
    assert "store" not in repr(result)
    assert unsatisfiable(not_(eq(result, formula)))


@CHEAP
@given(data=st.data())
def test_the_rational_reading_is_a_relaxation(data: st.DataObject) -> None:
    """Where the formula holds, its reading holds for the rational values of what was read."""
    variables = (*THEORIES["integers"], *THEORIES["rationals"])
    formula = data.draw(formulas(variables, depth=3))
    assignment = data.draw(assignments(variables))
    if not holds(formula, assignment):
        formula = not_(formula)
    relaxation = Relaxation()
    reading = relaxation.read((formula,))
    values: dict[Term, Term] = {}
    for symbol in reading.free:
        original = relaxation.original(symbol)
        if original.free <= set(variables):
            value = evaluate(original, assignment)
            values[symbol] = real(Fraction(value) if isinstance(value, int | Fraction) else Fraction(0))
    assert not unsatisfiable(substitute(reading, values))


@CHEAP
@given(data=st.data())
def test_halfspaces_are_written_as_they_were_read(data: st.DataObject) -> None:
    variables = (*THEORIES["integers"], *THEORIES["rationals"])
    plain = st.sampled_from(variables)
    atom, sort = data.draw(st.tuples(plain, st.sampled_from((INT, REAL))))
    if atom.sort is not BOOL:
        same = [v for v in variables if v.sort is atom.sort]
        factors = data.draw(st.lists(st.integers(-3, 3), min_size=len(same), max_size=len(same)))
        total = add(*(scale(c, v) for c, v in zip(factors, same, strict=True)))
        bound = number(data.draw(st.integers(-5, 5)), atom.sort)
        atom = data.draw(st.sampled_from([le(total, bound), lt(total, bound)]))
    literal = atom if data.draw(st.booleans()) else not_(atom)
    relaxation = Relaxation()
    written = [relaxation.write(halfspace(part)) for part in conjuncts(relaxation.read((literal,)))]
    assignment = data.draw(assignments(variables))
    assert holds(conjunction(written), assignment) == holds(literal, assignment), sort


@CHEAP
@given(data=st.data(), theory=st.sampled_from(["integers", "rationals"]))
def test_literals_are_taken_apart_and_added_up_soundly(data: st.DataObject, theory: str) -> None:
    numbers = [v for v in THEORIES[theory] if v.sort is not BOOL]
    assignment = data.draw(assignments(numbers))

    def literal() -> Term:
        total = add(*(scale(data.draw(st.integers(-2, 2)), v) for v in numbers))
        bound = data.draw(constants(numbers[0].sort))
        relation = data.draw(st.sampled_from([le, lt, ge, gt, eq]))
        return relation(total, bound)

    first, second = literal(), literal()
    split = split_equalities((first, second))
    assert all(holds(part, assignment) for part in split) == holds(and_(first, second), assignment)
    for part in split:
        view = as_inequality(part)
        if view is not None:
            left = evaluate(view[0], assignment)
            assert isinstance(left, int | Fraction)
            assert (left < view[1] if view[2] else left <= view[1]) == holds(part, assignment)
    for left_part, right_part in product(split, repeat=2):
        combined = sum_of(left_part, right_part)
        if combined is not None and holds(left_part, assignment) and holds(right_part, assignment):
            assert holds(combined, assignment)
    for side, disequality in disequalities(and_(first, second)).items():
        assert not holds(side, assignment) or holds(disequality, assignment)
    assert boolean(holds(first, assignment)) in (TRUE, FALSE)
