"""What functions of the surroundings read, as a part of the functions that a harness has for them.

A monitored program is checked for what these read as for any other access.
"""

from __future__ import annotations

from typing import Final

# Parameters, and what is done first.
_ONE: Final = ("const char *a0", "  assay_look(a0);\n")
_SECOND: Final = ("assay_size a0, const char *a1", "  assay_look(a1);\n")
_BOTH: Final = ("const char *a0, const char *a1", "  assay_look(a0);\n  assay_look(a1);\n")
_SHOW: Final = "  __builtin_va_list list;\n  __builtin_va_start(list, format);\n  assay_look_for(format, list);\n"
READS: Final = {
    **dict.fromkeys(("puts", "fputs", "access", "unlink", "rmdir", "chdir", "mkdir", "remove", "open", "creat"), _ONE),
    **dict.fromkeys(("openat", "unlinkat", "mkdirat", "fdopen"), _SECOND),
    **dict.fromkeys(("fopen", "rename", "link", "symlink"), _BOTH),
    "perror": ("const char *a0", "  if (a0) assay_look(a0);\n"),
    "write": ("int a0, const char *a1, assay_size a2", "  assay_look_at(a1, a2);\n"),
    "fwrite": ("const char *a0, assay_size a1, assay_size a2", "  assay_look_at(a0, a1 * a2);\n"),
    "printf": ("const char *format, ...", _SHOW),
    "fprintf": ("void *a0, const char *format, ...", _SHOW),
    "dprintf": ("int a0, const char *format, ...", _SHOW),
}
TEXT: Final = r"""
/* Functions of ours whose accesses are checked. */
#define ASSAY_CHECKED static __attribute__((unused, no_instrument_function))
ASSAY_CHECKED void assay_look(const char *text) { volatile char byte; while ((byte = *text)) text++; }
ASSAY_CHECKED void assay_look_at(const char *block, assay_size size) {
  volatile char byte;
  for (assay_size i = 0; i < size; i++) byte = block[i];
}
/* The strings that a format asks for. */
ASSAY_CHECKED void assay_look_for(const char *format, __builtin_va_list list) {
  for (; *format; format++) {
    long most = -1, size = 4;
    if (*format != '%') continue;
    for (format++; *format; format++) {
      if (*format == '.') most = 0;
      else if (*format == '*') { long given = __builtin_va_arg(list, int); if (most == 0) most = given; }
      else if (*format >= '0' && *format <= '9') { if (most >= 0) most = most * 10 + *format - '0'; }
      else if (*format == 'l' || *format == 'z' || *format == 't') size = size == 4 ? sizeof(long) : 8;
      else if (*format == 'j' || *format == 'q') size = 8;
      else if (*format != '-' && *format != '+' && *format != ' ' && *format != '#' && *format != 'h') break;
    }
    if (!*format) return;
    if (*format == 's') {
      const char *text = __builtin_va_arg(list, const char *);
      if (most < 0) assay_look(text);
      else for (; most > 0 && *text; most--) text++;
    } else if (*format == 'p' || *format == 'n') (void)__builtin_va_arg(list, void *);
    else if (*format == 'd' || *format == 'i' || *format == 'u' || *format == 'x' || *format == 'X' || *format == 'o'
             || *format == 'c') {
      if (size == 8) (void)__builtin_va_arg(list, long long);
      else (void)__builtin_va_arg(list, int);
    } else if (*format != '%' && *format != 'm') (void)__builtin_va_arg(list, double);
  }
}
"""
