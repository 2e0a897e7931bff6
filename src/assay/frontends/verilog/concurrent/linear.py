"""Properties that fail by waiting for ever, as formulas of linear time over the ticks of a clock.

A sequence is a formula where its automaton has no loops but from a state to itself: to wait there is an until.  What
disables decides a property at once, for good or ill: the formula of ``not`` asks for the opposite (Armoni et al.,
"Resets vs. aborts in linear temporal logic", 2003).  Limits: sequences that repeat several ticks without a bound, and
formulas that are too large.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from assay.core.temporal import FALSE, TRUE, Formula, Logic, PathOperator, connect, temporal, too_deep
from assay.core.temporal import Atom as State
from assay.frontends.verilog.concurrent.automata import Automaton, Label, TooLarge, automaton
from assay.frontends.verilog.concurrent.monitor import BOUND, Inexact, antecedent, checked
from assay.frontends.verilog.concurrent.syntax import (
    ANY,
    Always,
    And,
    Boolean,
    Implies,
    Matches,
    Next,
    Not,
    Or,
    Property,
    Until,
)

_MOST_PARTS: Final = 2000


@dataclass(frozen=True)
class Waiting:
    """A property that has no monitor, of each tick or of the ``first`` one; ``atoms`` are its expressions in order.

    ``disabled`` is the expression that excuses, or none.
    """

    kind: str
    property: Property
    first: bool
    disabled: str
    atoms: tuple[str, ...]

    def formula(self, value: Callable[[str], Formula]) -> Formula:
        """What all runs satisfy; raises Inexact or TooLarge."""
        found = _Builder(value, value(self.disabled) if self.disabled else None).formula(self.property, good=True)
        if too_deep(found) or _size(found, {}) > _MOST_PARTS:
            raise TooLarge
        return found if self.first else temporal(PathOperator.GLOBALLY, found)

    def fair(self) -> str:
        """The expression that is true again and again, if this says no more than that."""
        wanted = self.property
        while isinstance(wanted, Always):
            wanted = wanted.body
        match wanted:
            case Until(Matches(sequence), Matches(Boolean(text, True)), True) if sequence == ANY:
                return text if not (self.first or self.disabled) else ""
        return ""


class _Builder:
    """``good`` is what a part counts as where the property is disabled."""

    def __init__(self, value: Callable[[str], Formula], disabled: Formula | None) -> None:
        self._value = value
        self._disabled = disabled

    def formula(self, wanted: Property, *, good: bool) -> Formula:
        match wanted:
            case Matches(sequence, strong):
                found = automaton(checked(sequence))
                return self._path(found, 0, None, {}, good=good, waits=not strong)
            case Not(body):
                return _not(self.formula(body, good=not good))
            case And(first, second):
                return connect(Logic.AND, self.formula(first, good=good), self.formula(second, good=good))
            case Or(first, second):
                return connect(Logic.OR, self.formula(first, good=good), self.formula(second, good=good))
            case Implies(sequence, body):
                found = antecedent(sequence)
                return _not(self._path(found, 0, Not(body), {}, good=not good, waits=False))
            case Next(body):
                return self._now(temporal(PathOperator.NEXT, self.formula(body, good=good)), good=good)
            case Until(first, second, strong):
                if strong:
                    return _until(self.formula(first, good=good), self.formula(second, good=good))
                neither = And(Not(first), Not(second))
                return _not(_until(self.formula(Not(second), good=not good), self.formula(neither, good=not good)))
            case Always(body):
                return _not(_until(self._now(TRUE, good=not good), self.formula(Not(body), good=not good)))

    def _now(self, formula: Formula, *, good: bool) -> Formula:
        if self._disabled is None:
            return formula
        if good:
            return connect(Logic.OR, self._disabled, formula)
        return connect(Logic.AND, _not(self._disabled), formula)

    def _path(
        self,
        found: Automaton,
        state: int,
        then: Property | None,
        known: dict[int, Formula | None],
        *,
        good: bool,
        waits: bool,
    ) -> Formula:
        """Some path from this state ends where ``then`` holds; if it ``waits``, one may go on for ever."""
        if state not in known:
            known[state] = None
            loops: Formula = FALSE
            exits: Formula = FALSE
            for label, target in found.edges[state]:
                taken = self._label(label)
                if target in found.final:
                    behind: Formula = TRUE if then is None else self.formula(then, good=good)
                    exits = connect(Logic.OR, exits, connect(Logic.AND, taken, behind))
                if target == state:
                    loops = connect(Logic.OR, loops, taken)
                elif found.edges[target]:
                    later = self._path(found, target, then, known, good=good, waits=waits)
                    goes_on = temporal(PathOperator.NEXT, later)
                    exits = connect(Logic.OR, exits, connect(Logic.AND, taken, goes_on))
            stays, leaves = self._now(loops, good=good), self._now(exits, good=good)
            known[state] = leaves if loops == FALSE else _until(stays, leaves, waits=waits)
        formula = known[state]
        if formula is None:
            raise Inexact("a sequence that repeats several ticks without a bound, where it may be waited for", BOUND)
        return formula

    def _label(self, label: Label) -> Formula:
        values = (self._value(text) if true else _not(self._value(text)) for text, true in sorted(label))
        return connect(Logic.AND, TRUE, *values)


def _not(formula: Formula) -> Formula:
    return connect(Logic.NOT, formula)


def _until(first: Formula, second: Formula, *, waits: bool = False) -> Formula:
    """The first holds until the second does, which has to happen unless it ``waits``."""
    if not waits:
        return temporal(PathOperator.UNTIL, first, second)
    return _not(temporal(PathOperator.UNTIL, _not(second), connect(Logic.AND, _not(first), _not(second))))


def _size(formula: Formula, known: dict[int, int]) -> int:
    """The parts of the formula, each as often as it stands in it."""
    if isinstance(formula, State):
        return 1
    if id(formula) not in known:
        known[id(formula)] = 1 + sum(_size(part, known) for part in formula.parts)
    return known[id(formula)]
