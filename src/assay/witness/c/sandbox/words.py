"""Words that a program may not have if it is to be executed: a second line of defence, behind the front end.

Assembly can do what no C program can: it can make system calls, and reach into the harness.  What instrumentation calls
is not for the program to call, or to define.  The text is looked at as
the compiler will see it, after preprocessing, so that no macro hides a word.
"""

from __future__ import annotations

import re
from typing import Final

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|[A-Za-z_$][\w$]*", re.DOTALL)
_REFUSED: Final = re.compile(
    r"_*asm_*|__asm__volatile__|_*syscall|__cyg_profile_\w*|__(?:asan|ubsan|sanitizer)_\w*|_start"
)


def refused_word(text: str) -> str | None:
    """The first word outside of strings for which a preprocessed program is not executed."""
    for match in _TOKEN.finditer(text):
        if _REFUSED.fullmatch(match[0]):
            return match[0]
    return None
