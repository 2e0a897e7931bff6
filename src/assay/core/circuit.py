"""Sequential circuits of and-gates and inverters: the compact view that bit-level engines work on.

A *literal* is ``2 * node + negated``; node 0 is the constant false, so literal 0 is false and 1 is true.  Every other
node is an input, a latch or an and-gate, and the two literals under a gate belong to smaller nodes: one pass in the
order of nodes evaluates everything.  ``Gates`` builds such graphs with structural hashing, constant propagation and the
one-level rules of Brummayer and Biere ("Local two-level and-inverter graph minimization without blowup", MEMICS'06).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

TRUE: Final = 1


@dataclass(frozen=True, slots=True)
class Latch:
    """A bit of state: ``next`` is the literal that it takes over at a step, ``reset`` its first value if fixed."""

    node: int
    next: int
    reset: int | None


@dataclass(frozen=True, eq=False)
class Circuit:
    """A run chooses initial latches (as ``reset`` says, and such that ``initial`` is true) and inputs for each step.

    Each step that is taken satisfies every literal of ``constraints``.  A run violates ``bads[i]`` if that literal is
    true at its last state under some inputs; what must hold there as well is part of the literal, so ``constraints``
    need not.  A lasso violates ``justice[i]`` if each of its literals and of ``fairness`` is true somewhere on it.
    """

    left: Sequence[int]
    right: Sequence[int]
    inputs: tuple[int, ...]
    latches: tuple[Latch, ...]
    initial: int = TRUE
    constraints: tuple[int, ...] = ()
    bads: tuple[int, ...] = ()
    justice: tuple[tuple[int, ...], ...] = ()
    fairness: tuple[int, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of nodes, the constant included."""
        return len(self.left)

    def is_gate(self, node: int) -> bool:
        return self.left[node] >= 0

    @property
    def gates(self) -> int:
        """The number of and-gates."""
        return sum(1 for fan_in in self.left if fan_in >= 0)

    def cone(self, roots: Iterable[int], known: Container[int] = ()) -> list[int]:
        """The nodes that the literals ``roots`` depend on within one step, smallest first.

        Where nodes are ``known``, those and what only they depend on are left out.
        """
        left, right = self.left, self.right
        seen = {0}
        stack = [root >> 1 for root in roots]
        while stack:
            node = stack.pop()
            if node in seen or node in known:
                continue
            seen.add(node)
            if left[node] >= 0:
                stack.append(left[node] >> 1)
                stack.append(right[node] >> 1)
        seen.discard(0)
        return sorted(seen)

    def values(self, leaves: Mapping[int, int]) -> list[int]:
        """The value of every node where inputs and latches have the values given (0 where none is)."""
        values = [0] * self.size
        for node, value in leaves.items():
            values[node] = value
        for node, (a, b) in enumerate(zip(self.left, self.right, strict=True)):
            if a >= 0:
                values[node] = (values[a >> 1] ^ (a & 1)) & (values[b >> 1] ^ (b & 1))
        return values


class Gates:
    """A growing and-inverter graph; equal gates are one node."""

    __slots__ = ("_table", "left", "right")

    def __init__(self) -> None:
        self.left: list[int] = [-1]
        self.right: list[int] = [-1]
        self._table: dict[tuple[int, int], int] = {}

    def leaf(self) -> int:
        """The positive literal of a new input or latch."""
        self.left.append(-1)
        self.right.append(-1)
        return 2 * len(self.left) - 2

    def both(self, a: int, b: int) -> int:
        """a and b."""
        if a < b:
            a, b = b, a
        if b < 2:
            return a if b else 0
        if a == b:
            return a
        if a ^ b == 1:
            return 0
        found = self._table.get((a, b))
        if found is not None:
            return found
        simpler = self._rule(a, b)
        if simpler < 0:
            simpler = self._rule(b, a)
        if simpler < 0:
            simpler = self.leaf()
            self.left[-1] = a
            self.right[-1] = b
        self._table[a, b] = simpler
        return simpler

    def _rule(self, outer: int, other: int) -> int:
        """A simpler literal for ``outer and other`` by looking into the gate ``outer``; -1 if there is none."""
        left = self.left[outer >> 1]
        if left < 0:
            return -1
        right = self.right[outer >> 1]
        if outer & 1:
            if other == left ^ 1 or other == right ^ 1:
                return other
            if other == left:
                return self.both(other, right ^ 1)
            if other == right:
                return self.both(other, left ^ 1)
            return -1
        if other in (left, right):
            return outer
        return 0 if other == left ^ 1 or other == right ^ 1 else -1

    def either(self, a: int, b: int) -> int:
        """a or b."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """a xor b."""
        if a < 2:
            return b ^ a
        if b < 2:
            return a ^ b
        sign = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a == b:
            return sign
        return self.both(self.both(a, b) ^ 1, self.both(a ^ 1, b ^ 1) ^ 1) ^ sign

    def choose(self, condition: int, then: int, otherwise: int) -> int:
        """``then`` if the condition is true, else ``otherwise``."""
        if condition < 2:
            return then if condition else otherwise
        if then == otherwise:
            return then
        if then == otherwise ^ 1:
            return self.differ(condition, otherwise)
        return self.both(self.both(condition, then) ^ 1, self.both(condition ^ 1, otherwise) ^ 1) ^ 1

    def all_of(self, literals: Iterable[int]) -> int:
        """The conjunction, as a balanced tree."""
        row = list(dict.fromkeys(literals))
        while len(row) > 1:
            odd = row[-1:] if len(row) % 2 else []
            row = [self.both(a, b) for a, b in zip(row[::2], row[1::2], strict=False)] + odd
        return row[0] if row else TRUE

    def any_of(self, literals: Iterable[int]) -> int:
        """The disjunction, as a balanced tree."""
        return self.all_of(literal ^ 1 for literal in literals) ^ 1
