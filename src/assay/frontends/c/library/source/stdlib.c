/* <stdlib.h>, <inttypes.h>: numbers, sorting and searching, the end of the program.  Fresh memory is no C code. */
#pragma once
#include "assay.h"

/* -- arithmetic: the absolute value of the least number, and a quotient that does not fit, are undefined */

static int __assay_abs(int value) { return value < 0 ? -value : value; }
static long __assay_labs(long value) { return value < 0 ? -value : value; }
static long long __assay_llabs(long long value) { return value < 0 ? -value : value; }
static __INTMAX_TYPE__ __assay_imaxabs(__INTMAX_TYPE__ value) { return value < 0 ? -value : value; }

struct assay_div { int quot, rem; };
struct assay_ldiv { long quot, rem; };
struct assay_lldiv { long long quot, rem; };
static struct assay_div __assay_div(int left, int right) {
  struct assay_div result;
  result.quot = left / right;
  result.rem = left % right;
  return result;
}
static struct assay_ldiv __assay_ldiv(long left, long right) {
  struct assay_ldiv result;
  result.quot = left / right;
  result.rem = left % right;
  return result;
}
static struct assay_lldiv __assay_lldiv(long long left, long long right) {
  struct assay_lldiv result;
  result.quot = left / right;
  result.rem = left % right;
  return result;
}
static struct assay_lldiv __assay_imaxdiv(long long left, long long right) { return __assay_lldiv(left, right); }
static int __assay_ffs(int value) { return __builtin_ffs(value); }
static int __assay_ffsl(long value) { return __builtin_ffsl(value); }
static int __assay_ffsll(long long value) { return __builtin_ffsll(value); }

/* The order of bytes on a network is not that of the machine. */
static unsigned __assay_htonl(unsigned value) { return __builtin_bswap32(value); }
static unsigned __assay_ntohl(unsigned value) { return __builtin_bswap32(value); }
static unsigned short __assay_htons(unsigned short value) { return __builtin_bswap16(value); }
static unsigned short __assay_ntohs(unsigned short value) { return __builtin_bswap16(value); }

/* -- numbers in strings */

/* As glibc: the value is clamped to the wide type, then converted.  Beyond the type, the standard leaves it undefined. */
#define ASSAY_DECIMAL(name, result, wide)                                                                \
  static result __assay_##name(const char *text) {                                                       \
    unsigned wide value = 0, digit, most = (unsigned wide)(~(unsigned wide)0 >> 1);                      \
    int negative = 0;                                                                                    \
    while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;                                          \
    if (*text == '-') {                                                                                  \
      negative = 1;                                                                                      \
      most++;                                                                                            \
      text++;                                                                                            \
    } else if (*text == '+')                                                                             \
      text++;                                                                                            \
    while (*text >= '0' && *text <= '9') {                                                               \
      digit = (unsigned wide)(*text - '0');                                                              \
      if (value > (most - digit) / 10) value = most;                                                     \
      else value = value * 10 + digit;                                                                   \
      if (value == most) break;                                                                          \
      text++;                                                                                            \
    }                                                                                                    \
    return (result)(wide)(negative ? -value : value);                                                    \
  }
ASSAY_DECIMAL(atoi, int, long)
ASSAY_DECIMAL(atol, long, long)
ASSAY_DECIMAL(atoll, long long, long long)
#undef ASSAY_DECIMAL

/* Characters are their own numbers, then letters from 10; others are more than any base. */
static unsigned assay_digit(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
  return 99;
}
/* A number of at most `most` (one more if it is signed and negative) at the start of a text, clamped to that.  A prefix
   counts only if a digit follows; a base that there is not leaves `end` alone, as glibc does. */
#define ASSAY_NUMBER(name, result, wide, is_signed)                                                      \
  static result __assay_##name(const char *text, char **end, int base) {                                 \
    unsigned wide value = 0, most = is_signed ? ~(unsigned wide)0 >> 1 : ~(unsigned wide)0;              \
    const char *start = text;                                                                            \
    int negative = 0, over = 0;                                                                          \
    unsigned digit;                                                                                      \
    if (base < 0 || base == 1 || base > 36) {                                                            \
      *__assay_errno() = 22;                                                                             \
      return 0;                                                                                          \
    }                                                                                                    \
    while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;                                          \
    if (*text == '-') {                                                                                  \
      negative = 1;                                                                                      \
      if (is_signed) most++;                                                                             \
      text++;                                                                                            \
    } else if (*text == '+')                                                                             \
      text++;                                                                                            \
    if (*text == '0' && (base == 0 || base == 16)) {                                                     \
      if ((text[1] == 'x' || text[1] == 'X') && assay_digit(text[2]) < 16) {                           \
        text += 2;                                                                                       \
        base = 16;                                                                                       \
      } else if (base == 0)                                                                              \
        base = 8;                                                                                        \
    }                                                                                                    \
    if (base == 0) base = 10;                                                                            \
    digit = assay_digit(*text);                                                                        \
    while (digit < (unsigned)base) {                                                                     \
      if (value > (most - digit) / (unsigned)base) over = 1;                                             \
      else value = value * (unsigned)base + digit;                                                       \
      text++;                                                                                            \
      start = text;                                                                                      \
      digit = assay_digit(*text);                                                                      \
    }                                                                                                    \
    if (end) *end = (char *)start;                                                                       \
    if (over) {                                                                                          \
      *__assay_errno() = 34;                                                                             \
      return (result)(is_signed && negative ? -most : most);                                             \
    }                                                                                                    \
    return (result)(negative ? -value : value);                                                          \
  }
ASSAY_NUMBER(strtol, long, long, 1)
ASSAY_NUMBER(strtoll, long long, long long, 1)
ASSAY_NUMBER(strtoimax, long long, long long, 1)
ASSAY_NUMBER(strtoq, long long, long long, 1)
ASSAY_NUMBER(strtoul, unsigned long, long, 0)
ASSAY_NUMBER(strtoull, unsigned long long, long long, 0)
ASSAY_NUMBER(strtoumax, unsigned long long, long long, 0)
ASSAY_NUMBER(strtouq, unsigned long long, long long, 0)
#undef ASSAY_NUMBER

/* -- sorting and searching */

/* Each element goes to any place among its equals, whose order the standard leaves open.  Which elements are compared,
   and how often, is open too: one pair is any pair, so that an error in the comparison is not missed; a comparison that
   has effects is refused. */
static void __assay_qsort(void *start, assay_size count, assay_size size, int (*compare)(const void *, const void *)) {
  char *base = start, *here, swapped;
  assay_size done = 1, k, i;
  int order;
  if (count > 1) {
    i = (assay_size)__assay_any_long();
    k = (assay_size)__assay_any_long();
    __assay_assume(i < count && k < count);
    compare(base + i * size, base + k * size);
  }
  while (done < count) {
    k = done;
    while (k) {
      here = base + k * size;
      order = compare(here - size, here);
      if (order < 0 || (!order && !__assay_any())) break;
      i = 0;
      while (i < size) {
        swapped = here[i];
        here[i] = (here - size)[i];
        (here - size)[i] = swapped;
        i++;
      }
      k--;
    }
    done++;
  }
}
/* The same for elements that are scalars of so many bytes. */
#define ASSAY_SORT(name, type)                                                                                        \
  static void __assay_##name(type *base, assay_size count, assay_size size, int (*compare)(const void *, const void *)) { \
    assay_size done = 1, k, i;                                                                                        \
    type swapped;                                                                                                     \
    int order;                                                                                                        \
    if (count > 1) {                                                                                                  \
      i = (assay_size)__assay_any_long();                                                                             \
      k = (assay_size)__assay_any_long();                                                                             \
      __assay_assume(i < count && k < count);                                                                         \
      compare(base + i, base + k);                                                                                    \
    }                                                                                                                 \
    while (done < count) {                                                                                            \
      k = done;                                                                                                       \
      while (k) {                                                                                                     \
        order = compare(base + (k - 1), base + k);                                                                    \
        if (order < 0 || (!order && !__assay_any())) break;                                                           \
        swapped = base[k];                                                                                            \
        base[k] = base[k - 1];                                                                                        \
        base[k - 1] = swapped;                                                                                        \
        k--;                                                                                                          \
      }                                                                                                               \
      done++;                                                                                                         \
    }                                                                                                                 \
  }
ASSAY_SORT(qsort_1, unsigned char)
ASSAY_SORT(qsort_2, unsigned short)
ASSAY_SORT(qsort_4, unsigned)
ASSAY_SORT(qsort_8, unsigned long long)
#undef ASSAY_SORT

/* Any of the elements that are equal to what is wanted. */
static void *__assay_bsearch(const void *wanted, const void *start, assay_size count, assay_size size,
                             int (*compare)(const void *, const void *)) {
  const char *here = start, *found = (const char *)0;
  assay_size i = 0;
  while (i < count) {
    if (!compare(wanted, here) && (!found || __assay_any())) found = here;
    here += size;
    i++;
  }
  return (void *)found;
}

/* -- the environment: nothing, or any string of at most 31 characters.  A second call may be about the same name, and
   would then have the same answer: such a run is not confirmed. */

static int assay_asked;
static char *__assay_getenv(const char *name) {
  static char value[32];
  int i = 0;
  while (*name) name++;
  if (assay_asked) __assay_not_handed();
  assay_asked = 1;
  if (!__assay_input()) return (char *)0;
  while (i < 31) {
    value[i] = (char)__assay_input();
    if (!value[i]) break;
    i++;
  }
  value[i] = 0;
  return value;
}

/* -- memory at a multiple of more than any type needs is beyond the model */

static void *__assay_aligned_alloc(assay_size alignment, assay_size size) {
  if (!alignment || (alignment & (alignment - 1))) return (void *)0;
  if (alignment > 16) __assay_too_many();
  return __builtin_malloc(size);
}
static void *__assay_memalign(assay_size alignment, assay_size size) {
  if (alignment > 16) __assay_too_many();
  return __builtin_malloc(size);
}
static int __assay_posix_memalign(void **result, assay_size alignment, assay_size size) {
  void *made;
  if (!alignment || (alignment & (alignment - 1)) || alignment % sizeof(void *)) return 22;
  if (alignment > 16) __assay_too_many();
  made = __builtin_malloc(size);
  if (!made) return 12;
  *result = made;
  return 0;
}

/* -- the end of the program */

static void (*assay_exit_handlers[16])(void);
static unsigned assay_exit_count;
static int __assay_atexit(void (*handler)(void)) {
  if (assay_exit_count == 16) __assay_too_many();
  assay_exit_handlers[assay_exit_count] = handler;
  assay_exit_count++;
  return 0;
}
static void assay_run_handlers(void) {
  while (assay_exit_count) {
    assay_exit_count--;
    assay_exit_handlers[assay_exit_count]();
  }
}
static void (*assay_quick_handlers[16])(void);
static unsigned assay_quick_count;
static int __assay_at_quick_exit(void (*handler)(void)) {
  if (assay_quick_count == 16) __assay_too_many();
  assay_quick_handlers[assay_quick_count] = handler;
  assay_quick_count++;
  return 0;
}
static void __assay_quick_exit(int code) {
  while (assay_quick_count) {
    assay_quick_count--;
    assay_quick_handlers[assay_quick_count]();
  }
  __assay__Exit(code);
}
