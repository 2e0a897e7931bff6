"""The page of the Python API: every public name of ``assay``, and every other that a how-to guide imports from it.

The page only names them; mkdocstrings puts signatures and docstrings there, read from the sources.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_PYTHON: Final = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# What is public, in the order in which a reader comes to it.
PUBLIC: Final = {
    "Checks": ("check", "results", "Result", "load", "configured", "Config", "Model"),
    "Verdicts": ("Verdict", "Holds", "Violated", "Unknown"),
    "Evidence": ("Evidence", "Proof", "Trace", "Branches", "Elimination", "Counting", "Fixpoints", "EndedRuns"),
    "Strategies": ("Order", "Selection", "Heuristic"),
    "Errors": ("AssayError", "InputError", "Unsupported", "SolverFailure", "UnsoundVerdict"),
}
_INTRODUCTION: Final = """# Python API

What `import assay` offers, and below it the parts that the guides put together:
[use the Python API](../howto/python-api.md), [write an order](../howto/write-an-order.md),
[write a heuristic](../howto/write-a-heuristic.md).
"""


def imported(guides: Iterable[Path]) -> list[str]:
    """Every name that the Python of these pages imports from a module of Assay, in order."""
    names: dict[str, None] = {}
    for guide in guides:
        for block in _PYTHON.findall(guide.read_text(encoding="utf-8")):
            for part in ast.walk(ast.parse(block)):
                if isinstance(part, ast.ImportFrom) and part.module and part.module.startswith("assay."):
                    names |= dict.fromkeys(f"{part.module}.{alias.name}" for alias in part.names)
    return list(names)


def page(guides: Iterable[Path]) -> str:
    parts = [_INTRODUCTION]
    for title, names in PUBLIC.items():
        parts += [f"## {title}\n", *(f"::: assay.{name}\n" for name in names)]
    public = {name for names in PUBLIC.values() for name in names}
    others = [name for name in imported(guides) if name.rpartition(".")[2] not in public]
    parts += ["## Parts\n", *(f"::: {name}\n" for name in others)]
    return "\n".join(parts)
