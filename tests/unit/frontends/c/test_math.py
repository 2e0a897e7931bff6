"""<math.h>: models against values that are known, against the compiler's library, and the harness's own operations."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import DataModel, read_c
from assay.witness.c.execution.interpreter import Machine
from assay.witness.c.execution.numbers import NUMBERS

GCC = shutil.which("gcc")
EXPECTED = """
fabs(-2.5) == 2.5 && fabsf(-0.0f) == 0
floor(-2.5) == -3 && floorf(2.5f) == 2 && ceil(2.1f) == 3 && ceil(-0.5) == 0 && signbit(ceil(-0.5))
trunc(-2.9) == -2 && round(2.5) == 3 && roundf(-0.4f) == 0 && rint(2.5) == 2 && nearbyintf(3.5f) == 4
floor(1e300) == 1e300 && isnan(trunc(NAN)) && round(0.49999999999999994) == 0
sqrt(2.25) == 1.5 && isnan(sqrt(-1)) && sqrtf(2.0f) == 1.41421354f && sqrt(-0.0) == 0
fmod(-7.5, 2) == -1.5 && fmod(1e17, 3) == 1 && isnan(fmod(1, 0)) && fmodf(5, INFINITY) == 5 && fmod(6, 3) == 0
remainder(7.5, 2) == -0.5 && remainder(5, 2) == 1 && remainder(7, 2) == -1 && remainderf(-3, 3) == 0
fmin(1, 2) == 1 && fmax(1, NAN) == 1 && fmaxf(NAN, -1) == -1 && isnan(fmin(NAN, NAN))
fdim(3, 1) == 2 && fdim(1, 3) == 0 && isnan(fdim(NAN, 1))
isnan(NAN) && !isnan(1.0f) && isinf(-INFINITY) && isinf(HUGE_VAL) && !isinf(1e308)
isfinite(1.0) && !isfinite(NAN) && !isfinite(1 / 0.0)
signbit(-0.0) && !signbit(0.0f) && copysign(3, -0.0) == -3 && copysignf(-3, 1) == 3
fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(0.0f) == FP_ZERO && fpclassify(NAN) == FP_NAN
fpclassify(INFINITY) == FP_INFINITE && fpclassify(1e-40f) == FP_SUBNORMAL && fpclassify(1.0) == FP_NORMAL
isnormal(1.0f) && !isnormal(1e-40f) && isnormal(1e-40) && __builtin_isnormal(1.0f) && !__builtin_isnormal(1e-40f)
frexp(12, &e) == 0.75 && e == 4 && frexp(-1e-310, &e) < -0.4 && e == -1029 && frexpf(0, &e) == 0 && e == 0
modf(-3.25, &d) == -0.25 && d == -3 && modff(INFINITY, &f) == 0 && f == INFINITY
ldexp(1, -1074) > 0 && ldexp(0.5, 3) == 4 && ldexp(1, 2000) == INFINITY && ldexp(1, -3000) == 0
ldexp(0x1.8p0, -1074) == 0x1p-1073 && scalbnf(3, -150) == 0x1p-148f && scalbn(1, 1023) == 0x1p1023
nextafter(1, 2) == 1 + 0x1p-52 && nextafter(0, -1) == -0x1p-1074 && nextafterf(1, 0) == 1 - 0x1p-24f
lround(-2.5) == -3 && lrint(2.5) == 2 && llround(2.5f) == 3 && llrintf(-1.5f) == -2
fma(0x1p-27 + 1, 0x1p-27 + 1, -1) == 0x1p-26 + 0x1p-54
__builtin_fpclassify(10, 11, 12, 13, 14, 1.0) == 12 && __builtin_fpclassify(10, 11, 12, 13, 14, 0.0f) == 14
__builtin_isnan(NAN) && __builtin_isinf_sign(-INFINITY) == -1 && __builtin_fabs(-1.0) == 1
isless(1.0, 2.0) && isunordered(1.0, NAN) && !isgreaterequal(NAN, 1.0) && islessgreater(1.0f, 2.0f)
__builtin_huge_val() == INFINITY && __builtin_nan("") != 0 && nan("") != nan("")
""".strip().splitlines()


def program(conditions: list[str]) -> str:
    checks = "\n".join(f"  if (!({condition})) reach_error();" for condition in conditions)
    names = "int e; double d; float f;"
    return f"#include <math.h>\nextern void reach_error(void);\nint main(void) {{ {names}\n{checks}\n  return 0; }}\n"


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("condition", EXPECTED)
def test_the_models_compute_what_the_library_does(condition: str, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(program([condition]))
    assert Machine(read_c(source, model)).run(steps=20_000).location.name == "program:exit"


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_the_library_agrees(tmp_path: Path) -> None:
    assert GCC is not None
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(program(EXPECTED) + "extern void _Exit(int);\nvoid reach_error(void) { _Exit(7); }\n")
    subprocess.run([GCC, "-w", "-O0", source, "-o", binary, "-lm"], check=True)
    assert subprocess.run([binary]).returncode == 0


DRIVER = """
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define ASSAY_HIDDEN static
#define __VERIFIER_assume(condition) ((void)0)
%s
static unsigned long long state = 1;
static double drawn(void) {
  double x; unsigned long long bits;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  bits = state ^ state >> 29;
  if (bits %% 4 == 0) return (double)(long long)(bits >> 8 & 1023) / 8 - 64;
  if (bits %% 4 == 1) bits = (bits & ~(0x7ffull << 52)) | (1023ull + (bits >> 7 & 63)) << 52;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static int same(double x, double y) { return (x != x && y != y) || memcmp(&x, &y, sizeof x) == 0; }
static int samef(float x, float y) { return (x != x && y != y) || memcmp(&x, &y, sizeof x) == 0; }
int main(void) {
  int i;
  for (i = 0; i < 20000; i++) {
    double x = drawn(), y = drawn(); float f = (float)x, g = (float)y;
    if (!same(__assay_integral64(x, 0), rint(x)) || !same(__assay_integral64(x, 1), round(x))) return 1;
    if (!same(__assay_integral64(x, 2), ceil(x)) || !same(__assay_integral64(x, 3), floor(x))) return 2;
    if (!same(__assay_integral64(x, 4), trunc(x)) || !same(__assay_absolute64(x), fabs(x))) return 3;
    if (!samef(__assay_integral32(f, 0), rintf(f)) || !samef(__assay_integral32(f, 1), roundf(f))) return 4;
    if (!samef(__assay_integral32(f, 2), ceilf(f)) || !samef(__assay_integral32(f, 3), floorf(f))) return 5;
    if (!samef(__assay_remainder32(f, g), remainderf(f, g)) || !samef(__assay_sqrt32(f), sqrtf(f))) return 6;
    if (i < 2000 && !same(__assay_remainder64(x, y), remainder(x, y))) return 7;
    if (!same(__assay_sqrt64(x), sqrt(x)) || __assay_negative64(x) != !!signbit(x)) return 8;
  }
  return 0;
}
"""


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_the_operations_of_harnesses_are_exact(tmp_path: Path) -> None:
    assert GCC is not None
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(DRIVER % NUMBERS)
    subprocess.run([GCC, "-w", "-O1", "-fno-builtin", source, "-o", binary, "-lm"], check=True)
    assert subprocess.run([binary]).returncode == 0


@pytest.mark.parametrize("call", ["fesetround(0)", "sqrtl(2) > 1", "tgamma(2) > 0", "__isnanl(1)"])
def test_what_is_not_modelled_is_refused(call: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    declared = "extern int fesetround(int), __isnanl(long double);"
    source.write_text(f"#include <math.h>\n{declared}\nint main(void) {{ return {call}; }}\n")
    with pytest.raises(Unsupported) as failure:
        read_c(source)
    assert failure.value.where is not None and failure.value.where.line == 3


def test_only_bounds_are_known_of_the_others(tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    body = "double x = unknown(); if (x > 1 && x < 2 && sin(x) > 1) reach_error();"
    source.write_text(
        f"#include <math.h>\ndouble unknown(void); void reach_error(void);\nint main(void) {{ {body} return 0; }}\n"
    )
    model = read_c(source)
    assert any("only bounds are known" in text for text in model.origin.assumptions)
