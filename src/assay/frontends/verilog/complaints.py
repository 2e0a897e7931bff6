"""What Yosys complains of, as an error at a place of the source, with what can be done about it where that is known."""

from __future__ import annotations

import re
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.verilog.concurrent.rewriting import GUARD

_ERROR: Final = re.compile(
    r"^(?:(?P<file>[^\n]*?):(?P<line>\d+)(?:\.(?P<column>\d+))?[-\d.]*: )?ERROR: ?(?P<message>.*)$", re.M
)
# Names that Yosys makes have the place of what they are for.
_MADE: Final = re.compile(r"\$\w+\$([^\s:$]+):(\d+)\$\d+")
# The lines before an error without a place that may tell what it was about.
_BEFORE: Final = 5
_WORD: Final = re.compile(r"TOK_([A-Z_]+)")
PARAMETER: Final = "write a number, or use the module with one value of it"
NO_LABEL: Final = (
    "Yosys has a name once in a module, and labels of a loop as often as it is copied: leave the label out"
)
CHOICES: Final = (
    "in a function that has to be a number write if and else in place of casez, casex or a case of several widths"
)


def complaint(log: str, printed: str, tree: str) -> InputError | None:
    """The first error that was logged or printed; ``tree`` is what Yosys has before the names of files."""
    text = f"{log}\n{printed}".replace(tree, "")
    match = _ERROR.search(text)
    if match is None:
        return None
    where = None
    if match["file"]:
        where = Position(match["file"], int(match["line"]), int(match["column"] or 0))
    else:
        before = text[: match.start()].splitlines()[-_BEFORE:]
        made = next((found for line in (match["message"], *reversed(before)) for found in _MADE.findall(line)), None)
        where = Position(made[0], int(made[1])) if made is not None else None
    message = _WORD.sub(lambda word: "name" if word[1] == "ID" else word[1].lower(), match["message"].strip())
    if GUARD in message:
        return Unsupported(message[message.index(GUARD) :], where, PARAMETER)
    return InputError(f"Yosys: {message}", where, _hint(message))


def _hint(message: str) -> str:
    if "with the same name was already created" in message:
        return NO_LABEL
    if "composite left hand side in constant function" in message:
        return CHOICES
    return ""
