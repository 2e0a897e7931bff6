/* The functions of <string.h> and <strings.h> on blocks of memory.  memcpy, memset, and memmove of a known type copy by
   the types of what is copied, and are no C code. */
#pragma once
#include "assay.h"

static void *__assay_memmove(void *to, const void *from, assay_size count) {
  const char *source = from;
  char *target = to;
  assay_size i = 0;
  if (target <= source)
    while (i < count) {
      target[i] = source[i];
      i++;
    }
  else
    while (count) {
      count--;
      target[count] = source[count];
    }
  return to;
}
static void __assay_bcopy(const void *from, void *to, assay_size count) { __assay_memmove(to, from, count); }
static void *__assay_mempcpy(void *to, const void *from, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    ((char *)to)[i] = ((const char *)from)[i];
    i++;
  }
  return (char *)to + count;
}
static void __assay_bzero(void *to, assay_size count) {
  assay_size i = 0;
  while (i < count) {
    ((char *)to)[i] = 0;
    i++;
  }
}
static void __assay_explicit_bzero(void *to, assay_size count) { __assay_bzero(to, count); }
static void *__assay_memccpy(void *to, const void *from, int stop, assay_size count) {
  const char *source = from;
  char *target = to;
  assay_size i = 0;
  while (i < count) {
    target[i] = source[i];
    if (target[i] == (char)stop) return target + i + 1;
    i++;
  }
  return (void *)0;
}
static void __assay_swab(const void *from, void *to, assay_difference count) {
  const char *source = from;
  char *target = to, first;
  assay_difference i = 0;
  while (i + 1 < count) {
    first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
    i += 2;
  }
}

/* The ends of a block that a function reads: what lies between two bytes of an object is in it too. */
static void __assay_read_block(const void *from, assay_size count) {
  char first, last;
  if (!count) return;
  first = ((const char *)from)[0];
  last = ((const char *)from)[count - 1];
}

/* The sign of the result is that of the first difference; how far from zero it is, is left open. */
static int __assay_memcmp(const void *left, const void *right, assay_size count) {
  const unsigned char *first = left, *second = right;
  assay_size i = 0;
  int size;
  while (i < count) {
    if (first[i] != second[i]) {
      size = __assay_any();
      return first[i] < second[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
    }
    i++;
  }
  return 0;
}
/* Only whether there is a difference is promised. */
static int __assay_bcmp(const void *left, const void *right, assay_size count) {
  const char *first = left, *second = right;
  assay_size i = 0;
  int size;
  while (i < count) {
    if (first[i] != second[i]) {
      size = __assay_any();
      return size ? size : 1;
    }
    i++;
  }
  return 0;
}

static void *__assay_memchr(const void *where, int wanted, assay_size count) {
  const unsigned char *text = where;
  assay_size i = 0;
  while (i < count) {
    if (text[i] == (unsigned char)wanted) return (void *)(text + i);
    i++;
  }
  return (void *)0;
}
static void *__assay_memrchr(const void *where, int wanted, assay_size count) {
  const unsigned char *text = where;
  while (count) {
    count--;
    if (text[count] == (unsigned char)wanted) return (void *)(text + count);
  }
  return (void *)0;
}
static void *__assay_rawmemchr(const void *where, int wanted) {
  const unsigned char *text = where;
  while (*text != (unsigned char)wanted) text++;
  return (void *)text;
}
static void *__assay_memmem(const void *where, assay_size length, const void *wanted, assay_size size) {
  const char *text = where, *part = wanted;
  assay_size i = 0, k;
  while (i + size <= length) {
    k = 0;
    while (k < size) {
      if (text[i + k] != part[k]) break;
      k++;
    }
    if (k == size) return (void *)(text + i);
    i++;
  }
  return (void *)0;
}
