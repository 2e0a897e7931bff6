"""The C text of the functions with formats that a harness provides: they read a format as the front end reads it.

Every piece is written or read by the same model; the models of what a stream holds are asked in the same order.  At a
piece that has no model the run ends.
"""

from __future__ import annotations

from typing import Final

# The functions of this text.
FORMATTED: Final = frozenset(("sprintf", "snprintf", "vsprintf", "vsnprintf", "sscanf", "scanf", "fscanf"))
# The file of models that they need.
FILE: Final = "format.c"

TEXT: Final = r"""
struct assay_piece { int flags, width, precision, size, suppressed; char kind; };
ASSAY_HIDDEN const char *assay_count(const char *format, int *count) {
  while (*format >= '0' && *format <= '9') *count = *count * 10 + *format++ - '0';
  return format;
}
ASSAY_HIDDEN const char *assay_size_letters(const char *format, struct assay_piece *piece) {
  piece->size = 4;
  if (*format == 'h') piece->size = format[1] == 'h' ? 1 : 2;
  else if (*format == 'l' && format[1] != 'l') piece->size = sizeof(long);
  else if (*format == 'z' || *format == 't') piece->size = sizeof(assay_size);
  else if (*format == 'l' || *format == 'j' || *format == 'q') piece->size = 8;
  while (*format == 'h' || *format == 'l' || *format == 'j' || *format == 'z' || *format == 't' || *format == 'q')
    format++;
  piece->kind = *format;
  return format + 1;
}
ASSAY_HIDDEN int assay_base(char kind) {
  return kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : kind == 'i' ? 0 : 10;
}
ASSAY_HIDDEN int assay_is_number(char kind) {
  return kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o';
}
ASSAY_CHECKED int assay_print(char *to, assay_size size, const char *format, __builtin_va_list list) {
  assay_size at = 0;
  while (*format) {
    struct assay_piece piece = {0, 0, -1, 4, 0, 0};
    int sign;
    if (*format != '%' || format[1] == '%') {
      at = __assay_put_plain(to, size, at, *format);
      format += *format == '%' ? 2 : 1;
      continue;
    }
    for (format++;; format++) {
      if (*format == '-') piece.flags |= 1;
      else if (*format == '+') piece.flags |= 2;
      else if (*format == ' ') piece.flags |= 4;
      else if (*format == '#') piece.flags |= 8;
      else if (*format == '0') piece.flags |= 16;
      else break;
    }
    if (*format == '*') { piece.width = __builtin_va_arg(list, int); format++; }
    else format = assay_count(format, &piece.width);
    if (*format == '.') {
      piece.precision = 0;
      if (*++format == '*') { piece.precision = __builtin_va_arg(list, int); format++; }
      else format = assay_count(format, &piece.precision);
    }
    format = assay_size_letters(format, &piece);
    if (piece.kind == 'X') piece.flags |= 32;
    if (piece.kind == 'c' && piece.size == 4)
      at = __assay_put_character(to, size, at, __builtin_va_arg(list, int), piece.flags, piece.width);
    else if (piece.kind == 's' && piece.size == 4)
      at = __assay_put_string(to, size, at, __builtin_va_arg(list, char *), piece.flags, piece.width, piece.precision);
    else if (assay_is_number(piece.kind)) {
      long long value = piece.size == 8 ? __builtin_va_arg(list, long long) : __builtin_va_arg(list, int);
      assay_value size_of_it;
      int is_signed = piece.kind == 'd' || piece.kind == 'i';
      if (piece.size == 1) value = is_signed ? (signed char)value : (unsigned char)value;
      if (piece.size == 2) value = is_signed ? (short)value : (unsigned short)value;
      if (piece.size == 4 && !is_signed) value = (unsigned)value;
      if (!is_signed) piece.flags &= ~6;
      sign = is_signed && value < 0;
      size_of_it = sign ? -(assay_value)value : (assay_value)value;
      at = __assay_put_any_long_number(to, size, at, size_of_it, sign, piece.kind == 'i' ? 10 : assay_base(piece.kind),
                                       piece.flags, piece.width, piece.precision);
    } else
      __VERIFIER_assume(0);
  }
  return __assay_put_end(to, size, at);
}
ASSAY_CHECKED int assay_scanned(const char *text, const char *format, __builtin_va_list list) {
  int status = 1, done = 0;
  while (*format && status > 0) {
    struct assay_piece piece = {0, 0, -1, 4, 0, 0};
    void *to;
    if (*format != '%' || format[1] == '%') {
      char byte = *format;
      int blank = byte == ' ' || (byte >= 9 && byte <= 13);
      if (text) status = blank ? __assay_scan_space(&text) : __assay_scan_literal(&text, byte);
      else if (!blank) status = __assay_scan_outcome();
      format += byte == '%' ? 2 : 1;
      continue;
    }
    if (*++format == '*') { piece.suppressed = 1; format++; }
    format = assay_count(format, &piece.width);
    format = assay_size_letters(format, &piece);
    to = piece.suppressed ? (void *)0 : __builtin_va_arg(list, void *);
    if (piece.kind == 'c') {
      if (!piece.width) piece.width = 1;
      status = text ? __assay_scan_character(&text, to, piece.width) : __assay_scan_any_character(to, piece.width);
    } else if (piece.kind == 's') {
      if (!piece.width) piece.width = -1;
      status = text ? __assay_scan_word(&text, to, piece.width) : __assay_scan_any_word(to, piece.width);
    } else if (assay_is_number(piece.kind)) {
      assay_value value = 0;
      int is_signed = piece.kind == 'd' || piece.kind == 'i';
      if (!piece.width) piece.width = -1;
      if (text)
        status = __assay_scan_number(&text, &value, assay_base(piece.kind), piece.width, is_signed, piece.size == 8);
      else {
        status = __assay_scan_outcome();
        if (status > 0 && to) value = piece.size == 8 ? __assay_scan_any_long() : __assay_scan_any_int();
      }
      if (status > 0 && to) assay_put(to, value, (unsigned)piece.size);
    } else
      __VERIFIER_assume(0);
    if (status > 0 && !piece.suppressed) done++;
  }
  return status < 0 && !done ? -1 : done;
}
ASSAY_OWN int snprintf(char *to, assay_size size, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  return assay_print(to, size, format, list);
}
ASSAY_OWN int sprintf(char *to, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  return assay_print(to, (assay_size)-1, format, list);
}
ASSAY_OWN int vsnprintf(char *to, assay_size size, const char *format, __builtin_va_list list) {
  return assay_print(to, size, format, list);
}
ASSAY_OWN int vsprintf(char *to, const char *format, __builtin_va_list list) {
  return assay_print(to, (assay_size)-1, format, list);
}
ASSAY_OWN int sscanf(const char *text, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  return assay_scanned(text, format, list);
}
ASSAY_OWN int scanf(const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  return assay_scanned((const char *)0, format, list);
}
ASSAY_OWN int fscanf(void *stream, const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  (void)stream;
  return assay_scanned((const char *)0, format, list);
}
"""
