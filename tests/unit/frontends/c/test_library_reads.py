"""What functions of the C library read is checked like any other access."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.core.model import Model
from assay.frontends.c import read_c
from assay.frontends.c.checks import Kind
from assay.witness.c.execution.interpreter import Machine

HEAD = "#include <stdio.h>\n#include <unistd.h>\n"
HEAD += "char loose[2] = {97, 98}, text[3] = {97, 98, 0}, *none;\nint main(void) {\n"
GOOD = (
    "puts(text);",
    'printf("%s %d %5.2s%%\\n", text, 3, loose);',
    'printf("%.*s %c", 2, loose, 97);',
    "fwrite(loose, 1, 2, stdout); fwrite(none, 1, 0, stdout);",
    "write(1, loose + 1, 1);",
    "perror(none); perror(text);",
    'FILE *f = fopen(text, "r");',
)
BAD = (
    "puts(loose);",
    "puts(none);",
    'printf("%d %s\\n", 3, loose);',
    'printf("%.3s\\n", loose);',
    "fwrite(loose, 2, 2, stdout);",
    "write(1, loose + 1, 2);",
    "perror(loose);",
    "FILE *f = fopen(text, loose);",
)


def read(body: str, folder: Path, *kinds: Kind) -> Model:
    source = folder / "program.c"
    source.write_text(f"{HEAD}{body}\nreturn 0; }}\n")
    return read_c(source, "LP64", checks=frozenset(kinds))


@pytest.mark.parametrize("body", GOOD)
def test_what_lies_inside_is_read(body: str, tmp_path: Path) -> None:
    assert Machine(read(body, tmp_path, Kind.DEREFERENCE)).run(steps=5_000).location.name == "program:exit"


@pytest.mark.parametrize("body", BAD)
def test_what_lies_outside_is_an_error_of_the_call(body: str, tmp_path: Path) -> None:
    model = read(body, tmp_path, Kind.DEREFERENCE)
    end = Machine(model).run(steps=5_000).location
    found = [prop for prop in model.properties if end in prop.bad]
    assert [prop.where.line for prop in found if prop.where is not None] == [5]


def test_without_the_check_nothing_is_read(tmp_path: Path) -> None:
    model = read("puts(loose);", tmp_path, Kind.ASSERTION)
    assert Machine(model).run(steps=5_000).location.name == "program:exit" and len(model.edges) < 8


@pytest.mark.parametrize("body", ["extern char *format(void); printf(format());", 'printf("%s");', 'printf("%s", 3);'])
def test_an_unknown_format_is_refused(body: str, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="what printf reads here is not known"):
        read(body, tmp_path, Kind.DEREFERENCE)
