"""Kinds of error as properties: their names, their places, and what is supposed behind a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import InputError, Position
from assay.core.events import PropertyTaken
from assay.core.model import Model
from assay.core.terms import FALSE
from assay.core.verdict import Holds
from assay.engines.config import Config
from assay.engines.properties import TOGETHER
from assay.frontends.c import Kind, read_c
from assay.frontends.c.checks import DEFAULT, GROUPS, checks_of, names_of
from assay.transforms.integers_to_bits import corresponds
from assay.witness.c.execution.interpreter import Machine
from clocks import PATIENCE

ASSERTIONS = frozenset((Kind.ASSERTION, Kind.ERROR_CALL))


def model(folder: Path, text: str, checks: frozenset[Kind] | None) -> Model:
    file = folder / "program.c"
    file.write_text(text)
    return read_c(file, externals="pure", checks=checks)


def names(found: Model) -> list[str]:
    return [prop.name for prop in found.properties]


def test_every_kind_has_a_word_and_a_rule() -> None:
    assert frozenset[Kind]().union(*GROUPS.values(), {Kind.QUOTIENT}) == frozenset(Kind)
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


# -- arithmetic --------------------------------------------------------------------------------------------------------

ARITHMETIC = frozenset((Kind.OVERFLOW, Kind.DIVISION, Kind.SHIFT))
NONDET = "extern int f(void);\n"


def checked(folder: Path, body: str, checks: frozenset[Kind] = ARITHMETIC) -> list[str]:
    """The names of the checks of a body with two integers and a character."""
    text = f"{NONDET}int main(void) {{ int a = f(), b = f(); char c = a;\n{body}\nreturn 0; }}"
    found = model(folder, text, checks)
    twin = found.origin.integers
    assert twin is not None and (other := twin()) is not None and corresponds(other, found)
    return [name for name in names(found) if name != "checks"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a = a + b;", ["overflow program.c:3"]),
        ("a++;", ["overflow program.c:3"]),
        ("c++;", []),
        ("c += c;", []),
        ("c += a;", ["overflow program.c:3"]),
        ("a = c * c;", []),
        ("a = -a;", ["overflow program.c:3"]),
        ("a = -c;", []),
        ("unsigned u = a + 1u;", []),
        ("a = a / 3 + a % 7;", ["overflow program.c:3"]),
        ("a = (a & 15) + (b & 15);", []),
        ("a = a / b;", ["division program.c:3", "overflow program.c:3"]),
        ("a = c / 3;", []),
        ("a = c / c;", ["division program.c:3"]),
        ("a = a << 3;", ["shift program.c:3"]),
        ("a = (c & 7) << 3;", []),
        ("a = a >> 3;", []),
        ("a = 1 << (b & 15);", []),
        ("a = 3 << 30;", ["shift program.c:3"]),
        ("long long l = (long long)a * b;", []),
        ("if (b != 0 && a > 0) c = a / b;", ["overflow program.c:3"]),
        ("if (b != 0) c = 7 / b;", []),
        ("a + b;", ["overflow program.c:3"]),
    ],
)
def test_what_the_text_excludes_is_not_checked(body: str, expected: list[str], tmp_path: Path) -> None:
    assert checked(tmp_path, body) == expected


def test_unsigned_wrap_is_looked_for_on_request(tmp_path: Path) -> None:
    body = "unsigned u = a;\nu = u + 1;\nu = -u;\nu--;\nu = u * 3;\na = a + 1;"
    wraps = [f"unsigned wrap program.c:{line}" for line in (4, 5, 6, 7)]
    assert checked(tmp_path, body, frozenset((Kind.WRAP,))) == wraps


def test_conversions_that_the_program_does_not_write_are_looked_at_on_request(tmp_path: Path) -> None:
    body = "c = a;\nc = (char)a;\nunsigned u = a;\na = c;\nc++;\nc += 3;\n"
    body += "struct { unsigned w : 3; } s;\ns.w = a;\n_Bool z = a;"
    found = checked(tmp_path, body, frozenset((Kind.CONVERSION,)))
    # Line 2 declares c with the value of a; behind that check line 3 cannot fail any more.
    assert [name.split(":")[1] for name in found] == ["2", "5", "7", "8", "10", "10"]


def test_for_those_who_ask_for_overflow_alone_a_shift_that_does_not_fit_is_one(tmp_path: Path) -> None:
    assert checked(tmp_path, "a = a << 3; b = b << a;", frozenset((Kind.OVERFLOW,))) == [
        "overflow program.c:3:7",
        "overflow program.c:3:19",
    ]


def test_what_is_only_evaluated_under_a_condition_is_an_error_only_there(tmp_path: Path) -> None:
    text = f"{NONDET}int main(void) {{ int a = f(); int b = a > 5 && a + 1 > 7 ? -a : a - 1; return b; }}"
    found = model(tmp_path, text, frozenset((Kind.OVERFLOW,)))
    machine = Machine(found)

    def ends(value: int) -> str:
        return machine.run(lambda symbol: value % 2**32 if symbol.name.startswith("f()") else 0).location.name

    assert ends(2**31 - 1).startswith("program:overflow 2:")
    assert ends(-(2**31)) == "program:overflow 2:67"
    assert {ends(value) for value in (0, 6, 7, 2**31 - 2, -5)} == {"program:exit"}


def test_an_error_behind_another_is_not_reached(tmp_path: Path) -> None:
    found = model(tmp_path, f"{NONDET}int main(void) {{ int a = f(); int b = a + 1; return a + 1; }}", ARITHMETIC)
    assert len(names(found)) == 1, "the second check is certain behind the first"


def test_operators_are_found_behind_macros_and_comments(tmp_path: Path) -> None:
    text = (
        f"{NONDET}#define MOST 2147483647\n#define ADD(x, y) ((x) + (y))\nint main(void) {{ int a = f(), b;\n"
        "b = MOST /* here: */\n - a;\nb = a // there\n *\n a;\nb = ADD(a,\n a);\n(a)\n++;\nreturn b; }"
    )
    found = model(tmp_path, text, frozenset((Kind.OVERFLOW,)))
    assert [(prop.where.line, prop.where.column) for prop in found.properties if prop.where is not None] == [
        (6, 2),
        (8, 2),
        (10, 5),
        (13, 1),
    ]


# -- decided together --------------------------------------------------------------------------------------------------


def test_many_checks_are_decided_by_one_proof(tmp_path: Path) -> None:
    lines = "".join(f"  s = (s + i + {number}) % 100;\n" for number in range(12))
    text = f"{NONDET}int main(void) {{ int s = 0;\nfor (int i = 0; i < 10; i++) {{\n{lines}}}\nreturn s; }}"
    found = model(tmp_path, text, ARITHMETIC)
    assert len(found.goals) > 20
    taken: list[str] = []

    def hear(event: object) -> None:
        if isinstance(event, PropertyTaken):
            taken.append(event.name)

    results = check(found, config=Config(seconds=PATIENCE), announce=hear)
    assert all(isinstance(result.verdict, Holds) for result in results)
    assert taken[0] == TOGETHER
    proofs = {id(result.verdict.evidence) for result in results if isinstance(result.verdict, Holds)}
    assert len(proofs) == 1
