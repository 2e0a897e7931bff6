"""Deep nesting in every format: it is read, or refused with a position; the interpreter's stack never decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import InputError
from assay.core.temporal import DEEPEST
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.hardware.ctl import parse_ctl
from assay.frontends.task import load
from assay.frontends.text import Source
from clocks import PATIENCE

DEEP = 3000
TOGGLE = "MODULE main\nVAR x : boolean;\nASSIGN init(x) := FALSE; next(x) := !x;\n"
CLAUSES = "(set-logic HORN)(declare-fun P (Int) Bool)(assert (P 0))(assert (forall ((x Int)) "
VMT = (
    "(declare-fun x () Bool)(declare-fun y () Bool)(define-fun .x () Bool (! x :next y))"
    "(define-fun .i () Bool (! x :init true))(define-fun .p () Bool (! x :invar-property 0))"
    "(define-fun .t () Bool (! (= y "
)
RULE = "start(pc(a)). error(pc(b)). r(p(pc(a),data(X)),p(pc(b),data(Y)),["


def nested(before: str, inside: str, after: str, times: int = DEEP) -> str:
    return before * times + inside + after * times


def path_of(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.smv", f"{TOGGLE}INVARSPEC {nested('(', '!x', ')')}", Violated),
        ("a.smv", f"{TOGGLE}INVARSPEC {nested('! ', '!x', '')}", Violated),
        ("a.smv", f"{TOGGLE}INVARSPEC {nested('(x ? !x : ', '!x', ')')}", Violated),
        ("a.smv", f"{TOGGLE}LTLSPEC {nested('(', 'G (x | X x)', ')')}", Holds),
        ("a.smt2", f"{CLAUSES}(=> (P x) {nested('(not ', '(> x 0)', ')')})))", Violated),
        ("a.smt2", f"{CLAUSES}{nested('(=> (> x 0) ', '(=> (P x) (> x 0))', ')')}))", Holds),
        ("a.smt2", f"{CLAUSES}{nested('(let ((x (+ x 1))) ', '(=> (P x) (> x 0))', ')')}))", Violated),
        ("a.vmt", f"{VMT}{nested('(not ', 'x', ')')}) :trans true))", Holds),
        ("a.pl", f"{RULE}X{' + 1' * DEEP} = 0],[Y = X],1).", Violated),
    ],
)
def test_deep_terms_are_read(tmp_path: Path, name: str, text: str, expected: type) -> None:
    (result,) = check(load(path_of(tmp_path, name, text)), config=Config(seconds=PATIENCE))
    assert type(result.verdict) is expected


def test_long_chains_of_gates_are_read(tmp_path: Path) -> None:
    size = 100_000
    gates = "".join(f"{k} not 1 {k - 1 if k > 5 else 3}\n" for k in range(5, 5 + size))
    ends = f"{5 + size} next 1 3 {4 + size}\n{6 + size} bad 3\n"
    text = f"1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n{gates}{ends}"
    (result,) = check(load(path_of(tmp_path, "chain.btor2", text)), config=Config(seconds=PATIENCE))
    assert type(result.verdict) is Holds


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("a.smv", f"{TOGGLE}LTLSPEC {nested(op, 'x', '')}") for op in ("X ", "G F ", "Y ", "x -> X ")),
        ("a.smv", f"{TOGGLE}LTLSPEC {nested('(x U ', 'x', ')')}"),
        ("a.smv", f"{TOGGLE}CTLSPEC {nested('EX ', 'x', '')}"),
        ("a.smv", f"{TOGGLE}CTLSPEC {nested('A [x U ', 'x', ']')}"),
        ("a.pl", f"{RULE}{nested('(', 'X', ')')} = 0],[Y = X],1)."),
        ("a.pl", f"{RULE}{nested('f(', 'X', ')')} = 0],[Y = X],1)."),
        ("a.pnml", f"<pnml>{nested('<net>', '', '</net>')}</pnml>"),
        ("a.yml", f"format_version: '2.0'\ninput_files: {nested('[', 'a', ']')}"),
        ("a.yml", f"format_version: '2.0'\ninput_files:\n{nested('- ', 'a', '')}"),
    ],
)
def test_what_is_nested_too_deeply_is_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(InputError, match=r":\d+:\d+: .*nested more than \d+"):
        load(path_of(tmp_path, name, text))


@pytest.mark.parametrize(
    "formula",
    [
        "LTLSPEC " + nested("X ", "x", "", DEEPEST),
        "LTLSPEC " + nested("(x U ", "x", ")", DEEPEST),
        "LTLSPEC " + nested("x & X (", "x", ")", DEEPEST // 2),
        "CTLSPEC " + nested("EX ", "x", "", DEEPEST),
        "CTLSPEC " + nested("A [x U ", "x", "]", DEEPEST),
    ],
)
def test_what_is_nested_just_deep_enough_is_decided(tmp_path: Path, formula: str) -> None:
    (result,) = check(load(path_of(tmp_path, "a.smv", TOGGLE + formula)), config=Config(seconds=PATIENCE))
    assert type(result.verdict) is Violated


def test_deep_formulas_beside_a_circuit_are_refused(tmp_path: Path) -> None:
    circuit = read_aiger(path_of(tmp_path, "a.aag", "aag 1 0 1 1 0\n2 3\n2\nl0 latch\n"))
    assert len(parse_ctl(Source("a.ctl", nested("EX ", "latch", "", DEEPEST)), circuit)) == 1
    with pytest.raises(InputError, match=rf"a\.ctl:1:1: a formula nested more than {DEEPEST} operators deep"):
        parse_ctl(Source("a.ctl", nested("EX ", "latch", "")), circuit)
