"""Shell words for what runs above a shell, also where there is no ``ps``."""

from __future__ import annotations


def ancestor(generations: int) -> str:
    """Sets ``p`` to the process so many generations above the parent of the shell."""
    parent = "ps -o ppid= -p $p 2>/dev/null || grep ^PPid /proc/$p/status | tr -dc 0-9"
    return "; ".join(["p=$PPID", *[f"p=$({parent})"] * generations])
