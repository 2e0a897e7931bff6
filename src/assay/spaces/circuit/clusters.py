"""In which order to conjoin the parts of a relation, so that variables can be quantified early.

The next part is the one that ends most variables and brings fewest new ones, for its size (Ranjan, Aziz, Brayton,
Plessier, Pixley, "Efficient BDD algorithms for FSM synthesis and verification", IWLS 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

# What a new variable costs, beside one that ends.
NEW: Final = 0.5


def arranged(supports: Sequence[AbstractSet[str]], quantified: AbstractSet[str]) -> list[int]:
    """The parts, by number, in the order in which to conjoin them."""
    users: dict[str, set[int]] = {}
    for number, support in enumerate(supports):
        for name in support:
            users.setdefault(name, set()).add(number)
    fresh = [len(support) for support in supports]
    staying = [len(support - quantified) for support in supports]
    ending = [sum(1 for name in support & quantified if len(users[name]) == 1) for support in supports]
    weight = [len(support) + 1 for support in supports]
    left, seen, order = list(range(len(supports))), set[str](), list[int]()
    while left:
        best = max(left, key=lambda k: (ending[k] - staying[k] - NEW * fresh[k]) / weight[k])
        left.remove(best)
        order.append(best)
        for name in supports[best]:
            users[name].discard(best)
            if name not in seen:
                seen.add(name)
                for other in users[name]:
                    fresh[other] -= 1
            if name in quantified and len(users[name]) == 1:
                (last,) = users[name]
                ending[last] += 1
    return order


def endings(supports: Sequence[AbstractSet[str]], quantified: AbstractSet[str]) -> list[frozenset[str]]:
    """For parts in this order, the quantified variables that no later part mentions."""
    later: set[str] = set()
    found: list[frozenset[str]] = []
    for support in reversed(supports):
        mine = support & quantified
        found.append(frozenset(mine - later))
        later |= mine
    return found[::-1]
