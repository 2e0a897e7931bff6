"""Kinds of error as properties: their names, their places, and what is supposed behind a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.errors import InputError, Position
from assay.core.model import Model
from assay.core.terms import FALSE
from assay.frontends.c import Kind, read_c
from assay.frontends.c.checks import DEFAULT, GROUPS, checks_of, names_of

ASSERTIONS = frozenset((Kind.ASSERTION, Kind.ERROR_CALL))


def model(folder: Path, text: str, checks: frozenset[Kind] | None) -> Model:
    file = folder / "program.c"
    file.write_text(text)
    return read_c(file, externals="pure", checks=checks)


def names(found: Model) -> list[str]:
    return [prop.name for prop in found.properties]


def test_every_kind_has_a_word_and_a_rule() -> None:
    assert frozenset[Kind]().union(*GROUPS.values()) == frozenset(Kind)
    assert all(kind.rule for kind in Kind)
    assert checks_of("assert,memory,overflow, division,shift") == DEFAULT
    assert checks_of(["leak"]) == {Kind.LEAK}


@pytest.mark.parametrize("words", ["overflows", "", "overflow,,shift"])
def test_a_word_that_is_not_known_is_refused(words: str) -> None:
    with pytest.raises(InputError, match="known: assert, memory, overflow"):
        checks_of(words)


def test_a_column_tells_two_of_a_line_apart_and_a_folder_two_files() -> None:
    here, beside = Position("a/x.c", 3, 5), Position("a/x.c", 3, 9)
    other = Position("b/x.c", 4, 1)
    named = names_of([(Kind.SHIFT, here), (Kind.OVERFLOW, here), (Kind.OVERFLOW, beside)])
    assert list(named.values()) == ["shift x.c:3", "overflow x.c:3:5", "overflow x.c:3:9"]
    assert names_of([(Kind.LEAK, here), (Kind.LEAK, other)])[Kind.LEAK, other] == "leak b/x.c:4"


ASSERT = """
#include <assert.h>
void reach_error(void) {}
int f(int x) { assert(x != 3); return x; }
int main(int argc, char **argv) { f(argc); f(argc + 1); if (argc == 7) reach_error(); return 0; }
"""


def test_copies_of_a_function_share_the_place_of_a_check(tmp_path: Path) -> None:
    found = model(tmp_path, ASSERT, ASSERTIONS)
    assert names(found) == ["assertion program.c:4", "error call program.c:5"]
    assertion, call = found.properties
    assert (assertion.kind, call.kind) == ("assertion", "error call")
    assert assertion.where is not None and assertion.where.line == 4
    (place,) = assertion.bad
    assert len(found.entering(place)) == 2


def test_without_checks_there_is_one_property_as_ever(tmp_path: Path) -> None:
    assert names(model(tmp_path, ASSERT, None)) == ["unreach-call"]


def test_what_nobody_asks_for_ends_the_program_or_does_what_it_says(tmp_path: Path) -> None:
    found = model(tmp_path, ASSERT, frozenset((Kind.LEAK,)))
    assert names(found) == ["checks"]
    assert not any(found.entering(place) for place in found.properties[0].bad)
    assert any("reach_error" in place.name for place in found.locations)


def test_a_path_that_cannot_be_taken_makes_no_property(tmp_path: Path) -> None:
    found = model(tmp_path, "#include <assert.h>\nint main(void) { assert(1); return 0; }", ASSERTIONS)
    assert names(found) == ["checks"]
    assert all(edge.guard is not FALSE for edge in found.edges)
