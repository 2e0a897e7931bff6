"""Which format a file has, and which properties a user means."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Ltl, Model
from assay.frontends.goals import select
from assay.frontends.task import ANNOTATIONS, LABEL, MACHINE, data_model_of, load, recognise, remarks
from assay.frontends.text import Source, read

HORN = "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n(assert (not (P 1)))\n(assert (not (P 2)))\n"
VMT = (
    "; a system\n(declare-fun x () Int)(declare-fun n () Int)(define-fun s () Int (! x :next n))"
    "(define-fun p () Bool (! (>= x 0) :invar-property 0))(define-fun l () Bool (! true :live-property 1))\n"
)
ARMC = "% a system\nstart(pc(a)).\nerror(pc(b)).\n"


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("a.smt2", HORN, "SMT-LIB HORN"),
        ("a.pl", HORN, "SMT-LIB HORN"),
        ("a", "; comment\n\n" + HORN, "SMT-LIB HORN"),
        ("a", "(declare-rel p ())(rule p)(query p)", "SMT-LIB HORN"),
        ("a.smt2", VMT, "VMT-LIB"),
        ("a.vmt", VMT, "VMT-LIB"),
        ("a", ARMC, "ARMC"),
        ("a.smt2", ARMC, "ARMC"),
        ("a.pl", ":- multifile r/5", "ARMC"),
        ("a.SMT2", "nonsense", "SMT-LIB HORN"),
        ("a.vmt", "(declare-fun", "SMT-LIB HORN"),
        ("a", "-- a design\nMODULE main\nVAR x : boolean;\n", "SMV"),
        ("a", "; a design\n1 sort bitvec 8\n2 input 1\n", "BTOR2"),
        ("a", "# a net\nvars\n x\n", "MIST"),
        ("a", '<?xml version="1.0"?>\n<pnml xmlns="http://www.pnml.org/">', "PNML"),
        ("a.yml", "format_version: '2.0'\ninput_files: 'a.c'\n", "SV-COMP task"),
        ("a.c", "int main() { return 0; }", "C"),
        ("a.i", "int vars;", "C"),
    ],
)
def test_recognition(file: str, text: str, name: str) -> None:
    assert recognise(Source(file, text)).name == name


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"VMT-LIB \(\.vmt\), .*ARMC \(\.pl\), AIGER \(\.aig, \.aag\)"):
        recognise(Source("a.txt", "int main() { return 0; }"))


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("int main(void) { return 0; }", MACHINE),
        ("int main(void) { __VERIFIER_error(); }", "ILP32"),
        ("typedef unsigned int size_t;", "ILP32"),
        ("typedef unsigned long size_t;", "LP64"),
        ("typedef long unsigned int size_t;", "LP64"),
        ("typedef __kernel_ulong_t __kernel_size_t;", "LP64"),
        ("typedef unsigned int __kernel_size_t;", "ILP32"),
    ],
)
def test_the_data_model_of_a_preprocessed_program(text: str, model: str) -> None:
    assert data_model_of(text) == model


def test_text_of_other_encodings(tmp_path: Path) -> None:
    path = tmp_path / "old.pl"
    path.write_bytes("% für\r\nstart(pc(a)).\r\nerror(pc(b)).\r\n".encode("latin-1"))
    assert load(path).entry.name == "a"
    path.write_bytes(b"\xef\xbb\xbf" + ARMC.encode())
    assert load(str(path)).origin.format == "ARMC"
    path.write_bytes(b"start(pc(a)).\n\0")
    with pytest.raises(InputError, match=r"old\.pl:2:1: not a text file: byte 0x00"):
        read(path)


@pytest.fixture
def model(tmp_path: Path) -> Model:
    path = tmp_path / "a.smt2"
    path.write_text(HORN)
    return load(path)


def test_selection(model: Model) -> None:
    first, second = model.properties
    assert select(model, "query-2") == (second,)
    assert select(model, "0") == (first,)
    assert select(model, "1") == (second,)
    assert select(model, "(assert  (not\n(P 2)))") == (second,)


def test_a_label_before_an_smv_formula_is_none_of_its_indices(tmp_path: Path) -> None:
    path = tmp_path / "rows.smv"
    path.write_text("MODULE main\nVAR a : array 1..2 of boolean;\nINVARSPEC a[1] & a[2];\nINVARSPEC a[1] | a[2];\n")
    model = load(path)
    both, either = model.properties
    assert select(model, "a[1] & a[2]") == (both,)
    assert select(model, "(a[1]  | a[2])") == (either,)
    assert select(model, "[either] (a[1] | a[2])") == (either,)


def test_selection_by_property_file(model: Model, tmp_path: Path) -> None:
    first, second = model.properties
    path = tmp_path / "wanted.prp"
    path.write_text("query-2\n\n  (assert (not (P 1)))\n")
    assert select(model, str(path)) == (second, first)
    assert select(model, f"{path}#0") == (second,)
    assert select(model, f"{path}#1") == (first,)
    with pytest.raises(InputError, match=r"no property 2 in this file \(it has 2, from 0\)"):
        select(model, f"{path}#2")
    path.write_text("query-1\nquery-9\n")
    with pytest.raises(InputError, match=r"wanted\.prp:2:1: no property is 'query-9'"):
        select(model, str(path))


@pytest.mark.parametrize("wanted", ["query", "2", "", "-1", "absent.prp#0", "#0", "x" * 5000, "a\0b", "1" * 30])
def test_unknown_properties(model: Model, wanted: str) -> None:
    with pytest.raises(InputError, match="the input has 0: query-1, 1: query-2"):
        select(model, wanted)


def test_a_liveness_property_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.vmt"
    path.write_text(VMT)
    system = load(path)
    assert [prop.name for prop in system.properties] == ["p"]
    for wanted in ("l", ":live-property 1"):
        with pytest.raises(Unsupported, match=r"a\.vmt:2:\d+: l is a :live-property"):
            select(system, wanted)


# -- what other formats call a property --------------------------------------------------------------------------------

COUNTER = """MODULE main
VAR x : 0..3;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 4;
INVARSPEC x <= 3
CTLSPEC AF x = 2
"""
TOGGLE = "aag 1 0 1 1 0\n2 3\n2\nl0 t\n"
PROGRAM = """extern void reach_error(void);
int main(void) { int x = 0; while (x < 3) x++; if (x != 3) reach_error(); return 0; }
"""
SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def test_a_formula_over_the_names_of_an_smv_file(tmp_path: Path) -> None:
    (tmp_path / "counter.smv").write_text(COUNTER)
    model = load(tmp_path / "counter.smv")
    assert [type(goal).__name__ for goal in model.goals] == ["Safety", "Ctl"]
    (labelled,) = select(model, "[p] AF x = 2")
    assert labelled == model.temporal[0]
    (new,) = select(model, "LTLSPEC G F x = 1")
    assert isinstance(new, Ltl)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "p.ltl").write_text("G F x = 1")
    (from_file,) = select(model, "@sub/p.ltl")
    assert isinstance(from_file, Ltl) and from_file.formula == new.formula


def test_ctl_formulas_beside_a_circuit(tmp_path: Path) -> None:
    (tmp_path / "toggle.aag").write_text(TOGGLE)
    (tmp_path / "toggle.ctl").write_text("AG AF t\nAG t\n")
    model = load(tmp_path / "toggle.aag")
    assert len(select(model, "toggle.ctl")) == 2
    (second,) = select(model, f"{tmp_path}/toggle.ctl#1")
    assert second.text.split() == ["AG", "t"]
    with pytest.raises(InputError, match="no formula is numbered 7"):
        select(model, "toggle.ctl#7")


def test_a_specification_beside_a_program(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(PROGRAM)
    (tmp_path / "p.prp").write_text(SPECIFICATION)
    (tmp_path / "p.yml").write_text(
        "format_version: '2.0'\ninput_files: 'p.c'\nproperties:\n  - property_file: p.prp\n"
        "    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n"
    )
    (goal,) = select(load(tmp_path / "p.c", property="p.prp"), str(tmp_path / "p.prp"))
    assert goal.text == SPECIFICATION
    with pytest.raises(InputError, match="read for other properties"):
        select(load(tmp_path / "p.c", checks="assert"), str(tmp_path / "p.prp"))
    model = load(tmp_path / "p.yml")
    assert model.origin.data_model == "LP64" and model.origin.file.endswith("p.c")
    assert [goal.text for goal in model.goals] == [SPECIFICATION]
    assert load(tmp_path / "p.yml", data_model="ILP32").origin.data_model == "ILP32"
    assert remarks(model) == ()
    (tmp_path / "q.c").write_text("int main(void) { return 0; }")
    assert "holds trivially" in remarks(load(tmp_path / "q.c"))[0]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("if (x) goto ERROR; return 0;\nERROR: return 1;", True),
        ("{ ERROR: goto ERROR; }", True),
        ("enum { ERROR = 3 }; return x ? ERROR : 0;", False),
        ("goto NO_ERROR; NO_ERROR: return 0;", False),
        ("ERROR: reach_error();", False),
    ],
)
def test_a_label_that_other_tools_take_for_an_error_is_told(body: str, told: bool, tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(f"void reach_error(void);\nint main(int x) {{ {body} }}")
    assert (LABEL in remarks(load(tmp_path / "p.c"))) is told


@pytest.mark.parametrize(
    ("comment", "told"),
    [
        ("//@ assert x > 3;", True),
        ("/*@ loop invariant 0 <= x; */", True),
        ("/*@\n  requires x > 3;\n*/", True),
        ("// assert x > 3;", False),
        ("/*@null@*/", False),
    ],
)
@pytest.mark.parametrize("body", ["", "if (x == 3) reach_error();"])
def test_it_is_told_that_annotations_are_not_read(comment: str, told: bool, body: str, tmp_path: Path) -> None:
    text = f"extern void reach_error(void);\nint main(void) {{ int x = 4;\n{comment}\n{body} return x; }}"
    (tmp_path / "p.c").write_text(text)
    assert (ANNOTATIONS in remarks(load(tmp_path / "p.c"))) is told


def test_properties_of_a_file_that_are_not_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "s.vmt").write_text(VMT)
    (remark,) = remarks(load(tmp_path / "s.vmt"))
    assert remark.startswith("not checked: ") and "s.vmt:2:155: l is a :live-property" in remark
    (tmp_path / "s.vmt").write_text(VMT.replace(":live-property 1", ":predicate true"))
    assert remarks(load(tmp_path / "s.vmt")) == ()


def test_what_is_no_program_is_read_without_the_front_end_of_programs(tmp_path: Path) -> None:
    (tmp_path / "x.aag").write_text("aag 1 0 1 1 0\n2 3\n2\n")
    program = f"""
import sys
from assay.frontends.task import load
load({str(tmp_path / "x.aag")!r})
print([name for name in sys.modules if name.startswith("assay.frontends.c")])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
