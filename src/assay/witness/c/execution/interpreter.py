"""A concrete interpreter of models: follow the edges whose guards hold, ask for a value wherever an input is chosen.

Guards and updates are compiled to Python once, so that runs of a million steps are practical.  It is deterministic
where the model is: of several open edges the first is taken.  Functions that are called are executed call by call.
Meant for translated programs; it knows no integers
beyond bit-vectors, Booleans, unbounded integers and arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Model
from assay.core.terms import Op, Term, euclidean, post_order
from assay.core.terms.bitvectors import BINARY, COMPARE, mask, signed
from assay.core.terms.evaluate import ArrayValue, default_value
from assay.core.terms.float_operators import OPERATORS
from assay.core.terms.float_source import FLOAT_NAMES, float_source

# A value of an input, given its symbol.
Chooser = Callable[[Term], Any]
State = dict[Term, Any]


@dataclass(frozen=True)
class Run:
    """How a run ended: where, with which values, after how many steps; ``stuck`` if no guard was open."""

    location: Location
    state: Mapping[Term, Any]
    steps: int
    stuck: bool
    edges: tuple[Edge, ...] = ()

    def value(self, name: str) -> Any:
        """The final value of the variable called ``name``."""
        for symbol, value in self.state.items():
            if symbol.name == name:
                return value
        raise KeyError(name)


def zero(symbol: Term) -> Any:
    """The chooser that always takes zero."""
    return stored(default_value(symbol.sort))


def stored(value: Any) -> Any:
    """An array value as a dictionary, with the default under None."""
    if isinstance(value, ArrayValue):
        return {None: stored(value.default), **{i: stored(v) for i, v in value.entries}}
    return value


@dataclass
class Machine:
    """A model made ready to run."""

    model: Model
    _compiled: dict[Edge, Compiled] = field(default_factory=dict)

    def run(self, choose: Chooser = zero, *, steps: int = 1_000_000, trail: bool = False) -> Run:
        """Run from the entry until nothing is open, or for ``steps`` steps."""
        location: Location = self.model.entry
        state: State = {symbol: choose(symbol) for symbol in location.variables}
        edges: list[Edge] = []
        calls: list[tuple[Edge, State]] = []
        for step in range(steps):
            taken = self._step(location, state, choose) if location not in self._ends else None
            if taken is None and location in self._ends and calls:
                taken = self._returned(*calls.pop(), location, state, choose)
            if taken is None:
                finished = not self.model.leaving(location)
                return Run(location, state, step, not finished, tuple(edges))
            edge, after = taken
            if edge.target in self._entries:
                calls.append((self._over(edge), state))
            location, state = edge.target, after
            if trail:
                edges.append(edge)
        return Run(location, state, steps, stuck=False, edges=tuple(edges))

    def follow(self, trace: Trace) -> Run:
        """Execute the run's edges with the inputs that it recorded; raises UnsoundVerdict where that is not possible.

        Only the choices are taken from the run: every value is computed anew, and those of integers must agree.
        """
        location = self.model.entry
        state: State = {symbol: stored(trace.states[0][symbol]) for symbol in location.variables}
        for step, (edge, inputs) in enumerate(zip(trace.edges, trace.inputs, strict=True)):
            chosen = {symbol: stored(value) for symbol, value in inputs.items()}
            after = self.taken(edge, state, chosen.__getitem__) if edge.source == location else None
            if after is None:
                raise UnsoundVerdict(f"the interpreter cannot take step {step}, edge {edge}")
            for symbol, value in after.items():
                expected = trace.states[step + 1][symbol]
                if not isinstance(expected, ArrayValue) and value != expected:
                    raise UnsoundVerdict(f"step {step}: the interpreter has {symbol.name} = {value}, not {expected}")
            location, state = edge.target, after
        return Run(location, state, len(trace.edges), stuck=False, edges=trace.edges)

    def _step(self, location: Location, state: State, choose: Chooser) -> tuple[Edge, State] | None:
        for edge in self.model.leaving(location):
            after = self.taken(edge, state, choose) if not edge.uses else None
            if after is not None:
                return edge, after
        return None

    @cached_property
    def _entries(self) -> dict[Location, Location]:
        """Where functions that are called begin, with where they end."""
        source = self.model.origin.source
        return {function.entry: function.end for function in source.functions} if source is not None else {}

    @cached_property
    def _ends(self) -> frozenset[Location]:
        return frozenset(self._entries.values())

    def _over(self, into: Edge) -> Edge:
        """The step over the call that a step goes into."""
        end = self._entries[into.target]
        return next(e for e in self.model.leaving(into.source) if any(use.location == end for use in e.uses))

    def _returned(
        self, over: Edge, before: State, end: Location, state: State, choose: Chooser
    ) -> tuple[Edge, State] | None:
        """The step over a call, when the function has come to its end."""
        (use,) = over.uses
        assert use.location == end
        left = {term: state[symbol] for symbol, term in use.values.items() if term in over.inputs}
        after = self.taken(over, before, lambda symbol: left[symbol] if symbol in left else choose(symbol))
        return None if after is None else (over, after)

    def taken(self, edge: Edge, state: State, choose: Chooser) -> State | None:
        """The state behind ``edge``, None if its guard is false."""
        compiled = self._compiled.get(edge)
        if compiled is None:
            compiled = self._compiled[edge] = compile_edge(edge)
        values = {**state, **{symbol: choose(symbol) for symbol in compiled.inputs}} if compiled.inputs else state
        outcome = compiled.work(values)
        if outcome is None:
            return None
        return {**state, **outcome} if compiled.same else _restricted(edge, state, outcome)


def follow(model: Model, trace: Trace) -> Run:
    """Execute a recorded run to the error call, by compiled code that shares nothing with evaluation of terms."""
    run = Machine(model).follow(trace)
    if not any(run.location in prop.bad for prop in model.properties):
        raise UnsoundVerdict(f"the interpreter ends at {run.location}, which is no error")
    return run


def _restricted(edge: Edge, state: State, outcome: State) -> State:
    return {v: outcome[v] if v in outcome else state[v] for v in edge.target.variables}


@dataclass(frozen=True, slots=True)
class Compiled:
    """The work of an edge: the updates, or None if its guard is false."""

    inputs: tuple[Term, ...]
    work: Callable[[Mapping[Term, Any]], State | None]
    same: bool


def compile_edge(edge: Edge) -> Compiled:
    targets = list(edge.updates)
    code, constants = _code((edge.guard, *edge.updates.values()))
    names = [code.names[edge.guard], *(code.names[value] for value in edge.updates.values())]
    body = [f"    {line}" for line in code.lines]
    result = ", ".join(f"T[{number}]: {name}" for number, name in enumerate(names[1:]))
    body.append(f"    return {{{result}}} if {names[0]} else None")
    scope: dict[str, Any] = {**_HELPERS, "V": constants, "T": targets}
    exec("def work(s):\n" + "\n".join(body), scope)
    return Compiled(edge.inputs, scope["work"], edge.source.variables is edge.target.variables)


@dataclass
class Code:
    lines: list[str] = field(default_factory=list)
    names: dict[Term, str] = field(default_factory=dict)


def _code(roots: Iterable[Term]) -> tuple[Code, list[Term]]:
    """Straight-line Python that computes every subterm once."""
    code = Code()
    symbols: list[Term] = []
    for term in post_order(*roots):
        if term.op is Op.CONST:
            code.names[term] = repr(term.value)
            continue
        name = f"x{len(code.lines)}"
        if term.op is Op.VAR:
            code.lines.append(f"{name} = s[V[{len(symbols)}]]")
            symbols.append(term)
        else:
            code.lines.append(f"{name} = {_expression(term, [code.names[arg] for arg in term.args])}")
        code.names[term] = name
    return code, symbols


_INFIX: Final = {
    Op.EQ: "==",
    Op.LE: "<=",
    Op.LT: "<",
    Op.BV_AND: "&",
    Op.BV_OR: "|",
    Op.BV_XOR: "^",
    Op.BV_ULT: "<",
    Op.BV_ULE: "<=",
}


def _expression(term: Term, args: list[str]) -> str:
    op, width = term.op, term.sort.width
    if op in _INFIX:
        return f"{args[0]} {_INFIX[op]} {args[1]}"
    match op:
        case Op.NOT:
            return f"not {args[0]}"
        case Op.AND | Op.OR:
            return f" {op.value} ".join(args)
        case Op.ITE:
            return f"{args[1]} if {args[0]} else {args[2]}"
        case Op.ADD:
            return " + ".join(args)
        case Op.MUL:
            return " * ".join(args)
        case Op.DIV:
            return f"divide({args[0]}, {args[1]})[0]"
        case Op.MOD:
            return f"divide({args[0]}, {args[1]})[1]"
        case Op.BV_ADD:
            return f"({args[0]} + {args[1]}) & {mask(width)}"
        case Op.BV_MUL:
            return f"({args[0]} * {args[1]}) & {mask(width)}"
        case Op.BV_NOT:
            return f"{args[0]} ^ {mask(width)}"
        case Op.BV_NEG:
            return f"-{args[0]} & {mask(width)}"
        case Op.BV_CONCAT:
            return f"({args[0]} << {term.args[1].sort.width}) | {args[1]}"
        case Op.BV_EXTRACT:
            assert isinstance(term.value, tuple)
            return f"({args[0]} >> {term.value[1]}) & {mask(width)}"
        case Op.BV_ZERO_EXTEND:
            return args[0]
        case Op.BV_SIGN_EXTEND:
            return f"signed({args[0]}, {term.args[0].sort.width}) & {mask(width)}"
        case Op.SELECT:
            return f"fetch({args[0]}, {args[1]})"
        case Op.STORE:
            return f"put({args[0]}, {args[1]}, {args[2]})"
        case Op.CONST_ARRAY:
            return f"{{None: {args[0]}}}"
    if op in OPERATORS:
        return float_source(term, args)
    if op in COMPARE:
        return f"{op.name}({args[0]}, {args[1]}, {term.args[0].sort.width})"
    return f"{op.name}({args[0]}, {args[1]}, {width}) & {mask(width)}"


def _fetch(array: Mapping[Any, Any], index: Any) -> Any:
    return array[index] if index in array else array[None]


def _divide(dividend: int, divisor: int) -> tuple[int, int]:
    """Branches that are not taken are computed too, so a division by zero there must not fail."""
    return euclidean(dividend, divisor) if divisor else (0, 0)


def _put(array: Mapping[Any, Any], index: Any, value: Any) -> dict[Any, Any]:
    return {**array, index: value}


_HELPERS: Final[Mapping[str, Any]] = {
    "signed": signed,
    "divide": _divide,
    "fetch": _fetch,
    "put": _put,
    **{op.name: function for op, function in BINARY.items()},
    **FLOAT_NAMES,
    **{op.name: function for op, function in COMPARE.items()},
}
