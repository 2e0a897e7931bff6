"""What functions without a body may do in an execution that no run of the model prescribes.

A function whose result the program uses returns any value of its type, as in the model, and changes nothing, which
every rule for externals allows; one that is declared not to return ends the execution.  What only the C library can
answer is nobody's to choose: such a program is not executed on chosen values.  Functions of the surroundings (``rand``,
``getchar``) return what a library may return.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from assay.core.c_source import STREAMS, Scalar
from assay.core.model import Model
from assay.witness.c.execution.compiler import Text, declared
from assay.witness.c.execution.draws import PRINTING
from assay.witness.c.execution.memory_contents import Poke, scratch
from assay.witness.c.execution.models import INPUTS, LEFT_OPEN, library_text, modelled
from assay.witness.c.execution.plan import Plan, Surroundings
from assay.witness.c.execution.runtime import PROVIDED

Range = tuple[int, int]

_CHARACTER: Final = (-1, 255)
# What these return is up to the surroundings.
RANGES: Final[Mapping[str, Range]] = MappingProxyType(
    {
        "rand": (0, (1 << 31) - 1),
        "random": (0, (1 << 31) - 1),
        "getchar": _CHARACTER,
        "getc": _CHARACTER,
        "fgetc": _CHARACTER,
        "__assay_input": (-(1 << 31), (1 << 31) - 1),
    }
)
INT: Final = Scalar(32, signed=True)
_ENDING: Final = re.compile(r"\b(?:noreturn|__noreturn__|_Noreturn)\b")
_BETWEEN: Final = re.compile(r"[;{}]")
_LINE: Final = re.compile(r"^\s*#.*$", re.MULTILINE)
_NAME: Final = re.compile(r"[A-Za-z_]\w*")
# Main is called with one string, an empty one, and a null pointer behind it.
_ARGUMENTS: Final = scratch(255)
_EMPTY: Final = _ARGUMENTS + 64


@dataclass(frozen=True)
class Outside:
    """Functions that return chosen values, with their types; those that return zero; and what cannot be executed so.

    ``library`` is C text that defines functions of the C library as their models do, and those that do not return.
    """

    chosen: Mapping[str, Scalar]
    silent: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    library: str = ""
    refused: tuple[str, ...] = ()

    def allows(self, function: str, value: int) -> bool:
        """May the function return this?  Of a pointer or a number, the value is its bits."""
        if function not in self.chosen:
            return False
        low, high = self.bounds(function)
        return low <= value <= high

    def bounds(self, function: str) -> Range:
        """The least and the greatest value that it may return."""
        made = self.chosen[function]
        if made.floating:
            return 0, (1 << made.width) - 1
        return RANGES.get(function, made.bounds)

    def plan(self, calls: Iterable[tuple[str, int]], narrow: bool, fresh: int = 0) -> Plan:
        """What a harness hands over, if these are the calls in their order; pointers are ``narrow`` in 32 bits.

        Each word of memory that is allocated is ``fresh`` at first.
        """
        results: dict[str, list[int]] = {}
        for function, value in calls:
            results.setdefault(function, []).append(value)
        return Plan(
            {name: tuple(values) for name, values in results.items()},
            (*self.chosen, *self.silent),
            (1, _ARGUMENTS, 0),
            tuple((name, STREAMS.get(name, 0)) for name in self.data),
            memory=(Poke(_ARGUMENTS, _EMPTY, 4 if narrow else 8),),
            library=self.library,
            floating={name: made.width for name, made in self.chosen.items() if made.floating},
            fresh=fresh,
        )


def types_of(model: Model) -> Mapping[str, Scalar]:
    """What functions without a body return, as far as the program uses it."""
    calls = model.origin.source.calls.values() if model.origin.source is not None else ()
    return {site.name: site.type for site in calls}


def outside(
    known: Surroundings,
    own: frozenset[str],
    types: Mapping[str, Scalar],
    headers: Mapping[str, str],
    models: Mapping[str, str],
    texts: Sequence[Text],
) -> Outside:
    """What the ``texts`` of a program leave undefined (``known``), without the compiler's ``own`` functions."""
    wanted = [name for name in known.functions if name not in own and name not in PROVIDED]
    written = modelled(models, wanted, PROVIDED)
    text = library_text(models, written)
    left = [name for name in wanted if name not in written and name not in LEFT_OPEN]
    library = declared(headers)
    chosen: dict[str, Scalar] = dict.fromkeys(INPUTS, INT) if text else {}
    silent, refused = [], []
    ending = _ending(texts)
    for name in left:
        if name in ending:
            text += f"\nASSAY_OWN void {name}(void) {{ _Exit(0); }}"
        elif name in PRINTING and name not in types:
            silent.append(name)
        elif name in library and name not in RANGES:
            refused.append(name)
        elif name in types:
            chosen[name] = types[name]
        else:
            silent.append(name)
    data = tuple(name for name in known.data if name not in PROVIDED)
    return Outside(chosen, tuple(silent), data, text, tuple(refused))


def _ending(texts: Sequence[Text]) -> frozenset[str]:
    """All names in declarations of what does not return."""
    plain = [_LINE.sub("", text.path.read_text(errors="replace")) for text in texts]
    declarations = [part for text in plain for part in _BETWEEN.split(text) if _ENDING.search(part)]
    return frozenset(name for part in declarations for name in _NAME.findall(part))
