/* Numbers with a point in strings, of <stdlib.h>: exact if the digits fit the number and the power of ten is exact, for then
   one operation rounds once (Clinger, How to Read Floating Point Numbers Accurately, 1990, section 3); so are hexadecimal
   digits that fit.  Of any other number only bounds are known.  errno is any value wherever a program looks at it. */
#pragma once
#include "math.c"
#include "stdlib.c"

/* Does a text begin with this word of small letters, in letters of any size? */
static int assay_begins(const char *text, const char *word) {
  while (*word) {
    if (*text != *word && *text != *word - 32) return 0;
    text++;
    word++;
  }
  return 1;
}
/* The end of the characters in parentheses that may follow `nan`. */
static const char *assay_after_kind(const char *text) {
  const char *here = text;
  if (*here != '(') return text;
  here++;
  while (assay_digit(*here) < 36 || *here == '_') here++;
  return *here == ')' ? here + 1 : text;
}
/* The power behind the digits, at most 99999, and its end; none if no digit follows the letter. */
static const char *assay_power(const char *text, char letter, unsigned *power) {
  const char *here = text + 1;
  unsigned value = 0;
  int negative = 0;
  if (*text != letter && *text != letter - 32) return text;
  if (*here == '-' || *here == '+') {
    negative = *here == '-';
    here++;
  }
  if (*here < '0' || *here > '9') return text;
  while (*here >= '0' && *here <= '9') {
    if (value < 10000) value = value * 10 + (unsigned)(*here - '0');
    here++;
  }
  *power += negative ? -value : value;
  return here;
}
static int assay_is_hexadecimal(const char *text) {
  if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return 0;
  return assay_digit(text[2]) < 16 || (text[2] == '.' && assay_digit(text[3]) < 16);
}
/* `slack` is more than the error of three roundings. */
#define ASSAY_REAL(name, real, bits, powers, slack, scaled)                                              \
  static real __assay_##name(const char *text, char **end) {                                             \
    unsigned long long digits = 0;                                                                       \
    const char *here = text;                                                                             \
    unsigned base = 10, digit, power = 0, steps;                                                         \
    int negative = 0, found = 0, point = 0, lost = 0;                                                    \
    real value = 0, unit = 1, about;                                                                     \
    if (end) *end = (char *)text;                                                                        \
    while (*here == ' ' || (*here >= 9 && *here <= 13)) here++;                                          \
    if (*here == '-' || *here == '+') {                                                                  \
      negative = *here == '-';                                                                           \
      here++;                                                                                            \
    }                                                                                                    \
    if (assay_begins(here, "inf") || assay_begins(here, "nan")) {                                        \
      value = assay_begins(here, "inf") ? (real)(1 / 0.0) : (real)ASSAY_NAN;                             \
      here = assay_begins(here, "infinity") ? here + 8 : value == value ? here + 3 : assay_after_kind(here + 3); \
      if (end) *end = (char *)here;                                                                      \
      return negative ? -value : value;                                                                  \
    }                                                                                                    \
    if (assay_is_hexadecimal(here)) {                                                                    \
      base = 16;                                                                                         \
      here += 2;                                                                                         \
    }                                                                                                    \
    digit = assay_digit(*here);                                                                          \
    while (digit < base || (*here == '.' && !point)) {                                                   \
      if (*here == '.') point = 1;                                                                       \
      else {                                                                                             \
        found = 1;                                                                                       \
        if (digits >> 59) {                                                                              \
          if (digit) lost = 1;                                                                           \
          if (!point) power++;                                                                           \
        } else {                                                                                         \
          digits = digits * base + digit;                                                                \
          if (point) power--;                                                                            \
        }                                                                                                \
      }                                                                                                  \
      here++;                                                                                            \
      digit = assay_digit(*here);                                                                        \
    }                                                                                                    \
    if (!found) return 0;                                                                                \
    if (base == 16) power *= 4;                                                                          \
    here = assay_power(here, base == 16 ? 'p' : 'e', &power);                                            \
    if (end) *end = (char *)here;                                                                        \
    if (digits >> bits) lost = 1;                                                                        \
    steps = (int)power < 0 ? -power : power;                                                             \
    if (digits && base == 10 && steps <= powers) {                                                       \
      while (steps) {                                                                                    \
        unit *= 10;                                                                                      \
        steps--;                                                                                         \
      }                                                                                                  \
      about = (int)power < 0 ? (real)digits / unit : (real)digits * unit;                                     \
      value = about;                                                                                     \
      if (lost) {                                                                                        \
        value = (real)__assay_any_double();                                                              \
        __assay_assume(value >= about * (1 - slack) && value <= about * (1 + slack));                    \
      }                                                                                                  \
    } else if (digits && base == 16 && !lost)                                                            \
      value = scaled((real)digits, (int)power);                                                              \
    else if (digits) {                                                                                   \
      value = (real)__assay_any_double();                                                                \
      __assay_assume(value >= 0);                                                                        \
    }                                                                                                    \
    return negative ? -value : value;                                                                    \
  }
ASSAY_REAL(strtod, double, 53, 22, 0x1p-50, __assay_ldexp)
ASSAY_REAL(strtof, float, 24, 10, 0x1p-20f, __assay_ldexpf)
#undef ASSAY_REAL
static double __assay_atof(const char *text) { return __assay_strtod(text, (char **)0); }
