"""The documentation as a site: every page, in the order of docs/index.md, and nothing from elsewhere.

Skipped where mkdocs is not installed (``make docs`` installs it).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

import assay
from browser import NARROW, WIDE, browsing, complaints, open_page
from clocks import eventually
from documents.pages import PAGES, PROJECT

NEEDED: Final = ("mkdocs", "material", "mkdocstrings", "mkdocstrings_handlers")
PATIENCE: Final = 600.0
# What a browser loads by itself; a link that a reader follows may lead anywhere.
LOADING: Final = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src", "audio": "src"}
# Pages of the site that stand outside docs/, or that are made for it.
OTHERS: Final = {"contributing.html", "examples.html", "reference/api.html", "reports/index.html", "404.html"}

pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in NEEDED), reason="mkdocs-material is not installed: make docs"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site without what takes long; links that lead nowhere end the build."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "ASSAY_WHOLE_SITE": "false", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text between them."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(site: Path) -> dict[str, Path]:
    """The pages of the site; reports are pages of their own."""
    found = {str(page.relative_to(site)): page for page in sorted(site.rglob("*.html"))}
    return {name: page for name, page in found.items() if name in OTHERS or not name.startswith("reports/")}


def loaded(page: Path) -> Iterator[str]:
    for tag, attributes in Elements(page).found:
        address = attributes.get(LOADING.get(tag, ""))
        if address is not None and attributes.get("rel") not in ("canonical", "next", "prev"):
            yield address


def test_every_page_is_there(site: Path) -> None:
    docs = PROJECT / "docs"
    written = {page.relative_to(docs) for page in (*PAGES, *docs.rglob("*.ipynb")) if page.is_relative_to(docs)}
    assert pages(site).keys() == {str(page.with_suffix(".html")) for page in written} | OTHERS


def test_navigation_has_the_order_of_the_index(site: Path) -> None:
    links = re.findall(r"\]\(([^)]*)\)", (PROJECT / "docs" / "index.md").read_text(encoding="utf-8"))
    listed = [re.sub(r"\.(md|ipynb)$", ".html", link.replace("../CONTRIBUTING", "contributing")) for link in links]
    navigation = [
        attributes["href"]
        for tag, attributes in Elements(site / "index.html").found
        if tag == "a" and "md-nav__link" in (attributes.get("class") or "")
    ]
    assert [place for place in dict.fromkeys(navigation) if place in listed] == listed


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for name, page in pages(site).items():
        for address in loaded(page):
            if address.startswith("data:"):
                continue
            assert not re.match(r"(?:[a-z]+:)?//", address), f"{name} loads {address}"
            # The page for a wrong address speaks to servers: its own addresses are absolute.
            if name != "404.html":
                target = (page.parent / address.partition("#")[0].partition("?")[0]).resolve()
                assert target.is_file(), f"{name} loads {address}"
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_the_public_names_are_described(site: Path) -> None:
    identifiers = {attributes.get("id") for _, attributes in Elements(site / "reference" / "api.html").found}
    assert {f"assay.{name}" for name in assay.__all__ if name != "__version__"} <= identifiers
    assert "assay.engines.loop.rounds" in identifiers, "what a guide puts together"


def test_bars_in_tables_are_shown_as_bars(site: Path) -> None:
    assert "assay ... | head -1" in Elements(site / "reference" / "exit-codes.html").text
    assert "fish_source assay | source" in Elements(site / "howto" / "shell-completion.html").text


def test_notebooks_are_pages(site: Path) -> None:
    for notebook in (PROJECT / "docs" / "notebooks").iterdir():
        page = Elements(site / "notebooks" / f"{notebook.stem}.html")
        assert "What this notebook promises" in page.text or "What it says" in page.text
        assert (site / "notebooks" / notebook.name).read_bytes() == notebook.read_bytes(), "to be downloaded"
        assert ("a", notebook.name) in [(tag, attributes.get("href")) for tag, attributes in page.found]


def test_reports_are_shown(site: Path) -> None:
    frames = [attributes for tag, attributes in Elements(site / "reports" / "index.html").found if tag == "iframe"]
    assert len(frames) == 1
    report = (site / "reports" / str(frames[0]["src"])).read_text(encoding="utf-8")
    assert "Content-Security-Policy" in report and "violated" in report


def test_pages_work_from_the_disk(site: Path) -> None:
    """In a real browser, without a server: no complaint, no page wider than the window, and the search finds."""
    with browsing() as window:
        for size in (NARROW, WIDE):
            for name in ("index.html", "reports/index.html", "notebooks/own-order.html", "reference/command-line.html"):
                open_page(window, site / name, size)
                assert window.execute_script("return document.documentElement.scrollWidth <= innerWidth"), name
                assert complaints(window) == []
        open_page(window, site / "index.html", WIDE)
        window.execute_script("document.querySelector('[data-md-toggle=search]').click()")
        window.find_element("css selector", ".md-search__input").send_keys("bakery")
        found = ".md-search-result__link[href*='first-check']"
        assert eventually(lambda: bool(window.find_elements("css selector", found))), "the search finds the tutorial"
