"""Task definitions and property files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.core.errors import InputError, Unsupported
from assay.frontends.c import DataModel, Kind
from assay.frontends.c.competition import Asked, read_definition, read_property
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
    (folder / "p.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    (tmp_path / "unreach-call.prp").write_text(PROPERTY + "\n")
    (folder / "task.yml").write_text(definition)
    return folder / "task.yml"


def test_a_definition_is_read(tmp_path: Path) -> None:
    found = read_definition(task(tmp_path))
    assert [file.name for file in found.programs] == ["program.c"]
    assert found.data_model is DataModel.LP64
    assert found.specification.asked.text == PROPERTY and found.specification.expected is True


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
        (
            ("no-overflow.prp\n    expected_verdict: false\n  - property_file: ../unreach-call.prp", "p.prp"),
            "none .* p ",
        ),
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
    assert read_property(file) == Asked(text, {})


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        (("! overflow",), {Kind.OVERFLOW: "no-overflow"}),
        (("valid-free",), {Kind.FREE: "valid-free"}),
        (("valid-memcleanup",), {Kind.CLEANUP: "valid-memcleanup"}),
        (
            ("valid-free", "valid-deref", "valid-memtrack"),
            {Kind.FREE: "valid-free", Kind.DEREFERENCE: "valid-deref", Kind.LEAK: "valid-memtrack"},
        ),
    ],
)
def test_other_properties_ask_for_kinds_of_error(
    tmp_path: Path, names: tuple[str, ...], kinds: dict[Kind, str]
) -> None:
    file = tmp_path / "p.prp"
    file.write_text("".join(f"CHECK( init(main()), LTL(G {name}) )\n" for name in names))
    assert read_property(file).kinds == kinds


PROGRAM = "int main(int argc, char **argv) { int y = argc + 1; y = y * 2; return 7 / argc; }"


def test_the_property_file_says_what_is_checked(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )")
    model = load(tmp_path / "program.c", property="p.prp")
    (overflow,) = model.properties
    assert (overflow.name, len(overflow.bad)) == ("no-overflow", 2)
    assert [part.name for part in overflow.parts] == ["overflow program.c:1:48", "overflow program.c:1:59"]
    with pytest.raises(InputError, match="the property file says what to check"):
        load(tmp_path / "program.c", property="p.prp", checks="shift")


def test_what_cannot_happen_is_one_property_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text("int main(void) { return 0; }")
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )")
    model = load(tmp_path / "program.c", property="p.prp")
    (overflow,) = model.properties
    assert overflow.name == "no-overflow"
    assert not any(model.entering(place) for place in overflow.bad)


def test_a_definition_may_ask_for_another_property(tmp_path: Path) -> None:
    definition = DEFINITION.replace("  - property_file: ../unreach-call.prp\n    expected_verdict: true\n", "")
    model = load(task(tmp_path, definition))
    assert [prop.name for prop in model.properties] == ["no-overflow"]
    assert "overflow" in model.properties[0].text


def test_a_program_is_checked_for_the_usual_or_what_the_user_says(tmp_path: Path) -> None:
    (tmp_path / "program.c").write_text(PROGRAM)
    assert [prop.name for prop in load(tmp_path / "program.c").properties] == [
        "overflow program.c:1:48",
        "overflow program.c:1:59",
        "division program.c:1",
    ]
    assert [prop.name for prop in load(tmp_path / "program.c", checks=["division"]).properties] == [
        "division program.c:1"
    ]


def test_checks_are_for_programs(tmp_path: Path) -> None:
    (tmp_path / "design.smv").write_text("MODULE main\nVAR x : boolean;\nINVARSPEC x\n")
    with pytest.raises(InputError, match="checks are for C programs, not for SMV"):
        load(tmp_path / "design.smv", checks="overflow")


@pytest.mark.parametrize(
    "text",
    [
        "CHECK( init(main()), LTL(G def-behavior) )",
        "CHECK( init(main()), LTL(F end) )",
        "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(F end) )",
        "CHECK( init(main()), LTL(G ! call(failure())) )",
    ],
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
