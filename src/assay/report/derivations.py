"""A derivation as lines for people: a tree that is read from the error down.

What a state comes from stands in the next line of its level; what it uses besides stands between the two, further to
the right.  A state that is needed again is shown once, and referred to by its number.  Long levels are folded in the
middle, and so is what is used there, so that the whole fits a few screens.
"""

from __future__ import annotations

from typing import Final

from assay.core.evidence import Derivation
from assay.core.model import Location, Model
from assay.core.terms.evaluate import Value
from assay.core.terms.sorts import Sort
from assay.core.words import counted
from assay.report.infix import show_value

# Longer levels are folded; of those further to the right less is shown.
LONGEST: Final = 24
SHORTEST: Final = 4
MOST_LINES: Final = 100
VALUE_WIDTH: Final = 40
INDENT: Final = "|  "


def derivation_title(derivation: Derivation) -> str:
    """What the lines are."""
    states = counted(len(derivation.nodes), "state")
    return f"a derivation by {states}: each comes from the next on its level, and uses what is to the right below it"


def derivation_lines(model: Model, derivation: Derivation) -> list[str]:
    return _Tree(model, derivation).lines()


class _Tree:
    def __init__(self, model: Model, derivation: Derivation) -> None:
        self._model = model
        self._nodes = derivation.nodes
        self._seen: set[int] = set()
        self._lines: list[str] = []
        self._broad = len(str(len(self._nodes) - 1))

    def lines(self) -> list[str]:
        # What is still to be shown: the rest of a level, how many of it were shown, and how far to the right it stands.
        stack = [(self._chain(len(self._nodes) - 1), 0, 0)]
        while stack:
            level, shown, depth = stack.pop()
            half = max(SHORTEST, LONGEST >> depth) // 2
            if shown == half and len(level) > half + 1:
                self._say(depth, f"... {len(level) - half} more ...")
                level = level[-half:]
            elif shown and not level:
                continue
            number, *rest = level
            again = number in self._seen
            self._seen.add(number)
            self._say(depth, self._text(number, again=again))
            if not again:
                stack.append((rest, shown + 1, depth))
                stack.extend(self._used(number, depth + 1))
        return self._lines

    def _used(self, number: int, depth: int) -> list[tuple[list[int], int, int]]:
        """What the state uses, the last first; where too much is shown already, how much that is."""
        uses = self._nodes[number].uses
        if uses and len(self._lines) >= MOST_LINES:
            self._say(depth, f"... {counted(len(uses), 'state')} and what they follow from ...")
            return []
        return [(self._chain(use), 0, depth) for use in reversed(uses)]

    def _chain(self, top: int) -> list[int]:
        """The state and all that it comes from one after the other, without the entry where nothing has a value."""
        found = [top]
        while (number := self._nodes[found[-1]].source) is not None and self._place(number).variables:
            found.append(number)
        return found

    def _place(self, number: int) -> Location:
        edge = self._nodes[number].edge
        return edge.target if edge is not None else self._model.entry

    def _say(self, depth: int, text: str) -> None:
        self._lines.append(f"{INDENT * depth}{text}")

    def _text(self, number: int, *, again: bool) -> str:
        node, place = self._nodes[number], self._place(number)
        values = ", ".join(_short(node.state[symbol], symbol.sort) for symbol in place.variables)
        said = f"{number:>{self._broad}}  {place.name}{f'({values})' if values else ''}"
        if again:
            return f"{said}, as above"
        return f"{said}  by {node.edge.name}" if node.edge is not None else said


def _short(value: Value, sort: Sort) -> str:
    text = show_value(value, sort)
    return text if len(text) <= VALUE_WIDTH else text[: VALUE_WIDTH - 3] + "..."
