"""The engines by name: what each decides, and of which models.

An engine takes the model as it was read and one property.  Most prepare the model first, aimed at the property, and run
a recipe on what is left of it; engines for hardware and for nets would lose by that, and look at the model itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from assay.core.budget import Deadline
from assay.core.certificates import Fixpoints
from assay.core.errors import InputError, SolverFailure, Unsupported
from assay.core.events import Listener, PhaseStarted
from assay.core.model import Goal, Model, Property, Safety, TemporalProperty
from assay.core.verdict import Argued, Unknown, Verdict, Violated
from assay.engines import fixpoint, hardware, localization, recipes, selection
from assay.engines.config import Config
from assay.engines.recipes import Recipe, lifted
from assay.engines.temporal import Decided, decide_temporal
from assay.spaces.nets.net import net_of
from assay.transforms.prepare.standard import prepare

Method = Callable[[Model, Property, Config, Deadline, Listener], Verdict]
TemporalMethod = Callable[[Model, TemporalProperty, Config, Deadline, Listener], Verdict]

# Of the time there is, what backward search over upward-closed sets gets before other engines try a net.
NET_SHARE: Final = 0.8


@dataclass(frozen=True)
class Engine:
    """A named way to decide safety, and perhaps temporal properties."""

    name: str
    summary: str
    safety: Method
    temporal: TemporalMethod | None = None

    def decide(self, model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        """A verdict about ``goal``, with evidence over the variables of ``model``; it is not yet checked."""
        if isinstance(goal, Safety):
            return self.safety(model, goal, config, deadline, announce)
        if self.temporal is None:
            able = ", ".join(engine.name for engine in ENGINES.values() if engine.temporal)
            raise InputError(f"the engine {self.name} does not decide temporal properties", hint=f"these do: {able}")
        return self.temporal(model, goal, config, deadline, announce)


def prepared(recipe: Recipe) -> Method:
    """The recipe on the model aimed at the property and simplified; its evidence is lifted back."""

    def decide(model: Model, goal: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        announce(PhaseStarted("preparing"))
        lowered = prepare(model, goal, blocks=config.blocks, deadline=deadline)
        verdict = recipe(lowered.model, config, deadline, announce)
        announce(PhaseStarted("lifting the evidence"))
        try:
            return lifted(lowered, verdict)
        except SolverFailure as failure:
            return Unknown(f"the evidence could not be expressed over the input: {failure}", hint="try --blocks single")

    return decide


def in_gates(search: str) -> Method:
    """A search over the gates of a model with one location and finitely many states."""

    def decide(model: Model, goal: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        _require_gates(search, model)
        return hardware.decide_safety(model, goal, search, deadline, announce)

    return decide


def localized(model: Model, goal: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """Localization reduction: few latches of the design at first, more as spurious paths ask for them."""
    _require_gates("localization", model)
    options = localization.Options(config.reconstruction, config.loops)
    return localization.decide_safety(model, goal, options, deadline, announce)


def localized_runs(
    model: Model, goal: TemporalProperty, config: Config, deadline: Deadline, announce: Listener
) -> Verdict:
    options = localization.Options(config.reconstruction, config.loops)
    return _verdict(localization.decide_temporal_property(model, goal, options, deadline, announce))


def over_runs(search: str) -> TemporalMethod:
    """A search for a fair run that violates the property, or fixpoints."""

    def decide(model: Model, goal: TemporalProperty, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
        return _verdict(decide_temporal(model, goal, search, deadline, announce))

    return decide


def _verdict(found: Decided | Unknown) -> Verdict:
    if isinstance(found, Unknown):
        return found
    if found.holds:
        if found.certificate is None:
            return _uncheckable("proof", found.reason)
        return Argued(found.reason, found.certificate, found.branches)
    if found.trace is None:
        return _uncheckable("refutation", found.reason)
    certificate = found.certificate if isinstance(found.certificate, Fixpoints) else None
    return Violated(found.trace, found.branches, certificate)


def _uncheckable(kind: str, reason: str) -> Unknown:
    """An answer without evidence is none: what was found, and what it lacks."""
    message = f"a {kind} was found ({reason}), but it could not be checked: time was over before there was evidence"
    return Unknown(message, hint="raise --time")


def _require_gates(engine: str, model: Model) -> None:
    if not hardware.is_hardware(model):
        message = f"the engine {engine} needs a model with one location and finitely many states"
        raise InputError(message, hint="other models: auto, predicate, directed")


def by_kind(model: Model, goal: Property, config: Config, deadline: Deadline, announce: Listener) -> Verdict:
    """What suits the model: gates for hardware, upward-closed sets for nets, turns of search and proof for the rest."""
    rest = prepared(recipes.auto)
    if hardware.is_hardware(model):
        return hardware.decide_safety(model, goal, "auto", deadline, announce)
    try:
        net_of(model, goal)
    except Unsupported:
        return rest(model, goal, config, deadline, announce)
    share = deadline.within(NET_SHARE * deadline.left)
    verdict = fixpoint.coverability(model, goal, share, announce, accelerated=config.accelerated)
    return rest(model, goal, config, deadline, announce) if isinstance(verdict, Unknown) else verdict


FIXPOINT_SUMMARIES: Final = MappingProxyType(
    {
        "fixpoint": "backward over markings for nets, else the hybrid",
        "fbar": "forward and backward fixpoints over a disjunctive domain (FBAR)",
        "cgr": "fixpoint-guided refinement, forward (CGR)",
        "cgr-dual": "the same backward (dual CGR)",
        "hybrid": "CGR, dual CGR and FBAR in turns over one domain",
        "coverability": "backward over upward-closed sets of markings, for nets",
    }
)

ENGINES: Final[Mapping[str, Engine]] = MappingProxyType(
    {
        engine.name: engine
        for engine in (
            Engine("auto", "what suits the input (default)", by_kind, over_runs("auto")),
            Engine(
                "predicate",
                "predicate abstraction: unfold forward in some --order, interpolate",
                prepared(selection.predicates_as_chosen),
            ),
            Engine(
                "directed",
                "search backward from the error by exact preimages, keep what is unreachable",
                prepared(recipes.directed),
            ),
            Engine(
                "directed-abstract",
                "the same over predicates, refined by interpolation",
                prepared(recipes.directed_abstract),
            ),
            Engine("bounded", "bounded search: finds errors, proves nothing", prepared(recipes.bounded)),
            Engine("ic3", "IC3 over gates, for hardware", in_gates("ic3"), over_runs("ic3")),
            Engine(
                "kinduction", "k-induction over gates, for hardware", in_gates("kinduction"), over_runs("kinduction")
            ),
            Engine("bdd", "decision diagrams, for hardware", in_gates("bdd"), over_runs("bdd")),
            Engine(
                "localization",
                "few latches at first, more where a spurious path asks for them, for hardware",
                localized,
                localized_runs,
            ),
            Engine(
                "value",
                "explicit values of tracked variables, refined along --select'ed paths",
                selection.decide_by_values,
            ),
            Engine(
                "predicate+value",
                "both analyses, in turns or side by side, refined along --select'ed paths",
                selection.decide_by_both,
            ),
            *(Engine(name, summary, fixpoint.RECIPES[name]) for name, summary in FIXPOINT_SUMMARIES.items()),
        )
    }
)
