"""C programs: the same program over integers and over bit-vectors, searched and proved in turns.

Sums and bounds are easy over integers and hard over vectors; with bit operations, and for small finite programs, it is
the other way round.  So both encodings get turns of bounded search and of property-directed proof, in portions that
grow, and what one portion has learnt serves the next; so do SAT solvers over the bits of programs without memory.  In
between, explicit values of the bit-precise program and two kinds of predicate abstraction over integers, which are
quick where they suffice, begin afresh.  Whatever is found over integers is translated to the bit-precise model: every
verdict is one about that model, and its evidence is checked there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from assay.core.budget import Deadline
from assay.core.errors import SolverFailure, Unsupported
from assay.core.events import Listener, PhaseStarted
from assay.core.model import Model, Safety
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.domains.predicates.precision import Precision
from assay.engines.config import Config
from assay.engines.gates import GateSearch
from assay.engines.loop import run
from assay.engines.recipes import LONGEST_PLAN, Replay, bounded, directed_abstract, lifted
from assay.engines.selection import decide_by_predicates, decide_by_values, predicates_as_chosen
from assay.explore.directed.explorer import PropertyDirected
from assay.transforms.integers_to_bits import corresponds, proof_over_bits, trace_over_bits
from assay.transforms.prepare.programs import Prepared, prepare_program, strengthen_program

Number = Literal["integers", "bits"]
Kind = Literal["errors", "proof", "predicates", "unfolding", "values", "large blocks", "gates"]

SHORTEST_TURN: Final = 1.0  # second: in less, nothing gets going


@dataclass(frozen=True)
class Turn:
    """A portion of the plan: which encoding, what to look for, and which share of all the time it may take.

    However short the time is in all, it has ``least`` seconds.
    """

    numbers: Number
    kind: Kind
    share: float
    least: float = SHORTEST_TURN


FIRST_VALUES: Final = Turn("bits", "values", 0.05, least=3.0)  # what values decide they mostly decide by then
PLAN: Final = (
    Turn("bits", "errors", 0.02),
    Turn("integers", "errors", 0.03),
    Turn("bits", "gates", 0.08),
    Turn("integers", "proof", 0.05),
    Turn("bits", "proof", 0.05),
    Turn("bits", "values", 0.12),
    Turn("integers", "predicates", 0.04),
    Turn("integers", "unfolding", 0.06),
    Turn("bits", "gates", 0.2),
    Turn("integers", "errors", 0.08),
    Turn("integers", "proof", 0.08),
    Turn("bits", "values", 0.2),
    Turn("bits", "errors", 0.06),
    Turn("bits", "proof", 0.08),
    Turn("integers", "predicates", 0.1),
    Turn("bits", "proof", 1.0),
)
# In a large program, to look for facts takes long and few invariants are easy to read, so that values come earlier.
LARGE: Final = 1000  # edges
PLAN_IF_LARGE: Final = (*PLAN[:2], FIRST_VALUES, *PLAN[2:])
EARLY: Final = 0.5  # of a turn: whoever gives up with more of it left would give up again; only proofs may go on

Confirm = Callable[[Verdict, Deadline], Verdict]


def decide_c(
    bits: Model,
    integers: Callable[[], Model | None],
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
    confirm: Confirm = lambda verdict, deadline: verdict,
) -> Verdict:
    """A verdict about ``goal`` of the bit-precise model ``bits``; ``integers`` reads the same program over integers.

    ``confirm`` may turn a verdict whose evidence cannot be checked into *unknown*: the search then goes on.
    """
    verdict: Verdict = Unknown("there was no time to begin")
    for candidate in candidates(bits, integers, goal, config, deadline, announce):
        verdict = candidate if isinstance(candidate, Unknown) else confirm(candidate, deadline)
        if not isinstance(verdict, Unknown):
            break
    return verdict


def candidates(
    bits: Model,
    integers: Callable[[], Model | None],
    goal: Safety,
    config: Config,
    deadline: Deadline,
    announce: Listener,
    *,
    plan: Sequence[Turn] = (),
) -> Iterator[Verdict]:
    """The outcome of each turn of the plan: verdicts about ``bits``, most of them *unknown*.

    Without a plan, the one that suits the size of the program is taken.
    """
    plan = plan or (PLAN_IF_LARGE if len(bits.edges) > LARGE else PLAN)
    sides: dict[Number, Side | None] = {"bits": Side(bits, bits, goal, config, deadline, announce)}
    budget = min(deadline.left, LONGEST_PLAN)
    useless: set[tuple[Number, Kind]] = set()
    try:
        for turn in plan:
            if deadline.passed:
                return
            if (turn.numbers, turn.kind) in useless:
                continue
            if turn.numbers not in sides:
                sides[turn.numbers] = over_integers(integers(), bits, goal, config, deadline, announce)
            side = sides[turn.numbers]
            if side is None:
                continue
            side.prepare(turn.kind)
            seconds = max(turn.least, turn.share * budget)
            share = deadline if turn.share >= 1 else deadline.within(seconds)
            yield side.turn(turn.kind, share)
            if turn.kind != "proof" and share.left > EARLY * seconds:
                useless.add((turn.numbers, turn.kind))
    finally:
        for side in sides.values():
            if side is not None:
                side.close()


def over_integers(
    model: Model | None, bits: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener
) -> Side | None:
    """The program over integers, if it can be read so and corresponds to the bit-precise one."""
    if model is None or not corresponds(model, bits):
        return None
    places = {place.name: place for place in model.locations}
    twin = Safety(goal.name, {places[p.name]: bad for p, bad in goal.bad.items() if p.name in places}, goal.text)
    return Side(model, bits, twin, config, deadline, announce)


class Side:
    """One encoding of the program, prepared once; its search for a proof goes on from turn to turn."""

    def __init__(
        self, model: Model, bits: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener
    ) -> None:
        self._model = model
        self._bits = bits
        self._goal = goal
        self._config = config
        self._deadline = deadline
        self._announce = announce
        self._plain: Prepared | None = None
        self._strong: Prepared | None = None
        self._proof: PropertyDirected | None = None
        self._gates: GateSearch | None = None

    def prepare(self, kind: Kind) -> None:
        """Makes the model that is searched in turns of this kind, unless each turn makes its own."""
        if kind not in ("values", "large blocks"):
            self._prepared(kind)

    def _prepared(self, kind: Kind) -> Prepared:
        if self._plain is None:
            self._announce(PhaseStarted("preparing"))
            self._plain = prepare_program(self._model, self._goal, blocks=self._config.blocks, deadline=self._deadline)
        if kind in ("errors", "gates"):
            return self._plain
        if self._strong is None:
            self._announce(PhaseStarted("looking for facts"))
            self._strong = strengthen_program(self._plain, deadline=self._deadline)
        return self._strong

    def turn(self, kind: Kind, deadline: Deadline) -> Verdict:
        """What comes of one portion of work, as a verdict about the bit-precise model."""
        match kind:
            case "values":
                return self._over_bits(
                    decide_by_values(self._model, self._goal, self._config, deadline, self._announce)
                )
            case "large blocks":
                return self._over_bits(
                    decide_by_predicates(self._model, self._goal, self._config, deadline, self._announce)
                )
        prepared = self._prepared(kind)
        match kind:
            case "errors":
                verdict = bounded(prepared.model, self._config, deadline, self._announce)
            case "proof":
                verdict = self._prove(prepared, deadline)
            case "predicates":
                verdict = directed_abstract(prepared.model, self._config, deadline, self._announce)
            case "unfolding":
                verdict = predicates_as_chosen(prepared.model, self._config, deadline, self._announce)
            case "gates":
                verdict = self._search_gates(prepared, deadline)
        if isinstance(verdict, Unknown):
            return verdict
        self._announce(PhaseStarted("lifting the evidence"))
        try:
            return self._over_bits(lifted(prepared.lowered, verdict))
        except SolverFailure as failure:
            return Unknown(f"the evidence could not be expressed over the input: {failure}", hint="try --blocks single")

    def _prove(self, prepared: Prepared, deadline: Deadline) -> Verdict:
        model = prepared.model
        if self._proof is None:
            self._proof = PropertyDirected(
                model, "exact", deadline, self._announce, known=prepared.known, plain_simplex=False
            )
        self._proof.deadline = deadline
        return run(self._proof, Replay[Precision](model, deadline), Precision.empty(), self._announce)

    def _search_gates(self, prepared: Prepared, deadline: Deadline) -> Verdict:
        if self._gates is None:
            try:
                self._gates = GateSearch(prepared.model, deadline, self._announce)
            except Unsupported as problem:
                return Unknown(f"the program is no circuit: {problem}")
        return self._gates.turn(deadline)

    def close(self) -> None:
        """Lets go of solvers."""
        if self._gates is not None:
            self._gates.close()

    def _over_bits(self, verdict: Verdict) -> Verdict:
        """A verdict about this side's model as one about the bit-precise model."""
        if self._model is self._bits:
            return verdict
        match verdict:
            case Holds(proof):
                return Holds(proof_over_bits(self._model, self._bits, proof))
            case Violated(trace):
                return Violated(trace_over_bits(self._model, self._bits, trace))
            case _:
                return verdict
