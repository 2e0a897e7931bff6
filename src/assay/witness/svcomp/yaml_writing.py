"""YAML for witnesses: blocks, and strings in quotes unless they are plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_PLAIN: Final = re.compile(r"(?:[A-Za-z_]|\.{0,2}/)[A-Za-z0-9_./+-]*")
# What some version of YAML takes for a truth value or for nothing.
_WORDS: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
# What YAML forbids in a text, takes for the end of a line or for a mark of its encoding.
_STRANGE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def write_document(value: Any) -> str:
    """Block YAML for nested dictionaries and lists of strings and numbers."""
    return "\n".join(_rows(value)) + "\n" if value else f"{_text(value)}\n"


def _rows(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _labelled(f"{_text(key)}:", inner, "  " if isinstance(inner, dict) else "")
    else:
        for inner in value:
            if isinstance(inner, dict | list) and inner:
                first, *rest = _rows(inner)
                yield f"- {first}"
                yield from (f"  {row}" for row in rest)
            else:
                yield f"- {_text(inner)}"


def _labelled(label: str, value: Any, margin: str) -> Iterator[str]:
    if isinstance(value, dict | list) and value:
        yield label
        yield from (f"{margin}{row}" for row in _rows(value))
    else:
        yield f"{label} {_text(value)}"


def _text(value: Any) -> str:
    if isinstance(value, dict | list):
        return "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) and value.lower() not in _WORDS else _quoted(value)
    return json.dumps(value)


def _quoted(value: str) -> str:
    return _STRANGE.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(value, ensure_ascii=False))
