"""What Yosys complains of, as an error at a place of the source, with what can be done about it where that is known."""

from __future__ import annotations

import re
from typing import Final

from assay.core.errors import InputError, Position, Unsupported
from assay.frontends.verilog.casts import NARROWED
from assay.frontends.verilog.concurrent.rewriting import GUARD
from assay.frontends.verilog.conditions import source_of

_ERROR: Final = re.compile(
    r"^(?:(?P<file>[^\n]*?):(?P<line>\d+)(?:\.(?P<column>\d+))?[-\d.]*: )?ERROR: ?(?P<message>.*)$", re.M
)
# Names that Yosys makes have the place of what they are for.
_MADE: Final = re.compile(r"\$\w+\$([^\s:$]+):(\d+)\$\d+")
# The lines before an error without a place that may tell what it was about.
_BEFORE: Final = 5
_WORD: Final = re.compile(r"TOK_([A-Z_]+)")
_NAMED_STATEMENT: Final = re.compile(r"\s*[A-Za-z_]\w*\s*:")
_UNMATCHED: Final = "Unterminated preprocessor conditional"
_CONDITIONAL: Final = re.compile(r"^\s*`(ifdef|ifndef|endif)\b", re.M)
# Words that begin something: what is before them was not ended.
_BEGINNING: Final = re.compile(
    r"unexpected (?:always\w*|assign|initial|end\w*|end of file|module|input|output|reg|wire|logic|assert|cover)\b"
)
PARAMETER: Final = "write a number, or use the module with one value of it"
WIDTH: Final = "let a net of that width have its value (or a replication has a number that is no constant)"
NO_LABEL: Final = (
    "Yosys has a name once in a module, and labels of a loop as often as it is copied: leave the label out"
)
ONLY_CHECKS: Final = "Yosys reads a name before assert, assume and cover alone: write if (...) name: assert"
NOT_ENDED: Final = "what stands before it may lack its end: a semicolon, an end, an endmodule"
NO_ENDIF: Final = "an `endif is missing"
CHOICES: Final = (
    "in a function that has to be a number write if and else in place of casez, casex or a case of several widths"
)
# What a message of Yosys, or the line that it is about, tells of a construct that Yosys does not know.
_BY_MESSAGE: Final = (
    (
        r"task name `\\(?:break|continue)'",
        "Yosys knows no break and no continue: let a variable say what is still to be done",
    ),
    (r"While loops are only allowed", "write for, with a number of turns that is known"),
    (r"cell type \$pow\b", "Yosys has no circuit for **: write products, or << for powers of two"),
    (r"Invalid nesting of always blocks", "declare the variable first, and set it by a statement"),
)
_BY_LINE: Final = (
    (r"\breturn\b", "Yosys knows no return: set the function's name"),
    (r"\bforeach\b", "Yosys knows no foreach: write for"),
    (r"\{\s*(?:<<|>>)", "Yosys knows no streaming operators: write a concatenation"),
    (r"'\{[^}]*:", "Yosys knows no names in '{...}: set the members one by one"),
    (r"\bparameter\s+type\b", "Yosys knows no parameters that are types"),
    (r"\b(?:function|task)\b.*\binput\b[^,;)]*=", "Yosys knows no defaults of arguments: give all of them"),
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
    if NARROWED in message:
        return Unsupported("a cast to fewer bits, which Yosys computes with more", where, WIDTH)
    return InputError(f"Yosys: {message}", where, _hint(message, where))


def unmatched(error: InputError, text: str, file: str) -> InputError:
    """The error with its place, if it is that a conditional of ``text`` has no end."""
    if not error.message.startswith(f"Yosys: {_UNMATCHED}"):
        return error
    opened: list[int] = []
    for match in _CONDITIONAL.finditer(text):
        if match[1] != "endif":
            opened.append(text.count("\n", 0, match.end()) + 1)
        elif opened:
            opened.pop()
    return InputError(error.message, Position(file, opened[-1]), NO_ENDIF) if opened else error


def _hint(message: str, where: Position | None) -> str:
    lines = source_of(where.file).split("\n") if where is not None else []
    line = lines[where.line - 1] if where is not None and 0 < where.line <= len(lines) else ""
    known = [hint for pattern, hint in _BY_MESSAGE if re.search(pattern, message)]
    if "syntax error" in message:
        known += [hint for pattern, hint in _BY_LINE if re.search(pattern, line)]
    if known:
        return known[0]
    if "syntax error, unexpected ':'" in message:
        return ONLY_CHECKS if _NAMED_STATEMENT.match(line) else ""
    if _BEGINNING.search(message):
        return NOT_ENDED
    if "with the same name was already created" in message:
        return NO_LABEL
    if "composite left hand side in constant function" in message:
        return CHOICES
    return ""
