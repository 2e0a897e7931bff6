"""Attributes that change where control goes: ``cleanup``, ``constructor``, ``destructor`` and ``noreturn``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.core.errors import Unsupported
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import Cursor, Unit

# The priority of a constructor or destructor without one: behind all others.
LAST = 65535
_LONGEST = 200
_DEEPEST = 5  # so many macros in each other are looked into
_DEFINITION = r"^[ \t]*#[ \t]*define[ \t]+{}\b(\([^()]*\))?((?:.*\\\n)*.*)"


def argument_of(unit: Unit, declaration: Cursor, name: str) -> str | None:
    """What stands in the parentheses of an attribute of a declaration, "" if there are none; None without it."""
    if name.encode() not in unit.text:
        return None
    pattern = re.compile(rf"(?:__)?{name}(?:__)?\b\s*(?:\((?P<argument>[^()]*)\))?")
    for child in unit.children(declaration):
        if child.kind >= kinds.FIRST_ATTRIBUTE and (start := unit.written(child)) is not None:
            text = unit.text[start : start + _LONGEST].decode(errors="replace")
            match = pattern.match(text)
            found = (match["argument"] or "").strip() if match else _by_macro(unit, text, name, pattern, declaration)
            if found is not None:
                return found
    return None


def _by_macro(unit: Unit, text: str, attribute: str, pattern: re.Pattern[str], declaration: Cursor) -> str | None:
    """The argument of the attribute in what the macro means that the text begins with."""
    program = unit.text.decode(errors="replace")
    macro = re.match(r"\w+", text)
    found = set(_expansions(program, text, macro, pattern, _DEEPEST)) if macro is not None else set()
    if len(found) > 1:
        message = f"the {attribute} that a macro means is not plain to see"
        raise Unsupported(message, unit.position(declaration), "write it out")
    return next(iter(found), None)


def _expansions(program: str, text: str, name: re.Match[str], pattern: re.Pattern[str], depth: int) -> Iterator[str]:
    """The attribute's arguments in what a macro may mean, by each of its definitions and by macros inside of them."""
    if not depth:
        return
    for parameters, body in re.findall(_DEFINITION.format(name[0]), program, re.MULTILINE):
        given = re.match(r"\s*\(([^()]*)\)", text[name.end() :]) if parameters else None
        if parameters and given is None:
            continue
        names, values = (
            [word.strip() for word in part.split(",")] for part in (parameters[1:-1], given[1] if given else "")
        )
        for parameter, value in zip(names, values, strict=False):
            body = re.sub(rf"\b{re.escape(parameter)}\b", value.replace("\\", r"\\"), body) if parameter else body
        body = re.sub(r"\s*##\s*", "", body)
        match = pattern.search(body)
        if match is not None:
            yield (match["argument"] or "").strip()
            continue
        for inner in re.finditer(r"[A-Za-z_]\w*", body):
            yield from _expansions(program, body, inner, pattern, depth - 1)


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
