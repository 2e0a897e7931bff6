"""The plan of the house, where imports alone do not show it: who may ask what a model was read from, and cut time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

import pytest

from assay.engines.catalogue import METHODS, method
from assay.engines.explained import every_plan
from assay.engines.options import BY_ENGINE
from assay.engines.plans import GATES_OF_PROGRAM, Plan
from places import SOURCES

PACKAGE: Final = SOURCES / "assay"
# What is shown and written is worded as in the language of the input; its own readers read evidence back.
WORDING: Final = (
    "report/hardware_path.py",
    "report/json.py",
    "report/languages.py",
    "witness/hardware/evidence.py",
    "witness/write/derivation.py",
    "witness/write/document.py",
    "witness/write/smtlib.py",
    "witness/write/trace.py",
    "witness/write/vcd.py",
)

Asks = Callable[[ast.AST], bool]


def asks_for_the_format(node: ast.AST) -> bool:
    """``model.origin.format``"""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "format"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "origin"
    )


def cuts_time(node: ast.AST) -> bool:
    """``deadline.within(...)``"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "within"


def catches_failures(node: ast.AST) -> bool:
    """``except SolverFailure``, among others perhaps"""
    if not isinstance(node, ast.ExceptHandler) or node.type is None:
        return False
    return any(isinstance(name, ast.Name) and name.id == "SolverFailure" for name in ast.walk(node.type))


def imports_recipes(node: ast.AST) -> bool:
    """The methods themselves, past the catalogue."""
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").startswith("assay.engines.recipes")
    return isinstance(node, ast.Import) and any(alias.name.startswith("assay.engines.recipes") for alias in node.names)


def found(asks: Asks, *folders: str) -> set[str]:
    """The files of these folders where some node is asked for."""
    return {name for name, tree in trees(*folders) if any(asks(node) for node in ast.walk(tree))}


def trees(*folders: str) -> Iterator[tuple[str, ast.AST]]:
    for folder in folders:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_only_readers_and_checkers_ask_for_the_format() -> None:
    others = {name for name in found(asks_for_the_format, "") if not name.startswith(("frontends/", "app/"))}
    assert others - set(WORDING) == {"checking/confirming.py", "checking/proofs.py"}
    assert set(WORDING) <= others, "a file that no longer asks is to be struck off the list"


def test_only_the_portfolio_cuts_time() -> None:
    assert found(cuts_time, "engines", "checking") == {"engines/portfolio.py"}


def test_failures_of_solvers_are_caught_in_few_places() -> None:
    allowed = {"engines/loop.py", "engines/searches.py", "engines/portfolio.py"}
    assert found(catches_failures, "engines") == allowed


def test_engines_are_reached_through_the_catalogue() -> None:
    """Recipes import each other; deadlocks and short runs are looked for beside the properties, by no engine."""
    users = found(imports_recipes, "")
    assert {name for name in users if not name.startswith("engines/recipes/")} <= {"app/evidence_files.py"}


def searches(plan: Plan) -> Iterator[str]:
    for turn in plan.turns:
        if isinstance(turn.search, Plan):
            yield from searches(turn.search)
        else:
            yield turn.search


@pytest.mark.parametrize("name", METHODS)
def test_every_method_of_the_catalogue_exists(name: str) -> None:
    assert callable(method(name))


@pytest.mark.parametrize("engine", BY_ENGINE)
def test_plans_speak_of_methods_of_the_catalogue(engine: str) -> None:
    named = {search for plan in every_plan(engine).values() for search in searches(plan)}
    assert named and named - {GATES_OF_PROGRAM} <= set(METHODS)
