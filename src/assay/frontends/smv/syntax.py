"""What an SMV file says, before names are looked up."""

from __future__ import annotations

from dataclasses import dataclass, field


class Node:
    """An expression: operator, arguments, and the offset where it stands.

    Operators are SMV's own symbols; besides there are ``name``, ``number``, ``decimal``, ``word``, ``dot``, ``index``,
    ``slice``, ``call``, ``set``, ``row`` (an array), ``case`` (conditions and values in turn), ``?:``, ``minus`` (of
    one argument), ``tuple``, and ``AU``, ``AV``, ``EU``, ``EV`` for quantified untils and releases.  A path operator's
    value are its bounds, as ``0..3``, if it has any.  Compared by identity.
    """

    __slots__ = ("args", "op", "start", "value")

    def __init__(self, op: str, args: list[Node], start: int, value: str = "") -> None:
        self.op = op
        self.args = args
        self.start = start
        self.value = value


def spelled(node: Node) -> str | None:
    """The path as text, such as ``a.b[2].c``; None if it is none, or has an index that is no number."""
    tail = ""
    while node.op in ("dot", "index"):
        if node.op == "dot":
            tail = f".{node.value}{tail}"
        elif node.args[1].op == "number":
            tail = f"[{node.args[1].value}]{tail}"
        else:
            return None
        node = node.args[0]
    return node.value + tail if node.op in ("name", "self") else None


@dataclass(frozen=True, slots=True)
class TypeNode:
    """``kind`` is boolean, integer, real, expression (a range or an enumeration), word, signed, array or module."""

    kind: str
    start: int
    name: str = ""
    args: tuple[Node, ...] = ()
    element: TypeNode | None = None
    process: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """A variable (``kind`` is VAR, IVAR or FROZENVAR)."""

    kind: str
    name: str
    type: TypeNode
    start: int


@dataclass(frozen=True, slots=True)
class Specification:
    """A property, as the keyword that introduced it, maybe with a name."""

    kind: str
    name: str
    body: Node
    text: str


@dataclass(slots=True)
class Module:
    """One module's declarations, in the order of the file."""

    name: str
    start: int
    parameters: tuple[str, ...] = ()
    variables: list[Declaration] = field(default_factory=list)
    definitions: list[tuple[Node, Node]] = field(default_factory=list)
    constants: list[str] = field(default_factory=list)
    assignments: list[tuple[Node, Node]] = field(default_factory=list)
    constraints: list[tuple[str, Node]] = field(default_factory=list)
    specifications: list[Specification] = field(default_factory=list)
    bases: list[tuple[str, int]] = field(default_factory=list)
