/* <ctype.h>, in the C locale: a program that sets another one is refused.  The standard leaves open which number other
   than zero stands for yes. */
#pragma once
#include "assay.h"

static int __assay_isdigit(int c) {
  int yes = __assay_any();
  if (c >= '0' && c <= '9') return yes ? yes : 1;
  return 0;
}
static int __assay_isxdigit(int c) {
  int yes = __assay_any();
  if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) return yes ? yes : 1;
  return 0;
}
static int __assay_isupper(int c) {
  int yes = __assay_any();
  if (c >= 'A' && c <= 'Z') return yes ? yes : 1;
  return 0;
}
static int __assay_islower(int c) {
  int yes = __assay_any();
  if (c >= 'a' && c <= 'z') return yes ? yes : 1;
  return 0;
}
static int __assay_isalpha(int c) {
  int yes = __assay_any();
  if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return yes ? yes : 1;
  return 0;
}
static int __assay_isalnum(int c) {
  int yes = __assay_any();
  if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return yes ? yes : 1;
  return 0;
}
static int __assay_isspace(int c) {
  int yes = __assay_any();
  if (c == ' ' || (c >= 9 && c <= 13)) return yes ? yes : 1;
  return 0;
}
static int __assay_isblank(int c) {
  int yes = __assay_any();
  if (c == ' ' || c == 9) return yes ? yes : 1;
  return 0;
}
static int __assay_isprint(int c) {
  int yes = __assay_any();
  if (c >= 32 && c <= 126) return yes ? yes : 1;
  return 0;
}
static int __assay_isgraph(int c) {
  int yes = __assay_any();
  if (c >= 33 && c <= 126) return yes ? yes : 1;
  return 0;
}
static int __assay_iscntrl(int c) {
  int yes = __assay_any();
  if ((c >= 0 && c <= 31) || c == 127) return yes ? yes : 1;
  return 0;
}
static int __assay_ispunct(int c) {
  int yes = __assay_any();
  if ((c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126)) return yes ? yes : 1;
  return 0;
}
static int __assay_isascii(int c) { return !(c & ~127); }
static int __assay_toascii(int c) { return c & 127; }
static int __assay_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int __assay_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
