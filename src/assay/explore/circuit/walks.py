"""Random walks, a thousand side by side: one bit of a word each, so that a gate takes one operation for all of them.

What is deep for a search is often a matter of doing one thing for long: filling a queue, then emptying it.  So each
walk has moods: for a while it keeps some inputs as they are and draws the others, and some walks are more fickle than
others.  A walk that finds no inputs that the constraints allow begins anew.  Finds runs only, and not the shortest.
Limits: of designs whose constraints random inputs seldom satisfy, little is seen; initial states are those of resets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from assay.core.budget import Deadline
from assay.core.circuit import TRUE, Circuit
from assay.core.circuit_answers import Run
from assay.core.roles import Found, Paused, Stuck

WALKS: Final = 1024
SEED: Final = 20
# A mood for one input lasts two to the power of one of these many steps on average: some walks are more fickle.
MOODS: Final = (4, 6, 8, 10)
# So often are inputs drawn again where the constraints exclude them.
TRIES: Final = 12
# So many walks begin anew together.
SOME: Final = 32
# Walks that take fewer steps on average see too little; that is said once so many have ended.
SHORTEST: Final = 4
ENDED: Final = 32 * WALKS
# Steps after which all walks begin anew, and the bits of inputs that may be remembered until then.
LONGEST: Final = 1024
MOST_REMEMBERED: Final = 1 << 29

# A gate as the places of its two words, and of those of the literals under it.
Program = list[tuple[int, int, int]]


class Walks:
    """The walks, in as many turns as they are given.  The word of a literal has its value in each walk."""

    def __init__(self, circuit: Circuit, bad: int, *, seed: int = SEED) -> None:
        self._circuit = circuit
        self._bad = bad
        self._random = Random(seed)
        self._all = (1 << WALKS) - 1
        self._words = [0, self._all] * circuit.size
        self._legality = self._program(circuit.cone(circuit.constraints))
        rest = circuit.cone([bad, *(latch.next for latch in circuit.latches)])
        known = {own for own, _, _ in self._legality}
        self._rest = [gate for gate in self._program(rest) if gate[0] not in known]
        # Of each input the walks that keep it true, and those that keep it false.
        self._moods = dict.fromkeys(circuit.inputs, (0, 0))
        every = self._all // ((1 << len(MOODS)) - 1)
        self._fickle = [(every << k, 1 << mood) for k, mood in enumerate(MOODS)]
        self._most = max(1, min(LONGEST, MOST_REMEMBERED // (WALKS * max(1, len(circuit.inputs)))))
        # Of each step so far: the inputs, which walks begin there, and the latches without reset in these.
        self._inputs: list[list[int]] = []
        self._begun: list[tuple[int, list[int]]] = []
        # Walks that had no legal step wait for others, for to begin is work.
        self._waiting = 0
        self._steps = self._ended = 0
        self._free = [latch.node for latch in circuit.latches if latch.reset is None]
        for node in circuit.inputs:
            self._change_mood(node, self._all)

    def advance(self, deadline: Deadline, /) -> Found[Run] | Paused | Stuck:
        """A run to a bad state, if a walk comes to one."""
        if self._circuit.initial != TRUE:
            return Stuck("random walks begin in states that resets give, and there are other conditions on them")
        while deadline.left > 0:
            if len(self._inputs) % self._most == 0:
                self._inputs, self._begun, self._waiting = [], [], 0
                self._begin(self._all)
            legal = self._choose()
            found = self._words[self._bad] & ~self._waiting
            if found:
                return Found(self._run((found & -found).bit_length() - 1))
            self._waiting |= self._all & ~legal
            if self._waiting == self._all or self._ended > max(ENDED, self._steps // SHORTEST):
                return Stuck("random inputs seldom satisfy the constraints")
            self._step()
        return Paused()

    def close(self) -> None:
        """There is nothing to let go of."""

    # -- one step of all -----------------------------------------------------------------------------------------------

    def _program(self, nodes: Iterable[int]) -> Program:
        left, right = self._circuit.left, self._circuit.right
        return [(2 * node, left[node], right[node]) for node in nodes if left[node] >= 0]

    def _evaluate(self, program: Program) -> None:
        words, everywhere = self._words, self._all
        for own, a, b in program:
            word = words[a] & words[b]
            words[own] = word
            words[own + 1] = word ^ everywhere

    def _put(self, node: int, word: int) -> None:
        self._words[2 * node] = word
        self._words[2 * node + 1] = word ^ self._all

    def _drawn(self) -> int:
        return self._random.getrandbits(WALKS)

    def _choose(self) -> int:
        """Inputs for all walks, and the words of all gates; the walks whose step is legal then, or does not matter."""
        words, inputs = self._words, self._circuit.inputs
        for node in inputs:
            true, false = self._moods[node]
            self._put(node, self._drawn() & ~false | true)
            chance = self._random.getrandbits(max(MOODS))
            for walks, once_in in self._fickle:
                if chance % (once_in >> 1) == 0:
                    self._change_mood(node, walks & self._drawn())
        legal = self._legal()
        for _ in range(TRIES):
            if legal == self._all:
                break
            for node in inputs:
                self._put(node, words[2 * node] & legal | self._drawn() & ~legal)
            legal = self._legal()
        self._evaluate(self._rest)
        self._inputs.append([words[2 * node] for node in inputs])
        return legal

    def _legal(self) -> int:
        self._evaluate(self._legality)
        legal = self._all
        for constraint in self._circuit.constraints:
            legal &= self._words[constraint]
        return legal | self._waiting

    def _change_mood(self, node: int, walks: int) -> None:
        """In these walks the input is kept true from now on, or false (3 in 8 each), or drawn."""
        kept, value = self._drawn() | self._drawn(), self._drawn()
        true, false = self._moods[node]
        self._moods[node] = true & ~walks | kept & value & walks, false & ~walks | kept & ~value & walks

    def _step(self) -> None:
        """To the next states; walks that wait begin anew once there are some."""
        latches = self._circuit.latches
        for latch, word in zip(latches, [self._words[latch.next] for latch in latches], strict=True):
            self._put(latch.node, word)
        self._steps += WALKS
        beginning = 0
        if self._waiting.bit_count() >= SOME:
            beginning, self._waiting = self._waiting, 0
            self._ended += beginning.bit_count()
        self._begin(beginning)

    def _begin(self, walks: int) -> None:
        """These walks begin in initial states, if there are any; the others stay where they are."""
        self._begun.append((walks, []))
        if not walks:
            return
        for latch in self._circuit.latches:
            if latch.reset is None:
                word = self._drawn()
                self._begun[-1][1].append(word)
            else:
                word = self._all if latch.reset else 0
            self._put(latch.node, self._words[2 * latch.node] & ~walks | word & walks)

    # -- the run -------------------------------------------------------------------------------------------------------

    def _run(self, walk: int) -> Run:
        """The run that the walk has come to by now."""

        def values(nodes: Sequence[int], words: Sequence[int]) -> dict[int, int]:
            return {node: word >> walk & 1 for node, word in zip(nodes, words, strict=True)}

        first = max(number for number, (walks, _) in enumerate(self._begun) if walks >> walk & 1)
        initial = {latch.node: latch.reset for latch in self._circuit.latches if latch.reset is not None}
        initial |= values(self._free, self._begun[first][1])
        return Run(initial, tuple(values(self._circuit.inputs, words) for words in self._inputs[first:]))
