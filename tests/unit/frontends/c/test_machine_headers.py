"""Headers that are not built in are the machine's: only what is reached of them is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.frontends.c import DataModel, read_c
from assay.frontends.c.text import dialect
from assay.witness.c.execution.interpreter import Machine

GLIBC = Path("/usr/include/features.h")
HEADER = """
#pragma weak nobody
extern int measured(int) __attribute__((naked));
extern int renamed(int) __asm__("other_name");
static inline int triple(int x) { return 3 * x; }
static inline void stop(void) { __asm__ volatile("hlt"); }
static inline __attribute__((ifunc("x"))) int odd(void);
#define FOUR 4
#define ODD __attribute__((target_clones("default")))
"""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with one header of its own, and a bad copy of a built-in one."""
    folder = tmp_path / "machine"
    folder.mkdir()
    (folder / "gadget.h").write_text(HEADER)
    (folder / "limits.h").write_text("#error this is not the built-in one\n")
    monkeypatch.setattr(dialect, "machine_folders", lambda: (str(folder),))
    return folder


def ended(folder: Path, text: str, model: DataModel = DataModel.LP64) -> str:
    file = folder / "a.c"
    file.write_text("extern void reach_error(void);\n" + text)
    return Machine(read_c(file, model)).run(steps=1000).location.name


def test_what_a_header_of_the_machine_defines(machine: Path, tmp_path: Path) -> None:
    head = "#include <gadget.h>\n#include <limits.h>\n"
    text = "int main(void) { if (triple(FOUR) == 12 && CHAR_BIT == 8) reach_error(); }"
    assert ended(tmp_path, head + text) == "program:error"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("measured(1)", "the function measured is not supported"),
        ("renamed(1)", "the function renamed is not supported"),
        ("stop()", "inline assembly"),
    ],
)
def test_what_is_reached_of_it_is_refused_by_name(call: str, message: str, machine: Path, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match=message):
        ended(tmp_path, f"#include <gadget.h>\nint main(void) {{ {call}; }}")


def test_the_folders_of_the_program_go_first(machine: Path, tmp_path: Path) -> None:
    (tmp_path / "gadget.h").write_text("#define FOUR 5\n")
    text = '#include "gadget.h"\nint main(void) { if (FOUR == 5) reach_error(); }'
    assert ended(tmp_path, text) == "program:error"


def test_what_is_nowhere_is_told(machine: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.c:2:10: 'nowhere.h' file not found \(say where it is with -I"):
        ended(tmp_path, "#include <nowhere.h>\nint main(void) { return 0; }")


@pytest.mark.skipif(not GLIBC.exists(), reason="no headers of glibc")
@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize(
    "name", ["sys/stat.h", "sys/socket.h", "pwd.h", "endian.h", "sys/time.h", "poll.h", "sys/uio.h"]
)
def test_headers_of_glibc_beside_the_built_in_ones(name: str, model: DataModel, tmp_path: Path) -> None:
    if not any((folder / name).exists() for folder in (GLIBC.parent, GLIBC.parent / "x86_64-linux-gnu")):
        pytest.skip("this header is not there")
    own = "".join(f"#include <{header}.h>\n" for header in ("stdio", "stdlib", "string", "unistd", "time", "stdarg"))
    text = f"#include <{name}>\n{own}#include <{name}>\nint main(void) {{ reach_error(); }}"
    assert ended(tmp_path, text, model) == "program:error"
