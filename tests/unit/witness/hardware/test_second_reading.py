"""The circuit that proofs are checked on against a second reading of the file: mistakes of either kind are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from assay.checking import check
from assay.core.circuit import Circuit, Latch
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.joint import joint
from assay.core.model import Ctl, Model
from assay.core.temporal import Atom, PathOperator, Quantifier, temporal
from assay.core.terms import TRUE, eq, ite, not_
from assay.core.terms.bitvectors import bv
from assay.core.verdict import Holds
from assay.engines.config import Config
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.hardware.btor2_operators import ARITY
from assay.transforms.circuit import vectors
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.temporal.observed import observe
from assay.witness.hardware import second_reading as reading
from assay.witness.hardware.many_runs import transposed
from assay.witness.hardware.second_reading import STEPS, check_reading, places_of
from clocks import PATIENCE
from hardware import Aig, circuits, read_btor2
from health import ONE_FOLDER

FILES = settings(max_examples=30, suppress_health_check=ONE_FOLDER)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy: all steps are compared."""
    monkeypatch.setattr(reading, "PATIENCE", 60.0)


def agrees(model: Model) -> int:
    goal = model.properties[0] if model.properties else None
    return check_reading(model, circuit_of(model), goal)


# -- AIGER -------------------------------------------------------------------------------------------------------------


@FILES
@given(circuits(), st.sampled_from([".aag", ".aig"]))
def test_random_circuits_agree(tmp_path: Path, aig: Aig, suffix: str) -> None:
    assert agrees(read_aiger(aig.write(tmp_path / f"x{suffix}"))) == STEPS


@FILES
@given(circuits(justice=True))
def test_justice_and_fairness_agree(tmp_path: Path, aig: Aig) -> None:
    assert agrees(read_aiger(aig.write(tmp_path / "x.aag"))) == STEPS


def _next(circuit: Circuit) -> Circuit:
    first, *others = circuit.latches
    return replace(circuit, latches=(Latch(first.node, first.next ^ 1, first.reset), *others))


def _reset(circuit: Circuit) -> Circuit:
    first, *others = circuit.latches
    other = 1 if first.reset is None else 1 - first.reset
    return replace(circuit, latches=(Latch(first.node, first.next, other), *others))


def _open(circuit: Circuit) -> Circuit:
    first, *others = circuit.latches
    return replace(circuit, latches=(Latch(first.node, first.next, None), *others))


MISTAKES: dict[str, Callable[[Circuit], Circuit]] = {
    "becomes": _next,
    "what is initial": _reset,
    "what is not initial": _open,
    "bad states": lambda circuit: replace(circuit, bads=(circuit.bads[0] ^ 1,)),
    "constraints": lambda circuit: replace(
        circuit, constraints=tuple(part ^ 1 for part in circuit.constraints or (1,))
    ),
    "justice": lambda circuit: replace(circuit, justice=((circuit.justice[0][0] ^ 1, *circuit.justice[0][1:]),)),
    "fairness": lambda circuit: replace(circuit, fairness=(circuit.fairness[0] ^ 1,)),
}


@pytest.mark.parametrize("words", MISTAKES)
@settings(
    max_examples=15,
    suppress_health_check=(*ONE_FOLDER, HealthCheck.filter_too_much),
)
@given(data=st.data())
def test_mistakes_are_found(tmp_path: Path, words: str, data: st.DataObject) -> None:
    aig = data.draw(circuits(justice=words in ("justice", "fairness")))
    model = read_aiger(aig.write(tmp_path / "x.aag"))
    blasted = circuit_of(model)
    circuit = blasted.circuit
    assume(words != "fairness" or circuit.fairness)
    assume(words != "constraints" or len(circuit.constraints) <= 1)
    assume(words != "what is not initial" or (circuit.latches[0].reset is not None and len(circuit.latches) == 1))
    goal = model.properties[0] if model.properties else None
    with pytest.raises(UnsoundVerdict, match=words):
        check_reading(model, replace(blasted, circuit=MISTAKES[words](circuit)), goal)


def test_a_verdict_on_another_model_than_the_files_is_refused(tmp_path: Path) -> None:
    """As if the front end had read a latch that toggles as one that stays."""
    model = read_aiger(Aig(0, [(3, 0)], [], bads=[2]).write(tmp_path / "x.aag"))
    (latch,) = model.entry.variables
    wrong = replace(model, edges=tuple(replace(edge, updates={latch: latch}) for edge in model.edges))
    with pytest.raises(UnsoundVerdict, match="read a second time"):
        check(wrong, config=Config(seconds=PATIENCE))
    never = temporal(PathOperator.GLOBALLY, Atom(not_(latch)), quantifier=Quantifier.ALL)
    possible = temporal(PathOperator.FINALLY, Atom(not_(latch)), quantifier=Quantifier.SOME)
    for formula in (never, possible):
        with pytest.raises(UnsoundVerdict, match="read a second time"):
            check(wrong, property=Ctl("p", formula), config=Config(seconds=PATIENCE, engine="bdd"))


def test_inputs_that_a_formula_speaks_of_are_states_of_the_circuit(tmp_path: Path) -> None:
    model = read_aiger(Aig(1, [(2, 0)], [], bads=[4]).write(tmp_path / "x.aag"))
    goal = Ctl("p", temporal(PathOperator.FINALLY, Atom(model.inputs[0]), quantifier=Quantifier.SOME))
    assert check_reading(model, circuit_of(observe(model, goal).model)) == STEPS


def test_properties_together(tmp_path: Path) -> None:
    model = read_aiger(Aig(1, [(2, 0), (4, 0)], [(4, 6)], bads=[4, 6, 8]).write(tmp_path / "x.aag"))
    first, second, third = model.properties
    assert places_of(model, second) == (1,)
    both = joint((first, third))
    assert set(places_of(model, both)) >= {0, 2} or places_of(model, both) == (0,)
    for goal in (second, joint((first, second)), both):
        blasted = circuit_of(replace(model, properties=(goal,)))
        assert check_reading(model, blasted, goal) == STEPS
        wrong = replace(blasted, circuit=replace(blasted.circuit, bads=(1,)))
        with pytest.raises(UnsoundVerdict, match="bad states"):
            check_reading(model, wrong, goal)


def test_where_there_is_no_second_reader(tmp_path: Path) -> None:
    path = Aig(0, [(3, 0)], [], bads=[2]).write(tmp_path / "x.aag")
    model = read_aiger(path)
    assert check_reading(replace(model, origin=replace(model.origin, format="SMV")), circuit_of(model)) == 0
    path.write_text("")
    with pytest.raises(SolverFailure, match="second reader"):
        agrees(model)
    path.unlink()
    assert agrees(model) == 0


# -- BTOR2 -------------------------------------------------------------------------------------------------------------


def every_operator(width: int) -> str:
    """A design in which a state follows each operator of the format."""
    lines = ["1 sort bitvec 1", f"2 sort bitvec {width}", f"3 sort bitvec {2 * width}", "4 sort array 1 2"]
    lines = [*lines[:4], "5 zero 2", "10 input 2", "11 input 2", "12 input 1", "13 state 4", "14 init 4 13 5"]
    number = 100

    def add(op: str, sort: int, *arguments: object) -> int:
        nonlocal number
        number += 1
        lines.append(f"{number} {op} {sort} {' '.join(map(str, arguments))}".rstrip())
        return number

    def follow(node: int, sort: int) -> None:
        state = add("state", sort)
        add("next", sort, state, node)

    short = {"eq", "neq", *(s + c for s in "us" for c in ("gt", "gte", "lt", "lte")), "redand", "redor", "redxor"}
    short |= {"uaddo", "saddo", "usubo", "ssubo", "umulo", "smulo", "sdivo"}
    for op, arity in ARITY.items():
        if op in ("iff", "implies"):
            follow(add(op, 1, 12, add("redor", 1, 10)), 1)
        elif op == "concat":
            follow(add(op, 3, 10, 11), 3)
        elif op == "ite":
            follow(add(op, 2, 12, 10, -11), 2)
        elif op == "read":
            follow(add(op, 2, 13, 12), 2)
        elif op == "write":
            add("next", 4, 13, add(op, 4, 13, 12, 10))
        else:
            sort = 1 if op in short else 2
            follow(add(op, sort, *(10, -11)[:arity]), sort)
    follow(add("uext", 3, 10, width), 3)
    follow(add("sext", 3, 10, width), 3)
    follow(add("slice", 1, 10, width - 1, width - 1), 1)
    add("eq", 1, 10, 11)
    lines += [f"{number + 1} constraint {number}", f"{number + 2} bad -{number}", f"{number + 3} fair {number}"]
    return "\n".join([*lines, f"{number + 4} justice 1 -{number}", ""])


@pytest.mark.parametrize("width", [1, 2, 3, 5, 8])
def test_every_operator_of_btor2(tmp_path: Path, width: int) -> None:
    path = tmp_path / "x.btor2"
    path.write_text(every_operator(width))
    model = read_btor2(path)
    assert agrees(model) == STEPS


def test_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    lines = [b"1 sort bitvec 4\r", b"2 zero 1\r", b"3 state 1 s", b"4 init 1 3 2", b"5 inc 1 3", b"6 next 1 3 5"]
    path.write_bytes(b"\n".join([*lines, b"7 sort bitvec 1", b"8 redand 7 3 ; all\r", b"9 bad 8", b""]))
    assert agrees(read_btor2(path)) == STEPS


def test_a_gate_for_a_vector_that_is_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if bit-blasting misunderstood addition: the proof would be checked on the same mistake."""
    path = tmp_path / "x.btor2"
    text = "1 sort bitvec 3\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 init 1 4 3\n6 input 1\n7 add 1 4 6\n8 next 1 4 7\n"
    path.write_text(text + "9 ones 1\n10 eq 2 4 9\n11 bad 10\n")
    model = read_btor2(path)
    (state,) = model.entry.variables
    assert agrees(model) == STEPS
    wrong = replace(model, edges=tuple(replace(edge, updates={state: state}) for edge in model.edges))
    with pytest.raises(UnsoundVerdict, match="becomes"):
        check(wrong, config=Config(seconds=PATIENCE))
    for op in list(vectors.BINARY):
        monkeypatch.setitem(vectors.BINARY, op, lambda gates, a, b: a)
    with pytest.raises(UnsoundVerdict, match="becomes"):
        check(model, config=Config(seconds=PATIENCE))


def test_first_values_that_depend_on_others(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    lines = ["1 sort bitvec 2", "2 state 1", "3 state 1", "4 inc 1 2", "5 init 1 3 4", "6 next 1 3 2"]
    path.write_text("\n".join([*lines, "7 sort bitvec 1", "8 eq 7 2 3", "9 bad 8", ""]))
    model = read_btor2(path)
    assert agrees(model) == STEPS
    first, second = model.entry.variables
    for wrong in (TRUE, eq(second, first), eq(second, ite(eq(first, bv(0, 2)), bv(1, 2), first))):
        with pytest.raises(UnsoundVerdict, match="initial"):
            agrees(replace(model, initial=wrong))


@given(st.lists(st.integers(0, 255), min_size=1, max_size=9))
def test_transposition(rows: list[int]) -> None:
    columns = transposed(rows, 8)
    assert all(columns[j] >> i & 1 == rows[i] >> j & 1 for i in range(len(rows)) for j in range(8))
    assert list(transposed(columns, len(rows))) == rows


def test_a_proof_about_a_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.btor2"
    path.write_text("1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 next 1 3 3\n6 bad 3\n")
    (result,) = check(read_btor2(path), config=Config(seconds=PATIENCE))
    assert isinstance(result.verdict, Holds)
