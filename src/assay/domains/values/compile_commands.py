"""Guarded commands as Python functions over values that may be unknown.

A *stretch* of code takes literals in, one after the other: an equation gives a value to a symbol that has none yet, any
literal that is known to be false ends the case.  Two kinds of functions come out: transitions between states, which
are tuples of tracked values (``transition``), and single operations of a path over dictionaries (``assumption``,
``assignment``).  Source text determines a transition, so equal commands share one function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from assay.core.terms import FALSE, TRUE, Op, Term, not_
from assay.core.terms.bitvectors import bv_neg, bv_not, bv_sub, extract
from assay.core.terms.literals import definitions
from assay.core.terms.sorts import BOOL
from assay.domains.values.compile_terms import NAMESPACE, Emitter, Meaning, Operand, trackable
from assay.domains.values.partial_arrays import Known

State = tuple[Known, ...]
"""The values of tracked variables by position; None where nothing is known."""

Transition = Callable[[State], tuple[State, ...]]
Values = Mapping[Term, Known]
Operation = Callable[[Values], "dict[Term, Known] | None"]

_MOST_SOLVED: Final = 4  # symbols of one equation that it may be solved for


class Stretch:
    """Code under construction: what each symbol is at this point, and the lines that led here."""

    def __init__(self, loaded: Callable[[Term], Meaning], fail: str, wanted: frozenset[Term] | None = None) -> None:
        """``loaded`` says where a symbol comes from, ``fail`` is the statement that ends a contradictory case.

        Symbols without a value get one only if they are ``wanted``; by default all are.
        """
        self._loaded = loaded
        self._fail = fail
        self._wanted = wanted
        self._meanings: dict[Term, Meaning] = {}
        self._changes: dict[Term, int] = {}
        self._step = 0
        self._names = 0
        self._emitter = Emitter(self.meaning)
        self.lines = self._emitter.lines

    def meaning(self, symbol: Term) -> Meaning:
        if symbol not in self._meanings:
            self._meanings[symbol] = self._loaded(symbol) if trackable(symbol.sort) else None
        return self._meanings[symbol]

    def value(self, term: Term) -> Meaning:
        return self._emitter.value(term)

    @property
    def changed(self) -> tuple[Term, ...]:
        """The symbols that an equation may have given a value to."""
        return tuple(self._changes)

    def assume(self, literals: Sequence[Term]) -> None:
        """Take in literals; those that speak of symbols which later ones gave a value to are looked at twice."""
        for literal in literals:
            self._step += 1
            self._literal(literal)
        for step, literal in enumerate(literals[:-1], 1):
            if any(self._changes.get(symbol, 0) > step for symbol in literal.free):
                self._literal(literal)

    def _literal(self, literal: Term) -> None:
        negative = literal.op is Op.NOT
        atom = literal.args[0] if negative else literal
        for symbol, meaning in _solutions(atom, negative=negative):
            if self._may_fill(symbol):
                self._fill(symbol, self.value(meaning))
        if atom.op is Op.EQ and not negative:
            self._learn_element(*atom.args)
            self._learn_element(*reversed(atom.args))
        if atom.op is Op.EQ and not atom.args[0].sort.is_array:
            self._compare(atom, "==" if negative else "!=")
            return
        known = self.value(atom)
        if known is not None:
            test = known.text if negative else f"{known.text} is False" if known.open else f"not {known.text}"
            self.lines.append(f"if {test}: {self._fail}")

    def _may_fill(self, symbol: Term) -> bool:
        """May the symbol be without a value, and does it matter?"""
        mine = self.meaning(symbol)
        return mine.open if mine is not None else self._wanted is None or symbol in self._wanted

    def _fill(self, symbol: Term, found: Meaning) -> None:
        """``symbol`` equals ``found``: take that for its value if it has none."""
        if found is None:
            return
        mine = self.meaning(symbol)
        name = self._name(symbol)
        if mine is None:
            self.lines.append(f"{name} = {found.text}")
        else:
            self.lines.append(f"if {name} is None: {name} = {found.text}")
        self._change(symbol, Operand(name, found.open))

    def _name(self, symbol: Term) -> str:
        mine = self.meaning(symbol)
        if mine is not None:
            return mine.text
        self._names += 1
        return f"u{self._names}"

    def _compare(self, equation: Term, different: str) -> None:
        left, right = (self.value(side) for side in equation.args)
        if left is None or right is None or left.text == right.text:
            return
        known = "".join(f"{side.text} is not None and " for side in (left, right) if side.open)
        self.lines.append(f"if {known}{left.text} {different} {right.text}: {self._fail}")

    def _learn_element(self, side: Term, other: Term) -> None:
        """``table[index] = other``: an element of a table that is a symbol gets a value if it has none."""
        if side.op is not Op.SELECT or side.args[0].op is not Op.VAR or not trackable(side.args[0].sort):
            return
        table, index = side.args
        at, element = self.value(index), self.value(other)
        if at is None or element is None:
            return
        mine = self.meaning(table)
        name = self._name(table)
        if mine is None:
            self.lines.append(f"{name} = None")
        known = "".join(f"{part.text} is not None and " for part in (at, element) if part.open)
        update = f"{name} = write({name}, {at.text}, {element.text})"
        self.lines.append(f"if {known}read({name}, {at.text}) is None: {update}")
        self._change(table, Operand(name, open=True))

    def _change(self, symbol: Term, meaning: Operand) -> None:
        self._meanings[symbol] = meaning
        self._changes[symbol] = self._step
        self._emitter.forget(symbol)


def _solutions(atom: Term, *, negative: bool) -> Iterator[tuple[Term, Term]]:
    """Symbols that the literal determines if the other symbols of it are known, with their values."""
    if atom.op is Op.VAR:
        yield atom, FALSE if negative else TRUE
    elif atom.op is Op.EQ:
        sort = atom.args[0].sort
        if sort is BOOL:
            for mine, other in (atom.args, atom.args[::-1]):
                if mine.op is Op.VAR:
                    yield mine, not_(other) if negative else other
        elif sort.is_arithmetic and not negative:
            yield from islice(definitions(atom, atom.free), _MOST_SOLVED)
        elif not negative:
            for mine, other in (atom.args, atom.args[::-1]):
                found = _peeled(mine, other)
                if found is not None and found[0] not in found[1].free:
                    yield found


def _peeled(term: Term, value: Term) -> tuple[Term, Term] | None:
    """``term = value`` with ``term`` a symbol under operations that can be undone: the symbol and what it must be."""
    while term.op is not Op.VAR:
        if term.op in (Op.BV_ZERO_EXTEND, Op.BV_SIGN_EXTEND):
            value = extract(term.args[0].sort.width - 1, 0, value)
        elif term.op is Op.BV_NOT:
            value = bv_not(value)
        elif term.op is Op.BV_NEG:
            value = bv_neg(value)
        elif term.op is Op.BV_ADD and term.args[1].is_const:
            value = bv_sub(value, term.args[1])
        else:
            return None
        term = term.args[0]
    return term, value


# -- transitions between states --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moves:
    """Where symbols stand in states: those tracked before the step and those tracked after it, by position."""

    source: Mapping[Term, int]
    target: Mapping[Term, int]


def transition(literals: Sequence[Term], updates: Mapping[Term, Term], moves: Moves) -> str:
    """The source of the function ``step`` from a state to its successors (at most one) by one case of a command."""
    loads: dict[int, None] = {}

    def loaded(symbol: Term) -> Meaning:
        place = moves.source.get(symbol)
        if place is None:
            return None
        loads[place] = None
        return Operand(f"v{place}", open=True)

    code = Stretch(loaded, "return ()", _wanted(literals, updates, moves))
    code.assume(literals)
    written: dict[int, str] = {}
    for symbol, place in moves.target.items():
        if symbol in updates:
            found = code.value(updates[symbol])
            written[place] = "None" if found is None else found.text
    refined = {
        moves.target[symbol]: meaning.text
        for symbol in code.changed
        if symbol in moves.target and symbol not in updates and (meaning := code.meaning(symbol)) is not None
    }
    lines = [f"v{place} = s[{place}]" for place in loads] + code.lines
    if moves.target == moves.source:
        lines += _changed(written, refined)
    else:
        kept = {moves.target[symbol]: f"s[{place}]" for symbol, place in moves.source.items() if symbol in moves.target}
        entries = {**kept, **refined, **written}
        state = "".join(f"{entries.get(place, 'None')}, " for place in moves.target.values())
        lines.append(f"return (({state}),)")
    return "def step(s):\n    " + "\n    ".join(lines)


def _wanted(literals: Sequence[Term], updates: Mapping[Term, Term], moves: Moves) -> frozenset[Term]:
    """The symbols whose values may matter: tracked afterwards, or spoken of more than once."""
    symbols = Counter(symbol for literal in literals for symbol in literal.free)
    read = (updates[symbol].free if symbol in updates else (symbol,) for symbol in moves.target)
    return frozenset(symbol for symbol, count in symbols.items() if count > 1).union(*read)


def _changed(written: Mapping[int, str], refined: Mapping[int, str]) -> list[str]:
    """Statements that return the state with some entries changed; an unchanged one is returned as it is."""
    if not written and not refined:
        return ["return (s,)"]
    lines = []
    if not written:
        unchanged = " and ".join(f"{text} is s[{place}]" for place, text in refined.items())
        lines.append(f"if {unchanged}: return (s,)")
    lines.append("n = list(s)")
    lines += [f"n[{place}] = {text}" for place, text in {**refined, **written}.items()]
    return [*lines, "return (tuple(n),)"]


def compiled(source: str, symbols: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """The function ``step`` that ``source`` defines."""
    namespace: dict[str, Any] = {**NAMESPACE, **(symbols or {})}
    exec(compile(source, "<step>", "exec"), namespace)
    function: Callable[..., Any] = namespace["step"]
    return function


# -- single operations of a path -------------------------------------------------------------------------------------


class _Names:
    """Symbols as globals of a function over dictionaries, loaded where they are used."""

    def __init__(self) -> None:
        self.symbols: dict[Term, int] = {}

    def loaded(self, symbol: Term) -> Meaning:
        number = self.symbols.setdefault(symbol, len(self.symbols))
        return Operand(f"v{number}", open=True)

    def loads(self) -> list[str]:
        return [f"v{number} = e.get(k{number})" for number in self.symbols.values()]

    def bound(self) -> dict[str, Any]:
        return {f"k{number}": symbol for symbol, number in self.symbols.items()}


def assumption(literals: Sequence[Term]) -> Operation:
    """Values after one case of a condition; None if it contradicts them."""
    names = _Names()
    code = Stretch(names.loaded, "return None")
    code.assume(literals)
    lines = list(code.lines)
    if code.changed:
        lines.append("e = dict(e)")
    for symbol in code.changed:
        name = f"v{names.symbols[symbol]}"
        lines.append(f"if {name} is not None: e[k{names.symbols[symbol]}] = {name}")
    source = "def step(e):\n    " + "\n    ".join([*names.loads(), *lines, "return e"])
    return compiled(source, names.bound())


def assignment(updates: Mapping[Term, Term], variables: Sequence[Term]) -> Operation:
    """Values after the updates, of ``variables`` alone."""
    names = _Names()
    code = Stretch(names.loaded, "return None")
    found = {symbol: code.value(update) for symbol, update in updates.items()}
    kept = frozenset(variables).difference(updates)
    lines = [*code.lines, "n = {k: v for k, v in e.items() if k in kept}"]
    extra: dict[str, Any] = {"kept": kept}
    for position, (symbol, meaning) in enumerate(found.items()):
        if meaning is None:
            continue
        extra[f"w{position}"] = symbol
        test = f"if {meaning.text} is not None: " if meaning.open else ""
        lines.append(f"{test}n[w{position}] = {meaning.text}")
    source = "def step(e):\n    " + "\n    ".join([*names.loads(), *lines, "return n"])
    return compiled(source, {**names.bound(), **extra})
