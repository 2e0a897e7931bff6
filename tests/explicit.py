"""Explicit-state model checking of small hardware models: slow, simple, and independent of every engine.

States are the reachable latch values of the bit-blasted model; all inputs of a step are tried at once in big integers.
CTL by fixpoints over fair paths, LTL (with past) by a product with all truth values of its temporal subformulas.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assay.core.model import Ctl, Justice, Ltl, Model, Safety
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    negation_normal,
    subformulas,
)
from assay.core.terms import not_
from assay.transforms.circuit.bitblast import Blasted, circuit_of
from assay.transforms.temporal.observed import observe


class TooLarge(Exception):
    """More states or inputs than this checker is made for."""


@dataclass
class Graph:
    """Nodes with edges ``(conditions, target)``; bit ``i`` of ``conditions`` says that fairness ``i`` holds there."""

    edges: list[list[tuple[int, int]]]
    initial: list[int]
    fairness: int

    def sources(self, targets: set[int], within: set[int]) -> set[int]:
        """The nodes of ``within`` with an edge into ``targets``."""
        return {node for node in within if any(target in targets for _, target in self.edges[node])}

    def backward(self, goal: set[int], within: set[int]) -> set[int]:
        """The nodes from which ``goal`` is reached through ``within``."""
        entering: dict[int, list[int]] = {}
        for node in within:
            for _, target in self.edges[node]:
                entering.setdefault(target, []).append(node)
        found = set(goal)
        stack = list(goal)
        while stack:
            for node in entering.get(stack.pop(), ()):
                if node not in found:
                    found.add(node)
                    stack.append(node)
        return found

    def fair(self, within: set[int]) -> set[int]:
        """The nodes where an infinite fair path inside ``within`` begins."""
        states = set(within)
        while True:
            before = len(states)
            for condition in range(max(1, self.fairness)):
                bit = 1 << condition if self.fairness else 0
                hits = {
                    node
                    for node in states
                    if any(mask & bit == bit and target in states for mask, target in self.edges[node])
                }
                states &= self.backward(hits, states)
            if len(states) == before:
                return states


class Explicit:
    """The reachable part of a model whose properties speak of states only."""

    def __init__(self, model: Model, limit: int = 40_000, inputs: int = 14) -> None:
        self.blasted: Blasted = circuit_of(model)
        circuit = self.blasted.circuit
        if len(circuit.inputs) > inputs:
            raise TooLarge(f"{len(circuit.inputs)} inputs")
        self.width = 1 << len(circuit.inputs)
        self.full = (1 << self.width) - 1
        self.patterns = {node: self._pattern(k) for k, node in enumerate(circuit.inputs)}
        self.number: dict[int, int] = {}
        self.values: list[list[int]] = []
        self.graph = Graph([], [], len(circuit.fairness))
        free = [k for k, latch in enumerate(circuit.latches) if latch.reset is None]
        if 1 << len(free) > 16 * limit:
            raise TooLarge(f"{len(free)} free initial bits")
        fixed = sum((latch.reset or 0) << k for k, latch in enumerate(circuit.latches))
        self.pending: deque[int] = deque()
        for code in range(1 << len(free)):
            state = fixed | sum((code >> j & 1) << k for j, k in enumerate(free))
            values = self._evaluate(state)
            if self._literal(values, circuit.initial) == self.full:
                self.graph.initial.append(self._visit(state, values))
        while self.pending:
            if len(self.number) > limit:
                raise TooLarge("states")
            self._expand(self.pending.popleft())

    def _pattern(self, k: int) -> int:
        block = ((1 << (1 << k)) - 1) << (1 << k)
        pattern = 0
        for start in range(0, self.width, 2 << k):
            pattern |= block << start
        return pattern & self.full

    def _evaluate(self, state: int) -> list[int]:
        circuit = self.blasted.circuit
        values = [0] * circuit.size
        for node, pattern in self.patterns.items():
            values[node] = pattern
        for k, latch in enumerate(circuit.latches):
            values[latch.node] = self.full if state >> k & 1 else 0
        for node, (a, b) in enumerate(zip(circuit.left, circuit.right, strict=True)):
            if a >= 0:
                values[node] = self._literal(values, a) & self._literal(values, b)
        return values

    def _literal(self, values: Sequence[int], literal: int) -> int:
        return values[literal >> 1] ^ (self.full if literal & 1 else 0)

    def _visit(self, state: int, values: list[int] | None = None) -> int:
        if state not in self.number:
            self.number[state] = len(self.number)
            self.values.append(values if values is not None else self._evaluate(state))
            self.graph.edges.append([])
            self.pending.append(self.number[state])
        return self.number[state]

    def _expand(self, number: int) -> None:
        circuit, values = self.blasted.circuit, self.values[number]
        allowed = self.full
        for literal in circuit.constraints:
            allowed &= self._literal(values, literal)
        nexts = [self._literal(values, latch.next) for latch in circuit.latches]
        fair = [self._literal(values, literal) for literal in circuit.fairness]
        # Split the inputs into classes that agree on everything that matters.
        classes: dict[tuple[int, int], int] = {(0, 0): allowed} if allowed else {}
        for shift, row in ((0, nexts), (1, fair)):
            for k, pattern in enumerate(row):
                split: dict[tuple[int, int], int] = {}
                for key, members in classes.items():
                    for bit, part in ((0, members & ~pattern), (1, members & pattern)):
                        if part:
                            state, mask = key
                            new = (state | bit << k, mask) if shift == 0 else (state, mask | bit << k)
                            split[new] = split.get(new, 0) | part
                classes = split
        for state, mask in classes:
            self.graph.edges[number].append((mask, self._visit(state)))

    def labelled(self, literal: int) -> set[int]:
        """The states where ``literal``, which must not depend on inputs, is true."""
        found = set()
        for number, values in enumerate(self.values):
            pattern = self._literal(values, literal)
            assert pattern in (0, self.full), "an atom depends on inputs"
            if pattern:
                found.add(number)
        return found

    def sometimes(self, literal: int) -> set[int]:
        """The states where ``literal`` is true under some inputs."""
        return {number for number, values in enumerate(self.values) if self._literal(values, literal)}


def decide(model: Model, prop: Safety | Ctl | Ltl | Justice, limit: int = 40_000, inputs: int = 14) -> bool:
    """Does ``prop`` hold?  Raises TooLarge."""
    if isinstance(prop, Safety):
        explicit = Explicit(replace(model, properties=(prop,), temporal=(), fairness=()), limit, inputs)
        return not explicit.sometimes(explicit.blasted.circuit.bads[0])
    if isinstance(prop, Justice):
        together = replace(model, properties=(), temporal=(), fairness=(*model.fairness, *prop.conditions))
        explicit = Explicit(together, limit, inputs)
        everything = set(range(len(explicit.values)))
        return not explicit.graph.fair(everything) & everything
    assert not model.compassion
    lowered = observe(model, prop).model
    explicit = Explicit(lowered, limit, inputs)
    if isinstance(prop, Ctl):
        holds = states_of_ctl(explicit, prop.formula)
        fair = explicit.graph.fair(set(range(len(explicit.values))))
        return all(state in holds for state in explicit.graph.initial if state in fair)
    return not _ltl_violated(explicit, prop.formula)


def states_of_ctl(explicit: Explicit, root: Formula) -> set[int]:
    graph = explicit.graph
    everything = set(range(len(explicit.values)))
    fair = graph.fair(everything)

    def some_next(f: set[int]) -> set[int]:
        return graph.sources(f & fair, everything)

    def some_until(f: set[int], g: set[int]) -> set[int]:
        return graph.backward(g & fair, f)

    def some_always(f: set[int]) -> set[int]:
        return graph.fair(f)

    table: dict[Formula, set[int]] = {}
    for formula in subformulas(root):
        match formula:
            case Atom() as atom:
                table[formula] = explicit.labelled(_atom_literal(explicit, atom))
            case Connective(op, parts):
                table[formula] = _connected(op, [table[part] for part in parts], everything)
            case Temporal(op, parts, quantifier):
                args = [table[part] for part in parts]
                if quantifier is Quantifier.ALL:
                    args = [everything - arg for arg in args]
                    op = _DUAL[op]
                match op:
                    case PathOperator.NEXT:
                        result = some_next(args[0])
                    case PathOperator.FINALLY:
                        result = some_until(everything, args[0])
                    case PathOperator.GLOBALLY:
                        result = some_always(args[0])
                    case PathOperator.UNTIL:
                        result = some_until(args[0], args[1])
                    case _:
                        result = some_until(args[1], args[0] & args[1]) | some_always(args[1])
                table[formula] = everything - result if quantifier is Quantifier.ALL else result
    return table[root]


_DUAL = {
    PathOperator.NEXT: PathOperator.NEXT,
    PathOperator.FINALLY: PathOperator.GLOBALLY,
    PathOperator.GLOBALLY: PathOperator.FINALLY,
    PathOperator.UNTIL: PathOperator.RELEASE,
    PathOperator.RELEASE: PathOperator.UNTIL,
}


def _connected(op: Logic, args: Sequence[set[int]], everything: set[int]) -> set[int]:
    match op:
        case Logic.NOT:
            return everything - args[0]
        case Logic.AND:
            return set.intersection(*args)
        case Logic.OR:
            return set.union(*args)
        case Logic.IMPLIES:
            return (everything - args[0]) | args[1]
        case Logic.IFF:
            return everything - (args[0] ^ args[1])


# Operators of LTL: value now from the values of the parts now and of the formula at the next (or previous) position.
_RULES: dict[PathOperator, Callable[[Sequence[bool], bool], bool]] = {
    PathOperator.FINALLY: lambda parts, other: parts[0] or other,
    PathOperator.GLOBALLY: lambda parts, other: parts[0] and other,
    PathOperator.UNTIL: lambda parts, other: parts[1] or (parts[0] and other),
    PathOperator.RELEASE: lambda parts, other: parts[1] and (parts[0] or other),
    PathOperator.ONCE: lambda parts, other: parts[0] or other,
    PathOperator.HISTORICALLY: lambda parts, other: parts[0] and other,
    PathOperator.SINCE: lambda parts, other: parts[1] or (parts[0] and other),
    PathOperator.TRIGGERED: lambda parts, other: parts[1] and (parts[0] or other),
}
_FUTURE = (PathOperator.FINALLY, PathOperator.GLOBALLY, PathOperator.UNTIL, PathOperator.RELEASE)
_START = {PathOperator.HISTORICALLY: True, PathOperator.TRIGGERED: True, PathOperator.WEAK_YESTERDAY: True}


def _ltl_violated(explicit: Explicit, formula: Formula) -> bool:
    """Is there a fair path that satisfies the negation?"""
    root = negation_normal(formula, negated=True)
    order = list(subformulas(root))
    steps = [part for part in order if isinstance(part, Temporal)]
    if len(steps) > 9:
        raise TooLarge("temporal operators")
    atoms = {part: explicit.labelled(_atom_literal(explicit, part)) for part in order if isinstance(part, Atom)}
    guesses = [{part: bool(code >> k & 1) for k, part in enumerate(steps)} for code in range(1 << len(steps))]

    def total(state: int, guess: dict[Temporal, bool]) -> dict[Formula, bool]:
        value: dict[Formula, bool] = {}
        for part in order:
            match part:
                case Atom():
                    value[part] = state in atoms[part]
                case Temporal():
                    value[part] = guess[part]
                case Connective(op, parts):
                    values = [value[inner] for inner in parts]
                    value[part] = all(values) if op is Logic.AND else any(values)
        return value

    number: dict[tuple[int, int], int] = {}
    full: list[dict[Formula, bool]] = []
    graph = Graph([], [], 0)
    queue: deque[tuple[int, int]] = deque()

    def visit(state: int, code: int) -> int:
        key = (state, code)
        if key not in number:
            number[key] = len(number)
            full.append(total(state, guesses[code]))
            graph.edges.append([])
            queue.append(key)
        return number[key]

    def consistent(now: dict[Formula, bool], later: dict[Formula, bool]) -> bool:
        for part in steps:
            values = [now[inner] for inner in part.parts]
            if part.op is PathOperator.NEXT:
                good = now[part] == later[part.parts[0]]
            elif part.op in (PathOperator.YESTERDAY, PathOperator.WEAK_YESTERDAY):
                good = later[part] == values[0]
            elif part.op in _FUTURE:
                good = now[part] == _RULES[part.op](values, later[part])
            else:
                good = later[part] == _RULES[part.op]([later[inner] for inner in part.parts], now[part])
            if not good:
                return False
        return True

    def starts(now: dict[Formula, bool]) -> bool:
        for part in steps:
            if part.op in (PathOperator.YESTERDAY, PathOperator.WEAK_YESTERDAY):
                good = now[part] == _START.get(part.op, False)
            elif part.op in _RULES and part.op not in _FUTURE:
                values = [now[inner] for inner in part.parts]
                good = now[part] == _RULES[part.op](values, _START.get(part.op, False))
            else:
                good = True
            if not good:
                return False
        return now[root]

    promises = [part for part in steps if part.op in (PathOperator.FINALLY, PathOperator.UNTIL)]
    graph.fairness = explicit.graph.fairness + len(promises)
    for state in explicit.graph.initial:
        for code, guess in enumerate(guesses):
            if starts(total(state, guess)):
                graph.initial.append(visit(state, code))
    while queue:
        if len(number) > 60_000:
            raise TooLarge("product")
        state, code = queue.popleft()
        here = number[state, code]
        now = full[here]
        kept = sum((not now[p] or now[p.parts[-1]]) << (explicit.graph.fairness + k) for k, p in enumerate(promises))
        for mask, target in explicit.graph.edges[state]:
            for other, guess in enumerate(guesses):
                if consistent(now, total(target, guess)):
                    graph.edges[here].append((mask | kept, visit(target, other)))
    fair = graph.fair(set(range(len(number))))
    return any(node in fair for node in graph.initial)


def _atom_literal(explicit: Explicit, part: Atom) -> int:
    found = explicit.blasted.literals.get(part.term)
    if found is not None:
        return found
    if part.term.is_const:
        return int(bool(part.term.value))
    return explicit.blasted.literals[not_(part.term)] ^ 1
