"""The part of YAML that every reader understands alike, as PyYAML reads it.

One document, without anchors, aliases and tags, no key twice, nested to a depth that any task needs; what is not of
that part is refused with its position.
"""

from __future__ import annotations

from typing import Final

import yaml

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.text import Source

Value = str | list["Value"] | dict[str, "Value"] | None

_DEEPEST: Final = 50
_LONGEST: Final = 1_000_000
_HINT: Final = "a task definition is YAML"


def read_yaml(source: Source) -> Value:
    """The value of a document; every scalar stays the string that is written there."""
    if len(source.text) > _LONGEST:
        raise InputError(f"longer than {_LONGEST} characters", Position(source.file, 1, 1), _HINT)
    tree = compose(source)
    return None if tree is None else _value(source, tree)


def compose(source: Source) -> yaml.Node | None:
    """The tree of a document, with a tag and a place for every value."""
    try:
        _refuse(source)
        tree: yaml.Node | None = yaml.compose(source.text, yaml.SafeLoader)
        return tree
    except yaml.MarkedYAMLError as failure:
        reason = ", ".join(part for part in (failure.context, failure.problem) if part)
        mark = failure.problem_mark or failure.context_mark
        where = source.position(mark.index) if mark else Position(source.file, 1, 1)
    except yaml.reader.ReaderError as failure:
        reason, where = failure.reason, source.position(failure.position)
    raise InputError(f"not readable as YAML: {reason}", where, _HINT)


def _refuse(source: Source) -> None:
    """Refuse what is not of the part of YAML that is read here, before anything is built of it."""
    depth = 0
    for event in yaml.parse(source.text, yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        mark = event.start_mark
        where = source.position(mark.index) if mark else Position(source.file, 1, 1)
        if depth > _DEEPEST:
            raise InputError(f"nested more than {_DEEPEST} levels deep", where, _HINT)
        tagged = isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) and event.tag is not None
        if tagged or (isinstance(event, yaml.NodeEvent) and event.anchor is not None):
            message = "anchors, aliases and tags of YAML are not supported"
            raise Unsupported(message, where, "write plain values")


def _value(source: Source, node: yaml.Node) -> Value:
    match node:
        case yaml.MappingNode():
            return {key: _value(source, inner) for key, inner in entries(source, node).items()}
        case yaml.SequenceNode():
            return [_value(source, inner) for inner in node.value]
        case yaml.ScalarNode(style=None, value=""):
            return None
        case _:
            return str(node.value)


def entries(source: Source, node: yaml.MappingNode) -> dict[str, yaml.Node]:
    """What the keys of a mapping stand for; they are scalars, and no two are equal."""
    table: dict[str, yaml.Node] = {}
    for key, inner in node.value:
        where = source.position(key.start_mark.index)
        if not isinstance(key, yaml.ScalarNode):
            raise Unsupported("a key that is a collection is not supported", where, "write plain values")
        if key.value in table:
            raise InputError(f"the key {key.value} is repeated", where, _HINT)
        table[key.value] = inner
    return table
