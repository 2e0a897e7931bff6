"""Terms as Python source, evaluated over values that may be unknown.

Each term becomes a few assignments to local names; None stands for *not known*.  What is known statically is used: a
constant is a literal, and of a term that depends on a symbol without any value nothing is emitted at all.  Operators
are strict in None, except connectives, conditionals and array operations.
Law: the emitted code is monotone: it knows no less where more is known before, and what it knows is right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from assay.core.terms import Op, Term, euclidean, post_order
from assay.core.terms.bitvectors import BINARY, mask
from assay.core.terms.float_operators import OPERATORS
from assay.core.terms.float_source import FLOAT_NAMES, float_source
from assay.core.terms.sorts import BOOL, Sort
from assay.domains.values.partial_arrays import everywhere, read, same, write


@dataclass(frozen=True, slots=True)
class Operand:
    """A Python expression without effects, and whether its value may be None at run time."""

    text: str
    open: bool


Meaning = Operand | None
"""None: there is certainly nothing known."""


def trackable(sort: Sort) -> bool:
    """Are values of this sort represented?"""
    return sort.element is None or not sort.element.is_array


def _divided(left: int, right: int) -> int | None:
    return euclidean(left, right)[0] if right else None


def _modulo(left: int, right: int) -> int | None:
    return euclidean(left, right)[1] if right else None


def _quotient(left: Fraction, right: Fraction) -> Fraction | None:
    return Fraction(left) / right if right else None


def _joined(condition: bool | None, then: Any, otherwise: Any) -> Any:
    """A conditional: of an unknown condition only what both branches agree on."""
    if condition is None:
        return then if then == otherwise else None
    return then if condition else otherwise


def _function_name(op: Op) -> str:
    return "f_" + op.name.lower()


# What emitted code may call.
NAMESPACE: Final[Mapping[str, Any]] = {
    "Fraction": Fraction,
    "divided": _divided,
    "modulo": _modulo,
    "quotient": _quotient,
    "joined": _joined,
    "read": read,
    "write": write,
    "same": same,
    "everywhere": everywhere,
    **{_function_name(op): function for op, function in BINARY.items()},
    **FLOAT_NAMES,
}


def _flip(width: int) -> int:
    return 1 << (width - 1)


def _concatenated(term: Term, a: list[str]) -> str:
    return f"({a[0]} << {term.args[1].sort.width}) | {a[1]}"


def _extracted(term: Term, a: list[str]) -> str:
    assert isinstance(term.value, tuple)
    return f"({a[0]} >> {term.value[1]}) & {mask(term.sort.width)}"


def _sign_extended(term: Term, a: list[str]) -> str:
    flip = _flip(term.args[0].sort.width)
    return f"(({a[0]} ^ {flip}) - {flip}) & {mask(term.sort.width)}"


def _signed_at_most(term: Term, a: list[str], relation: str) -> str:
    flip = _flip(term.args[0].sort.width)
    return f"({a[0]} ^ {flip}) {relation} ({a[1]} ^ {flip})"


# Strict operators: the expression over arguments that are all known.
_STRICT: Final[Mapping[Op, Callable[[Term, list[str]], str]]] = {
    Op.NOT: lambda t, a: f"not {a[0]}",
    Op.EQ: lambda t, a: f"{a[0]} == {a[1]}",
    Op.ADD: lambda t, a: " + ".join(a),
    Op.MUL: lambda t, a: " * ".join(a),
    Op.DIV: lambda t, a: f"divided({a[0]}, {a[1]})",
    Op.MOD: lambda t, a: f"modulo({a[0]}, {a[1]})",
    Op.REAL_DIV: lambda t, a: f"quotient({a[0]}, {a[1]})",
    Op.LE: lambda t, a: f"{a[0]} <= {a[1]}",
    Op.LT: lambda t, a: f"{a[0]} < {a[1]}",
    Op.TO_REAL: lambda t, a: f"Fraction({a[0]})",
    Op.TO_INT: lambda t, a: f"{a[0]}.__floor__()",
    Op.IS_INT: lambda t, a: f"Fraction({a[0]}).denominator == 1",
    Op.CONST_ARRAY: lambda t, a: f"everywhere({a[0]})",
    Op.BV_NOT: lambda t, a: f"{a[0]} ^ {mask(t.sort.width)}",
    Op.BV_NEG: lambda t, a: f"-{a[0]} & {mask(t.sort.width)}",
    Op.BV_AND: lambda t, a: f"{a[0]} & {a[1]}",
    Op.BV_OR: lambda t, a: f"{a[0]} | {a[1]}",
    Op.BV_XOR: lambda t, a: f"{a[0]} ^ {a[1]}",
    Op.BV_ADD: lambda t, a: f"({a[0]} + {a[1]}) & {mask(t.sort.width)}",
    Op.BV_MUL: lambda t, a: f"({a[0]} * {a[1]}) & {mask(t.sort.width)}",
    Op.BV_ULE: lambda t, a: f"{a[0]} <= {a[1]}",
    Op.BV_ULT: lambda t, a: f"{a[0]} < {a[1]}",
    Op.BV_SLE: lambda t, a: _signed_at_most(t, a, "<="),
    Op.BV_SLT: lambda t, a: _signed_at_most(t, a, "<"),
    Op.BV_CONCAT: _concatenated,
    Op.BV_EXTRACT: _extracted,
    Op.BV_ZERO_EXTEND: lambda t, a: a[0],
    Op.BV_SIGN_EXTEND: _sign_extended,
}
_PARTIAL: Final = frozenset((Op.DIV, Op.MOD, Op.REAL_DIV))


def literal_text(value: object) -> str:
    """A constant as Python source."""
    return f"Fraction({value.numerator}, {value.denominator})" if isinstance(value, Fraction) else f"{value!r}"


class Emitter:
    """Source lines that compute terms, each once while its symbols keep their meaning.

    ``meaning`` says what a symbol is at the moment; when that changes for one of them, it must be forgotten.
    """

    def __init__(self, meaning: Callable[[Term], Meaning]) -> None:
        self._meaning = meaning
        self._temporaries = 0
        self._known: dict[Term, Meaning] = {}
        self.lines: list[str] = []

    def forget(self, symbol: Term) -> None:
        """The meaning of ``symbol`` has changed."""
        self._known = {term: meaning for term, meaning in self._known.items() if symbol not in term.free}

    def value(self, root: Term) -> Meaning:
        """Emit what computes ``root``; where to find it."""
        if root.op is Op.VAR:
            return self._meaning(root)
        if root.op is Op.CONST:
            return Operand(literal_text(root.value), open=False)
        known = self._known
        if root in known:
            return known[root]
        # Of an array, elements may be known that were written to an unknown one.
        if root.free and not root.sort.is_array and all(self._meaning(symbol) is None for symbol in root.free):
            known[root] = None
            return None
        order = list(post_order(root))
        hopeless = self._hopeless(order)
        known.update(dict.fromkeys(hopeless))
        if root in hopeless:
            return None
        wanted = {root}
        for term in reversed(order):
            if term in wanted and term not in known:
                wanted.update(arg for arg in term.args if arg not in hopeless)
        for term in order:
            if term in wanted and term not in known:
                known[term] = self._one(term, [known.get(arg) for arg in term.args])
        return known[root]

    def _hopeless(self, order: list[Term]) -> set[Term]:
        """The terms of which certainly nothing is known."""
        found: set[Term] = set()
        for term in order:
            dark = [arg in found for arg in term.args]
            if term.op is Op.VAR:
                nothing = self._meaning(term) is None
            elif term in self._known:
                nothing = self._known[term] is None
            elif term.op in (Op.AND, Op.OR):
                nothing = all(dark)
            elif term.op is Op.ITE:
                nothing = (dark[1] or dark[2]) if dark[0] else (dark[1] and dark[2])
            elif term.op is Op.SELECT:
                nothing = dark[0]
            elif term.op is Op.STORE:
                nothing = dark[0] and (dark[1] or dark[2])
            else:
                nothing = any(dark)
            if nothing or not trackable(term.sort):
                found.add(term)
        return found

    def _one(self, term: Term, args: list[Meaning]) -> Meaning:
        if term.op is Op.VAR:
            return self._meaning(term)
        if term.op is Op.CONST:
            return Operand(literal_text(term.value), open=False)
        if term.op in (Op.AND, Op.OR):
            return self._junction(args, decisive=term.op is Op.OR)
        texts = ["None" if arg is None else arg.text for arg in args]
        if term.op is Op.ITE:
            return self._conditional(args, texts)
        if term.op in (Op.SELECT, Op.STORE):
            function = "read" if term.op is Op.SELECT else "write"
            return self._temporary(f"{function}({', '.join(texts)})", is_open=True)
        open_ones = [arg.text for arg in args if arg is not None and arg.open]
        unknown = " or ".join(f"{text} is None" for text in dict.fromkeys(open_ones))
        expression = _strict(term, texts)
        if expression in texts and not unknown:
            return Operand(expression, open=False)
        text = f"None if {unknown} else {expression}" if unknown else expression
        is_array = term.op is Op.EQ and term.args[0].sort.is_array
        return self._temporary(text, is_open=bool(unknown) or term.op in _PARTIAL or is_array)

    def _junction(self, args: list[Meaning], *, decisive: bool) -> Operand:
        present = [arg for arg in args if arg is not None]
        if len(present) == len(args) and not any(arg.open for arg in present):
            return self._temporary((" or " if decisive else " and ").join(arg.text for arg in present), is_open=False)
        decided = " or ".join(f"{arg.text} is {decisive}" for arg in present)
        unknown = " or ".join(f"{arg.text} is None" for arg in present if arg.open)
        rest = f"None if {unknown} else {not decisive}" if len(present) == len(args) else "None"
        return self._temporary(f"{decisive} if {decided} else {rest}", is_open=True)

    def _conditional(self, args: list[Meaning], texts: list[str]) -> Operand:
        condition, then, otherwise = args
        if condition is None or condition.open:
            return self._temporary(f"joined({', '.join(texts)})", is_open=True)
        is_open = then is None or then.open or otherwise is None or otherwise.open
        return self._temporary(f"{texts[1]} if {texts[0]} else {texts[2]}", is_open=is_open)

    def _temporary(self, expression: str, *, is_open: bool) -> Operand:
        name = f"t{self._temporaries}"
        self._temporaries += 1
        self.lines.append(f"{name} = {expression}")
        return Operand(name, is_open)


def _strict(term: Term, texts: list[str]) -> str:
    width = term.sort.width
    if term.op is Op.EQ and term.args[0].sort.is_array:
        return f"same({texts[0]}, {texts[1]})"
    if term.op in _STRICT:
        return _STRICT[term.op](term, texts)
    if term.op is Op.BV_SHL:
        return f"({texts[0]} << {texts[1]}) & {mask(width)} if {texts[1]} < {width} else 0"
    if term.op is Op.BV_LSHR:
        return f"{texts[0]} >> {texts[1]} if {texts[1]} < {width} else 0"
    if term.op in OPERATORS:
        return float_source(term, texts)
    assert term.op in BINARY and term.sort is not BOOL, term.op
    return f"{_function_name(term.op)}({texts[0]}, {texts[1]}, {width}) & {mask(width)}"
