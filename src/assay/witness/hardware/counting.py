"""Justice as safety: the design with latches that count how often all conditions were met.

Behind the latches of the design come others, all 0 at first: one for each fairness condition of the file, then one for
each condition of the property, in their order, true once it was met in this round; a round is complete where all are
met, and the next one begins.  Then one for each of so many rounds, true once that one was completed.  The last of them
is the bad state.  If it is never reached, no run meets all conditions infinitely often (Claessen, Sorensson, "A
liveness checking algorithm that counts", FMCAD 2012).
No code is shared with what searches or writes.
"""

from __future__ import annotations

from dataclasses import replace

from assay.core.errors import UnsoundVerdict
from assay.witness.hardware.aiger_witness import Design


def counting(design: Design, index: int, rounds: int, *, most_latches: int) -> Design:
    """The design that counts rounds of justice property ``index``, if that takes no more latches than these."""
    if not 0 <= index < len(design.justice):
        raise UnsoundVerdict(f"the design has no property j{index}")
    conditions = [*design.fairness, *design.justice[index]]
    if rounds < 1 or len(design.latches) + len(conditions) + rounds > most_latches:
        raise UnsoundVerdict("the certificate has no latch for each condition and for each round")
    variables = design.variables
    gates = list(design.gates)

    def fresh() -> int:
        nonlocal variables
        variables += 1
        return 2 * variables

    def both(left: int, right: int) -> int:
        gates.append((fresh(), left, right))
        return gates[-1][0]

    seen = [fresh() for _ in conditions]
    counted = [fresh() for _ in range(rounds)]
    met = [both(latch ^ 1, condition ^ 1) ^ 1 for latch, condition in zip(seen, conditions, strict=True)]
    complete = 1
    for literal in met:
        complete = both(complete, literal)
    latches = [(latch, both(literal, complete ^ 1), 0) for latch, literal in zip(seen, met, strict=True)]
    before = 1
    for latch in counted:
        latches.append((latch, both(latch ^ 1, both(before, complete) ^ 1) ^ 1, 0))
        before = latch
    return replace(
        design,
        variables=variables,
        latches=[*design.latches, *latches],
        bads=[counted[-1]],
        justice=[],
        fairness=[],
        gates=gates,
    )
