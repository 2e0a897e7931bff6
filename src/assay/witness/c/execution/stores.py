"""What functions without a body store in a run, and how a harness gets there.

By the name of a variable, behind a pointer that the call itself is handed, or behind one that an earlier call was
handed, which the harness keeps.  What does not lie inside of any of these cannot be stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from assay.core.c_source import Handed, OutsideCall, SourceMap
from assay.core.evidence import Trace
from assay.core.model import Model
from assay.core.slicing.influence import Influence, Need
from assay.core.terms import prime
from assay.core.terms.evaluate import ArrayValue

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_MASK: Final = (1 << 64) - 1


@dataclass(frozen=True)
class Write:
    """What a call stores: so far behind the pointer that is an argument, or that was kept, else in a variable."""

    argument: int | None
    variable: str
    offset: int
    size: int
    value: int
    slot: int | None = None


@dataclass(frozen=True)
class Keep:
    """A call keeps the pointer that is its argument, for others."""

    argument: int
    slot: int


Action = Write | Keep


@dataclass(frozen=True)
class Stores:
    """By function, what each of its calls does; and the inputs of the run that are handed over so."""

    calls: Mapping[str, tuple[tuple[Action, ...], ...]] = field(default_factory=dict)
    delivered: frozenset[Need] = frozenset()


def stores(model: Model, trace: Trace, matters: Influence) -> Stores:
    """What the run has functions without a body store."""
    source = model.origin.source
    if source is None or not source.outside:
        return Stores()
    found = _Stores(source)
    for step, edge in enumerate(trace.edges):
        call = source.outside.get(edge.name)
        if call is not None and _NAME.fullmatch(call.function):
            found.enter(call)
            for need, place in _changed(source, trace, step, matters.inputs[step]):
                found.store(need, place, matters=need in matters.inputs[step])
    return Stores(
        {name: tuple(tuple(done) for done in calls) for name, calls in found.calls.items()}, frozenset(found.delivered)
    )


@dataclass(frozen=True)
class _Place:
    """A value in the memory of the model."""

    address: int
    size: int
    value: int


def _changed(source: SourceMap, trace: Trace, step: int, needed: frozenset[Need]) -> Iterator[tuple[Need, _Place]]:
    """What a call changes: variables of the model, and of arrays the elements that matter."""
    edge, inputs, after = trace.edges[step], trace.inputs[step], trace.states[step + 1]
    for target, term in edge.updates.items():
        chosen = [symbol for symbol in term.free if symbol in inputs]
        storage, value = source.places.get(target), after.get(target)
        if storage is not None and len(chosen) == 1 and isinstance(value, int):
            yield (chosen[0], None), _Place(storage.address, storage.size, int(value) & _MASK)
    arrays = {prime(target) for target in edge.updates if target.sort.is_array}
    for symbol, index in sorted(needed, key=lambda need: (need[0].uid, repr(need[1]))):
        whole = inputs.get(symbol)
        if symbol in arrays and isinstance(index, int) and isinstance(whole, ArrayValue):
            value, element = whole.at(index), whole.sort.element
            if isinstance(value, int) and element is not None:
                yield (symbol, index), _Place(index, element.width // 8 or 4, int(value) & _MASK)


@dataclass
class _Stores:
    source: SourceMap
    calls: dict[str, list[list[Action]]] = field(default_factory=dict)
    delivered: set[Need] = field(default_factory=set)
    current: list[Action] = field(default_factory=list)
    handed: tuple[Handed, ...] = ()
    known: list[tuple[Handed, list[Action]]] = field(default_factory=list)
    slots: dict[int, int] = field(default_factory=dict)

    def enter(self, call: OutsideCall) -> None:
        """The next call of a function."""
        self.known += [(handed, self.current) for handed in self.handed]
        self.current, self.handed = [], call.handed
        self.calls.setdefault(call.function, []).append(self.current)

    def store(self, need: Need, place: _Place, *, matters: bool) -> None:
        """The current call stores something; what does not matter is left out where it takes a detour."""
        made = self._directly(place) or (self._by_detour(place) if matters else None)
        if made is not None:
            self.current.append(made)
            self.delivered.add(need)

    def _directly(self, place: _Place) -> Write | None:
        for handed in self.handed:
            if handed.has(place.address, place.size):
                return Write(handed.argument, "", place.address - handed.address, place.size, place.value)
        for name, storage in self.source.exported.items():
            offset = place.address - storage.address
            if 0 <= offset and offset + place.size <= storage.size:
                return Write(None, name, offset, place.size, place.value)
        return None

    def _by_detour(self, place: _Place) -> Write | None:
        """Behind a pointer that an earlier call was handed."""
        for number, (handed, actions) in reversed(list(enumerate(self.known))):
            if handed.has(place.address, place.size):
                slot = self.slots.get(number)
                if slot is None:
                    slot = self.slots[number] = len(self.slots)
                    actions.insert(0, Keep(handed.argument, slot))
                return Write(None, "", place.address - handed.address, place.size, place.value, slot)
        return None
