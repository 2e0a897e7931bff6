/* The parts of which calls of the printf and scanf families are made, a part for each piece of a constant format. */
#pragma once
#include "string.c"

/* -- writing: `at` characters are there already; what does not fit in `size`, with the zero behind it, is counted only */

static assay_size __assay_put_bytes(char *to, assay_size size, assay_size at, const char *text, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    if (at + 1 < size) to[at] = text[i];
    at++;
    i++;
  }
  return at;
}
static assay_size __assay_put_repeated(char *to, assay_size size, assay_size at, int byte, int count) {
  while (count > 0) {
    if (at + 1 < size) to[at] = (char)byte;
    at++;
    count--;
  }
  return at;
}
static assay_size __assay_put_plain(char *to, assay_size size, assay_size at, int byte) {
  if (at + 1 < size) to[at] = (char)byte;
  return at + 1;
}
static int __assay_put_end(char *to, assay_size size, assay_size at) {
  if (size) to[at < size ? at : size - 1] = 0;
  return (int)at;
}
/* The flags are 1 for `-`, 2 for `+`, 4 for a blank, 8 for `#`, 16 for `0`, 32 for capitals. */
static assay_size __assay_put_string(char *to, assay_size size, assay_size at, const char *text, int flags, int width,
                                     int precision) {
  assay_size count = precision < 0 ? __assay_strlen(text) : __assay_strnlen(text, (assay_size)precision);
  if (width < 0) {
    flags |= 1;
    width = -width;
  }
  width = count < (assay_size)width ? width - (int)count : 0;
  if (!(flags & 1)) at = __assay_put_repeated(to, size, at, ' ', width);
  at = __assay_put_bytes(to, size, at, text, count);
  return flags & 1 ? __assay_put_repeated(to, size, at, ' ', width) : at;
}
static assay_size __assay_put_character(char *to, assay_size size, assay_size at, int byte, int flags, int width) {
  if (width < 0) {
    flags |= 1;
    width = -width;
  }
  if (!(flags & 1)) at = __assay_put_repeated(to, size, at, ' ', width - 1);
  at = __assay_put_plain(to, size, at, byte);
  return flags & 1 ? __assay_put_repeated(to, size, at, ' ', width - 1) : at;
}
/* A decimal number without further ado, and any number. */
#define ASSAY_PUT(plain, general, type)                                                                               \
  static assay_size __assay_##plain(char *to, assay_size size, assay_size at, type value, int negative) {             \
    type rest = value, unit = 1;                                                                                      \
    if (negative) at = __assay_put_plain(to, size, at, '-');                                                          \
    while (rest >= 10) {                                                                                              \
      rest /= 10;                                                                                                     \
      unit *= 10;                                                                                                     \
    }                                                                                                                 \
    while (unit) {                                                                                                    \
      if (at + 1 < size) to[at] = (char)('0' + value / unit % 10);                                                    \
      at++;                                                                                                           \
      unit /= 10;                                                                                                     \
    }                                                                                                                 \
    return at;                                                                                                        \
  }                                                                                                                   \
  static assay_size __assay_##general(char *to, assay_size size, assay_size at, type value, int negative, int base,   \
                                      int flags, int width, int precision) {                                          \
    type rest = value, unit = 1;                                                                                      \
    int count = value ? 1 : 0, zeros, sign = negative ? '-' : 0, length, digit;                                       \
    if (!sign && flags & 2) sign = '+';                                                                               \
    if (!sign && flags & 4) sign = ' ';                                                                               \
    if (width < 0) {                                                                                                  \
      flags |= 1;                                                                                                     \
      width = -width;                                                                                                 \
    }                                                                                                                 \
    while (rest >= (type)base) {                                                                                      \
      rest /= (type)base;                                                                                             \
      unit *= (type)base;                                                                                             \
      count++;                                                                                                        \
    }                                                                                                                 \
    zeros = (precision < 0 ? 1 : precision) - count;                                                                  \
    if (zeros < 0) zeros = 0;                                                                                         \
    if (flags & 8 && base == 8 && !zeros) zeros = 1;                                                                  \
    length = count + zeros + (sign ? 1 : 0) + (flags & 8 && base == 16 && value ? 2 : 0);                             \
    width = width > length ? width - length : 0;                                                                      \
    if (flags & 16 && !(flags & 1) && precision < 0) {                                                                \
      zeros += width;                                                                                                 \
      width = 0;                                                                                                      \
    }                                                                                                                 \
    if (!(flags & 1)) at = __assay_put_repeated(to, size, at, ' ', width);                                            \
    if (sign) at = __assay_put_plain(to, size, at, sign);                                                             \
    if (flags & 8 && base == 16 && value) {                                                                           \
      at = __assay_put_plain(to, size, at, '0');                                                                      \
      at = __assay_put_plain(to, size, at, flags & 32 ? 'X' : 'x');                                                   \
    }                                                                                                                 \
    at = __assay_put_repeated(to, size, at, '0', zeros);                                                              \
    while (count > 0) {                                                                                               \
      digit = (int)(value / unit % (type)base);                                                                       \
      digit += digit < 10 ? '0' : (flags & 32 ? 'A' : 'a') - 10;                                                      \
      if (at + 1 < size) to[at] = (char)digit;                                                                        \
      at++;                                                                                                           \
      unit /= (type)base;                                                                                             \
      count--;                                                                                                        \
    }                                                                                                                 \
    return flags & 1 ? __assay_put_repeated(to, size, at, ' ', width) : at;                                           \
  }
ASSAY_PUT(put_number, put_any_number, unsigned)
ASSAY_PUT(put_long_number, put_any_long_number, unsigned long long)
#undef ASSAY_PUT
/* What is written where a piece is not modelled: any characters. */
static assay_size __assay_put_unknown(char *to, assay_size size, assay_size at) {
  int c = __assay_any();
  while (c > 0) {
    if (at + 1 < size) to[at] = (char)c;
    at++;
    __assay_assume(at < 2147483647);
    c = __assay_any();
  }
  return at;
}
/* What is written for a list of arguments: any text that fits, and any length of what does not. */
static int __assay_put_listed(char *to, assay_size size) {
  assay_size i = 0;
  int length;
  while (i + 1 < size) {
    to[i] = (char)__assay_any();
    if (!to[i]) return (int)i;
    i++;
  }
  if (size) to[i] = 0;
  length = __assay_any();
  __assay_assume(length >= 0 && (assay_size)length >= i);
  return length;
}

/* -- reading from a string: 1 is success, 0 a character that does not fit, -1 the end; a place may be null */

static int __assay_scan_space(const char **at) {
  const char *text = *at;
  while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;
  *at = text;
  return 1;
}
static int __assay_scan_literal(const char **at, int byte) {
  const char *text = *at;
  if (!*text) return -1;
  if (*text != (char)byte) return 0;
  *at = text + 1;
  return 1;
}
/* As glibc: fewer characters than wanted will do, if there is one. */
static int __assay_scan_character(const char **at, char *to, int width) {
  const char *text = *at;
  int i = 0;
  while (i < width) {
    if (!text[i]) break;
    if (to) to[i] = text[i];
    i++;
  }
  if (!i) return -1;
  *at = text + i;
  return 1;
}
static int __assay_scan_word(const char **at, char *to, int width) {
  const char *text = *at;
  int i = 0;
  while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;
  if (!*text) return -1;
  while (i != width) {
    if (!*text || *text == ' ' || (*text >= 9 && *text <= 13)) break;
    if (to) to[i] = *text;
    text++;
    i++;
  }
  if (to) to[i] = 0;
  *at = text;
  return 1;
}
/* As glibc: what does not fit is clamped to a long, or a long long where one is stored; whoever stores less cuts it. */
static int __assay_scan_number(const char **at, unsigned long long *result, int base, int width, int is_signed, int wide) {
  const char *text = *at;
  unsigned long long value = 0, most;
  int negative = 0, over = 0, any = 0, digit;
  if (wide || sizeof(long) == 8) most = is_signed ? ~0ull >> 1 : ~0ull;
  else most = is_signed ? ~0u >> 1 : ~0u;
  while (*text == ' ' || (*text >= 9 && *text <= 13)) text++;
  if (!*text) return -1;
  if (*text == '-' || *text == '+') {
    negative = *text == '-';
    text++;
    width--;
  }
  if (negative && is_signed) most++;
  if (!base || base == 16) {
    if (*text == '0' && width) {
      any = 1;
      text++;
      width--;
      if ((*text == 'x' || *text == 'X') && width) {
        base = 16;
        any = __assay_any() != 0; /* a prefix without digits is no number, but glibc takes it for zero */
        text++;
        width--;
      } else if (!base)
        base = 8;
    }
    if (!base) base = 10;
  }
  while (width) {
    digit = *text >= '0' && *text <= '9' ? *text - '0' : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
            : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10 : 99;
    if (digit >= base) break;
    if (value > (most - (unsigned)digit) / (unsigned)base) over = 1;
    else value = value * (unsigned)base + (unsigned)digit;
    any = 1;
    text++;
    width--;
  }
  if (!any) return 0;
  if (over) value = most;
  *result = negative && (is_signed || !over) ? -value : value;
  *at = text;
  return 1;
}

/* -- reading from a stream: anything that fits */

static int __assay_scan_outcome(void) {
  int outcome = __assay_input();
  return outcome < 0 ? -1 : outcome > 0;
}
static unsigned __assay_scan_any_int(void) { return (unsigned)__assay_input(); }
static unsigned long long __assay_scan_any_long(void) {
  unsigned low = (unsigned)__assay_input();
  return low | (unsigned long long)(unsigned)__assay_input() << 32;
}
static int __assay_scan_any_character(char *to, int width) {
  int i = 0, outcome = __assay_scan_outcome();
  if (outcome != 1) return -1;
  while (i < width) {
    outcome = __assay_input();
    if (outcome < 0) break;
    if (to) to[i] = (char)outcome;
    i++;
  }
  return i ? 1 : -1;
}
static int __assay_scan_any_word(char *to, int width) {
  int i = 0, outcome = __assay_scan_outcome();
  char byte;
  if (outcome != 1) return -1;
  while (i != width) {
    outcome = __assay_input();
    byte = (char)outcome;
    if (outcome < 0 || byte == ' ' || (byte >= 9 && byte <= 13)) break;
    if (to) to[i] = byte;
    i++;
  }
  if (!i) return -1;
  if (to) to[i] = 0;
  return 1;
}
