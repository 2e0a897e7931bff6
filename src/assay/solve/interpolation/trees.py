"""Interpolants of trees: a derivation that is no derivation, explained step by step.

A *branching* chain has steps with any number of premises, each the premise of one other step but for the last.  Its
interpolants satisfy: those of a step's premises and the step imply the step's own, the last one is false, and each
speaks only of what its interface allows (Gupta, Popeea, Rybalchenko, APLAS 2011; Heizmann, Hoenicke, Podelski, POPL
2010; Ruemmer, Hojjat, Kuncak, CAV 2013).

They are found from the last step back, one binary interpolation for each premise: between all that is derived below it,
and the step that needs it together with what its interpolant excludes, with the other premises.  A premise that has its
interpolant already stands there with that instead of its own derivation.  So the providers for chains serve trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Term, not_
from assay.solve.interpolation.port import Chain, Interpolants, Result
from assay.solve.interpolation.providers import interpolate, reduce
from assay.solve.interpolation.reduction import decide
from assay.solve.z3.solver import Z3Solver


@dataclass(frozen=True)
class Branching:
    """Steps, each a tuple of conjuncts, the numbers of their premises, and the symbols allowed after each.

    Premises come first, and each step but the last is the premise of exactly one.  A symbol that occurs below a step
    and elsewhere belongs to the step's interface.
    """

    steps: tuple[tuple[Term, ...], ...]
    premises: tuple[tuple[int, ...], ...]
    interfaces: tuple[frozenset[Term], ...]

    def __post_init__(self) -> None:
        needed = sorted(number for premises in self.premises for number in premises)
        if needed != list(range(len(self.steps) - 1)):
            raise ValueError("every step but the last is the premise of exactly one")
        if any(number >= step for step, premises in enumerate(self.premises) for number in premises):
            raise ValueError("premises come first")

    @cached_property
    def below(self) -> tuple[tuple[Term, ...], ...]:
        """For each step, the conjuncts of all that it is derived by, its own included."""
        found: list[tuple[Term, ...]] = []
        for step, premises in zip(self.steps, self.premises, strict=True):
            found.append((*(part for number in premises for part in found[number]), *step))
        return tuple(found)


def interpolate_tree(tree: Branching, order: Sequence[str] | None = None, deadline: Deadline = FOREVER) -> Result:
    """Valid interpolants of ``tree``, one for each step, by providers for chains in ``order``.

    Raises ``SolverFailure`` if none is found, and if the tree is satisfiable.
    """
    tree = _reduced(tree, deadline)
    names: dict[str, None] = {}
    found: dict[int, Term] = {len(tree.steps) - 1: FALSE}
    for number in reversed(range(len(tree.steps))):
        premises = tree.premises[number]
        here = [*tree.steps[number], not_(found[number])]
        for position, premise in enumerate(premises):
            if found[number] is TRUE or not tree.below[premise]:
                found[premise] = TRUE
                continue
            others = [part for later in premises[position + 1 :] for part in tree.below[later]]
            rest = (*here, *(found[earlier] for earlier in premises[:position]), *others)
            chain = Chain((tree.below[premise], rest), (frozenset(), tree.interfaces[premise], frozenset()))
            result = interpolate(chain, order, deadline)
            names[result.provider] = None
            found[premise] = result.interpolants[1]
    return Result("+".join(names), tuple(found[number] for number in range(len(tree.steps))))


def _reduced(tree: Branching, deadline: Deadline) -> Branching:
    """The tree without the conjuncts that its unsatisfiability does not need."""
    nothing = (frozenset[Term](),) * (len(tree.steps) + 1)
    chain = reduce(Chain(tree.steps, nothing), deadline)
    if chain is None:
        raise SolverFailure("a satisfiable tree has no interpolants")
    return Branching(chain.steps, tree.premises, tree.interfaces)


def validated_tree(tree: Branching, interpolants: Interpolants, deadline: Deadline = FOREVER) -> bool:
    """Are these interpolants of ``tree``: the last false, within the vocabulary, each step inductive?"""
    if len(interpolants) != len(tree.steps) or interpolants[-1] is not FALSE:
        return False
    if not all(formula.free <= allowed for formula, allowed in zip(interpolants, tree.interfaces, strict=True)):
        return False
    for own, step, premises in zip(interpolants, tree.steps, tree.premises, strict=True):
        solver = Z3Solver()
        solver.add(*step, *(interpolants[number] for number in premises), not_(own))
        if decide(solver, (), deadline):
            return False
    return True
