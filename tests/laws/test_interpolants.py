"""Laws of interpolation: whatever a provider returns is valid or a failure, and validation agrees with brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    conjunction,
    conjuncts,
    eq,
    ge,
    gt,
    integer,
    le,
    lt,
    not_,
    or_,
    real,
    scale,
    variable,
)
from assay.core.terms.arrays import select, store
from assay.core.terms.evaluate import constant, holds
from assay.core.terms.rebuild import substitute
from assay.core.terms.sorts import BOOL, INT
from assay.solve.interpolation import providers as interpolants
from assay.solve.interpolation.providers import (
    PROVIDERS,
    Chain,
    between,
    default_order,
    interpolate,
    reduce,
    validated,
)
from chains import COSTLY, NIBBLE, PAIR, THEORIES, at, chains, path, unsatisfiable
from clocks import patient
from strategies import assignments, formulas

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
    assert validated(trimmed, interpolants, patient()) == (reduced is not None)
    if reduced is not None:
        assert validated(chain, reduced.padded(interpolants), patient())


@pytest.mark.parametrize("theory", THEORIES)
@COSTLY
@given(data=st.data())
def test_the_portfolio_interpolates_every_unsatisfiable_chain(theory: str, data: st.DataObject) -> None:
    chain = data.draw(chains(THEORIES[theory]))
    if reduce(chain) is None:
        with pytest.raises(SolverFailure, match="satisfiable"):
            interpolate(chain)
        return
    result = interpolate(chain, deadline=patient())
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
    result = interpolate(chain, (provider,), patient())
    assert result.provider == provider
    assert validated(chain, result.interpolants)
    assert all(formula.free for formula in result.interpolants[1:-1])


@pytest.mark.parametrize(("needed", "succeeds"), [(0.5, True), (20.0, True), (80.0, False)])
def test_who_ran_out_of_time_gets_another_chance(
    needed: float, succeeds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a clock of its own: one who needs so many seconds, behind one who fails at once."""
    now = [0.0]
    asked: list[str] = []

    def slow(chain: Chain, deadline: Deadline) -> tuple[Term, ...]:
        asked.append("slow")
        now[0] += min(needed, deadline.left)
        if deadline.passed:
            raise SolverFailure("too slow")
        return PROVIDERS["projection"](chain, patient())

    def useless(chain: Chain, deadline: Deadline) -> tuple[Term, ...]:
        asked.append("useless")
        raise SolverFailure("never")

    monkeypatch.setattr(interpolants, "PROVIDERS", {**PROVIDERS, "spacer": useless, "farkas": slow})
    deadline = Deadline(300.0, lambda: now[0])
    chain = counting(2)
    if succeeds:
        assert interpolate(chain, ("spacer", "farkas"), deadline).provider == "farkas"
    else:
        with pytest.raises(SolverFailure, match=r"^no interpolants \(spacer: never; farkas: too slow\)$"):
            interpolate(chain, ("spacer", "farkas"), deadline)
    assert asked.count("useless") == 1


def test_projection_finds_the_relation_not_the_values() -> None:
    chain = counting(6)
    x, y = THEORIES["integers"][:2]
    middle = interpolate(chain, ("projection",), patient()).interpolants[3]
    assert middle is eq(at(x, 2), at(y, 2))


def test_sums_of_literals_find_what_no_input_mentions() -> None:
    """x + y never grows although each of them may: the cube x >= 1, y >= 0 is denied as x + y >= 1."""
    x, y = THEORIES["integers"][:2]
    shift = variable("in.x", INT)
    move = (TRUE, {x: add(x, shift), y: add(y, scale(-1, shift))})
    chain = path((x, y), le(add(x, y), integer(0)), [move, move], and_(ge(x, integer(1)), ge(y, integer(0))))
    last = interpolate(chain, ("projection",), patient()).interpolants[3]
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
    assert validated(chain, PROVIDERS["farkas"](chain, patient()))


def test_farkas_is_strict_where_it_must_be() -> None:
    r, s = THEORIES["rationals"]
    chain = Chain(((lt(r, s),), (le(s, r),)), (frozenset(), frozenset((r, s)), frozenset()))
    assert PROVIDERS["farkas"](chain, patient()) == (TRUE, lt(r, s), FALSE)


def test_farkas_refuses_what_only_integers_contradict() -> None:
    x, y = THEORIES["integers"][:2]
    steps = ((eq(x, scale(2, variable("k", INT))),), (eq(x, add(scale(2, y), integer(1))),))
    chain = Chain(steps, (frozenset(), frozenset((x,)), frozenset()))
    with pytest.raises(SolverFailure, match="relaxation"):
        PROVIDERS["farkas"](chain, patient())
    assert validated(chain, interpolate(chain, deadline=patient()).interpolants)


def test_writes_elsewhere_do_not_matter() -> None:
    a, i, j = THEORIES["arrays"]
    value = variable("in.i", INT)
    move = (not_(eq(i, j)), {a: store(a, j, value)})
    zero = eq(select(a, i), integer(0))
    chain = path((a, i, j), zero, [move] * 4, not_(zero))
    result = interpolate(chain, ("projection",), patient())
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


def test_unknown_providers_are_named() -> None:
    with pytest.raises(ValueError, match="no such provider: magic"):
        interpolate(counting(1), ("projection", "magic"))


def test_failures_name_every_provider() -> None:
    x, _ = THEORIES["integers"][:2]
    nonlinear = ((eq(x, scale(2, variable("k", INT))),), (eq(x, add(scale(2, variable("m", INT)), integer(1))),))
    chain = Chain(nonlinear, (frozenset(), frozenset((x,)), frozenset()))
    with pytest.raises(SolverFailure, match=r"farkas: .*relaxation"):
        interpolate(chain, ("farkas",), patient())


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
            between((first,), (second,), frozenset(shared), patient())
        return
    found = between((first,), (second,), frozenset(shared), patient())
    assert found.free <= frozenset(shared)
    assert unsatisfiable(first, not_(found))
    assert unsatisfiable(found, second)


def test_between_many_cubes() -> None:
    """A disjunction with more cubes than a step of a chain may have."""
    x, y = THEORIES["integers"][:2]
    odd = or_(*(eq(x, integer(4 * k + 1)) for k in range(60)))
    even = eq(x, scale(2, y))
    found = between((even,), (odd,), frozenset((x,)), patient())
    assert unsatisfiable(even, not_(found)) and unsatisfiable(found, odd)


def test_between_looks_from_both_sides() -> None:
    """No finite number of cubes of the second formula: an index each.  The first has but one."""
    a, i, _ = THEORIES["arrays"]
    b = variable("b", a.sort)
    differ = not_(eq(select(a, i), select(b, i)))
    found = between((eq(a, b),), (differ,), frozenset((a, b)), patient())
    assert unsatisfiable(eq(a, b), not_(found)) and unsatisfiable(found, differ)


def test_between_when_one_side_is_contradictory() -> None:
    x = variable("x", INT)
    never = (lt(x, integer(0)), gt(x, integer(0)))
    assert between(never, (le(x, integer(1)),), frozenset((x,))) is FALSE
    assert between((le(x, integer(1)),), never, frozenset((x,))) is TRUE
