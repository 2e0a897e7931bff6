"""Which format a file has, and which properties a user means."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Model
from assay.frontends.task import load, recognise, select
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
    ],
)
def test_recognition(file: str, text: str, name: str) -> None:
    assert recognise(Source(file, text)).name == name


def test_an_unknown_format_names_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"VMT-LIB \(\.vmt\), SMT-LIB HORN \(\.smt2\), ARMC \(\.pl\)"):
        recognise(Source("a.txt", "int main() { return 0; }"))


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


def test_selection_by_property_file(model: Model, tmp_path: Path) -> None:
    first, second = model.properties
    path = tmp_path / "wanted.prp"
    path.write_text("query-2\n\n  (assert (not (P 1)))\n")
    assert select(model, str(path)) == (second, first)
    assert select(model, f"{path}#0") == (second,)
    assert select(model, f"{path}#1") == (first,)
    with pytest.raises(InputError, match=r"no property 2 in this file \(it has 2, counted from 0\)"):
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
