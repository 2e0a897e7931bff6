"""Evidence and events between processes that were forked after the model was read.

Terms are rebuilt on arrival, because what they share and how they are ordered depends on the process; the model's edges
and locations, which are compared by identity, travel by number.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.core.terms.transport import pack, unpack_all

Key = tuple[str, int]


class _Pickler(pickle.Pickler):
    def __init__(self, stream: io.BytesIO, model: Model) -> None:
        super().__init__(stream, protocol=pickle.HIGHEST_PROTOCOL)
        self._edges = {id(edge): number for number, edge in enumerate(model.edges)}
        self._places = {id(place): number for number, place in enumerate(model.locations)}
        self.terms: dict[Term, int] = {}

    def persistent_id(self, value: Any) -> Key | None:
        if isinstance(value, Term):
            return "term", self.terms.setdefault(value, len(self.terms))
        if isinstance(value, Edge) and id(value) in self._edges:
            return "edge", self._edges[id(value)]
        if isinstance(value, Location) and id(value) in self._places:
            return "place", self._places[id(value)]
        return None


class _Unpickler(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, model: Model, terms: tuple[Term, ...]) -> None:
        super().__init__(stream)
        self._model = model
        self._terms = terms

    def persistent_load(self, key: Key) -> Term | Edge | Location:
        kind, number = key
        match kind:
            case "term":
                return self._terms[number]
            case "edge":
                return self._model.edges[number]
            case _:
                return self._model.locations[number]


def packed(value: object, model: Model) -> bytes:
    """``value`` for the trip to a process that has the same model."""
    stream = io.BytesIO()
    pickler = _Pickler(stream, model)
    pickler.dump(value)
    return pickle.dumps((pack(pickler.terms), stream.getvalue()), protocol=pickle.HIGHEST_PROTOCOL)


def unpacked(data: bytes, model: Model) -> Any:
    """What was packed."""
    table, inner = pickle.loads(data)
    return _Unpickler(io.BytesIO(inner), model, unpack_all(table)).load()
