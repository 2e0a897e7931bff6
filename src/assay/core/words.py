"""Words that messages share."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 step``, ``2 steps``; ``many`` where an s does not make the plural."""
    return f"{number} {one if number == 1 else many or one + 's'}"
