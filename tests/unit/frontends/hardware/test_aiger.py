"""AIGER: sections, symbols and reset values; random circuits in both encodings mean the same to every reader."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.core.model import Justice
from assay.core.terms import TRUE, Term, and_, conjunction, not_
from assay.core.terms.evaluate import Evaluation, Value
from assay.frontends.hardware.aiger import model_of_file, read_aiger, read_circuit
from assay.frontends.hardware.aiger_file import parse
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.hardware.aiger_witness import read_design
from assay.witness.hardware.certificate_writer import write_aiger
from hardware import Aig, circuits
from health import ONE_FOLDER

TOGGLE = b"aag 3 1 1 0 1 1 1 1 1\n2\n4 5 1\n6\n2\n1\n4\n3\n6 4 2\ni0 go\nl0 state\nb0 both\nj0 often\nc\nanything\n"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return tmp_path


def written(here: Path, data: bytes, name: str = "x.aag") -> Path:
    path = here / name
    path.write_bytes(data)
    return path


def test_all_sections(here: Path) -> None:
    model = read_aiger(written(here, TOGGLE))
    (state,), (go,) = model.entry.variables, model.inputs
    (edge,), (bad,) = model.edges, model.properties
    assert (state.name, go.name, bad.name) == ("state", "go", "both")
    assert model.initial is state and edge.updates[state] is not_(state)
    # The constraint restricts every step, and holds where the bad state shows.
    assert edge.guard is go and bad.bad[model.entry] is and_(state, go)
    assert model.temporal == (Justice("often", (state,)),)
    assert model.fairness == (not_(go),)


def test_outputs_are_bad_states_where_nothing_else_is(here: Path) -> None:
    model = read_aiger(written(here, b"aag 1 0 1 1 0\n2 3\n2\no0 lamp\n"))
    (latch,) = model.entry.variables
    assert [(prop.name, prop.bad[model.entry]) for prop in model.properties] == [("lamp", latch)]
    assert model.definitions == {"lamp": latch} and model.initial is not_(latch)
    other = read_aiger(written(here, b"aag 1 0 1 1 0 0 0 1\n2 3\n2\n1\n2\n"))
    assert other.properties == () and len(other.temporal) == 1


def test_a_latch_that_is_reset_to_itself_is_free(here: Path) -> None:
    model = read_aiger(written(here, b"aag 2 0 2 1 0\n2 2 2\n4 2 1\n4\n"))
    assert model.initial is model.entry.variables[1]
    assert [latch.reset for latch in read_circuit(here / "x.aag").latches] == [None, 1]


def test_names_never_clash(here: Path) -> None:
    model = read_aiger(written(here, b"aag 3 1 2 0 0 1\n2\n4 4\n6 6\n4\ni0 a\nl0 a\nl1 a\n"))
    assert len({symbol.name for symbol in (*model.inputs, *model.entry.variables)}) == 3


def test_a_long_chain_of_gates_is_read_without_recursion_or_blowup(here: Path) -> None:
    count = 20_000
    gates = [(2, 4)] + [(2 * k + 4, 2 + k % 2) for k in range(1, count)]
    path = Aig(1, [(2 * (count + 2), 0)], gates, bads=[4]).write(here / "chain.aig")
    assert len(read_circuit(path).left) < 100  # (a and b) and a is simplified
    assert circuit_of(read_aiger(path)).circuit.latches


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        (b"", 0, 0, "empty"),
        (b"cnf 1 2\n", 1, 1, "'aig' or 'aag'"),
        (b"aag 1 0 1\n", 1, 1, "5 to 9 numbers"),
        (b"aag 1 0 1 0 x\n", 1, 1, "5 to 9 numbers"),
        (b"aag 1 1 1 0 0\n2\n4 4\n", 1, 1, "wrong counts"),
        (b"aig 3 1 1 0 0\n", 1, 1, "M = I + L + A"),
        (b"aag 900000000 0 0 0 0\n", 1, 1, "more than the file can hold"),
        (b"aag 2 1 1 0 0\n2\n", 2, 2, "ends where a latch"),
        (b"aag 1 1 0 0 0\n3\n", 2, 1, "must be even"),
        (b"aag 1 1 0 1 0\n2\n9\n", 3, 1, "larger than 2 * 1 + 1"),
        (b"aag 2 1 1 0 0\n2\n4 5 3\n", 3, 1, "reset to 0, to 1 or to itself"),
        (b"aag 2 1 1 0 0\n2\n4 5 0 0\n", 3, 1, "2 to 3 numbers"),
        (b"aag 2 1 0 0 1\n2\n4  2\n", 3, 1, "single spaces"),
        (b"aag 2 1 0 0 1\n2\n2 0 0\n", 3, 1, "defined twice"),
        (b"aag 3 1 0 1 1\n2\n4\n4 6 2\n", 4, 1, "used but never defined"),
        (b"aag 3 1 0 0 2\n2\n4 6 2\n6 4 2\n", 3, 1, "depends on itself"),
        (b"aag 2 1 1 0 0\n2\n4 4\nx0 name\n", 4, 1, "looks like 'i0 name'"),
        (b"aag 2 1 1 0 0\n2\n4 4\ni7 name\n", 4, 1, "no i7"),
        (b"aig 3 1 1 0 1\n4\n\x02", 3, 1, "ends within the and-gates: 1 of 1"),
        (b"aig 3 1 1 0 1\n4\n\x00\x00", 3, 2, "not defined before"),
        (b"aig 3 1 1 0 1\n4\n\x01\x7f", 3, 2, "not defined before"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(here: Path, data: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_aiger(written(here, data))
    where = caught.value.where
    assert words in caught.value.message
    assert where is not None and (where.line, where.column) == (line, column)


def test_every_truncation_of_a_binary_file_is_an_input_error_or_a_circuit(here: Path) -> None:
    data = Aig(2, [(9, 0), (6, None)], [(2, 4), (6, 11)], bads=[12]).binary() + b"i0 x\nl1 y\nc\nend\n"
    for end in range(len(data)):
        path = written(here, data[:end], "cut.aig")
        try:
            read_aiger(path)
        except InputError as error:
            assert error.where is not None


@settings(max_examples=60, suppress_health_check=ONE_FOLDER)
@given(circuits(), circuits(justice=True), st.integers(0, 10**9))
def test_all_readers_agree(here: Path, safety: Aig, live: Aig, seed: int) -> None:
    """Evaluation of the model, the compact circuit, the bit-blasted model and the independent simulator."""
    choose = random.Random(seed)
    for aig in (safety, live):
        texts = [aig.write(here / "r.aag"), aig.write(here / "r.aig")]
        again = here / "again.aag"
        if not aig.justice:
            again.write_text(write_aiger(read_circuit(texts[0])))
            texts.append(again)
        rows: list[tuple[list[int], list[int], list[int], list[bool], bool]] = []
        for path in texts:
            design, model, compact = read_design(path), read_aiger(path), read_circuit(path)
            blasted = circuit_of(model)
            latches = [choose.randint(0, 1) for _ in design.latches] if not rows else rows[0][0]
            inputs = [choose.randint(0, 1) for _ in design.inputs] if not rows else rows[0][1]
            value = design.values(latches, inputs)
            legal = all(value[literal] for literal in design.constraints)
            nexts = [value[after] for _, after, _ in design.latches]
            bads = [bool(value[bad] and legal) for bad in design.bads]
            fair = [[bool(value[part]) for part in group] for group in (*design.justice, design.fairness)]
            leaves: dict[Term, Value] = {s: bool(b) for s, b in zip(model.entry.variables, latches, strict=True)}
            leaves.update({s: bool(b) for s, b in zip(model.inputs, inputs, strict=True)})
            evaluate = Evaluation(leaves)
            (edge,) = model.edges
            assert evaluate(edge.guard) is legal
            assert [int(bool(evaluate(edge.after(s)))) for s in model.entry.variables] == nexts
            assert [evaluate(prop.bad[model.entry]) for prop in model.properties] == bads
            groups = [list(prop.conditions) for prop in model.temporal if isinstance(prop, Justice)]
            assert [[evaluate(part) for part in group] for group in (*groups, list(model.fairness))] == fair
            resets = [None if reset == literal else reset for literal, _, reset in design.latches]
            for circuit in (compact, blasted.circuit):
                nodes = dict(zip((latch.node for latch in circuit.latches), latches, strict=True))
                nodes.update(zip(circuit.inputs, inputs, strict=True))
                bits = circuit.values(nodes)
                read = [bits[latch.next >> 1] ^ (latch.next & 1) for latch in circuit.latches]
                assert read == nexts
                assert [bool(bits[bad >> 1] ^ (bad & 1)) for bad in circuit.bads] == bads
                assert all(bits[part >> 1] ^ (part & 1) for part in circuit.constraints) == legal
                assert [latch.reset for latch in circuit.latches] == resets
            rows.append((latches, inputs, nexts, bads, legal))
        assert all(row == rows[0] for row in rows)


def test_the_conjunction_of_nothing_is_no_constraint(here: Path) -> None:
    model = model_of_file(parse(written(here, b"aag 1 0 1 1 0\n2 3\n2\n")))
    assert model.edges[0].guard is TRUE is conjunction(())
