"""BTOR2 (Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0", CAV 2018): word-level circuits.

The model has one location, one variable a ``state`` and one edge.  Constraints are its guard, and are conjoined to
every bad state, because they hold at the step that shows one.  A state without ``next`` takes any value after a step,
one without ``init`` any value at first.  ``init`` of an array with a vector fills the array.  A vector that is extended
by no bits and has a symbol is a name for a term, as tools write it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from graphlib import CycleError, TopologicalSorter
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.model import Edge, Justice, Location, Model, Origin, Safety
from assay.core.terms import Term, and_, conjunction, eq, prime, symbols_of, variable
from assay.core.terms.arrays import const_array
from assay.core.terms.bitvectors import bv
from assay.core.terms.sorts import Sort, array, bitvector
from assay.frontends.hardware.btor2_operators import ARITY, Mismatch, apply, indexed, spelled, truth
from assay.frontends.text import Names, Source, whole

FORMAT: Final = "BTOR2"
WIDEST: Final = 1 << 20
NO_INPUT: Final = "use a state without init instead of the input: its first value is open as well"
_WORD: Final = re.compile(r"[^\s;]+|;")
_DIGITS: Final = {"const": "01", "constd": "0123456789", "consth": "0123456789abcdefABCDEF"}
# Words of a line before its symbol.
_WORDS: Final = {
    **dict.fromkeys(("zero", "one", "ones", "input", "state", "bad", "constraint", "fair", "output"), 3),
    **dict.fromkeys(("const", "constd", "consth"), 4),
    **dict.fromkeys(("init", "next"), 5),
}
_BASE: Final = {"const": 2, "constd": 10, "consth": 16}


def btor2_model(source: Source) -> Model:
    """The model that the BTOR2 text describes."""
    return _Reader(source).model()


class _Line:
    """One line as words with their places."""

    def __init__(self, source: Source, start: int, text: str) -> None:
        self.source = source
        self.words: list[str] = []
        self.starts: list[int] = []
        for match in _WORD.finditer(text):
            if match.group() == ";":
                break
            self.words.append(match.group())
            self.starts.append(start + match.start())
        self.end = start + max(len(text.rstrip()) - 1, 0)

    def at(self, index: int) -> Position:
        return self.source.position(self.starts[index] if index < len(self.starts) else self.end)

    def wrong(self, message: str, index: int, hint: str = "") -> InputError:
        return InputError(message, self.at(index), hint)

    def word(self, index: int, what: str) -> str:
        if index >= len(self.words):
            raise self.wrong(f"the line ends where {what} should follow", index)
        return self.words[index]

    def ends_with_symbol(self, index: int) -> None:
        """There may be a word at ``index``, which is a symbol, and none after it."""
        if len(self.words) > index + 1:
            message = f"the line goes on after its symbol {self.words[index]!r}"
            raise self.wrong(message, index + 1, "a symbol is one word; a comment begins with a semicolon")

    def number(self, index: int, what: str) -> int:
        word = self.word(index, what)
        if not (word.isascii() and word.isdigit()):
            raise self.wrong(f"{what} is a number, not {word!r}", index)
        return whole(word, self.at(index))


class _Reader:
    """Sorts and nodes by their numbers, and what the lines said about them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.sorts: dict[int, Sort] = {}
        self.nodes: dict[int, Term] = {}
        self.names = Names()
        self.states: dict[Term, int] = {}
        self.inputs: list[Term] = []
        self.initial: dict[Term, Term] = {}
        self.next: dict[Term, Term] = {}
        self.given: dict[Term, Position] = {}
        self.bad: list[tuple[Term, str]] = []
        self.constraints: list[Term] = []
        self.fairness: list[Term] = []
        self.justice: list[tuple[tuple[Term, ...], str]] = []
        self.outputs: dict[str, Term] = {}
        self.stated: list[str] = []
        self.last = 0

    def model(self) -> Model:
        offset = 0
        for text in self.source.text.split("\n"):
            line = _Line(self.source, offset, text)
            offset += len(text) + 1
            if line.words:
                self._line(line)
        if not self.nodes and not self.sorts:
            raise InputError("there is no line in this file that is not a comment", Position(self.source.file))
        self._require_first_values()
        place = Location("circuit", tuple(self.states))
        constraint = conjunction(self.constraints)
        updates = {state: self.next.get(state, prime(state)) for state in self.states}
        return Model(
            place,
            (Edge("step", place, place, constraint, updates, Position(self.source.file)),),
            conjunction(eq(state, value) for state, value in self.initial.items()),
            tuple(Safety(name, {place: and_(term, constraint)}) for term, name in self.bad),
            Origin(self.source.file, FORMAT),
            temporal=tuple(Justice(name, terms) for terms, name in self.justice),
            fairness=tuple(self.fairness),
            inputs=tuple(self.inputs),
            definitions=self.outputs,
            stated=tuple(self.stated),
        )

    def _require_first_values(self) -> None:
        """Refuses first values that depend on themselves."""
        needed = {state: symbols_of(value) & self.initial.keys() for state, value in self.initial.items()}
        try:
            TopologicalSorter(needed).prepare()
        except CycleError as cycle:
            state = min(cycle.args[1], key=lambda one: self.states[one])
            message = f"the first value of {state.name} depends on itself"
            raise InputError(message, self.given[state], "a state without init starts with any value") from None

    def _line(self, line: _Line) -> None:
        number = line.number(0, "the number of a line")
        if number <= self.last:
            raise line.wrong(f"line numbers must grow, but {number} follows {self.last}", 0)
        self.last = number
        op = line.word(1, "an operator")
        if op == "sort":
            self.sorts[number] = self._sort(line)
            line.ends_with_symbol(5 if self.sorts[number].is_array else 4)
            return
        handler = self._handlers.get(op)
        if handler is not None:
            handler(self, line, number, op)
            line.ends_with_symbol(3 + line.number(2, "a number") if op == "justice" else _WORDS[op])
            return
        if op not in ARITY and op not in ("slice", "uext", "sext"):
            raise line.wrong(f"no operator of BTOR2 is called {op!r}", 1)
        self._define(line, number, self._operation(line, op))
        line.ends_with_symbol(3 + ARITY[op] if op in ARITY else 6 if op == "slice" else 5)
        if op == "uext" and len(line.words) > 5 and line.words[4] == "0":
            self.outputs.setdefault(line.words[5], self.nodes[number])

    def _sort(self, line: _Line) -> Sort:
        kind = line.word(2, "'bitvec' or 'array'")
        if kind == "bitvec":
            width = line.number(3, "a width")
            if width < 1:
                raise line.wrong("a vector has at least one bit", 3)
            if width > WIDEST:
                raise line.wrong(f"a vector of more than {WIDEST} bits", 3)
            return bitvector(width)
        if kind == "array":
            index, element = self._sort_at(line, 3), self._sort_at(line, 4)
            for place, part in ((3, index), (4, element)):
                if not part.is_bitvector:
                    raise line.wrong("indices and elements of an array are bit-vectors", place)
            return array(index, element)
        raise line.wrong(f"a sort is 'bitvec' or 'array', not {kind!r}", 2)

    def _sort_at(self, line: _Line, index: int) -> Sort:
        number = line.number(index, "the number of a sort")
        if number not in self.sorts:
            raise line.wrong(f"{number} is not the number of a sort defined above", index)
        return self.sorts[number]

    def _node(self, line: _Line, index: int) -> Term:
        word = line.word(index, "the number of a node")
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise line.wrong(f"the number of a node is needed, not {word!r}", index)
        term = self.nodes.get(whole(digits, line.at(index)))
        if term is None:
            raise line.wrong(f"no node {digits} is defined above", index)
        if not word.startswith("-"):
            return term
        try:
            return apply("not", [term])
        except Mismatch as mismatch:
            raise line.wrong(f"negation: {mismatch}", index) from None

    def _bit(self, line: _Line, index: int) -> Term:
        term = self._node(line, index)
        if not (term.sort.is_bitvector and term.sort.width == 1):
            raise line.wrong(f"a vector of 1 bit is needed, not {spelled(term.sort)}", index)
        return truth(term)

    def _define(self, line: _Line, number: int, term: Term) -> None:
        sort = self._sort_at(line, 2)
        if term.sort is not sort:
            raise line.wrong(f"the line announces {spelled(sort)}, but the result is {spelled(term.sort)}", 2)
        if sort.width > WIDEST:
            raise line.wrong(f"a vector of more than {WIDEST} bits", 2)
        self.nodes[number] = term

    def _operation(self, line: _Line, op: str) -> Term:
        try:
            if op in ARITY:
                return apply(op, [self._node(line, 3 + k) for k in range(ARITY[op])])
            numbers = [line.number(4 + k, "a number of bits") for k in range(2 if op == "slice" else 1)]
            if max(numbers) > WIDEST:
                raise line.wrong(f"a vector of more than {WIDEST} bits", 4)
            return indexed(op, self._node(line, 3), numbers)
        except Mismatch as mismatch:
            raise line.wrong(f"{op}: {mismatch}", 1) from None

    def _constant(self, line: _Line, number: int, op: str) -> None:
        sort = self._sort_at(line, 2)
        if not sort.is_bitvector:
            raise line.wrong("a constant is a bit-vector", 2)
        if op in ("zero", "one", "ones"):
            value = {"zero": 0, "one": 1, "ones": -1}[op]
        else:
            word = line.word(3, "a constant")
            digits = word.removeprefix("-") if op == "constd" else word
            if not digits or digits.strip(_DIGITS[op]):
                raise line.wrong(f"{word!r} is no constant in base {_BASE[op]}", 3)
            sign = -1 if word.startswith("-") else 1
            value = sign * whole(digits, line.at(3)) if op == "constd" else int(word, _BASE[op])
            if not -(1 << (sort.width - 1)) <= value < 1 << sort.width or (op == "const" and len(word) != sort.width):
                raise line.wrong(f"{word} does not fit into {spelled(sort)}", 3)
        self.nodes[number] = bv(value, sort.width)

    def _symbol(self, line: _Line, number: int, op: str) -> None:
        sort = self._sort_at(line, 2)
        given = line.words[3] if len(line.words) > 3 else f"{op}{number}"
        term = variable(self.names.fresh(given), sort)
        self.nodes[number] = term
        if op == "state":
            self.states[term] = number
        else:
            self.inputs.append(term)

    def _assignment(self, line: _Line, number: int, op: str) -> None:
        table = self.initial if op == "init" else self.next
        sort, state, value = self._sort_at(line, 2), self._node(line, 3), self._node(line, 4)
        if state not in self.states:
            raise line.wrong(f"{line.words[3]} is no state", 3)
        if state in table:
            raise line.wrong(f"{state.name} has a second {op}", 3)
        if state.sort is not sort:
            raise line.wrong(f"the line announces {spelled(sort)}, but {state.name} is {spelled(state.sort)}", 2)
        if op == "init" and sort.is_array and value.sort is sort.element:
            value = const_array(sort, value)
        if value.sort is not sort:
            raise line.wrong(f"{state.name} is {spelled(sort)}, but the value is {spelled(value.sort)}", 4)
        if op == "init":
            chosen = next((symbol for symbol in self.inputs if symbol in symbols_of(value)), None)
            if chosen is not None:
                raise line.wrong(f"the first value of {state.name} depends on the input {chosen.name}", 4, NO_INPUT)
            self.given[state] = line.at(4)
        table[state] = value

    def _property(self, line: _Line, number: int, op: str) -> None:
        name = line.words[3] if len(line.words) > 3 else ""
        if op == "output":
            self.outputs[name or f"output{number}"] = self._node(line, 2)
        elif op == "bad":
            self.stated.append(name or f"b{len(self.bad)}")
            self.bad.append((self._bit(line, 2), self.stated[-1]))
        elif op == "constraint":
            self.constraints.append(self._bit(line, 2))
        else:
            self.fairness.append(self._bit(line, 2))

    def _justice(self, line: _Line, number: int, op: str) -> None:
        count = line.number(2, "the number of conditions")
        conditions = tuple(self._bit(line, 3 + k) for k in range(count))
        name = line.words[3 + count] if len(line.words) > 3 + count else ""
        self.stated.append(name or f"j{len(self.justice)}")
        self.justice.append((conditions, self.stated[-1]))

    _handlers: Final[dict[str, Callable[[_Reader, _Line, int, str], None]]] = {
        **dict.fromkeys(("const", "constd", "consth", "zero", "one", "ones"), _constant),
        **dict.fromkeys(("input", "state"), _symbol),
        **dict.fromkeys(("init", "next"), _assignment),
        **dict.fromkeys(("bad", "constraint", "fair", "output"), _property),
        "justice": _justice,
    }
