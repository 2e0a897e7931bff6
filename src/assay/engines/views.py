"""Views: the forms of a model in which a property is looked at, each made when first asked for, and kept.

A view has its way back: what is found in it becomes evidence about the model as it was read.  A view that the model
does not have raises ``Unsupported`` and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeVar

from assay.core.budget import Deadline
from assay.core.errors import Unsupported
from assay.core.events import Listener, PhaseStarted
from assay.core.model import Ctl, Goal, Model, Safety, TemporalProperty
from assay.core.roles import Lowered, unchanged
from assay.core.terms.float_operators import is_floating
from assay.engines import plans
from assay.engines.forms import Branchings, Gates, Runs, invariant_circuit
from assay.engines.plans import CLOSED_FORMS, REVERSED, SMALL_VALUES
from assay.transforms.aim import aim
from assay.transforms.circuit.bitblast import Blasted, circuit_of, is_circuit
from assay.transforms.circuit.narrow import narrowed
from assay.transforms.circuit.recorded import without_changed
from assay.transforms.circuit.reverse import reversed_circuit
from assay.transforms.circuit.simplify import simplify
from assay.transforms.circuit.size import estimated_gates
from assay.transforms.prepare.prepared import Blocks, Prepared

if TYPE_CHECKING:
    from assay.spaces.nets.net import Net

# Transforms are imported where a view is made by them: most inputs need few.

T = TypeVar("T")

CLAUSES: Final = "clauses"
# The forms of a program that calls functions.
OF_CALLS: Final = frozenset(("bits", "integers"))
WITHIN_BOUNDS: Final = " within bounds"
WITH_FACTS: Final = " with facts"
AT_CELLS: Final = " at cells"
BLOCKS: Final[MappingProxyType[str, Blocks]] = MappingProxyType(
    {"large blocks": "large", "chains": "chains", "single blocks": "single"}
)
BLOCK_VIEWS: Final = MappingProxyType({blocks: view for view, blocks in BLOCKS.items()})
# Seconds that bounds of variables are looked for, and those that values are worth in preparing for them.
BOUNDING: Final = 2.0
PREPARING: Final = 10.0
# Seconds that a program is worth to be seen at cells.
CELLS: Final = 20.0
# Gates of a circuit with small values, at most, as a part of all.
MUCH_SMALLER: Final = 0.75
# A program of more gates than this is no circuit.
MOST_GATES: Final = 500_000


class Views:
    """All forms of one model in which one of its properties is looked at."""

    def __init__(self, model: Model, goal: Goal, deadline: Deadline, announce: Listener) -> None:
        self.model = model
        self.goal = goal
        self.deadline = deadline
        self._announce = announce
        self._made: dict[str, object] = {}

    @cached_property
    def is_program(self) -> bool:
        """Was the model read from the text of a program?"""
        return self.model.origin.source is not None

    @cached_property
    def has_floats(self) -> bool:
        """Does a step compute with floating-point numbers?"""
        return is_floating(*(term for edge in self.model.edges for term in edge.terms))

    @cached_property
    def is_finite(self) -> bool:
        """Has the model one location and finitely many states?"""
        return is_circuit(self.model)

    @cached_property
    def has_numbers(self) -> bool:
        """Is a variable or an input an integer or a real, without bounds?"""
        symbols = [symbol for edge in self.model.edges for symbol in (*edge.source.variables, *edge.inputs)]
        return any(symbol.sort.is_arithmetic for symbol in symbols)

    @property
    def is_net(self) -> bool:
        try:
            self.net()
        except Unsupported:
            return False
        return True

    # -- views ---------------------------------------------------------------------------------------------------------

    def prepared(self, name: str) -> Prepared:
        """The model aimed at the property, and simplified: its blocks, or a program's steps between loop heads."""

        def make() -> Prepared:
            if name == CLAUSES:
                return self.clauses()
            if not self.model.is_linear and name not in OF_CALLS:
                raise Unsupported("this preparation is for models that have runs, not for steps from several states")
            if name.endswith(CLOSED_FORMS):
                from assay.transforms.prepare.loops import prepare_loops

                return prepare_loops(self.prepared(name.removesuffix(CLOSED_FORMS)), deadline=self.deadline)
            if name.endswith(WITHIN_BOUNDS):
                return self._within_bounds(self.prepared(name.removesuffix(WITHIN_BOUNDS)))
            if name.endswith(WITH_FACTS):
                from assay.transforms.prepare.programs import strengthen_program

                plain = self.prepared(name.removesuffix(WITH_FACTS))
                self._announce(PhaseStarted("looking for facts"))
                return strengthen_program(plain, deadline=self.deadline)
            if name.endswith(AT_CELLS):
                from assay.transforms.prepare.cells import prepare_cells

                plain = self.prepared(name.removesuffix(AT_CELLS))
                self._announce(PhaseStarted("looking at cells"))
                return prepare_cells(plain, deadline=self.deadline, seconds=min(CELLS, self.deadline.left / 4))
            self._announce(PhaseStarted("preparing"))
            if name in BLOCKS:
                from assay.transforms.prepare.standard import prepare

                return Prepared(prepare(self.model, self._safety, blocks=BLOCKS[name], deadline=self.deadline))
            return _PREPARATIONS[name](self)

        return self._kept(name, Prepared, make)

    def gates(self) -> Gates:
        """The model as a circuit, with the property as its bad state."""

        def make() -> Gates:
            if not self.is_finite:
                raise Unsupported("the model has several locations, or infinitely many states")
            self._announce(PhaseStarted("preparing"))
            blasted = self._as_in_the_file() or circuit_of(self._own)
            legal = without_changed(blasted.circuit)
            return Gates(blasted, simplify(legal.circuit), unchanged(self.model), other=legal.changed)

        return self._kept("gates", Gates, make)

    def small_values(self) -> Gates:
        """The runs of the circuit in which wide inputs have small values, if it is much smaller then."""

        def make() -> Gates:
            gates = self.gates()
            restricted = narrowed(gates.small.original, gates.blasted.variables)
            small = None if restricted is None else simplify(restricted)
            if small is None or small.circuit.gates > MUCH_SMALLER * gates.circuit.gates:
                raise Unsupported("the circuit is not much smaller with small values")
            return replace(gates, small=small, whole=False)

        return self._kept(SMALL_VALUES, Gates, make)

    @property
    def _own(self) -> Model:
        """The model with this property alone."""
        return replace(self.model, properties=(self._safety,), temporal=(), fairness=(), compassion=())

    def _as_in_the_file(self) -> Blasted | None:
        """The circuit gate by gate, where the file has one and states the property."""
        read, properties = self.model.origin.gates, self.model.properties
        if read is None or self._safety not in properties:
            return None
        found = read(self.model)
        if found is None:
            return None
        circuit, leaves = found
        bad = circuit.bads[properties.index(self._safety)]
        alone = replace(circuit, bads=(bad,), justice=(), fairness=())
        variables = {symbol: (literal,) for symbol, literal in leaves.items()}
        return Blasted(self._own, alone, variables, {}, self.model.edges, ())

    def reversed(self) -> Gates:
        """The circuit in the opposite direction, if it guesses the state before and checks that."""

        def make() -> Gates:
            gates = self.gates()
            turned = reversed_circuit(gates.blasted.circuit)
            if turned is None:
                raise Unsupported("the circuit does not guess the state before the present one")
            return replace(gates, small=simplify(turned.circuit), other=(), turned=turned)

        return self._kept(REVERSED, Gates, make)

    def gates_of_program(self) -> Gates:
        """A program as a circuit, between loop heads one step; one with memory, or with many products, is none."""

        def make() -> Gates:
            from assay.transforms.locations.one_place import at_one_place

            prepared = self.prepared("bits")
            gates = estimated_gates(prepared.model)
            if gates > MOST_GATES:
                raise Unsupported(f"the program is no circuit: about {gates:,} gates are too many")
            placed = at_one_place(prepared.model)
            blasted = circuit_of(placed.model)
            return Gates(blasted, simplify(blasted.circuit), prepared.lowered.then(placed))

        return self._kept("gates of the program", Gates, make)

    def net(self) -> Net:
        """The model as a Petri net; ``Unsupported`` names the rule that makes this impossible."""
        from assay.spaces.nets.net import Net, net_of

        return self._kept("net", Net, lambda: net_of(self.model, self._safety))

    def runs(self) -> Runs:
        """The fair runs that violate a temporal property; ``Unsupported`` if it says more than runs can."""

        def make() -> Runs:
            from assay.transforms.temporal.violations import violations

            self._refuse_numbers()
            self._announce(PhaseStarted("preparing"))
            found = violations(self.model, self._temporal)
            if found is None:
                raise Unsupported("the property says more than runs can")
            return Runs(found, simplify(found.circuit))

        return self._kept("runs", Runs, make)

    def invariant(self) -> Gates:
        """The bad states of an invariant that implies the property; ``Unsupported`` if it states none."""

        def make() -> Gates:
            from assay.transforms.temporal.violations import path_formula

            blasted = self.runs().found.blasted
            formula = path_formula(self._temporal)
            found = None if formula is None else invariant_circuit(blasted, formula)
            if found is None:
                raise Unsupported("the property is no invariant")
            circuit, exact = found
            return Gates(blasted, simplify(circuit), unchanged(self.model), exact)

        return self._kept("invariant", Gates, make)

    def branching(self) -> Branchings:
        """The design for a CTL formula."""

        def make() -> Branchings:
            self._refuse_numbers()
            goal = self._temporal
            assert isinstance(goal, Ctl)
            if self.model.compassion:
                raise Unsupported("compassion is not considered for branching time", hint="use FAIRNESS")
            from assay.transforms.temporal.observed import observe

            self._announce(PhaseStarted("preparing"))
            lowered = observe(self.model, goal)
            blasted = circuit_of(lowered.model)
            small = simplify(blasted.circuit, tuple(blasted.literals.values()))
            atoms = {term: small.literal(literal) for term, literal in blasted.literals.items()}
            return Branchings(lowered, blasted, small, atoms)

        return self._kept("branching", Branchings, make)

    def _refuse_numbers(self) -> None:
        """Temporal properties are decided on circuits."""
        if self.has_numbers:
            raise Unsupported(
                "temporal properties of integers and reals without bounds are not decided", hint="state an invariant"
            )

    def make_shared(self, lots: Sequence[Iterable[str]]) -> None:
        """Makes what several lots of views need, so that it is made once."""
        needed = [{part for view in lot for part in _made_of(view)} for lot in lots]
        for view in sorted({view for lot in needed for view in lot if sum(view in other for other in needed) > 1}):
            with suppress(Unsupported):
                self._make(view)

    def _make(self, view: str) -> None:
        match view:
            case "gates":
                self.gates()
            case plans.SMALL_VALUES:
                self.small_values()
            case plans.REVERSED:
                self.reversed()
            case "gates of the program":
                self.gates_of_program()
            case "net" | "runs" | "invariant" | "branching" | "sets" | "":
                """Made when the plan was, or by each for itself."""
            case _:
                self.prepared(view)

    # -- how they are made ---------------------------------------------------------------------------------------------

    def _kept(self, name: str, kind: type[T], make: Callable[[], T]) -> T:
        if name not in self._made:
            try:
                self._made[name] = make()
            except Unsupported as reason:
                self._made[name] = reason
        found = self._made[name]
        if isinstance(found, Unsupported):
            raise found
        assert isinstance(found, kind)
        return found

    @property
    def _safety(self) -> Safety:
        assert isinstance(self.goal, Safety), "views of states are for safety properties"
        return self.goal

    @property
    def _temporal(self) -> TemporalProperty:
        assert not isinstance(self.goal, Safety), "views of runs are for temporal properties"
        return self.goal

    def _within_bounds(self, plain: Prepared) -> Prepared:
        from assay.transforms.facts.templates import with_template_invariants

        self._announce(PhaseStarted("bounding"))
        seconds = min(BOUNDING, self.deadline.left / 10)
        return replace(plain, lowered=plain.lowered.then(with_template_invariants(plain.model, seconds=seconds)))

    def clauses(self) -> Prepared:
        """The steps that may take part in a derivation of the error, as they are."""
        from assay.transforms.locations.derivable import derivable_part

        self._announce(PhaseStarted("preparing"))
        aimed = aim(self.model, self._safety)
        return Prepared(aimed.then(derivable_part(aimed.model)))

    def small_blocks(self, blocks: Blocks = "chains") -> Prepared:
        """Chains, for explicit values make little of the disjunctions in large blocks."""
        from assay.transforms.prepare.standard import prepare

        seconds = min(PREPARING, self.deadline.left / 3)
        lowered = prepare(
            self.model,
            self._safety,
            blocks=blocks,
            deadline=self.deadline,
            seconds=seconds,
            control_seconds=0,
            affine_seconds=0,
        )
        return Prepared(lowered)

    def bits(self) -> Prepared:
        """The steps of a program between loop heads, over bit-vectors."""
        return self._prepared_program(self.model, self._safety)

    def _prepared_program(self, model: Model, goal: Safety) -> Prepared:
        if not model.is_linear:
            from assay.transforms.prepare.calls import prepare_calls

            return prepare_calls(model, goal)
        from assay.transforms.prepare.programs import prepare_program

        return prepare_program(model, goal, blocks="large", deadline=self.deadline)

    def twin(self) -> tuple[Lowered, Safety]:
        """The program over unbounded integers as it was read, and the property of it, if it can be read so."""
        found = self._kept("twin", Twin, lambda: Twin(*self._read_over_integers()))
        return found.lowered, found.goal

    def _read_over_integers(self) -> tuple[Lowered, Safety]:
        from assay.transforms.integers_to_bits import (
            corresponds,
            derivation_over_bits,
            proof_over_bits,
            trace_over_bits,
        )

        read = self.model.origin.integers
        twin = read() if read is not None else None
        if twin is None or not corresponds(twin, self.model):
            raise Unsupported("the program cannot be read over integers")
        places = {place.name: place for place in twin.locations}
        goal = self._safety
        bad = {places[place.name]: formula for place, formula in goal.bad.items() if place.name in places}
        back = Lowered(
            twin,
            lambda trace: trace_over_bits(twin, self.model, trace),
            lambda proof: proof_over_bits(twin, self.model, proof),
            lambda derivation: derivation_over_bits(twin, self.model, derivation),
        )
        return back, Safety(goal.name, bad, goal.text)

    def integers(self) -> Prepared:
        """The same over integers, if it can be read so and corresponds to the bit-precise program."""
        back, goal = self.twin()
        prepared = self._prepared_program(back.model, goal)
        return replace(prepared, lowered=back.then(prepared.lowered))


@dataclass(frozen=True)
class Twin:
    """A program over unbounded integers, with its way back, and the property that is looked at."""

    lowered: Lowered
    goal: Safety


def _made_of(view: str) -> Iterator[str]:
    """The views that this one is made of, itself last."""
    if view == "gates of the program":
        yield "bits"
    for suffix in (WITHIN_BOUNDS, WITH_FACTS, AT_CELLS, CLOSED_FORMS):
        if view.endswith(suffix):
            yield from _made_of(view.removesuffix(suffix))
    yield view


_PREPARATIONS: Final[MappingProxyType[str, Callable[[Views], Prepared]]] = MappingProxyType(
    {
        "small blocks": Views.small_blocks,
        "small single blocks": lambda views: views.small_blocks("single"),
        "bits": Views.bits,
        "integers": Views.integers,
    }
)


Chosen = TypeVar("Chosen")


@dataclass(frozen=True)
class Task:
    """What a recipe gets: the views of the model, which of them is meant, options of its engine, and who listens."""

    views: Views
    view: str
    options: object
    announce: Listener

    def prepared(self) -> Prepared:
        return self.views.prepared(self.view)

    def gates(self) -> Gates:
        match self.view:
            case "gates of the program":
                return self.views.gates_of_program()
            case "invariant":
                return self.views.invariant()
            case plans.SMALL_VALUES:
                return self.views.small_values()
            case plans.REVERSED:
                return self.views.reversed()
            case _:
                return self.views.gates()

    def chosen(self, kind: type[Chosen]) -> Chosen:
        """The options, if they are of this kind: those of another engine leave the defaults."""
        return self.options if isinstance(self.options, kind) else kind()
