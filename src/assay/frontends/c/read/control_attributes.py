"""Attributes that change where control goes: ``cleanup``, ``constructor``, ``destructor`` and ``noreturn``."""

from __future__ import annotations

import re

from assay.core.errors import Unsupported
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor, Unit

# The priority of a constructor or destructor without one: behind all others.
LAST = 65535
_LONGEST = 200
_DEFINITION = r"^[ \t]*#[ \t]*define[ \t]+{}\b(\()?((?:.*\\\n)*.*)"


def argument_of(unit: Unit, declaration: Cursor, name: str) -> str | None:
    """What stands in the parentheses of an attribute of a declaration, "" if there are none; None without it."""
    if name.encode() not in unit.text:
        return None
    pattern = re.compile(rf"(?:__)?{name}(?:__)?\b\s*(?:\((?P<argument>[^()]*)\))?")
    for child in unit.children(declaration):
        if child.kind >= kinds.FIRST_ATTRIBUTE and (start := unit.written(child)) is not None:
            text = unit.text[start : start + _LONGEST].decode(errors="replace")
            match = pattern.match(text) or _by_macro(unit, text, pattern, declaration)
            if match is not None:
                return (match["argument"] or "").strip()
    return None


def _by_macro(unit: Unit, text: str, pattern: re.Pattern[str], declaration: Cursor) -> re.Match[str] | None:
    """The attribute in the definition of the macro that the text begins with."""
    pending, seen = re.findall(r"^\w+", text), set[str]()
    while pending:
        macro = pending.pop()
        if macro in seen:
            continue
        for parameters, body in re.findall(_DEFINITION.format(macro), unit.text.decode(errors="replace"), re.MULTILINE):
            found = pattern.search(body)
            if found is not None and not parameters and not seen:
                return found
            if found is not None:
                where = unit.position(declaration)
                raise Unsupported(f"{found[0]} by this macro is not supported", where, "write it out")
            pending += re.findall(r"\w+", body)
        seen.add(macro)
    return None


def priority_of(unit: Unit, function: Cursor, name: str) -> int | None:
    """The priority of a constructor or destructor; None of a function that is none."""
    found = argument_of(unit, function, name)
    if found is None:
        return None
    if found and not found.isdigit():
        raise Unsupported(f"this priority of a {name} is not supported", unit.position(function), "use a number")
    return int(found) if found else LAST


def never_returns(unit: Unit, function: Cursor) -> bool:
    """Does the declaration of a function say that it does not return?  gcc's attribute is a part of the type."""
    if "noreturn" in unit.type_spelling(function):
        return True
    return argument_of(unit, function, "_Noreturn") is not None or argument_of(unit, function, "noreturn") is not None
