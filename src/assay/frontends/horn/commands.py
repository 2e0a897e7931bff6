"""What the SMT-LIB based formats share: which commands matter, and how a solver's complaints become ours."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from assay.core.errors import InputError
from assay.frontends.horn.sexpr import Rewriting
from assay.frontends.text import DIGITS
from assay.solve.z3.scripts import Script, SyntaxComplaint

# Commands that declare or define symbols: handed on to the parser as they are.
DEFINITIONS: Final = frozenset(
    (
        *("declare-fun", "declare-const", "declare-sort", "declare-datatype", "declare-datatypes"),
        *("define-fun", "define-const", "define-sort"),
    )
)
# Commands that ask something of a solver, or tell it something that does not change the clauses.
IGNORED: Final = frozenset(
    (
        *("set-logic", "set-info", "set-option", "check-sat", "echo"),
        *("get-model", "get-proof", "get-info", "get-option", "get-value", "get-assertions", "get-unsat-core"),
        *("get-assignment", "get-unsat-assumptions", "get-objectives", "get-interpolants", "eval"),
    )
)

_LONG_NUMBER: Final = re.compile(rf"(?<![\w!?.$%^&*+<>=~@/-])(?:#[xb]|[0-9]+\.)?[0-9a-fA-F]{{{DIGITS + 1},}}")
_UNKNOWN: Final = re.compile(
    r"unknown constant (?P<name>\|[^|]*\||\S+)"
    r"(?: (?P<given>\(.*?\)))?(?: declared: \(declare-fun (?:\|[^|]*\||\S+) (?P<declared>\(.*?\)) .*)?"
)
_MISMATCH: Final = re.compile(
    r"Sort mismatch at argument #(\d+) for function \(declare-fun (\|[^|]*\||\S+) .*\) supplied sort is (.*)"
)
_SORT: Final = re.compile(r"unknown sort '(.*)'")


def read_script(rewriting: Rewriting, names: Collection[str], expected: int) -> Script:
    """The assertions of a text; what the parser rejects is an ``InputError`` with its position."""
    long = _LONG_NUMBER.search(rewriting.text)
    if long:
        raise InputError(f"a number of more than {DIGITS} digits", rewriting.origin(long.start()))
    try:
        script = Script(rewriting.text, names)
    except SyntaxComplaint as complaint:
        where = rewriting.position(complaint.line, complaint.column)
        raise InputError(_message(complaint.message), where) from None
    if len(script) != expected:
        raise InputError(f"{expected} assertions are written, but only {len(script)} can be read")
    return script


def _message(text: str) -> str:
    """A solver's words in ours, where we have some."""
    text = text.strip()
    if found := _UNKNOWN.fullmatch(text):
        name, given, declared = found.group("name", "given", "declared")
        if declared:
            return f"wrong sorts: {name} is declared for arguments {declared}, not {given}"
        return f"unknown symbol {name}"
    if found := _MISMATCH.fullmatch(text):
        number, name, sort = found.groups()
        return f"wrong sorts: argument {number} of {name} is {sort}"
    if found := _SORT.search(text):
        return f"unknown sort {found.group(1)}"
    return text
