"""Variables that a block sets by ``=`` where it has set them by ``<=`` before, which are refused.

What ``<=`` sets comes last, whatever stands behind it (IEEE 1800-2017, 4.9.4); Yosys takes the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, closing
from assay.frontends.verilog.concurrent.statements import statement_end
from assay.frontends.verilog.tokens import ASSIGNING, STATEMENTS, Token

_ALWAYS: Final = ("always", "always_ff", "always_comb", "always_latch")
_CASES: Final = ("case", "casez", "casex")
_LOOPS: Final = ("for", "while", "repeat", "foreach")
_PASSED: Final = ("unique", "unique0", "priority", "forever", "do")
_BRACKETS: Final = ("(", "[", "{", "'{")
_LATER: Final = "<="


def refuse_mixed(tokens: Sequence[Token]) -> None:
    """Raises Unsupported for the first of them."""
    if not any(token.text == _LATER for token in tokens):
        return
    tasks = dict(_tasks(tokens))
    for start, token in enumerate(tokens):
        if token.text in _ALWAYS and not (start and tokens[start - 1].text in STATEMENTS):
            _statement(tokens, start + 1, frozenset(), tasks)


Tasks = Mapping[str, range]


def _tasks(tokens: Sequence[Token]) -> Iterator[tuple[str, range]]:
    """The tasks by their names, each with the places from what stands behind its head to its end."""
    for start, token in enumerate(tokens):
        if token.text == "task":
            head = next((k for k in range(start, len(tokens)) if tokens[k].text == ";"), len(tokens))
            end = next((k for k in range(head, len(tokens)) if tokens[k].text == "endtask"), len(tokens))
            name = next((k for k in range(head - 1, start, -1) if tokens[k].text == "("), head) - 1
            yield tokens[name].text, range(head + 1, end)


def _body(tokens: Sequence[Token], body: range, later: frozenset[str], tasks: Tasks) -> frozenset[str]:
    place = body.start
    while place < body.stop:
        later = _statement(tokens, place, later, tasks)
        place = max(statement_end(tokens, place), place + 1)
    return later


def _statement(tokens: Sequence[Token], place: int, later: frozenset[str], tasks: Tasks) -> frozenset[str]:
    """What is set by ``<=`` when the statement has been carried out, with what was before."""
    end = statement_end(tokens, place)
    place = _start(tokens, place, end)
    word = tokens[place].text if place < end else ";"
    if word == "begin":
        place += 3 if tokens[place + 1].text == ":" else 1
        return _body(tokens, range(place, end - 1), later, tasks)
    if word == "if":
        place = closing(tokens, place + 1) + 1
        found = _statement(tokens, place, later, tasks)
        place = statement_end(tokens, place)
        other = place < end and tokens[place].text == "else"
        return found | (_statement(tokens, place + 1, later, tasks) if other else later)
    if word in _CASES:
        found, place = later, closing(tokens, place + 1) + 1
        while place < end - 1:
            place = _behind_labels(tokens, place, end)
            found |= _statement(tokens, place, later, tasks)
            place = max(statement_end(tokens, place), place + 1)
        return found
    if word in _LOOPS:
        # What one turn sets is before the next one.
        place = closing(tokens, place + 1) + 1
        return _statement(tokens, place, _statement(tokens, place, later, tasks), tasks)
    if word in tasks and tokens[place + 1].text in ("(", ";"):
        # A task that calls itself is none of a circuit.
        rest = {name: body for name, body in tasks.items() if name != word}
        return _body(tokens, tasks[word], later, rest)
    for name, is_later in _targets(tokens, place, end):
        if is_later:
            later |= {name.text}
        elif name.text in later:
            hint = "set it in one of both ways, or take another variable between"
            raise Unsupported(f"{name.text} is set by = behind <= in one block", name.spot, hint)
    return later


def _start(tokens: Sequence[Token], place: int, end: int) -> int:
    """Behind labels, attributes, promises and events."""
    while place < end - 1:
        word = tokens[place].text
        if word in ("@", "#"):
            place = closing(tokens, place + 1) + 1 if tokens[place + 1].text == "(" else place + 2
        elif word == "(*":
            place = next((k for k in range(place, end) if tokens[k].text == "*)"), end) + 1
        elif word in _PASSED:
            place += 1
        elif tokens[place + 1].text == ":" and NAME.fullmatch(word) and word != "begin":
            place += 2
        else:
            break
    return place


def _behind_labels(tokens: Sequence[Token], place: int, end: int) -> int:
    """Where the statement of an item of ``case`` begins."""
    if tokens[place].text == "default":
        return place + 2 if tokens[place + 1].text == ":" else place + 1
    choices = 0
    while place < end and (choices or tokens[place].text != ":"):
        word = tokens[place].text
        choices += (word == "?") - (word == ":")
        place = closing(tokens, place) + 1 if word in _BRACKETS else place + 1
    return place + 1


def _targets(tokens: Sequence[Token], place: int, end: int) -> Iterator[tuple[Token, bool]]:
    """The variables that an assignment sets, and whether by ``<=``."""
    operator = place
    while operator < end and tokens[operator].text not in (_LATER, *ASSIGNING):
        operator = closing(tokens, operator) + 1 if tokens[operator].text in _BRACKETS else operator + 1
    if operator >= end or not (tokens[place].text == "{" or NAME.fullmatch(tokens[place].text)):
        return
    later = tokens[operator].text == _LATER
    if tokens[place].text != "{":
        yield tokens[place], later
    for before, name in zip(tokens[place:operator], tokens[place + 1 : operator], strict=False):
        if before.text in ("{", ",") and NAME.fullmatch(name.text):
            yield name, later
