"""What a guard demands of single variables: the finitely many values without which it is false.

A state that is known to have another value takes no step along the edge, so nothing need be computed for it.
"""

from __future__ import annotations

from collections.abc import Mapping

from assay.core.terms import Op, Term, conjuncts, disjuncts


def demands(guard: Term) -> Mapping[Term, frozenset[object]]:
    """Per variable the values that it must have one of where ``guard`` is true; variables with no such set left out."""
    found: dict[Term, frozenset[object]] = {}
    for part in conjuncts(guard):
        demanded = _demanded(part)
        if demanded is not None:
            symbol, values = demanded
            found[symbol] = found.get(symbol, values) & values
    return found


def _demanded(condition: Term) -> tuple[Term, frozenset[object]] | None:
    """The one variable that a condition gives a choice of values, and these."""
    choices = [_equation(part) for part in disjuncts(condition)]
    symbols = {choice[0] if choice is not None else None for choice in choices}
    if len(symbols) != 1:
        return None
    symbol = symbols.pop()
    if symbol is None:
        return None
    return symbol, frozenset(choice[1] for choice in choices if choice is not None)


def _equation(literal: Term) -> tuple[Term, object] | None:
    if literal.op is Op.VAR:
        return literal, True
    if literal.op is Op.NOT and literal.args[0].op is Op.VAR:
        return literal.args[0], False
    if literal.op is Op.EQ:
        for symbol, value in (literal.args, literal.args[::-1]):
            if symbol.op is Op.VAR and value.op is Op.CONST:
                return symbol, value.value
    return None
