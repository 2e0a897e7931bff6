"""Any model with one location, over Booleans, bit-vectors and small arrays, as a circuit of and-gates.

Every state variable becomes latches and every input becomes input bits, least significant first; ``Blasted`` keeps the
way back from bits to terms and values.  Conjuncts of the initial formula that fix a variable become reset values, the
rest one literal over latches.  The guard becomes constraints; several edges are told apart by extra input bits.
Limit: an array may have ``LARGEST_ARRAY`` bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from assay.core.circuit import Circuit, Gates, Latch
from assay.core.errors import Unsupported
from assay.core.evidence import Trace
from assay.core.model import Edge, Justice, Model
from assay.core.temporal import atoms
from assay.core.terms import FALSE, TRUE, Op, Term, conjuncts, disjunction, eq, not_, post_order
from assay.core.terms.arrays import select
from assay.core.terms.bitvectors import bv, extract
from assay.core.terms.evaluate import ArrayValue, Value, default_value
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, Sort
from assay.transforms.circuit import vectors
from assay.transforms.circuit.vectors import Vector

LARGEST_ARRAY: Final = 1 << 16


def width_of(sort: Sort) -> int:
    """The number of bits that a value of the sort takes."""
    if sort is BOOL:
        return 1
    if sort.is_bitvector:
        return sort.width
    if sort.is_array and sort.index is not None and sort.element is not None and sort.index.is_bitvector:
        bits = width_of(sort.element) << min(sort.index.width, 64)
        if bits <= LARGEST_ARRAY:
            return bits
        raise Unsupported(f"an array of {bits} bits is too large for a circuit", hint=f"at most {LARGEST_ARRAY}")
    raise Unsupported(f"a value of sort {sort} does not fit into a circuit", hint="bits, vectors and small arrays do")


def is_circuit(model: Model) -> bool:
    """Has the model one location, runs and finitely many states?"""
    if not model.is_linear or any(edge.source != model.entry or edge.target != model.entry for edge in model.edges):
        return False
    try:
        for symbol in (*model.entry.variables, *(symbol for edge in model.edges for symbol in edge.inputs)):
            width_of(symbol.sort)
    except Unsupported:
        return False
    return True


class Blaster:
    """Terms as vectors of literals over one growing graph of gates."""

    def __init__(self) -> None:
        self.gates = Gates()
        self._bits: dict[Term, Vector] = {}

    def leaf(self, symbol: Term) -> Vector:
        """New leaves for the bits of ``symbol``."""
        bits = tuple(self.gates.leaf() for _ in range(width_of(symbol.sort)))
        self._bits[symbol] = bits
        return bits

    def literal(self, formula: Term) -> int:
        """The literal of a Boolean term."""
        (bit,) = self.bits(formula)
        return bit

    def bits(self, root: Term) -> Vector:
        """The bits of ``root``; symbols that it meets for the first time must have leaves already."""
        table = self._bits
        stack = [root]
        while stack:
            term = stack[-1]
            if term in table:
                stack.pop()
                continue
            missing = [arg for arg in term.args if arg not in table]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            table[term] = self._made(term, [table[arg] for arg in term.args])
        return table[root]

    def _made(self, term: Term, args: list[Vector]) -> Vector:
        gates, op = self.gates, term.op
        if op is Op.AND and len(args) == 2:
            return (gates.both(args[0][0], args[1][0]),)
        if op is Op.NOT:
            return (args[0][0] ^ 1,)
        match op:
            case Op.CONST:
                assert isinstance(term.value, int)
                return vectors.constant(int(term.value), width_of(term.sort))
            case Op.BV_NOT:
                return vectors.inverted(args[0])
            case Op.AND:
                return (gates.all_of(arg[0] for arg in args),)
            case Op.OR:
                return (gates.any_of(arg[0] for arg in args),)
            case Op.EQ:
                return (vectors.equal(gates, args[0], args[1]),)
            case Op.ITE:
                return vectors.choose(gates, args[0][0], args[1], args[2])
            case Op.BV_NEG:
                return vectors.negated(gates, args[0])
            case Op.BV_CONCAT:
                return args[1] + args[0]
            case Op.BV_EXTRACT:
                assert isinstance(term.value, tuple)
                return args[0][term.value[1] : term.value[0] + 1]
            case Op.BV_ZERO_EXTEND:
                return args[0] + (0,) * (term.sort.width - len(args[0]))
            case Op.BV_SIGN_EXTEND:
                return args[0] + (args[0][-1],) * (term.sort.width - len(args[0]))
            case Op.SELECT:
                return vectors.read_element(gates, args[0], args[1], width_of(term.sort))
            case Op.STORE:
                width_of(term.sort)
                return vectors.write_element(gates, args[0], args[1], args[2])
            case Op.CONST_ARRAY:
                return args[0] * (width_of(term.sort) // len(args[0]))
        if op in vectors.BINARY:
            return vectors.BINARY[op](gates, args[0], args[1])
        if op in vectors.COMPARE:
            return (vectors.COMPARE[op](gates, args[0], args[1]),)
        raise Unsupported(f"{op.value} over {term.sort} does not fit into a circuit of gates")


@dataclass(frozen=True, eq=False)
class Blasted:
    """A circuit with the way back to the model that it came from.

    ``circuit.bads[i]`` belongs to ``model.properties[i]``, ``circuit.justice`` to the justice properties in order;
    ``literals`` has every state formula of CTL and LTL properties and both sides of each compassion pair.
    """

    model: Model
    circuit: Circuit
    variables: Mapping[Term, Vector]
    literals: Mapping[Term, int]
    edges: Sequence[Edge]
    selector: Vector

    def value(self, symbol: Term, values: Sequence[int]) -> Value:
        """The value of a variable or an input where ``values[node]`` is that of each node."""
        return assembled(symbol.sort, [values[bit >> 1] for bit in self.variables[symbol]])

    def bit(self, node: int) -> Term:
        """The formula over the model's variables that says that a latch or input bit is 1."""
        symbol, index = self._places[node]
        return _bit(symbol, index)

    @cached_property
    def _places(self) -> Mapping[int, tuple[Term, int]]:
        return {bit >> 1: (s, k) for s, bits in self.variables.items() for k, bit in enumerate(bits)}

    def taken(self, values: Sequence[int]) -> Edge:
        """The edge that the selector bits choose."""
        number = sum(values[bit >> 1] << k for k, bit in enumerate(self.selector))
        return self.edges[min(number, len(self.edges) - 1)]

    def trace(self, steps: Sequence[Sequence[int]], loop: int | None = None) -> Trace:
        """The run of the model, given the value of every latch and input node at each step.

        Without a loop the last step shows the bad state and is not taken; a lasso takes it, back to state ``loop``.
        """
        state_symbols = self.model.entry.variables
        input_symbols = tuple(symbol for symbol in self.variables if symbol not in set(state_symbols))
        states = [{symbol: self.value(symbol, step) for symbol in state_symbols} for step in steps]
        inputs = [{symbol: self.value(symbol, step) for symbol in input_symbols} for step in steps]
        edges = [self.taken(step) for step in steps]
        if loop is None:
            return Trace(tuple(states), tuple(edges[:-1]), tuple(inputs[:-1]), None, inputs[-1])
        return Trace((*states, states[loop]), tuple(edges), tuple(inputs), loop)


def _bit(term: Term, index: int) -> Term:
    """The formula that says that a bit of ``term`` is 1; the elements of an array follow one another."""
    sort = term.sort
    if sort is BOOL:
        return term
    if sort.is_bitvector:
        return eq(extract(index, index, term), bv(1, 1))
    assert sort.index is not None and sort.element is not None
    element, rest = divmod(index, width_of(sort.element))
    return _bit(select(term, bv(element, sort.index.width)), rest)


def assembled(sort: Sort, bits: Sequence[int]) -> Value:
    """The value with these bits, the lowest first."""
    if sort is BOOL:
        return bool(bits[0])
    if sort.is_bitvector:
        return sum(bit << k for k, bit in enumerate(bits))
    assert sort.element is not None
    width = width_of(sort.element)
    table = {k: assembled(sort.element, bits[k * width : (k + 1) * width]) for k in range(len(bits) // width)}
    default = default_value(sort.element)
    entries = sorted(((index, value) for index, value in table.items() if value != default), key=repr)
    return ArrayValue(sort, default, tuple(entries))


def circuit_of(model: Model) -> Blasted:
    """The circuit with the same runs and properties as ``model``, bit by bit."""
    if any(edge.source != model.entry or edge.target != model.entry for edge in model.edges):
        raise Unsupported("a model with several locations is no circuit", hint="only hardware models are bit-blasted")
    blaster = Blaster()
    state = {symbol: blaster.leaf(symbol) for symbol in model.entry.variables}
    goals = [prop.bad.get(model.entry, None) for prop in model.properties]
    justice = [prop.conditions for prop in model.temporal if isinstance(prop, Justice)]
    observed = [
        *(term for prop in model.temporal if not isinstance(prop, Justice) for term in atoms(prop.formula)),
        *(side for pair in model.compassion for side in pair),
    ]
    roots = [*(goal for goal in goals if goal is not None), *(part for group in justice for part in group)]
    roots += [*model.fairness, *observed]
    inputs = _input_symbols(model, roots)
    leaves = {symbol: blaster.leaf(symbol) for symbol in inputs}
    selector = tuple(blaster.gates.leaf() for _ in range((len(model.edges) - 1).bit_length()))
    nexts, constraints = _transition(model, blaster, state, selector)
    resets, initial = _initial(model, blaster)
    bads = tuple(0 if goal is None else blaster.literal(goal) for goal in goals)
    groups = tuple(tuple(blaster.literal(part) for part in group) for group in justice)
    fairness = tuple(blaster.literal(part) for part in model.fairness)
    literals = {term: blaster.literal(term) for term in observed}
    circuit = Circuit(
        blaster.gates.left,
        blaster.gates.right,
        tuple(bit >> 1 for bits in (*leaves.values(), selector) for bit in bits),
        tuple(Latch(bit >> 1, nexts[bit], resets.get(bit)) for bits in state.values() for bit in bits),
        initial,
        constraints,
        bads,
        groups,
        fairness,
        _bit_names({**state, **leaves}),
    )
    return Blasted(model, circuit, {**state, **leaves}, literals, model.edges, selector)


def _input_symbols(model: Model, roots: Iterable[Term]) -> tuple[Term, ...]:
    """Declared inputs in order, then every other symbol that is no state variable."""
    symbols = dict.fromkeys(model.inputs)
    own = set(model.entry.variables)
    for edge in model.edges:
        symbols.update(dict.fromkeys(edge.inputs))
    found = {term for term in post_order(*roots) if term.op is Op.VAR}
    symbols.update(dict.fromkeys(sorted(found, key=lambda symbol: symbol.uid)))
    return tuple(symbol for symbol in symbols if symbol not in own)


def _transition(
    model: Model, blaster: Blaster, state: Mapping[Term, Vector], selector: Vector
) -> tuple[dict[int, int], tuple[int, ...]]:
    """The next literal of each latch, and the literals that every step satisfies."""
    gates = blaster.gates
    if not model.edges:
        return {bit: bit for bits in state.values() for bit in bits}, (0,)
    *others, last = model.edges
    values = {symbol: blaster.bits(last.after(symbol)) for symbol in state}
    constraints = {blaster.literal(part): None for part in conjuncts(last.guard)}
    for number, edge in reversed(list(enumerate(others))):
        chosen = vectors.equal(gates, selector, vectors.constant(number, len(selector)))
        constraints = {gates.choose(chosen, blaster.literal(edge.guard), gates.all_of(constraints)): None}
        for symbol in state:
            values[symbol] = vectors.choose(gates, chosen, blaster.bits(edge.after(symbol)), values[symbol])
    nexts = {bit: after for s, bits in state.items() for bit, after in zip(bits, values[s], strict=True)}
    return nexts, tuple(literal for literal in constraints if literal != 1)


def _initial(model: Model, blaster: Blaster) -> tuple[dict[int, int], int]:
    """Reset values by literal, and the literal of what the initial formula says beyond them."""
    resets: dict[int, int] = {}
    rest: list[int] = []
    others: list[Term] = []
    values: dict[Term, Term] = {}
    own = set(model.entry.variables)
    for part in conjuncts(model.initial):
        fixed = _fixed(part, own)
        if fixed is None:
            others.append(part)
            continue
        symbol, value = fixed
        values[symbol] = value
        for bit, reset in zip(blaster.bits(symbol), blaster.bits(value), strict=True):
            if resets.setdefault(bit, reset) != reset:
                rest.append(0)
    # What reset values decide already, such as that they are in range, says nothing more about the variables.
    known = Substitution(values)
    return resets, blaster.gates.all_of([*rest, *(blaster.literal(known(part)) for part in others)])


def _fixed(part: Term, own: set[Term]) -> tuple[Term, Term] | None:
    """The variable and its constant, if ``part`` says no more than that."""
    if part in own:
        return part, TRUE
    if part.op is Op.NOT and part.args[0] in own:
        return part.args[0], FALSE
    if part.op is Op.EQ:
        for symbol, value in (part.args, part.args[::-1]):
            if symbol in own and all(term.op is not Op.VAR for term in post_order(value)) and _plain(value):
                return symbol, value
    return None


def _plain(value: Term) -> bool:
    """Does bit-blasting give constants?"""
    return value.is_const or value.op in (Op.CONST_ARRAY, Op.STORE)


def _bit_names(variables: Mapping[Term, Vector]) -> dict[int, str]:
    names: dict[int, str] = {}
    for symbol, bits in variables.items():
        for k, bit in enumerate(bits):
            names[bit >> 1] = symbol.name if symbol.sort is BOOL else f"{symbol.name}[{k}]"
    return names


def clause(blasted: Blasted, literals: Iterable[int]) -> Term:
    """The disjunction of latch literals as a formula over the model's variables: for lifting invariants."""
    return disjunction(
        not_(blasted.bit(literal >> 1)) if literal & 1 else blasted.bit(literal >> 1) for literal in literals
    )
