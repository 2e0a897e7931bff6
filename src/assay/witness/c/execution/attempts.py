"""The ways to hand over to a compiled program what a run recorded: the order of calls, what fresh memory holds.

C leaves open in which order arguments are evaluated and what uninitialised memory holds, and an address of the model
may be one where no memory can be: so there are several, and one that arrives at the error is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.slicing.influence import Influence, Need
from assay.core.terms import Term
from assay.witness.c.execution.memory_contents import scratch
from assay.witness.c.execution.plan import Plan, bits, calls, function_of, line_reversed, relocated
from assay.witness.c.monitor.kinds import Watch

# Inputs whose names begin so are chosen beside the program.
GHOST: Final = "heap:"
# Inputs with these names stand for what C does not define, or leaves to the machine.
UNDEFINED: Final = {
    "invalid": "a read through a pointer that points to nothing",
    "outside": "a read beyond the end of an object",
    "padding": "a read of bytes that nothing writes",
    "undefined-shift": "a shift by a negative count, or by the width or more",
    "undefined-division": "a division by zero",
    "address-comparison": "a comparison of addresses, whose outcome is up to the layout of memory",
    "undefined-conversion": "a number that its integer type does not hold",
    "undefined-zeros": "a count of the zeros before or behind the last one of a number that has none",
    "undefined-argument": "an argument that was not given, or has another type",
    "no_value": "the value of a function that returns none",
    "bits-of-nan": "the bits of a NaN, which are up to the machine",
    "sign-of-nan": "the sign of a NaN, which is up to the machine",
    "known-constant": "what a compiler knows to be constant",
    "object-size": "what a compiler knows of the size of an object",
    "nothing": "the value of a call that has none",
    "pointer_call()": "a call through a pointer that points to no function",
}
# So many contents of the stack are tried.
FILLS: Final = 4
# A pointer that can be followed.
FOLLOWED: Final = scratch(0)


@dataclass(frozen=True)
class Attempt:
    """A way to hand over what the run recorded.

    ``stack`` and ``heap`` are what memory holds before the program writes to it, as far as the run does not say it.
    With a ``watch`` the program reports its own errors.
    """

    plan: Plan
    stack: int = 0
    heap: int = 0
    watch: Watch | None = None

    @property
    def options(self) -> tuple[str, ...]:
        """How the compiler is told."""
        filled = (("ASSAY_FILL", self.stack), ("ASSAY_FRESH", self.heap))
        return tuple(f"-D{name}={value:#x}ull" for name, value in filled if value)


def ways(
    what: Plan, model: Model, trace: Trace, matters: Influence, loose: Mapping[Term, int], *, narrow: bool
) -> Iterator[Attempt]:
    """What is most likely first; with pointers of 32 bits, if they are narrow."""
    yield Attempt(what)
    recorded = calls(model, trace, matters)
    other = line_reversed(recorded)
    if other != recorded:
        yield Attempt(what.in_order(other))
    followed = FOLLOWED * (1 + (1 << 32)) if narrow else FOLLOWED
    if what.allocations:
        yield Attempt(what, heap=followed)
    moved = relocated(what, recorded, trace, matters, 32 if narrow else 64)
    if moved != what:
        yield Attempt(moved, heap=followed)
    fills = [_repeated(value, symbol.sort.width) for symbol, value in loose.items() if value]
    for stack in list(dict.fromkeys((followed, *fills)))[:FILLS]:
        yield Attempt(what, stack, followed)


def _repeated(value: int, width: int) -> int:
    """64 bits in which a value of ``width`` bits is repeated."""
    width = width if 0 < width < 64 else 64 if value >> 32 else 32
    return sum((value % (1 << width)) << shift for shift in range(0, 64, width))


def loose_inputs(trace: Trace, matters: Influence, delivered: frozenset[Need]) -> dict[Term, int]:
    """The inputs that mattered and that no function returns or stores, with the first value of each.

    Those of ghosts choose what the run is judged by, and nothing that an execution could do.
    """
    found: dict[Term, int] = {}
    for chosen, inputs in zip(matters.inputs, trace.inputs, strict=True):
        for symbol, index in sorted(chosen, key=_order):
            if symbol.name.startswith(GHOST) or symbol in found:
                continue
            if function_of(symbol) is None and (symbol, index) not in delivered:
                value = inputs[symbol]
                found[symbol] = bits(value) if isinstance(value, int) and index is None else 0
    return found


def _order(need: Need) -> tuple[int, str]:
    return need[0].uid, repr(need[1])


def undefined(symbol: Term) -> str | None:
    """What an input stands for that C does not define; None for any other."""
    name = symbol.name.removesuffix("'")
    variable = name.rpartition("::")[2]
    # No variable of a program has such a sign in its name.
    return UNDEFINED.get(variable if "-" in variable and "#" not in variable else name.rpartition("#")[0])


def spoken(symbol: Term) -> str:
    """What an input stands for."""
    name = symbol.name.removesuffix("'").rpartition("#")[0] or symbol.name.removesuffix("'")
    if (reason := undefined(symbol)) is not None:
        return reason
    if name.startswith("*"):
        return f"the memory of {name[1:]}"
    place, _, variable = name.rpartition("::")
    return f"{variable} of {place}" if place else variable
