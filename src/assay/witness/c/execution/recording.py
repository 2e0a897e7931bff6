"""The way that an execution takes, recorded: lines in their order, calls, and how often loops go round.

The program is compiled so that it tells each block that it enters and each function that it enters and leaves.  A
block that is entered again within the same call closes a loop: what was recorded since is forgotten, and the loop
counted; so a hundred million iterations are one entry, and the last of them follows it.  Limit: of very long ways only
the beginning is recorded, with as many loops as it has.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from assay.core.errors import Position
from assay.core.evidence import NativeRun, Passed
from assay.witness.c.execution.compiler import INSTRUMENTED, ZERO, CannotCompile, Compiler, Text
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.plan import Plan
from assay.witness.c.monitor.kinds import TRACED
from assay.witness.c.sandbox.execution import Ending, ending, new_secret
from assay.witness.c.sandbox.isolation import Executions, Limits, Permission, execute
from assay.witness.c.sandbox.kernel import SECRET_BYTES

TOLD: Final = ("-fsanitize-coverage=trace-pc", INSTRUMENTED)
# So many entries, and calls, are recorded.
MOST: Final = 8192
MOST_CALLS: Final = 20_000
_ENTRY: Final = struct.Struct("<QQQ")
_PLACE: Final = struct.Struct("<Q")
_BYTES: Final = SECRET_BYTES + 8 + MOST * _ENTRY.size + MOST_CALLS * _PLACE.size

_RECORDER: Final = f"""
#define ASSAY_FAST __attribute__((optimize("O2"))) /* what every block calls */
#define ASSAY_BLIND __attribute__((used, no_instrument_function))
struct assay_entry {{ assay_value place, times; unsigned depth, activation; }};
static struct assay_entry assay_entries[{MOST}];
static assay_value assay_entry_count, assay_call_count, assay_places[{MOST_CALLS}];
static unsigned assay_depth, assay_serial, assay_activations[4096], assay_found_at[1 << 16];
#define ASSAY_HIDDEN_TOO (void)0
#define ASSAY_REPORTED_TOO assay_record()
ASSAY_HIDDEN void assay_record(void);
ASSAY_FAST ASSAY_HIDDEN unsigned assay_activation(void) {{
  return assay_depth < sizeof assay_activations / sizeof *assay_activations ? assay_activations[assay_depth] : -1u;
}}
ASSAY_FAST ASSAY_HIDDEN int assay_is_at(long at, assay_value place, unsigned activation) {{
  const struct assay_entry *entry = assay_entries + at;
  return at < (long)assay_entry_count && entry->times && entry->place == place && entry->activation == activation;
}}
ASSAY_FAST ASSAY_HIDDEN long assay_seen(assay_value place, unsigned activation) {{
  unsigned *guess = assay_found_at + ((unsigned)place * 0x9e3779b1u >> 16 ^ activation) % (1 << 16);
  long at = (long)*guess;
  if (!assay_is_at(at, place, activation)) {{
    at = (long)assay_entry_count - 1;
    while (at >= 0 && !assay_is_at(at, place, activation)) at--;
  }}
  *guess = (unsigned)(at < 0 ? (long)assay_entry_count : at);
  return at;
}}
/* The first block of a function is told before the function is: what is told counts when the next thing happens. */
static assay_value assay_told;
ASSAY_FAST ASSAY_HIDDEN void assay_passed(void) {{
  assay_value place = assay_told;
  unsigned activation = assay_activation();
  long at;
  if (!place) return;
  assay_told = 0;
  at = assay_seen(place, activation);
  if (at >= 0) {{
    assay_entries[at].times++;
    assay_entry_count = (assay_value)at + 1;
  }} else if (assay_entry_count < {MOST})
    assay_entries[assay_entry_count++] = (struct assay_entry){{place, 1, assay_depth, activation}};
}}
ASSAY_FAST ASSAY_BLIND void __sanitizer_cov_trace_pc(void) {{
  assay_passed();
  assay_told = (assay_size)__builtin_return_address(0);
}}
ASSAY_HIDDEN void assay_called(void *place, unsigned count) {{
  assay_passed();
  if (!count || assay_call_count == {MOST_CALLS}) return;
  if (assay_entry_count < {MOST})
    assay_entries[assay_entry_count++] =
        (struct assay_entry){{(assay_size)place, 0, assay_depth, (unsigned)assay_call_count}};
  assay_places[assay_call_count++] = (assay_size)place;
}}
#define assay_take(values, count, next) \\
  (assay_called(__builtin_return_address(0), count), assay_take(values, count, next))
ASSAY_BLIND void __cyg_profile_func_enter(void *function, void *site) {{
  (void)site;
  if (function == (void *)reach_error || function == (void *)__VERIFIER_error) assay_reached();
  assay_depth++;
  if (assay_depth < sizeof assay_activations / sizeof *assay_activations)
    assay_activations[assay_depth] = ++assay_serial;
}}
ASSAY_BLIND void __cyg_profile_func_exit(void *function, void *site) {{
  (void)function;
  (void)site;
  assay_passed();
  assay_depth--;
}}
"""
_RECORD: Final = """
ASSAY_HIDDEN void assay_write_all(const void *what, assay_size size) {
  const char *at = what;
  for (long done; size && (done = assay_system(ASSAY_WRITE, ASSAY_REPORT, (long)at, (long)size)) > 0; at += done)
    size -= (assay_size)done;
}
ASSAY_HIDDEN void assay_record(void) {
  assay_passed();
  assay_write_all(&assay_entry_count, sizeof assay_entry_count);
  assay_write_all(assay_entries, (assay_size)assay_entry_count * sizeof *assay_entries);
  assay_write_all(assay_places, (assay_size)assay_call_count * sizeof *assay_places);
}
"""


def passages(
    tool: Compiler,
    texts: Sequence[Text],
    plan: Plan,
    run: NativeRun,
    libraries: Sequence[str],
    seconds: float,
    permission: Permission,
) -> tuple[Passed, ...]:
    """The way that the execution takes to an error call; nothing if it cannot be recorded in so many ``seconds``."""
    try:
        made = tool.program(texts, (ZERO, *TOLD, *TRACED))
        tool.surroundings(made)
        text = harness_text(plan, recorder=(_RECORDER, _RECORD))
        binary = tool.link(text, made, TRACED, libraries)
        secret = new_secret()
        limits = Limits(seconds, seconds + 1.0, report=_BYTES)
        match execute(binary, [secret], limits, permission=permission):
            case Executions((ended, *_)) if ending(ended, secret).ending is Ending.REACHED:
                return tuple(_read(tool, binary, ended.report[SECRET_BYTES:], run))
    except (CannotCompile, OSError, struct.error):
        pass
    return ()


def _read(tool: Compiler, binary: Path, report: bytes, run: NativeRun) -> Iterator[Passed]:
    """Entries and calls as lines of the program; first of all the calls of iterations that are not shown."""
    (count,) = _PLACE.unpack_from(report)
    behind = _PLACE.size + count * _ENTRY.size
    entries = list(_ENTRY.iter_unpack(report[_PLACE.size : behind]))
    rest = report[behind:]
    calls = [place for (place,) in _PLACE.iter_unpack(rest[: len(rest) // _PLACE.size * _PLACE.size])]
    wanted = list(dict.fromkeys([place for place, _, _ in entries] + calls))
    lines = dict(zip(wanted, _lines(tool, binary, wanted), strict=True))
    shown = {packed >> 32 for _, times, packed in entries if not times}
    for number, place in enumerate(calls[: len(run.calls)]):
        where = lines[place]
        if where is not None and number not in shown:
            yield Passed(where, times=0, call=number)
    for place, times, packed in entries:
        where, depth, number = lines[place], max(0, (packed & 0xFFFFFFFF) - 1), packed >> 32
        if where is not None and (times or number < len(run.calls)):
            yield Passed(where, depth, times or 1, None if times else number)


def _lines(tool: Compiler, binary: Path, places: Sequence[int]) -> list[Position | None]:
    found: list[Position | None] = []
    for first in range(0, len(places), 1000):
        found += tool.lines(binary, places[first : first + 1000])
    return found
