"""Task definitions and property files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import InputError, Unsupported
from assay.frontends.c import DataModel
from assay.frontends.c.competition import read_definition, read_property
from assay.frontends.task import load
from assay.frontends.text import Source
from assay.frontends.yaml import read_yaml

PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )"
DEFINITION = """
format_version: '2.0'   # a comment
input_files: 'program.c'
properties:
  - property_file: no-overflow.prp
    expected_verdict: false
  - property_file: ../unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
"""


def task(tmp_path: Path, definition: str = DEFINITION) -> Path:
    folder = tmp_path / "set"
    folder.mkdir(exist_ok=True)
    (folder / "program.c").write_text(
        "void reach_error(void) {} long x; int main(void) { if (x) reach_error(); return 0; }\n"
    )
    (folder / "no-overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    (tmp_path / "unreach-call.prp").write_text(PROPERTY + "\n")
    (folder / "task.yml").write_text(definition)
    return folder / "task.yml"


def test_a_definition_is_read(tmp_path: Path) -> None:
    found = read_definition(task(tmp_path))
    assert [file.name for file in found.programs] == ["program.c"]
    assert found.data_model is DataModel.LP64
    assert found.specification.text == PROPERTY and found.specification.expected is True


def test_the_program_is_read_in_the_data_model_of_the_task(tmp_path: Path) -> None:
    model = load(task(tmp_path))
    widths = {v.sort.width for location in model.locations for v in location.variables if v.name == "x"}
    assert widths == {64}
    assert "unreach-call" in {prop.name for prop in model.properties}


def test_commas_inside_quotes_are_part_of_a_name(tmp_path: Path) -> None:
    file = task(tmp_path, DEFINITION.replace("'program.c'", "['a, b.c']"))
    (file.parent / "a, b.c").write_text("int main(void) { return 0; }\n")
    assert [path.name for path in read_definition(file).programs] == ["a, b.c"]


@pytest.mark.parametrize("version", ["1.0", "'2.0'", '"2.1"'])
def test_versions(tmp_path: Path, version: str) -> None:
    assert read_definition(task(tmp_path, DEFINITION.replace("'2.0'", version))).data_model is DataModel.LP64


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("'program.c'", "'nothing.c'"), "does not exist"),
        (("unreach-call.prp", "gone.prp"), "does not exist"),
        (("LP64", "LP128"), "data model"),
        (("'2.0'", "'9.9'"), "format_version"),
        (("input_files", "inputs"), "not a task definition"),
        (("language: C", "language: Java"), "Java"),
        (("'program.c'", "['program.c', 'b.c']"), "b.c does not exist"),
        (("  - property_file: ../unreach-call.prp\n    expected_verdict: true\n", ""), "no-overflow"),
        (("'program.c'", "'program.c"), "quoted scalar, found unexpected end"),
        (("'program.c'", "&anchor x"), "not supported"),
        (("'program.c'", "!!binary x"), ":3:14: .*not supported"),
        (("'program.c'", "'program.c'\ninput_files: 'b.c'"), ":4:1: the key input_files is repeated"),
        (("'program.c'", "'program.c'\n---\na: b"), ":4:1: .*another document"),
        (("options:", "options:\n\tlanguage: C"), r":10:1: .*\\t"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_definition(task(tmp_path, DEFINITION.replace(*change)))


@pytest.mark.parametrize(
    "text",
    [
        PROPERTY,
        "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )",
        "CHECK(init(main()),LTL(G!call(reach_error())))",
    ],
)
def test_unreach_call_is_recognised(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.prp"
    file.write_text(text + "\n\n")
    assert read_property(file) == text


@pytest.mark.parametrize(
    "text", ["CHECK( init(main()), LTL(G valid-free) )", "CHECK( init(main()), LTL(G ! call(failure())) )"]
)
def test_other_properties_are_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.prp"
    file.write_text(text)
    with pytest.raises(Unsupported):
        read_property(file)


WORDS = st.text("abcxyz019_./-", min_size=1, max_size=8).filter(lambda word: word[0] not in "-.0123456789")
TREES: st.SearchStrategy[object] = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, min_size=1, max_size=3) | st.dictionaries(WORDS, inner, min_size=1, max_size=3),
    max_leaves=8,
)


def written(value: object, indent: int) -> str:
    """A value in block style."""
    pad = " " * indent
    if isinstance(value, dict):
        return "".join(
            f"{pad}{key}: {item}\n" if isinstance(item, str) else f"{pad}{key}:\n{written(item, indent + 2)}"
            for key, item in value.items()
        )
    if isinstance(value, list):
        return "".join(
            f"{pad}- {item}\n" if isinstance(item, str) else f"{pad}-\n{written(item, indent + 2)}" for item in value
        )
    return f"{pad}{value}\n"


@given(tree=TREES)
def test_what_is_written_is_read(tree: object) -> None:
    assert read_yaml(Source("t.yml", written(tree, 0))) == tree
