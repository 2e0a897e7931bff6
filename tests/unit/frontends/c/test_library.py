"""The C library and gcc's builtins: the model computes what gcc does, and refuses what it does not know."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import DataModel, read_c
from assay.frontends.c.checks import checks_of
from assay.frontends.c.library.sources import written
from assay.frontends.c.library.unmodelled import OPEN
from assay.frontends.c.library.unmodelled import REFUSED as REFUSED_NAMES
from assay.witness.c.execution.interpreter import Machine
from c_library import BUILTINS, HEAD, LIBRARY, REFUSED
from clocks import PATIENCE

GCC = shutil.which("gcc")
PROGRAMS = {
    **{name: f"{outside}\nint main(void) {{ {body} return 0; }}\n" for name, (outside, body) in LIBRARY.items()},
    **{name: f"int main(void) {{ {body} return 0; }}\n" for name, body in BUILTINS.items()},
}


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_the_library_computes(name: str, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEAD + PROGRAMS[name])
    run = Machine(read_c(source, model)).run(steps=20_000)
    assert run.location.name == "program:exit", f"ended at {run.location} after {run.steps} steps"


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_gcc_agrees(tmp_path: Path) -> None:
    """All programs in one: the error is not reached."""
    assert GCC is not None
    source, binary = tmp_path / "all.c", tmp_path / "all"
    parts = [text.replace("int main(void)", f"static int part{n}(void)") for n, text in enumerate(PROGRAMS.values())]
    calls = "".join(f"part{n}(); " for n in range(len(parts)))
    ending = f"void reach_error(void) {{ _Exit(97); }} int main(void) {{ {calls} return 0; }}\n"
    source.write_text(HEAD + "".join(parts) + ending)
    subprocess.run([GCC, "-w", "-fwrapv", "-O0", source, "-o", binary], check=True)
    assert subprocess.run([binary], capture_output=True, timeout=PATIENCE).returncode == 0


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_position(name: str, tmp_path: Path) -> None:
    body, message = REFUSED[name]
    source = tmp_path / "program.c"
    source.write_text(f"{HEAD}int main(void) {{ {body} return 0; }}\n")
    with pytest.raises(Unsupported) as failure:
        read_c(source)
    assert message in str(failure.value) and failure.value.where is not None and failure.value.where.line > 1


def test_no_name_is_in_two_tables() -> None:
    assert not set(OPEN) & set(REFUSED_NAMES)
    assert not set(written()) & set(REFUSED_NAMES)


def test_a_function_of_the_program_goes_first(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(
        "extern void reach_error(void); int strnlen(int x) { return x; } int main(void)"
        "{ if (strnlen(3) != 3) reach_error(); return 0; }"
    )
    assert Machine(read_c(source)).run().location.name == "program:exit"


def test_a_result_that_nobody_uses_is_no_input_where_memory_is_checked(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f'{HEAD}int main(void) {{ fputs("abc", stdout); printf("%s", "d"); reach_error(); }}\n')
    model = read_c(source, checks=checks_of("assert,memory"))
    assert not [symbol for edge in model.edges for symbol in edge.inputs if symbol.name.startswith(("fputs", "printf"))]
