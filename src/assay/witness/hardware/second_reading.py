"""The circuit that a proof was checked on, compared with the file by readers that share no code with the front end.

A proof about a model that is not what the file says is a right proof of the wrong thing.  So random states and inputs
are put through the file (``witness.hardware.many_runs``) and through the circuit: the next state, what is initial,
constraints, bad states, justice and fairness conditions must agree.  This is a second way for the front end and for
bit-blasting at once.  Half of the runs begin in states that the file calls initial, the others anywhere. Limits: it is
a sample; and models that are no circuit, because of large arrays, are not compared.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

from assay.core.circuit import Circuit
from assay.core.errors import SolverFailure, UnsoundVerdict
from assay.core.model import Justice, Model, Safety
from assay.core.terms import FALSE, Op, Term, prime
from assay.transforms.circuit.bitblast import Blasted
from assay.witness.hardware.evidence import circuit_file
from assay.witness.hardware.many_runs import AigerWords, Btor2Words, Words

RUNS: Final = 64
STEPS: Final = 32
# Seconds after which no further step is compared.
PATIENCE: Final = 0.1
SEED: Final = 20

A = TypeVar("A")
B = TypeVar("B")
File = AigerWords | Btor2Words
READERS: Final[Mapping[str, type[File]]] = MappingProxyType({"AIGER": AigerWords, "BTOR2": Btor2Words})


def check_reading(model: Model, blasted: Blasted, property: Safety | None = None) -> int:
    """The number of steps in which ``blasted``, made of ``model``, was found to agree with the file that was read.

    The circuit's first bad state is that of ``property``, if one is given.  Nothing is compared, and the number is 0,
    if the format has no second reader.  Raises UnsoundVerdict if they differ, SolverFailure if the file cannot be read
    a second time.
    """
    format, name = circuit_file(model)
    reader = READERS.get(format)
    if reader is None or not Path(name).is_file():
        return 0
    try:
        file = reader(name, RUNS)
        return _Comparison(model, blasted, file, property).compared()
    except (IndexError, KeyError, ValueError, OSError) as problem:
        raise SolverFailure(f"the second reader does not understand {model.origin.name}: {problem!r}") from problem


class _Comparison:
    """One circuit and one file, whose states and inputs are in the order of the model's."""

    def __init__(self, model: Model, blasted: Blasted, file: File, property: Safety | None) -> None:
        self._model, self._blasted, self._file = model, blasted, file
        self._bads = () if property is None else places_of(model, property)
        groups = [prop for prop in model.temporal if isinstance(prop, Justice)]
        self._justice = [k for k, prop in enumerate(groups) if prop in blasted.model.temporal]
        self._mask = (1 << file.runs) - 1

    def compared(self) -> int:
        """The number of steps that were compared."""
        file, random = self._file, Random(SEED)
        anywhere = file.states(random)
        self._same("the number of states", len(self._model.entry.variables), len(anywhere))
        self._same("the number of inputs", len(self._model.inputs), len(file.inputs(random)))
        initial = file.first(anywhere)
        self._same("what is initial", self._initial(initial), self._mask)
        if file.determined:
            self._same("what is not initial", self._initial(self._disturbed(initial, random)), 0)
        half = self._mask >> file.runs // 2
        states = [tuple(_either(half, a, b) for a, b in zip(x, y, strict=True)) for x, y in _pairs(initial, anywhere)]
        started = time.monotonic()
        for number in range(1, STEPS + 1):
            states = self._step(states, random)
            if time.monotonic() - started > PATIENCE:
                return number
        return STEPS

    def _disturbed(self, states: Sequence[Words], random: Random) -> list[Words]:
        """In each run one bit of what the file determines is another one."""
        rows = [list(words) for words in states]
        for run in range(self._file.runs):
            row = rows[random.choice(self._file.determined)]
            row[random.randrange(len(row))] ^= 1 << run
        return [tuple(row) for row in rows]

    def _initial(self, states: Sequence[Words]) -> int:
        """The runs in which these states are initial ones of the circuit."""
        circuit = self._blasted.circuit
        values = self._values(states, {})
        found = values[circuit.initial]
        for latch in circuit.latches:
            if latch.reset is not None:
                found &= values[2 * latch.node + 1 - latch.reset]
        return found

    def _step(self, states: Sequence[Words], random: Random) -> list[Words]:
        """Compares a step from ``states`` under some inputs; the states that it leads to."""
        file, circuit, variables = self._file, self._blasted.circuit, self._model.entry.variables
        inputs, free = file.inputs(random), file.states(random)
        told = file.step(states, inputs, free)
        given = dict(_pairs(self._model.inputs, inputs)) | {prime(s): words for s, words in _pairs(variables, free)}
        values = self._values(states, given)
        legal = self._mask
        for part in circuit.constraints:
            legal &= values[part]
        self._same("constraints", legal, told.legal)
        if self._bads:
            bad = 0
            for place in self._bads:
                bad |= told.bads[place]
            self._same("bad states", values[circuit.bads[0]], bad & told.legal)
        if self._blasted.model.fairness:
            self._same("fairness", [values[part] for part in circuit.fairness], told.fairness)
        if self._justice:
            groups = [[values[part] for part in group] for group in circuit.justice]
            self._same("justice", groups, [told.justice[k] for k in self._justice])
        after = {latch.node: values[latch.next] for latch in circuit.latches}
        for symbol, words in _pairs(variables, told.after):
            own = tuple(after[bit >> 1] for bit in self._blasted.variables[symbol])
            self._same(f"what becomes of {symbol.name}", own, words)
        return told.after

    def _values(self, states: Sequence[Words], given: Mapping[Term, Words]) -> list[int]:
        """The word of every literal."""
        leaves = {**dict(_pairs(self._model.entry.variables, states)), **given}
        known: dict[int, int] = {}
        for symbol, bits in self._blasted.variables.items():
            known.update((bit >> 1, word) for bit, word in zip(bits, leaves.get(symbol, (0,) * len(bits)), strict=True))
        return _evaluated(self._blasted.circuit, known, self._mask)

    def _same(self, what: str, own: object, told: object) -> None:
        if own != told:
            raise UnsoundVerdict(f"{self._model.origin.name}, read a second time, differs from the model in {what}")


def _evaluated(circuit: Circuit, leaves: Mapping[int, int], mask: int) -> list[int]:
    values = [0, mask] * circuit.size
    for node, word in leaves.items():
        values[2 * node], values[2 * node + 1] = word, mask ^ word
    for node, (left, right) in enumerate(zip(circuit.left, circuit.right, strict=True)):
        if left >= 0:
            word = values[left] & values[right]
            values[2 * node], values[2 * node + 1] = word, mask ^ word
    return values


def _pairs(left: Iterable[A], right: Iterable[B]) -> Iterator[tuple[A, B]]:
    return zip(left, right, strict=True)


def _either(chosen: int, first: int, second: int) -> int:
    """The bits of ``first`` where ``chosen`` says so, else those of ``second``."""
    return first & chosen | second & ~chosen


def places_of(model: Model, property: Safety) -> tuple[int, ...]:
    """The properties of ``model``, by their place, one of which is violated iff ``property`` is; none if not known."""
    wanted = property.bad.get(model.entry, FALSE)
    own = [prop.bad.get(model.entry, FALSE) for prop in model.properties]
    for place, bad in enumerate(own):
        if bad is wanted:
            return (place,)
    parts = _alternatives(wanted)
    chosen = tuple(place for place, bad in enumerate(own) if _alternatives(bad) <= parts)
    return chosen if frozenset[Term]().union(*(_alternatives(own[place]) for place in chosen)) == parts else ()


def _alternatives(formula: Term) -> frozenset[Term]:
    return frozenset(formula.args) if formula.op is Op.OR else frozenset((formula,))
