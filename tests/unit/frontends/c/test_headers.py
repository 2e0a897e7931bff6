"""The headers: each can be included, alone and with all others, and what it declares is known by name."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import InputError, Position, Unsupported
from assay.core.program import Flag, Program, TranslationUnit
from assay.frontends.c import DataModel, read_c, read_program
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.library.sources import PREFIX, written
from assay.frontends.c.read.tree import Function
from assay.frontends.c.read.types import VOID
from assay.frontends.c.read.types import Function as FunctionType
from assay.frontends.c.text.dialect import parse
from assay.frontends.c.text.headers import FOLDER, HEADERS
from assay.frontends.c.text.headers_of_tools import TOOLS
from assay.frontends.c.text.kinds import Kind
from assay.witness.c.execution.compiler import declared
from assay.witness.c.execution.interpreter import Machine

NAMES = sorted(name.removeprefix(f"{FOLDER}/") for name in HEADERS)
ALL = "".join(f"#include <{name}>\n" for name in NAMES if name not in TOOLS)
GCC = shutil.which("gcc")
UNKNOWN = FunctionType(VOID, (), variadic=True, prototyped=False)


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("name", NAMES)
def test_what_a_header_declares_is_known(name: str, model: DataModel) -> None:
    text = f"#include <{name}>\n#include <{name}>\nint main(void) {{ return 0; }}"
    unit = parse(TranslationUnit("program.c"), text.encode(), model)
    found = {unit.spelling(c) for c in unit.declarations() if c.kind == Kind.FUNCTION} - {"main"}
    found = {function for function in found if not function.startswith((PREFIX, "assay_"))}
    for function in sorted(found):
        kind = role(Function(function, UNKNOWN, Position("")))
        assert kind is not Role.UNKNOWN or function in written(), function


def test_no_library_has_what_headers_of_tools_define() -> None:
    """A program may call a function of its own ``assume``, without a body."""
    assert not declared(HEADERS) & {"assume", "sassert", "klee_range", "__goblint_check"}
    assert declared(HEADERS) >= {"isnan", "strlen", "printf"}


CONSTANTS = """
check(INT64_MAX == 9223372036854775807 && INT64_MIN < -INT64_MAX && UINT64_MAX == 18446744073709551615u);
check(INT8_MIN == -128 && UINT16_MAX == 65535 && INT_LEAST8_MAX == 127 && UINT_LEAST32_MAX == 4294967295u);
check(sizeof(int_fast8_t) == 1 && sizeof(int_fast16_t) == sizeof(long) && sizeof(uint_least64_t) == 8);
check(INT64_C(5000000000) / 3 == 1666666666 && UINT8_C(7) == 7 && CHAR_BIT == 8 && LONG_MAX == (long)(~0ul >> 1));
check(sizeof(PRId64) == sizeof(long) / 4 + (sizeof(long) == 4 ? 3 : 1) && PRIx32[0] == 'x' && SCNu8[0] == 'h');
check(EINVAL == 22 && ENOSYS == 38 && ETIMEDOUT == 110 && EDEADLK == 35 && true && not false && (6 bitand 3) == 2);
check(alignof(max_align_t) == 16 && WEOF == (wint_t)-1 && WCHAR_MAX == 2147483647 && sizeof(mbstate_t) == 8);
check(SIGSEGV == 11 && FLT_RADIX == 2 && DBL_DIG == 15 && sizeof(jmp_buf) > 0 && sizeof(div_t) == 8);
div_t d = {7, 2}; check(d.quot == 7); alignas(32) char c = 1; check(c); errno = ERANGE;
"""


@pytest.mark.parametrize("model", list(DataModel))
def test_the_constants_are_those_of_the_compiler(model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    head = "extern void reach_error(void);\n#define check(c) do { if (!(c)) reach_error(); } while (0)\n"
    source.write_text(f"{ALL}{head}int main(void) {{ {CONSTANTS} return 0; }}\n")
    assert Machine(read_c(source, model)).run(steps=20_000).location.name == "program:exit"
    if GCC is not None and model is DataModel.LP64:
        source.write_text(source.read_text() + "void reach_error(void) { _Exit(7); }\n")
        subprocess.run([GCC, "-w", source, "-o", tmp_path / "program", "-lm"], check=True)
        assert subprocess.run([tmp_path / "program"]).returncode == 0


@pytest.mark.parametrize(("edition", "named"), [("gnu89", False), ("c99", False), ("c11", True), ("gnu17", True)])
def test_assertions_of_the_compiler_have_a_name_from_c11_on(edition: str, named: bool, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    program = Program((TranslationUnit(str(source), (Flag("-std", edition),)),))
    source.write_text("#include <assert.h>\n#ifndef static_assert\n#error none\n#endif\nint main(void) { return 0; }")
    if not named:
        with pytest.raises(InputError, match="none"):
            read_program(program)
        return
    text = '#include <assert.h>\nint main(void) {{ static_assert(sizeof(int) == {}, "size"); return 0; }}'
    source.write_text(text.format(4))
    read_program(program)
    source.write_text(text.format(5))
    with pytest.raises(InputError, match="size"):
        read_program(program)


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("setjmp.h", "jmp_buf b; if (setjmp(b)) return 1;"),
        ("signal.h", "signal(SIGINT, SIG_IGN);"),
        ("pthread.h", "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m);"),
        ("stdlib.h", 'wchar_t w; return mbtowc(&w, "a", 1);'),
        ("unistd.h", "fork();"),
        ("wchar.h", "wchar_t t[9]; swprintf(t, 9, t);"),
        ("math.h", "double d = tgamma(2); return d > 1;"),
        ("time.h", "time_t t = 0; char *m = ctime(&t); return m[0];"),
    ],
)
def test_what_is_not_modelled_is_refused_by_name_and_place(header: str, body: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"#include <{header}>\nint main(void) {{ {body} return 0; }}\n")
    with pytest.raises(Unsupported, match=r"function \w+ is not supported|floating") as failure:
        read_c(source)
    assert failure.value.where is not None and failure.value.where.line == 2 and failure.value.where.column > 0


@pytest.mark.parametrize("name", ["index", "round", "time", "y1", "exit", "printf", "malloc", "remainder"])
@pytest.mark.parametrize("made", ["int {};", "enum {{ {} }};", "typedef int {};"])
def test_a_name_that_no_header_declares_is_free(name: str, made: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(f"{made.format(name)} int main(void) {{ return 0; }}")
    assert read_c(source).origin.format == "C"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("#include <math.h>\nint round; int main(void) { return round; }", 5),
        ("int index(int x) { return x; }\nint index; int main(void) { return index; }", 5),
        ("int round; int index;\nint index(int x) { return x; } int main(void) { return index; }", 5),
    ],
)
def test_one_name_is_not_two_things(text: str, column: int, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(text)
    with pytest.raises(InputError, match="as different kind of symbol") as caught:
        read_c(source)
    assert caught.value.where == Position(str(source), 2, column)


@pytest.mark.parametrize(("name", "made"), [("__CPROVER_bool", "_Bool"), ("__CPROVER_size_t", "__SIZE_TYPE__")])
def test_types_of_cbmc_are_to_be_defined(name: str, made: str, tmp_path: Path) -> None:
    """Nobody else has them: a compiler that executes the program needs the same words."""
    source = tmp_path / "program.c"
    source.write_text(f"int main(void) {{ {name} x = 1; return x; }}")
    with pytest.raises(InputError, match=f"-D {name}={made}"):
        read_c(source)
