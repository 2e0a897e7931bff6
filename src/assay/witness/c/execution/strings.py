"""The C text of the string functions that a harness without a C library provides, after the letter of the standard."""

from __future__ import annotations

from typing import Final

STRINGS: Final = """
static int assay_error_number;
ASSAY_OWN int *__errno_location(void) { return &assay_error_number; }
ASSAY_OWN void *mempcpy(void *to, const void *from, assay_size n) { return (char *)memmove(to, from, n) + n; }
ASSAY_OWN void bzero(void *to, assay_size n) { memset(to, 0, n); }
ASSAY_OWN void explicit_bzero(void *to, assay_size n) { memset(to, 0, n); }
ASSAY_OWN void bcopy(const void *from, void *to, assay_size n) { memmove(to, from, n); }
ASSAY_OWN int bcmp(const void *left, const void *right, assay_size n) { return memcmp(left, right, n); }
ASSAY_OWN void *memccpy(void *to, const void *from, int stop, assay_size n) {
  for (char *target = to; n--; target++, from = (const char *)from + 1)
    if ((*target = *(const char *)from) == (char)stop) return target + 1;
  return 0;
}
ASSAY_OWN void *memchr(const void *text, int byte, assay_size n) {
  for (const unsigned char *at = text; n--; at++) if (*at == (unsigned char)byte) return (void *)at;
  return 0;
}
ASSAY_OWN void *memrchr(const void *text, int byte, assay_size n) {
  while (n--) if (((const unsigned char *)text)[n] == (unsigned char)byte) return (char *)text + n;
  return 0;
}
ASSAY_OWN void *rawmemchr(const void *text, int byte) { return memchr(text, byte, (assay_size)-1); }
ASSAY_OWN void swab(const void *from, void *to, long n) {
  const char *source = from;
  char *target = to;
  for (; n > 1; n -= 2, source += 2, target += 2) {
    char first = source[0];
    target[0] = source[1];
    target[1] = first;
  }
}
ASSAY_OWN assay_size strnlen(const char *text, assay_size n) {
  const char *end = memchr(text, 0, n);
  return end ? (assay_size)(end - text) : n;
}
ASSAY_OWN char *stpcpy(char *to, const char *from) {
  assay_size n = strlen(from);
  memmove(to, from, n + 1);
  return to + n;
}
ASSAY_OWN char *stpncpy(char *to, const char *from, assay_size n) {
  assay_size length = strnlen(from, n);
  memmove(to, from, length);
  memset(to + length, 0, n - length);
  return to + length;
}
ASSAY_OWN char *strncpy(char *to, const char *from, assay_size n) { stpncpy(to, from, n); return to; }
ASSAY_OWN char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
ASSAY_OWN char *strncat(char *to, const char *from, assay_size n) {
  char *end = to + strlen(to);
  assay_size length = strnlen(from, n);
  memmove(end, from, length);
  end[length] = 0;
  return to;
}
ASSAY_OWN assay_size strlcpy(char *to, const char *from, assay_size n) {
  assay_size length = strlen(from), kept = length < n ? length : n - 1;
  if (n) { memmove(to, from, kept); to[kept] = 0; }
  return length;
}
ASSAY_OWN assay_size strlcat(char *to, const char *from, assay_size n) {
  assay_size length = strnlen(to, n);
  return length == n ? n + strlen(from) : length + strlcpy(to + length, from, n - length);
}
ASSAY_OWN char *strchrnul(const char *text, int byte) {
  while (*text && *text != (char)byte) text++;
  return (char *)text;
}
ASSAY_OWN char *strchr(const char *text, int byte) {
  char *found = strchrnul(text, byte);
  return *found == (char)byte ? found : 0;
}
ASSAY_OWN char *index(const char *text, int byte) { return strchr(text, byte); }
ASSAY_OWN char *strrchr(const char *text, int byte) { return memrchr(text, byte, strlen(text) + 1); }
ASSAY_OWN char *rindex(const char *text, int byte) { return strrchr(text, byte); }
ASSAY_OWN assay_size strspn(const char *text, const char *set) {
  assay_size n = 0;
  while (text[n] && strchr(set, text[n])) n++;
  return n;
}
ASSAY_OWN assay_size strcspn(const char *text, const char *set) {
  assay_size n = 0;
  while (text[n] && !strchr(set, text[n])) n++;
  return n;
}
ASSAY_OWN char *strpbrk(const char *text, const char *set) {
  text += strcspn(text, set);
  return *text ? (char *)text : 0;
}
ASSAY_OWN char *strstr(const char *text, const char *part) {
  assay_size n = strlen(part);
  for (;; text++) {
    if (!strncmp(text, part, n)) return (char *)text;
    if (!*text) return 0;
  }
}
ASSAY_OWN char *strsep(char **rest, const char *set) {
  char *start = *rest, *end;
  if (!start) return 0;
  end = strpbrk(start, set);
  if (end) *end++ = 0;
  *rest = end;
  return start;
}
ASSAY_OWN char *strndup(const char *text, assay_size n) {
  assay_size length = strnlen(text, n);
  char *made = malloc(length + 1);
  if (!made) return 0;
  memmove(made, text, length);
  made[length] = 0;
  return made;
}
ASSAY_OWN char *strdup(const char *text) { return strndup(text, strlen(text)); }
ASSAY_OWN int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
ASSAY_OWN int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
ASSAY_OWN int toascii(int c) { return c & 127; }
ASSAY_OWN int isascii(int c) { return c >= 0 && c < 128; }
ASSAY_OWN int isdigit(int c) { return c >= '0' && c <= '9'; }
ASSAY_OWN int isupper(int c) { return c >= 'A' && c <= 'Z'; }
ASSAY_OWN int islower(int c) { return c >= 'a' && c <= 'z'; }
ASSAY_OWN int isalpha(int c) { return isupper(c) || islower(c); }
ASSAY_OWN int isalnum(int c) { return isalpha(c) || isdigit(c); }
ASSAY_OWN int isxdigit(int c) { return isdigit(c) || (tolower(c) >= 'a' && tolower(c) <= 'f'); }
ASSAY_OWN int isblank(int c) { return c == ' ' || c == '\\t'; }
ASSAY_OWN int isspace(int c) { return c == ' ' || (c >= '\\t' && c <= '\\r'); }
ASSAY_OWN int isprint(int c) { return c >= ' ' && c < 127; }
ASSAY_OWN int isgraph(int c) { return c > ' ' && c < 127; }
ASSAY_OWN int ispunct(int c) { return isgraph(c) && !isalnum(c); }
ASSAY_OWN int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
ASSAY_OWN int strncasecmp(const char *left, const char *right, assay_size n) {
  for (; n; n--, left++, right++) {
    int first = tolower((unsigned char)*left), second = tolower((unsigned char)*right);
    if (first != second) return first - second;
    if (!first) break;
  }
  return 0;
}
ASSAY_OWN int strcasecmp(const char *left, const char *right) { return strncasecmp(left, right, (assay_size)-1); }
ASSAY_OWN int ffsll(long long value) {
  int bit = 0;
  if (!value) return 0;
  while (!((assay_value)value >> bit & 1)) bit++;
  return bit + 1;
}
ASSAY_OWN int ffsl(long value) { return ffsll(value); }
ASSAY_OWN int ffs(int value) { return ffsll(value); }
ASSAY_HIDDEN long long assay_parsed(const char *text, long long most) {
  assay_value value = 0, limit = (assay_value)most;
  int negative;
  while (isspace((unsigned char)*text)) text++;
  negative = *text == '-';
  if (negative) limit++;
  if (*text == '-' || *text == '+') text++;
  for (; isdigit((unsigned char)*text); text++) {
    if (value > (limit - (assay_value)(*text - '0')) / 10) { value = limit; break; }
    value = value * 10 + (assay_value)(*text - '0');
  }
  return (long long)(negative ? -value : value);
}
ASSAY_OWN long long atoll(const char *text) { return assay_parsed(text, 0x7fffffffffffffffll); }
ASSAY_OWN long atol(const char *text) { return (long)assay_parsed(text, (long)(~0ul >> 1)); }
ASSAY_OWN int atoi(const char *text) { return (int)atol(text); }
ASSAY_OWN long long llabs(long long value) {
  if (value < 0) ASSAY_NEGATES(value);
  return value < 0 ? -value : value;
}
ASSAY_HIDDEN void assay_room(assay_size used, assay_size size) { if (used > size) assay_end("assay: abort\\n", 0); }
ASSAY_OWN void *__memcpy_chk(void *to, const void *from, assay_size n, assay_size size) {
  assay_room(n, size);
  return memcpy(to, from, n);
}
ASSAY_OWN void *__memmove_chk(void *to, const void *from, assay_size n, assay_size size) {
  assay_room(n, size);
  return memmove(to, from, n);
}
ASSAY_OWN void *__mempcpy_chk(void *to, const void *from, assay_size n, assay_size size) {
  assay_room(n, size);
  return mempcpy(to, from, n);
}
ASSAY_OWN void *__memset_chk(void *to, int value, assay_size n, assay_size size) {
  assay_room(n, size);
  return memset(to, value, n);
}
ASSAY_OWN char *__strcpy_chk(char *to, const char *from, assay_size size) {
  assay_room(strlen(from) + 1, size);
  return strcpy(to, from);
}
ASSAY_OWN char *__stpcpy_chk(char *to, const char *from, assay_size size) {
  assay_room(strlen(from) + 1, size);
  return stpcpy(to, from);
}
ASSAY_OWN char *__strncpy_chk(char *to, const char *from, assay_size n, assay_size size) {
  assay_room(n, size);
  return strncpy(to, from, n);
}
ASSAY_OWN char *__strcat_chk(char *to, const char *from, assay_size size) {
  assay_room(strlen(to) + strlen(from) + 1, size);
  return strcat(to, from);
}
ASSAY_OWN char *__strncat_chk(char *to, const char *from, assay_size n, assay_size size) {
  assay_room(strlen(to) + strnlen(from, n) + 1, size);
  return strncat(to, from, n);
}
"""
