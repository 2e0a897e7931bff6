"""A file of the user's own stands for functions that the program does not define, those of the C library among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.core.model import Model
from assay.frontends.building import Building
from assay.frontends.task import load
from assay.witness.c.execution.interpreter import Machine

HEAD = "extern void reach_error(void); extern int sensor(void); extern int toupper(int);\n"
LIBRARY = "static int last; int sensor(void) { last += 7; return last; } int toupper(int c) { return sensor() + c; }\n"


def read(program: str, folder: Path, library: str = LIBRARY) -> Model:
    source, other = folder / "program.c", folder / "library.c"
    source.write_text(HEAD + program)
    other.write_text(library)
    return load(str(source), building=Building(libraries=(str(other),)))


def end(model: Model) -> str:
    return Machine(model).run(steps=2_000).location.name


def test_it_goes_before_the_models(tmp_path: Path) -> None:
    model = read("int main(void) { if (sensor() != 7 || toupper(1) != 15) reach_error(); return 0; }", tmp_path)
    assert end(model) == "program:exit"
    assert {f"{name}() does what library.c says" for name in ("sensor", "toupper")} <= set(model.origin.assumptions)


def test_the_program_goes_before_it(tmp_path: Path) -> None:
    program = "int sensor(void) { return 1; } int main(void) { if (toupper(1) != 2) reach_error(); return 0; }"
    model = read(program, tmp_path)
    assert end(model) == "program:exit" and "sensor() does what library.c says" not in model.origin.assumptions


def test_what_it_does_not_define_is_as_ever(tmp_path: Path) -> None:
    program = "extern int tolower(int); int main(void) { if (tolower(65) != 97) reach_error(); return 0; }"
    assert end(read(program, tmp_path)) == "program:exit"


def test_it_has_to_be_another_file(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text("int main(void) { return 0; }\n")
    with pytest.raises(InputError, match="given twice"):
        load(str(source), building=Building(libraries=(str(source),)))
