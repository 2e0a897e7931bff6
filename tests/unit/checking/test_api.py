"""The Python API: paths and models, options by name, strategies of one's own, and names that are imported when used."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import assay
from assay.core.budget import Deadline
from assay.core.errors import AssayError
from assay.core.events import Event, Listener, RoundStarted
from assay.core.evidence import Path as Edges
from assay.core.model import Location, Model
from assay.core.roles import Genuine, Refined, Stuck
from assay.core.terms import FALSE, ge, integer
from assay.domains.predicates.precision import Precision
from assay.explore.unfold.order import Ranking, at_the_front
from assay.refine.paths.interpolate import Interpolation
from assay.refine.selection.heuristics import Candidate, Situation
from clocks import PATIENCE
from places import EXAMPLES

HOLDS = EXAMPLES / "count-up.smt2"
VIOLATED = EXAMPLES / "overshoot.smt2"
SEVERAL = EXAMPLES / "three-questions.smt2"


@pytest.mark.parametrize("task", [str(HOLDS), HOLDS, assay.load(HOLDS)], ids=["text", "path", "model"])
def test_a_task_is_a_path_or_a_model(task: str | Path | assay.Model) -> None:
    (result,) = assay.check(task, engine="predicate", order="dfs", seconds=PATIENCE)
    assert isinstance(result.verdict, assay.Holds) and isinstance(result.verdict.evidence, assay.Proof)
    assert result.engine == "predicate" and "checked by" in result.evidence


def test_a_configuration_does_for_options() -> None:
    config = assay.configured("bounded", depth=30, seconds=PATIENCE)
    (result,) = assay.check(VIOLATED, config=config)
    assert isinstance(result.verdict, assay.Violated) and result.engine == "bounded"


def test_a_configuration_and_options_are_too_much() -> None:
    with pytest.raises(assay.InputError, match=r"leave config out: seconds, order"):
        assay.check(HOLDS, config=assay.Config(), seconds=1, order="dfs")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"engine": "predicate", "blocks": "gross"}, "blocks is one of"),
        ({"engine": "magic"}, "no engine is called 'magic'"),
        ({"order": "dfs"}, "the engine auto has no option order"),
        ({"property": "magic"}, "no property"),
    ],
    ids=lambda given: "-".join(given) if isinstance(given, dict) else "",
)
@pytest.mark.parametrize("call", [assay.check, assay.results], ids=["check", "results"])
def test_mistakes_are_told_before_anything_is_searched_for(call: Any, options: dict[str, str], message: str) -> None:
    with pytest.raises(assay.InputError, match=message):
        call(HOLDS, **options)


def test_a_missing_file_is_an_input_error() -> None:
    with pytest.raises(assay.InputError, match="missing"):
        assay.check(EXAMPLES / "missing.smt2")


def test_results_come_one_by_one_and_the_same() -> None:
    together = {result.property: type(result.verdict) for result in assay.check(SEVERAL, seconds=PATIENCE)}
    found = assay.results(SEVERAL, seconds=PATIENCE)
    first = next(found)
    assert {result.property: type(result.verdict) for result in (first, *found)} == together
    assert list(together) == [goal.name for goal in assay.load(SEVERAL).goals]


def test_one_property_is_chosen_by_name() -> None:
    name = assay.load(SEVERAL).goals[1].name
    assert [result.property for result in assay.check(SEVERAL, property=name, seconds=PATIENCE)] == [name]


def test_events_are_announced() -> None:
    heard: list[Event] = []
    assay.check(HOLDS, engine="predicate", announce=heard.append, seconds=PATIENCE)
    assert any(isinstance(event, RoundStarted) for event in heard)


def test_without_a_limit_time_passes() -> None:
    """Parts of an endless turn have an end that lies ahead."""
    (result,) = assay.check(HOLDS, engine="predicate", blocks="single")
    assert isinstance(result.verdict, assay.Holds)


# -- strategies of one's own -------------------------------------------------------------------------------------------


def by_name(model: Model) -> Ranking:
    places = sorted(model.locations, key=lambda place: place.name)
    ranks: dict[Location, int] = {place: number for number, place in enumerate(places)}
    return lambda location: ranks[location]


def few_variables(candidate: Candidate, situation: Situation) -> float:
    return len(candidate.symbols)


ORDER = assay.Order("by name", at_the_front, by_name)
HEURISTIC = assay.Heuristic("few", "few variables", few_variables)


@pytest.mark.parametrize("file", [HOLDS, VIOLATED], ids=["holds", "violated"])
@pytest.mark.parametrize(
    "strategy",
    [
        {"engine": "predicate", "order": ORDER, "blocks": "single"},
        {"engine": "predicate+value", "order": ORDER, "combination": "together"},
        {"engine": "predicate", "select": HEURISTIC},
        {"engine": "predicate", "select": assay.Selection((HEURISTIC,))},
    ],
    ids=["order", "order of both", "heuristic", "selection"],
)
def test_verdicts_by_own_strategies_are_confirmed(file: Path, strategy: dict[str, Any]) -> None:
    (result,) = assay.check(file, seconds=PATIENCE, **strategy)
    assert isinstance(result.verdict, assay.Holds if file == HOLDS else assay.Violated)
    assert result.evidence


@dataclass(frozen=True)
class Own:
    """A refiner made for a model: interpolation, told to ``heard``."""

    refiner: Interpolation
    heard: list[int]

    def refine(self, precision: Precision, path: Edges, /) -> Genuine[assay.Trace] | Refined[Precision] | Stuck:
        self.heard.append(len(path))
        return self.refiner.refine(precision, path)


@pytest.mark.parametrize("file", [HOLDS, VIOLATED], ids=["holds", "violated"])
def test_an_own_refiner_is_asked_and_its_verdict_confirmed(file: Path) -> None:
    heard: list[int] = []

    def make(model: Model, deadline: Deadline, announce: Listener) -> Own:
        return Own(Interpolation(model, None, deadline, announce=announce), heard)

    (result,) = assay.check(file, engine="predicate", blocks="single", refiner=make, seconds=PATIENCE)
    assert isinstance(result.verdict, assay.Holds if file == HOLDS else assay.Violated)
    assert heard and result.evidence


class Lying:
    """Calls every path genuine, with a run that is none."""

    def __init__(self, model: Model, deadline: Deadline, announce: Listener) -> None:
        """There is nothing to know of the model."""

    def refine(self, precision: Precision, path: Edges, /) -> Genuine[assay.Trace]:
        places = [path.edges[0].source, *(edge.target for edge in path.edges)]
        states = tuple(dict.fromkeys(place.variables, 0) for place in places)
        return Genuine(assay.Trace(states, path.edges, ({},) * len(path.edges)))


class Wild:
    """Learns nonsense: that something is below every number there is."""

    def __init__(self, model: Model, deadline: Deadline, announce: Listener) -> None:
        self._limit = 0

    def refine(self, precision: Precision, path: Edges, /) -> Refined[Precision]:
        self._limit += 1
        places = {edge.target: edge.target.variables for edge in path.edges}
        facts = {place: tuple(ge(integer(-self._limit), v) for v in own) or (FALSE,) for place, own in places.items()}
        return Refined(precision.extended(facts))


@pytest.mark.parametrize("refiner", [Lying, Wild])
def test_a_wrong_refiner_never_leads_to_a_wrong_verdict(refiner: Any) -> None:
    seconds = 2.0
    try:
        (result,) = assay.check(HOLDS, engine="predicate", blocks="single", refiner=refiner, seconds=seconds)
    except AssayError as error:
        assert isinstance(error, assay.UnsoundVerdict)
    else:
        assert not isinstance(result.verdict, assay.Violated)


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", assay.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(assay, name) is not None
    assert name in dir(assay)


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'magic'"):
        _ = getattr(assay, "ma" + "gic")


def test_type_checkers_know_every_name() -> None:
    tree = ast.parse(Path(str(assay.__file__)).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("assay.")
        for alias in node.names
    }
    assert imported == set(assay.__all__) - {"__version__"}


def test_importing_the_package_imports_nothing_else() -> None:
    program = "import sys, assay; print([name for name in sys.modules if name.startswith('assay.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_changed_models_are_models() -> None:
    model = assay.load(HOLDS)
    with pytest.raises(assay.InputError, match="states no property"):
        assay.check(replace(model, properties=()))
