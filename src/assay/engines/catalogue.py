"""The engines by name: what each decides, its options, and its plan for the model at hand.

A plan speaks of methods by name; ``METHODS`` has the recipe of each.  An engine by itself is a plan of one turn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

from assay.core.errors import InputError, Unsupported
from assay.core.events import Listener
from assay.core.evidence import Evidence
from assay.core.model import Ctl, Safety
from assay.core.roles import Search
from assay.core.temporal import is_universal
from assay.engines import options as of
from assay.engines import plans
from assay.engines.config import Config
from assay.engines.options import Options, chosen, known
from assay.engines.plans import Plan, Turn, alone
from assay.engines.portfolio import Turns
from assay.engines.views import BLOCK_VIEWS, CLAUSES, Task, Views
from assay.transforms.temporal.violations import path_formula

Recipe = Callable[[Task], Search[Evidence]]
Planning = Callable[[Views, Options], Plan]

# Module and function of each recipe: imported when its first turn comes, for most are never needed.
METHODS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "bounded search": ("directed", "bounded"),
        "bounded derivations": ("clauses", "derivations"),
        "Spacer": ("clauses", "spacer"),
        "bounds": ("bounds", "Bounds"),
        "summaries": ("summaries", "summaries"),
        "summaries with equations": ("summaries", "summaries_with_equations"),
        "equations by cases": ("summaries", "equations_by_cases"),
        "backward proof": ("directed", "directed"),
        "proof": ("directed", "proof_of_program"),
        "proof over closed forms": ("loops", "proof_over_closed_forms"),
        "backward search over predicates": ("directed", "directed_over_predicates"),
        "predicates": ("paths", "predicate"),
        "values": ("paths", "value"),
        "all values": ("paths", "all_values"),
        "predicates and values": ("paths", "predicate_and_value"),
        "runs of growing length": ("hardware", "bounded_gates"),
        "k-induction": ("hardware", "kinduction"),
        "random walks": ("hardware", "random_walks"),
        "long runs": ("hardware", "long_runs"),
        "IC3": ("hardware", "ic3"),
        "decision diagrams": ("hardware", "diagrams"),
        "events": ("hardware", "events"),
        "fixpoints": ("temporal", "fixpoints"),
        "fixpoints, or a lasso": ("temporal", "fixpoints_or_lasso"),
        "decision diagrams of runs": ("temporal", "diagrams_of_runs"),
        "lassos of growing length": ("temporal", "growing_lassos"),
        "IC3 of fair rounds": ("temporal", "FairRounds"),
        "localization": ("localization", "localization"),
        "localization of runs": ("localization", "localization_of_runs"),
        "localization of branching": ("localization", "localization_of_branching"),
        "coverability": ("nets", "coverability"),
        "cgr": ("fixpoint", "cgr"),
        "cgr-dual": ("fixpoint", "cgr_dual"),
        "fbar": ("fixpoint", "fbar"),
        "hybrid": ("fixpoint", "hybrid"),
    }
)


def method(name: str) -> Recipe:
    """The recipe of the method."""
    module, function = METHODS[name]
    found: Recipe = getattr(import_module(f"assay.engines.recipes.{module}"), function)
    return found


# Those that know steps with uses: all others are for models that have runs.
OF_DERIVATIONS: Final = frozenset(
    ("bounded derivations", "equations by cases", "predicates", "Spacer", "summaries", "summaries with equations")
)


# A formula that adds more latches than this to the design is rather decided by fixpoints, if it is one of CTL.
FEW_ADDED: Final = 5


@dataclass(frozen=True)
class Engine:
    """A named way to decide safety, and perhaps temporal properties, of some ``inputs``, after some ``paper``."""

    name: str
    summary: str
    safety: Planning
    temporal: Planning | None = None
    inputs: str = "every input"
    paper: str = ""
    derivations: bool = False
    """Does it decide models with steps from several states?"""

    @property
    def options(self) -> type[Options]:
        return of.BY_ENGINE[self.name]

    def plan(self, views: Views, options: Options) -> Plan:
        if not (views.model.is_linear or self.derivations):
            able = ", ".join(engine.name for engine in ENGINES.values() if engine.derivations)
            message = f"the engine {self.name} does not decide clauses with several predicates in the body"
            raise InputError(message, hint=f"these do: {able}")
        if isinstance(views.goal, Safety):
            return self.safety(views, options)
        if self.temporal is None:
            able = ", ".join(engine.name for engine in ENGINES.values() if engine.temporal)
            raise InputError(f"the engine {self.name} does not decide temporal properties", hint=f"these do: {able}")
        return self.temporal(views, options)


def decides_calls(config: Config) -> bool:
    """Does the chosen engine decide programs whose functions are called, not copied?"""
    known("engine", config.engine, ENGINES)
    return ENGINES[config.engine].derivations


def search(views: Views, config: Config, announce: Listener, *, seconds: float) -> Turns[Evidence]:
    """The search of the chosen engine for evidence about the views' property of the model as it was read.

    It may expect so many ``seconds`` in all.
    """

    def begin(turn: Turn) -> Search[Evidence]:
        if isinstance(turn.search, Plan):
            return Turns(turn.search, begin, announce)
        if turn.search == plans.GATES_OF_PROGRAM:
            circuit = views.gates_of_program().circuit
            return Turns(plans.gates_of_program(len(circuit.latches), circuit.gates), begin, announce)
        if not views.model.is_linear and turn.search not in OF_DERIVATIONS:
            raise Unsupported(f"{turn.search} is for models that have runs, not for steps from several states")
        return method(turn.search)(Task(views, turn.view, config.options, announce))

    known("engine", config.engine, ENGINES)
    return Turns(ENGINES[config.engine].plan(views, config.options), begin, announce, seconds=seconds)


def configured(
    engine: str = "auto",
    *,
    seconds: float = math.inf,
    jobs: int = 1,
    execute: bool = False,
    no_execute: bool = False,
    **options: Any,
) -> Config:
    """The engine with options of its own; one that it does not have is refused by name."""
    return Config(engine, chosen(engine, options), seconds, jobs, execute, no_execute)


# -- plans by what the model is ----------------------------------------------------------------------------------------


def what_suits(views: Views, options: Options) -> Plan:
    """What suits the model, without the methods that the options leave out."""
    without = options.without if isinstance(options, of.Automatic) else ()
    plan = plans.left_out(_what_suits(views), without)
    if not plan.turns:
        raise InputError(f"without {', '.join(without)} no method for this input is left")
    return plan


def _what_suits(views: Views) -> Plan:
    """Gates for hardware, upward-closed sets for nets, turns of search and proof for the rest."""
    if not views.model.is_linear:
        return plans.CALLS if views.is_program else plans.DERIVATIONS
    if views.is_program:
        plan = plans.LARGE_PROGRAM if len(views.model.edges) > plans.LARGE else plans.PROGRAM
        if views.has_floats:
            plan = plans.NUMERIC_PROGRAM
        arrays = any(v.sort.is_array for place in views.model.locations for v in place.variables)
        return plans.with_memory(plan) if arrays else plan
    if views.is_finite:
        return over_gates(views)
    return plans.NET if views.is_net else plans.HORN


def over_gates(views: Views) -> Plan:
    gates = views.gates()
    plan = plans.gates(len(gates.circuit.latches), gates.circuit.gates)
    if len(gates.circuit.latches) <= plans.SOME_LATCHES and gates.choices:
        return plans.gates_with_events(plan)
    try:
        turned = views.reversed().circuit
    except Unsupported:
        return plan
    return plans.gates_turned(len(turned.latches), turned.gates, plan)


def _alone_on_gates(method: str) -> Planning:
    def plan(views: Views, options: Options) -> Plan:
        if not views.is_finite:
            message = f"the engine {method} needs a model with one location and finitely many states"
            raise InputError(message, hint="other models: auto, predicate, directed")
        return alone(method, "gates")

    return plan


def _on_blocks(method: str, suffix: str = "") -> Planning:
    """The method alone, on the blocks that its options ask for."""

    def plan(views: Views, options: Options) -> Plan:
        return alone(method, BLOCK_VIEWS[getattr(options, "blocks", "large")] + suffix)

    return plan


def _clauses(views: Views) -> str:
    """The view of a model with steps from several states: for a program that calls functions, one of its own."""
    if not views.is_program:
        return CLAUSES
    return "bits" if views.has_floats else "integers"


def _predicates(views: Views, options: Options) -> Plan:
    return _on_blocks("predicates")(views, options) if views.model.is_linear else alone("predicates", _clauses(views))


def _summaries(views: Views, options: Options) -> Plan:
    return alone("summaries", BLOCK_VIEWS["large"] + " within bounds" if views.model.is_linear else _clauses(views))


def _bounded(views: Views, options: Options) -> Plan:
    if views.model.is_linear:
        return _on_blocks("bounded search")(views, options)
    return alone("bounded derivations", _clauses(views))


def _spacer(views: Views, options: Options) -> Plan:
    view = _clauses(views) if not views.model.is_linear else "integers" if views.is_program else "large blocks"
    return alone("Spacer", view)


def _values(views: Views, options: Options) -> Plan:
    single = getattr(options, "blocks", "") == "single"
    return alone("values", "small single blocks" if single else "small blocks")


def _both(views: Views, options: Options) -> Plan:
    assert isinstance(options, of.ValuesAndPredicates)
    small = "small single blocks" if options.blocks == "single" else "small blocks"
    if options.combination != "in-turns":
        return alone("predicates and values", small)
    names = {"small blocks": small, "large blocks": BLOCK_VIEWS[options.blocks]}
    plan = plans.PROGRAM_BY_BOTH if views.is_program else plans.BY_BOTH
    turns = tuple(replace(turn, view=names.get(turn.view, turn.view)) for turn in plan.turns)
    return replace(plan, turns=turns)


def _fixpoint(views: Views, options: Options) -> Plan:
    return plans.NET_BY_FIXPOINTS if views.is_net else alone("hybrid", "sets")


# -- plans for temporal properties -------------------------------------------------------------------------------------


def _invariant(views: Views) -> tuple[Plan, bool] | None:
    """The plan for the invariant that the property states, and whether that is all it states."""
    try:
        gates = views.invariant()
    except Unsupported:
        return None
    return plans.invariant(len(gates.circuit.latches), gates.circuit.gates), gates.exact


def fair_runs(views: Views, options: Options) -> Plan:
    """Holds iff there is no fair run that violates it; or if it is an invariant of all runs, fair or not."""
    goal = views.goal
    if views.has_numbers:
        return plans.OF_NUMBERS
    if isinstance(goal, Ctl) and path_formula(goal) is None:
        return alone("fixpoints", "branching")
    found = _invariant(views)
    if found is not None and found[1]:
        return found[0]
    runs = views.runs()
    by_fixpoints = isinstance(goal, Ctl) and not views.model.compassion and runs.added > FEW_ADDED
    return plans.fair_runs(
        len(runs.circuit.latches),
        runs.circuit.gates,
        diagrams="fixpoints, or a lasso" if by_fixpoints else "decision diagrams of runs",
        invariant=found[0] if found is not None else None,
    )


def _fair_runs_by(*methods: str) -> Planning:
    """The same by some methods only, after an invariant was tried."""

    def plan(views: Views, options: Options) -> Plan:
        goal = views.goal
        diagrams = methods == ("decision diagrams of runs",)
        if isinstance(goal, Ctl) and (path_formula(goal) is None or (diagrams and not views.model.compassion)):
            return alone("fixpoints", "branching")
        turns = tuple(Turn(method, "runs") for method in methods)
        found = _invariant(views)
        if found is None:
            return plans.fair_runs_by(turns)
        return found[0] if found[1] else plans.invariant_first(found[0], turns, plans.INVARIANT_SHARE)

    return plan


_by_diagrams: Final = _fair_runs_by("decision diagrams of runs")


def _localized(views: Views, options: Options) -> Plan:
    """What holds of an abstraction holds of the design; what is outside of ACTL is decided on the whole design."""
    goal = views.goal
    if isinstance(goal, Ctl) and not is_universal(goal.formula):
        return _by_diagrams(views, options)
    try:
        views.runs()
    except Unsupported:
        return alone("localization of branching", "branching")
    found = _invariant(views)
    if found is None:
        return alone("localization of runs", "runs")
    invariant = alone("localization", "invariant")
    turns = (Turn("localization of runs", "runs"),)
    return invariant if found[1] else plans.invariant_first(invariant, turns, plans.LOCALIZED_SHARE)


# -- the engines -------------------------------------------------------------------------------------------------------


HARDWARE: Final = "hardware: one location and finitely many states"
NETS: Final = "Petri nets and MIST specifications"
LAYERS: Final = (
    "Barner, Geist, Gringauze: Symbolic localization reduction with reconstruction layering and backtracking, CAV 2002"
)
CGR: Final = "Cousot, Ganty, Raskin: Fixpoint-guided abstraction refinements, SAS 2007"
FBAR: Final = "Ranzato, Rossi Doria, Tapparo: A forward-backward abstraction refinement algorithm, VMCAI 2008"
SELECTION: Final = "Beyer, Löwe, Wendler: Refinement selection, SPIN 2015"


def _fixpoint_engine(name: str, summary: str, paper: str) -> Engine:
    return Engine(name, summary, lambda views, options: alone(name, "sets"), paper=paper)


ENGINES: Final[Mapping[str, Engine]] = MappingProxyType(
    {
        engine.name: engine
        for engine in (
            Engine("auto", "what suits the input (default)", what_suits, fair_runs, derivations=True),
            Engine(
                "predicate",
                "predicate abstraction: unfold forward in some --order, interpolate",
                _predicates,
                paper="Henzinger, Jhala, Majumdar, McMillan: Abstractions from proofs, POPL 2004; Gupta, Popeea, "
                "Rybalchenko: Solving recursion-free Horn clauses over LI+UIF, APLAS 2011",
                derivations=True,
            ),
            Engine(
                "directed",
                "search backward from the error by exact preimages, keep what is unreachable",
                _on_blocks("backward proof", " within bounds"),
                paper="Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014",
            ),
            Engine(
                "directed-abstract",
                "the same over predicates, refined by interpolation",
                _on_blocks("backward search over predicates", " within bounds"),
                paper="Cimatti, Griggio, Mover, Tonetta: IC3 modulo theories via implicit predicate abstraction, "
                "TACAS 2014",
            ),
            Engine(
                "summaries",
                "the same with facts that are derivable, for steps from several states too",
                _summaries,
                paper="Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014",
                derivations=True,
            ),
            Engine(
                "bounded",
                "bounded search: finds errors, and proves programs whose runs all end",
                _bounded,
                paper="Biere, Cimatti, Clarke, Zhu: Symbolic model checking without BDDs, TACAS 1999",
                derivations=True,
            ),
            Engine(
                "spacer",
                "z3's engine for Horn clauses, in a process of its own",
                _spacer,
                paper="Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014",
                derivations=True,
            ),
            Engine(
                "ic3",
                "IC3 over gates, for hardware",
                _alone_on_gates("IC3"),
                _fair_runs_by("lassos of growing length", "IC3 of fair rounds"),
                HARDWARE,
                "Bradley: SAT-based model checking without unrolling, VMCAI 2011",
            ),
            Engine(
                "kinduction",
                "k-induction over gates, for hardware",
                _alone_on_gates("k-induction"),
                _fair_runs_by("lassos of growing length"),
                HARDWARE,
                "Sheeran, Singh, Stalmarck: Checking safety properties using induction and a SAT-solver, FMCAD 2000",
            ),
            Engine(
                "bdd",
                "decision diagrams, for hardware",
                _alone_on_gates("decision diagrams"),
                _by_diagrams,
                HARDWARE,
                "Burch, Clarke, McMillan, Dill, Hwang: Symbolic model checking: 10^20 states and beyond, LICS 1990",
            ),
            Engine(
                "localization",
                "few latches at first, more where a spurious path asks for them, for hardware",
                _alone_on_gates("localization"),
                _localized,
                HARDWARE,
                LAYERS,
            ),
            Engine(
                "value",
                "explicit values of tracked variables, refined along --select'ed paths",
                _values,
                paper="Beyer, Löwe: Explicit-state software model checking based on CEGAR and interpolation, FASE 2013",
            ),
            Engine(
                "predicate+value",
                "both analyses, in turns or side by side, refined along --select'ed paths",
                _both,
                paper=SELECTION,
            ),
            Engine("fixpoint", "backward over markings for nets, else the hybrid", _fixpoint, paper=CGR),
            _fixpoint_engine("fbar", "forward and backward fixpoints over a disjunctive domain (FBAR)", FBAR),
            _fixpoint_engine("cgr", "fixpoint-guided refinement, forward (CGR)", CGR),
            _fixpoint_engine("cgr-dual", "the same backward (dual CGR)", CGR),
            _fixpoint_engine("hybrid", "CGR, dual CGR and FBAR in turns over one domain", f"{CGR}; {FBAR}"),
            Engine(
                "coverability",
                "backward over upward-closed sets of markings, for nets",
                lambda views, options: alone("coverability", "net"),
                inputs=NETS,
                paper="Abdulla, Cerans, Jonsson, Tsay: General decidability theorems for infinite-state systems, "
                "LICS 1996",
            ),
        )
    }
)
