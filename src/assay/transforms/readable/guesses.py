"""What the invariant of a location says, in other words: facts that follow from it, simple ones first.

Clauses over single bits are read number by number: the literals about one number are a condition on it, which has a
plainer form where the other facts about it are known (``forms``).  Beside these, facts that nobody wrote but that are
true in all states of the invariant: bounds and values of each number, how two of them compare, and by cases of a name
or a truth value.  Candidates are dropped by states of the invariant, the rest is asked of a solver.  What follows is
good enough for a guess: whether a choice of these facts is an invariant of its own is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from assay.core.budget import Deadline
from assay.core.model import Model
from assay.core.terms import (
    TRUE,
    Op,
    Term,
    and_,
    atoms,
    conjunction,
    conjuncts,
    disjunction,
    disjuncts,
    eq,
    not_,
    or_,
    post_order,
    prime,
)
from assay.core.terms.bitvectors import bv, bv_binary
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import BOOL
from assay.core.words import Reading, reading_order
from assay.transforms.readable.by_values import by_values
from assay.transforms.readable.forms import MOST_VALUES, Asking, OutOfTime, form_of, least_and_greatest
from assay.transforms.readable.numbers import Number, number_of

# Among more numbers or conditions, only single ones are looked at.
MOST_PAIRED: Final = 10
MOST_CASES: Final = 3
# States that are looked at before the solver is asked.
SAMPLES: Final = 6
# A fact that speaks of bits, or masks, costs so much more than it is long.
OBSCURE: Final = 12
_OBSCURE: Final = frozenset((Op.BV_EXTRACT, Op.BV_CONCAT, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.ITE, Op.BV_LSHR))
ENDLESS: Final = 1 << 30


def cost(term: Term) -> int:
    """How hard it is to read: how many names, numbers and signs it is written with, bits being the hardest."""
    found: dict[Term, int] = {}
    for part in post_order(term):
        own = OBSCURE if part.op in _OBSCURE else 0 if part.op is Op.NOT else 1
        found[part] = min(ENDLESS, own + sum(found[arg] for arg in part.args))
    return found[term]


def hardness(term: Term) -> tuple[int, list[Reading]]:
    """The order from easy to hard; of what is as easy, by the names in it and not by its age."""
    return cost(term), sorted(map(reading_order, (symbol.name for symbol in term.free)))


def in_words(model: Model, formula: Term, deadline: Deadline) -> Iterator[Term]:
    """Facts that follow from the ``formula`` about the variables of one location, as many as there is time for."""
    # By their names: what is found must not depend on when the symbols were made.
    symbols = sorted(formula.free, key=lambda symbol: reading_order(symbol.name))
    numbers = {symbol: number for symbol in symbols if (number := number_of(model, symbol)) is not None}
    # Codes that mean nothing are left out of all, and values that nobody assigns: whoever uses the facts says so.
    types = {symbol: and_(number.in_type, _assigned(model, number)) for symbol, number in numbers.items()}
    yield from (fact for fact in types.values() if fact is not TRUE)
    asking = Asking(conjunction((formula, *types.values())), deadline)
    try:
        known = dict(types)
        for symbol, number in numbers.items():
            found = _about_one(asking, number, formula, deadline)
            yield from found
            known[symbol] = conjunction((known[symbol], *found))
        plainer = list(_clauses(formula, numbers, known, deadline))
        yield from plainer
        # What a diagram says bit by bit of names can be said of their values, and then of numbers.
        cases = by_values(formula, [number for number in numbers.values() if number.nominal])
        yield from cases
        yield from _clauses(conjunction(cases), numbers, known, deadline)
        # What was said of two numbers bit by bit has one of them whole now, and the other can follow.
        yield from _clauses(conjunction(plainer), numbers, known, deadline)
        yield from _literals(asking, formula)
        yield from _relations(asking, list(numbers.values()))
        yield from _by_cases(asking, numbers, [s for s in symbols if s.sort is BOOL])
    except OutOfTime:
        return


def _assigned(model: Model, number: Number) -> Term:
    """That the number is one of the few constants which are all that is ever assigned to it."""
    values: dict[int, None] = {}
    if number.symbol in model.entry.variables:
        return TRUE
    nothing = (number.symbol, prime(number.symbol))
    for edge in model.edges:
        value = edge.updates.get(number.symbol, number.symbol)
        if value not in nothing:
            if not value.is_const or not isinstance(value.value, int) or len(values) > MOST_VALUES:
                return TRUE
            values[number.value(value.value)] = None
    return disjunction(map(number.equals, sorted(values))) if 0 < len(values) <= MOST_VALUES else TRUE


def _about_one(asking: Asking, number: Number, formula: Term, deadline: Deadline) -> list[Term]:
    """Bounds of the number, and what the formula says of it alone."""
    found = []
    inside = least_and_greatest(asking, number)
    if inside is None:
        return []
    low, high = inside
    if low == high:
        return [number.equals(low)]
    if not number.nominal:
        found += [number.at_least(low)] * (low > number.low) + [number.at_most(high)] * (high < number.high)
    alone = [part for part in conjuncts(formula) if part.free == {number.symbol}]
    if alone:
        form = form_of(conjunction(alone), number, conjunction((number.in_type, *found)), deadline)
        found += [form] if form is not None and not form.is_const else []
    return found


def _clauses(
    formula: Term, numbers: Mapping[Term, Number], known: Mapping[Term, Term], deadline: Deadline
) -> Iterator[Term]:
    """Conjuncts about several symbols, their conditions on single numbers in plainer words.

    Those that differ in what they say of one number are taken together: that is one condition on it.
    """
    memo: dict[Term, Term] = {}

    def plain(symbol: Term, condition: Term) -> Term:
        if known[symbol] is TRUE and _is_inner_bit(condition):
            return condition
        if condition not in memo:
            form = form_of(condition, numbers[symbol], known[symbol], deadline)
            memo[condition] = condition if form is None or cost(form) >= cost(condition) else form
        return memo[condition]

    alike: dict[tuple[Term, Term], list[tuple[Term, Term]]] = {}
    single: dict[Term, None] = {}
    for part in conjuncts(formula):
        clause, others = _by_number(part, numbers)
        for symbol, condition in clause.items() if len(part.free) > 1 else ():
            rest = disjunction((others, *(own for other, own in clause.items() if other is not symbol)))
            alike.setdefault((symbol, rest), []).append((part, condition))
            single[part] = None
    for (_, rest), found in alike.items():
        if len(found) > 1:
            for part, _ in found:
                single.pop(part, None)
            single[or_(rest, conjunction(condition for _, condition in found))] = None
    for whole in single:
        clause, others = _by_number(whole, numbers)
        yield disjunction((others, *(plain(symbol, condition) for symbol, condition in clause.items())))


def _is_inner_bit(condition: Term) -> bool:
    """Is it a single bit, not the highest, of a vector?  Alone it has no plainer form."""
    atom = condition.args[0] if condition.op is Op.NOT else condition
    if atom.op is not Op.EQ:
        return False
    bits = next((side for side in atom.args if side.op is Op.BV_EXTRACT), None)
    return bits is not None and bits.sort.width == 1 and bits.value != (bits.args[0].sort.width - 1,) * 2


def _by_number(clause: Term, numbers: Mapping[Term, Number]) -> tuple[dict[Term, Term], Term]:
    """A disjunction as conditions on single numbers, and the rest of it."""
    found: dict[Term, list[Term]] = {}
    others = []
    for part in disjuncts(clause):
        symbol = next(iter(part.free)) if len(part.free) == 1 else None
        if symbol is not None and symbol in numbers:
            found.setdefault(symbol, []).append(part)
        else:
            others.append(part)
    return {symbol: disjunction(parts) for symbol, parts in found.items()}, disjunction(others)


def _literals(asking: Asking, formula: Term) -> Iterator[Term]:
    """Comparisons in the formula that are true of themselves, or never; two that meet are an equation."""
    for atom in atoms(formula):
        meeting = (eq(*atom.args),) if atom.op is Op.LE else ()
        for fact in (*meeting, atom, not_(atom)):
            if asking.follows(fact):
                yield fact
                break


# -- two numbers -------------------------------------------------------------------------------------------------------


def _relations(asking: Asking, numbers: Sequence[Number]) -> Iterator[Term]:
    """How two numbers of one kind compare: the same, in order, apart, with a constant sum or difference."""
    pairs = [
        (a, b)
        for a, b in combinations(numbers, 2)
        if a.symbol.sort is b.symbol.sort and (a.signed, a.nominal) == (b.signed, b.nominal)
    ]
    if len(numbers) > MOST_PAIRED or not pairs:
        return
    samples = _samples(asking, [number.symbol for number in numbers])
    for a, b in pairs:
        candidates = [eq(a.symbol, b.symbol), *_fixed(a, b, samples)]
        candidates += [] if a.nominal else [a.compared(b), b.compared(a)]
        candidates.append(not_(eq(a.symbol, b.symbol)))
        for fact in candidates:
            if not fact.is_const and all(holds(fact, sample) for sample in samples) and asking.follows(fact):
                yield fact
                if fact.op is Op.EQ:
                    break


def _fixed(a: Number, b: Number, samples: Sequence[Mapping[Term, int]]) -> Iterator[Term]:
    """That the sum or the difference is what it is in the samples, if these are several."""
    width = a.symbol.sort.width
    if a.nominal or len({sample[a.symbol] for sample in samples}) < 2:
        return
    for sign in (1, -1):
        totals = {(sample[a.symbol] + sign * sample[b.symbol]) % (1 << width) for sample in samples}
        if len(totals) == 1:
            total = bv(totals.pop(), width)
            if sign > 0:
                yield eq(bv_binary(Op.BV_ADD, a.symbol, b.symbol), total)
            elif total.value:
                yield eq(a.symbol, bv_binary(Op.BV_ADD, b.symbol, total))


def _samples(asking: Asking, symbols: Sequence[Term]) -> list[dict[Term, int]]:
    """A few states, each with some value that those before it do not have."""
    found: list[dict[Term, int]] = []
    new: tuple[Term, ...] = ()
    while len(found) < SAMPLES and asking.possible(*new):
        values = {symbol: asking.value(symbol) for symbol in symbols}
        found.append({symbol: value for symbol, value in values.items() if isinstance(value, int)})
        others = (eq(symbol, bv(found[-1][symbol], symbol.sort.width)) for symbol in symbols)
        new = (*new, or_(*(not_(same) for same in others)))
    return found


# -- cases -------------------------------------------------------------------------------------------------------------


def _by_cases(asking: Asking, numbers: Mapping[Term, Number], conditions: Sequence[Term]) -> Iterator[Term]:
    """What is true of one number or condition while a name, or a truth value, is this one."""
    names = [number for number in numbers.values() if number.nominal or number.symbol.sort.width == 1]
    cases = [name.equals(value) for name in names[:MOST_CASES] for value in range(name.low, name.high + 1)]
    cases += [case for symbol in conditions[:MOST_CASES] for case in (symbol, not_(symbol))]
    if not cases or len(numbers) + len(conditions) > MOST_PAIRED:
        return
    for case in cases:
        if not asking.possible(case):
            continue
        (own,) = case.free
        for fact in (*_bounds(asking, case, (n for s, n in numbers.items() if s is not own)), *conditions):
            for literal in (fact, not_(fact)) if fact.sort is BOOL and fact.op is Op.VAR else (fact,):
                if own not in literal.free and not asking.follows(literal) and asking.follows(or_(not_(case), literal)):
                    yield or_(not_(case), literal)


def _bounds(asking: Asking, case: Term, numbers: Iterable[Number]) -> Iterator[Term]:
    for number in numbers:
        inside = least_and_greatest(asking, number, case)
        assert inside is not None
        if inside[0] == inside[1]:
            yield number.equals(inside[0])
        elif not number.nominal:
            yield from (fact for fact in (number.at_least(inside[0]), number.at_most(inside[1])) if fact is not TRUE)
