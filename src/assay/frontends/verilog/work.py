"""A design at work: Yosys, the folder in which it works, and what files are called there and by the user."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from assay.core.errors import Position
from assay.frontends.verilog.sources import Sources
from assay.frontends.verilog.staging import TREE
from assay.frontends.verilog.yosys import Session


@dataclass(frozen=True)
class Work:
    """``whole`` are the paths of the sources; ``known`` is what the user calls a path."""

    sources: Sources
    session: Session
    folder: Path
    whole: tuple[str, ...]
    known: Mapping[str, str]

    @property
    def root(self) -> str:
        """What the folder is called in scripts."""
        return self.session.yosys.root

    def text(self, name: str) -> str:
        return Path(self.folder, name).read_text(encoding="utf-8").replace(f"{self.root}/{TREE}", "")

    def name(self, where: Position) -> Position:
        """The place as the user would write it."""
        return replace(where, file=self.known.get(where.file, os.path.relpath(where.file) if where.file else ""))
