"""Foreign text on a screen: what cannot be seen, or turns the direction of writing, is shown by its code.

Names and sources come from anybody.  Escape sequences would command the terminal, characters that turn the direction of
writing show another text than is there (Boucher and Anderson, "Trojan Source: Invisible Vulnerabilities", 2021), and a
line that begins with two colons commands a workflow of GitHub.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

# Controls but tab and line feed, formatting characters that change directions or are invisible, and lone surrogates.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_NEW_LINE: Final = re.compile("\n")
# A line feed in the midst of a message is ours, but for one that begins a command.
_COMMAND: Final = re.compile(r"\n(?=\s*::)")
_MESSAGES: Final = ("message", "details")


def plain(text: str) -> str:
    """The text with codes in place of what cannot be seen."""
    return _UNSEEN.sub(_code, text)


def on_one_line(text: str) -> str:
    """The same without line feeds: a name."""
    return _NEW_LINE.sub(_code, plain(text))


def message(text: str) -> str:
    """The same with line feeds, none of which begins a command: several lines of words."""
    return _COMMAND.sub(_code, plain(text))


def plainly(value: Any) -> Any:
    """Data with plain texts only, keys included."""
    return mapped(value, plain)


def printable(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record for a terminal, all of its texts and names plain."""
    return {key: mapped(value, message if key in _MESSAGES else on_one_line) for key, value in record.items()}


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Data with every text in it changed, keys included."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return {change(str(key)): mapped(part, change) for key, part in value.items()}
        case list() | tuple():
            return [mapped(part, change) for part in value]
    return value


def _code(found: re.Match[str]) -> str:
    return f"\u27e8U+{ord(found[0]):04X}\u27e9"
