"""The page about the C library lists what the sources say."""

from __future__ import annotations

from assay.frontends.c.library.known import Role, named
from assay.frontends.c.library.sources import texts, written
from assay.frontends.c.library.unmodelled import REFUSED
from c_library_page import BUILT_IN, TITLES, rows
from documents.pages import PROJECT

PAGE = PROJECT / "docs" / "reference" / "c-library.md"


def test_the_table_is_made_from_the_sources() -> None:
    assert PAGE.read_text().split("a test compares them.\n\n")[1].splitlines() == list(rows())


def test_every_file_of_models_has_a_title() -> None:
    assert set(TITLES) == set(written().values()) and set(TITLES) <= set(texts())


def test_what_is_built_in_is_known() -> None:
    assert all(named(name) not in (None, Role.REFUSE, Role.OPEN) for name in BUILT_IN if name not in REFUSED)
