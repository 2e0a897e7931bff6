/* What functions of <stdio.h> and <unistd.h> read is up to the surroundings.  A character below zero is the end of what
   can be read, one below -1 is an error. */
#pragma once
#include "assay.h"

static char *__assay_fgets(char *to, int size, void *stream) {
  int i = 0, c;
  if (size <= 0) return (char *)0;
  while (i < size - 1) {
    c = __assay_input();
    if (c < -1 || (c < 0 && !i)) return (char *)0;
    if (c < 0) break;
    to[i] = (char)c;
    i++;
    if ((char)c == '\n') break;
  }
  to[i] = 0;
  return to;
}
static char *__assay_fgets_unlocked(char *to, int size, void *stream) { return __assay_fgets(to, size, stream); }
/* The last element may be read in part. */
static assay_size __assay_fread(void *to, assay_size size, assay_size count, void *stream) {
  char *target = to;
  assay_size i = 0, total = size * count;
  int c;
  while (i < total) {
    c = __assay_input();
    if (c < 0) break;
    target[i] = (char)c;
    i++;
  }
  return size ? i / size : 0;
}
static assay_size __assay_fread_unlocked(void *to, assay_size size, assay_size count, void *stream) {
  return __assay_fread(to, size, count, stream);
}
static assay_difference __assay_read(int descriptor, void *to, assay_size count) {
  char *target = to;
  assay_size i = 0;
  int c;
  while (i < count) {
    c = __assay_input();
    if (c < -1 && !i) return -1;
    if (c < 0) break;
    target[i] = (char)c;
    i++;
  }
  return (assay_difference)i;
}
static assay_difference __assay_pread(int descriptor, void *to, assay_size count, long offset) {
  return __assay_read(descriptor, to, count);
}
static assay_difference __assay_recv(int descriptor, void *to, assay_size count, int flags) {
  return __assay_read(descriptor, to, count);
}
