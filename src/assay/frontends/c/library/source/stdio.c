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
/* A line of any length.  What was there is replaced by fresh memory if it is too small, and that is of any size that
   will do; at the end of what can be read there may be fresh memory as well. */
static assay_difference __assay_getdelim(char **line, assay_size *size, int delimiter, void *stream) {
  assay_difference length = __assay_input_long(), i = 0;
  char *fresh;
  int c;
  __assay_assume(length >= 0 && length < 1073741824);
  if (!*line || *size < (assay_size)(length + 1)) {
    assay_size room = length < 119 ? 120 : (assay_size)(length + 1);
    fresh = __builtin_malloc(room);
    if (!fresh) return -1;
    if (*line) __builtin_free(*line);
    *line = fresh;
    *size = room;
  }
  if (!length) return -1;
  while (i < length) {
    c = __assay_input();
    if (i < length - 1) __assay_assume((char)c != (char)delimiter);
    (*line)[i] = (char)c;
    i++;
  }
  (*line)[i] = 0;
  return i;
}
static assay_difference __assay_getline(char **line, assay_size *size, void *stream) {
  return __assay_getdelim(line, size, '\n', stream);
}

/* -- buffers: one of the program's own would be written by every function of the stream */

static int __assay_setvbuf(void *stream, char *buffer, int mode, assay_size size) {
  if (buffer) __assay_too_many();
  return __assay_input() ? -1 : 0;
}
static void __assay_setbuf(void *stream, char *buffer) {
  if (buffer) __assay_too_many();
}
static void __assay_setlinebuf(void *stream) { }
