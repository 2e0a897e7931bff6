"""The shapes of values in a witness: mappings with known keys, strings out of a few, lists that are not empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tools.witness_documents import Document, Path

_TYPES: Final = {str: "a string", int: "a whole number", dict: "a mapping", list: "a list"}


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where: the line of the witness, and the path to the value."""

    line: int
    path: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.path or 'witness'}: {self.message}"


@dataclass
class Shapes:
    """Checks values of one document, and gathers what is wrong with them."""

    document: Document
    problems: list[Problem] = field(default_factory=list)

    def say(self, path: Path, message: str) -> None:
        words = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
        self.problems.append(Problem(self.document.line(path), words, message))

    def keys(self, value: Any, path: Path, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> bool:
        """Is it a mapping with these keys?  Only then can they be looked at."""
        if not self.typed(value, path, dict):
            return False
        for key in required:
            if key not in value:
                self.say(path, f"the key {key} is missing")
        for key in value:
            if key not in required and key not in optional:
                self.say((*path, key), "this key is not known here")
        return True

    def typed(self, value: Any, path: Path, kind: type) -> bool:
        if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
            return True
        self.say(path, f"this should be {_TYPES[kind]}")
        return False

    def text(self, table: Mapping[str, Any], key: str, path: Path, allowed: tuple[str, ...] = ()) -> str | None:
        """The string under a key, if it is there and one of those allowed."""
        if key not in table or not self.typed(table[key], (*path, key), str):
            return None
        value: str = table[key]
        if allowed and value not in allowed:
            self.say((*path, key), f"{value!r} is none of {', '.join(allowed)}")
            return None
        if not value.strip():
            self.say((*path, key), "this is empty")
            return None
        return value

    def items(self, value: Any, path: Path, kind: str) -> list[Any]:
        if not self.typed(value, path, list):
            return []
        if not value:
            self.say(path, f"there should be at least one {kind}")
        return list(value)

    def complain(self, message: str, path: Path) -> None:
        if message:
            self.say(path, message)
