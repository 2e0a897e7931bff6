/* The functions of <string.h> and <strings.h> on strings, in the C locale: a program that sets another one is refused. */
#pragma once
#include "memory.c"

static assay_size __assay_strlen(const char *text) {
  assay_size i = 0;
  while (text[i]) i++;
  return i;
}
static assay_size __assay_strnlen(const char *text, assay_size most) {
  assay_size i = 0;
  while (i < most) {
    if (!text[i]) return i;
    i++;
  }
  return i;
}

/* At most so many bytes of a string, if the number is not negative. */
static void __assay_read_text(const char *text, int most) {
  if (most < 0) __assay_strlen(text);
  else __assay_strnlen(text, (assay_size)most);
}

/* -- copies */

static char *__assay_strcpy(char *to, const char *from) {
  assay_size i = 0;
  char byte = from[0];
  to[0] = byte;
  while (byte) {
    i++;
    byte = from[i];
    to[i] = byte;
  }
  return to;
}
static char *__assay_stpcpy(char *to, const char *from) {
  assay_size i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}
static char *__assay_strncpy(char *to, const char *from, assay_size count) {
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
static char *__assay_stpncpy(char *to, const char *from, assay_size count) {
  assay_size i = 0, end;
  while (i < count) {
    to[i] = from[i];
    if (!to[i]) break;
    i++;
  }
  end = i;
  while (i < count) {
    to[i] = 0;
    i++;
  }
  return to + end;
}
static char *__assay_strcat(char *to, const char *from) {
  assay_size end = 0, i = 0;
  while (to[end]) end++;
  while (from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
static char *__assay_strncat(char *to, const char *from, assay_size count) {
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
static assay_size __assay_strlcpy(char *to, const char *from, assay_size size) {
  assay_size length = 0;
  while (from[length]) {
    if (length + 1 < size) to[length] = from[length];
    length++;
  }
  if (size) to[length < size ? length : size - 1] = 0;
  return length;
}
static assay_size __assay_strlcat(char *to, const char *from, assay_size size) {
  assay_size end = 0, i = 0;
  while (end < size) {
    if (!to[end]) break;
    end++;
  }
  while (from[i]) {
    if (end + i + 1 < size) to[end + i] = from[i];
    i++;
  }
  if (end < size) to[end + i < size ? end + i : size - 1] = 0;
  return end + i;
}
static char *__assay_strdup(const char *text) {
  assay_size length = __assay_strlen(text), i = 0;
  char *made = __builtin_malloc(length + 1);
  if (!made) return (char *)0;
  while (i <= length) {
    made[i] = text[i];
    i++;
  }
  return made;
}
static char *__assay_strndup(const char *text, assay_size most) {
  assay_size length = __assay_strnlen(text, most), i = 0;
  char *made = __builtin_malloc(length + 1);
  if (!made) return (char *)0;
  while (i < length) {
    made[i] = text[i];
    i++;
  }
  made[i] = 0;
  return made;
}

/* -- comparisons: the sign of the result is that of the first difference, its size is left open */

static int __assay_strcmp(const char *left, const char *right) {
  const unsigned char *first = (const unsigned char *)left, *second = (const unsigned char *)right;
  assay_size i = 0;
  int size;
  while (first[i] == second[i]) {
    if (!first[i]) return 0;
    i++;
  }
  size = __assay_any();
  return first[i] < second[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
}
static int __assay_strncmp(const char *left, const char *right, assay_size count) {
  const unsigned char *first = (const unsigned char *)left, *second = (const unsigned char *)right;
  assay_size i = 0;
  int size;
  while (i < count) {
    if (first[i] != second[i]) {
      size = __assay_any();
      return first[i] < second[i] ? (size < 0 ? size : -1) : (size > 0 ? size : 1);
    }
    if (!first[i]) return 0;
    i++;
  }
  return 0;
}
static int __assay_strcoll(const char *left, const char *right) { return __assay_strcmp(left, right); }
static int __assay_strcasecmp(const char *left, const char *right) {
  assay_size i = 0;
  int first, second, size = __assay_any();
  while (1) {
    first = (unsigned char)left[i];
    second = (unsigned char)right[i];
    if (first >= 'A' && first <= 'Z') first += 32;
    if (second >= 'A' && second <= 'Z') second += 32;
    if (first < second) return size < 0 ? size : -1;
    if (first > second) return size > 0 ? size : 1;
    if (!first) return 0;
    i++;
  }
}
static int __assay_strncasecmp(const char *left, const char *right, assay_size count) {
  assay_size i = 0;
  int first, second, size = __assay_any();
  while (i < count) {
    first = (unsigned char)left[i];
    second = (unsigned char)right[i];
    if (first >= 'A' && first <= 'Z') first += 32;
    if (second >= 'A' && second <= 'Z') second += 32;
    if (first < second) return size < 0 ? size : -1;
    if (first > second) return size > 0 ? size : 1;
    if (!first) return 0;
    i++;
  }
  return 0;
}
/* Strings are their own keys.  What does not fit leaves any bytes behind. */
static assay_size __assay_strxfrm(char *to, const char *from, assay_size size) {
  assay_size length = __assay_strlen(from), i = 0;
  while (i < size) {
    to[i] = length < size ? from[i] : (char)__assay_any();
    if (i == length) break;
    i++;
  }
  return length;
}

/* -- searches */

static char *__assay_strchr(const char *text, int wanted) {
  while (*text != (char)wanted) {
    if (!*text) return (char *)0;
    text++;
  }
  return (char *)text;
}
static char *__assay_index(const char *text, int wanted) { return __assay_strchr(text, wanted); }
static char *__assay_strchrnul(const char *text, int wanted) {
  while (*text) {
    if (*text == (char)wanted) break;
    text++;
  }
  return (char *)text;
}
static char *__assay_strrchr(const char *text, int wanted) {
  const char *found = (const char *)0;
  while (1) {
    if (*text == (char)wanted) found = text;
    if (!*text) break;
    text++;
  }
  return (char *)found;
}
static char *__assay_rindex(const char *text, int wanted) { return __assay_strrchr(text, wanted); }
static assay_size __assay_strspn(const char *text, const char *set) {
  assay_size i = 0, k;
  while (text[i]) {
    k = 0;
    while (set[k]) {
      if (set[k] == text[i]) break;
      k++;
    }
    if (!set[k]) break;
    i++;
  }
  return i;
}
static assay_size __assay_strcspn(const char *text, const char *set) {
  assay_size i = 0, k;
  while (text[i]) {
    k = 0;
    while (set[k]) {
      if (set[k] == text[i]) break;
      k++;
    }
    if (set[k]) break;
    i++;
  }
  return i;
}
static char *__assay_strpbrk(const char *text, const char *set) {
  assay_size k;
  while (*text) {
    k = 0;
    while (set[k]) {
      if (set[k] == *text) return (char *)text;
      k++;
    }
    text++;
  }
  return (char *)0;
}
static char *__assay_strstr(const char *text, const char *part) {
  assay_size k;
  while (1) {
    k = 0;
    while (part[k]) {
      if (text[k] != part[k]) break;
      k++;
    }
    if (!part[k]) return (char *)text;
    if (!*text) return (char *)0;
    text++;
  }
}
static char *__assay_strcasestr(const char *text, const char *part) {
  assay_size k;
  char first, second;
  while (1) {
    k = 0;
    while (part[k]) {
      first = text[k];
      second = part[k];
      if (first >= 'A' && first <= 'Z') first += 32;
      if (second >= 'A' && second <= 'Z') second += 32;
      if (first != second) break;
      k++;
    }
    if (!part[k]) return (char *)text;
    if (!*text) return (char *)0;
    text++;
  }
}

/* -- words */

static char *__assay_strsep(char **rest, const char *set) {
  char *start = *rest, *text;
  assay_size k;
  if (!start) return (char *)0;
  text = start;
  while (*text) {
    k = 0;
    while (set[k]) {
      if (set[k] == *text) {
        *text = 0;
        *rest = text + 1;
        return start;
      }
      k++;
    }
    text++;
  }
  *rest = (char *)0;
  return start;
}
static char *__assay_strtok_r(char *text, const char *set, char **rest) {
  char *end;
  if (!text) text = *rest;
  text += __assay_strspn(text, set);
  if (!*text) {
    *rest = text;
    return (char *)0;
  }
  end = text + __assay_strcspn(text, set);
  if (*end) {
    *end = 0;
    end++;
  }
  *rest = end;
  return text;
}
static char *assay_token; /* where strtok goes on */
static char *__assay_strtok(char *text, const char *set) { return __assay_strtok_r(text, set, &assay_token); }

/* -- messages: any string, of at most 127 bytes as in glibc */

static char assay_message[128];
static char *__assay_strerror(int number) {
  int i = 1;
  assay_message[0] = (char)__assay_any();
  __assay_assume(assay_message[0]);
  while (i < 127) {
    assay_message[i] = (char)__assay_any();
    if (!assay_message[i]) break;
    i++;
  }
  assay_message[i] = 0;
  return assay_message;
}
static char *__assay_strsignal(int number) { return __assay_strerror(number); }
