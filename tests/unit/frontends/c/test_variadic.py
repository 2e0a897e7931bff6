"""Arguments without names: what is read as another type than it was passed, or behind the last, is any value."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.core.terms import Term
from assay.frontends.c import DataModel, read_c
from assay.witness.c.execution.interpreter import Machine, zero
from c_constructs import Construct

READ = """#include <stdarg.h>
struct pair { int a, b; }; struct other { int c, d; }; struct large { char c[65]; };
static TYPE read(int n, ...) { va_list l; va_start(l, n); TYPE r; do r = va_arg(l, TYPE); while (n--); return r; }"""


def ends(kind: str, body: str, folder: Path, model: DataModel) -> set[str]:
    """Where the program may end, with inputs that are all 0 and all 1."""
    source = folder / "program.c"
    source.write_text(Construct("", body, READ.replace("TYPE", kind)).program)
    machine = Machine(read_c(source, model))

    def one(symbol: Term) -> object:
        return zero(symbol) if symbol.sort.is_array else 1

    return {machine.run(choose, steps=10_000).location.name for choose in (zero, one)}


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize(
    ("kind", "arguments", "expected"),
    [
        ("int", "0, 1", "r == 1"),
        ("int", "2, 5, 6, 1", "r == 1"),
        ("unsigned", "0, 1", "r == 1"),
        ("long long", "0, 1LL", "r == 1"),
        ("struct pair", "0, (struct pair){1, 2}", "r.b == 2"),
    ],
)
def test_an_argument_of_the_type_that_is_asked_for(
    kind: str, arguments: str, expected: str, model: DataModel, tmp_path: Path
) -> None:
    body = f"{kind} r = read({arguments}); check({expected});"
    assert ends(kind, body, tmp_path, model) == {"program:exit"}


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize(
    ("kind", "arguments", "expected"),
    [
        ("int", "0", "r == 1"),
        ("int", "3, 1, 1", "r == 1"),
        ("int", "0, 1LL", "r == 1"),
        ("long long", "0, 1", "r == 1"),
        ("char *", "0, 1", "r == (char *)1"),
        ("int", "0, &main", "r == 1"),
        ("struct pair", "0, (struct other){1, 1}", "r.a == 1"),
    ],
)
def test_any_other_is_any_value(kind: str, arguments: str, expected: str, model: DataModel, tmp_path: Path) -> None:
    body = f"{kind} r = read({arguments}); check({expected});"
    assert ends(kind, body, tmp_path, model) == {"program:exit", "program:error"}


@pytest.mark.parametrize("kind", ["char", "short", "_Bool", "struct large"])
def test_what_no_argument_can_be_or_is_not_kept_is_refused(kind: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="va_arg") as failure:
        ends(kind, "read(0, 1);", tmp_path, DataModel.LP64)
    assert failure.value.where is not None and failure.value.where.line > 0
