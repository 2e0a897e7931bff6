"""The arguments of main: C code that makes them and calls it, behind the text of its file.

``argv`` has ``argc`` strings of any content and a null pointer behind them (C17 5.1.2.2.1).  How many there are, and
how long, is bounded, and told with the answer.  A program that does not look at them is called with any number.
"""

from __future__ import annotations

import re
from typing import Final

from assay.core.program import START
from assay.frontends.c.library.known import NONDET
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor, Unit

# So many strings at most, the program's name among them, and so many bytes each, its end included.
STRINGS: Final = 3
BYTES: Final = 8
TAKEN: Final = (
    f"main is called with 1 to {STRINGS} strings (argc is at least 1), the program's name among them, of at most "
    f"{BYTES - 1} characters each"
)
_CHARACTERS: Final = (4, 5, 13, 14)


def reads_arguments(unit: Unit, main: Cursor) -> bool:
    """Has main two parameters, the second of which are strings that it looks at?"""
    parameters = unit.parameters(main)
    if len(parameters) != 2:
        return False
    made = unit.lib.getCursorType(parameters[1])
    for _ in range(2):
        made = unit.lib.getCanonicalType(made)
        array = made.kind in (kinds.CONSTANT_ARRAY, kinds.INCOMPLETE_ARRAY, kinds.VARIABLE_ARRAY)
        if not array and made.kind not in kinds.POINTERS:
            return False
        made = unit.lib.getArrayElementType(made) if array else unit.lib.getPointeeType(made)
    if unit.lib.getCanonicalType(made).kind not in _CHARACTERS:
        return False
    name, text = unit.spelling(parameters[1]), unit.source(main)
    return bool(name) and (text is None or len(re.findall(rf"\b{re.escape(name)}\b", text)) > 1)


def calling_main() -> str:
    """A function without parameters that calls main with its arguments."""
    number, byte = f"{NONDET}int_argument", f"{NONDET}char_argument"
    lines = [f"extern int {number}(void);", f"extern char {byte}(void);", "extern void __VERIFIER_assume(int);"]
    lines += [f"int {START}(void) {{", f"  char *assay_strings[{STRINGS + 1}];", f"  int assay_count = {number}();"]
    lines.append(f"  __VERIFIER_assume(assay_count >= 1 && assay_count <= {STRINGS});")
    for string in range(STRINGS):
        place = f"assay_string{string}"
        lines.append(f"  char {place}[{BYTES}];")
        lines += [f"  {place}[{i}] = {byte}();" for i in range(BYTES - 1)]
        lines.append(f"  {place}[{BYTES - 1}] = 0;")
        lines.append(f"  assay_strings[{string}] = assay_count > {string} ? {place} : (char *)0;")
    lines.append(f"  assay_strings[{STRINGS}] = (char *)0;")
    return "\n".join([*lines, "  return main(assay_count, (void *)assay_strings);", "}\n"])
