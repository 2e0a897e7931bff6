"""Circuits and graphs at the edge of their formats: arrays in proofs, no initial state, odd ends of lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import InputError
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.task import load, remarks
from clocks import PATIENCE

MEMORY = """1 sort bitvec 1
2 sort bitvec 2
3 sort array 2 2
4 zero 2
5 one 2
6 state 3 memory
7 init 3 6 4
8 input 2 place
9 write 3 6 8 5
10 next 3 6 9
11 read 2 6 5
"""
CHAINED = """12 state 3 copy
13 init 3 12 4
14 input 1 swap
15 ite 3 14 9 12
16 next 3 12 15
"""


def verdict_of(path: Path, engine: str = "auto") -> type:
    (result,) = check(load(path), config=Config(engine=engine, seconds=PATIENCE))
    return type(result.verdict)


@pytest.mark.parametrize("engine", ["auto", "ic3", "kinduction", "bdd", "predicate", "directed"])
@pytest.mark.parametrize(
    ("bad", "expected"),
    [
        ("20 constd 2 2\n21 eq 1 11 20\n22 bad 21\n", Holds),
        ("21 eq 1 11 5\n22 bad 21\n", Violated),
        ("20 write 3 6 5 4\n21 eq 1 6 20\n22 bad -21\n", Violated),
        (f"{CHAINED}20 ones 2\n21 read 2 12 8\n22 eq 1 21 20\n23 bad 22\n", Holds),
        (f"{CHAINED}21 neq 1 6 12\n22 bad 21\n", Violated),
    ],
)
def test_memories(tmp_path: Path, engine: str, bad: str, expected: type) -> None:
    path = tmp_path / "memory.btor2"
    path.write_text(MEMORY + bad)
    assert verdict_of(path, engine) is expected


DESIGN = """1 sort bitvec 2
2 zero 1
3 state 1 {}
4 init 1 3 2
5 inc 1 3
6 next 1 3 5
7 sort bitvec 1
8 redand 7 3
9 bad 8"""


@pytest.mark.parametrize(
    "content",
    [
        DESIGN.format("x").encode(),
        DESIGN.format("x").replace("\n", "\r\n").encode(),
        DESIGN.format("x").replace("\n", "\r\r\n").encode() + b"\r",
        b"\xef\xbb\xbf" + DESIGN.format("x").encode(),
        DESIGN.format("x ; 1\x0b2\x0c3\x85\u2028 4").encode(),
        DESIGN.format("\x0cx ; \xe9 \x85 7").encode("latin-1"),
    ],
)
def test_both_readers_see_the_same_lines(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "counter.btor2"
    path.write_bytes(content)
    assert verdict_of(path) is Violated


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.btor2", "1 sort bitvec 1\n; a\r2 sort bitvec 2\n"),
        ("a.smt2", "(set-logic HORN)\n; a\r(assert false)\n(check-sat)\n"),
        ("a.smv", "MODULE main\n-- a\rVAR x : boolean;\n"),
        ("a.graph", "graph\nstates 0..1 # a\rinitial 0\n"),
    ],
)
def test_a_carriage_return_inside_a_line_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    with pytest.raises(InputError, match=rf"{name}:2:\d+: a carriage return inside a line"):
        load(path)


@pytest.mark.parametrize("engine", ["auto", "predicate", "coverability", "fixpoint", "cgr", "cgr-dual", "fbar"])
def test_a_graph_without_initial_states(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "none.graph"
    path.write_text("graph\nstates 0..3\ninitial\nbad 1\nsteps 0>1\n")
    assert verdict_of(path, engine) is Holds
    assert remarks(load(path)) == ("there is no initial state: every property holds trivially",)


LONG = "9" * 5000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.btor2", f"1 sort bitvec {LONG}\n"),
        ("a.btor2", f"1 sort bitvec 8\n2 constd 1 -{LONG}\n"),
        ("a.btor2", f"1 sort bitvec 8\n2 not 1 {LONG}\n"),
        ("a.btor2", "1 sort bitvec 4294967296\n2 ones 1\n"),
        ("a.btor2", "1 sort bitvec 8\n2 ones 1\n3 sext 1 2 99999999999\n"),
        ("a.aag", f"aag {LONG} 0 1 0 0\n2 3\n"),
        ("a.aag", f"aag 1 0 1 0 0\n2 {LONG}\n"),
        ("a.aag", f"aag 1 0 1 1 0\n2 3\n2\nl{LONG} name\n"),
        ("a.smv", f"MODULE main\nVAR x : 0..{LONG};\n"),
        ("a.spec", f"vars x rules x >= 1 -> x' = x - 1; init x = {LONG} target x >= 2 invariants\n"),
        ("a.smt2", f"(set-logic HORN)(assert (forall ((x Real)) (< x 2.{LONG})))"),
        ("a.smt2", f"(set-logic HORN)(assert (forall ((x Int)) (< x {LONG})))"),
        ("a.graph", f"graph\nstates 0..{LONG}\ninitial\nbad\n"),
        ("a.pl", f"start(pc(a)). error(pc(b)). r(p(pc(a),data(X)),p(pc(b),data(Y)),[X = {LONG}],[Y = X],1)."),
        (
            "a.pnml",
            f"<pnml><net id='n' type='ptnet'><place id='p'><initialMarking><text>{LONG}</text></initialMarking>"
            "</place></net></pnml>",
        ),
    ],
)
def test_numbers_without_measure_are_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=rf"{name}:\d+"):
        load(path)
