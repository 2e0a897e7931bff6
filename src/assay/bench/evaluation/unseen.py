"""Characters that cannot be seen, or turn the direction of writing: they are shown by their codes.

N. Boucher, R. Anderson, Trojan Source: Invisible Vulnerabilities (2021).
"""

from __future__ import annotations

import re
from typing import Final

_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


def seen(text: str) -> str:
    """The text with codes in place of what cannot be seen."""
    return _UNSEEN.sub(lambda found: f"\u27e8U+{ord(found[0]):04X}\u27e9", text)
