"""CTL files beside AIGER circuits: notation, numbering, names, errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.core.model import Model
from assay.core.temporal import Formula, show
from assay.core.terms import Op, Term
from assay.frontends.hardware.aiger import read_aiger
from assay.frontends.hardware.ctl import parse_ctl
from assay.frontends.text import Source
from hardware import read_ctl

CIRCUIT = "aag 4 2 2 1 0 0 0 0 1\n2\n4\n6 8\n8 2\n4\n3\ni0 req<0>\ni1 go\nl0 a.s<*1*><0>\nl1 b\no0 out<0>\n"


@pytest.fixture
def circuit(tmp_path: Path) -> Path:
    path = tmp_path / "x.aag"
    path.write_text(CIRCUIT)
    return path


@pytest.fixture
def model(circuit: Path) -> Model:
    return read_aiger(circuit)


def shown(formula: Formula) -> str:
    return show(formula, _term)


def _term(term: Term) -> str:
    if term.op is Op.VAR:
        return term.name
    if term.op is Op.NOT:
        return f"~{_term(term.args[0])}"
    if term.is_const:
        return str(term.value)
    return "(" + f" {term.op.value} ".join(sorted(map(_term, term.args))) + ")"


def one(model: Model, text: str) -> str:
    (prop,) = parse_ctl(Source("x.ctl", text), model)
    return shown(prop.formula)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("AG(b -> AF a.s<*1*><0>)", "AG ((b -> AF (a.s<*1*><0>)))"),
        ("AG b -> go", "(AG (b) -> go)"),
        ("~E ~b U go", "!(E[~b U go])"),
        ("b -> E b U (b & go)", "(b -> E[b U (b and go)])"),
        ("A b & go U ~b", "A[(b and go) U ~b]"),
        ("A b R go", "A[b V go]"),
        ("A b W go", "A[go V (b or go)]"),
        ("A[b U E[go U b]]", "A[b U E[go U b]]"),
        ("AX EX b == EF b", "(AX (EX (b)) <-> EF (b))"),
        ("!b & b | go", "go"),
        ("AG b -> EF go -> EX b", "(AG (b) -> (EF (go) -> EX (b)))"),
        ("AG(out<0> ^ TRUE)", "AG (~go)"),
        ("EF b & EF go | EG b", "((EF (b) & EF (go)) | EG (b))"),
        ("AG EF b = 1;", "(AG (EF (b)) <-> True)"),
    ],
)
def test_notation(model: Model, text: str, meaning: str) -> None:
    assert one(model, text) == meaning


def test_numbers_come_from_comments_or_count_on(model: Model) -> None:
    text = "# an introduction\n#PASS: (3)\nAG b\n# a remark\nAG(b &\n   # in the middle\n   go)\n"
    text += "#FAIL: (7-8) twice\nEF b; EF go\n"
    found = parse_ctl(Source("x.ctl", text), model)
    assert [prop.name for prop in found] == ["3", "4", "7", "8"]
    assert found[1].text == "AG(b & go)"


def test_only_one(circuit: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.ctl"
    path.write_text("AG b\nAG missing\nEF go\n")
    chosen = read_ctl(circuit, path, only="2")
    assert [prop.name for prop in chosen.temporal] == ["2"] and not chosen.properties
    assert chosen.fairness
    with pytest.raises(InputError, match="missing"):
        read_ctl(circuit, path, only="1")
    with pytest.raises(InputError, match="missing"):
        read_ctl(circuit, path)


def test_deep_brackets(model: Model) -> None:
    depth = 3000
    (prop,) = parse_ctl(Source("x.ctl", "AG" + "(" * depth + "b" + ")" * depth), model)
    assert shown(prop.formula) == "AG (b)"


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("AG b\nAG %\n", 2, 4, "no meaning"),
        ("AG (b & nobody)\n", 1, 9, "no latch, input or output called 'nobody'"),
        ("AG (b\n", 1, 4, "lacks the closing bracket"),
        ("AG b)\n", 1, 5, "closes nothing"),
        ("AG (b go)\n", 1, 7, "an operator or a closing bracket"),
        ("AG b &\n", 1, 6, "ends after '&'"),
        ("A b\n", 1, 1, "lacks U or R"),
        ("& b\n", 1, 1, "cannot begin"),
        ("AG (b]\n", 1, 6, "closes nothing"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(model: Model, text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_ctl(Source("x.ctl", text), model)
    where = caught.value.where
    assert words in caught.value.message
    assert where is not None and (where.line, where.column) == (line, column)
