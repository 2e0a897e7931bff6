"""Sets of states of any model as formulas over blocks: what fixpoint engines need of programs and Horn systems.

A set is a union of blocks (``spaces.formulas.blocks``) and of *parts*: the states of some blocks that satisfy a
formula. Members of a partition are blocks alone, and combine without a solver; images are parts, and whether one meets
a block is asked once.  A part may have symbols besides the location's variables, which some values satisfy: they stay
as they are until a complement is taken, and only then are they eliminated.  Images along different edges never share
such symbols, so sets combine without renaming.  Preimages are substitution; images are renaming. Limits: elimination
may take long or fail (``SolverFailure``), and so may the solver on nonlinear formulas.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.bits import ones
from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.evidence import Assignment, Proof, Trace
from assay.core.model import Edge, Location, Model
from assay.core.terms import FALSE, TRUE, Term, and_, atoms, conjunction, disjunction, eq, not_, variable
from assay.core.terms.evaluate import Value, constant, evaluate
from assay.core.terms.rebuild import Substitution
from assay.core.terms.smtlib import to_smtlib
from assay.solve.interpolation.definitions import solve_definitions
from assay.solve.interpolation.elimination import eliminated
from assay.spaces.formulas.blocks import Blocks
from assay.spaces.sets import System

LONGEST_SHOWN: Final = 200
# Eliminations that take longer do not come back, or leave more than anybody could use.
LONGEST_ELIMINATION: Final = 5.0
MOST_CUBES: Final = 100


@dataclass(frozen=True, eq=False)
class FormulaSet:
    """All states of the blocks ``whole``, and for each formula of ``parts`` those of its blocks that satisfy it."""

    space: FormulaSpace
    whole: int
    parts: Mapping[Term, int]

    def current(self) -> FormulaSet:
        """The same set over today's blocks."""
        blocks = self.space.blocks
        whole = blocks.current(self.whole)
        parts = {formula: blocks.current(where) & ~whole for formula, where in self.parts.items()}
        return FormulaSet(self.space, whole, {formula: where for formula, where in parts.items() if where})

    def __and__(self, other: FormulaSet, /) -> FormulaSet:
        left, right = self.current(), other.current()
        parts: dict[Term, int] = {}
        for one, another in ((left, right), (right, left)):
            for formula, where in one.parts.items():
                _extend(parts, formula, where & another.whole)
        for formula, where in left.parts.items():
            for more, there in right.parts.items():
                if where & there:
                    _extend(parts, and_(formula, more), where & there)
        return FormulaSet(self.space, left.whole & right.whole, parts)

    def __or__(self, other: FormulaSet, /) -> FormulaSet:
        left, right = self.current(), other.current()
        whole = left.whole | right.whole
        parts: dict[Term, int] = {}
        for formula, where in (*left.parts.items(), *right.parts.items()):
            _extend(parts, formula, where & ~whole)
        return FormulaSet(self.space, whole, parts)

    def __invert__(self) -> FormulaSet:
        mine = self.current()
        rest = mine.space.blocks.everything & ~mine.whole
        groups: dict[tuple[Term, ...], int] = {}
        for number in ones(rest):
            present = tuple(formula for formula, where in mine.parts.items() if where >> number & 1)
            groups[present] = groups.get(present, 0) | 1 << number
        parts: dict[Term, int] = {}
        for formulas, where in groups.items():
            if formulas:
                place = mine.space.blocks[next(ones(where))].location
                absent = conjunction(not_(mine.space.closed(place, formula)) for formula in formulas)
                _extend(parts, absent, where)
        return FormulaSet(mine.space, groups.get((), 0), parts)

    def __bool__(self) -> bool:
        mine = self.current()
        blocks = mine.space.blocks
        return bool(mine.whole) or any(
            blocks.meets(number, formula) for formula, where in mine.parts.items() for number in ones(where)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FormulaSet):
            return NotImplemented
        left, right = self.current(), other.current()
        if left.whole == right.whole and left.parts == right.parts:
            return True
        return not (left & ~right) and not (right & ~left)

    def pieces(self) -> Iterator[tuple[int, Term]]:
        """The set as blocks, leaves or not, each with the formula that its states satisfy besides."""
        mine = self.current()
        for number in mine.space.blocks.covered(mine.whole):
            yield number, TRUE
        for formula, where in mine.parts.items():
            for number in mine.space.blocks.covered(where):
                yield number, formula


def _extend(parts: dict[Term, int], formula: Term, where: int) -> None:
    if where and formula is not FALSE:
        parts[formula] = parts.get(formula, 0) | where


class FormulaSpace:
    """The sets of states of ``model`` with respect to its first property, and their images."""

    def __init__(self, model: Model, deadline: Deadline = FOREVER) -> None:
        self.model = model
        self.blocks = Blocks(model.locations, TRUE, deadline)
        self._fresh = 0
        self._closed: dict[Term, Term] = {}
        self._images: dict[tuple[Edge, int, Term], Term] = {}
        self._preimages: dict[tuple[Edge, int, Term], Term] = {}

    # -- sets ----------------------------------------------------------------------------------------------------------

    def at(self, location: Location) -> FormulaSet:
        """Every state at a location."""
        return FormulaSet(self, self.blocks.at(location), {})

    def satisfying(self, location: Location, formula: Term) -> FormulaSet:
        """The states at a location that satisfy ``formula`` for some values of its other symbols."""
        if formula is TRUE:
            return self.at(location)
        own = self._renamed(formula.free.difference(location.variables))(formula)
        parts = {own: self.blocks.at(location)} if own is not FALSE else {}
        return FormulaSet(self, 0, parts)

    @property
    def system(self) -> System[FormulaSet]:
        goal = self.model.properties[0]
        nothing = FormulaSet(self, 0, {})
        bad = nothing
        for place, formula in goal.bad.items():
            bad = bad | self.satisfying(place, formula)
        return System(
            FormulaSet(self, self.blocks.everything, {}),
            self.satisfying(self.model.entry, self.model.initial),
            bad,
            self.post,
            self.pre,
            self.describe,
            self.follow,
            self.show,
        )

    def settle(self, block: FormulaSet, pieces: Sequence[FormulaSet]) -> tuple[FormulaSet, FormulaSet]:
        """A block of a partition falls into two pieces: from now on both are unions of blocks."""
        inside = pieces[0].current()
        whole = inside.whole
        for number in ones(block.current().whole & ~inside.whole):
            formulas = [formula for formula, where in inside.parts.items() if where >> number & 1]
            place = self.blocks[number].location
            cut = disjunction(self.closed(place, formula) for formula in formulas)
            if not self.blocks.meets(number, cut):
                continue
            whole |= 1 << (self.blocks.split(number, cut)[0] if self.blocks.meets(number, not_(cut)) else number)
        rest = self.blocks.current(block.whole) & ~whole
        return FormulaSet(self, whole, {}), FormulaSet(self, rest, {})

    def closed(self, location: Location, formula: Term) -> Term:
        """The formula without symbols that are no variables of the location: some values of them make it true."""
        known = self._closed.get(formula)
        if known is None:
            known = formula
            if not formula.free.issubset(location.variables):
                keep = frozenset(location.variables)
                until = self.blocks.deadline.within(LONGEST_ELIMINATION)
                known = conjunction(eliminated((formula,), keep, until, most_cubes=MOST_CUBES))
            self._closed[formula] = known
        return known

    def atoms(self, states: FormulaSet) -> list[tuple[Location, Term]]:
        """What the formulas of the set's parts are made of, by location, in order of appearance."""
        found: dict[tuple[Location, Term], None] = {}
        for formula, where in states.current().parts.items():
            place = self.blocks[next(ones(where))].location
            found.update(((place, atom), None) for atom in atoms(self.closed(place, formula)) if atom.free)
        return list(found)

    # -- images --------------------------------------------------------------------------------------------------------

    def post(self, states: FormulaSet) -> FormulaSet:
        """The successors."""
        parts: dict[Term, int] = {}
        for number, formula in states.pieces():
            for edge in self.model.leaving(self.blocks[number].location):
                image = self._image(edge, number, formula)
                _extend(parts, image, self.blocks.at(edge.target))
        return self._made(parts)

    def pre(self, states: FormulaSet) -> FormulaSet:
        """The predecessors."""
        parts: dict[Term, int] = {}
        for number, formula in states.pieces():
            for edge in self.model.entering(self.blocks[number].location):
                preimage = self._preimage(edge, number, formula)
                _extend(parts, preimage, self.blocks.at(edge.source))
        return self._made(parts)

    def _made(self, parts: dict[Term, int]) -> FormulaSet:
        return FormulaSet(self, parts.pop(TRUE, 0), parts).current()

    def _image(self, edge: Edge, number: int, formula: Term) -> Term:
        key = (edge, number, formula)
        if key not in self._images:
            before = self._renamed((*edge.source.variables, *edge.inputs, *self._others(number, formula)))
            steps = [and_(self.blocks[number].formula, formula), edge.guard]
            found = [before(step) for step in steps]
            found += [eq(symbol, before(edge.after(symbol))) for symbol in edge.target.variables]
            self._images[key] = self._defined(found, edge.target)
        return self._images[key]

    def _preimage(self, edge: Edge, number: int, formula: Term) -> Term:
        key = (edge, number, formula)
        if key not in self._preimages:
            inner = self._renamed(self._others(number, formula))
            after = edge.back(inner(and_(self.blocks[number].formula, formula)))
            chosen = self._renamed(edge.inputs)
            self._preimages[key] = self._defined([chosen(edge.guard), chosen(after)], edge.source)
        return self._preimages[key]

    def _others(self, number: int, formula: Term) -> frozenset[Term]:
        return formula.free.difference(self.blocks[number].location.variables)

    def _defined(self, formulas: Iterable[Term], location: Location) -> Term:
        whole = conjunction(formulas)
        return conjunction(solve_definitions((whole,), whole.free.difference(location.variables)))

    def _renamed(self, symbols: Iterable[Term]) -> Substitution:
        """Each symbol under a name that nothing else uses."""
        self._fresh += 1
        ordered = sorted(symbols, key=lambda symbol: symbol.uid)
        return Substitution({symbol: variable(f"{symbol.name}%{self._fresh}", symbol.sort) for symbol in ordered})

    # -- evidence ------------------------------------------------------------------------------------------------------

    def describe(self, invariant: FormulaSet) -> Proof:
        """Per location the states of the set there."""
        return Proof(self._formulas(invariant))

    def show(self, states: FormulaSet) -> str:
        """The formulas by location, those that are long by their length."""
        texts = ((place.name, to_smtlib(formula)) for place, formula in self._formulas(states).items())
        short = (f"{n}: {t if len(t) <= LONGEST_SHOWN else f'({len(t)} characters)'}" for n, t in texts)
        return "{" + "; ".join(short) + "}"

    def _formulas(self, states: FormulaSet) -> dict[Location, Term]:
        found: dict[Location, list[Term]] = {}
        for number, formula in states.pieces():
            block = self.blocks[number]
            found.setdefault(block.location, []).append(and_(block.formula, self.closed(block.location, formula)))
        return {place: disjunction(formulas) for place, formulas in found.items()}

    def follow(self, rings: Sequence[FormulaSet]) -> Trace:
        """A run through the rings, state by state."""
        place, state = self._chosen(rings[0])
        states, edges, inputs = [state], list[Edge](), list[Assignment]()
        for ring in rings[1:]:
            edge, choice = self._step(place, state, ring)
            state = {symbol: evaluate(edge.after(symbol), {**state, **choice}) for symbol in edge.target.variables}
            place = edge.target
            states.append(state)
            edges.append(edge)
            inputs.append(choice)
        bad = self.model.properties[0].bad[place]
        final = self._values(place, state, bad, sorted(bad.free.difference(place.variables), key=lambda s: s.uid))
        return Trace(tuple(states), tuple(edges), tuple(inputs), final=final or {})

    def _chosen(self, states: FormulaSet) -> tuple[Location, dict[Term, Value]]:
        for number, formula in states.pieces():
            block = self.blocks[number]
            found = self.blocks.values((block.formula, formula), block.location.variables)
            if found is not None:
                return block.location, found
        raise SolverFailure("a ring of states is empty")

    def _step(self, place: Location, state: Assignment, ring: FormulaSet) -> tuple[Edge, dict[Term, Value]]:
        for number, formula in ring.pieces():
            block = self.blocks[number]
            for edge in self.model.leaving(place):
                if edge.target == block.location:
                    inner = self._renamed(self._others(number, formula))
                    after = edge.back(inner(and_(block.formula, formula)))
                    found = self._values(place, state, and_(edge.guard, after), edge.inputs)
                    if found is not None:
                        return edge, found
        raise SolverFailure("no step leads from one ring to the next")

    def _values(
        self, place: Location, state: Assignment, formula: Term, symbols: Sequence[Term]
    ) -> dict[Term, Value] | None:
        fixed = Substitution({symbol: constant(state[symbol], symbol.sort) for symbol in place.variables})
        return self.blocks.values((fixed(formula),), symbols)
