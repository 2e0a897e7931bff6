"""What a run of a C program asks of its surroundings: results of functions, arguments of main, contents of memory.

All of it is read off the inputs that the run recorded, whose names say what they stand for (docs/reference/c.md).  A
value that had no influence on the run may be another: a pointer then becomes one that can be followed.  Limits: the
order of calls is that of the model, from left to right; what a function without a body returns as a struct, or changes
other than by name and behind a plain ``&x`` that some call was handed, what local variables hold that nothing
initialises, and what is read through invalid pointers cannot be handed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from assay.core.evidence import Assignment, Trace
from assay.core.model import Edge, Model
from assay.core.slicing.influence import Influence
from assay.core.terms import Term
from assay.core.terms.evaluate import Value
from assay.witness.c.execution.memory_contents import (
    SCRATCH,
    Allocation,
    Poke,
    allocations,
    can_be_mapped,
    elements,
    scratch,
)
from assay.witness.c.execution.stores import Action, stores

_RESULT: Final = re.compile(r"(?P<function>[A-Za-z_]\w*)\(\)#(?P<number>\d+)")
_NUMBERED: Final = re.compile(r".*#(?P<number>\d+)", re.DOTALL)
_MAIN: Final = re.compile(r"\bmain\s*\((?P<parameters>[^()]*)\)")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
# An input with this name is the result of a call through a pointer that meets no function.
POINTER_CALL: Final = "pointer_call"
# What lies this many bytes behind a pointer is taken for what it points to.
FIELD: Final = 4096
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Call:
    """A call of a function without a body: what it returned, in which step and at which line."""

    function: str
    value: int
    step: int
    line: int
    pointer: bool = False


@dataclass(frozen=True)
class Surroundings:
    """What the compiled program says of itself: undefined functions and data, and the error functions it defines."""

    functions: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What a harness hands to the program."""

    results: Mapping[str, tuple[int, ...]]
    functions: tuple[str, ...]
    arguments: tuple[int, int, int] = (0, 0, 0)
    data: tuple[tuple[str, int], ...] = ()
    allocations: tuple[Allocation, ...] = ()
    memory: tuple[Poke, ...] = ()
    stores: Mapping[str, tuple[tuple[Action, ...], ...]] = field(default_factory=dict)
    library: str = ""  # C text that defines functions as their models do
    floating: Mapping[str, int] = field(default_factory=dict)  # functions that return numbers of so many bits
    fresh: int = 0  # each word of memory that is allocated, where nothing else is known

    def in_order(self, recorded: Iterable[Call]) -> Plan:
        """The same with the calls in another order."""
        return replace(self, results=results(recorded))


def plan(
    model: Model, trace: Trace, matters: Influence, source: str = "", surroundings: Surroundings | None = None
) -> Plan:
    """What the run asks of its surroundings; ``source`` is the text of the program, to tell the arguments of main.

    Without ``surroundings`` the functions are those whose results the model uses; with them, all undefined ones.
    """
    recorded, stored = results(calls(model, trace, matters)), stores(model, trace, matters).calls
    known = surroundings or Surroundings(_functions(model))
    first: Assignment = trace.states[1] if len(trace.states) > 1 else {}
    values = {symbol.name: bits(value) for symbol, value in first.items() if isinstance(value, int)}
    memory = [poke for poke in elements(trace, matters) if poke.place >= SCRATCH and can_be_mapped(poke.place)]
    return Plan(
        recorded,
        tuple(dict.fromkeys((*known.functions, *(name for name in (*recorded, *stored) if name not in known.data)))),
        _arguments(trace, source),
        tuple((name, values.get(name, 0)) for name in known.data),
        allocations(trace, matters),
        tuple(memory),
        stored,
        floating=_floating(model),
    )


def _floating(model: Model) -> Mapping[str, int]:
    known = model.origin.source.calls if model.origin.source is not None else {}
    return {site.name: site.type.width for site in known.values() if site.type.floating}


def function_of(symbol: Term) -> str | None:
    """The function whose result the input stands for; None if it is no such input."""
    match = _RESULT.fullmatch(symbol.name)
    return match["function"] if match is not None and match["function"] != POINTER_CALL else None


def calls(model: Model, trace: Trace, matters: Influence) -> tuple[Call, ...]:
    """The calls of functions without a body, in the order of the run; those of one step in the order of the program."""
    known = model.origin.source.calls if model.origin.source is not None else {}
    found = []
    pieces = 0
    for step, (edge, inputs) in enumerate(zip(trace.edges, trace.inputs, strict=True)):
        relevant = {symbol for symbol, _ in matters.inputs[step]}
        for symbol in sorted(edge.inputs, key=number_of):
            function = function_of(symbol)
            if function is None:
                continue
            value = bits(inputs[symbol])
            site = known.get(symbol.name)
            pointer = site is not None and site.type.pointer
            if site is not None:
                low = site.type.bounds[0]
                value = (value - low) % (1 << site.type.width) + low
            if pointer and symbol not in relevant:
                value = scratch(pieces)
                pieces += 1
            found.append(Call(function, value, step, edge.origin.line if edge.origin is not None else 0, pointer))
    return tuple(found)


def unrecorded(model: Model, trace: Trace) -> tuple[str, ...]:
    """Functions that the run calls and that have calls which the model does not show: their results cancel out.

    So which call of them got which value is not certain.
    """
    known = model.origin.source.calls if model.origin.source is not None else {}
    shown = {symbol.name for edge in model.edges for symbol in edge.inputs}
    hidden = {site.name for name, site in known.items() if name not in shown}
    called = {function_of(symbol) for edge in trace.edges for symbol in edge.inputs}
    return tuple(sorted(name for name in hidden if name in called))


def number_of(symbol: Term) -> int:
    """The number of an input; 0 if it has none."""
    match = _NUMBERED.fullmatch(symbol.name)
    return int(match["number"]) if match is not None else 0


def bits(value: Value) -> int:
    """A Boolean or an integer as 64 bits."""
    assert isinstance(value, int)
    return int(value) & _MASK


def line_reversed(recorded: Sequence[Call]) -> tuple[Call, ...]:
    """The calls as a compiler may make them that evaluates arguments from right to left: reversed within each line."""
    groups: list[list[Call]] = []
    for call in recorded:
        last = groups[-1][-1] if groups else None
        if last is not None and call.line == last.line and call.step - last.step <= 1:
            groups[-1].append(call)
        else:
            groups.append([call])
    return tuple(call for group in groups for call in reversed(group))


def results(recorded: Iterable[Call]) -> Mapping[str, tuple[int, ...]]:
    """For each function what its calls return, in their order."""
    table: dict[str, list[int]] = {}
    for call in recorded:
        table.setdefault(call.function, []).append(call.value)
    return {function: tuple(values) for function, values in table.items()}


def _functions(model: Model) -> tuple[str, ...]:
    """The functions whose results the model uses, by name."""
    found = {function_of(symbol) for edge in model.edges for symbol in edge.inputs}
    return tuple(sorted(name for name in found if name is not None))


def _arguments(trace: Trace, source: str) -> tuple[int, int, int]:
    """The values of main's parameters, in their order."""
    given: dict[str, int] = {}
    for edge, inputs in zip(trace.edges, trace.inputs, strict=True):
        if _enters_main(edge):
            given = {
                symbol.name.rpartition("#")[0]: bits(inputs[symbol]) for symbol in edge.inputs if number_of(symbol)
            }
            break
    match = _MAIN.search(source) if given else None
    parts = match["parameters"].split(",") if match is not None else []
    names = [(_WORD.findall(part) or [""])[-1] for part in parts]
    first, second, third, *_ = [given.get(name, 0) for name in names] + [0, 0, 0]
    return first, second, third


def _enters_main(edge: Edge) -> bool:
    return edge.target.name.startswith("main:") and not edge.source.name.startswith("main:")


def relocated(what: Plan, recorded: Sequence[Call], trace: Trace, matters: Influence, width: int) -> Plan:
    """The plan with other values for pointers of ``width`` bits that lead where no memory can be.

    What is read a little behind such a pointer moves with it.  That may change the run, if it looks at the pointer.
    """
    read = elements(trace, matters)
    moved: dict[tuple[int, bool], int] = {}
    memory = list(what.memory)

    def move(value: int, *, pointer: bool) -> int:
        value %= 1 << width
        if (value, pointer) not in moved:
            near = [poke for poke in read if (poke.place - value) % (1 << width) < FIELD]
            target = value
            if not can_be_mapped(value) and (pointer or (value and near)):
                target = scratch(-1 - len(moved))
                places = [target + (poke.place - value) % (1 << width) for poke in near]
                memory.extend(replace(poke, place=place) for poke, place in zip(near, places, strict=True))
            moved[value, pointer] = target
        return moved[value, pointer]

    returned = [replace(call, value=move(call.value, pointer=True)) if call.pointer else call for call in recorded]
    fresh = [
        replace(found, contents=tuple(replace(poke, value=move(poke.value, pointer=False)) for poke in found.contents))
        for found in what.allocations
    ]
    return replace(what, results=results(returned), allocations=tuple(fresh), memory=tuple(memory))
