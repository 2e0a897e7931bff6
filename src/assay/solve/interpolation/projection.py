"""Interpolants by model-based projection: the states that can still fail, covered cube by cube, each cube generalised.

Backward from the end, the states before step i that violate I_{i+1} after it are covered by cubes: a model, its
implicant, its local symbols projected away (Komuravelli, Gurfinkel, Chaki, CAV 2014, section 4).  Each cube is
unreachable by the steps before i; an unsatisfiable core against that prefix drops the literals that do not matter, and
sums of inequalities replace pairs of them where they still block.  I_i denies the cubes.
Interruptible between cubes.  Known limits: the number of cubes is capped, and bit-vectors project to values only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    atoms,
    conjunction,
    ge,
    gt,
    implies,
    le,
    lt,
    not_,
    number,
    variable,
)
from assay.core.terms.literals import inequality_of
from assay.core.terms.sorts import BOOL
from assay.solve.interpolation.definitions import solve_definitions
from assay.solve.interpolation.elimination import cube_around, simplified
from assay.solve.interpolation.port import Chain, Interpolants
from assay.solve.interpolation.reads import explicit_reads
from assay.solve.interpolation.reduction import decide
from assay.solve.smt import ProjectingSolver

Cube = tuple[Term, ...]
MakeSolver = Callable[[], ProjectingSolver]


@dataclass(frozen=True)
class Effort:
    """How much to spend: cubes a step before giving up; per cube, checks to drop literals and to add up pairs."""

    cubes: int = 160
    deletions: int = 16
    sums: int = 40


USUAL: Final = Effort()
_SUMMED: Final = range(2, 9)  # the sizes of cubes whose literals are added up


def by_projection(
    make: MakeSolver,
    chain: Chain,
    deadline: Deadline,
    effort: Effort = USUAL,
) -> Interpolants:
    """Interpolants whose i-th denies, cube by cube, what leads from before step i to a violation of the next."""
    prefix, cover = _Prefix(make(), chain.steps[:-1]), make()
    backward = [FALSE]
    for position in range(len(chain) - 1, 0, -1):
        formulas = (*chain.steps[position], not_(backward[-1]))
        backward.append(_denial(cover, _Blocker(prefix, deadline, effort), formulas, chain.shared[position]))
        prefix.shorten()
    return (TRUE, *reversed(backward)) if len(chain) else (TRUE,)


def _denial(cover: ProjectingSolver, blocker: _Blocker, formulas: Iterable[Term], keep: frozenset[Term]) -> Term:
    """A formula over ``keep`` that the prefix implies and that contradicts ``formulas``."""
    eliminate = conjunction(formulas).free - keep
    violation = simplified(explicit_reads(conjunction(solve_definitions(formulas, eliminate))))
    eliminate = violation.free - keep
    softer = disequalities(violation)
    blocked: list[frozenset[Term]] = []
    cover.push()
    cover.add(violation)
    while decide(cover, (), blocker.deadline):
        if len(blocked) >= blocker.effort.cubes:
            raise SolverFailure(f"more than {blocker.effort.cubes} cubes at one step")
        literals = cube_around(cover, violation, eliminate)
        cube = blocker.generalised([part for part in split_equalities(literals) if part.free <= keep], softer)
        blocked = [other for other in blocked if not cube <= other]
        blocked.append(cube)
        cover.add(not_(conjunction(cube)))
    cover.pop()
    return conjunction(not_(conjunction(cube)) for cube in blocked)


class _Prefix:
    """The steps of a chain before a position; the position moves backward.

    Literals are assumptions, and steps are scopes: what the solver learns from one cube helps with the next one at the
    same position, and later steps do not get in the way.
    """

    def __init__(self, solver: ProjectingSolver, steps: Sequence[Cube]) -> None:
        self._solver = solver
        self._labels: dict[Term, Term] = {}
        for step in steps:
            solver.push()
            solver.add(*step)

    def shorten(self) -> None:
        """Forget the last step."""
        self._solver.pop()
        self._labels.clear()

    def _label(self, literal: Term) -> Term:
        label = self._labels.get(literal)
        if label is None:
            label = self._labels[literal] = variable(f"assay!literal!{len(self._labels)}", BOOL)
            self._solver.add(implies(label, literal))
        return label

    def refuted(self, cube: Sequence[Term], deadline: Deadline) -> Cube | None:
        """Literals of ``cube`` that suffice to exclude it after these steps; None if it is possible."""
        labels = {self._label(literal): literal for literal in cube}
        if decide(self._solver, tuple(labels), deadline):
            return None
        return tuple(labels[label] for label in self._solver.core())


@dataclass(frozen=True)
class _Blocker:
    """Generalises cubes that a prefix excludes."""

    prefix: _Prefix
    deadline: Deadline
    effort: Effort

    def generalised(self, cube: Sequence[Term], softer: Mapping[Term, Term]) -> frozenset[Term]:
        """A weaker cube that the prefix still excludes; ``softer`` gives weaker literals that are worth a try."""
        soft = tuple(softer.get(literal, literal) for literal in cube)
        kept = self._refuted(soft) if soft != tuple(cube) else None
        if kept is None:
            kept = self._refuted(cube)
        if kept is None:
            raise SolverFailure("a projected cube is reachable")
        return frozenset(self._summed(self._without_spare(kept)))

    def _refuted(self, cube: Sequence[Term]) -> Cube | None:
        return self.prefix.refuted(cube, self.deadline)

    def _without_spare(self, cube: Cube) -> Cube:
        """Drop literals one by one while the rest is still excluded; a bounded number of checks."""
        tried = 0
        for _ in range(self.effort.deletions):
            if tried >= len(cube):
                break
            smaller = self._refuted(cube[:tried] + cube[tried + 1 :])
            if smaller is None:
                tried += 1
            else:
                cube = smaller
        return cube

    def _summed(self, cube: Cube) -> Cube:
        """Replace two inequalities by their sum as long as the prefix still excludes the cube."""
        checks = 0
        progress = len(cube) in _SUMMED
        while progress:
            progress = False
            for first, second in combinations(cube, 2):
                total = sum_of(first, second)
                if total is None:
                    continue
                if checks >= self.effort.sums:
                    return cube
                checks += 1
                candidate = (*(part for part in cube if part is not first and part is not second), total)
                smaller = self._refuted(candidate)
                if smaller is not None:
                    cube, progress = smaller, True
                    break
        return cube


def split_equalities(literals: Iterable[Term]) -> list[Term]:
    """The literals, each arithmetic equality as two inequalities: a core may need only one of them."""
    parts: dict[Term, None] = {}
    for literal in literals:
        if literal.op is Op.EQ and literal.args[0].sort.is_arithmetic:
            parts[le(*literal.args)] = None
            parts[ge(*literal.args)] = None
        elif literal is not TRUE:
            parts[literal] = None
    return list(parts)


def disequalities(formula: Term) -> dict[Term, Term]:
    """For each arithmetic ``s = c`` in ``formula``: the two sides ``s < c`` and ``s > c``, mapped to ``s != c``."""
    equations = [atom for atom in atoms(formula) if atom.op is Op.EQ and atom.args[0].sort.is_arithmetic]
    return {side(*atom.args): not_(atom) for atom in equations for side in (lt, gt)}


def sum_of(first: Term, second: Term) -> Term | None:
    """The inequality that adds up two others; None if they do not add up to one that says something."""
    left, right = inequality_of(first), inequality_of(second)
    if left is None or right is None or left.total.sort is not right.total.sort:
        return None
    left, right = left.as_upper(), right.as_upper()
    total, bound = add(left.total, right.total), number(left.limit + right.limit, left.total.sort)
    combined = lt(total, bound) if left.strict or right.strict else le(total, bound)
    return None if combined.is_const else combined
