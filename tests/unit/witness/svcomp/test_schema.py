"""The linter of witnesses: good ones pass, each kind of defect is found where it is; and the YAML below it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.witness.svcomp.text import ProgramText
from assay.witness.svcomp.yaml_writing import write_document
from strategies import LAW
from tools.witness_constraints import check_expression
from tools.witness_documents import Malformed, read_document
from tools.witness_linter import check
from tools.witness_shapes import Problem

PROGRAM = b"""extern int ask(void);
int main(void) {
  int x = ask();
  /* while */ while (x < 3) x++;
  switch (x) { case 3: x = x ? 1 : 2; }
again:
  if (x > 3) goto again; else x = 0;
  reach_error();
  return "if"[0];
}
"""
NAME = "folder/program.c"
SOURCES = {NAME: PROGRAM}


def place(line: int, column: int | None) -> dict[str, Any]:
    found = {"file_name": NAME, "line": line, "column": column, "function": "main"}
    return {key: value for key, value in found.items() if value is not None}


def waypoint(
    kind: str, line: int, column: int | None, constraint: Any = None, action: str = "follow"
) -> dict[str, Any]:
    made: dict[str, Any] = {"type": kind, "action": action}
    if constraint is not None:
        made["constraint"] = constraint
    return {"waypoint": {**made, "location": place(line, column)}}


RETURN = {"value": "\\result == -5", "format": "acsl_expression"}
ASSUMED = {"value": "x == 3 && (x & 1u) != 0", "format": "c_expression"}


def metadata() -> dict[str, Any]:
    return {
        "format_version": "2.0",
        "uuid": "8e3f1a52-3a51-4a1c-9c44-0b4b8a0d6f11",
        "creation_time": "2026-07-01T12:00:00+02:00",
        "producer": {"name": "Assay", "version": "1.0", "configuration": "default", "command_line": "assay check"},
        "task": {
            "input_files": [NAME],
            "input_file_hashes": {NAME: sha256(PROGRAM).hexdigest()},
            "specification": "CHECK( init(main()), LTL(G ! call(reach_error())) )",
            "data_model": "ILP32",
            "language": "C",
        },
    }


VIOLATION: list[Any] = [
    {
        "entry_type": "violation_sequence",
        "metadata": metadata(),
        "content": [
            {"segment": [waypoint("function_return", 3, 15, RETURN)]},
            {
                "segment": [
                    waypoint("branching", 4, 15, {"value": "false"}, "avoid"),
                    waypoint("branching", 4, 15, {"value": "true"}),
                ]
            },
            {"segment": [waypoint("function_enter", 3, 15)]},
            {"segment": [waypoint("branching", 5, 3, {"value": "3"})]},
            {"segment": [waypoint("branching", 5, 3, {"value": "default"})]},
            {"segment": [waypoint("branching", 5, 30, {"value": "true"})]},
            {"segment": [waypoint("branching", 7, None, {"value": "false"})]},
            {"segment": [waypoint("assumption", 5, 3, ASSUMED)]},
            {"segment": [waypoint("target", 8, 3)]},
        ],
    }
]


def invariant(kind: str, line: int, column: int | None, value: str = "x <= 3 || x == (int)y[2]") -> dict[str, Any]:
    return {"invariant": {"type": kind, "location": place(line, column), "value": value, "format": "c_expression"}}


CORRECTNESS: list[Any] = [
    {
        "entry_type": "invariant_set",
        "metadata": metadata(),
        "content": [
            invariant("loop_invariant", 4, 15),
            invariant("loop_invariant", 4, None),
            invariant("location_invariant", 6, 1),
            invariant("location_invariant", 7, 31),
        ],
    }
]


@pytest.mark.parametrize("witness", [VIOLATION, CORRECTNESS], ids=["violation", "correctness"])
@pytest.mark.parametrize("sources", [SOURCES, None], ids=["with the program", "alone"])
def test_good_witnesses_pass(witness: list[Any], sources: dict[str, bytes] | None) -> None:
    assert check(write_document(witness), sources) == ()


# -- defects -----------------------------------------------------------------------------------------------------------

Change = Callable[[Any], object]


def first(witness: Any) -> Any:
    return witness[0]


def task(witness: Any) -> Any:
    return witness[0]["metadata"]["task"]


def point(witness: Any, number: int, inside: int = 0) -> Any:
    return witness[0]["content"][number]["segment"][inside]["waypoint"]


def said(witness: Any, number: int = 0) -> Any:
    return witness[0]["content"][number]["invariant"]


SHARED: dict[str, tuple[Change, str]] = {
    "no entry": (lambda w: w.clear(), "at least one entry"),
    "entry is no mapping": (lambda w: w.append(3), "should be a mapping"),
    "entry type is missing": (lambda w: first(w).pop("entry_type"), "entry_type is missing"),
    "entry type is not known": (
        lambda w: first(w).update(entry_type="loop_invariant"),
        "is none of violation_sequence",
    ),
    "metadata are missing": (lambda w: first(w).pop("metadata"), "metadata is missing"),
    "content is missing": (lambda w: first(w).pop("content"), "content is missing"),
    "content is no list": (lambda w: first(w).update(content={}), "should be a list"),
    "content is empty": (lambda w: first(w).update(content=[]), "at least one"),
    "unknown key in an entry": (lambda w: first(w).update(remark="x"), "not known here"),
    "entries of both types": (
        lambda w: w.append({"entry_type": "x", "metadata": metadata(), "content": []}),
        "entries of one type",
    ),
    "identity twice": (lambda w: w.append(deepcopy(first(w))), "another entry has the same identity"),
    "version is a number": (lambda w: first(w)["metadata"].update(format_version=2.0), "should be a string"),
    "version is another": (lambda w: first(w)["metadata"].update(format_version="0.1"), "is none of 2.0"),
    "no UUID": (lambda w: first(w)["metadata"].update(uuid="1234"), "not a UUID"),
    "time without a zone": (lambda w: first(w)["metadata"].update(creation_time="2026-07-01T12:00:00"), "its zone"),
    "time in words": (lambda w: first(w)["metadata"].update(creation_time="yesterday"), "its zone"),
    "producer without a version": (lambda w: first(w)["metadata"]["producer"].pop("version"), "version is missing"),
    "unknown key of the producer": (lambda w: first(w)["metadata"]["producer"].update(mood="x"), "not known here"),
    "no input file": (lambda w: task(w).update(input_files=[]), "at least one input file"),
    "input file is a number": (lambda w: task(w).update(input_files=[3]), "should be a string"),
    "no hash of a file": (lambda w: task(w).update(input_file_hashes={}), "there is no hash of"),
    "hash of another file": (lambda w: task(w)["input_file_hashes"].update(other="0" * 64), "this is no input file"),
    "hash is too short": (lambda w: task(w)["input_file_hashes"].update({NAME: "0" * 40}), "not a SHA-256"),
    "hash is wrong": (lambda w: task(w)["input_file_hashes"].update({NAME: "0" * 64}), "another hash"),
    "specification in words": (lambda w: task(w).update(specification="no error"), "not a property of the competition"),
    "formula alone": (lambda w: task(w).update(specification="G ! call(reach_error())"), "not a property"),
    "data model": (lambda w: task(w).update(data_model="32bit"), "is none of ILP32, LP64"),
    "language": (lambda w: task(w).update(language="Java"), "is none of C"),
}
VIOLATION_ONLY: dict[str, tuple[Change, str]] = {
    "segment key is another": (lambda w: first(w)["content"].insert(0, {"cycle": []}), "segment is missing"),
    "empty segment": (lambda w: first(w)["content"].insert(0, {"segment": []}), "at least one waypoint"),
    "type of waypoint": (lambda w: point(w, 0).update(type="call"), "is none of assumption"),
    "action of waypoint": (lambda w: point(w, 0).update(action="pass"), "is none of follow, avoid"),
    "two to follow": (lambda w: point(w, 1).update(action="follow"), "exactly one to follow"),
    "none to follow": (lambda w: point(w, 0).update(action="avoid"), "exactly one to follow"),
    "follow before avoid": (lambda w: first(w)["content"][1]["segment"].reverse(), "exactly one to follow"),
    "no target": (lambda w: first(w)["content"].pop(), "ends with the target"),
    "target too early": (
        lambda w: first(w)["content"].insert(0, {"segment": [waypoint("target", 8, 3)]}),
        "only the last segment has a target",
    ),
    "target is avoided": (lambda w: point(w, -1).update(action="avoid"), "cannot be avoided"),
    "target with a constraint": (lambda w: point(w, -1).update(constraint=ASSUMED), "target has no constraint"),
    "entering with a constraint": (
        lambda w: point(w, 2).update(constraint=ASSUMED),
        "function_enter has no",
    ),
    "branching without a constraint": (lambda w: point(w, 3).pop("constraint"), "branching has a constraint"),
    "assumption without a constraint": (lambda w: point(w, 7).pop("constraint"), "assumption has a constraint"),
    "constraint without a value": (lambda w: point(w, 0)["constraint"].pop("value"), "value is missing"),
    "constraint without a format": (lambda w: point(w, 0)["constraint"].pop("format"), "format is missing"),
    "returned value in C": (lambda w: point(w, 0)["constraint"].update(format="c_expression"), "is none of acsl"),
    "assumption in ACSL": (lambda w: point(w, 7)["constraint"].update(format="acsl_expression"), "is none of c_exp"),
    "branching with a format": (lambda w: point(w, 3)["constraint"].update(format="c_expression"), "not known here"),
    "branching to a Boolean": (lambda w: point(w, 1)["constraint"].update(value=True), "quote them"),
    "branching to nothing known": (lambda w: point(w, 1)["constraint"].update(value="yes"), "is not true, false"),
    "switch to true": (lambda w: point(w, 3)["constraint"].update(value="true"), "a switch goes to a case"),
    "while to a case": (lambda w: point(w, 1)["constraint"].update(value="3"), "only a switch"),
    "returned value without \\result": (lambda w: point(w, 0)["constraint"].update(value="x == 5"), "\\result, a comp"),
    "returned value is no constant": (
        lambda w: point(w, 0)["constraint"].update(value="\\result == x"),
        "not a constant",
    ),
    "assumption with an effect": (lambda w: point(w, 7)["constraint"].update(value="x = 3"), "has an effect"),
    "branching at no keyword": (lambda w: point(w, 1)["location"].update(column=16), "a place for branching is"),
    "branching in a comment": (lambda w: point(w, 1)["location"].update(column=6), "a place for branching is"),
    "branching on another line": (lambda w: point(w, 6)["location"].update(line=8), "nothing on this line"),
    "call at its name": (lambda w: point(w, 0)["location"].update(column=11), "a place for function_return is )"),
    "target in a bracket": (lambda w: point(w, -1)["location"].update(line=8, column=15), "no statement or expression"),
    "assumption inside a statement": (lambda w: point(w, 7)["location"].update(column=11), "no statement begins here"),
    "unknown key of a waypoint": (lambda w: point(w, 0).update(thread_id=1), "not known here"),
}
CORRECTNESS_ONLY: dict[str, tuple[Change, str]] = {
    "key of an invariant": (lambda w: first(w)["content"].append({"loop": {}}), "invariant is missing"),
    "type of an invariant": (lambda w: said(w).update(type="invariant"), "is none of loop_invariant"),
    "invariant without a value": (lambda w: said(w).pop("value"), "value is missing"),
    "invariant is empty": (lambda w: said(w).update(value=" "), "this is empty"),
    "invariant without a format": (lambda w: said(w).pop("format"), "format is missing"),
    "invariant in ACSL": (lambda w: said(w).update(format="acsl_expression"), "is none of c_expression"),
    "invariant with an effect": (lambda w: said(w).update(value="x++ < 3"), "has an effect"),
    "invariant is a number": (lambda w: said(w).update(value=1), "should be a string"),
    "brackets": (lambda w: said(w).update(value="(x < 3"), "brackets do not match"),
    "statement": (lambda w: said(w).update(value="x < 3;"), "has no place"),
    "no location": (lambda w: said(w).pop("location"), "location is missing"),
    "location without a file": (lambda w: said(w)["location"].pop("file_name"), "file_name is missing"),
    "location without a line": (lambda w: said(w)["location"].pop("line"), "line is missing"),
    "location in another file": (lambda w: said(w)["location"].update(file_name="x.c"), "this is no input file"),
    "line is text": (lambda w: said(w)["location"].update(line="4"), "should be a whole number"),
    "line is 0": (lambda w: said(w)["location"].update(line=0), "count from 1"),
    "column is 0": (lambda w: said(w)["location"].update(column=0), "count from 1"),
    "line behind the end": (lambda w: said(w)["location"].update(line=99), "the file has 10 lines"),
    "column behind the end": (lambda w: said(w)["location"].update(column=99), "the line has 32 columns"),
    "unknown key of a location": (lambda w: said(w)["location"].update(row=3), "not known here"),
    "loop at no keyword": (lambda w: said(w)["location"].update(line=7, column=3), "a place for loop_invariant is"),
    "statement in the middle": (lambda w: said(w, 2)["location"].update(column=3), "no statement begins here"),
}


def found(witness: list[Any], change: Change) -> list[Problem]:
    changed = deepcopy(witness)
    change(changed)
    return list(check(write_document(changed), SOURCES))


@pytest.mark.parametrize("name", SHARED)
@pytest.mark.parametrize("witness", [VIOLATION, CORRECTNESS], ids=["violation", "correctness"])
def test_defects_of_any_witness(witness: list[Any], name: str) -> None:
    change, message = SHARED[name]
    assert any(message in problem.message for problem in found(witness, change)), found(witness, change)


@pytest.mark.parametrize("name", VIOLATION_ONLY)
def test_defects_of_violations(name: str) -> None:
    change, message = VIOLATION_ONLY[name]
    assert any(message in problem.message for problem in found(VIOLATION, change)), found(VIOLATION, change)


@pytest.mark.parametrize("name", CORRECTNESS_ONLY)
def test_defects_of_invariants(name: str) -> None:
    change, message = CORRECTNESS_ONLY[name]
    assert any(message in problem.message for problem in found(CORRECTNESS, change)), found(CORRECTNESS, change)


def test_a_problem_says_where() -> None:
    (problem,) = found(VIOLATION, lambda w: point(w, 0)["constraint"].update(value="\\result"))
    assert problem.path == "[0].content[0].segment[0].waypoint.constraint.value"
    changed = deepcopy(VIOLATION)
    point(changed, 0)["constraint"].update(value="\\result")
    assert '"\\\\result"' in write_document(changed).split("\n")[problem.line - 1]
    assert str(problem).startswith(f"line {problem.line}: [0].content")


@pytest.mark.parametrize("text", ["", "- a: [1", "a:\n\t- 1", "a: &x 1", "- a: 1\n   b: 2", '- "x'])
def test_what_is_no_yaml_is_one_problem(text: str) -> None:
    assert len(check(text)) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x <= 10 && y == x + 1", ""),
        ("(unsigned int)a[i].b->c % 0x10u >= (x ? -1 : ~y)", ""),
        ("*p == 'a' || !q", ""),
        ("x <= 1.5e-45f && y == 0.1", ""),
        ("x <= 0x1.8p-3", "no place"),
        ("x += 1", "has an effect"),
        ("x && ", "not complete"),
        ("&& x", "operand is missing"),
        ("(x]", "do not match"),
        ("x ? while : 1", "keyword while"),
        ("\\result == 1", "no place"),
    ],
)
def test_expressions(text: str, message: str) -> None:
    complaint = check_expression(text)
    assert message in complaint and bool(complaint) == bool(message)


@pytest.mark.parametrize(
    ("text", "column", "token"),
    [
        (b"  for (;;)", 3, "for"),
        (b"  xfor = 1;", 4, ""),
        (b"  _for = 1;", 4, ""),
        (b"  2for = 1;", 4, ""),
        (b"/* for */", 4, ""),
        (b'"for"', 2, ""),
        (b"  for", 2, ""),
        (b"f(x)", 4, ")"),
        (b"f(x)", 5, ""),
    ],
)
def test_tokens_of_a_program(text: bytes, column: int, token: str) -> None:
    assert ProgramText(text).token(1, column) == token


# -- YAML --------------------------------------------------------------------------------------------------------------

TRICKY = st.sampled_from(["2.0", "true", "a: b", "- x", "#", "", "'", "|", "[1]", "0x10", "yes", ".5", ".inf"])
SCALARS = st.one_of(st.text(), st.integers(), st.booleans(), st.none(), TRICKY)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=12,
)


@LAW
@given(st.one_of(st.lists(DOCUMENTS, max_size=4), st.dictionaries(st.text(), DOCUMENTS, min_size=1, max_size=4)))
def test_what_is_written_is_read(value: Any) -> None:
    assert read_document(write_document(value)).value == value


def test_forms_that_other_tools_write() -> None:
    text = """---
- entry_type: 'invariant_set' # a comment
  numbers: [1, -2, 3.5, "4", x y]
  table: {a: 1, 'b': [true, ~]}
  nothing:
  text: |
    two
    lines
  folded: >-
    one
    line
  nested:
    - - 1
      - 2
  'it''s': 0x10
"""
    (value,) = read_document(text).value
    assert value == {
        "entry_type": "invariant_set",
        "numbers": [1, -2, 3.5, "4", "x y"],
        "table": {"a": 1, "b": [True, None]},
        "nothing": None,
        "text": "two\nlines\n",
        "folded": "one line",
        "nested": [[1, 2]],
        "it's": 16,
    }
    assert read_document(text).line((0, "text")) == 6


@pytest.mark.parametrize(
    "text", ["a: 1\na: 2", "{a: 1, a: 2}", "a: 'x", "a: [1, 2", "a: 1\n---\nb: 2", "a: !x 1", 'a: "\\q"']
)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read_document(text)
