"""What Yosys does not read of SystemVerilog, told by its name where it stumbles over it, and what to write instead.

It is looked for only in a line of which Yosys 0.70 complains: nothing is refused that it reads.  Interfaces, checkers
and programs are refused before: it takes them for something else, or runs out of memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.frontends.verilog.tokens import Token, tokens_of

_COMMENT: Final = re.compile(r'"(?:\\.|[^"\\])*"|//.*|/\*.*?(?:\*/|$)')
_SYNTAX: Final = "syntax error"
_KEEP: Final = "what is for testbenches only is kept from FORMAL by `ifndef FORMAL"
# What is looked for in a line with a syntax error, what it is called if not so, what to do, and what Yosys says there.
_CONSTRUCTS: Final = tuple(
    (re.compile(pattern), name, hint, said)
    for pattern, name, hint, said in (
        (r"[=!]=\?", "a comparison with this pattern", "write the pattern as a number: 4'b1??0", "'?'"),
        (r"\{\s*(?:<<|>>)", "a streaming concatenation", "name the parts in the order that is meant: {b, a}", "OP_SH"),
        (r"(?<!#)#\s*[\d(]", "a delay", "a circuit has no delays: leave it out, or keep it from FORMAL", "'#'"),
        (r"\|[-=]>", "an implication outside of properties", "write assert property (@(posedge clk) ...)", "'>'"),
        (r"->", "an implication by ->", "write !a || b", "'>'"),
        (r"\b(?:localparam|parameter)\b[^=]*\w\s*\[", "an array of numbers", "write a function with a case", "'['"),
        (r"[})]\s*\[", "a part of what is computed", "let a net have the value, and take its part", "'['"),
        (r"\b(?:force|release|deassign)\b", "", "set the variable in one block", ""),
        (
            r"\b(?:function|task|input)\b.*=",
            "a default of an argument",
            "give it where it is called",
            "'=', expecting ')'",
        ),
        (r"\bimport\b", "", "import into modules, or write the name with its package: bus::WIDTH", ""),
        (r"\breturn\b", "", "give the value to the name of the function, in one place", ""),
        (r"\bforeach\b", "", "write for (int i = 0; i < 4; i = i + 1)", ""),
        (r"\b(?:class|covergroup|constraint|fork|wait|forever)\b", "", _KEEP, ""),
        (r"(?<!assert )(?<!assume )(?<!cover )\bfinal\b", "", _KEEP, ""),
        (r"\b(?:timeunit|timeprecision)\b", "", "leave it out, or write `timescale", ""),
        (r"\bprimitive\b", "", "write a module", ""),
        (r"\blet\b", "", "write a function, or `define", ""),
        (r"\bdo\b", "", "write for with a fixed number of turns", ""),
        (r"\biff\b", "an event with iff", "write if (...) behind the event", ""),
        (r"'\{\s*default\b", "a pattern with default", "set the parts one by one, or write '0", ""),
        (r"'\{\s*[\w$]+\s*:", "a pattern of parts with names", "set the parts one by one", ""),
        (r"\bparameter\s+type\b", "a type as a parameter", "write the type in its place", ""),
        (r"\$bits\s*\(\s*\w+\s*[\[)]", "$bits of a type", "give it a signal of that type", "expecting"),
        (r"\benum\b[^{]*\{[^}]*\w\s*\[", "an enumeration with numbered names", "write its names one by one", "'['"),
    )
)
_BESIDE_MODULES: Final = ("checker", "program")
# The same by what Yosys says.
_COMPLAINTS: Final = tuple(
    (re.compile(pattern), name, hint)
    for pattern, name, hint in (
        (r"task name `\\(?:break|continue)'", "break and continue", "set a flag, and ask it in each turn"),
        (r"While loops are only allowed", "a while loop", "write for with a fixed number of turns"),
        (
            r"function name `\\[\w.]+\.(?:first|last|next|prev|num|name)'",
            "a method of an enumeration",
            "write its values",
        ),
        (
            r"(?:Unknown i|I)dentifier `\\\w+::\w+' (?:is implicitly declared outside of a module|used as type name)",
            "a name of one package in another",
            "put what both have into one of them",
        ),
        (
            r"Invalid nesting of always blocks",
            "a variable of a routine that is set where it is declared",
            "declare it first, and set it by a statement",
        ),
        (
            r"Found control character or space .*past_clk#",
            "a memory whose clock is a bit of a vector",
            "name the bit: wire c = s[0];",
        ),
        (r"Unsupported cell type \$pow", "a power that is no constant", "write a product, or a shift for one of two"),
    )
)


def refusal(message: str, where: Position | None, line: str) -> Unsupported | None:
    """What it is that Yosys complains of at ``where``, if it is one of these; ``line`` is that of the source."""
    for pattern, name, hint in _COMPLAINTS:
        if pattern.search(message):
            return Unsupported(f"{name}, which Yosys does not read", where, hint)
    if where is None or not message.startswith(_SYNTAX):
        return None
    plain = _COMMENT.sub(lambda match: " " * len(match[0]), line)
    for pattern, name, hint, said in _CONSTRUCTS:
        match = pattern.search(plain)
        if match is not None and said in message:
            what = f"{name or match[0]}, which Yosys does not read"
            return Unsupported(what, Position(where.file, where.line, match.start() + 1), hint)
    return None


def refuse_unread(texts: Sequence[str]) -> None:
    """Raises Unsupported for interfaces that are used, checkers and programs."""
    read = [list(tokens_of(text)) for text in texts if any(word in text for word in ("interface", *_BESIDE_MODULES))]
    interfaces = {after.text for tokens in read for token, after in pairwise(tokens) if token.text == "interface"}
    for tokens in read:
        for before, token in pairwise([Token("", "", 0), *tokens]):
            if token.text in _BESIDE_MODULES:
                raise Unsupported(f"a {token.text}", token.spot, "write a module, and bind it")
            if token.text in interfaces and before.text not in ("interface", "endinterface", ":", "."):
                raise Unsupported(f"{token.text}, an interface", token.spot, "make its signals ports of the modules")
