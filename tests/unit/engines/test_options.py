"""Options of engines: every engine takes its own, refuses all others by name, and says what each is for."""

from __future__ import annotations

from typing import Any, Final

import pytest

from assay.core.errors import InputError
from assay.core.terms import TRUE
from assay.engines import plans
from assay.engines.catalogue import ENGINES, configured
from assay.engines.config import Config
from assay.engines.explained import ORDERS_IN_WORDS, explained, listed
from assay.engines.options import ALL_NAMES, BY_ENGINE, Automatic, Predicates, having, reason
from assay.explore.unfold.order import BFS, ORDERS
from assay.refine.paths.interpolate import Interpolation
from assay.refine.selection.heuristics import HEURISTICS, selection

# A value of each option that is no engine's default.
OTHER: Final[dict[str, Any]] = {
    "accelerated": True,
    "without": ("Spacer", "bounded search"),
    "order": "dfs",
    "abstraction": "boolean",
    "reexploration": "lazy",
    "scope": "global",
    "blocks": "single",
    "select": "good&deep",
    "interpolation": ("farkas", "spacer"),
    "refiner": lambda model, deadline, announce: Interpolation(model),
    "depth": 7,
    "reconstruction": "sat",
    "loops": "naive",
    "combination": "together",
    "debug": True,
}


def test_there_is_a_value_for_every_option() -> None:
    assert set(OTHER) == set(ALL_NAMES)


def test_every_engine_of_the_catalogue_has_options() -> None:
    assert tuple(BY_ENGINE) == tuple(ENGINES)
    assert all(engine.name == name and engine.options is BY_ENGINE[name] for name, engine in ENGINES.items())


@pytest.mark.parametrize("option", ALL_NAMES)
@pytest.mark.parametrize("engine", BY_ENGINE)
def test_an_option_is_taken_or_refused_by_name(engine: str, option: str) -> None:
    if engine in having(option):
        config = configured(engine, **{option: OTHER[option]})
        assert getattr(config.options, option) == OTHER[option] != BY_ENGINE[engine].default(option)
        return
    with pytest.raises(InputError) as refused:
        configured(engine, **{option: OTHER[option]})
    assert refused.value.message == f"the engine {engine} has no option {option}"
    assert refused.value.hint == f"engines that do: {', '.join(having(option))}"


def test_an_option_of_no_engine_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InputError, match=r"no engine has an option dark-magic \(known: accelerated, without, order"):
        configured("predicate", dark_magic=1)


@pytest.mark.parametrize(
    ("engine", "option", "value", "message"),
    [
        ("predicate", "blocks", "gross", "blocks is one of large, chains, single, not 'gross'"),
        ("value", "blocks", "large", "blocks is one of chains, single, not 'large'"),
        ("predicate", "order", "magic", "no order is called 'magic'"),
        ("predicate", "order", 5, "no order is called 5"),
        ("predicate", "select", "good&magic", "no refinement heuristic is called 'magic'"),
        ("predicate", "select", 5, "select is a text such as good&narrow, a selection or a heuristic, not 5"),
        ("auto", "without", "Spacer", "without is a list of names, not 'Spacer'"),
        ("auto", "without", ("magic",), "no method is called 'magic'"),
        ("predicate", "interpolation", "farkas", "interpolation is a list of names, not 'farkas'"),
        ("predicate", "interpolation", ["magic"], "no interpolation is called 'magic'"),
        ("predicate", "refiner", "magic", "refiner is a function of a model, a deadline and a listener, not 'magic'"),
        ("predicate", "abstraction", TRUE, "abstraction is one of cartesian, boolean, not "),
        ("bounded", "depth", -1, "depth is a number of at least 0, not -1"),
        ("bounded", "depth", True, "depth is a number of at least 0, not True"),
        ("bounded", "depth", "7", "depth is a number of at least 0, not '7'"),
        ("coverability", "accelerated", 1, "accelerated is true or false, not 1"),
        ("auto", "seconds", "soon", "seconds is a number of at least 0, not 'soon'"),
        ("auto", "seconds", float("nan"), "seconds is a number of at least 0, not nan"),
        ("auto", "jobs", 0, "jobs is a number of at least 1, not 0"),
        ("magic", "seconds", 1, "no engine is called 'magic'"),
    ],
)
def test_wrong_values_are_refused(engine: str, option: str, value: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        configured(engine, **{option: value})
    assert refused.value.message.startswith(message)


def test_strategies_may_be_objects() -> None:
    options = configured("predicate", order=BFS, select=HEURISTICS["deep"], interpolation=["farkas"]).options
    assert isinstance(options, Predicates)
    assert options.exploration is BFS and options.interpolation == ("farkas",)
    chosen = selection("good")
    assert configured("value", select=chosen) == configured("value", select=chosen)


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_a_configuration_without_options_has_the_defaults_of_its_engine(engine: str) -> None:
    assert Config(engine) == configured(engine)
    assert type(Config(engine).options) is BY_ENGINE[engine]


def test_options_of_another_engine_are_refused() -> None:
    with pytest.raises(InputError, match="no options of the engine predicate"):
        Config("predicate", Automatic(accelerated=True))


# -- in words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_every_option_says_what_it_is_for(engine: str) -> None:
    options = BY_ENGINE[engine]
    assert set(options.reasons()) == set(options.names())
    assert all(len(reason(options, option)) > 20 for option in options.names())


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_an_engine_is_explained(engine: str) -> None:
    paragraphs = list(explained(engine))
    heads = [paragraph.head.strip() for paragraph in paragraphs]
    assert heads[0] == f"{engine}:" and "plan" in heads
    assert {head.removeprefix("--") for head in heads} >= set(BY_ENGINE[engine].names())
    assert ("--explain" in heads) == BY_ENGINE[engine].explains
    assert all(paragraph.text for paragraph in paragraphs[1:] if paragraph.indent)


def test_plans_show_shares_units_and_limits() -> None:
    words = [paragraph.text for paragraph in explained("auto")]
    least = plans.PROGRAM.turns[0].least
    assert f"bounded search over bits: 2%, {least:g} s at least" in words
    assert "backward proof (large blocks within bounds): all that is left" in words
    assert f"k-induction (gates): {plans.INDUCTION.share:g} units, 8 s in all at most" in words
    assert f"random walks (gates): {plans.WALKS.share:g} units, 8 s in all at most" in words
    assert "long runs (gates): 0.5 units, 10 s in all at most, not in the first 3 rounds" in words


def test_everything_with_a_name_is_listed() -> None:
    assert set(ORDERS_IN_WORDS) == set(ORDERS)
    heads = {paragraph.head.strip() for paragraph in listed()}
    assert heads >= {*ENGINES, *ORDERS, *HEURISTICS}


def test_an_engine_that_does_not_exist_is_not_explained() -> None:
    with pytest.raises(InputError, match=r"no engine is called 'magic' \(known: auto, "):
        explained("magic")
