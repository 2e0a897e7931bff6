"""Changes of a text, each at its place: from where to where, and what is put there."""

from __future__ import annotations

from collections.abc import Iterable

Edit = tuple[int, int, str]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with these changes, which do not overlap; those at one place stay in their order."""
    parts, done = [], 0
    for start, end, put in sorted(edits, key=lambda edit: edit[:2]):
        assert start >= done, "changes of a text that overlap"
        parts += [text[done:start], put]
        done = end
    return "".join([*parts, text[done:]])
