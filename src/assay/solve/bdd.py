"""The port to binary decision diagrams (CUDD through ``dd``), with dynamic reordering.

A ``Diagram`` is a Boolean function in its manager; ``&``, ``|`` and ``~`` combine, ``==`` compares functions.
Limits: an operation of CUDD cannot be interrupted, so budgets are kept between operations; CUDD's own
subsetting is not exposed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Final

# Assignments to so many variables are counted in floating point without overflow.
COUNTED: Final = 1000

Diagram = Any
"""A function in a manager: the wrapped type has no annotations."""


class Diagrams:
    """A manager: variables by name, in the order of their declaration until reordering changes it."""

    def __init__(self, *, reordering: bool = True) -> None:
        # Importing dd takes a third of Assay's start, and few runs need it.
        from dd import cudd

        self._operations: Any = cudd
        self._manager = cudd.BDD()
        self._reordering = reordering
        self._manager.configure(reordering=reordering)
        self.true: Diagram = self._manager.true
        self.false: Diagram = self._manager.false

    def variable(self, name: str) -> Diagram:
        """The variable called ``name``, which is declared if it is new."""
        self._manager.declare(name)
        return self._manager.var(name)

    def keep_order(self) -> None:
        """From now on reordering changes nothing: what is still to come is small."""
        self._reordering = False
        self._manager.configure(reordering=False)

    def pair(self, first: str, second: str) -> None:
        """Declares two variables that stay next to each other whatever reordering does."""
        for name in (first, second):
            assert name not in self._manager.vars, "a pair is of new variables"
            self._manager.declare(name)
        self._manager.group({first: 2})

    def equal(self, left: Diagram, right: Diagram) -> Diagram:
        """Where both have the same value."""
        return ~self._manager.apply("xor", left, right)

    def exists(self, names: Iterable[str], function: Diagram) -> Diagram:
        wanted = set(names)
        return self._manager.exist(wanted, function) if wanted else function

    def and_exists(self, left: Diagram, right: Diagram, names: Iterable[str]) -> Diagram:
        """The conjunction, with ``names`` quantified as it is built."""
        wanted = set(names)
        return self._operations.and_exists(left, right, wanted) if wanted else left & right

    def substitute(self, change: Mapping[str, Diagram], function: Diagram) -> Diagram:
        """Variables replaced by functions, all at once."""
        return self._manager.let(dict(change), function) if change else function

    def rename(self, names: Mapping[str, str], function: Diagram) -> Diagram:
        return self._manager.let(dict(names), function) if names else function

    def assign(self, values: Mapping[str, bool], function: Diagram) -> Diagram:
        """The function where some variables have the values given."""
        return self._manager.let(dict(values), function) if values else function

    def restrict(self, function: Diagram, care: Diagram) -> Diagram:
        """A function, hopefully smaller, with the same values where ``care``, which is not false, is true."""
        return self._operations.restrict(function, care)

    def cube(self, values: Mapping[str, bool]) -> Diagram:
        return self._manager.cube(dict(values))

    def support(self, function: Diagram) -> set[str]:
        """The variables that the function depends on."""
        found: set[str] = self._manager.support(function)
        return found

    def pick(self, function: Diagram) -> dict[str, bool]:
        """Some values that make it true, of the variables that matter; it must not be false."""
        found = self._manager.pick(function)
        # The binding switches reordering off to look for one, and leaves it so.
        self._manager.configure(reordering=self._reordering)
        assert found is not None, "nothing to pick from"
        return {name: bool(value) for name, value in found.items()}

    @property
    def live(self) -> int:
        """The number of nodes in the manager."""
        return len(self._manager)

    @property
    def peak(self) -> int:
        """The largest number of nodes in use at any time so far."""
        with warnings.catch_warnings():
            # The binding warns that another figure of the same table has changed its unit.
            warnings.simplefilter("ignore")
            return int(self._manager.statistics()["peak_live_nodes"])

    def subset(self, function: Diagram, largest: int) -> Diagram:
        """A part of the function, not false if that is not, with at most ``largest`` nodes above a path.

        The heavy branch: from the root on, the side with more assignments is kept (Ravi, Somenzi, ICCAD 1995).
        """
        path: dict[str, bool] = {}
        rest = function
        while len(rest) > largest:
            low, high = self.assign({rest.var: False}, rest), self.assign({rest.var: True}, rest)
            path[rest.var] = self._density(high) > self._density(low)
            rest = high if path[rest.var] else low
        return rest & self.cube(path) if path else rest

    def _density(self, function: Diagram) -> float:
        """The share of assignments that make it true; beyond what a float counts, only whether there are any."""
        size = len(self.support(function))
        if size > COUNTED:
            return 0.5
        return float(function.count(size)) / 2.0**size

    def table(self, function: Diagram) -> tuple[list[tuple[str, int, int]], int]:
        """The nodes ``(variable, low, high)``, those below first, and the literal of the root.

        Literals are ``2 * row + negated``, where row 0 stands for the constant false and row ``k`` for node ``k - 1``.
        """
        rows: list[tuple[str, int, int]] = []
        number: dict[int, int] = {}

        def literal(edge: Diagram) -> int:
            if edge == self.true:
                return 1
            return 0 if edge == self.false else 2 * number[_identity(edge)] + bool(edge.negated)

        stack = [function]
        while stack:
            edge = stack[-1]
            own = _identity(edge)
            if edge in (self.true, self.false) or own in number:
                stack.pop()
                continue
            below = [
                e for e in (edge.low, edge.high) if e not in (self.true, self.false) and _identity(e) not in number
            ]
            if below:
                stack.extend(below)
                continue
            stack.pop()
            rows.append((edge.var, literal(edge.low), literal(edge.high)))
            number[own] = len(rows)
        return rows, literal(function)


def _identity(edge: Diagram) -> int:
    """The node under an edge, whatever the edge's sign."""
    return int(~edge) if edge.negated else int(edge)
