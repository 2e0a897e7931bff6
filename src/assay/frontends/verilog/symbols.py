"""Names for states that Yosys adds to a design, by what they are in its BTOR2 text: proofs speak of them.

* ``$initstate``: true at the first step and never again; for what stands behind ``initial``.
* ``$past(x)``: what ``x`` was one step before; ``$past(x,2)`` two steps before.
* ``x$q``: the register ``x`` as it is where its asynchronous reset is not active.

Others keep the number of their line as their name.  Names are for people: nothing is decided by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

FIRST: Final = "$initstate"
# Where a node stands for what has a name, and that name: state, input, output, and an extension by no bits.
_NAMED: Final = (
    re.compile(r"^(\d+) (?:state|input) \d+ ([\w$.[\]]+)(?= |$)", re.M),
    re.compile(r"^\d+ output (\d+) ([\w$.[\]]+)(?= |$)", re.M),
    re.compile(r"^\d+ uext \d+ (\d+) 0 ([\w$.[\]]+)(?= |$)", re.M),
)
_STATE: Final = re.compile(r"^(\d+) state \d+$", re.M)
_BIT: Final = re.compile(r"^(\d+) const \d+ ([01])$", re.M)
_GIVEN: Final = re.compile(r"^\d+ (init|next) \d+ (\d+) (\d+)", re.M)
_CHOICE: Final = re.compile(r"^(\d+) ite \d+ \d+ (\d+) (\d+)", re.M)
_CONSTANT: Final = re.compile(r"^(\d+) const", re.M)
_PAST: Final = re.compile(r"\$past\((.*?)(?:,(\d+))?\)")


def with_symbols(text: str) -> str:
    """The BTOR2 text in which states without a name have one that tells what they are."""
    found = dict(_symbols(text))
    return _STATE.sub(lambda match: f"{match[0]} {found[match[1]]}" if match[1] in found else match[0], text)


def _symbols(text: str) -> Iterator[tuple[str, str]]:
    """States without a name, by their lines, and what they may be called."""
    names = {number: name for pattern in reversed(_NAMED) for number, name in pattern.findall(text)}
    bits = dict(_BIT.findall(text))
    constants = set(_CONSTANT.findall(text))
    first = {state: value for kind, state, value in _GIVEN.findall(text) if kind == "init"}
    after = {state: value for kind, state, value in _GIVEN.findall(text) if kind == "next"}
    reset: dict[str, str] = {}
    for number, one, other in _CHOICE.findall(text):
        if number in names:
            reset.update({state: names[number] for state, value in ((one, other), (other, one)) if value in constants})
    states = _STATE.findall(text)
    for state in states:
        if (bits.get(first.get(state, "")), bits.get(after.get(state, ""))) == ("1", "0"):
            names[state] = FIRST
        elif state in reset:
            names[state] = f"{reset[state]}$q"
    for _ in states:
        # What is remembered may be remembered itself.
        new = {
            state: _before(names[after[state]]) for state in states if state not in names and after.get(state) in names
        }
        if not new:
            break
        names.update(new)
    yield from ((state, names[state]) for state in states if state in names)


def _before(name: str) -> str:
    """What is called so, a step before."""
    match = _PAST.fullmatch(name)
    return f"$past({match[1]},{int(match[2] or 1) + 1})" if match is not None else f"$past({name})"
