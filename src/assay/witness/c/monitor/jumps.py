"""C text: a call of what is no function, in a monitored program.

No check of the compiler looks at the target of a call: the machine stops there.  The signal that it sends is reported
if it was for the next instruction; where it was for anything else, the program ends by it as it would have.
"""

from __future__ import annotations

from typing import Final

JUMPS: Final = """
#define ASSAY_SEGMENTATION 11
struct assay_action { void (*handler)(int, void *, assay_word *); assay_word flags, back; unsigned long long mask; };
ASSAY_HIDDEN void assay_catch(int number, const struct assay_action *action) {
  long result;
#if defined(__x86_64__)
  register long size __asm__("r10") = 8;
  __asm__ volatile("syscall" : "=a"(result) : "a"(13L), "D"((long)number), "S"(action), "d"(0L), "r"(size)
                   : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(174L), "b"(number), "c"(action), "d"(0L), "S"(8L) : "memory");
#endif
  (void)result;
}
/* The registers lie behind five words: frame, stack, the next instruction, and what was wrong. */
#if defined(__x86_64__)
enum { ASSAY_FRAME = 15, ASSAY_STACK = 20, ASSAY_NEXT = 21, ASSAY_WRONG = 24 };
#else
enum { ASSAY_FRAME = 11, ASSAY_STACK = 12, ASSAY_NEXT = 19, ASSAY_WRONG = 18 };
#endif
ASSAY_ENTRY void assay_stopped(int number, void *information, assay_word *state) {
  assay_word calls[ASSAY_DEPTH], target = state[ASSAY_NEXT], stack = state[ASSAY_STACK];
  int what = target < 4096 ? ASSAY_NULL_POINTER : ASSAY_WILD_POINTER;
  (void)information;
  if ((state[ASSAY_WRONG] & 16) && assay_wants(what) && stack >= assay_bottom && stack < assay_top - sizeof stack) {
    calls[0] = *(assay_word *)stack;
    assay_calls_above((assay_word *)state[ASSAY_FRAME], calls, 1, ASSAY_DEPTH);
    assay_open(what);
    assay_text(" at ");
    assay_at(calls);
    assay_text(": ");
    assay_text(target ? what == ASSAY_NULL_POINTER ? "calls a function through a pointer next to null"
                                                   : "calls a function at an address where none is"
                      : "calls a function through a null pointer");
    assay_tell();
  }
  struct assay_action none = {0, 0x04000000, 0, 0};
  assay_catch(number, &none); /* and the instruction is tried again */
}
#if defined(__x86_64__)
__asm__(".text\\nassay_resume:\\n\\tmovl $15, %eax\\n\\tsyscall\\n");
#else
__asm__(".text\\nassay_resume:\\n\\tmovl $173, %eax\\n\\tint $0x80\\n");
#endif
extern char assay_resume[];
ASSAY_HIDDEN void assay_watch_jumps(void) {
  struct assay_action action = {assay_stopped, 0x04000004, (assay_word)assay_resume, 0};
  if (assay_wants(ASSAY_NULL_POINTER) || assay_wants(ASSAY_WILD_POINTER)) assay_catch(ASSAY_SEGMENTATION, &action);
}
"""
