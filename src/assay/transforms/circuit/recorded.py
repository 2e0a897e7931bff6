"""Latches that stay as they are once they have changed, and with which no state is bad: runs to bad states never do.

A model checked step by step often records in one latch that a step was not legal, and is bad only without that.  Then
each step to a bad state satisfies what keeps the latch from changing, which is said as constraints: searches need not
find it out, and walks choose legal steps.  The latch is constant from then on.  A state of the original is one in which
some such latch has changed, or one of the smaller circuit, so that invariants have its literal as one more disjunct.
Only what the gates show at once is seen: the latch is a conjunct of its own next value, and of the bad state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from assay.core.circuit import TRUE, Circuit
from assay.core.circuit_answers import conjuncts


@dataclass(frozen=True)
class Unchanged:
    """``circuit`` has the nodes of the original; in a state that is none of its own, one of ``changed`` is true."""

    circuit: Circuit
    changed: tuple[int, ...] = ()


def without_changed(circuit: Circuit) -> Unchanged:
    """The runs of a circuit with one bad state in which no such latch has changed."""
    found = _kept(circuit)
    if not found:
        return Unchanged(circuit)
    constraints = dict.fromkeys(circuit.constraints)
    for kept, conditions in found.values():
        constraints.update((part, None) for part in conditions if part != kept)
    latches = tuple(
        replace(latch, next=TRUE ^ (found[latch.node][0] & 1)) if latch.node in found else latch
        for latch in circuit.latches
    )
    changed = tuple(kept ^ 1 for kept, _ in found.values())
    return Unchanged(replace(circuit, latches=latches, constraints=tuple(constraints)), changed)


def _kept(circuit: Circuit) -> dict[int, tuple[int, list[int]]]:
    """By latch: the literal that is true at first and in all bad states, and the conditions that keep it true."""
    (bad,) = circuit.bads
    needed = set(conjuncts(circuit, [bad]))
    found = {}
    for latch in circuit.latches:
        kept = 2 * latch.node + (latch.reset == 0)
        if latch.reset is None or kept not in needed or latch.next < 2:
            continue
        conditions = conjuncts(circuit, [latch.next ^ (kept & 1)])
        if kept in conditions:
            found[latch.node] = kept, conditions
    return found
