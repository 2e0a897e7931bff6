"""Runs of designs on the terminal: what changes, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings

from assay.core.circuit_answers import Run, simulate
from assay.core.evidence import Assignment, Trace
from assay.core.model import Edge, Location, Word
from assay.core.slicing.relevance import relevant
from assay.core.terms import variable
from assay.core.terms.arrays import const_array, store
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import Evaluation
from assay.core.terms.sorts import BOOL, array, bitvector
from assay.core.verdict import Violated
from assay.explore.circuit.kinduction import Induction
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.report.branches import violation_lines
from assay.report.hardware_path import deciding_steps, grouped, path_lines, shortened, title
from assay.transforms.circuit.bitblast import circuit_of
from hardware import Aig, circuits
from health import ONE_FOLDER
from unchecked import first

SMV = """
MODULE main VAR c : {red, green}; n : -2..5; w : word[8]; b : boolean; IVAR go : boolean;
ASSIGN init(c) := red; next(c) := go ? green : c; init(n) := 0; next(n) := n > -2 ? n - 1 : n;
init(w) := 0ud8_17; next(w) := w + 0ud8_1; init(b) := FALSE; next(b) := b;
INVARSPEC !(c = green & n = -2)
"""


def found(text: str) -> tuple[Trace, list[str]]:
    model = smv_model(Source("x.smv", text))
    blasted = circuit_of(model)
    run = first(Induction(blasted.circuit, blasted.circuit.bads[0]))
    assert isinstance(run, Run)
    trace = blasted.trace(simulate(blasted.circuit, run))
    return trace, path_lines(model, trace)


def test_a_step_in_the_middle_that_decides_is_shown() -> None:
    """The key counts at step 17 only, and the alarm comes twenty steps later."""
    model = smv_model(
        Source(
            "x.smv",
            "MODULE main VAR t : 0..50; armed : boolean; IVAR key : boolean; ASSIGN init(t) := 0; "
            "next(t) := t < 50 ? t + 1 : t; init(armed) := FALSE; next(armed) := armed | (t = 17 & key); "
            "INVARSPEC !(armed & t = 37)",
        )
    )
    (goal,) = model.properties
    run = first(Induction(circuit_of(model).circuit, circuit_of(model).circuit.bads[0]))
    assert isinstance(run, Run)
    trace = circuit_of(model).trace(simulate(circuit_of(model).circuit, run))
    (key,) = model.inputs
    quiet = tuple({**step, key: number == 17} for number, step in enumerate(trace.inputs))
    trace = replace(trace, inputs=quiet)
    assert deciding_steps(trace, goal.bad[model.entry]) == (17,)
    lines = violation_lines(model, goal, Violated(trace), whole=False)
    place = next(k for k, line in enumerate(lines) if line.startswith("step 17"))
    assert "key (input)  FALSE -> TRUE" in lines[place + 1]
    assert lines[place - 1] == "... 5 more steps ..." and not any(line.startswith("step 18") for line in lines)
    lasso = replace(trace, loop=0)
    assert deciding_steps(lasso, goal.bad[model.entry]) == ()


def test_names_and_numbers() -> None:
    assert found(SMV)[1] == [
        "step 0  c           red",
        "        n           0",
        "        w           0ud8_17",
        "        b           FALSE",
        "        go (input)  TRUE",
        "step 1  c           red -> green",
        "        n           0 -> -1",
        "        w           0ud8_17 -> 0ud8_18",
        "step 2  n           -1 -> -2",
        "        w           0ud8_18 -> 0ud8_19",
        "        go (input)  TRUE -> FALSE",
    ]


def test_words() -> None:
    assert [Word(8).text(200), Word(8, signed=True).text(200), Word(8, signed=True).text(56)] == [
        "0ud8_200",
        "-0sd8_56",
        "0sd8_56",
    ]


ARRAY = """
MODULE main VAR bits : array 0..1 of boolean; cell : store(bits[0]); other : 0..3; free : {x, y};
ASSIGN init(bits[0]) := FALSE; next(bits[0]) := TRUE; init(bits[1]) := TRUE; next(bits[1]) := bits[1];
init(other) := 2; next(other) := 3;
INVARSPEC !cell.kept
MODULE store(given) VAR kept : boolean; ASSIGN init(kept) := FALSE; next(kept) := {kept, given};
"""


def test_elements_and_parts_have_their_own_names_and_only_what_matters_is_shown() -> None:
    model = smv_model(Source("x.smv", ARRAY))
    trace, _ = found(ARRAY)
    lines = path_lines(model, trace, relevant=relevant(model, model.properties[0]))
    assert lines == [
        "step 0  bits[0]    FALSE",
        "        cell.kept  FALSE",
        "step 1  bits[0]    FALSE -> TRUE",
        "step 2  cell.kept  FALSE -> TRUE",
    ]
    # Without the property everything is shown, but no choice without a name.
    names = {line[8:].split()[0] for line in path_lines(model, trace)}
    assert names == {"bits[0]", "bits[1]", "cell.kept", "other", "free"}


def test_loops_are_marked() -> None:
    model = smv_model(Source("x.smv", "MODULE main VAR n : 0..3; ASSIGN init(n) := 0; next(n) := n = 3 ? 2 : n + 1;"))
    (edge,), (n,) = model.edges, model.entry.variables
    states: list[Assignment] = [{n: value} for value in (0, 1, 2, 3, 2)]
    trace = Trace(tuple(states), (edge,) * 4, ({},) * 4, 2)
    assert path_lines(model, trace) == [
        "step 0  n  0",
        "step 1  n  0 -> 1",
        "step 2  the loop begins here",
        "        n  1 -> 2",
        "step 3  n  2 -> 3",
        "step 4  n  3 -> 2",
        "        this is the state of step 2: from here the run repeats",
    ]
    assert title(trace).startswith("a run of 4 steps, the last 2 again and again")
    still = Trace(tuple(states[:2]), (edge,), ({},), 0)
    assert title(still).startswith("a run of 1 step, the last one again and again")


def test_turns_that_show_nothing_new_are_left_out() -> None:
    """A toggling bit beside a counter of five: without the counter, two steps are all there is to see."""
    text = "MODULE main VAR b : boolean; n : 0..4; ASSIGN init(b) := TRUE; next(b) := !b; next(n) := n;"
    model = smv_model(Source("x.smv", text))
    (edge,), (b, n) = model.edges, model.entry.variables
    states: list[Assignment] = [{b: k % 2 == 0, n: k % 5} for k in range(14)]
    trace = Trace(tuple(states), (edge,) * 13, ({},) * 13, 3)
    short = shortened(trace, {b})
    assert (len(short.states), len(short.edges), len(short.inputs), short.loop) == (3, 2, 2, 0)
    assert shortened(trace, {b, n}).loop == 0 and len(shortened(trace, {b, n}).edges) == 10
    other = shortened(replace(trace, inputs=({n: 1}, *({n: 0},) * 12)), {b, n})
    assert other.loop == 1 and len(other.edges) == 11
    assert shortened(replace(trace, loop=None), {b}) == replace(trace, loop=None)
    assert path_lines(model, replace(trace, loop=None), relevant={n})[:2] == ["step 0   n  0", "step 1   n  0 -> 1"]


def test_the_terminal_and_a_file_show_the_same_run() -> None:
    """A bit beside a counter of five: with both the run repeats after ten steps, and the terminal says so."""
    text = "MODULE main VAR b : boolean; n : 0..4; ASSIGN init(b) := TRUE; next(b) := !b; next(n) := n; LTLSPEC G b"
    model = smv_model(Source("x.smv", text))
    (edge,), (b, n), (goal,) = model.edges, model.entry.variables, model.temporal
    states: list[Assignment] = [{b: k % 2 == 0, n: k % 5} for k in range(24)]
    verdict = Violated(Trace(tuple(states), (edge,) * 23, ({},) * 23, 3))
    shown, written = (violation_lines(model, goal, verdict, whole=whole) for whole in (False, True))
    assert written[0] == "a run of 10 steps, the last 10 again and again: the first state in full, then what changes"
    assert shown[0].startswith(
        "a run of 2 steps, the last 2 again and again "
        "(with the signals that do not matter: 10 steps, the last 10 again and again): "
    )
    same = Violated(replace(verdict.trace, states=tuple({b: k % 2 == 0, n: 0} for k in range(24))))
    shown, written = (violation_lines(model, goal, same, whole=whole) for whole in (False, True))
    assert shown[0] == written[0] and shown[-1] == written[-1]


def test_steps_without_change_are_told_together() -> None:
    model = smv_model(Source("x.smv", "MODULE main VAR n : 0..3;"))
    (edge,), (n,) = model.edges, model.entry.variables
    states: list[Assignment] = [{n: value} for value in (1, 1, 1, 1, 2, 2)]
    lines = path_lines(model, Trace(tuple(states), (edge,) * 5, ({},) * 5))
    assert lines == ["step 0  n  1", "steps 1 to 3  nothing changes", "step 4  n  1 -> 2", "step 5  nothing changes"]


def test_bits_of_one_vector_are_shown_together() -> None:
    names = ["a[1]", "x", "a[0]", "b<2>", "b<0>", "lonely[3]"]
    signals = grouped([variable(name, BOOL) for name in names])
    assert [signal.name for signal in signals] == ["a", "x", "b", "lonely[3]"]
    values: Assignment = {variable(name, BOOL): name in ("a[1]", "b<2>", "b<0>") for name in names}
    assert [signal.value(values) for signal in signals] == [2, False, 5, False]


def test_long_runs_are_folded_and_long_lists_cut() -> None:
    text = """MODULE main VAR n : 0..63; ASSIGN init(n) := 0; next(n) := n < 63 ? n + 1 : 0; INVARSPEC n != 50"""
    trace, lines = found(text)
    assert len(trace.states) == 51 and len(lines) == 25
    assert lines[12] == "... 27 more steps ..." and lines[13].startswith("step 39") and lines[-1].startswith("step 50")
    model = smv_model(Source("x.smv", text))
    assert len(path_lines(model, trace, steps=None)) == 51
    model, (trace, _) = smv_model(Source("x.smv", SMV)), found(SMV)
    assert path_lines(model, trace, signals=2)[:4] == [
        "step 0  w           0ud8_17",
        "        go (input)  TRUE",
        "        ... and 3 more, all of them 0",
        "step 1  c           red -> green",
    ]
    assert path_lines(model, trace, signals=1)[1] == "        ... and 4 more"


def test_arrays_entry_by_entry() -> None:
    sort = array(bitvector(2), bitvector(4))
    memory = variable("mem", sort)
    evaluate = Evaluation({})
    empty = const_array(sort, bv(0, 4))
    states: list[Assignment] = [
        {memory: evaluate(empty)},
        {memory: evaluate(store(empty, bv(2, 2), bv(9, 4)))},
    ]
    model = smv_model(Source("x.smv", "MODULE main VAR b : boolean;"))
    place = Location("circuit", (memory,))
    edge = Edge("step", place, place, model.initial, {})
    model = replace(model, entry=place, edges=(edge,), properties=(), initial=model.initial)
    lines = path_lines(model, Trace(tuple(states), (edge,), ({},)))
    assert [" ".join(line.split()) for line in lines] == ["step 0 mem[..] 0", "step 1 mem[2] 0 -> 9"]


@settings(max_examples=30, suppress_health_check=ONE_FOLDER)
@given(circuits())
def test_the_lines_determine_the_states(tmp_path: Path, aig: Aig) -> None:
    """Reading the changes back gives every state of the run."""
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    blasted = circuit_of(model)
    run = first(Induction(blasted.circuit, blasted.circuit.bads[0]))
    if not isinstance(run, Run):
        return
    trace = blasted.trace(simulate(blasted.circuit, run))
    state: dict[str, str] = {}
    number = -1
    for line in [*path_lines(model, trace, steps=None, signals=None), "step end"]:
        words = line.split()
        if line.startswith("step"):
            if number >= 0:
                expected = {symbol.name: str(int(bool(value))) for symbol, value in trace.states[number].items()}
                assert state == expected
            number += 1
            words = words[2:]
        if words and "(input)" not in words:
            state[words[0]] = words[-1]
    assert number == len(trace.states)
