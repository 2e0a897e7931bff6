"""The pages that people read, and what stands in them: blocks of code, commands, links, names of files and modules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).parents[2]
PAGES: Final = (
    *(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")),
    *sorted((PROJECT / "docs").rglob("*.md")),
)
_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INDENTED: Final = re.compile(r"(?<=\n\n)((?: {4}.*\n|\n(?= {4}))+)")
# What the shell puts together (`<(...)`) is no command that stands alone.
_INLINE: Final = re.compile(r"`(assay check [^`<\n]*)`")


@dataclass(frozen=True)
class Shown:
    """A command as a page shows it, and the output that the page shows below it, line by line."""

    page: str
    command: str
    output: tuple[str, ...] = ()


def name_of(page: Path) -> str:
    return str(page.relative_to(PROJECT))


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Every block of code with its language; one that is indented, not fenced, has none."""
    for found in _FENCE.finditer(text):
        yield found[1], found[2]
    for found in _INDENTED.finditer(_FENCE.sub("", text)):
        yield "", re.sub(r"^ {4}", "", found[1], flags=re.MULTILINE)


def commands(page: Path) -> Iterator[Shown]:
    """Every call of ``assay``, or of a benchmark, that the page shows: in blocks of code, and in the running text."""
    text = page.read_text(encoding="utf-8")
    for _, block in blocks(text):
        yield from _commands(name_of(page), block)
    for found in _INLINE.finditer(_FENCE.sub("", text)):
        yield Shown(name_of(page), found[1])


def _commands(page: str, block: str) -> Iterator[Shown]:
    """A block in which commands follow ``$`` shows their output; in others each line is a command."""
    if re.search(r"^\$ ", block, re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *output = part.rstrip().splitlines()
            if command.startswith("assay "):
                yield Shown(page, _bare(command), tuple(output))
        return
    for line in block.splitlines():
        if line.startswith(("assay ", "python benchmarks/")):
            yield Shown(page, _bare(line))


def _bare(command: str) -> str:
    """Without the remark behind it, and without what a shell does after it."""
    return re.split(r"\s+#\s|\s;|\s\||\s{3,}", command)[0].strip()


def python(page: Path) -> str:
    """The Python of a page, one block after the other, as a reader would type it."""
    return "\n".join(block for language, block in blocks(page.read_text(encoding="utf-8")) if language == "python")
