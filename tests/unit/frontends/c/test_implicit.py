"""Functions that nothing declares: a macro that a header lacks must not become a function of any value."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.core.model import Model
from assay.frontends.c import Externals, read_c


def read(folder: Path, text: str, externals: Externals = Externals.ANY) -> Model:
    source = folder / "program.c"
    source.write_text(text)
    return read_c(source, externals=externals)


@pytest.mark.parametrize(
    "text",
    [
        "extern void reach_error(void);\nint main(void) { if (LIMIT(3) != 3) reach_error(); return 0; }",
        "\nint main(void) { return other(3); }",
        "static int f(int x) { return x; }\nint main(void) { f(1); { int g(int); g(1); } return h(2); }",
    ],
)
def test_what_nothing_declares_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unsupported, match="nothing declares") as failure:
        read(tmp_path, text)
    assert failure.value.where is not None and failure.value.where.line == 2 and failure.value.where.column > 0


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return __VERIFIER_nondet_int(); }",
        "int main(void) { reach_error(); return 0; }",
        "int main(void) { char *p = malloc(3); return printf(p); }",
        "int main(void) { return later(2); } int later(int x) { return x; }",
        "int main(void) { extern int local(int); return local(2); }",
        "extern int old(); int main(void) { return old(2); }",
        "int main(void) { if (0) return other(3); return 0; }",
        "int main(void) { assert(1); return 0; }",
    ],
)
def test_what_is_known_or_declared_is_read(tmp_path: Path, text: str) -> None:
    read(tmp_path, text)


def test_programs_of_the_competition_may_leave_declarations_out(tmp_path: Path) -> None:
    read(tmp_path, "int main(void) { return other(3); }", Externals.PURE)
    with pytest.raises(Unsupported, match="nothing declares LIMIT"):
        read(tmp_path, "#include <limits.h>\nint main(void) { return LIMIT(3); }", Externals.PURE)
