"""A run of a C program as a C file: compiled together with the unchanged program, it leads to the error call.

The file defines every function that the program calls and does not define: each returns what the run recorded for its
calls, in their order.  It is a translation unit of its own, so the program's declarations of these functions, whatever
they are, do no harm: results are handed over as 64 bits, of which the caller takes the lower ones.  What fresh memory
holds where the run read it uninitialised is part of the file as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from assay.witness.c.execution.memory_contents import (
    HEAP_BASE,
    SCRATCH,
    SCRATCH_PIECE,
    SCRATCH_PIECES,
    Poke,
    can_be_mapped,
)
from assay.witness.c.execution.plan import Plan
from assay.witness.c.execution.reading import READS
from assay.witness.c.execution.reading import TEXT as READING
from assay.witness.c.execution.runtime import BORROWED, DIVISION, ENDINGS, HOSTED, LAYOUT, LIBRARY, PROVIDED, SYSTEM
from assay.witness.c.execution.stores import Action, Keep, Write
from assay.witness.c.execution.strings import STRINGS
from assay.witness.c.monitor.runtime import MONITOR, MONITORED
from assay.witness.c.sandbox.kernel import KERNEL

# A recorder has functions of its own for those that instrumentation calls.
RECORDED: Final = "#define ASSAY_RECORDED"
_STORAGE: Final = 1 << 16
_PAGE: Final = 1 << 16
# So many pages are mapped: of many numbers, few are pointers.
_MOST_PAGES: Final = 3000
REACHES_IT: Final = ("The error call ends the run with code 97 and a line on the standard error stream.",)
REPORTS_IT: Final = (
    "The error ends the run with code 96 and a report on the standard error stream.  Where it has addresses (pc ...),",
    "  addr2line -e run ADDRESS...",
    "names their lines: those in this file belong to the monitor, the first other one is the line of the error.",
)
# Names that mean something else in a harness.
_OURS: Final = PROVIDED | BORROWED


def harness_text(
    what: Plan, commands: Sequence[str] = (), *, monitored: bool = False, recorder: tuple[str, str] = ("", "")
) -> str:
    """A harness that hands over what is planned; a monitored program reports its own errors.

    A ``recorder`` is text before the functions that the program calls, and behind everything.
    """
    functions = [name for name in what.functions if name not in PROVIDED]
    stubs = [
        _stub(name, what.results.get(name, ()), what.stores.get(name, ()), what.floating.get(name, 0))
        for name in functions
    ]
    data = [storage(name, value) for name, value in what.data if name not in PROVIDED]
    before, behind = recorder
    text = frame([*_kept(what), before, *stubs, *data], what, commands, monitored=monitored)
    return f"{RECORDED}\n{text}{behind}" if before else text


def _kept(what: Plan) -> list[str]:
    """Room for the pointers that calls keep for others."""
    actions = [action for calls in what.stores.values() for call in calls for action in call]
    slots = [action.slot for action in actions if isinstance(action, Keep)]
    return [f"static char *assay_kept[{max(slots) + 1}];"] if slots else []


def frame(
    middle: Sequence[str], what: Plan | None = None, commands: Sequence[str] = (), *, monitored: bool = False
) -> str:
    """A harness whose functions and data without a definition in the program are ``middle``."""
    rows = tables(what or Plan({}, ()))
    parts = [
        _heading(commands, REPORTS_IT if monitored else REACHES_IT),
        *([MONITORED] if monitored else []),
        ENDINGS,
        READING,
        *middle,
        HOSTED,
        *rows,
        KERNEL,
        LAYOUT,
        *([MONITOR] if monitored else []),
        SYSTEM,
        LIBRARY,
        STRINGS,
        DIVISION,
        what.library if what is not None else "",
    ]
    return "\n".join(part.strip("\n") for part in parts) + "\n"


def _heading(commands: Sequence[str], ending: Sequence[str]) -> str:
    lines = ["A run that reaches the error: the values that functions without a body return, found by Assay."]
    if commands:
        lines += ["", "Compile it together with the program, and run:", *(f"  {command}" for command in commands)]
    lines += ["", *ending]
    inside = "\n".join(f"   {line}".rstrip().replace("*/", "* /") for line in lines)
    return f"/*{inside[2:]} */"


def _stub(name: str, values: Sequence[int], calls: Sequence[Sequence[Action]] = (), floating: int = 0) -> str:
    """A function that returns the values in turn, then 0, and stores what its calls stored.

    With ``floating`` they are the bits of numbers, of so many bits, which are handed over elsewhere than integers.
    """
    before, parameters, stores = _stores(calls)
    if not calls and name in READS:
        parameters, stores = READS[name]
    rows = [", ".join(map(_literal, values[i : i + 8])) for i in range(0, len(values), 8)] or ["0"]
    table = ",\n  ".join(rows)
    text = (
        f"static const assay_value assay_values_{name}[] = {{\n  {table}}};\nstatic unsigned assay_next_{name};\n"
        f"{before}ASSAY_OWN {result_type(floating)} {name}({parameters}) {{\n{stores}"
        f"  return {as_result(f'assay_take(assay_values_{name}, {len(values)}, &assay_next_{name})', floating)};\n}}"
    )
    return f"#ifdef ASSAY_FREESTANDING\n{text}\n#endif" if name in BORROWED else text


def result_type(floating: int) -> str:
    """What a function returns whose result is handed over as 64 bits, or as a number of so many bits."""
    return {0: "assay_value", 32: "float", 64: "double"}[floating]


def as_result(value: str, floating: int) -> str:
    """The bits as what ``result_type`` says."""
    if not floating:
        return value
    unsigned = "unsigned" if floating == 32 else "assay_value"
    return f"((union {{ {unsigned} bits; {result_type(floating)} number; }}){{.bits = {value}}}).number"


def _stores(calls: Sequence[Sequence[Action]]) -> tuple[str, str, str]:
    """Declarations, parameters and statements of a function that stores something at each of its calls."""
    if not calls:
        return "", "void", ""
    actions = [action for call in calls for action in call]
    names = sorted({action.variable for action in actions if isinstance(action, Write)} - _OURS - {""})
    last = max((action.argument for action in actions if action.argument is not None), default=-1)
    rows = [f"  case {number}:{''.join(map(_action, call))} break;\n" for number, call in enumerate(calls)]
    before = "".join(f"extern __attribute__((weak)) assay_value {name}[];\n" for name in names)
    parameters = ", ".join(f"char *a{number}" for number in range(last + 1)) or "void"
    return before, parameters, f"  static unsigned call;\n  switch (call++) {{\n{''.join(rows)}  }}\n"


def _action(action: Action) -> str:
    """What one call does, as a statement."""
    if isinstance(action, Keep):
        return f" assay_kept[{action.slot}] = a{action.argument};"
    if action.variable in _OURS:
        return ""
    place = action.variable or (f"a{action.argument}" if action.slot is None else f"assay_kept[{action.slot}]")
    return f" if ({place}) assay_put((char *){place} + {action.offset}, {_literal(action.value)}, {action.size});"


def _literal(value: int) -> str:
    if -(1 << 63) < value < 0:
        return f"{value}ll"
    return f"{value % (1 << 64)}ull"


def storage(name: str, value: int, size: int = _STORAGE) -> str:
    """An external variable of unknown type: room enough, and its value in the first bytes."""
    return f"__attribute__((weak, aligned(64))) assay_value {name}[{size // 8}] = {{{value}ull}};"


def tables(what: Plan) -> list[str]:
    """What the support code of a harness without a C library reads."""
    separate = [str(allocation.kind) for allocation in what.allocations]
    contents = [
        _poke(number, poke) for number, allocation in enumerate(what.allocations) for poke in allocation.contents
    ]
    memory = [_poke(0, poke) for poke in what.memory]
    return [
        f"static const assay_value assay_arguments[] = {{{', '.join(f'{value}ull' for value in what.arguments)}}};",
        f"static const char assay_separate[] = {{{', '.join([*separate, '0'])}}};",
        "struct assay_poke { unsigned allocation; assay_value place, value; unsigned size; };",
        f"static const struct assay_poke assay_contents[] = {{{_rows([*contents, '{-1u, 0, 0, 0}'])}}};",
        f"static const struct assay_poke assay_memory[] = {{{_rows([*memory, '{-1u, 0, 0, 0}'])}}};",
        f"static const assay_value assay_pages[] = {{{_rows([f'{page}ull' for page in [*_pages(what), 0]])}}};",
        f"#define ASSAY_PAGE {_PAGE}ul",
        f"#define ASSAY_HEAP {HEAP_BASE}ul",
        f"#define ASSAY_SCRATCH {SCRATCH}ul",
        f"#define ASSAY_SCRATCH_SIZE {SCRATCH_PIECE * SCRATCH_PIECES}ul",
        *([f"#define ASSAY_FRESH {what.fresh:#x}ull"] if what.fresh else []),
    ]


def _rows(items: Sequence[str]) -> str:
    return "".join(f"\n  {item}," for item in items)


def _poke(allocation: int, poke: Poke) -> str:
    return f"{{{allocation}, {poke.place}ull, {poke.value}ull, {poke.size}}}"


def _pages(what: Plan) -> list[int]:
    """Pages around whatever may be a pointer that the program follows, beyond the heap."""
    pokes: list[Poke] = [*what.memory, *(poke for allocation in what.allocations for poke in allocation.contents)]
    values = {poke.value for poke in pokes} | {poke.place for poke in what.memory}
    values.update(value for row in what.results.values() for value in row)
    pages = {page for value in values for page in range(value - _PAGE, value + 2 * _PAGE, _PAGE)}
    return sorted({page // _PAGE * _PAGE for page in pages if can_be_mapped(page)})[:_MOST_PAGES]
