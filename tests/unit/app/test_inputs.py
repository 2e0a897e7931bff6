"""Which files of a command line are one input."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.app.inputs import Input, inputs
from assay.core.errors import InputError


def test_c_files_are_one_program() -> None:
    assert inputs(["a.c", "b.c", "c.i"]) == (Input("a.c", ("b.c", "c.i")),)


def test_other_files_are_inputs_of_their_own() -> None:
    assert inputs(["b.smt2", "a.c", "a.smt2"]) == (Input("b.smt2"), Input("a.c"), Input("a.smt2"))


def test_each_file_may_be_an_input_of_its_own() -> None:
    assert inputs(["a.c", "b.c"], each=True) == (Input("a.c"), Input("b.c"))


def test_a_program_keeps_the_place_of_its_first_file() -> None:
    assert inputs(["a.c", "m.smv", "b.c"]) == (Input("a.c", ("b.c",)), Input("m.smv"))


def test_what_is_named_twice_is_checked_once() -> None:
    assert inputs(["m.smv", "m.smv"]) == (Input("m.smv"),)
    assert inputs(["a.c", "b.c", "a.c"]) == (Input("a.c", ("b.c",)),)


def test_a_folder_stands_for_the_files_in_it(tmp_path: Path) -> None:
    for name in ("b.c", "a.c", "note.md", "task.yml", "deep/m.smv", ".git/x.c", "deep/.x.c"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "folder.c").mkdir()
    found = inputs([str(tmp_path), "z.c"])
    assert [Path(one.file).name for one in found] == ["a.c", "b.c", "m.smv", "z.c"]
    assert all(one.others == () for one in found)


def test_a_folder_with_nothing_to_check_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing to check"):
        inputs([str(tmp_path)])
