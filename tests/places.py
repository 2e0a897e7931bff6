"""Where things are, whatever folder a test lies in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
ROOT: Final = TESTS.parent
SOURCES: Final = ROOT / "src"
EXAMPLES: Final = ROOT / "examples"

OUTSIDE: Final = Path(os.environ.get("ASSAY_OUTSIDE") or ROOT.parent / "shared")
"""Corpora and test vectors that are not part of this repository; tests of them are skipped where they are absent."""
CORPORA: Final = OUTSIDE / "corpora"
