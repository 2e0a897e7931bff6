"""Methods that refine along paths: predicate abstraction, value analysis, and both side by side.

``value`` tracks explicit values, ``predicate`` predicates, ``predicate+value`` both.  With a selection, a spurious path
is sliced into all its reasons, and ``select`` says which of them is learnt from.  In the product the analyses compete
for each refinement (``together``), or predicates are learnt only where no values help (``value-first``); or else each
analysis gets the blocks it likes best, one after the other (``in-turns``, see docs/adr/0008-selection-by-default.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import InputError
from assay.core.events import Listener
from assay.core.evidence import Derivation, Path, Proof, Trace, Tree
from assay.core.model import Model
from assay.core.roles import Alarm, Lowered, Proved, Refiner, Search, Stuck
from assay.core.terms import Term
from assay.domains.predicates.cubes import Cube
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.product import ProductAbstraction, ProductPrecision
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.engines.options import Predicates, Values, ValuesAndPredicates
from assay.engines.recipes.directed import first_precision
from assay.engines.searches import Conversation, Lifted, Refining
from assay.engines.views import Task
from assay.explore.unfold.explorer import QUERY_SECONDS, Options, Unfold, unfolding
from assay.explore.unfold.value_search import Explosion, ValueSearch
from assay.refine.paths.interpolate import Interpolation
from assay.refine.paths.trees import TreeInterpolation
from assay.refine.selection.analyses import ALL_PREDICATES, ALL_VALUES, Part, PredicateAnalysis, ValueAnalysis
from assay.refine.selection.domain_types import DomainType, domain_types
from assay.refine.selection.heuristics import Heuristic, Selection, selection
from assay.refine.selection.refiner import Analysis, RefinementSelection
from assay.refine.selection.value_interpolation import Operations
from assay.solve.interpolation.providers import PROVIDERS
from assay.solve.z3.solver import Z3Solver

VALUE_SCOPE: Final = "global"
"""A variable is tracked wherever it is alive: per location, a loop of n locations takes n refinements."""
DEFAULT_SELECTION: Final = "good&narrow"


def predicate(task: Task) -> Search[Proof | Trace | Derivation]:
    """Predicate abstraction, unfolded forward in the chosen order."""
    options = task.options.predicates if isinstance(task.options, ValuesAndPredicates) else task.chosen(Predicates)
    prepared = task.prepared()
    if not task.views.model.is_linear:
        return _predicate_of_derivations(prepared.lowered, options, task.announce)

    def begin(deadline: Deadline) -> Conversation[Precision, Path, Proof, Trace]:
        return predicate_conversation(prepared.model, options, deadline, task.announce)

    return Lifted(Refining(begin, task.announce), prepared.lowered.lift, task.announce)


def predicate_conversation(
    model: Model, options: Predicates, deadline: Deadline, announce: Listener
) -> Conversation[Precision, Path, Proof, Trace]:
    explorer = _unfolded(model, options, deadline, announce)
    refiner = _refiner_of_predicates(model, options, deadline, announce)
    return Conversation(explorer, refiner, first_precision(model, options.scope, announce))


def _predicate_of_derivations(
    lowered: Lowered, options: Predicates, announce: Listener
) -> Search[Proof | Trace | Derivation]:
    """The same where steps need several states: alarms are trees."""
    if options.select != "" or options.refiner is not None:
        raise InputError("clauses with several predicates in the body have no paths to select from, or to refine along")
    model = lowered.model

    def begin(deadline: Deadline) -> Conversation[Precision, Tree, Proof, Derivation]:
        explorer = Derivations(_unfolded(model, options, deadline, announce))
        refiner = TreeInterpolation(model, options.interpolation or None, deadline, announce=announce)
        return Conversation(explorer, refiner, first_precision(model, options.scope, announce))

    def lift(evidence: Proof | Derivation) -> Proof | Trace | Derivation:
        return lowered.lift_proof(evidence) if isinstance(evidence, Proof) else lowered.lift_derivation(evidence)

    return Lifted(Refining(begin, announce), lift, announce)


@dataclass(frozen=True)
class Derivations:
    """Explorer by an unfolding, of a model whose steps may need several states."""

    unfold: Unfold[Precision, Cube]

    def explore(self, precision: Precision, /) -> Proved[Proof] | Alarm[Tree] | Stuck:
        return self.unfold.derive(precision)


def _unfolded(model: Model, options: Predicates, deadline: Deadline, announce: Listener) -> Unfold[Precision, Cube]:
    return unfolding(
        model,
        order=options.exploration,
        abstraction=options.abstraction,
        reexploration=options.reexploration,
        deadline=deadline,
        announce=announce,
    )


def _refiner_of_predicates(
    model: Model, options: Predicates, deadline: Deadline, announce: Listener
) -> Refiner[Precision, Path, Trace]:
    """One of the user's; else interpolation of the whole path, unless a selection among its reasons is asked for."""
    if options.refiner is not None:
        return options.refiner(model, deadline, announce)
    if options.select == "":
        return Interpolation(model, options.interpolation or None, deadline, announce=announce)
    chosen = selected(options.select)
    analysis = PredicateAnalysis(model, ALL_PREDICATES, provider_orders(chosen, options.interpolation))
    return RefinementSelection(model, ((analysis,),), chosen, deadline, announce=announce)


def value(task: Task) -> Search[Proof | Trace]:
    """Explicit values of tracked variables, explored breadth-first, refined by value interpolation."""
    options = task.options.values if isinstance(task.options, ValuesAndPredicates) else task.chosen(Values)
    prepared = task.prepared()

    def begin(deadline: Deadline) -> Conversation[ValuePrecision, Path, Proof, Trace]:
        return value_conversation(prepared.model, options, deadline, task.announce)

    return Lifted(Refining(begin, task.announce), prepared.lowered.lift, task.announce)


def all_values(task: Task) -> Search[Proof | Trace]:
    """The values of all variables from the start: where little is left open, the program is simply run."""
    prepared = task.prepared()
    model = prepared.model

    def begin(deadline: Deadline) -> Conversation[ValuePrecision, Path, Proof, Trace]:
        everything = {location: location.variables for location in model.locations}
        first = ValuePrecision.empty(VALUE_SCOPE).extended(everything)
        return value_conversation(model, Values(), deadline, task.announce, first)

    return Lifted(Refining(begin, task.announce), prepared.lowered.lift, task.announce)


def value_conversation(
    model: Model, options: Values, deadline: Deadline, announce: Listener, first: ValuePrecision | None = None
) -> Conversation[ValuePrecision, Path, Proof, Trace]:
    """From nothing, variables whose values explode are dropped on the way; what a ``first`` precision has is kept."""
    explosion = exploding(model) if first is None else None
    explorer = ValueSearch(model, ValueAbstraction(model), deadline, announce, explosion=explosion)
    analysis = ValueAnalysis(Operations(model), ALL_VALUES)
    refiner = RefinementSelection(
        model, ((analysis,),), selected(options.select), deadline, seen=explorer.seen, announce=announce
    )
    return Conversation(explorer, refiner, first or ValuePrecision.empty(VALUE_SCOPE), resumable=True)


def exploding(model: Model) -> Explosion:
    """Counters of loops are spared: to follow a loop to its end may be all that is needed."""

    def counters() -> frozenset[Term]:
        types = domain_types(model).items()
        return frozenset(symbol for symbol, usage in types if usage is DomainType.LOOP_COUNTER)

    return Explosion(spared=counters)


def predicate_and_value(task: Task) -> Search[Proof | Trace]:
    """The product; each refinement belongs to one analysis.

    They compete for it if they work ``together``; else predicates wait until no values help.
    """
    options, prepared = task.chosen(ValuesAndPredicates), task.prepared()

    def begin(deadline: Deadline) -> Conversation[ProductPrecision, Path, Proof, Trace]:
        return product_conversation(prepared.model, options, deadline, task.announce)

    return Lifted(Refining(begin, task.announce), prepared.lowered.lift, task.announce)


def product_conversation(
    model: Model, options: ValuesAndPredicates, deadline: Deadline, announce: Listener
) -> Conversation[ProductPrecision, Path, Proof, Trace]:
    explorer = ProductSearch(model, options.predicates, deadline, announce)
    chosen = selected(options.select or DEFAULT_SELECTION)
    values: Analysis[ProductPrecision] = ValueAnalysis(Operations(model), VALUES)
    orders = provider_orders(chosen, options.interpolation)
    predicates: Analysis[ProductPrecision] = PredicateAnalysis(model, PREDICATES, orders)
    stages = ((values, predicates),) if options.combination == "together" else ((values,), (predicates,))
    refiner = RefinementSelection(model, stages, chosen, deadline, seen=explorer.seen, announce=announce)
    first = ProductPrecision(ValuePrecision.empty(VALUE_SCOPE), Precision.empty(options.scope))
    return Conversation(explorer, refiner, first)


VALUES: Final[Part[ProductPrecision, ValuePrecision]] = Part(lambda both: both.values, ProductPrecision.with_values)
PREDICATES: Final[Part[ProductPrecision, Precision]] = Part(
    lambda both: both.predicates, ProductPrecision.with_predicates
)


def selected(select: str | Selection | Heuristic) -> Selection:
    if isinstance(select, Heuristic):
        return Selection((select,))
    return selection(select) if isinstance(select, str) else select


def provider_orders(chosen: Selection, interpolation: tuple[str, ...]) -> tuple[tuple[str, ...] | None, ...]:
    """The orders of interpolation providers that give candidates: one, or each provider for itself."""
    if chosen.every_provider:
        return tuple((name,) for name in interpolation or PROVIDERS)
    return (interpolation or None,)


class ProductSearch:
    """Explorer of the product: by the quick search over values until predicates are refined."""

    def __init__(self, model: Model, options: Predicates, deadline: Deadline, announce: Listener) -> None:
        self._quick = ValueSearch(model, ValueAbstraction(model), deadline, announce, explosion=exploding(model))
        abstraction = PredicateAbstraction(model, Z3Solver, kind=options.abstraction, seconds=QUERY_SECONDS)
        self._domain = ProductAbstraction(ValueAbstraction(model), abstraction)
        how = Options(options.reexploration)
        self._thorough = Unfold(model, self._domain, options.exploration, how, announce, deadline)
        self._quick_was_last = True

    def explore(self, precision: ProductPrecision, /) -> Proved[Proof] | Alarm[Path] | Stuck:
        self._quick_was_last = not precision.solved
        if self._quick_was_last:
            return self._quick.explore(precision.values)
        return self._thorough.explore(precision.with_values(precision.values.without(self._quick.dropped)))

    def seen(self) -> Mapping[Term, int]:
        """The number of values that each variable had in the last exploration."""
        return self._quick.seen() if self._quick_was_last else self._domain.spread(self._thorough.live())
