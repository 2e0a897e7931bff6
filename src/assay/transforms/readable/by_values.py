"""What is said of the bits of a coded name, as it is said of the name: value by value.

A set of states that was found as a decision diagram asks for single bits, and a name of the file has none.  For each
value of a name the rest of the formula is another one; values with the same rest are taken together.  What comes of it
means the same for all codes that have a meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.core.terms import FALSE, TRUE, Op, Term, conjuncts, disjunction, not_, or_, post_order
from assay.core.terms.bitvectors import bv
from assay.core.terms.rebuild import substitute
from assay.transforms.readable.numbers import Number

# Names with more values, formulas about more names and answers of more clauses say nothing to a reader.
MOST_VALUES: Final = 32
MOST_NAMES: Final = 4
MOST_CLAUSES: Final = 64


def by_values(formula: Term, names: Sequence[Number]) -> list[Term]:
    """Clauses that mean the same as those conjuncts of the formula that ask for bits of the ``names``, where few do."""
    found: list[Term] = []
    for part in conjuncts(formula):
        asked = [name for name in names if _asks_for_bits(part, name.symbol)]
        if asked and len(asked) <= MOST_NAMES and all(name.high < MOST_VALUES for name in asked):
            clauses = _split(part, asked)
            found += clauses if len(clauses) <= MOST_CLAUSES else []
    return found


def _asks_for_bits(term: Term, symbol: Term) -> bool:
    return any(part.op is Op.BV_EXTRACT and part.args[0] is symbol for part in post_order(term))


def _split(term: Term, names: Sequence[Number]) -> list[Term]:
    if not names or term.is_const:
        return [part for part in conjuncts(term) if part is not TRUE]
    name, *rest = names
    values = range(name.low, name.high + 1)
    cases: dict[Term, list[int]] = {}
    for value in values:
        cases.setdefault(substitute(term, {name.symbol: bv(value, name.symbol.sort.width)}), []).append(value)
    found: list[Term] = []
    for inner, own in cases.items():
        others = [value for value in values if value not in own]
        elsewhere = _one_of(name, others) if len(others) < len(own) else not_(_one_of(name, own))
        found += [or_(elsewhere, clause) for clause in _split(inner, rest)]
        if len(found) > MOST_CLAUSES:
            break
    return found


def _one_of(name: Number, values: Sequence[int]) -> Term:
    return disjunction(map(name.equals, values)) if values else FALSE
