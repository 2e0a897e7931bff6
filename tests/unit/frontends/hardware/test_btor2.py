"""BTOR2: all operators against an independent evaluator, against z3 and against gates; sections; errors."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.core.model import Justice, Model
from assay.core.terms import and_, eq, not_, prime
from assay.core.terms.bitvectors import bv
from assay.core.terms.evaluate import ArrayValue, Evaluation
from assay.frontends.hardware.btor2 import btor2_model
from assay.frontends.text import Source
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.hardware.btor2_simulation import Frame, read_design
from hardware import read_btor2
from health import ONE_FOLDER

COUNTER = """; a counter
1 sort bitvec 1
2 sort bitvec 4
3 zero 2
4 state 2 count
5 init 2 4 3
6 input 1 enable
7 one 2
8 add 2 4 7
9 ite 2 6 8 4
10 next 2 4 9
11 constd 2 9
12 eq 1 4 11
13 bad 12 nine ; a symbol, then a comment
14 constraint 6
15 output 8 following
"""


def model(text: str) -> Model:
    return btor2_model(Source("test.btor2", text))


def test_a_counter() -> None:
    counter = model(COUNTER)
    (count,), (enable,) = counter.entry.variables, counter.inputs
    (edge,), (bad,) = counter.edges, counter.properties
    assert (count.name, enable.name, bad.name) == ("count", "enable", "nine")
    enabled = eq(enable, bv(1, 1))
    assert edge.guard is enabled and counter.initial is eq(count, bv(0, 4))
    assert bad.bad[counter.entry] is and_(eq(count, bv(9, 4)), enabled)
    assert Evaluation({count: 15, enable: 1})(edge.after(count)) == 0
    assert set(counter.definitions) == {"following"}


def test_states_without_next_or_init_are_free() -> None:
    free = model("1 sort bitvec 2\n2 state 1 a\n3 state 1\n4 next 1 3 2\n5 init 1 3 2\n")
    first, second = free.entry.variables
    assert dict(free.edges[0].updates) == {first: prime(first), second: first}
    assert free.initial is eq(second, first)


def test_negated_operands() -> None:
    flip = model("1 sort bitvec 1\n2 state 1 a\n3 next 1 2 -2\n4 bad -2\n")
    (a,) = flip.entry.variables
    assert flip.properties[0].bad[flip.entry] is not_(eq(a, bv(1, 1)))
    assert Evaluation({a: 1})(flip.edges[0].after(a)) == 0


def test_justice_and_fairness() -> None:
    live = model("1 sort bitvec 1\n2 state 1 a\n3 input 1\n4 fair 3\n5 justice 2 2 -3 both\n6 next 1 2 3\n")
    (a,), (i,) = live.entry.variables, live.inputs
    on, off = eq(a, bv(1, 1)), not_(eq(i, bv(1, 1)))
    assert live.temporal == (Justice("both", (on, off)),) and live.fairness == (not_(off),)


def test_arrays() -> None:
    text = (
        "1 sort bitvec 2\n2 sort bitvec 3\n3 sort array 1 2\n4 state 3 mem\n5 constd 2 6\n6 init 3 4 5\n"
        "7 input 1 at\n8 input 2 data\n9 write 3 4 7 8\n10 next 3 4 9\n11 read 2 4 7\n"
        "12 sort bitvec 1\n13 eq 12 11 8\n14 bad 13\n15 eq 12 4 9\n16 bad 15\n"
    )
    memory = model(text)
    (mem,) = memory.entry.variables
    at, data = memory.inputs
    start = ArrayValue(mem.sort, 6)
    assert Evaluation({mem: start})(memory.initial) is True
    evaluate = Evaluation({mem: start, at: 2, data: 1})
    assert evaluate(memory.edges[0].after(mem)) == start.updated(2, 1)
    assert [evaluate(prop.bad[memory.entry]) for prop in memory.properties] == [False, False]
    assert circuit_of(memory).circuit.latches[1].reset == 1


# -- operators ---------------------------------------------------------------------------------------------------------

UNARY = ["not", "inc", "dec", "neg"]
REDUCING = ["redand", "redor", "redxor"]
SAME = (
    "and nand or nor xor xnor add sub mul udiv sdiv smod urem srem sll srl sra rol ror".split()  # noqa: SIM905
)
PREDICATES = (
    "eq neq ugt ugte ult ulte sgt sgte slt slte uaddo saddo usubo ssubo umulo smulo sdivo".split()  # noqa: SIM905
)


@pytest.mark.parametrize("op", [*SAME, *PREDICATES, "iff", "implies"])
def test_every_binary_operator_on_all_values(tmp_path: Path, op: str) -> None:
    for width in (1,) if op in ("iff", "implies") else (1, 3):
        result = width if op in SAME else 1
        path = tmp_path / "x.btor2"
        sorts = f"1 sort bitvec {width}\n2 sort bitvec {result}\n"
        path.write_text(sorts + f"3 input 1\n4 input 1\n5 {op} 2 3 4\n6 output 5 r\n")
        read, design = read_btor2(path), read_design(path)
        a, b = read.inputs
        for x in range(1 << width):
            for y in range(1 << width):
                expected = Frame(design, {3: x, 4: y}).bits(5)
                assert Evaluation({a: x, b: y})(read.definitions["r"]) == expected, (x, y)


@st.composite
def expressions(draw: st.DrawFn) -> tuple[str, int]:
    """A file with one bad state over random nodes of widths 1, 3 and 5; and the number of its last node."""
    lines = ["1 sort bitvec 1", "2 sort bitvec 3", "3 sort bitvec 5", "4 sort bitvec 8"]
    nodes: dict[int, list[str]] = {1: [], 3: [], 5: []}
    sorts = {1: 1, 3: 2, 5: 3}
    number = 5

    def line(text: str, width: int) -> None:
        nonlocal number
        lines.append(f"{number} {text}")
        nodes[width].append(str(number))
        number += 1

    for width, sort in sorts.items():
        line(f"state {sort}", width)
        line(f"input {sort}", width)
        line(f"const {sort} {draw(st.integers(0, 2**width - 1)):0{width}b}", width)

    def pick(width: int) -> str:
        return draw(st.sampled_from(["", "-"])) + draw(st.sampled_from(nodes[width]))

    for _ in range(draw(st.integers(1, 14))):
        width = draw(st.sampled_from([1, 3, 5]))
        sort = sorts[width]
        match draw(st.integers(0, 6)):
            case 0:
                line(f"{draw(st.sampled_from(UNARY))} {sort} {pick(width)}", width)
            case 1:
                line(f"{draw(st.sampled_from(REDUCING))} 1 {pick(width)}", 1)
            case 2:
                line(f"{draw(st.sampled_from(SAME))} {sort} {pick(width)} {pick(width)}", width)
            case 3:
                line(f"{draw(st.sampled_from(PREDICATES))} 1 {pick(width)} {pick(width)}", 1)
            case 4:
                line(f"ite {sort} {pick(1)} {pick(width)} {pick(width)}", width)
            case 5:
                line(f"{draw(st.sampled_from(['uext', 'sext']))} 3 {pick(3)} 2", 5)
                low = draw(st.integers(0, 2))
                line(f"slice 2 {pick(5)} {low + 2} {low}", 3)
            case _:
                line(f"{draw(st.sampled_from(['iff', 'implies']))} 1 {pick(1)} {pick(1)}", 1)
                lines.append(f"{number} concat 4 {pick(3)} {pick(5)}")
                lines.append(f"{number + 1} slice 3 {number} 6 2")
                nodes[5].append(str(number + 1))
                number += 2
    last = nodes[1][-1]
    widest = nodes[5][-1]
    lines += [f"{number} bad {last}", f"{number + 1} output {widest} wide"]
    return "\n".join([*lines, ""]), int(widest)


@settings(max_examples=75, suppress_health_check=ONE_FOLDER)
@given(expressions(), st.integers(0, 10**9))
def test_operators_agree_with_the_independent_evaluator_z3_and_gates(
    tmp_path: Path, made: tuple[str, int], seed: int
) -> None:
    text, widest = made
    path = tmp_path / "random.btor2"
    path.write_text(text)
    choose = random.Random(seed)
    circuit_model, design = read_btor2(path), read_design(path)
    symbols = (*circuit_model.entry.variables, *circuit_model.inputs)
    numbers = (*design.states, *design.inputs)
    values = {symbol: choose.randrange(1 << symbol.sort.width) for symbol in symbols}
    leaves = {n: values[s] for n, s in zip(numbers, symbols, strict=True)}
    frame = Frame(design, dict(leaves))
    alone = Frame(design, dict(leaves), design.needed([design.bads[0]]))
    assert alone.bits(design.bads[0]) == frame.bits(design.bads[0]) and alone.value.items() <= frame.value.items()
    bad = circuit_model.properties[0].bad[circuit_model.entry]
    wide = circuit_model.definitions["wide"]
    expected = bool(frame.bits(design.bads[0])), frame.bits(widest)
    evaluate = Evaluation(values)
    assert (evaluate(bad), evaluate(wide)) == expected
    solver = Z3Solver()
    solver.add(*(eq(symbol, bv(value, symbol.sort.width)) for symbol, value in values.items()))
    solver.push()
    solver.add(not_(eq(wide, bv(expected[1], 5))))
    assert solver.check() is Answer.UNSAT
    solver.pop()
    solver.add(not_(bad) if expected[0] else bad)
    assert solver.check() is Answer.UNSAT
    blasted = circuit_of(circuit_model)
    nodes = {}
    for symbol, literals in blasted.variables.items():
        for k, literal in enumerate(literals):
            nodes[literal >> 1] = values.get(symbol, 0) >> k & 1
    bits = blasted.circuit.values(nodes)
    (goal,) = blasted.circuit.bads
    assert bool(bits[goal >> 1] ^ (goal & 1)) is expected[0]


def test_what_a_node_depends_on_is_closed_under_steps(tmp_path: Path) -> None:
    """An array, its next value and what chooses it; of the rest nothing."""
    path = tmp_path / "x.btor2"
    path.write_text(
        "1 sort bitvec 2\n2 sort array 1 1\n3 state 2 mem\n4 state 1 at\n5 state 1 other\n6 input 1 data\n"
        "7 write 2 3 4 6\n8 next 2 3 7\n9 inc 1 4\n10 next 1 4 9\n11 next 1 5 6\n12 constd 1 3\n"
        "13 read 1 3 12\n14 sort bitvec 1\n15 slice 14 13 1 1\n16 not 14 15\n17 ult 14 5 6\n18 bad -16\n"
    )
    design = read_design(path)
    assert design.needed([-16]) == [3, 4, 6, 7, 9, 12, 13, 15, 16]
    assert design.needed([-17, 12]) == [5, 6, 12, 17]


# -- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("; nothing\n", 0, 0, "not a comment"),
        ("x sort bitvec 1\n", 1, 1, "the number of a line"),
        ("1\n", 1, 1, "an operator should follow"),
        ("2 sort bitvec 1\n2 zero 2\n", 2, 1, "must grow"),
        ("1 sort bitvec\n", 1, 13, "a width should follow"),
        ("1 sort bitvec 0\n", 1, 15, "at least one bit"),
        ("1 sort float 3\n", 1, 8, "'bitvec' or 'array'"),
        ("1 sort bitvec 1\n2 sort array 1 1\n3 sort array 2 1\n", 3, 14, "bit-vectors"),
        ("1 sort bitvec 1\n2 state 9\n", 2, 9, "not the number of a sort"),
        ("1 sort bitvec 1\n2 bogus 1 1\n", 2, 3, "no operator"),
        ("1 sort bitvec 1\n2 zero 1\n3 not 1 7\n", 3, 9, "no node 7"),
        ("1 sort bitvec 1\n2 zero 1\n3 not 1 two\n", 3, 9, "needed, not 'two'"),
        ("1 sort bitvec 1\n2 zero 1\n3 add 1 2\n", 3, 9, "the line ends"),
        ("1 sort bitvec 2\n2 sort bitvec 1\n3 zero 1\n4 zero 2\n5 add 1 3 4\n", 5, 3, "operands of one sort"),
        ("1 sort bitvec 2\n2 sort bitvec 1\n3 zero 1\n4 add 2 3 3\n", 4, 7, "the line announces"),
        ("1 sort bitvec 2\n2 zero 1\n3 bad 2\n", 3, 7, "a vector of 1 bit"),
        ("1 sort bitvec 2\n2 zero 1\n3 init 1 2 2\n", 3, 10, "is no state"),
        ("1 sort bitvec 2\n2 state 1 s\n3 next 1 2 2\n4 next 1 2 2\n", 4, 10, "second next"),
        ("1 sort bitvec 2\n2 const 1 012\n", 2, 11, "no constant in base 2"),
        ("1 sort bitvec 2\n2 const 1 111\n", 2, 11, "does not fit"),
        ("1 sort bitvec 2\n2 constd 1 9\n", 2, 12, "does not fit"),
        ("1 sort bitvec 2\n2 zero 1\n3 slice 1 2 4 0\n", 3, 3, "no bits 4 to 0"),
        ("1 sort bitvec 2\n2 zero 1\n3 read 1 2 2\n", 3, 3, "an array is needed"),
        ("1 sort bitvec 1\n2 zero 1\n3 justice 3 2 2\n", 3, 15, "the line ends"),
        ("1 sort bitvec 1\n2 input 1\n3 input 1\n4 and 1 2 3 2 3\n", 4, 15, "goes on after its symbol '2'"),
        ("1 sort bitvec 1 bit wide\n", 1, 21, "goes on after its symbol 'bit'"),
        ("1 sort bitvec 1\n2 zero 1\n3 justice 1 2 both of them\n", 3, 20, "goes on after its symbol 'both'"),
        ("1 sort bitvec 1\n2 input 1 i\n3 not 1 2\n4 state 1 s\n5 init 1 4 3\n", 5, 12, "depends on the input i"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        model(text)
    where = caught.value.where
    assert words in caught.value.message
    assert where is not None and (where.line, where.column) == (line, column)
