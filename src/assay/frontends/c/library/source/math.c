/* <math.h>, for float and double: exact, except for what the comments say.

   The functions that no body follows are the theory's own.  The sign of a NaN is any; of two zeros that compare equal,
   fmin and fmax give either.  errno is any value wherever a program looks at it. */
#pragma once
#include "assay.h"

#define ASSAY_NAN (0.0 / 0.0)

extern double __assay_absolute64(double), __assay_sqrt64(double), __assay_integral64(double, int);
extern double __assay_remainder64(double, double), __assay_fused64(double, double, double);
extern float __assay_absolute32(float), __assay_sqrt32(float), __assay_integral32(float, int);
extern float __assay_remainder32(float, float), __assay_fused32(float, float, float);
extern int __assay_negative64(double), __assay_negative32(float);

static double __assay_fabs(double x) { return __assay_absolute64(x); }
static float __assay_fabsf(float x) { return __assay_absolute32(x); }
static double __assay_sqrt(double x) { return __assay_sqrt64(x); }
static float __assay_sqrtf(float x) { return __assay_sqrt32(x); }
static double __assay_rint(double x) { return __assay_integral64(x, 0); }
static float __assay_rintf(float x) { return __assay_integral32(x, 0); }
static double __assay_nearbyint(double x) { return __assay_integral64(x, 0); }
static float __assay_nearbyintf(float x) { return __assay_integral32(x, 0); }
static double __assay_round(double x) { return __assay_integral64(x, 1); }
static float __assay_roundf(float x) { return __assay_integral32(x, 1); }
static double __assay_ceil(double x) { return __assay_integral64(x, 2); }
static float __assay_ceilf(float x) { return __assay_integral32(x, 2); }
static double __assay_floor(double x) { return __assay_integral64(x, 3); }
static float __assay_floorf(float x) { return __assay_integral32(x, 3); }
static double __assay_trunc(double x) { return __assay_integral64(x, 4); }
static float __assay_truncf(float x) { return __assay_integral32(x, 4); }
static long __assay_lrint(double x) { return (long)__assay_integral64(x, 0); }
static long __assay_lrintf(float x) { return (long)__assay_integral32(x, 0); }
static long long __assay_llrint(double x) { return (long long)__assay_integral64(x, 0); }
static long long __assay_llrintf(float x) { return (long long)__assay_integral32(x, 0); }
static long __assay_lround(double x) { return (long)__assay_integral64(x, 1); }
static long __assay_lroundf(float x) { return (long)__assay_integral32(x, 1); }
static long long __assay_llround(double x) { return (long long)__assay_integral64(x, 1); }
static long long __assay_llroundf(float x) { return (long long)__assay_integral32(x, 1); }
static double __assay_fma(double x, double y, double z) { return __assay_fused64(x, y, z); }
static float __assay_fmaf(float x, float y, float z) { return __assay_fused32(x, y, z); }

/* The classes. */
static int __assay_isnan(double x) { return x != x; }
static int __assay_isnanf(float x) { return x != x; }
static int __assay___isnan(double x) { return x != x; }
static int __assay___isnanf(float x) { return x != x; }
static int __assay_isinf_sign(double x) { return x == 1 / 0.0 ? 1 : x == -1 / 0.0 ? -1 : 0; }
static int __assay_isinf(double x) { return x == 1 / 0.0 ? 1 : x == -1 / 0.0 ? -1 : 0; }
static int __assay_isinff(float x) { return x == 1 / 0.0f ? 1 : x == -1 / 0.0f ? -1 : 0; }
static int __assay___isinf(double x) { return x == 1 / 0.0 ? 1 : x == -1 / 0.0 ? -1 : 0; }
static int __assay___isinff(float x) { return x == 1 / 0.0f ? 1 : x == -1 / 0.0f ? -1 : 0; }
static int __assay_isfinite(double x) { return __assay_absolute64(x) < 1 / 0.0; }
static int __assay_finite(double x) { return __assay_absolute64(x) < 1 / 0.0; }
static int __assay_finitef(float x) { return __assay_absolute32(x) < 1 / 0.0f; }
static int __assay___finite(double x) { return __assay_absolute64(x) < 1 / 0.0; }
static int __assay___finitef(float x) { return __assay_absolute32(x) < 1 / 0.0f; }
static int __assay_isnormal(double x) { double a = __assay_absolute64(x); return a >= 0x1p-1022 && a < 1 / 0.0; }
static int __assay_isnormalf(float x) { float a = __assay_absolute32(x); return a >= 0x1p-126f && a < 1 / 0.0f; }
static int __assay_signbit(double x) { return __assay_negative64(x); }
static int __assay_signbitf(float x) { return __assay_negative32(x); }
static int __assay___signbit(double x) { return __assay_negative64(x); }
static int __assay___signbitf(float x) { return __assay_negative32(x); }
static int __assay___fpclassify(double x) {
  double a = __assay_absolute64(x);
  return x != x ? 0 : a == 1 / 0.0 ? 1 : a == 0 ? 2 : a < 0x1p-1022 ? 3 : 4;
}
static int __assay_fpclassify(double x) { return __assay___fpclassify(x); }
static int __assay___fpclassifyf(float x) {
  float a = __assay_absolute32(x);
  return x != x ? 0 : a == 1 / 0.0f ? 1 : a == 0 ? 2 : a < 0x1p-126f ? 3 : 4;
}
static int __assay_isunordered(double x, double y) { return x != x || y != y; }
static int __assay_isgreater(double x, double y) { return x > y; }
static int __assay_isgreaterequal(double x, double y) { return x >= y; }
static int __assay_isless(double x, double y) { return x < y; }
static int __assay_islessequal(double x, double y) { return x <= y; }
static int __assay_islessgreater(double x, double y) { return x < y || x > y; }

/* Two numbers. */
static double __assay_copysign(double x, double y) {
  double a = __assay_absolute64(x);
  return __assay_negative64(y) ? -a : a;
}
static float __assay_copysignf(float x, float y) {
  float a = __assay_absolute32(x);
  return __assay_negative32(y) ? -a : a;
}
static double __assay_fmin(double x, double y) {
  if (x != x) return y;
  if (y != y) return x;
  if (x == y) return __assay_any() ? x : y;
  return x < y ? x : y;
}
static float __assay_fminf(float x, float y) {
  if (x != x) return y;
  if (y != y) return x;
  if (x == y) return __assay_any() ? x : y;
  return x < y ? x : y;
}
static double __assay_fmax(double x, double y) {
  if (x != x) return y;
  if (y != y) return x;
  if (x == y) return __assay_any() ? x : y;
  return x > y ? x : y;
}
static float __assay_fmaxf(float x, float y) {
  if (x != x) return y;
  if (y != y) return x;
  if (x == y) return __assay_any() ? x : y;
  return x > y ? x : y;
}
static double __assay_fdim(double x, double y) {
  if (x != x || y != y) return ASSAY_NAN;
  return x > y ? x - y : 0.0;
}
static float __assay_fdimf(float x, float y) {
  if (x != x || y != y) return ASSAY_NAN;
  return x > y ? x - y : 0.0f;
}
static double __assay_remainder(double x, double y) { return __assay_remainder64(x, y); }
static float __assay_remainderf(float x, float y) { return __assay_remainder32(x, y); }
static double __assay_drem(double x, double y) { return __assay_remainder64(x, y); }
/* The remainder of the absolute values lies half a divisor around zero; the sum that lifts it is exact. */
static double __assay_fmod(double x, double y) {
  double a = __assay_absolute64(x), b = __assay_absolute64(y), r;
  if (a < b) return x;
  r = __assay_remainder64(a, b);
  if (r < 0) r = r + b;
  r = __assay_absolute64(r);
  return x < 0 ? -r : r;
}
static float __assay_fmodf(float x, float y) {
  float a = __assay_absolute32(x), b = __assay_absolute32(y), r;
  if (a < b) return x;
  r = __assay_remainder32(a, b);
  if (r < 0) r = r + b;
  r = __assay_absolute32(r);
  return x < 0 ? -r : r;
}

/* Parts of a number. */
static double __assay_modf(double x, double *whole) {
  double t = __assay_integral64(x, 4), f = __assay_absolute64(x) == 1 / 0.0 ? 0.0 : __assay_absolute64(x - t);
  *whole = t;
  return __assay_negative64(x) ? -f : f;
}
static float __assay_modff(float x, float *whole) {
  float t = __assay_integral32(x, 4), f = __assay_absolute32(x) == 1 / 0.0f ? 0.0f : __assay_absolute32(x - t);
  *whole = t;
  return __assay_negative32(x) ? -f : f;
}
union assay_double { double number; unsigned long long bits; };
union assay_float { float number; unsigned bits; };
static double __assay_frexp(double x, int *exponent) {
  union assay_double u; int less = 0;
  if (!(__assay_absolute64(x) < 1 / 0.0)) { *exponent = __assay_any(); return x; }
  if (x == 0) { *exponent = 0; return x; }
  if (__assay_absolute64(x) < 0x1p-1022) { x = x * 0x1p64; less = 64; }
  u.number = x;
  *exponent = (int)(u.bits >> 52 & 0x7ff) - 0x3fe - less;
  u.bits = (u.bits & 0x800fffffffffffffull) | 0x3fe0000000000000ull;
  return u.number;
}
static float __assay_frexpf(float x, int *exponent) {
  union assay_float u; int less = 0;
  if (!(__assay_absolute32(x) < 1 / 0.0f)) { *exponent = __assay_any(); return x; }
  if (x == 0) { *exponent = 0; return x; }
  if (__assay_absolute32(x) < 0x1p-126f) { x = x * 0x1p64f; less = 64; }
  u.number = x;
  *exponent = (int)(u.bits >> 23 & 0xff) - 0x7e - less;
  u.bits = (u.bits & 0x807fffffu) | 0x3f000000u;
  return u.number;
}
/* By powers of two, of which only the last product may be rounded. */
static double __assay_ldexp(double x, int n) {
  union assay_double u;
  if (n > 1023) {
    x = x * 0x1p1023; n = n - 1023;
    if (n > 1023) { x = x * 0x1p1023; n = n - 1023; if (n > 1023) n = 1023; }
  } else if (n < -1022) {
    x = x * 0x1p-969; n = n + 969;
    if (n < -1022) { x = x * 0x1p-969; n = n + 969; if (n < -1022) n = -1022; }
  }
  u.bits = (unsigned long long)(0x3ff + n) << 52;
  return x * u.number;
}
static float __assay_ldexpf(float x, int n) {
  union assay_float u;
  if (n > 127) {
    x = x * 0x1p127f; n = n - 127;
    if (n > 127) { x = x * 0x1p127f; n = n - 127; if (n > 127) n = 127; }
  } else if (n < -126) {
    x = x * 0x1p-102f; n = n + 102;
    if (n < -126) { x = x * 0x1p-102f; n = n + 102; if (n < -126) n = -126; }
  }
  u.bits = (unsigned)(0x7f + n) << 23;
  return x * u.number;
}
static double __assay_scalbn(double x, int n) { return __assay_ldexp(x, n); }
static float __assay_scalbnf(float x, int n) { return __assay_ldexpf(x, n); }
static double __assay_nextafter(double x, double y) {
  union assay_double u;
  if (x != x || y != y) return ASSAY_NAN;
  if (x == y) return y;
  u.number = x;
  if (x == 0) { u.bits = 1; return y < 0 ? -u.number : u.number; }
  if ((x < y) == (x > 0)) u.bits = u.bits + 1; else u.bits = u.bits - 1;
  return u.number;
}
static float __assay_nextafterf(float x, float y) {
  union assay_float u;
  if (x != x || y != y) return ASSAY_NAN;
  if (x == y) return y;
  u.number = x;
  if (x == 0) { u.bits = 1; return y < 0 ? -u.number : u.number; }
  if ((x < y) == (x > 0)) u.bits = u.bits + 1; else u.bits = u.bits - 1;
  return u.number;
}
static double __assay_nan(const char *kind) { return ASSAY_NAN; }
static float __assay_nanf(const char *kind) { return ASSAY_NAN; }

/* Of these only bounds are known; a run that depends on a value is no run of the program for sure. */
extern double __assay_any_double(void);
static double assay_between(double low, double high) {
  double r = __assay_any_double();
  __assay_assume(r >= low && r <= high);
  return r;
}
#define ASSAY_INFINITE (1 / 0.0)
#define ASSAY_FINITE (__assay_absolute64(x) < ASSAY_INFINITE)
#define ASSAY_DOUBLE(name, domain, low, high) \
  static double __assay_##name(double x) { return domain ? assay_between(low, high) : ASSAY_NAN; }
#define ASSAY_SINGLE(name, domain, low, high) \
  static float __assay_##name(float x) { return domain ? (float)assay_between(low, high) : (float)ASSAY_NAN; }
ASSAY_DOUBLE(sin, ASSAY_FINITE, -1.0, 1.0)
ASSAY_SINGLE(sinf, ASSAY_FINITE, -1.0, 1.0)
ASSAY_DOUBLE(cos, ASSAY_FINITE, -1.0, 1.0)
ASSAY_SINGLE(cosf, ASSAY_FINITE, -1.0, 1.0)
ASSAY_DOUBLE(tan, ASSAY_FINITE, -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(tanf, ASSAY_FINITE, -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(asin, (__assay_absolute64(x) <= 1), -1.5707963267948968, 1.5707963267948968)
ASSAY_SINGLE(asinf, (__assay_absolute64(x) <= 1), -1.5707963267948968, 1.5707963267948968)
ASSAY_DOUBLE(acos, (__assay_absolute64(x) <= 1), 0.0, 3.1415926535897936)
ASSAY_SINGLE(acosf, (__assay_absolute64(x) <= 1), 0.0, 3.1415926535897936)
ASSAY_DOUBLE(atan, (x == x), -1.5707963267948968, 1.5707963267948968)
ASSAY_SINGLE(atanf, (x == x), -1.5707963267948968, 1.5707963267948968)
ASSAY_DOUBLE(sinh, (x == x), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(sinhf, (x == x), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(cosh, (x == x), 0.999, ASSAY_INFINITE)
ASSAY_SINGLE(coshf, (x == x), 0.999, ASSAY_INFINITE)
ASSAY_DOUBLE(tanh, (x == x), -1.0, 1.0)
ASSAY_SINGLE(tanhf, (x == x), -1.0, 1.0)
ASSAY_DOUBLE(exp, (x == x), 0.0, ASSAY_INFINITE)
ASSAY_SINGLE(expf, (x == x), 0.0, ASSAY_INFINITE)
ASSAY_DOUBLE(exp2, (x == x), 0.0, ASSAY_INFINITE)
ASSAY_SINGLE(exp2f, (x == x), 0.0, ASSAY_INFINITE)
ASSAY_DOUBLE(log, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(logf, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(log2, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(log2f, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(log10, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(log10f, (x >= 0), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(cbrt, (x == x), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_SINGLE(cbrtf, (x == x), -ASSAY_INFINITE, ASSAY_INFINITE)
ASSAY_DOUBLE(erf, (x == x), -1.0, 1.0)
ASSAY_SINGLE(erff, (x == x), -1.0, 1.0)
ASSAY_DOUBLE(erfc, (x == x), 0.0, 2.0)
ASSAY_SINGLE(erfcf, (x == x), 0.0, 2.0)
static double __assay_pow(double x, double y) { return __assay_any_double(); }
static float __assay_powf(float x, float y) { return (float)__assay_any_double(); }
static double __assay_atan2(double y, double x) { return __assay_any_double(); }
static float __assay_atan2f(float y, float x) { return (float)__assay_any_double(); }
static double __assay_hypot(double x, double y) {
  if (__assay_absolute64(x) == ASSAY_INFINITE || __assay_absolute64(y) == ASSAY_INFINITE) return ASSAY_INFINITE;
  return x != x || y != y ? ASSAY_NAN : assay_between(0.0, ASSAY_INFINITE);
}
static float __assay_hypotf(float x, float y) {
  if (__assay_absolute64(x) == ASSAY_INFINITE || __assay_absolute64(y) == ASSAY_INFINITE) return ASSAY_INFINITE;
  return x != x || y != y ? (float)ASSAY_NAN : (float)assay_between(0.0, ASSAY_INFINITE);
}
