"""Programs that are nested deeper than any reader can follow are refused before one tries.

libclang descends by recursion, with the stack of its caller (``deep`` makes that large), and a stack that ends takes
the process with it.  Brackets are counted by clang itself (``BRACKETS``), in macros and included files as well.  What
nests without brackets (prefix operators, casts, loops without braces) is bounded by the number of words and signs
between two breaks.  Known limits: chains of ``else`` and of ``for``, which have semicolons, and operators that macros
repeat are not counted; they are read up to some 50,000 levels.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.text import Source

# Three times as many were read with the stack that ``deep`` gives.
BRACKETS: Final = 10_000
# Half as many again were read.
LONGEST: Final = 20_000

_NO_CODE: Final = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_STRETCH: Final = re.compile(r"[^;{},]+")
_WORD: Final = re.compile(r"\w+|[^\w\s]")


def refuse_depth(source: Source) -> None:
    """Refuses a text with more than ``LONGEST`` words and signs in a row, comments and literals aside."""
    code = _NO_CODE.sub(lambda match: " " * len(match.group()), source.text)
    for stretch in _STRETCH.finditer(code):
        if stretch.end() - stretch.start() <= LONGEST:
            continue
        beyond = next(islice(_WORD.finditer(code, stretch.start(), stretch.end()), LONGEST, None), None)
        if beyond is not None:
            message = f"nested too deeply: more than {LONGEST} words and signs in a row"
            raise Unsupported(message, source.position(beyond.start()), "break the expression or statement up")
