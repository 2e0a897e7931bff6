"""Deep nesting and odd names of files: read, or refused in a sentence with a place, never a crash of the reader."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assay.core.errors import InputError, Unsupported
from assay.frontends.c import read_source
from assay.frontends.c.text.nesting import BRACKETS, LONGEST, refuse_depth
from assay.frontends.text import Source
from clocks import PATIENCE
from places import SOURCES
from scenarios import run

pytest.importorskip("clang")
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def returning(expression: str) -> str:
    return f"int x;\nint main(void) {{ return {expression}; }}\n"


def stating(statement: str) -> str:
    return f"int x;\nint main(void) {{ {statement} return 0; }}\n"


def read(text: str) -> object:
    return read_source(Source("deep.c", text), "LP64")


MANY = 3 * LONGEST
REFUSED = {
    "parentheses": returning("(" * MANY + "1" + ")" * MANY),
    "ifs": stating("if (x) {" * MANY + "x = 1;" + "}" * MANY),
    "ifs without braces": stating("if (x) " * MANY + "x = 1;"),
    "braces": stating("{" * MANY + "x = 1;" + "}" * MANY),
    "initialisers": "int x = " + "{" * MANY + "1" + "}" * MANY + ";\nint main(void) { return 0; }\n",
    "minus": returning("- " * MANY + "x"),
    "casts": returning("(int)" * MANY + "x"),
    "pointers": f"int {'*' * MANY}x;\nint main(void) {{ return 0; }}\n",
    "structs": "struct {" * MANY + "int a;" + "} a;" * MANY,
    "statement expressions": returning("({" * MANY + "1;" + "})" * MANY),
    "directives": f"#if {'(' * MANY}1{')' * MANY}\n#endif\nint main(void) {{ return 0; }}\n",
    "behind comments": returning("/* ; */ - " * MANY + "x"),
    "macros": "".join(
        f"#define L{n} {f'L{n - 1} ' * 10 if n else '(' * 10}\n#define R{n} {f'R{n - 1} ' * 10 if n else ')' * 10}\n"
        for n in range(5)
    )
    + returning("L4 x R4"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_deep_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(InputError, match=r"^deep\.c:\d+:\d+: .*(nested too deeply|bracket nesting level)"):
        read(REFUSED[name])


@pytest.mark.parametrize(
    "text",
    [
        returning("(" * (BRACKETS - 100) + "1" + ")" * (BRACKETS - 100)),
        returning("- " * (LONGEST - 100) + "x"),
        stating("do " * 3000 + "x = 0;" + "while (x);" * 3000),
    ],
)
def test_what_is_less_deep_is_read(text: str) -> None:
    read(text)


def test_long_but_flat_is_not_deep() -> None:
    numbers = ", ".join(str(number) for number in range(LONGEST))
    strings = '"a; b"\n' * LONGEST
    refuse_depth(Source("flat.c", f"int a[] = {{ {numbers} }};\nchar *s = {strings};\n" + "x = 1;\n" * LONGEST))


def test_the_place_is_that_of_the_first_word_too_many() -> None:
    with pytest.raises(Unsupported) as caught:
        refuse_depth(Source("deep.c", "int x\n=\n" + "-\n" * LONGEST + "1;"))
    assert str(caught.value).startswith(f"deep.c:{LONGEST}:1: nested too deeply")


def test_a_crash_of_libclang_is_no_bug_of_ours_and_no_want_of_memory(tmp_path: Path) -> None:
    levels = "".join(f"#define M{n} {f'M{n - 1} ' * 10 if n else '- ' * 10}\n" for n in range(6))
    source = tmp_path / "bomb.c"
    source.write_text(levels + returning("M5 x"))
    result = run(["check", str(source)])
    assert result.exit_code in (2, 30)
    if result.exit_code == 2:
        assert f"{source}: the program that reads C (libclang) crashed on this file" in result.stderr


# -- names of files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [b"-v.c", b"-.c", b"with space.c", b"new\nline.c", b"no\xfftext.c", b"'quoted\".c", b"n" * 250 + b".c"]
)
def test_any_name_of_a_file_will_do(name: bytes, tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(name)).write_text("int main(void) { return 0; }\n")
    except OSError:
        pytest.skip("this file system has no such names")
    done = subprocess.run(
        [sys.executable, "-m", "assay", "check", "--json", "--", name],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


def test_a_name_too_long_is_a_sentence() -> None:
    result = run(["check", "n" * 300 + ".c"])
    assert result.exit_code == 2 and result.stderr.strip().endswith("cannot read this file: File name too long")


def test_an_error_in_a_file_with_a_dash_has_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-v.c").write_text("#define WRONG 1 +\nint main(void) { return WRONG; }\n")
    result = run(["check", "--", "-v.c"])
    assert result.exit_code == 2 and result.stderr.splitlines()[-1].startswith("error: -v.c:2:")
