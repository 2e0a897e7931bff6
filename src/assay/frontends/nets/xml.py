"""XML as a tree of elements with positions; no entities and no document types are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.text import Source

DEEPEST: Final = 200


@dataclass
class Element:
    """An element: its name without the namespace, attributes, children, and the text directly inside."""

    name: str
    attributes: dict[str, str]
    where: Position
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> Iterator[Element]:
        """The children called ``name``."""
        return (child for child in self.children if child.name == name)

    def one(self, name: str) -> Element | None:
        """The first child called ``name``."""
        return next(self.all(name), None)

    def get(self, attribute: str) -> str:
        """The value of an attribute that must be there."""
        if attribute not in self.attributes:
            raise InputError(f"<{self.name}> has no attribute {attribute!r}", self.where)
        return self.attributes[attribute]


def parse(source: Source) -> Element:
    """The root element; whatever is not well-formed is an ``InputError``."""
    # A declared encoding no longer applies to text that was decoded.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    top = Element("", {}, Position(source.file))
    stack = [top]

    def here() -> Position:
        return Position(source.file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def start(name: str, attributes: dict[str, str]) -> None:
        element = Element(name.rpartition(":")[2], attributes, here())
        if len(stack) > DEEPEST:
            raise Unsupported(f"elements are nested more than {DEEPEST} deep", here())
        stack[-1].children.append(element)
        stack.append(element)

    def end(name: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        stack[-1].text += data

    def document_type(*_: object) -> None:
        raise Unsupported("document types are not read", here(), "remove <!DOCTYPE ...>")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = document_type
    try:
        parser.Parse(source.text.encode(), True)
    except expat.ExpatError as error:
        where = Position(source.file, error.lineno, error.offset + 1)
        raise InputError(f"not well-formed XML: {expat.errors.messages[error.code]}", where) from None
    return top.children[0]
