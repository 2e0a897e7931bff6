"""Random SMV designs, each as text and, beside it, as what the manual of NuSMV says that it means.

No code of the front end takes part, not even its parser: an expression is made together with its meaning.  Values are
``bool``, ``int``, ``str`` (symbols) and ``Bits``; choices are sets of values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import NamedTuple

from infinite_runs import Runs


class Bits(NamedTuple):
    """A word: ``code`` from 0."""

    width: int
    signed: bool
    code: int

    @property
    def number(self) -> int:
        negative = self.signed and self.code >> (self.width - 1)
        return self.code - (1 << self.width) if negative else self.code


Plain = bool | int | str | Bits
State = Mapping[str, Plain]
# The value at a state and, where ``next`` may stand, at the one after it.
Meaning = Callable[[State, State], Plain]


class Expr(NamedTuple):
    text: str
    of: Meaning


def bits(width: int, number: int, *, signed: bool) -> Bits:
    return Bits(width, signed, number & ((1 << width) - 1))


@dataclass(frozen=True)
class Type:
    """``kind`` is boolean, range, enum, word or signed."""

    kind: str
    low: int = 0
    high: int = 0
    names: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        match self.kind:
            case "range":
                return f"{self.low}..{self.high}"
            case "enum":
                return "{" + ", ".join(self.names) + "}"
            case "word":
                return f"word[{self.high}]"
            case "signed":
                return f"signed word[{self.high}]"
        return "boolean"

    def values(self) -> Sequence[Plain]:
        match self.kind:
            case "range":
                return range(self.low, self.high + 1)
            case "enum":
                return self.names
            case "word" | "signed":
                return [Bits(self.high, self.kind == "signed", code) for code in range(1 << self.high)]
        return (False, True)


BOOLEAN = Type("boolean")
INTEGER = Type("range", -9, 9)
TYPES: tuple[Type, ...] = (
    BOOLEAN,
    Type("range", 0, 2),
    Type("range", -2, 1),
    Type("enum", names=("a", "b", "c")),
    Type("word", high=2),
    Type("signed", high=2),
    Type("word", high=1),
)


def spelled(value: Plain) -> str:
    match value:
        case bool():
            return str(value).upper()
        case Bits(width, signed, _):
            sign = "-" if value.number < 0 else ""
            return f"{sign}0{'s' if signed else 'u'}d{width}_{abs(value.number)}"
        case _:
            return str(value)


def truncated(a: int, b: int) -> tuple[int, int]:
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient, a - b * quotient


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
    "xor": lambda a, b: a != b,
    "xnor": lambda a, b: a == b,
    "->": lambda a, b: not a or b,
    "<->": lambda a, b: a == b,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_BITWISE: dict[str, Callable[[int, int], int]] = {
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "xnor": lambda a, b: ~(a ^ b),
}


def _number(value: Plain) -> int:
    assert not isinstance(value, str)
    return value.number if isinstance(value, Bits) else int(value)


def _code(value: Plain) -> int:
    assert isinstance(value, Bits)
    return value.code


class Writer:
    """Expressions of a type over ``variables`` and names for ``defined`` ones; with ``later``, ``next`` may occur.

    Where a step is spoken of, there are ``inputs`` too, whose values stand beside those of the state.
    """

    def __init__(self, variables: Mapping[str, Type], random: Random) -> None:
        self.variables, self.random = variables, random
        self.inputs: dict[str, Type] = {}
        self.defined: dict[str, tuple[Type, Expr]] = {}
        self.later = False

    def make(self, kind: Type, depth: int) -> Expr:
        random = self.random
        if depth <= 0 or random.random() < 0.15:
            return self._leaf(kind)
        if random.random() < 0.15:
            return self._chosen(kind, depth)
        match kind.kind:
            case "boolean":
                return self._boolean(depth)
            case "range":
                return self._integer(depth)
            case "enum":
                return self._leaf(kind)
        return self._word(kind, depth)

    def _leaf(self, kind: Type) -> Expr:
        known = {**self.variables, **{name: own for name, (own, _) in self.defined.items()}, **self.inputs}
        names = [name for name, own in known.items() if own == kind or (own.kind == kind.kind == "range")]
        if names and self.random.random() < 0.8:
            name = self.random.choice(names)
            if name in self.defined:
                inner = self.defined[name][1].of
                if self.later and self.random.random() < 0.5:
                    return Expr(f"next({name})", lambda now, after: inner(after, after))
                return Expr(name, lambda now, after: inner(now, now))
            if name in self.inputs:
                return Expr(name, lambda now, after: now[name])
            if self.later and self.random.random() < 0.5:
                return Expr(f"next({name})", lambda now, after: after[name])
            return Expr(name, lambda now, after: now[name])
        value = self.random.choice(list(kind.values()))
        return Expr(spelled(value), lambda now, after: value)

    def _chosen(self, kind: Type, depth: int) -> Expr:
        """A conditional, written in one of two ways."""
        if_, then, other = self.make(BOOLEAN, depth - 1), self.make(kind, depth - 1), self.make(kind, depth - 1)
        text = f"(({if_.text}) ? ({then.text}) : ({other.text}))"
        if self.random.random() < 0.5:
            text = f"case {if_.text} : {then.text}; TRUE : {other.text}; esac"
        return Expr(text, lambda now, after: (then if if_.of(now, after) else other).of(now, after))

    def _boolean(self, depth: int) -> Expr:
        random = self.random
        a, b = self.make(BOOLEAN, depth - 1), self.make(BOOLEAN, depth - 1)
        match random.randrange(6):
            case 0:
                return one("!({})", lambda x: not x, a)
            case 1 | 2:
                op = random.choice(list(_CONNECTIVES))
                connected = _CONNECTIVES[op]
                return two("({}) " + op + " ({})", lambda x, y: connected(bool(x), bool(y)), a, b)
            case 3:
                low = random.randint(-3, 2)
                number = self.make(INTEGER, depth - 1)
                return one(f"({{}}) in {low}..{low + 2}", lambda x: low <= _number(x) <= low + 2, number)
            case 4:
                names = random.sample("abc", 2)
                return one("({}) in {{" + ", ".join(names) + "}}", lambda x: x in names, self.make(TYPES[3], depth - 1))
        kind = random.choice([INTEGER, *TYPES[4:]])
        op = random.choice(list(_COMPARISONS))
        compared = _COMPARISONS[op]
        left, right = self.make(kind, depth - 1), self.make(kind, depth - 1)
        return two("({}) " + op + " ({})", lambda x, y: compared(_number(x), _number(y)), left, right)

    def _integer(self, depth: int) -> Expr:
        random = self.random
        a, b = self.make(INTEGER, depth - 1), self.make(INTEGER, depth - 1)
        match random.randrange(6):
            case 0:
                return one("-({})", lambda x: -_number(x), a)
            case 1:
                op, by = random.choice(("/", "mod")), random.choice((-3, -2, 2, 3))
                place = int(op == "mod")
                return one(f"({{}}) {op} {by}", lambda x: truncated(_number(x), by)[place], a)
            case 2:
                return one("toint({})", _number, self.make(random.choice(TYPES[4:]), depth - 1))
            case 3:
                p, q = self.make(BOOLEAN, depth - 1), self.make(BOOLEAN, depth - 1)
                return two("count({}, {})", lambda x, y: _number(x) + _number(y), p, q)
            case 4:
                pick = random.choice((min, max))
                return two(f"{pick.__name__}({{}}, {{}})", lambda x, y: pick(_number(x), _number(y)), a, b)
        op = random.choice(list(_ARITHMETIC))
        f = _ARITHMETIC[op]
        return two("({}) " + op + " ({})", lambda x, y: f(_number(x), _number(y)), a, b)

    def _word(self, kind: Type, depth: int) -> Expr:
        random, width, signed = self.random, kind.high, kind.kind == "signed"
        a, b = self.make(kind, depth - 1), self.make(kind, depth - 1)

        def word(number: int) -> Bits:
            return bits(width, number, signed=signed)

        by = random.randint(0, width)
        match random.randrange(8):
            case 0:
                return one("!({})", lambda x: word(~_code(x)), a)
            case 1:
                return one("-({})", lambda x: word(-_code(x)), a)
            case 2:
                return one(f"({{}}) << {by}", lambda x: word(_code(x) << by), a)
            case 3:
                return one(f"({{}}) >> {by}", lambda x: word(_number(x) >> by), a)
            case 4:
                op = random.choice(list(_BITWISE))
                combined = _BITWISE[op]
                return two("({}) " + op + " ({})", lambda x, y: word(combined(_code(x), _code(y))), a, b)
            case 5:
                return self._converted(kind, depth)
            case 6:
                op, divisor = random.choice(("/", "mod")), word(random.choice((1, 3)))
                place = int(op == "mod")
                text = f"({{}}) {op} {spelled(divisor)}"
                return one(text, lambda x: word(truncated(_number(x), divisor.number)[place]), a)
        op = random.choice(list(_ARITHMETIC))
        f = _ARITHMETIC[op]
        return two("({}) " + op + " ({})", lambda x, y: word(f(_code(x), _code(y))), a, b)

    def _converted(self, kind: Type, depth: int) -> Expr:
        """A word made of others: of the other signedness, of a Boolean, or of parts."""
        random, width, signed = self.random, kind.high, kind.kind == "signed"
        if signed or (width > 1 and random.random() < 0.4):
            other = self.make(Type("word" if signed else "signed", high=width), depth - 1)
            text = "signed({})" if signed else "unsigned({})"
            return one(text, lambda x: bits(width, _code(x), signed=signed), other)
        if width == 1 and random.random() < 0.5:
            return one("word1({})", lambda x: bits(1, _number(x), signed=False), self.make(BOOLEAN, depth - 1))
        if width == 1:
            k = random.randrange(2)
            part = self.make(random.choice(TYPES[4:6]), depth - 1)
            return one(f"({{}})[{k}:{k}]", lambda x: bits(1, _code(x) >> k, signed=False), part)
        a, b = self.make(TYPES[6], depth - 1), self.make(TYPES[6], depth - 1)
        match random.randrange(3):
            case 0:
                return one("extend({}, 1)", lambda x: bits(2, _code(x), signed=False), a)
            case 1:
                text = "unsigned(resize(extend({}, 1), 2))"
                return one(text, lambda x: bits(2, _resized(x), signed=False), self.make(TYPES[5], depth - 1))
        return two("({}) :: ({})", lambda x, y: bits(2, _code(x) << 1 | _code(y), signed=False), a, b)


def one(text: str, f: Callable[[Plain], Plain], a: Expr) -> Expr:
    return Expr(text.format(a.text), lambda now, after: f(a.of(now, after)))


def two(text: str, f: Callable[[Plain, Plain], Plain], a: Expr, b: Expr) -> Expr:
    return Expr(text.format(a.text, b.text), lambda now, after: f(a.of(now, after), b.of(now, after)))


def _resized(value: Plain) -> int:
    """Extended by its sign, then made short again: the sign and the lowest bits are kept."""
    assert isinstance(value, Bits)
    return (int(value.number < 0) << (value.width - 1)) | value.code & ((1 << (value.width - 1)) - 1)


Choice = Callable[[State, State], frozenset[Plain]]


@dataclass
class Design:
    """A design: the text, which states are initial, which steps are possible, and which properties are violated.

    Invariants may speak of inputs, with which there has to be a step; what is to be true from some time on, or always
    on fair runs, does not.
    """

    variables: dict[str, Type]
    inputs: dict[str, Type] = field(default_factory=dict)
    frozen: set[str] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    fair: list[Meaning] = field(default_factory=list)
    invariants: list[tuple[Expr, bool]] = field(default_factory=list)
    lasting: list[Expr] = field(default_factory=list)
    constant: list[Expr] = field(default_factory=list)
    initial: list[Meaning] = field(default_factory=list)
    always: list[Meaning] = field(default_factory=list)
    steps: list[Meaning] = field(default_factory=list)

    @property
    def text(self) -> str:
        rows = [
            f"{'FROZENVAR' if name in self.frozen else 'VAR'} {name} : {kind.text};"
            for name, kind in self.variables.items()
        ]
        rows += [f"IVAR {name} : {kind.text};" for name, kind in self.inputs.items()]
        stated = [f"INVARSPEC {fact.text}" for fact, _ in self.invariants]
        stated += [f"LTLSPEC F G ({fact.text})" for fact in self.lasting]
        stated += [f"SPEC AG ({fact.text})" for fact in self.constant]
        return "\n".join(["MODULE main", "CONSTANTS a, b, c;", *rows, *self.lines, *(stated or ["INVARSPEC TRUE"]), ""])

    def states(self) -> Iterator[State]:
        for row in product(*(kind.values() for kind in self.variables.values())):
            yield dict(zip(self.variables, row, strict=True))

    def is_legal(self, state: State) -> bool:
        return all(fact(state, state) for fact in self.always)

    def is_initial(self, state: State) -> bool:
        return self.is_legal(state) and all(fact(state, state) for fact in self.initial)

    def is_step(self, now: State, after: State) -> bool:
        """Is this a step, with some inputs?"""
        return self.is_legal(after) and any(self._is_made(given, after) for given in self.with_inputs(now))

    def with_inputs(self, state: State) -> Iterator[State]:
        """The state beside each choice of inputs."""
        for row in product(*(kind.values() for kind in self.inputs.values())):
            yield {**state, **dict(zip(self.inputs, row, strict=True))}

    def _is_made(self, now: State, after: State) -> bool:
        return all(fact(now, after) for fact in self.steps) and all(now[name] == after[name] for name in self.frozen)

    def violated(self) -> list[bool | None]:
        """For each property, invariants first: is it violated?  None if that depends on whether inputs matter to it."""
        codes = [tuple(state.values()) for state in self.states() if self.is_legal(state)]
        states = {code: dict(zip(self.variables, code, strict=True)) for code in codes}

        def steps(code: tuple[Plain, ...]) -> Iterator[tuple[State, list[tuple[Plain, ...]]]]:
            for now in self.with_inputs(states[code]):
                after = [one for one in codes if self._is_made(now, states[one])]
                if after:
                    yield now, after

        initial = [code for code in codes if self.is_initial(states[code])]
        runs: Runs[tuple[Plain, ...], State] = Runs(initial, steps)
        reached = [
            states[code] for code in dict.fromkeys((*initial, *(one for node in runs.nodes for one in node.after)))
        ]
        found: list[bool | None] = []
        for fact, inputs in self.invariants:
            # In a state that no step leaves there are no inputs either.
            anywhere = any(map(_fails(fact), (given for state in reached for given in self.with_inputs(state))))
            on_a_step = runs.reaches(_fails(fact))
            found.append(None if inputs and anywhere != on_a_step else anywhere)
        fair = [_holds(fact) for fact in self.fair]
        found += [runs.endlessly([_fails(fact), *fair]) for fact in self.lasting]
        return [*found, *(any(map(_fails(fact), runs.before(fair))) for fact in self.constant)]


def _fails(fact: Expr) -> Callable[[State], bool]:
    return lambda state: not fact.of(state, state)


def _holds(fact: Meaning) -> Callable[[State], bool]:
    return lambda state: bool(fact(state, state))


def random_design(random: Random) -> Design:
    kinds = random.sample(TYPES, 3)
    variables = {f"v{k}": kind for k, kind in enumerate(kinds)}
    design = Design(variables)
    writer = Writer(variables, random)
    if random.random() < 0.4:
        kind = random.choice(kinds)
        meant = writer.make(kind, 2) if kind.kind != "range" else _fitting(writer.make(kind, 2), kind)
        design.lines.append(f"DEFINE d := {meant.text};")
        writer.defined["d"] = kind, meant
    if random.random() < 0.4:
        design.inputs["i"] = random.choice(TYPES)
    for name, kind in variables.items():
        if random.random() < 0.5:
            text, choice = _assigned(writer, name, kind, constant=True)
            design.lines.append(f"ASSIGN init({name}) := {text};")
            design.initial.append(_member(name, choice, later=False))
        if random.random() < 0.1:
            design.frozen.add(name)
        elif random.random() < 0.75:
            writer.inputs = design.inputs
            text, choice = _assigned(writer, name, kind)
            writer.inputs = {}
            design.lines.append(f"ASSIGN next({name}) := {text};")
            design.steps.append(_member(name, choice, later=True))
    for word, facts, chance in (
        ("INIT", design.initial, 0.4),
        ("INVAR", design.always, 0.3),
        ("TRANS", design.steps, 0.4),
    ):
        if random.random() < chance:
            writer.later = word == "TRANS"
            writer.inputs = design.inputs if writer.later else {}
            fact = writer.make(BOOLEAN, 3)
            writer.later, writer.inputs = False, {}
            design.lines.append(f"{word} {fact.text}")
            facts.append(fact.of)
    _state_properties(design, writer)
    return design


def _state_properties(design: Design, writer: Writer) -> None:
    random = writer.random
    for _ in range(random.randint(0, 1)):
        fact = writer.make(BOOLEAN, 2)
        design.lines.append(f"FAIRNESS {fact.text}")
        design.fair.append(fact.of)
    for _ in range(random.randint(0, 2)):
        writer.inputs = design.inputs
        fact = writer.make(BOOLEAN, 2)
        writer.inputs = {}
        design.invariants.append((fact, "i" in re.findall(r"[a-z]\w*", fact.text)))
    design.lasting = [writer.make(BOOLEAN, 2) for _ in range(random.randint(0, 1))]
    design.constant = [writer.make(BOOLEAN, 2) for _ in range(random.randint(0, 1))]


def _member(name: str, choice: Choice, *, later: bool) -> Meaning:
    return lambda now, after: (after if later else now)[name] in choice(now, after)


def _assigned(writer: Writer, name: str, kind: Type, *, constant: bool = False) -> tuple[str, Choice]:
    """A value of the type, or a choice of several; initial values depend on no other variable."""
    random = writer.random
    own = Writer({}, random) if constant else writer
    parts = [_fitting(own.make(kind, 2), kind) for _ in range(random.choice((1, 1, 2)))]
    if kind.kind == "range" and random.random() < 0.2:
        low, high = sorted(random.choices(range(kind.low, kind.high + 1), k=2))
        return f"{low}..{high}", lambda now, after: frozenset(range(low, high + 1))
    text = parts[0].text if len(parts) == 1 else "{" + ", ".join(part.text for part in parts) + "}"
    if len(parts) == 2 and random.random() < 0.3:
        text = f"({parts[0].text}) union ({parts[1].text})"
    return text, lambda now, after: frozenset(part.of(now, after) for part in parts)


def _fitting(value: Expr, kind: Type) -> Expr:
    """A number is brought into its range."""
    if kind.kind != "range":
        return value
    low, high = kind.low, kind.high
    text = f"case ({value.text}) < {low} : {low}; ({value.text}) > {high} : {high}; TRUE : {value.text}; esac"
    return Expr(text, lambda now, after: max(low, min(high, _number(value.of(now, after)))))
