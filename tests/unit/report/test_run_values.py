"""What functions without a body did in a run: told with the verdict, in words and as data, and in the witness."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from assay.app.worker import Job, Method, work
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.frontends.c import UNREACH_CALL, read_c
from assay.frontends.c.translate.encoding import BitPrecise
from assay.frontends.c.translate.unbounded import Unbounded
from assay.report.run_values import RunValue, rests_on, run_values
from assay.report.standing import Standing
from tools.witness_documents import read_document
from tools.witness_linter import check as lint
from unchecked import found

HEAD = "extern void reach_error(void);\n"
RETURNED = """extern int sensor(void);
int main(void) {
  int y = sensor(), z = sensor();
  if (y == 7) reach_error();
  return z;
}
"""
STORED = """extern void fetch(int *, short *);
struct pair { int first; short second; };
int main(void) {
  struct pair p = {0, 0};
  fetch(&p.first, &p.second);
  if (p.first == 5 && p.second == -2) reach_error();
}
"""
ELEMENT = """extern void fill(unsigned char *);
int main(void) {
  unsigned char text[400];
  unsigned i = 17;
  fill(text);
  while (i < 20) i++;
  if (text[i] == 200) reach_error();
}
"""


def run(text: str, folder: Path, **options: Any) -> tuple[Model, tuple[RunValue, ...]]:
    file = folder / "program.c"
    file.write_text(HEAD + text)
    model = read_c(file, **options)
    trace = found(model, next(prop for prop in model.properties if prop.name == UNREACH_CALL))
    assert isinstance(trace, Trace), trace
    return model, run_values(model, trace)


@pytest.mark.parametrize("encoding", [BitPrecise, Unbounded])
def test_results_are_told_with_their_place(encoding: Any, tmp_path: Path) -> None:
    model, values = run(RETURNED, tmp_path, encoding=encoding)
    (first, second) = (value for value in values if not value.place)
    assert str(first) == "sensor() at program.c:4 returned 7"
    assert first.matters and not second.matters
    assert (second.where.line, second.where.column) == (4, 25)
    assert rests_on(model, values)[:1] == ["sensor() at program.c:4 returned 7"]
    assert not any("returns any value" in line for line in rests_on(model, values))


def test_what_is_stored_is_told_by_the_name_of_its_place(tmp_path: Path) -> None:
    _, values = run(STORED, tmp_path)
    assert [str(value) for value in values if value.matters] == [
        "fetch() at program.c:6 stored 5 in p.first",
        "fetch() at program.c:6 stored -2 in p.second",
    ]


def test_of_an_array_the_elements_that_mattered_are_told(tmp_path: Path) -> None:
    _, values = run(ELEMENT, tmp_path)
    assert [str(value) for value in values] == ["fill() at program.c:6 stored 200 in text[20]"]


def test_what_the_competition_leaves_open_is_a_value_but_no_assumption(tmp_path: Path) -> None:
    model, values = run(
        "extern int __VERIFIER_nondet_int(void); extern int getchar(void);\n"
        "int main(void) { if (__VERIFIER_nondet_int() == 4 && getchar() == 65) reach_error(); }",
        tmp_path,
    )
    assert [(value.function, value.whose, value.value) for value in values] == [
        ("__VERIFIER_nondet_int", "nondet", "4"),
        ("getchar", "library", "65"),
    ]
    assert rests_on(model, values) == ["getchar() at program.c:3 returned 65"]


def test_an_allocation_that_fails_is_told(tmp_path: Path) -> None:
    model, values = run(
        "extern void *malloc(__SIZE_TYPE__);\n"
        "int main(void) { char *p = malloc(4), *q = malloc(5); if (p && !q) reach_error(); }",
        tmp_path,
    )
    assert [str(value) for value in values] == ["malloc() at program.c:3 returned NULL"]
    assert values[0].where.column == 44 and rests_on(model, values)[0] == str(values[0])


def test_pure_functions_store_nothing(tmp_path: Path) -> None:
    _, values = run(RETURNED, tmp_path, externals="pure")
    assert [value.place for value in values] == ["", ""]


def test_a_verdict_carries_values_and_assumptions_and_so_does_its_witness(tmp_path: Path) -> None:
    program, witness = tmp_path / "program.c", tmp_path / "witness.yml"
    program.write_text(HEAD + STORED)
    sent: list[Any] = []
    work(Job(str(program), Method(), witness=str(witness)), sent.append)
    standing = Standing(lambda: 0.0, "auto")
    verdict = {}
    for record in sent:
        standing.hear(record)
        if record["event"] == "verdict":
            verdict = dict(standing.complete(record))
    assert verdict["verdict"] == "violated"
    assert verdict["values"][0] == {
        "kind": "stored",
        "function": "fetch",
        "whose": "external",
        "file": str(program),
        "line": 6,
        "column": 3,
        "value": 5,
        "place": "p.first",
        "matters": True,
    }
    assert verdict["assumptions"][:2] == [
        "fetch() at program.c:6 stored 5 in p.first",
        "fetch() at program.c:6 stored -2 in p.second",
    ]
    (text,) = (record["text"] for record in sent if record["event"] == "file")
    assert lint(text, {str(program): program.read_bytes()}) == ()
    (entry,) = read_document(text).value
    description = entry["metadata"]["producer"]["description"]
    assert description.startswith("assumes: fetch() at program.c:6 stored 5 in p.first; fetch()")
