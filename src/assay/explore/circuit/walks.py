"""Random walks, a thousand side by side: one word of a big integer a gate, one bit of it a walk.

What is deep for a search is often a matter of doing one thing for long: filling a queue, then emptying it.  So each
walk has moods: for a while it keeps some inputs as they are and draws the others, and some walks are more fickle than
others.  Vectors are drawn as test generators do (Yuan, Pixley, Aziz, "Constraint-Based Verification", 2006, chapter 4):
many walks choose constants that the design speaks of (dictionaries are those of fuzzers), others small numbers, or any.
Inputs that the constraints exclude are drawn again, at every second try with one of all single bits set, as designs
choose among steps with names; a walk that finds none takes over the state of one that does.
Finds runs only, and not the shortest.  Limit: what takes a coincidence of many inputs at one step is not met.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, cycle
from random import Random
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run
from assay.core.roles import Found, Paused, Stuck
from assay.explore.circuit.levels import Levels
from assay.explore.circuit.several.decided import Decided, Open
from assay.transforms.circuit.words import Word

WALKS: Final = 1024
ALL: Final = (1 << WALKS) - 1
SEED: Final = 20
# A mood for one vector lasts two to the power of one of these many steps on average: some walks are more fickle.
MOODS: Final = (4, 6, 8, 10)
EVERY: Final = ALL // ((1 << len(MOODS)) - 1)
FICKLE: Final = tuple((EVERY << k & ALL, mood - 1) for k, mood in enumerate(MOODS))
# Values that a vector is drawn from until all walks begin anew, and bits of what is called a small number.
MOST_VALUES: Final = 8
SMALL: Final = 3
# So often are inputs drawn again where the constraints exclude them.
TRIES: Final = 12
# Where no walk comes as far as this, the constraints are left to others.
FEWEST: Final = 2
# Steps after which all walks begin anew, over and over, and the bits of inputs that may be remembered until then.
LENGTHS: Final = (64, 1024, 1024, 256)
MOST_REMEMBERED: Final = 1 << 29

Change = tuple[int, int]
"""How far away the walks are whose states some walks take over, and the walks that do so."""


class Walks:
    """Walks to one bad state, in as many turns as they are given."""

    def __init__(self, circuit: Circuit, bad: int, words: Sequence[Word] = (), *, seed: int = SEED) -> None:
        self._walks = SeveralWalks(replace(circuit, bads=(bad,)), Open(1), words, seed=seed)

    def advance(self, deadline: Deadline, /) -> Found[Run] | Paused | Stuck:
        """A run to the bad state, if a walk comes to it."""
        answer = self._walks.advance(deadline)
        if not isinstance(answer, Found):
            return answer
        assert isinstance(answer.evidence.answer, Run)
        return Found(answer.evidence.answer)

    def close(self) -> None:
        self._walks.close()


class SeveralWalks:
    """Walks to all bad states that are open, in turns.  Leaves that are in none of ``words`` are bits by themselves."""

    def __init__(self, circuit: Circuit, left: Open, words: Sequence[Word] = (), *, seed: int = SEED) -> None:
        self._circuit = circuit
        self._open = left
        self._random = Random(seed)
        known = {node for word in words for node, _ in word.leaves}
        free = [latch.node for latch in circuit.latches if latch.reset is None]
        bits = [Word(((node, 0),), ()) for node in (*circuit.inputs, *free) if node not in known]
        self._words = (*words, *bits)
        self._single_bits = [node for node in circuit.inputs if node not in known]
        nexts = [latch.next for latch in circuit.latches]
        self._levels = Levels(circuit, (*circuit.constraints, circuit.initial), (*circuit.bads, *nexts), ALL)
        self._most = max(1, MOST_REMEMBERED // (WALKS * max(1, len(circuit.inputs))))
        # Of the walks since they all began: initial states, the inputs of each step, and who took over whose state.
        self._initial: Mapping[int, int] = {}
        self._inputs: list[list[int]] = []
        self._taken: list[list[Change]] = []
        self._steps = self._all_steps()

    def advance(self, deadline: Deadline, /) -> Found[Decided] | Paused | Stuck:
        """A run to bad states, if a walk comes to some that are open."""
        while deadline.left > 0:
            answer = next(self._steps)
            if answer is not None:
                return answer
        return Paused()

    def close(self) -> None:
        self._steps.close()

    def _all_steps(self) -> Generator[Found[Decided] | Stuck | None, None, None]:
        """An answer, or none yet, after each step."""
        for length in cycle(LENGTHS if self._words else (max(LENGTHS),)):
            steps = min(length, self._most)
            yield from self._begun(steps)
            if len(self._taken) < min(FEWEST, steps):
                yield Stuck("random inputs seldom satisfy the constraints")
            if not self._words:
                yield Stuck("the design has one run only, and that is not bad for long")

    def _begun(self, length: int) -> Iterator[Found[Decided] | Stuck | None]:
        """All walks from initial states on, for so many steps, or until nothing is open or none goes on."""
        circuit, levels = self._circuit, self._levels
        drawn = [_Drawn(word, self._random) for word in self._words]
        state = {latch.node: ALL * (latch.reset or 0) for latch in circuit.latches}
        self._inputs, self._taken = [], []
        for step in range(length):
            conditions = circuit.constraints if step else (circuit.initial, *circuit.constraints)
            leaves, values, legal = self._chosen(drawn, state, conditions)
            levels.finish(values)
            possible = ALL
            if not step:
                possible = levels.value(values, circuit.initial)
                self._initial = {latch.node: leaves[latch.node] for latch in circuit.latches}
                drawn = [vector for vector in drawn if vector.word.leaves[0][0] not in state]
            self._inputs.append([leaves[node] for node in circuit.inputs])
            for number in self._open:
                bad = levels.value(values, circuit.bads[number]) & possible
                if bad:
                    self._open.decide([number])
                    yield Found(Decided((number,), self._run(bad.bit_length() - 1)), more=True)
            if not list(self._open):
                yield Stuck("all of them are decided")
                return
            yield None
            if not legal:
                return
            state = {latch.node: levels.value(values, latch.next) for latch in circuit.latches}
            self._taken.append(self._taken_over(state, legal))

    def _chosen(
        self, drawn: Sequence[_Drawn], state: Mapping[int, int], conditions: Sequence[int]
    ) -> tuple[dict[int, int], list[int], int]:
        """The leaves at this step, the first values that they lead to, and the walks in which the conditions hold."""
        leaves = dict(state)
        for vector in drawn:
            leaves.update(vector.step())
        values, legal = self._tried(leaves, conditions)
        in_vain = 0
        for number in range(TRIES):
            if legal == ALL or (legal and in_vain == 2):
                break
            redrawn = (new for vector in drawn for new in vector.others())
            for node, word in chain(redrawn, self._single() if number % 2 else ()):
                leaves[node] = leaves[node] & legal | word & ~legal
            before = legal
            values, legal = self._tried(leaves, conditions)
            in_vain = in_vain + 1 if legal == before else 0
        return leaves, values, legal

    def _single(self) -> Iterator[tuple[int, int]]:
        """All inputs that are single bits, one of which is 1: so designs choose among many steps."""
        if len(self._single_bits) > 1:
            return _shared_out(self._single_bits, ALL, self._random)
        return iter(())

    def _tried(self, leaves: Mapping[int, int], conditions: Sequence[int]) -> tuple[list[int], int]:
        values = self._levels.start(leaves)
        legal = ALL
        for condition in conditions:
            legal &= self._levels.value(values, condition)
        return values, legal

    def _taken_over(self, state: dict[int, int], going: int) -> list[Change]:
        """Lets walks that had no legal step go on from the states of others."""
        changes = []
        while going != ALL:
            shift = self._random.randrange(1, WALKS)
            walks = _rotated(going, shift) & ~going
            if walks:
                for node, word in state.items():
                    state[node] = word & ~walks | _rotated(word, shift) & walks
                changes.append((shift, walks))
                going |= walks
        return changes

    def _run(self, walk: int) -> Run:
        """The run that the walk has come to by now, with what led to the states that it took over."""
        inputs = []
        for step in reversed(range(len(self._inputs))):
            inputs.append(
                {node: word >> walk & 1 for node, word in zip(self._circuit.inputs, self._inputs[step], strict=True)}
            )
            for shift, walks in reversed(self._taken[step - 1] if step else ()):
                if walks >> walk & 1:
                    walk = (walk + shift) % WALKS
        initial = {node: word >> walk & 1 for node, word in self._initial.items()}
        return Run(initial, tuple(reversed(inputs)))


def _rotated(word: int, shift: int) -> int:
    """Its bit ``k`` is bit ``k + shift`` of ``word``."""
    return word >> shift | (word << WALKS - shift) & ALL


# -- what is drawn -----------------------------------------------------------------------------------------------------


class _Drawn:
    """What the leaves of a vector are at each step, where each walk has moods of its own."""

    def __init__(self, word: Word, chance: Random) -> None:
        self.word = word
        self._chance = chance
        self._nodes = [node for node, _ in word.leaves]
        self._now = [0] * len(self._nodes)
        known = list(word.values)
        self._values = chance.sample(known, MOST_VALUES) if len(known) > MOST_VALUES else known
        # Half of the walks choose among the values, a quarter small numbers, and a quarter any number.
        self._chosen = self._bits() if known else 0
        self._small = self._bits()
        # Walks that draw at this step; at first all do.
        self._changing = ALL
        self._kept = self._bits() | self._bits()

    def _bits(self) -> int:
        return self._chance.getrandbits(WALKS)

    def step(self) -> Iterable[tuple[int, int]]:
        """The leaves at the next step."""
        changing = self._changing
        self._now = [now & ~changing | new & changing for now, new in zip(self._now, self._new(), strict=True)]
        self._changing = ALL & ~self._kept | self._change_mood()
        return zip(self._nodes, self._now, strict=True)

    def others(self) -> Iterable[tuple[int, int]]:
        """Leaves for those that may not have what they have."""
        return zip(self._nodes, self._new(), strict=True)

    def _change_mood(self) -> int:
        """The walks that from now on keep what they draw next (3 in 4), or draw at each step."""
        chance = self._chance.getrandbits(max(MOODS) - 1)
        changed = 0
        for walks, steps in FICKLE:
            if chance & (1 << steps) - 1:
                break
            changed |= walks & self._bits()
        if changed:
            self._kept = self._kept & ~changed | (self._bits() | self._bits()) & changed
        return changed

    def _new(self) -> Sequence[int]:
        """The leaves, drawn for all walks."""
        word = self.word
        if word.width == 1:
            return (self._bits(),)
        large = ALL & ~self._chosen
        small = large & ~self._small
        drawn = [self._bits() & (large if place < SMALL else small) for _, place in word.leaves]
        for value, walks in _shared_out(self._values, self._chosen, self._chance):
            for number, (_, place) in enumerate(word.leaves):
                if value >> place & 1:
                    drawn[number] |= walks
        return drawn


def _shared_out(values: Sequence[int], walks: int, chance: Random) -> Iterator[tuple[int, int]]:
    """Each value with those of the walks that have it."""
    if len(values) > 1:
        middle, half = len(values) // 2, chance.getrandbits(WALKS)
        yield from _shared_out(values[:middle], walks & half, chance)
        yield from _shared_out(values[middle:], walks & ~half, chance)
    elif values:
        yield values[0], walks
