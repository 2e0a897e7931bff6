"""What the site has besides the pages in ``docs``, and how links find it (hooks of mkdocs).

``docs/index.md`` says what there is and in which order: navigation is read from it.  Pages that are made here:
notebooks, executed; contributing and the list of examples, which stand outside ``docs``; the API; reports of examples.
A link to a file that is no part of the site is an error, like every link that leads nowhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

import api
import notebooks
import reports
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

PROJECT: Final = Path(__file__).parents[2]
DOCS: Final = PROJECT / "docs"
# Pages of the site that stand outside docs/.
OUTSIDE: Final = {"contributing.md": "CONTRIBUTING.md", "examples.md": "examples/README.md"}
API: Final = "reference/api.md"
REPORTS: Final = "reports/index.md"
# Where they stand in the navigation, behind what the index lists there.
BEHIND: Final = {
    "Learn": ({"Reports of examples": REPORTS}, {"Examples": "examples.md"}),
    "Look up": ({"Python API": API},),
}
_LINK: Final = re.compile(r"(\[[^\]]*\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
# A bar in the code of a table: GitHub wants it escaped, this Markdown takes it as it stands.
_BAR: Final = re.compile(r"(?<=[^|`\n])\\\|(?=[^|`\n]*`)")
_ENTRY: Final = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def on_config(config: Any) -> Any:
    config.nav = navigation((DOCS / "index.md").read_text(encoding="utf-8"))
    return config


def navigation(index: str) -> list[dict[str, Any]]:
    """The home page, then a section for each heading of the index, with the links below it."""
    sections: list[dict[str, Any]] = [{"Home": "index.md"}]
    for title, text in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", index, re.MULTILINE):
        entries = [{name[0].upper() + name[1:]: led_to(link, "index.md")} for name, link in _ENTRY.findall(text)]
        sections.append({title: [*entries, *BEHIND.get(title, ())]})
    return sections


def led_to(link: str, page: str) -> str:
    """Where a link of a page leads, as the site calls it, from the top; as it is if it leads out of the project."""
    source = PROJECT / OUTSIDE[page] if page in OUTSIDE else DOCS / page
    target = Path(os.path.normpath(source.parent / link))
    for name, file in OUTSIDE.items():
        if PROJECT / file in (target, target / "README.md"):
            return name
    if target.suffix == ".ipynb":
        target = target.with_suffix(".md")
    return os.path.relpath(target, DOCS)


def on_files(files: Files, *, config: Any) -> Files:
    whole = config.extra["whole"]
    made = {name: (PROJECT / file).read_text(encoding="utf-8") for name, file in OUTSIDE.items()}
    for notebook in sorted((DOCS / "notebooks").glob("*.ipynb")):
        cells = notebooks.executed(notebook) if whole else notebooks.kept(notebook)
        made[f"notebooks/{notebook.stem}.md"] = notebooks.page(notebook.name, cells)
    made[API] = api.page(sorted((DOCS / "howto").glob("*.md")))
    shown = reports.REPORTS if whole else reports.REPORTS[:1]
    made[REPORTS] = reports.page(shown)
    for report in shown:
        made[report.file] = reports.made(report, PROJECT)
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: Any, files: Files) -> str:
    """Links and bars as the site has them; the home page is a list of all pages by itself."""
    here = page.file.src_uri
    if here == "index.md":
        page.meta["hide"] = ["navigation"]

    def redirected(found: re.Match[str]) -> str:
        if re.match(r"[a-z]+:", found[2]):
            return found[0]
        return f"{found[1]}{os.path.relpath(led_to(found[2], here), Path(here).parent)}{found[3]}"

    return _BAR.sub("|", _LINK.sub(redirected, markdown))
