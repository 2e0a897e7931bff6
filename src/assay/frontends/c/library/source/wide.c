/* The functions of <wchar.h> on arrays and strings of wide characters, which need no locale. */
#pragma once
#include "assay.h"

typedef __WCHAR_TYPE__ assay_wide;

static assay_size __assay_wcslen(const assay_wide *text) {
  assay_size i = 0;
  while (text[i]) i++;
  return i;
}
static assay_size __assay_wcsnlen(const assay_wide *text, assay_size most) {
  assay_size i = 0;
  while (i < most) {
    if (!text[i]) return i;
    i++;
  }
  return i;
}

/* -- copies */

static assay_wide *__assay_wmemset(assay_wide *to, assay_wide value, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    to[i] = value;
    i++;
  }
  return to;
}
static assay_wide *__assay_wmemcpy(assay_wide *to, const assay_wide *from, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    to[i] = from[i];
    i++;
  }
  return to;
}
static assay_wide *__assay_wmempcpy(assay_wide *to, const assay_wide *from, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    to[i] = from[i];
    i++;
  }
  return to + count;
}
static assay_wide *__assay_wmemmove(assay_wide *to, const assay_wide *from, assay_size count) {
  assay_size i = 0;
  if (to <= from)
    while (i < count) {
      to[i] = from[i];
      i++;
    }
  else
    while (count) {
      count--;
      to[count] = from[count];
    }
  return to;
}
static assay_wide *__assay_wcscpy(assay_wide *to, const assay_wide *from) {
  assay_size i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}
static assay_wide *__assay_wcpcpy(assay_wide *to, const assay_wide *from) {
  assay_size i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}
static assay_wide *__assay_wcsncpy(assay_wide *to, const assay_wide *from, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    to[i] = from[i];
    i++;
    if (!to[i - 1]) break;
  }
  while (i < count) {
    to[i] = 0;
    i++;
  }
  return to;
}
static assay_wide *__assay_wcscat(assay_wide *to, const assay_wide *from) {
  assay_size end = 0, i = 0;
  while (to[end]) end++;
  while (from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
static assay_wide *__assay_wcsncat(assay_wide *to, const assay_wide *from, assay_size count) {
  assay_size end = 0, i = 0;
  while (to[end]) end++;
  while (i < count) {
    if (!from[i]) break;
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}

/* -- comparisons: of the difference, only the sign is promised */

static int __assay_wcscmp(const assay_wide *left, const assay_wide *right) {
  assay_size i = 0;
  int size = __assay_any();
  while (left[i] == right[i]) {
    if (!left[i]) return 0;
    i++;
  }
  return left[i] < right[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
}
static int __assay_wcsncmp(const assay_wide *left, const assay_wide *right, assay_size count) {
  assay_size i = 0;
  int size = __assay_any();
  while (i < count) {
    if (left[i] != right[i]) return left[i] < right[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
    if (!left[i]) return 0;
    i++;
  }
  return 0;
}
static int __assay_wmemcmp(const assay_wide *left, const assay_wide *right, assay_size count) {
  assay_size i = 0;
  int size = __assay_any();
  while (i < count) {
    if (left[i] != right[i]) return left[i] < right[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
    i++;
  }
  return 0;
}

/* -- searches */

static assay_wide *__assay_wmemchr(const assay_wide *where, assay_wide wanted, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    if (where[i] == wanted) return (assay_wide *)(where + i);
    i++;
  }
  return (assay_wide *)0;
}
static assay_wide *__assay_wcschr(const assay_wide *where, assay_wide wanted) {
  assay_size i = 0;
  while (where[i] != wanted) {
    if (!where[i]) return (assay_wide *)0;
    i++;
  }
  return (assay_wide *)(where + i);
}
static assay_wide *__assay_wcsrchr(const assay_wide *where, assay_wide wanted) {
  assay_wide *found = (assay_wide *)0;
  assay_size i = 0;
  while (where[i]) {
    if (where[i] == wanted) found = (assay_wide *)(where + i);
    i++;
  }
  return wanted ? found : (assay_wide *)(where + i);
}
