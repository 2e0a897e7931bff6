"""Trees as formulas: each step over symbols of its own; is a tree a derivation, and if so, by which values?

As along paths, a variable that a step leaves alone keeps its symbol, and one that takes an input takes over the
input's; an input that is an argument of a use has the symbol of the state that is used.  A step that several others
need is one state: what is so derivable is derivable.  What is not may still be, with states that differ, which the
tree without sharing tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Derivation, Derived, Grown, Tree
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term, conjuncts, eq, variable
from assay.core.terms.evaluate import Evaluation, Value
from assay.core.terms.rebuild import Substitution
from assay.refine.paths.unrolling import solution, stepped

LARGEST: Final = 5_000
"""Steps of a tree without sharing; there may be exponentially many."""


@dataclass(frozen=True)
class Grounded:
    """A tree as a formula: ``parts[i]`` are the conjuncts of the i-th step.

    ``symbols[i]`` maps each variable after it, and ``inputs[i]`` each of its inputs, to its symbol.
    """

    model: Model
    tree: Tree
    parts: tuple[tuple[Term, ...], ...]
    symbols: tuple[Mapping[Term, Term], ...]
    inputs: tuple[Mapping[Term, Term], ...]

    def place(self, number: int) -> Location:
        edge = self.tree.steps[number].edge
        return self.model.entry if edge is None else edge.target

    def back(self, number: int) -> Substitution:
        """Translates a formula over the symbols after a step to one over the location's variables."""
        return Substitution({symbol: plain for plain, symbol in self.symbols[number].items()})


def grounded(model: Model, tree: Tree) -> Grounded:
    """The formula of ``tree``."""
    parts: list[tuple[Term, ...]] = []
    symbols: list[Mapping[Term, Term]] = []
    inputs: list[Mapping[Term, Term]] = []
    for number, step in enumerate(tree.steps):
        if step.edge is None:
            at: Mapping[Term, Term] = {v: variable(f"{v.name}@{number}", v.sort) for v in model.entry.variables}
            chosen: Mapping[Term, Term] = {}
            own = conjuncts(Substitution(at)(model.initial))
        else:
            source, *used = (symbols[premise] for premise in step.premises)
            chosen, equations = _inputs(step.edge, number, source, used)
            constraint, at = stepped(step.edge, number - 1, source, chosen)
            own = (*constraint, *equations)
        parts.append(own)
        symbols.append(at)
        inputs.append(chosen)
    return Grounded(model, tree, tuple(parts), tuple(symbols), tuple(inputs))


def _inputs(
    edge: Edge, number: int, source: Mapping[Term, Term], used: list[Mapping[Term, Term]]
) -> tuple[Mapping[Term, Term], tuple[Term, ...]]:
    """The symbols of inputs, and what the arguments of uses have to be equal to."""
    chosen: dict[Term, Term] = {}
    equal: list[tuple[Term, Term]] = []
    inputs = frozenset(edge.inputs)
    for use, symbols in zip(edge.uses, used, strict=True):
        for place, argument in use.values.items():
            if argument in inputs and argument not in chosen:
                chosen[argument] = symbols[place]
            else:
                equal.append((symbols[place], argument))
    for symbol in edge.inputs:
        chosen.setdefault(symbol, variable(f"{symbol.name}@{number}!", symbol.sort))
    now = Substitution({**source, **chosen})
    return chosen, tuple(eq(symbol, now(argument)) for symbol, argument in equal)


def unshared(tree: Tree, most: int = LARGEST) -> Tree:
    """The tree in which each step is the premise of one other; ``SolverFailure`` if it has too many steps."""
    size: list[int] = []
    for step in tree.steps:
        size.append(1 + sum(size[premise] for premise in step.premises))
    if size[-1] > most:
        raise SolverFailure(f"a derivation of {size[-1]} steps is too long to look at")
    steps: list[Grown] = []
    numbers: list[list[int]] = [[] for _ in tree.steps]
    stack = [(len(tree.steps) - 1, False)]
    while stack:
        number, ready = stack.pop()
        step = tree.steps[number]
        if ready:
            premises = [numbers[premise].pop() for premise in reversed(step.premises)]
            numbers[number].append(len(steps))
            steps.append(Grown(step.edge, tuple(reversed(premises))))
        else:
            stack.append((number, True))
            stack.extend((premise, False) for premise in reversed(step.premises))
    return Tree(tuple(steps))


def derived(ground: Grounded, value: Callable[[Term], Value]) -> Derivation:
    """The derivation that a model of the formula describes.

    Only initial values and inputs are read from the model; the rest is computed, so that the derivation is exact.
    """
    nodes: list[Derived] = []
    for step, symbols, inputs in zip(ground.tree.steps, ground.symbols, ground.inputs, strict=True):
        if step.edge is None:
            nodes.append(Derived({plain: value(symbol) for plain, symbol in symbols.items()}))
            continue
        source, *uses = step.premises
        choice = {plain: value(symbol) for plain, symbol in inputs.items()}
        now = Evaluation({**nodes[source].state, **choice})
        state = {v: now(step.edge.after(v)) for v in step.edge.target.variables}
        nodes.append(Derived(state, step.edge, choice, source, tuple(uses)))
    return Derivation(tuple(nodes))


def decide_tree(model: Model, tree: Tree, deadline: Deadline) -> Derivation | Grounded:
    """The derivation that ``tree`` describes, or the unsatisfiable formula of the tree without sharing."""
    what = f"a derivation of {len(tree)} steps"
    ground = grounded(model, tree)
    value = solution([part for own in ground.parts for part in own], deadline, what)
    if value is None and (single := unshared(tree)) != tree:
        ground = grounded(model, single)
        value = solution([part for own in ground.parts for part in own], deadline, what)
    return ground if value is None else derived(ground, value)
