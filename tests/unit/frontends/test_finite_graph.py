"""The graph format: what it reads, what it refuses and where, and the engines on what it read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.bits import ones
from assay.core.errors import InputError, Unsupported
from assay.core.events import Event, LineExecuted
from assay.core.evidence import Proof, Trace
from assay.core.model import Model
from assay.engines.recipes.guided import METHODS
from assay.frontends.finite_graph import read_graph
from assay.frontends.task import recognise
from assay.frontends.text import Source
from assay.spaces.finite.explicit import graph_of
from assay.witness.check.invariants import check_proof, check_trace
from clocks import PATIENCE
from places import OUTSIDE
from systems.bitsets import digits
from unchecked import found

VECTORS = OUTSIDE / "spec" / "vectors_fbar.json"

SMALL = """
# a comment
graph
states 0..2 7   # four of them
initial 0
bad 7
steps 0>1 1>1
steps 2>7
set low = 0..1
set none =
"""


def graph(text: str) -> Model:
    return read_graph(Source("small.graph", text))


def test_a_graph_is_read() -> None:
    assert recognise(Source("anything", SMALL)).name == "graph"
    model = graph(SMALL)
    found = graph_of(model, model.properties[0])
    assert list(ones(found.states)) == [0, 1, 2, 7]
    assert found.transitions == ((0, 1), (1, 1), (2, 7))
    assert (found.initial, list(ones(found.bad))) == (1, [7])
    assert set(model.definitions) == {"states", "low", "none"}
    assert str(model.edges[2].origin) == "small.graph:8:7"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("graph\nstates 0\ninitial 0\n", "small.graph:3:9: the file has no line 'bad'"),
        ("graph\nstates 0\nstates 1\n", "small.graph:3:1: a second line 'states'"),
        ("graph\nstates 0 x\n", "small.graph:2:10: expected a state or a range of states, found 'x'"),
        ("graph\nstates 3..1\n", "small.graph:2:8: the range 3..1 is empty"),
        ("graph\nstates 0..999999999\n", "small.graph:2:8: states are numbers below 100000"),
        ("graph\nstates 0\ninitial 1\n", "small.graph:3:9: 1 is no state of this graph"),
        ("graph\nstates 0 1\nsteps 0>1 1-0\n", "small.graph:3:11: expected a step, found '1-0'"),
        ("graph\nstates 0 1\n  steps 0>2\n", "small.graph:3:9: 2 is no state of this graph"),
        ("graph\nstates 0 1\nset 0 1\n", "small.graph:3:1: expected 'set NAME = STATES'"),
        ("graph\nstates 0\nset a = 0\nset a = 0\n", "small.graph:4:1: a second set 'a'"),
        ("graph\nstates 0\nset states = 0\n", "small.graph:3:1: a second set 'states'"),
        ("graph\nnodes 0\n", "small.graph:2:1: unknown keyword 'nodes'"),
    ],
)
def test_mistakes_have_a_position(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as failure:
        graph(text)
    assert str(failure.value).startswith(complaint)


def test_a_model_that_computes_is_no_graph() -> None:
    model = graph(SMALL)
    other = read_graph(Source("other.graph", SMALL.replace("bad 7", "bad")))
    assert not graph_of(other, other.properties[0]).bad
    with pytest.raises(Unsupported):
        graph_of(model, type(model.properties[0])("any", {model.entry: model.edges[0].guard.args[0]}))


@given(
    st.integers(1, 6).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.sets(st.tuples(*[st.integers(0, size - 1)] * 2), max_size=12),
            st.sets(st.integers(0, size - 1)),
            st.sets(st.integers(0, size - 1)),
            st.sets(st.integers(0, size - 1)),
        )
    ),
    st.sampled_from(("fixpoint", *METHODS)),
)
def test_engines_decide_graphs(
    drawn: tuple[int, set[tuple[int, int]], set[int], set[int], set[int]], engine: str
) -> None:
    size, steps, initial, bad, named = drawn
    text = f"graph\nstates 0..{size - 1}\ninitial {_list(initial)}\nbad {_list(bad)}\nset one = {_list(named)}\n"
    model = graph(text + "steps " + " ".join(f"{a}>{b}" for a, b in sorted(steps)) + "\n")
    prop = model.properties[0]
    reached, waiting = set(initial), list(initial)
    while waiting:
        state = waiting.pop()
        fresh = {b for a, b in steps if a == state} - reached
        reached |= fresh
        waiting += fresh
    evidence = found(model, prop, engine)
    if reached & bad:
        assert isinstance(evidence, Trace)
        assert check_trace(model, prop, evidence)
    else:
        assert isinstance(evidence, Proof)
        assert check_proof(model, prop, evidence, seconds=PATIENCE)


def _list(states: set[int]) -> str:
    return " ".join(map(str, sorted(states)))


def vectors() -> list[Any]:
    if not VECTORS.exists():
        return [pytest.param({}, marks=pytest.mark.skip(reason="the vectors are not present"))]
    return [pytest.param(vector, id=name) for name, vector in json.loads(VECTORS.read_text()).items()]


@pytest.mark.parametrize("vector", vectors())
def test_vectors_as_graph_files(vector: Any) -> None:
    def states(text: str) -> str:
        return " ".join(map(str, ones(digits(text or "{}"))))

    cones = dict.fromkeys(vector["mu"].values())
    sets = "".join(f"set cone{number} = {states(cone)}\n" for number, cone in enumerate(cones))
    ends = f"initial {states(vector['init'])}\nbad {states(vector['bad'])}\n"
    model = graph(f"graph\nstates {states(vector['states'])}\n{ends}steps {vector['edges']}\n{sets}")
    heard: list[Event] = []
    found(model, model.properties[0], "fbar", announce=heard.append)
    lines = [event.number for event in heard if isinstance(event, LineExecuted)]
    assert lines == [int(line.partition("]")[0].removeprefix("[line ")) for line in vector["fbar"]["trace"]]
