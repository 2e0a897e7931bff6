"""What constraints and invariants may say: C expressions without effects, results of functions, ways of branches."""

from __future__ import annotations

import re
from typing import Any, Final

_TOKEN: Final = re.compile(
    r"\s+|(?P<number>[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+[fFlL]?|[0-9]+\.[0-9]*[fFlL]?"
    r"|(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*|'(?:\\.|[^'\\])+')(?![\w.])"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<effect>\+\+|--|<<=|>>=|[-+*/%&|^]=)"
    r"|(?P<operator>->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:.,])"
    r"|(?P<assignment>=)|(?P<open>[(\[])|(?P<close>[)\]])"
)
_RESULT: Final = re.compile(r"\\result\s*(?:==|!=|<=|<|>=|>)\s*(?P<constant>.+)", re.DOTALL)
_FLOATING: Final = re.compile(r"\(-[0-9.]+(?:e[-+][0-9]+)?f?\)|[0-9.]+(?:e[-+][0-9]+)?f?")
_CONSTANT: Final = re.compile(r"[-+~(]*\s*(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*(?:[\s()]|[-+*]\s*[0-9]+[uUlL]*)*")
_INTEGER: Final = re.compile(r"-?[0-9]+")
_PREFIX: Final = frozenset("-+!~*&")
_KEYWORDS: Final = re.compile(
    "break|case|continue|default|do|else|extern|for|goto|if|register|return|static|switch|typedef|volatile|while"
)


def check_expression(text: str) -> str:
    """What is wrong with a C expression that must have no effects; nothing if it is fine.

    Brackets match, operands and operators take turns, nothing is assigned and no statement is hidden in it.
    """
    place, brackets, operand = 0, [], False
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return f"{text[place]!r} has no place in a C expression"
        token, place = match.group(), match.end()
        kind = match.lastgroup
        if kind in ("effect", "assignment"):
            return f"{token} has an effect"
        if kind == "name" and _KEYWORDS.fullmatch(token):
            return f"the keyword {token} has no place in an expression"
        if kind == "open":
            brackets.append(token)
            operand = False
        elif kind == "close":
            if not brackets or "([".index(brackets.pop()) != ")]".index(token):
                return "the brackets do not match"
            operand = True
        elif kind in ("number", "name"):
            operand = True
        elif kind == "operator":
            if not operand and token not in _PREFIX:
                return f"an operand is missing before {token}"
            operand = False
    if brackets:
        return "the brackets do not match"
    return "" if operand else "the expression is not complete"


def check_result(text: str) -> str:
    """What is wrong with the constraint of a returned value: ``\\result``, a comparison, a constant."""
    match = _RESULT.fullmatch(text.strip())
    if match is None:
        return "this should be \\result, a comparison, and a constant"
    constant = match.group("constant").strip()
    if _FLOATING.fullmatch(constant):
        return ""
    if not _CONSTANT.fullmatch(constant) or constant.count("(") != constant.count(")"):
        return f"{constant!r} is not a constant"
    return ""


def check_branching(value: Any, token: str) -> str:
    """What is wrong with the way that a branch went, where ``token`` stands at its place (nothing if not known)."""
    if isinstance(value, bool):
        return "true and false are strings here: quote them"
    if not isinstance(value, str | int):
        return "this should be a string"
    text = str(value)
    truth = text in ("true", "false")
    case = text == "default" or _INTEGER.fullmatch(text) is not None
    if not truth and not case:
        return f"{text!r} is not true, false, default or an integer"
    if token == "switch" and truth:
        return "a switch goes to a case: an integer or default"
    if token not in ("", "switch") and case:
        return "only a switch goes to a case: this should be true or false"
    return ""
