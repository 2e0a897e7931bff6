"""Linear-time properties as fair runs: the circuit has a fair run iff the original has one that violates the property.

For the negated formula in negation normal form, each future operator guesses by an input that what it owes is owed
further; a latch hands the debt to the next step, where a constraint collects it (Clarke, Grumberg, Hamaguchi, "Another
look at LTL model checking", 1997, with one direction only, since every occurrence is positive).  Postponing forever is
unfair.  Past operators are latches.  For a pair of compassion, a run may give up the first condition for good, or must
see the second again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from assay.core.circuit import Circuit
from assay.core.temporal import (
    PAST,
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Temporal,
    negation_normal,
    subformulas,
)
from assay.core.terms import Term, not_
from assay.transforms.circuit.extension import Extension

_WEAK: Final = frozenset((PathOperator.WEAK_YESTERDAY, PathOperator.HISTORICALLY, PathOperator.TRIGGERED))


def fair_runs(circuit: Circuit, conditions: Sequence[int], compassion: Sequence[tuple[int, int]] = ()) -> Circuit:
    """The circuit whose fair runs are those of ``circuit`` that satisfy each of ``conditions`` infinitely often."""
    extension = Extension(circuit)
    extension.fairness += conditions
    _be_compassionate(extension, compassion)
    return extension.made()


def violating_runs(
    circuit: Circuit, formula: Formula, literals: Mapping[Term, int], compassion: Sequence[tuple[int, int]] = ()
) -> Circuit:
    """The circuit whose fair runs are those of ``circuit`` that violate the LTL ``formula``."""
    extension = Extension(circuit)
    _be_compassionate(extension, compassion)
    root = negation_normal(formula, negated=True)
    table: dict[Formula, int] = {}
    for part in subformulas(root):
        match part:
            case Atom(term):
                table[part] = _atom(term, literals)
            case Connective(op, parts):
                inner = [table[one] for one in parts]
                table[part] = extension.gates.all_of(inner) if op is Logic.AND else extension.gates.any_of(inner)
            case Temporal(op, parts):
                values = [table[one] for one in parts]
                table[part] = _past(extension, op, values) if op in PAST else _future(extension, op, values)
    first = extension.latch(1)
    extension.step(first, 0)
    extension.constraints.append(extension.gates.either(first ^ 1, table[root]))
    return extension.made()


def _atom(term: Term, literals: Mapping[Term, int]) -> int:
    if term.is_const:
        return int(bool(term.value))
    return literals[term] if term in literals else literals[not_(term)] ^ 1


def _future(extension: Extension, op: PathOperator, parts: Sequence[int]) -> int:
    gates = extension.gates
    owed, debt = extension.input(), extension.latch(0)
    extension.step(debt, owed)
    match op:
        case PathOperator.NEXT:
            extension.constraints.append(gates.either(debt ^ 1, parts[0]))
            return owed
        case PathOperator.FINALLY:
            value = gates.either(parts[0], owed)
        case PathOperator.GLOBALLY:
            value = gates.both(parts[0], owed)
        case PathOperator.UNTIL:
            value = gates.either(parts[1], gates.both(parts[0], owed))
        case _:
            value = gates.both(parts[1], gates.either(parts[0], owed))
    if op in (PathOperator.FINALLY, PathOperator.UNTIL):
        extension.fairness.append(owed ^ 1)
    extension.constraints.append(gates.either(debt ^ 1, value))
    return value


def _past(extension: Extension, op: PathOperator, parts: Sequence[int]) -> int:
    gates = extension.gates
    before = extension.latch(int(op in _WEAK))
    match op:
        case PathOperator.YESTERDAY | PathOperator.WEAK_YESTERDAY:
            extension.step(before, parts[0])
            return before
        case PathOperator.ONCE:
            value = gates.either(parts[0], before)
        case PathOperator.HISTORICALLY:
            value = gates.both(parts[0], before)
        case PathOperator.SINCE:
            value = gates.either(parts[1], gates.both(parts[0], before))
        case _:
            value = gates.both(parts[1], gates.either(parts[0], before))
    extension.step(before, value)
    return value


def _be_compassionate(extension: Extension, pairs: Sequence[tuple[int, int]]) -> None:
    gates = extension.gates
    for first, second in pairs:
        over = extension.latch(0)
        extension.step(over, gates.either(over, extension.input()))
        extension.constraints.append(gates.both(over, first) ^ 1)
        extension.fairness.append(gates.either(over, second))
