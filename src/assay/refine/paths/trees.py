"""Refinement by tree interpolation: new predicates from one spurious derivation.

As along paths, the conjuncts of interpolants become predicates at the locations of the tree's steps: by induction over
the tree each abstract state entails the interpolant of its step, and that of the error is false.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.events import Listener, PathRefuted, ignore
from assay.core.evidence import Derivation, Tree
from assay.core.model import Model
from assay.core.roles import Genuine, Refined, Stuck
from assay.domains.predicates.families import guidance
from assay.domains.predicates.precision import Precision
from assay.refine.paths.derivations import Grounded, decide_tree
from assay.refine.paths.interpolate import extended
from assay.solve.interpolation.trees import Branching, interpolate_tree


@dataclass(frozen=True)
class TreeInterpolation:
    """Refiner of predicate abstraction over steps from several states; otherwise as ``Interpolation``."""

    model: Model
    providers: tuple[str, ...] | None = None
    deadline: Deadline = FOREVER
    seconds_a_tree: float = 30.0
    announce: Listener = ignore

    def refine(self, precision: Precision, evidence: Tree, /) -> Genuine[Derivation] | Refined[Precision] | Stuck:
        try:
            answer = decide_tree(self.model, evidence, self.deadline.within(self.seconds_a_tree))
            if isinstance(answer, Derivation):
                return Genuine(answer)
            return self._exclude(precision, evidence, answer)
        except SolverFailure as failure:
            return Stuck(str(failure), hint="try another --interpolation order or a longer --time")

    def _exclude(self, precision: Precision, tree: Tree, ground: Grounded) -> Refined[Precision]:
        deadline = self.deadline.within(self.seconds_a_tree)
        result = interpolate_tree(branching(ground), self.providers, deadline)
        inner = enumerate(result.interpolants[:-1])
        finer, found = extended(
            precision, [(ground.place(number), ground.back(number)(fact)) for number, fact in inner]
        )
        finer = finer.extended(guidance(found))
        self.announce(PathRefuted(tree, result.provider, {place.name: facts for place, facts in found.items()}))
        return Refined(finer)


def branching(ground: Grounded) -> Branching:
    """The formula of a tree without sharing, with the symbols after each step as its interface."""
    premises = tuple(step.premises for step in ground.tree.steps)
    inner = (frozenset(symbols.values()) for symbols in ground.symbols[:-1])
    return Branching(ground.parts, premises, (*inner, frozenset()))
