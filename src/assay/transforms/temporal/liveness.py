"""Fair runs as reachability, in two ways.

``lassos`` remembers a state and what happened since: a bad state is a fair loop (Biere, Artho, Schuppan, "Liveness
checking as safety checking", 2002).  ``rounds`` counts how often all of fairness was seen: if some number of rounds
cannot be reached, there is no fair run (Claessen, Sorensson, "A liveness checking algorithm that counts", FMCAD 2012).
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.core.circuit import Circuit
from assay.transforms.circuit.extension import Extension


@dataclass(frozen=True, eq=False)
class Lassos:
    """``circuit.bads[0]`` is true where the state is the one at which the input ``save`` was first true."""

    circuit: Circuit
    save: int


def lassos(circuit: Circuit) -> Lassos:
    """The circuit that reaches its bad state iff ``circuit`` has a fair run."""
    extension = Extension(circuit)
    gates = extension.gates
    save, saved = extension.input(), extension.latch(0)
    now = gates.either(save, saved)
    saving = gates.both(save, saved ^ 1)
    extension.step(saved, now)
    conditions = [saved]
    for latch in circuit.latches:
        own, copy = 2 * latch.node, extension.latch(0)
        extension.step(copy, gates.choose(saving, own, copy))
        conditions.append(gates.differ(own, copy) ^ 1)
    for condition in dict.fromkeys(circuit.fairness):
        seen = extension.latch(0)
        extension.step(seen, gates.either(seen, gates.both(now, condition)))
        conditions.append(seen)
    extension.fairness.clear()
    return Lassos(extension.made(bads=(gates.all_of(conditions),)), save)


def rounds(circuit: Circuit, number: int) -> Circuit:
    """The circuit that reaches its bad state iff some run of ``circuit`` sees all of fairness ``number`` times over."""
    extension = Extension(circuit)
    gates = extension.gates
    seen, reached = [], []
    for condition in dict.fromkeys(circuit.fairness):
        latch = extension.latch(0)
        seen.append(latch)
        reached.append(gates.either(latch, condition))
    complete = gates.all_of(reached)
    for latch, value in zip(seen, reached, strict=True):
        extension.step(latch, gates.both(value, complete ^ 1))
    before = 1
    for _ in range(number):
        counted = extension.latch(0)
        extension.step(counted, gates.either(counted, gates.both(before, complete)))
        before = counted
    extension.fairness.clear()
    return extension.made(bads=(before,))
