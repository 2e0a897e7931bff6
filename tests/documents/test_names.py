"""What pages point at exists: other pages, headings, files, modules; and lists that claim to be complete are."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click
import grimp
import pytest

from assay import cli
from assay.engines.options import ALL_NAMES, having
from documents.pages import PAGES, PROJECT, name_of

SOURCE: Final = PROJECT / "src" / "assay"
ROOMS: Final = tuple(sorted(place.name for place in SOURCE.iterdir() if (place / "__init__.py").exists()))
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"`([^`\n]+)`")
_MODULE: Final = re.compile(rf"(?:assay\.)?(?:{'|'.join(ROOMS)})(?:\.\w+)+")
_PATH: Final = re.compile(r"(?:tests|docs|benchmarks|examples|src)(?:/[\w.*-]+)+/?")
_IN_SOURCES: Final = re.compile(rf"(?:{'|'.join(ROOMS)})/(?:[\w.-]+/)*(?:[\w.-]+\.py)?")
# Pages whose readers follow each path that they name.
FOLLOWED: Final = tuple(
    page for page in PAGES if page.name in ("architecture.md", "CONTRIBUTING.md", "one-loop.md", "evidence.md")
)


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links(page: Path) -> None:
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith("http"):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place) if place else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def paths(page: Path) -> Iterator[str]:
    """Paths from the project's folder; where readers follow them, those that begin in the sources too."""
    for words in _CODE.findall(page.read_text(encoding="utf-8")):
        for word in words.split():
            if _PATH.fullmatch(word) or (page in FOLLOWED and _IN_SOURCES.fullmatch(word)):
                yield word


@pytest.mark.parametrize("page, path", [(name_of(page), path) for page in PAGES for path in dict.fromkeys(paths(page))])
def test_paths(page: str, path: str) -> None:
    found = (any(root.glob(path.rstrip("/"))) for root in (PROJECT, SOURCE))
    assert any(found), f"{page} names {path}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_modules(page: Path) -> None:
    for words in _CODE.findall(page.read_text(encoding="utf-8")):
        if _MODULE.fullmatch(words) and not words.endswith((".yml", ".json", ".py")):
            assert exists(words.removeprefix("assay.")), f"{name_of(page)} names {words}"


def exists(name: str) -> bool:
    """Whether there is such a module, or such a name in one."""
    parent, _, last = f"assay.{name}".rpartition(".")
    try:
        inside = importlib.import_module(parent)
    except ModuleNotFoundError:
        return False
    return hasattr(inside, last) or (hasattr(inside, "__path__") and find_spec(f"{parent}.{last}") is not None)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_tables_have_a_head(page: Path) -> None:
    """Rows behind an empty line are a table of their own, without a head."""
    for table in re.findall(r"^(?:\|.*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE):
        assert re.match(r".*\n\|(?: *:?-+:? *\|)+\n", table), table.splitlines()[0]


def test_every_option_is_described() -> None:
    text = (PROJECT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `(--[a-z-]+)", text, re.MULTILINE))
    options = {name for option in cli.check.params if isinstance(option, click.Option) for name in option.opts}
    assert {name for name in options if name.startswith("--")} - {"--help"} == described


def test_options_are_described_with_their_engines() -> None:
    text = (PROJECT / "docs" / "reference" / "command-line.md").read_text(encoding="utf-8")
    table = text.split("### Of some engines")[1]
    described = {
        name: tuple(re.findall(r"`([^`]+)`", engines))
        for name, engines in re.findall(r"^\| `--([a-z-]+)[^|]*\|([^|]*)\|", table, re.MULTILINE)
    }
    expected = {name: having(name) for name in ALL_NAMES if name != "refiner"}
    assert described == expected


def test_the_index_lists_every_page() -> None:
    index = PROJECT / "docs" / "index.md"
    listed = {(index.parent / link).resolve() for link in _LINK.findall(index.read_text(encoding="utf-8"))}
    assert {page for page in PAGES if page.is_relative_to(index.parent)} - {index} <= listed


def test_decisions_are_listed_by_their_titles() -> None:
    index = (PROJECT / "docs" / "index.md").read_text(encoding="utf-8")
    decisions = sorted((PROJECT / "docs" / "adr").glob("*.md"))
    assert [page.name[:4] for page in decisions] == [f"{number:04}" for number in range(1, len(decisions) + 1)]
    for page in decisions:
        assert f"- [{page.name[:4]} " in index and page.read_text(encoding="utf-8").startswith(f"# {page.name[:4]} ")


def layers() -> list[str]:
    """The rooms as ``pyproject.toml`` orders them, from top to bottom."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (found,) = [contract["layers"] for contract in contracts if contract["id"] == "layers"]
    return [room.strip() for line in found for room in line.split("|") if room.strip() != "__main__"]


def test_contributing_shows_the_layers() -> None:
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^ {4}cli\n(?: {4}.*\n)+", text, re.MULTILINE)
    assert re.findall(r"\w+", shown) == layers()


def test_the_map_of_rooms_is_in_the_order_of_the_layers() -> None:
    text = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("\n## The rooms\n")[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)/?` \|", table, re.MULTILINE) == layers()


def test_what_finders_and_checkers_share_is_listed() -> None:
    """docs/explanation/evidence.md says of its table: this is all of it."""
    graph = grimp.build_graph("assay")

    def below(*rooms: str) -> set[str]:
        inside = {name for room in rooms for name in {room, *graph.find_descendants(room)}}
        return {found for name in inside for found in graph.find_upstream_modules(name)} - inside

    shared = below("assay.witness") & below("assay.explore", "assay.refine", "assay.domains", "assay.engines")
    text = (PROJECT / "docs" / "explanation" / "evidence.md").read_text(encoding="utf-8")
    listed = {f"assay.{words}" for words in _CODE.findall(text)}
    missing = {name for name in shared if not any(name == known or name.startswith(f"{known}.") for known in listed)}
    assert not missing - {f"assay.{room}" for room in ROOMS}
