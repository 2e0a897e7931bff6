"""Recipes with refinement selection: value analysis, predicate abstraction, and both side by side.

``value`` tracks explicit values, ``predicate`` predicates, ``predicate+value`` both; a spurious path is sliced into all
its reasons, and ``select`` says which of them is learnt from.  In the product the analyses compete for each refinement
(``together``), or predicates are learnt only where no values help (``value-first``); or else each analysis gets the
blocks it likes best, one after the other (``in-turns``, see docs/adr/0008-selection-by-default.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import InputError, SolverFailure
from assay.core.events import Listener, PhaseStarted
from assay.core.evidence import Path
from assay.core.model import Model, Safety
from assay.core.roles import Alarm, Lowered, Stuck
from assay.core.terms import Term
from assay.core.verdict import Proof, Unknown, Verdict
from assay.domains.predicates.domain import PredicateAbstraction
from assay.domains.predicates.precision import Precision
from assay.domains.product import ProductAbstraction, ProductPrecision
from assay.domains.values.domain import ValueAbstraction, ValuePrecision
from assay.engines import recipes
from assay.engines.config import DEFAULT, Config
from assay.engines.loop import run
from assay.engines.recipes import LONGEST_PLAN, lifted
from assay.explore.unfold.explorer import QUERY_SECONDS, Options, Unfold, unfolding
from assay.explore.unfold.order import ORDERS
from assay.explore.unfold.value_search import ValueSearch
from assay.refine.paths.seeds import error_preimages
from assay.refine.selection.analyses import ALL_PREDICATES, ALL_VALUES, Part, PredicateAnalysis, ValueAnalysis
from assay.refine.selection.heuristics import Selection, selection
from assay.refine.selection.refiner import Analysis, RefinementSelection
from assay.refine.selection.value_interpolation import Operations
from assay.solve.interpolation.providers import PROVIDERS
from assay.solve.z3.solver import Z3Solver
from assay.transforms.locations.blocks import Blocks
from assay.transforms.prepare.standard import prepare

DEFAULT_SELECT: Final = "good&narrow"

VALUE_SHARE: Final = 0.4  # of the time in turns: what values decide they mostly decide soon
PREPARING_SECONDS: Final = 10.0

VALUE_SCOPE: Final = "global"
"""A variable is tracked wherever it is alive: per location, a loop of n locations takes n refinements."""

SELECTING: Final = ("value", "predicate", "predicate+value")
"""The engines that refine along paths, and so have something to select from."""


def check_selection(engine: str, select: str) -> Selection:
    """The selection that ``select`` names; an ``InputError`` if there is none such, or the engine has no paths."""
    chosen = selection(select)
    if engine not in SELECTING:
        raise InputError(
            f"the engine {engine} does not refine along paths, so there is nothing to select",
            hint=f"engines that do: {', '.join(SELECTING)}",
        )
    return chosen


def value(
    model: Model, config: Config, deadline: Deadline, announce: Listener, *, select: str = DEFAULT_SELECT
) -> Verdict:
    """Explicit values of tracked variables, explored breadth-first, refined by value interpolation."""
    explorer = ValueSearch(model, ValueAbstraction(model), deadline, announce)
    analysis = ValueAnalysis(Operations(model), ALL_VALUES)
    refiner = RefinementSelection(
        model, ((analysis,),), selection(select), deadline, seen=explorer.seen, announce=announce
    )
    return run(explorer, refiner, ValuePrecision.empty(VALUE_SCOPE), announce)


def predicate(
    model: Model, config: Config, deadline: Deadline, announce: Listener, *, select: str = DEFAULT_SELECT
) -> Verdict:
    """Predicate abstraction, unfolded forward in the chosen order, refined by selected interpolants."""
    explorer = unfolding(
        model,
        order=ORDERS[config.order],
        abstraction=config.abstraction,
        reexploration=config.reexploration,
        deadline=deadline,
        announce=announce,
    )
    chosen = selection(select)
    analysis = PredicateAnalysis(model, ALL_PREDICATES, provider_orders(chosen, config))
    refiner = RefinementSelection(model, ((analysis,),), chosen, deadline, announce=announce)
    first = Precision.empty(config.scope).extended(error_preimages(model))
    return run(explorer, refiner, first, announce)


def predicate_and_value(
    model: Model,
    config: Config,
    deadline: Deadline,
    announce: Listener,
    *,
    select: str = DEFAULT_SELECT,
    combination: str = "value-first",
) -> Verdict:
    """The product; each refinement belongs to one analysis.

    They compete for it if they work ``together``; else predicates wait until no values help.
    """
    explorer = ProductSearch(model, config, deadline, announce)
    chosen = selection(select)
    values: Analysis[ProductPrecision] = ValueAnalysis(Operations(model), VALUES)
    predicates: Analysis[ProductPrecision] = PredicateAnalysis(model, PREDICATES, provider_orders(chosen, config))
    stages = ((values, predicates),) if combination == "together" else ((values,), (predicates,))
    refiner = RefinementSelection(model, stages, chosen, deadline, seen=explorer.seen, announce=announce)
    first = ProductPrecision(ValuePrecision.empty(VALUE_SCOPE), Precision.empty(config.scope))
    return run(explorer, refiner, first, announce)


VALUES: Final[Part[ProductPrecision, ValuePrecision]] = Part(lambda both: both.values, ProductPrecision.with_values)
PREDICATES: Final[Part[ProductPrecision, Precision]] = Part(
    lambda both: both.predicates, ProductPrecision.with_predicates
)


# -- on models as they were read -------------------------------------------------------------------------------------


def decide_by_values(model: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """``value`` on small blocks, which suit it."""

    def recipe(aimed: Model) -> Verdict:
        return value(aimed, config, deadline, announce, **_asked(config))

    return _on_small_blocks(recipe, model, goal, config, deadline, announce)


def predicates_as_chosen(model: Model, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """``predicate``; unless a selection is asked for, the first reason that interpolation finds is learnt from."""
    if config.select == DEFAULT:
        return recipes.predicate(model, config, deadline, announce)
    return predicate(model, config, deadline, announce, select=config.select)


def decide_by_predicates(model: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """``predicate`` on the blocks that are asked for, by default large ones."""
    announce(PhaseStarted("preparing"))
    lowered = prepare(model, goal, blocks=config.blocks, deadline=deadline)
    return _lifted(lowered, predicates_as_chosen(lowered.model, config, deadline, announce))


def decide_by_both(model: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """``predicate+value``: values on small blocks and then predicates on large ones, or the product on small blocks."""
    if config.combination == "in-turns":
        share = deadline.within(VALUE_SHARE * min(deadline.left, LONGEST_PLAN))
        verdict = decide_by_values(model, goal, config, share, announce)
        if not isinstance(verdict, Unknown):
            return verdict
        return decide_by_predicates(model, goal, config, deadline, announce)

    def recipe(aimed: Model) -> Verdict:
        combination = config.combination
        return predicate_and_value(aimed, config, deadline, announce, combination=combination, **_asked(config))

    return _on_small_blocks(recipe, model, goal, config, deadline, announce)


def _asked(config: Config) -> dict[str, str]:
    """The selection as an argument, if one is asked for."""
    return {} if config.select == DEFAULT else {"select": config.select}


def _on_small_blocks(
    recipe: Callable[[Model], Verdict],
    model: Model,
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
) -> Verdict:
    """Chains, or single blocks if these are wanted: explicit values make little of the disjunctions in large ones."""
    announce(PhaseStarted("preparing"))
    blocks: Blocks = "single" if config.blocks == "single" else "chains"
    seconds = min(PREPARING_SECONDS, deadline.left / 3)
    lowered = prepare(
        model, goal, blocks=blocks, deadline=deadline, seconds=seconds, control_seconds=0, affine_seconds=0
    )
    return _lifted(lowered, recipe(lowered.model))


def _lifted(lowered: Lowered, verdict: Verdict) -> Verdict:
    try:
        return lifted(lowered, verdict)
    except SolverFailure as failure:
        return Unknown(f"the evidence could not be expressed over the input: {failure}", hint="try --blocks single")


def provider_orders(chosen: Selection, config: Config) -> tuple[tuple[str, ...] | None, ...]:
    """The orders of interpolation providers that give candidates: one, or each provider for itself."""
    if chosen.every_provider:
        return tuple((name,) for name in config.interpolation or PROVIDERS)
    return (config.interpolation or None,)


class ProductSearch:
    """Explorer of the product: by the quick search over values until predicates are refined."""

    def __init__(self, model: Model, config: Config, deadline: Deadline, announce: Listener) -> None:
        self._quick = ValueSearch(model, ValueAbstraction(model), deadline, announce)
        abstraction = PredicateAbstraction(model, Z3Solver, kind=config.abstraction, seconds=QUERY_SECONDS)
        self._domain = ProductAbstraction(ValueAbstraction(model), abstraction)
        options = Options(config.reexploration)
        self._thorough = Unfold(model, self._domain, ORDERS[config.order], options, announce, deadline)
        self._quick_was_last = True

    def explore(self, precision: ProductPrecision, /) -> Proof | Alarm[Path] | Stuck:
        self._quick_was_last = not precision.solved
        if self._quick_was_last:
            return self._quick.explore(precision.values)
        return self._thorough.explore(precision)

    def seen(self) -> Mapping[Term, int]:
        """The number of values that each variable had in the last exploration."""
        return self._quick.seen() if self._quick_was_last else self._domain.spread(self._thorough.live())
