"""C text: the monitor as a whole, and where it is called by a harness without a C library."""

from __future__ import annotations

from typing import Final

from assay.witness.c.monitor.addresses import ADDRESSES
from assay.witness.c.monitor.arithmetic import ARITHMETIC
from assay.witness.c.monitor.blocks import BLOCKS
from assay.witness.c.monitor.reporting import REPORTING
from assay.witness.c.monitor.stops import STOPS

# What the run itself asks for: memory behind pointers that functions returned.
_ELSEWHERE: Final = """
ASSAY_HIDDEN int assay_elsewhere(assay_word place) {
  if (place >= ASSAY_SCRATCH && place < ASSAY_SCRATCH + ASSAY_SCRATCH_SIZE) return 1;
  for (const assay_value *page = assay_pages; *page; page++)
    if (place >= *page && place < *page + ASSAY_PAGE) return 1;
  return 0;
}
"""

_CALL: Final = """
#ifndef ASSAY_ENDS_HERE
#define ASSAY_ENDS_HERE() (void)0
#endif
ASSAY_HIDDEN void assay_failed(void) {
  ASSAY_ENDS_HERE();
  if (!assay_wants(ASSAY_ERROR_CALL)) return;
  assay_open(ASSAY_ERROR_CALL);
  assay_here();
  assay_text("it is reached");
  assay_tell();
}
"""

# The compiler sees no operation in a call of abs().
_NEGATES: Final = """
ASSAY_HIDDEN void assay_negates(long long value) {
  if (!assay_wants(ASSAY_SIGNED_INTEGER_OVERFLOW)) return;
  assay_open(ASSAY_SIGNED_INTEGER_OVERFLOW);
  assay_here();
  assay_text("the absolute value of ");
  assay_signed(value);
  assay_text(" does not fit");
  assay_tell();
}
#define ASSAY_NEGATES(value) ((value) == -(value) ? assay_negates(value) : (void)0)
"""

# With a C library a run that makes this error ends: nothing is said of what comes behind.
_ENDS_AT_LEAST: Final = "\n".join(
    f"""
ASSAY_MONITOR {made} {name}({made} value) {{
  if (value < 0 && value == -value && assay_wants(ASSAY_SIGNED_INTEGER_OVERFLOW)) assay_end("assay: abort\\n", 0);
  return value < 0 ? -value : value;
}}"""
    for name, made in (("abs", "int"), ("labs", "long"), ("llabs", "long long"), ("imaxabs", "__INTMAX_TYPE__"))
)

# The program ends with what it has allocated when an error function is called, too.
_ENDS_HERE: Final = """
ASSAY_HIDDEN void assay_look_back(assay_word stack);
#define ASSAY_ENDS_HERE() assay_look_back((assay_word)__builtin_frame_address(0))
"""

_HOOKS: Final = """
ASSAY_HIDDEN void assay_begins(assay_word stack, assay_word top) {
  assay_bottom = stack;
  assay_top = top;
  assay_watch(ASSAY_HEAP, ASSAY_OBJECTS + ASSAY_OBJECTS_SIZE);
  assay_watch(stack, top);
  assay_watch((assay_word)__executable_start, (assay_word)_end);
  if (ASSAY_LIVES) {
    assay_frames = (assay_word)assay_map(0, ASSAY_FRAMES_SIZE);
    assay_watch(assay_frames, assay_frames + ASSAY_FRAMES_SIZE);
  }
  assay_watch_stops();
  for (int apart = 0; apart < 2; apart++)
    assay_blocks[apart] = (struct assay_block *)assay_map(0, ASSAY_BLOCKS * sizeof(struct assay_block));
}
#define ASSAY_BEGINS(stack, top) assay_begins(stack, top)
#define ASSAY_ENDS(stack) assay_look_back((assay_word)(stack))
#define ASSAY_GIVES(memory, size, whole, scoped) assay_given(memory, size, whole, scoped)
#define ASSAY_TAKES(memory) assay_taken(memory)
#define ASSAY_IS_ALIVE(memory) assay_is_alive(memory)
"""

MONITORED: Final = "#define ASSAY_MONITORED"
# What needs nothing of the memory's layout, so that any C library may be there.
CALCULATION: Final = REPORTING + ARITHMETIC + _ENDS_AT_LEAST + _CALL
MONITOR: Final = (
    REPORTING + ARITHMETIC + _NEGATES + _ENDS_HERE + _CALL + _ELSEWHERE + ADDRESSES + BLOCKS + STOPS + _HOOKS
)
