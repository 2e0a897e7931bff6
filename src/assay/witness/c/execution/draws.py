"""A harness that hands over values drawn at random, as C text; the same seed draws the same values.

Seed 0 draws zeros and seed 1 ones.  Any other draws small numbers most of the time, then the ends of the type, powers
of two and their neighbours, and anything.  A pointer is null or leads to memory of its own.  Linked with a C library,
functions that it has are its own, and only what it lacks is drawn.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.c_source import STREAMS, Scalar
from assay.core.terms.ieee import BINARY32, BINARY64, to_python
from assay.witness.c.execution.harness import as_result, frame, result_type, storage
from assay.witness.c.execution.plan import Surroundings
from assay.witness.c.execution.runtime import ENDINGS, PROVIDED
from assay.witness.c.monitor.runtime import CALCULATION, MONITORED
from assay.witness.c.sandbox.kernel import KERNEL

# So many of the values are told.
TOLD: Final = 8
SEED_BYTES: Final = 8
INT: Final = Scalar(32, signed=True)
# Functions that only print: without a C library they may as well do nothing, and return zero.
PRINTING: Final = frozenset(("printf", "fprintf", "puts", "putchar", "fputs", "fflush"))

_DRAW: Final = f"""
static assay_value assay_seed, assay_state;
static struct {{ assay_value function, value; }} assay_drawn[{TOLD}];
static unsigned assay_draws;
static char assay_pieces[16][4096] __attribute__((aligned(64)));
#define ASSAY_HIDDEN_TOO assay_system(ASSAY_READ, 0, (long)&assay_seed, {SEED_BYTES})
#define ASSAY_REPORTED_TOO assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)assay_drawn, \\
  (long)sizeof assay_drawn[0] * (assay_draws < {TOLD} ? assay_draws : {TOLD}))

ASSAY_HIDDEN assay_value assay_random(void) {{
  assay_value z = (assay_state += 0x9e3779b97f4a7c15ull) + assay_seed * 0xd1342543de82ef95ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}}
ASSAY_HIDDEN assay_value assay_chosen(assay_value low, assay_value high) {{
  assay_value kind = assay_random() % 8, any = assay_random();
  if (assay_seed < 2) return assay_seed;
  if (kind < 3) return any % 17 - 8;
  if (kind < 5) return any % 2;
  if (kind == 5) return (any & 2 ? low : high) + any % 2;
  if (kind == 6) return (1ull << any % 64) + any / 64 % 3 - 1;
  return any;
}}
/* A value from low to high, which are 64 bits of a signed or an unsigned number. */
ASSAY_HIDDEN assay_value assay_draw(unsigned function, assay_value low, assay_value high, int pointer) {{
  assay_value value = assay_chosen(low, high), span = high - low + 1;
  if (pointer) value = assay_seed && value % 4 ? (assay_size)assay_pieces[assay_draws % 16] : 0;
  else if (span && value - low >= span) value = low + (value - low) % span;
  if (assay_draws < {TOLD}) {{
    assay_drawn[assay_draws].function = function;
    assay_drawn[assay_draws].value = value;
  }}
  assay_draws++;
  return value;
}}
/* The bits of a number: a small one, a fraction, or any at all, NaN and infinities too. */
ASSAY_HIDDEN assay_value assay_number(unsigned function, int single) {{
  assay_value kind = assay_random() % 4, value;
  union {{ double number; assay_value bits; }} wide = {{(double)(long long)(assay_random() % 2001 - 1000)}};
  union {{ float number; unsigned bits; }} narrow = {{0}};
  if (assay_seed < 2) wide.number = (double)assay_seed;
  else if (kind == 1) wide.number /= 64;
  else if (kind == 2) wide.number *= 1e-3;
  narrow.number = (float)wide.number;
  value = single ? narrow.bits : wide.bits;
  if (assay_seed >= 2 && kind == 3) value = single ? (unsigned)assay_random() : assay_random();
  if (assay_draws < {TOLD}) {{
    assay_drawn[assay_draws].function = function;
    assay_drawn[assay_draws].value = value;
  }}
  assay_draws++;
  return value;
}}
"""

_EARLY: Final = """
/* Before any function of the program, constructors included. */
__attribute__((section(".preinit_array"), used)) static void (*assay_early)(void) = assay_hide;
"""


@dataclass(frozen=True)
class Draws:
    """The functions without a body, in the order of their numbers, with the types of what they return."""

    functions: tuple[str, ...]
    data: tuple[str, ...]
    types: Mapping[str, Scalar]

    @staticmethod
    def of(known: Surroundings, types: Mapping[str, Scalar]) -> Draws:
        functions = tuple(name for name in known.functions if name not in PROVIDED)
        return Draws(functions, tuple(name for name in known.data if name not in PROVIDED), types)

    def hosted(self, *, monitored: bool = False) -> tuple[str, Mapping[str, str]]:
        """The harness for a program with a C library, and its names for what that may lack.

        Monitored, it reports errors of arithmetic.
        """
        own = {name: f"assay_own_{name}" for name in (*self.functions, *self.data)}
        stubs = [_stub(number, name, own[name], self.types) for number, name in enumerate(self.functions)]
        data = [storage(own[name], STREAMS.get(name, 0)) for name in self.data]
        before, behind = ([MONITORED], [CALCULATION]) if monitored else ([], [])
        return "\n".join([*before, ENDINGS, _DRAW, *stubs, *data, KERNEL, *behind, _EARLY]), own

    def freestanding(self, *, monitored: bool = False) -> str:
        """The harness for a program without one."""
        stubs = [_stub(number, name, name, self.types) for number, name in enumerate(self.functions)]
        return frame([_DRAW, *stubs, *(storage(name, STREAMS.get(name, 0)) for name in self.data)], monitored=monitored)

    def told(self, report: bytes) -> str:
        """What was drawn first, in words."""
        size = len(report) // 16 * 16
        pairs = [
            f"{self.functions[function]}() = {self._value(self.functions[function], value)}"
            for function, value in struct.iter_unpack("<QQ", report[:size])
            if function < len(self.functions)
        ]
        return ", ".join(pairs) + (", ..." if len(pairs) == TOLD else "")

    def _value(self, function: str, value: int) -> str:
        scalar = self.types.get(function, INT)
        low, _ = scalar.bounds
        if scalar.floating:
            return repr(to_python(BINARY32 if scalar.width == 32 else BINARY64, value))
        return hex(value) if scalar.pointer else str((value - low) % (1 << scalar.width) + low)


def _stub(number: int, name: str, own: str, types: Mapping[str, Scalar]) -> str:
    if name in PRINTING:
        return f"ASSAY_OWN assay_value {own}(void) {{ return 0; }}"
    scalar = types.get(name, INT)
    low, high = (bound % (1 << 64) for bound in scalar.bounds)
    drawn = f"assay_draw({number}, {low}ull, {high}ull, {int(scalar.pointer)})"
    if not scalar.floating:
        return f"ASSAY_OWN assay_value {own}(void) {{ return {drawn}; }}"
    made = result_type(scalar.width)
    drawn = f"assay_number({number}, {int(scalar.width == 32)})"
    return f"ASSAY_OWN {made} {own}(void) {{ return {as_result(drawn, scalar.width)}; }}"


def given(secret: bytes, seed: int) -> bytes:
    """What an execution gets to read."""
    return secret + seed.to_bytes(SEED_BYTES, "little")
