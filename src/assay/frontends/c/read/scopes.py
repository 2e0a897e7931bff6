"""Where names mean what: the blocks that are being read, and what is declared in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Position
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.kinds import Kind

END_OF_FILE: Final = 1 << 30


@dataclass(slots=True)
class Scopes:
    """The scopes that are open.  ``others`` are declared names that are no variables: they hide variables."""

    unit: Unit
    others: list[tuple[str, Position, Position]] = field(default_factory=list)
    _open: list[tuple[Position | None, Position]] = field(default_factory=list)

    @contextmanager
    def block(self, cursor: Cursor) -> Iterator[None]:
        """A block: names are known from their declarations to its end."""
        self._open.append((None, self.unit.end(cursor)))
        yield
        self._open.pop()

    @contextmanager
    def head(self, cursor: Cursor) -> Iterator[None]:
        """A for loop: what its head declares is known in all of it."""
        self._open.append((self.unit.start(cursor), self.unit.end(cursor)))
        yield
        self._open.pop()

    def of(self, cursor: Cursor) -> tuple[Position, Position] | None:
        """The scope of a declaration that is being read; none if the innermost scope is not in one file."""
        if not self._open:
            return None
        start, end = self._open[-1]
        return start or self.unit.position(cursor), end

    def note(self, cursor: Cursor) -> None:
        """A declaration inside a function that declares no variable."""
        names = [cursor] if cursor.kind != Kind.ENUM else self.unit.children(cursor)
        for found in names:
            scope = self.of(found)
            if scope is not None:
                self.others.append((self.unit.spelling(found), *scope))
