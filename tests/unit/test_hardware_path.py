"""Runs of designs on the terminal: what changes, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from assay.core.arrays import const_array, store
from assay.core.bitvectors import bv
from assay.core.evaluate import Evaluation
from assay.core.model import Edge, Location
from assay.core.sorts import BOOL, array, bitvector
from assay.core.terms import variable
from assay.core.verdict import Assignment, Trace
from assay.explore.kinduction import search_by_induction
from assay.explore.runs import Run, simulate
from assay.frontends.aiger import read_aiger
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.report.hardware_path import grouped, path_lines
from assay.transforms.bitblast import circuit_of
from hardware import Aig, circuits

SMV = """
MODULE main VAR c : {red, green}; n : -2..5; w : word[8]; b : boolean; IVAR go : boolean;
ASSIGN init(c) := red; next(c) := go ? green : c; init(n) := 0; next(n) := n > -2 ? n - 1 : n;
init(w) := 0ud8_17; next(w) := w + 0ud8_1; init(b) := FALSE; next(b) := b;
INVARSPEC !(c = green & n = -2)
"""


def found(text: str) -> tuple[Trace, list[str]]:
    model = smv_model(Source("x.smv", text))
    blasted = circuit_of(model)
    run = search_by_induction(blasted.circuit, blasted.circuit.bads[0])
    assert isinstance(run, Run)
    trace = blasted.trace(simulate(blasted.circuit, run))
    return trace, path_lines(model, trace)


def test_names_and_numbers() -> None:
    trace, lines = found(SMV)
    assert len(trace.states) == 3
    text = [" ".join(line.split()) for line in lines]
    assert text[0] == "step 0" and text[text.index("step 2") :].count("n -1 -> -2") == 1
    assert {"c red", "w 0x11", "n 0 -> -1", "n -1 -> -2", "w 0x11 -> 0x12", "w 0x12 -> 0x13"} <= set(text)
    # What is zero at first, or never changes, is not mentioned.
    assert not any(line.split()[0] == "b" for line in lines)
    assert sum(line.startswith("c red -> green") for line in text) == 1


def test_bits_of_one_vector_are_shown_together() -> None:
    names = ["a[1]", "x", "a[0]", "b<2>", "b<0>", "lonely[3]"]
    signals = grouped([variable(name, BOOL) for name in names])
    assert [signal.name for signal in signals] == ["a", "x", "b", "lonely[3]"]
    values: Assignment = {variable(name, BOOL): name in ("a[1]", "b<2>", "b<0>") for name in names}
    assert [signal.value(values) for signal in signals] == [2, False, 5, False]


def test_long_runs_are_folded_and_long_lists_cut() -> None:
    text = """MODULE main VAR n : 0..63; ASSIGN init(n) := 0; next(n) := n < 63 ? n + 1 : 0; INVARSPEC n != 50"""
    trace, lines = found(text)
    assert len(trace.states) == 51
    assert "... 27 more steps ..." in lines and "step 50" in lines and "step 20" not in lines
    model = smv_model(Source("x.smv", SMV))
    short = path_lines(model, found(SMV)[0], signals=1)
    assert len(short) == 9 and all(line.startswith("  ... and ") for line in short[2::3])


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
    assert [" ".join(line.split()) for line in lines] == ["step 0", "mem[..] 0", "step 1", "mem[2] 0 -> 9"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(circuits())
def test_the_lines_determine_the_states(tmp_path: Path, aig: Aig) -> None:
    """Reading the changes back gives every state of the run."""
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    blasted = circuit_of(model)
    run = search_by_induction(blasted.circuit, blasted.circuit.bads[0])
    if not isinstance(run, Run):
        return
    trace = blasted.trace(simulate(blasted.circuit, run))
    state = dict.fromkeys((symbol.name for symbol in model.entry.variables), "0")
    number = -1
    for line in [*path_lines(model, trace, steps=1000), "step end"]:
        words = line.split()
        if words[0] != "step":
            if "input" not in words:
                state[words[0]] = words[-1]
            continue
        if number >= 0:
            expected = {symbol.name: str(int(bool(value))) for symbol, value in trace.states[number].items()}
            assert state == expected
        number += 1
    assert number == len(trace.states)
