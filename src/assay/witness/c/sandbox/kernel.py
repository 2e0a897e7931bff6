"""C text for Linux on x86: system calls, how a harness gets its secret, and how a run ends and is reported."""

from __future__ import annotations

from typing import Final

# A monitored program reports an error of its own.
REPORTED: Final = 96
REACHED: Final = 97
ASSUMPTION_FAILED: Final = 98
OUT_OF_MEMORY: Final = 99
ENDED: Final = 0

# The length of the secret as text: 128 random bits.
SECRET_BYTES: Final = 32
REACHED_LINE: Final = "assay: the error call is reached"

# How to ask the kernel for something.
SYSTEM_CALLS: Final = """
#if defined(__x86_64__)
ASSAY_HIDDEN long assay_system(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
ASSAY_HIDDEN long assay_map(long address, long size) {
  long result;
  register long flags __asm__("r10") = address ? 0x104022 : 0x4022;
  register long file __asm__("r8") = -1;
  register long offset __asm__("r9") = 0;
  __asm__ volatile("syscall" : "=a"(result) : "a"(9L), "D"(address), "S"(size), "d"(3L), "r"(flags), "r"(file),
                   "r"(offset) : "rcx", "r11", "memory");
  return result;
}
#define ASSAY_READ 0
#define ASSAY_WRITE 1
#define ASSAY_PROTECT 10
#define ASSAY_EXIT 231
#elif defined(__i386__)
ASSAY_HIDDEN long assay_system(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
  return result;
}
ASSAY_HIDDEN long assay_map(long address, long size) {
  long result;
  __asm__ volatile("pushl %%ebp\\n\\txorl %%ebp, %%ebp\\n\\tint $0x80\\n\\tpopl %%ebp" : "=a"(result) : "a"(192L),
                   "b"(address), "c"(size), "d"(3L), "S"(address ? 0x104022L : 0x4022L), "D"(-1L) : "memory");
  return result;
}
#define ASSAY_READ 3
#define ASSAY_WRITE 4
#define ASSAY_PROTECT 125
#define ASSAY_EXIT 252
#else
#error "without a C library, only Linux on x86 is known"
#endif
"""

KERNEL: Final = f"""{SYSTEM_CALLS}
#ifdef ASSAY_SECRET
#define ASSAY_REPORT 3
#else
#define ASSAY_REPORT 2
#endif
ASSAY_HIDDEN void assay_say(const char *line, long length, int code) {{
  assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)line, length);
  for (;;) assay_system(ASSAY_EXIT, code, 0, 0);
}}
#ifdef ASSAY_SECRET
#ifndef ASSAY_HIDDEN_TOO /* what else is read at first, and reported at last */
#define ASSAY_HIDDEN_TOO (void)0
#define ASSAY_REPORTED_TOO (void)0
#endif
static char *assay_secret;
ASSAY_HIDDEN void assay_hide(void) {{
  assay_secret = (char *)assay_map(0, 4096);
  assay_system(ASSAY_READ, 0, (long)assay_secret, {SECRET_BYTES});
  assay_system(ASSAY_PROTECT, (long)assay_secret, 4096, 0);
  ASSAY_HIDDEN_TOO;
}}
ASSAY_HIDDEN void assay_reached(void) {{
  assay_failed();
  assay_system(ASSAY_PROTECT, (long)assay_secret, 4096, 1);
  assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)assay_secret, {SECRET_BYTES});
  ASSAY_REPORTED_TOO;
  for (;;) assay_system(ASSAY_EXIT, {REACHED}, 0, 0);
}}
#else
ASSAY_HIDDEN void assay_hide(void) {{}}
ASSAY_HIDDEN void assay_reached(void) {{
  assay_failed();
  assay_end("{REACHED_LINE}\\n", {REACHED});
}}
#endif
ASSAY_HIDDEN void assay_end(const char *line, int code) {{
  long length = 0;
  while (line[length]) length++;
  assay_say(line, length, code);
}}
"""
