"""Checks whose outcome is arranged: a toy model, and a stand-in for the engines that says what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from click.testing import CliRunner
from click.testing import Result as Output

from assay import cli
from assay.checking import Result
from assay.core.errors import InputError, Position
from assay.core.events import (
    BoundReached,
    Event,
    Explored,
    Listener,
    PathRefuted,
    PhaseStarted,
    PropertyTaken,
    RoundStarted,
)
from assay.core.evidence import Path, Proof, Trace
from assay.core.model import Edge, Goal, Location, Model, Origin, Safety
from assay.core.terms import FALSE, TRUE, add, and_, ge, gt, integer, le, lt, variable
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.engines.config import Config

X, N, STEP_SIZE = variable("x", INT), variable("n", INT), variable("size", INT)
START, LOOP, END = Location("start"), Location("loop", (X, N)), Location("end", (X, N))
ENTER = Edge("enter", START, LOOP, TRUE, {X: integer(0), N: integer(100)}, Position("toy.c", 1, 1))
STEP = Edge("step", LOOP, LOOP, and_(lt(X, N), ge(STEP_SIZE, integer(1))), {X: add(X, STEP_SIZE)})
LEAVE = Edge("leave", LOOP, END, ge(X, N))
SAFE = Safety("never negative", {END: lt(X, integer(0))})
BROKEN = Safety("never done", {END: TRUE})
TOY = Model(START, (ENTER, STEP, LEAVE), TRUE, (SAFE,), Origin("toy.c", "toy language"))

PROOF = Proof({START: TRUE, LOOP: and_(ge(X, integer(0)), le(X, add(N, integer(1)))), END: ge(X, integer(0))})
STATISTICS = {"rounds": 3, "states": 1234, "queries": 98765, "predicates": 2, "seconds exploring": 1.5}


def long_run() -> Trace:
    states = [{}, *({X: value, N: 100} for value in range(101)), {X: 100, N: 100}]
    edges = (ENTER, *(STEP,) * 100, LEAVE)
    return Trace(tuple(states), edges, ({}, *({STEP_SIZE: 1},) * 100, {}))


HOLDS = (Holds(PROOF), "inductive invariant, checked by cvc5 1.4.2")
VIOLATED = (Violated(long_run()), "a run that reaches the error, replayed by evaluation")
UNKNOWN = (Unknown("out of ideas after many attempts", {"rounds": 3}, "--order dfs, or a smaller model"), "")
UNREACHABLE = (Holds(Proof({START: TRUE, LOOP: gt(X, N), END: FALSE})), "inductive invariant, checked by cvc5 1.4.2")

EVENTS: tuple[Event, ...] = (
    PhaseStarted("bounded search"),
    BoundReached(4),
    RoundStarted(1),
    PhaseStarted("exploring"),
    Explored("alarm", {"states": 12, "queries": 80}),
    PhaseStarted("refining"),
    PathRefuted(Path((ENTER, LEAVE)), "projection", {"loop": (ge(X, integer(0)),)}),
    RoundStarted(2),
)

Deed = Callable[[], tuple[Verdict, str]]


def outcome(conclusion: tuple[Verdict, str]) -> Deed:
    return lambda: conclusion


def arrange(monkeypatch: pytest.MonkeyPatch, *deeds: Deed, model: Model = TOY) -> None:
    """From now on the file ``toy.c`` reads as a model with a property a deed, and checking them does these deeds."""
    properties = tuple(Safety(f"property {number}", SAFE.bad) for number in range(len(deeds)))
    named = dict(zip((prop.name for prop in properties), deeds, strict=True))

    def load(path: str, **reading: object) -> Model:
        if path != "toy.c":
            raise InputError("no such file", Position(path), "check the path")
        return Model(model.entry, model.edges, model.initial, properties, model.origin)

    def results(
        model: Model, goals: Sequence[Goal], config: Config, announce: Listener, *, harness: object = None
    ) -> Iterator[Result]:
        for goal in goals:
            announce(PropertyTaken(goal.name))
            for event in EVENTS:
                announce(event)
            verdict, evidence = named[goal.name]()
            yield Result(goal.name, verdict, evidence, config.engine, 1.25, STATISTICS)

    monkeypatch.setattr("assay.frontends.task.load", load)
    monkeypatch.setattr("assay.checking.results", results)


def run(arguments: Sequence[str]) -> Output:
    """The command line with these arguments, in this process."""
    return CliRunner(env={"COLUMNS": "100", "TERM": "dumb"}).invoke(cli.cli, list(arguments), prog_name="assay")
