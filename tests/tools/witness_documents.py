"""Witnesses as values of YAML, with the line on which each part begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

from assay.core.errors import InputError
from assay.frontends.text import Source
from assay.frontends.yaml import compose, entries

# A path leads from the root to a value: keys and indices.
Path = tuple[str | int, ...]


class Malformed(Exception):
    """The text is not YAML, or not of the part that is read here."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


@dataclass(frozen=True)
class Document:
    """The value of a text, and the line on which each part of it begins."""

    value: Any
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int:
        """The line of a part, or of what is around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def read_document(text: str) -> Document:
    """The value of a YAML text; ``Malformed`` if it has none."""
    source = Source("witness", text)
    try:
        tree = compose(source)
        lines = {} if tree is None else dict(_lines(source, tree, ()))
    except InputError as failure:
        raise Malformed(failure.message, failure.where.line or 1 if failure.where else 1) from None
    return Document(None if tree is None else SafeConstructor().construct_document(tree), lines)


def _lines(source: Source, node: yaml.Node, path: Path) -> Iterator[tuple[Path, int]]:
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, inner in entries(source, node).items():
            yield from _lines(source, inner, (*path, key))
    elif isinstance(node, yaml.SequenceNode):
        for number, inner in enumerate(node.value):
            yield from _lines(source, inner, (*path, number))
