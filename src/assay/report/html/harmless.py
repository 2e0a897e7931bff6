"""Foreign text in a page: it is shown, and does nothing.

Names and sources come from anybody.  Characters that turn the direction of writing, or that cannot be seen, are shown
by their codes (Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021); data is embedded such that no
text in it ends the element that it stands in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

# A longer text in a page keeps browsers busy, and is read by nobody.
LONGEST: Final = 4000
# Controls but tab and line feed, formatting characters that change directions or are invisible, and lone surrogates.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def plain(text: str) -> str:
    """The text with codes in place of what cannot be seen."""
    return _UNSEEN.sub(lambda found: f"\u27e8U+{ord(found[0]):04X}\u27e9", text)


def cut(text: str, most: int = LONGEST) -> str:
    """The text, or as much of it as anybody reads."""
    return text if len(text) <= most else f"{text[:most]}\u2026 ({len(text):,} characters)"


def plainly(value: Any) -> Any:
    """Data with such texts only, keys included, none of them too long."""
    match value:
        case str():
            return plain(cut(value))
        case Mapping():
            return {plain(cut(str(key))): plainly(part) for key, part in value.items()}
        case list() | tuple():
            return [plainly(part) for part in value]
    return value


def embedded(value: Any) -> str:
    """JSON that may stand in a script element: no text in it can end that, or begin a comment."""
    text = json.dumps(plainly(value), ensure_ascii=True, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
