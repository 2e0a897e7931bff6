"""Random runs, a thousand side by side: one word of a big integer a gate, one bit of it a run.

Uniform inputs get nowhere deep, so every run has habits: an input that is always 0, or seldom changes; a vector that is
one of the constants that the design speaks of, or a small number (as test generators do: Yuan, Pixley, Aziz,
"Constraint-Based Verification", 2006, chapter 4; dictionaries are those of fuzzers).  A run that a constraint ends
takes over the state of another one that goes on, and keeps its own habits.  Habits are new for each episode; episodes
are short, longer and long in turn.
Finds runs only.  Limit: what takes a coincidence of many inputs at one step is not met.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import count
from operator import and_, itemgetter
from random import Random
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import Circuit
from assay.core.circuit_answers import Run
from assay.core.roles import Found, Paused, Stuck
from assay.transforms.circuit.words import Word

RUNS: Final = 1024
ALL: Final = (1 << RUNS) - 1
# Steps of the episodes, over and over.
LENGTHS: Final = (64, 1024, 256)
# Values of a vector that an episode chooses from, and bits of what is called a small number.
MOST_VALUES: Final = 8
SMALL: Final = 3
# How often a run that was ended looks for one to go on from.
DRAWS: Final = 4

Change = tuple[int, int]
"""How far away the states are that some runs take over, and the runs that do so."""


class RandomRuns:
    """The search, in as many turns as it is given.  Leaves that are in none of ``words`` are bits by themselves."""

    def __init__(self, circuit: Circuit, bad: int, words: Sequence[Word] = ()) -> None:
        self._circuit = circuit
        self._bad = bad
        known = {node for word in words for node, _ in word.leaves}
        free = [latch.node for latch in circuit.latches if latch.reset is None]
        bits = [Word(((node, 0),), ()) for node in (*circuit.inputs, *free) if node not in known]
        self._words = (*words, *bits)
        self._inputs = frozenset(circuit.inputs)
        self._levels = _Levels(circuit)
        self._steps = self._all_episodes()

    def advance(self, deadline: Deadline, /) -> Found[Run] | Paused | Stuck:
        """A run to a bad state, if one is met."""
        while deadline.left > 0:
            try:
                run = next(self._steps)
            except StopIteration:
                return Stuck("the design has one run only, and that is not bad for long")
            if run is not None:
                return Found(run)
        return Paused()

    def close(self) -> None:
        self._steps.close()

    def _all_episodes(self) -> Generator[Run | None, None, None]:
        """A step of all runs at a time; the run that was bad at it, if there is one."""
        if not self._words:
            yield from self._episode(0, max(LENGTHS))
            return
        for number in count():
            yield from self._episode(number, LENGTHS[number % len(LENGTHS)])

    def _episode(self, number: int, length: int) -> Iterator[Run | None]:
        """One after the other the steps of new runs, until one is bad, or none goes on."""
        circuit, bad = self._circuit, self._bad
        stimuli, chance = self._stimuli(number), Random(number)
        taken: list[Sequence[Change]] = []
        state: dict[int, int] = {}
        alive = ALL
        for step in range(length):
            true = self._levels.evaluated({**next(stimuli), **state})
            alive &= ALL if step else true(circuit.initial)
            met = true(bad) & alive
            if met:
                yield self._reconstructed(number, met.bit_length() - 1, taken)
                return
            yield None
            for constraint in circuit.constraints:
                alive &= true(constraint)
            if not alive:
                return
            state = {latch.node: true(latch.next) for latch in circuit.latches}
            changes, alive = _taken_over(state, alive, chance)
            taken.append(changes)

    def _stimuli(self, number: int) -> Iterator[dict[int, int]]:
        """What the leaves are at each step of an episode: at the first one latches as well, then inputs alone."""
        chance = Random(number)
        sources = [_Source(word, chance) for word in self._words]
        first = {latch.node: ALL * (latch.reset or 0) for latch in self._circuit.latches}
        for source in sources:
            first.update(source.bits(chance))
        yield first
        inputs = [source for source in sources if source.word.leaves[0][0] in self._inputs]
        while True:
            drawn: dict[int, int] = {}
            for source in inputs:
                drawn.update(source.bits(chance))
            yield drawn

    def _reconstructed(self, number: int, place: int, taken: Sequence[Sequence[Change]]) -> Run:
        """The run that is at ``place`` now, with what led to the states that it took over."""
        places = [place]
        for changes in reversed(taken):
            for shift, runs in reversed(changes):
                if runs >> place & 1:
                    place = (place + shift) % RUNS
            places.append(place)
        initial: dict[int, int] = {}
        inputs = []
        for at, leaves in zip(reversed(places), self._stimuli(number), strict=False):
            step = {node: word >> at & 1 for node, word in leaves.items()}
            initial = initial or {node: bit for node, bit in step.items() if node not in self._inputs}
            inputs.append({node: step[node] for node in self._circuit.inputs})
        return Run(initial, tuple(inputs))


def _taken_over(state: dict[int, int], alive: int, chance: Random) -> tuple[list[Change], int]:
    """Lets runs that were ended go on from the states of others; also says who goes on now."""
    changes = []
    for _ in range(DRAWS):
        if alive == ALL:
            break
        shift = chance.randrange(1, RUNS)
        runs = _rotated(alive, shift) & ~alive
        if runs:
            for node, word in state.items():
                state[node] = word & ~runs | _rotated(word, shift) & runs
            changes.append((shift, runs))
            alive |= runs
    return changes, alive


def _rotated(word: int, shift: int) -> int:
    """Its bit ``k`` is bit ``k + shift`` of ``word``."""
    return word >> shift | (word << RUNS - shift) & ALL


Pick = Callable[[list[int]], Sequence[int]]
# Places of a constant that precede whatever is picked.
PADDING: Final = (0, 0)


class _Levels:
    """The gates by their distance from the leaves: those of one level are evaluated at once, which is far sooner done.

    Words are in one list: constants, the leaves and their negations, then those of one level after the other; only
    what is needed is negated.
    """

    def __init__(self, circuit: Circuit) -> None:
        left, right = circuit.left, circuit.right
        needed = {*left, *right, *circuit.constraints, *circuit.bads, *(latch.next for latch in circuit.latches)}
        self._negated = {*needed, circuit.initial}
        self._leaves = (*circuit.inputs, *(latch.node for latch in circuit.latches))
        self._place = {0: 0, 1: 1}
        self._size = len(self._place)
        self._leaves_negated = self._list(self._leaves)
        levels: list[list[int]] = []
        level_of = [0] * circuit.size
        for node, (a, b) in enumerate(zip(left, right, strict=True)):
            if a >= 0:
                level_of[node] = 1 + max(level_of[a >> 1], level_of[b >> 1])
                if level_of[node] > len(levels):
                    levels.append([])
                levels[level_of[node] - 1].append(node)
        self._levels: list[tuple[Pick, Pick, Pick]] = []
        for nodes in levels:
            first, second = (self._picked(fan_in[node] for node in nodes) for fan_in in (left, right))
            self._levels.append((first, second, self._list(nodes)))

    def _picked(self, literals: Iterable[int]) -> Pick:
        """What is at the places of the literals, after ``PADDING``, without which few of them made no sequence."""
        return itemgetter(*PADDING, *(self._place[literal] for literal in literals))

    def _list(self, nodes: Sequence[int]) -> Pick:
        """Gives the nodes the next places, and then those that are negated; what picks the words that are."""
        negated = [node for node in nodes if 2 * node + 1 in self._negated]
        for literals in ([2 * node for node in nodes], [2 * node + 1 for node in negated]):
            start = self._size + len(PADDING)
            self._place.update((literal, start + number) for number, literal in enumerate(literals))
            self._size = start + len(literals)
        return self._picked(2 * node for node in negated)

    def evaluated(self, leaves: Mapping[int, int]) -> Callable[[int], int]:
        """In which runs a literal is true, where the leaves are these."""
        negated = ALL.__xor__
        words = [0, ALL, *PADDING, *(leaves[node] for node in self._leaves)]
        words += map(negated, self._leaves_negated(words))
        for first, second, third in self._levels:
            words += map(and_, first(words), second(words))
            words += map(negated, third(words))
        place = self._place
        return lambda literal: words[place[literal]]


class _Source:
    """What the leaves of a word are at each step of an episode, where each run has habits of its own."""

    def __init__(self, word: Word, chance: Random) -> None:
        self.word = word
        self._now = dict.fromkeys((node for node, _ in word.leaves), 0)
        self._width = word.width
        known = list(word.values)
        self._values = chance.sample(known, MOST_VALUES) if len(known) > MOST_VALUES else known
        # A quarter of the runs never change the value, three eighths seldom, and as many always do.
        never, seldom = chance.getrandbits(RUNS) & chance.getrandbits(RUNS), chance.getrandbits(RUNS)
        self._seldom, self._always = seldom & ~never, ALL & ~seldom & ~never
        # Half of the runs choose among the values, a quarter small numbers, and a quarter any number.
        self._chosen = chance.getrandbits(RUNS) if known else 0
        self._small = chance.getrandbits(RUNS)
        # A bit by itself is seldom 1 in a quarter of the runs, seldom 0 in another one, and anything in the others.
        one, zero = chance.getrandbits(RUNS), chance.getrandbits(RUNS)
        self._one, self._zero = one & ~zero, zero & ~one
        self._changing = ALL

    def bits(self, chance: Random) -> Mapping[int, int]:
        """The leaves at the next step."""
        changing, drawn, now = self._changing, self._drawn(chance), self._now
        for node, place in self.word.leaves:
            now[node] = now[node] & ~changing | drawn[place] & changing
        self._changing = self._always | self._seldom & _rare(chance)
        return now

    def _drawn(self, chance: Random) -> Sequence[int]:
        if self._width == 1:
            rare, others = _rare(chance), ALL & ~(self._one | self._zero)
            return (rare & self._one | ~rare & self._zero | chance.getrandbits(RUNS) & others,)
        large = ALL & ~self._chosen
        small = large & ~self._small
        drawn = [chance.getrandbits(RUNS) & (large if place < SMALL else small) for place in range(self._width)]
        for value, runs in _shared_out(self._values, self._chosen, chance):
            for place in range(self._width):
                if value >> place & 1:
                    drawn[place] |= runs
        return drawn


def _rare(chance: Random) -> int:
    """An eighth of the runs."""
    return chance.getrandbits(RUNS) & chance.getrandbits(RUNS) & chance.getrandbits(RUNS)


def _shared_out(values: Sequence[int], runs: int, chance: Random) -> Iterator[tuple[int, int]]:
    """Each value with those of the runs that have it."""
    if len(values) > 1:
        middle, half = len(values) // 2, chance.getrandbits(RUNS)
        yield from _shared_out(values[:middle], runs & half, chance)
        yield from _shared_out(values[middle:], runs & ~half, chance)
    elif values:
        yield values[0], runs
