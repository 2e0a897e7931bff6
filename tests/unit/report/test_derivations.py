"""Derivations for people: a tree from the error down, with what is shared once, folded where it is long."""

from __future__ import annotations

from assay.core.evidence import Derivation, Derived
from assay.core.model import Edge, Location, Model, Safety, Use
from assay.core.terms import TRUE, add, eq, integer, variable
from assay.core.terms.sorts import INT
from assay.report.derivations import LONGEST, MOST_LINES, derivation_lines, derivation_title
from assay.witness.check.derivations import check_derivation

X, Y = variable("x", INT), variable("y", INT)
ENTRY, SUM, ERROR = Location("%entry"), Location("sum", (X,)), Location("%error")
BEGIN = Edge("begin", ENTRY, SUM, TRUE, {X: integer(1)})
NEXT = Edge("next", SUM, SUM, TRUE, {X: add(X, integer(1))})
JOIN = Edge("join", SUM, SUM, TRUE, {X: add(X, Y)}, uses=(Use(SUM, (Y,)),))
STOP = Edge("stop", SUM, ERROR)
GOAL = Safety("safe", {ERROR: TRUE})
MODEL = Model(ENTRY, (BEGIN, NEXT, JOIN, STOP), TRUE, (GOAL,))


def shown(*nodes: Derived) -> list[str]:
    derivation = Derivation((Derived({}), Derived({X: 1}, BEGIN, {}, 0), *nodes))
    assert check_derivation(MODEL, GOAL, derivation)
    return derivation_lines(MODEL, derivation)


def test_what_is_used_stands_to_the_right_and_what_is_shared_once() -> None:
    lines = shown(
        Derived({X: 2}, JOIN, {Y: 1}, 1, (1,)),
        Derived({X: 4}, JOIN, {Y: 2}, 2, (2,)),
        Derived({}, STOP, {}, 3),
    )
    assert lines == [
        "4  %error  by stop",
        "3  sum(4)  by join",
        "|  2  sum(2)  by join",
        "|  |  1  sum(1)  by begin",
        "|  1  sum(1), as above",
        "2  sum(2), as above",
    ]


def test_long_levels_are_folded_in_the_middle() -> None:
    length = 200
    steps = [Derived({X: number + 2}, NEXT, {}, number + 1) for number in range(length)]
    lines = shown(*steps, Derived({}, STOP, {}, length + 1))
    assert len(lines) == LONGEST + 1 and lines[LONGEST // 2] == f"... {length + 2 - LONGEST} more ..."
    assert lines[0].endswith("by stop") and lines[-1].endswith("sum(1)  by begin")


def test_a_level_is_not_folded_for_a_single_line() -> None:
    steps = [Derived({X: number + 2}, NEXT, {}, number + 1) for number in range(LONGEST - 1)]
    assert len(shown(*steps, Derived({}, STOP, {}, LONGEST))) == LONGEST + 1


def test_bushes_are_cut() -> None:
    # Each number uses the one before it, whose own derivation is another one.
    nodes: list[Derived] = []

    def grow(height: int) -> int:
        """A derivation of a power of two that shares nothing."""
        if height == 0:
            nodes.append(Derived({X: 1}, BEGIN, {}, 0))
        else:
            left, right = grow(height - 1), grow(height - 1)
            half = 1 << (height - 1)
            nodes.append(Derived({X: 2 * half}, JOIN, {Y: half}, left, (right,)))
        return len(nodes) + 1

    top = grow(8)
    lines = shown(*nodes, Derived({}, STOP, {}, top))
    assert len(lines) < 2 * MOST_LINES and any("and what they follow from" in line for line in lines)


def test_the_first_state_is_shown_where_it_has_values() -> None:
    start = Location("start", (X,))
    goal = Safety("safe", {start: eq(X, integer(7))})
    model = Model(start, (), TRUE, (goal,))
    derivation = Derivation((Derived({X: 7}),))
    assert derivation_lines(model, derivation) == ["0  start(7)"]
    assert derivation_title(derivation).startswith("a derivation by 1 state:")
