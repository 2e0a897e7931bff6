"""Foreign text in a page: it is shown, and does nothing.

Characters that cannot be seen are shown by their codes; data is embedded such that no text in it ends the element that
it stands in.
"""

from __future__ import annotations

import json
from typing import Any, Final

from assay.report.unseen import mapped, plain

# A longer text in a page keeps browsers busy, and is read by nobody.
LONGEST: Final = 4000


def cut(text: str, most: int = LONGEST) -> str:
    """The text, or as much of it as anybody reads."""
    return text if len(text) <= most else f"{text[:most]}\u2026 ({len(text):,} characters)"


def embedded(value: Any) -> str:
    """JSON that may stand in a script element: no text in it can end that, or begin a comment."""
    text = json.dumps(mapped(value, lambda found: plain(cut(found))), ensure_ascii=True, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
