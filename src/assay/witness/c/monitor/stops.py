"""C text: a call of what is no function, and a write to what is constant, in a monitored program.

No check of the compiler looks at these: the machine stops there.  The signal that it sends is reported if it was for
the next instruction, or for a write inside of the executable; where it was for anything else, the program ends by it as
it would have.
"""

from __future__ import annotations

from typing import Final

STOPS: Final = """
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
/* The registers lie behind five words: frame, stack, the next instruction, what was wrong, and with which place. */
#if defined(__x86_64__)
enum { ASSAY_FRAME = 15, ASSAY_STACK = 20, ASSAY_NEXT = 21, ASSAY_WRONG = 24, ASSAY_PLACE = 27 };
#else
enum { ASSAY_FRAME = 11, ASSAY_STACK = 12, ASSAY_NEXT = 19, ASSAY_WRONG = 18, ASSAY_PLACE = 26 };
#endif
extern char __executable_start[], _end[];
ASSAY_HIDDEN int assay_is_constant(assay_word place) {
  return place >= (assay_word)__executable_start && place < (assay_word)_end;
}
ASSAY_ENTRY void assay_stopped(int number, void *information, assay_word *state) {
  assay_word calls[ASSAY_DEPTH], next = state[ASSAY_NEXT], stack = state[ASSAY_STACK], place = state[ASSAY_PLACE];
  int fetches = state[ASSAY_WRONG] >> 4 & 1, writes = state[ASSAY_WRONG] >> 1 & 1;
  int what = !fetches ? ASSAY_CONSTANT_WRITE : next < 4096 ? ASSAY_NULL_POINTER : ASSAY_WILD_POINTER;
  (void)information;
  if ((fetches || (writes && assay_is_constant(place))) && assay_wants(what) && stack >= assay_bottom
      && stack < assay_top - sizeof stack) {
    calls[0] = fetches ? *(assay_word *)stack : next + 1;
    assay_calls_above((assay_word *)state[ASSAY_FRAME], calls, 1, ASSAY_DEPTH);
    assay_open(what);
    assay_text(" at ");
    assay_at(calls);
    assay_text(": ");
    if (!fetches) {
      assay_text("writes");
      if (!assay_near_global(place)) assay_text(" what is constant");
    } else {
      assay_text("calls a function ");
      assay_text(what == ASSAY_WILD_POINTER ? "at an address where none is"
                 : next ? "through a pointer next to null" : "through a null pointer");
    }
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
ASSAY_HIDDEN void assay_watch_stops(void) {
  struct assay_action action = {assay_stopped, 0x04000004, (assay_word)assay_resume, 0};
  if (assay_wants(ASSAY_NULL_POINTER) || assay_wants(ASSAY_WILD_POINTER) || assay_wants(ASSAY_CONSTANT_WRITE))
    assay_catch(ASSAY_SEGMENTATION, &action);
}
"""
