"""Hardware witnesses: what is written replays on the file by independent code, and what is not a run is refused."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Assignment, Trace
from assay.core.model import Justice
from assay.core.terms.evaluate import ArrayValue
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from assay.transforms.circuit.bitblast import Blasted, circuit_of
from assay.witness.check.lasso import check_lasso
from assay.witness.hardware.aiger_witness import aiger_witness, check_aiger_witness
from assay.witness.hardware.btor2_witness import btor2_witness, check_btor2_witness
from assay.witness.hardware.certificate_writer import write_aiger
from assay.witness.write.vcd import vcd
from hardware import Aig, circuits, read_btor2
from health import ONE_FOLDER


def random_run(blasted: Blasted, length: int, seed: int) -> list[list[int]]:
    """Node values of a run with random choices; a step that a constraint forbids ends it."""
    choose = random.Random(seed)
    circuit = blasted.circuit
    latches = [choose.randint(0, 1) if latch.reset is None else latch.reset for latch in circuit.latches]
    steps: list[list[int]] = []
    for _ in range(length):
        leaves = {latch.node: bit for latch, bit in zip(circuit.latches, latches, strict=True)}
        leaves.update({node: choose.randint(0, 1) for node in circuit.inputs})
        values = circuit.values(leaves)
        steps.append(values)
        if not all(values[part >> 1] ^ (part & 1) for part in circuit.constraints):
            break
        latches = [values[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches]
    return steps


def is_true(values: list[int], literal: int) -> bool:
    return bool(values[literal >> 1] ^ (literal & 1))


@settings(max_examples=75, suppress_health_check=ONE_FOLDER)
@given(circuits(), st.integers(1, 5), st.integers(0, 10**9))
def test_an_aiger_witness_is_accepted_exactly_if_it_shows_the_bad_state(
    tmp_path: Path, aig: Aig, length: int, seed: int
) -> None:
    path = aig.write(tmp_path / "x.aig")
    model = read_aiger(path)
    blasted = circuit_of(model)
    steps = random_run(blasted, length, seed)
    text = aiger_witness(model, blasted.trace(steps), "b0")
    legal = all(is_true(steps[-1], part) for part in blasted.circuit.constraints)
    if legal and is_true(steps[-1], blasted.circuit.bads[0]):
        check_aiger_witness(path, text)
    else:
        with pytest.raises(UnsoundVerdict):
            check_aiger_witness(path, text)


@settings(max_examples=50, suppress_health_check=ONE_FOLDER)
@given(circuits(justice=True, constraints=False), st.integers(1, 8), st.integers(0, 10**9))
def test_lassos(tmp_path: Path, aig: Aig, length: int, seed: int) -> None:
    path = aig.write(tmp_path / "x.aag")
    model = read_aiger(path)
    blasted = circuit_of(model)
    circuit = blasted.circuit
    steps = random_run(blasted, length, seed)
    nodes = [latch.node for latch in circuit.latches]
    after = [int(is_true(steps[-1], latch.next)) for latch in circuit.latches]
    starts = [k for k, step in enumerate(steps) if [step[node] for node in nodes] == after]
    assume(starts)
    wanted = (*circuit.justice[0], *circuit.fairness)
    good = all(any(is_true(step, part) for step in steps[starts[0] :]) for part in wanted)
    trace = blasted.trace(steps, loop=starts[0])
    text = aiger_witness(model, trace, "j0")
    (prop,) = model.temporal
    assert isinstance(prop, Justice)
    if good:
        check_aiger_witness(path, text)
        check_lasso(model, prop.conditions, trace)
    else:
        with pytest.raises(UnsoundVerdict):
            check_aiger_witness(path, text)
        with pytest.raises(UnsoundVerdict):
            check_lasso(model, prop.conditions, trace)


TOGGLE = "aag 3 1 1 0 1 1 1\n2\n4 3 1\n6\n3\n6 4 3\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0\n", "a witness has"),
        ("1\nb0\n1\n.\n", "a witness has"),
        ("1\nb3\n1\n0\n.\n", "no property b3"),
        ("1\nj0\n1\n0\n.\n", "no property j0"),
        ("1\nb0\n0\n0\n.\n", "starts with 0, not with 1"),
        ("1\nb0\n1\n1\n.\n", "constraint 0 is violated"),
        ("1\nb0\n11\n0\n.\n", "1 digits are needed"),
        ("1\nb0\n1\n2\n.\n", "1 digits are needed"),
    ],
)
def test_what_is_no_aiger_witness(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "x.aag"
    path.write_text(TOGGLE)
    assert check_aiger_witness(path, "1\nb0\n1\n0\n.\n")
    with pytest.raises(UnsoundVerdict, match=re.escape(words)):
        check_aiger_witness(path, text)


BTOR2 = """1 sort bitvec 1
2 sort bitvec 3
3 sort array 1 2
4 zero 2
5 state 2 count
6 init 2 5 4
7 input 2 step
8 add 2 5 7
9 next 2 5 8
10 state 3 mem
11 init 3 10 4
12 input 1 where
13 write 3 10 12 5
14 next 3 10 13
15 state 1 free
16 read 2 10 12
17 constd 2 3
18 eq 1 16 17
19 and 1 18 15
20 bad 19
21 ult 1 7 17
22 constraint 21
23 justice 1 15
"""


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(st.integers(1, 6), st.integers(0, 10**9))
def test_a_btor2_witness_is_accepted_exactly_if_it_shows_the_bad_state(tmp_path: Path, length: int, seed: int) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(BTOR2)
    model = read_btor2(path)
    blasted = circuit_of(model)
    steps = random_run(blasted, length, seed)
    trace = blasted.trace(steps)
    text = btor2_witness(model, trace, "b0")
    legal = all(is_true(steps[-1], part) for part in blasted.circuit.constraints)
    if legal and is_true(steps[-1], blasted.circuit.bads[0]):
        check_btor2_witness(path, text)
    else:
        with pytest.raises(UnsoundVerdict):
            check_btor2_witness(path, text)


def test_a_btor2_witness_in_full(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(BTOR2)
    model = read_btor2(path)
    count, mem, free = model.entry.variables
    step, where = model.inputs
    (edge,) = model.edges

    def memory(low: int, high: int) -> ArrayValue:
        return ArrayValue(mem.sort, 0).updated(0, low).updated(1, high)

    states: list[Assignment] = [{count: 0, mem: memory(0, 0), free: 0}]
    inputs: list[Assignment] = [{step: 2, where: 0}, {step: 1, where: 0}, {step: 0, where: 1}]
    states += [{count: 2, mem: memory(0, 0), free: 1}, {count: 3, mem: memory(2, 0), free: 0}]
    states += [{count: 3, mem: memory(2, 3), free: 1}]
    trace = Trace(tuple(states), (edge,) * 3, tuple(inputs), None, {step: 0, where: 1})
    text = btor2_witness(model, trace, "b0")
    assert text.startswith("sat\nb0\n#0\n0 000 count#0\n2 0 free#0\n@0\n0 010 step@0\n1 0 where@0\n#1\n2 1 free#1\n")
    assert check_btor2_witness(path, text)
    for old, new, words in [
        ("0 000 count#0", "0 001 count#0", "does not start"),
        ("0 010 step@0", "0 011 step@0", "constraint 21"),
        ("b0", "b1", "no property"),
        ("1 1 where@3", "1 0 where@3", "not true"),
        ("#1\n", "#4\n", "out of order"),
        ("sat", "unsat", "a witness has"),
    ]:
        with pytest.raises(UnsoundVerdict, match=words):
            check_btor2_witness(path, text.replace(old, new, 1))
    # The last state repeats itself and is just; with another last input it does not.
    assert check_btor2_witness(path, text.replace("b0", "j0", 1))
    with pytest.raises(UnsoundVerdict, match="no loop"):
        check_btor2_witness(path, text.replace("b0", "j0", 1).replace("0 000 step@3", "0 001 step@3"))


def test_vcd() -> None:
    text = """
    MODULE main VAR c : {red, green}; s : sub; n : 0..3;
    ASSIGN init(c) := red; next(c) := green; init(n) := 2; next(n) := n;
    MODULE sub VAR on : boolean; ASSIGN init(on) := FALSE; next(on) := !on; DEFINE off := !on;
    """
    model = smv_model(Source("x.smv", text))
    blasted = circuit_of(model)
    trace = blasted.trace(random_run(blasted, 3, 0))
    dump = vcd(model, trace, "a title")
    assert "$comment a title $end" in dump and "$comment c: 0 = red, 1 = green $end" in dump
    assert "$scope module s $end" in dump
    code = {name: mark for mark, name in re.findall(r"\$var wire \d+ (\S+) (\S+) \$end", dump)}
    assert set(code) == {"c", "n", "on", "off"}
    times = dict(re.findall(r"#(\d+)\n((?:[01b][^\n]*\n)*)", dump))
    assert set(times["0"].split("\n")) == {
        f"b0 {code['c']}",
        f"b10 {code['n']}",
        f"0{code['on']}",
        f"1{code['off']}",
        "",
    }
    assert set(times["1"].split("\n")) == {f"b1 {code['c']}", f"1{code['on']}", f"0{code['off']}", ""}
    assert "the run repeats from time 0" in vcd(model, replace(trace, loop=0))


def test_an_initial_condition_cannot_be_written_as_aiger() -> None:
    model = smv_model(Source("x.smv", "MODULE main VAR x : boolean; y : boolean; INIT x = y"))
    with pytest.raises(ValueError, match="beyond reset values"):
        write_aiger(circuit_of(model).circuit)
