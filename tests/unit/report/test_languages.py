"""Formulas as files write them: signs, names and signed numbers of SMV, and plainly elsewhere."""

from __future__ import annotations

import pytest

from assay.core.evidence import Proof
from assay.core.model import Domain, Enumeration, Location, Model, Origin, Range, Word
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjunction, eq, ge, integer, not_, or_, variable
from assay.core.terms.bitvectors import bv, bv_compare, extract
from assay.core.terms.sorts import BOOL, INT, bitvector
from assay.report.evidence import invariant_rows, sentence
from assay.report.infix import PLAIN, infix
from assay.report.languages import language_of

LIGHT, LEVEL, COUNT, WORD, GO = (
    variable("light", bitvector(2)),
    variable("level", bitvector(4)),
    variable("count", bitvector(4)),
    variable("word", bitvector(1)),
    variable("go", BOOL),
)
PLACE = Location("state", (LIGHT, LEVEL, COUNT, WORD, GO))
DOMAINS: dict[Term, Domain] = {
    LIGHT: Enumeration(("green", "yellow", "red")),
    LEVEL: Range(-5, 5),
    COUNT: Range(0, 9),
    WORD: Word(1),
}
DESIGN = Model(PLACE, (), origin=Origin(format="SMV"), domains=DOMAINS)
LANGUAGE = language_of(DESIGN)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (eq(LIGHT, bv(2, 2)), "light = red"),
        (not_(eq(LIGHT, bv(0, 2))), "light != green"),
        (or_(GO, eq(LIGHT, bv(1, 2))), "go | light = yellow"),
        (and_(not_(GO), bv_compare(Op.BV_SLE, LEVEL, bv(-2, 4))), "!go & level <= -2"),
        (bv_compare(Op.BV_SLE, bv(-2, 4), LEVEL), "level >= -2"),
        (bv_compare(Op.BV_ULE, COUNT, bv(7, 4)), "count <= 7"),
        (bv_compare(Op.BV_ULE, LEVEL, bv(7, 4)), "level <=u 7"),
        (bv_compare(Op.BV_ULE, COUNT, LEVEL), "count <=u level"),
        (eq(LEVEL, bv(-3, 4)), "level = -3"),
        (eq(WORD, bv(1, 1)), "word = 0ud1_1"),
        (TRUE, "TRUE"),
    ],
)
def test_designs_in_the_words_of_their_file(term: Term, text: str) -> None:
    assert infix(term, language=LANGUAGE) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (eq(WORD, bv(1, 1)), "word"),
        (not_(eq(WORD, bv(1, 1))), "!word"),
        (eq(WORD, bv(0, 1)), "!word"),
        (eq(extract(2, 2, LEVEL), bv(0, 1)), "!level[2]"),
        (eq(bv(9, 4), LEVEL), "level == 9"),
        (bv_compare(Op.BV_SLT, LEVEL, bv(-1, 4)), "level <s -1"),
        (bv_compare(Op.BV_ULE, bv(3, 4), LEVEL), "level >=u 3"),
    ],
)
def test_vectors_without_a_domain(term: Term, text: str) -> None:
    assert infix(term, language=language_of(Model(PLACE, ()))) == text


def test_a_sentence_says_single_variables_first_and_short_parts_before_long_ones() -> None:
    parts = [or_(GO, eq(LIGHT, bv(2, 2))), bv_compare(Op.BV_ULE, COUNT, bv(7, 4)), GO]
    assert sentence(conjunction(parts[:2]), LANGUAGE) == "count <= 7 & (go | light = red)"
    assert sentence(parts[0], LANGUAGE) == "go | light = red"


def test_what_does_not_fit_is_counted() -> None:
    x = variable("x", INT)
    parts = conjunction(not_(eq(x, integer(k))) for k in range(100, 150))
    text = sentence(parts, PLAIN, 60)
    assert text is not None and text.startswith("x != 100 && x != 101 && ")
    shown = text.count("x !=")
    assert len(text) < 80 and text.endswith(f"... {50 - shown} more")
    assert sentence(ge(x, integer(10**70)), PLAIN, 60) is None


def test_nothing_is_said_of_places_about_which_nothing_is_known() -> None:
    other, last = Location("other", (GO,)), Location("last", (GO,))
    rows = invariant_rows(Proof({PLACE: GO, other: TRUE, last: FALSE}), LANGUAGE)
    assert rows == {"rows": [["state", "go"]], "hidden": 0, "unreachable": 1}
