"""What is done when scopes are left: variables with the attribute ``cleanup``, the last one first (GNU C).

Control leaves scopes at their end, and by break, continue, return and goto.  It never jumps behind the declaration of
such a variable (clang refuses that), so those that are alive at a label are the first of those alive at the goto.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.frontends.c.memory.once import parts
from assay.frontends.c.read.statement_tree import Block, Case, Declare, Label, Loop
from assay.frontends.c.read.tree import Variable

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Cleanups:
    """The variables of one call that are alive and will be cleaned up, in the order of their declarations."""

    def __init__(self, translation: Translation, body: Block | None = None) -> None:
        self.t = translation
        self.alive: list[Variable] = []
        self._body = body
        self._at_labels: dict[str, int] | None = None

    def __bool__(self) -> bool:
        return bool(self.alive)

    def __len__(self) -> int:
        return len(self.alive)

    def declare(self, variable: Variable) -> None:
        if variable.cleanup is not None:
            self.alive.append(variable)

    def leave(self, depth: int) -> None:
        """Clean up all but the first ``depth`` variables; they stay alive elsewhere."""
        kept = self.alive
        for number in reversed(range(depth, len(kept))):
            cleanup = kept[number].cleanup
            if self.t.current is not None and cleanup is not None:
                self.alive = kept[:number]
                if self.t.validity is not None:
                    self.t.validity.lifetimes.expression()
                self.t.values.discard(cleanup)
        self.alive = kept

    def close(self, depth: int) -> None:
        """A scope ends that began with ``depth`` variables."""
        self.leave(depth)
        del self.alive[depth:]

    def leave_for(self, label: str) -> None:
        """Clean up what is not alive at a label."""
        if not self.alive:
            return
        if self._at_labels is None:
            self._at_labels = {}
            if self._body is not None:
                _labels(self._body, 0, self._at_labels)
        self.leave(self._at_labels.get(label, 0))


def _labels(node: object, depth: int, found: dict[str, int]) -> int:
    """Note how many variables are alive at each label inside of a node; how many are behind it."""
    match node:
        case Label():
            found[node.name] = depth
            return _labels(node.statement, depth, found)
        case Declare():
            _inside(node, depth, found)
            return depth + (node.variable.cleanup is not None)
        case Case():
            return _labels(node.statement, depth, found)
        case Block():
            inner = depth
            for statement in node.statements:
                inner = _labels(statement, inner, found)
            return depth if node.scope else inner
        case Loop():
            inner = _labels(node.initial, depth, found)
            for part in (node.condition, node.step, node.body):
                _labels(part, inner, found)
        case _:
            _inside(node, depth, found)
    return depth


def _inside(node: object, depth: int, found: dict[str, int]) -> None:
    for part in parts(node):
        _labels(part, depth, found)
