"""The operations that the models of <math.h> are made of, in C, exact: for harnesses, which have no library."""

from __future__ import annotations

from typing import Final

_TEMPLATE: Final = """
ASSAY_HIDDEN @ __assay_absolute#(@ x) {
  union { @ number; $ bits; } u = {x};
  u.bits &= ~($)0 >> 1;
  return u.number;
}
ASSAY_HIDDEN int __assay_negative#(@ x) {
  union { @ number; $ bits; } u = {x};
  return (int)(u.bits >> (# - 1));
}
ASSAY_HIDDEN @ __assay_sqrt#(@ x) {
  @ root;
  __asm__("sqrts% %1, %0" : "=x"(root) : "x"(x));
  return root;
}
ASSAY_HIDDEN @ __assay_integral#(@ x, int mode) {
  @ a = __assay_absolute#(x), whole = 0, step = LIMIT / 2;
  if (!(a < LIMIT)) return x;
  for (; step >= 1; step /= 2) if (whole + step <= a) whole += step;
  if (whole < a) {
    @ rest = a - whole;
    int odd = whole / 2 != (@)(long long)(whole / 2), negative = x < 0;
    if (mode == 0 ? rest > (@)0.5 || (rest == (@)0.5 && odd) : mode == 1 ? rest >= (@)0.5
        : mode == 2 ? !negative : mode == 3 ? negative : 0)
      whole += 1;
  }
  return __assay_negative#(x) ? -whole : whole;
}
ASSAY_HIDDEN @ __assay_remainder#(@ x, @ y) {
  @ a = __assay_absolute#(x), b = __assay_absolute#(y), step;
  int odd = 0, negative = __assay_negative#(x);
  if (x != x || y != y || a - a != 0 || b == 0) return (@)0 / (@)0;
  if (b - b != 0) return x;
  while (a >= b) {
    for (step = b; step <= a - step; step += step) ;
    a -= step;
    if (step == b) odd = 1;
  }
  if (a > b - a || (a == b - a && odd)) { a = b - a; negative = !negative; if (a == 0) negative = !negative; }
  return negative ? -a : a;
}
"""
# A product that is rounded once is not needed to tell a run: where one is computed, the run is not confirmed.
_FUSED: Final = """
ASSAY_HIDDEN @ __assay_fused#(@ x, @ y, @ z) { (void)x, (void)y; __VERIFIER_assume(0); return z; }
"""


def _made(template: str, number: str, bits: str, width: str, suffix: str, limit: str) -> str:
    pairs = (("@", number), ("$", bits), ("#", width), ("sqrts%", f"sqrts{suffix}"), ("LIMIT", limit))
    for mark, text in pairs:
        template = template.replace(mark, text)
    return template


NUMBERS: Final = "".join(
    _made(_TEMPLATE + _FUSED, *row)
    for row in (
        ("double", "unsigned long long", "64", "d", "4503599627370496.0"),
        ("float", "unsigned", "32", "s", "8388608.0f"),
    )
)
