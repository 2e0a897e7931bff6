"""C text: how a monitored program puts a report into words, and hands it over; and which reports there are.

A report is a line: what it is, where it is, and what was seen; of memory that is left at the end there may be several.
Where the compiler's check does not know its place in the source, the line has the return addresses of all calls on the
stack, ``pc 4011f0 401276``; whoever reads it looks them up in the table of lines of the executable.
"""

from __future__ import annotations

from typing import Final

from assay.witness.c.sandbox.kernel import REPORTED, SECRET_BYTES

# In the order of their bits in ASSAY_WANTED.  The names are those that sanitizers use.
REPORTS: Final = (
    "signed-integer-overflow",
    "division-by-zero",
    "division-overflow",
    "shift-exponent",
    "shift-base",
    "index-out-of-bounds",
    "null-pointer",
    "misaligned-pointer",
    "heap-buffer-overflow",
    "stack-buffer-overflow",
    "global-buffer-overflow",
    "heap-use-after-free",
    "stack-use-after-return",
    "stack-use-after-scope",
    "wild-pointer",
    "double-free",
    "bad-free",
    "memory-leak",
    "memory-not-freed",
    "float-cast-overflow",
    "unsigned-integer-overflow",
    "implicit-conversion",
    "variable-length-array-bound",
    "unreachable",
    "error-call",
    "constant-write",
)


def wanted(names: frozenset[str]) -> str:
    """The option that makes a harness stop at these reports, and at no others."""
    return f"-DASSAY_WANTED={sum(1 << REPORTS.index(name) for name in names):#x}ul"


def _symbol(name: str) -> str:
    return f"ASSAY_{name.upper().replace('-', '_')}"


_NAMES: Final = ", ".join(f'"{name}"' for name in REPORTS)
_CONSTANTS: Final = ", ".join(map(_symbol, REPORTS))

REPORTING: Final = f"""
/* What the compiler's checks call when they find something. */
#define ASSAY_MONITOR __attribute__((used, no_instrument_function, no_sanitize_address))
#ifndef ASSAY_WANTED /* the reports at which a run stops */
#define ASSAY_WANTED ~0ul
#endif
enum {{ {_CONSTANTS} }};
static const char *const assay_names[] = {{{_NAMES}}};
typedef unsigned long assay_word;
static char assay_line[3072];
static unsigned assay_length;
/* The stack of the program. */
static assay_word assay_bottom, assay_top;

ASSAY_HIDDEN void assay_text(const char *text) {{
  while (*text && assay_length < sizeof assay_line - 2) assay_line[assay_length++] = *text++;
}}
ASSAY_HIDDEN void assay_numeral(assay_value value, unsigned base) {{
  char digits[24];
  unsigned place = sizeof digits;
  digits[--place] = 0;
  do digits[--place] = "0123456789abcdef"[value % base]; while (value /= base);
  assay_text(digits + place);
}}
ASSAY_HIDDEN void assay_signed(long long value) {{
  if (value < 0) assay_text("-");
  assay_numeral(value < 0 ? -(assay_value)value : (assay_value)value, 10);
}}
ASSAY_HIDDEN int assay_wants(int what) {{ return ASSAY_WANTED >> what & 1; }}
ASSAY_HIDDEN void assay_open(int what) {{
  if (assay_length) assay_text("\\n");
  assay_text(assay_names[what]);
}}
ASSAY_HIDDEN void assay_tell(void) {{
#ifdef ASSAY_SECRET
  assay_system(ASSAY_PROTECT, (long)assay_secret, 4096, 1);
  assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)assay_secret, {SECRET_BYTES});
  assay_line[assay_length++] = 0;
  assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)assay_line, (long)assay_length);
  ASSAY_REPORTED_TOO;
  for (;;) assay_system(ASSAY_EXIT, {REPORTED}, 0, 0);
#else
  assay_line[assay_length++] = '\\n';
  assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)"assay: ", 7);
  assay_say(assay_line, (long)assay_length, {REPORTED});
#endif
}}
/* Return addresses, innermost first, ended by 0. */
#define ASSAY_DEPTH 12
ASSAY_HIDDEN void assay_calls_above(assay_word *frame, assay_word *found, unsigned count, unsigned most) {{
  while (count + 1 < most && (assay_word)frame >= assay_bottom && (assay_word)frame < assay_top - 8) {{
    found[count++] = frame[1];
    if ((assay_word)frame[0] <= (assay_word)frame) break;
    frame = (assay_word *)frame[0];
  }}
  found[count] = 0;
}}
ASSAY_HIDDEN void assay_calls(assay_word *found, unsigned most) {{
  assay_calls_above(__builtin_frame_address(0), found, 0, most);
}}
ASSAY_HIDDEN void assay_at(const assay_word *calls) {{
  assay_text("pc");
  for (; *calls; calls++) {{ assay_text(" "); assay_numeral(*calls, 16); }}
}}
ASSAY_HIDDEN void assay_here(void) {{
  assay_word calls[ASSAY_DEPTH];
  assay_calls(calls, ASSAY_DEPTH);
  assay_text(" at ");
  assay_at(calls);
  assay_text(": ");
}}
"""
