"""The search by native runs: compile, run for a while as it is, then with the ways that runs take, a turn at a time.

What it finds is a claim about one property: if the inputs lead through the model to the same error in a few thousand
steps, the run of the model; and the execution itself behind it, for the case that the run cannot be confirmed.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import Position
from assay.core.events import Listener, PhaseStarted, TurnEnded, TurnStarted
from assay.core.evidence import NativeRun
from assay.core.model import Model, Safety
from assay.core.program import Program
from assay.core.roles import Found, Paused, Stuck
from assay.engines.properties import Claim, Settled
from assay.frontends.c.library.sources import texts
from assay.frontends.c.text.headers import HEADERS
from assay.native.building import Workshop
from assay.native.executing import Hit, How, Style, Told, run_often
from assay.native.replaying import replayed
from assay.witness.c.execution.compiler import CannotCompile
from assay.witness.c.execution.native import CALLS, places
from assay.witness.c.execution.outside import types_of
from assay.witness.c.monitor.reports import same_file
from assay.witness.c.sandbox.isolation import Permission, Refused

NAME: Final = "native runs"


@dataclass(frozen=True)
class Timing:
    """Seconds of the processor: of runs of the program as it is, of runs that tell their way, of patience without news.

    So much may ``compiling`` take so that runs tell their way; ``most`` is for all of it, by the clock.
    """

    plain: float = 1.0
    covered: float = 20.0
    patience: float = 2.0
    compiling: float = 10.0
    most: float = 60.0


# With one core, all others wait meanwhile: what runs find they mostly find at once.
BETWEEN: Final = Timing(plain=0.3, covered=3.0, patience=0.2, compiling=1.5, most=20.0)
BESIDE: Final = Timing()
# Of the time there is, what it gets at most on one core.
SHARE: Final = 0.4


# Kinds of error that a crash may be of, and those that the compiler checks for, with the names of its checks.
CRASHES: Final = ("dereference", "constant", "division")
CHECKS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "overflow": ("signed-integer-overflow", "shift"),
        "division": ("integer-divide-by-zero",),
        "shift": ("shift",),
        "conversion": ("float-cast-overflow",),
    }
)
KINDS: Final[Mapping[How, tuple[str, ...]]] = MappingProxyType(
    {How.CALL: CALLS, How.CRASH: CRASHES, How.CHECK: tuple(CHECKS)}
)


def targets(goals: Sequence[Safety], kinds: Sequence[str] = (*CALLS, *CRASHES, *CHECKS)) -> list[tuple[Safety, Safety]]:
    """What runs may violate: properties and their parts that exclude errors of some kinds."""
    return [(goal, part) for goal in goals for part in (goal.parts or (goal,)) if part.kind in kinds]


class NativeRuns:
    """Runs of the program of a model, until they violate all of some properties, or their time is over."""

    def __init__(
        self,
        model: Model,
        goals: Sequence[Safety],
        decided: Settled,
        timing: Timing,
        permission: Permission,
        announce: Listener,
    ) -> None:
        self._model = model
        self._goals = goals
        self._decided = decided
        self._timing = timing
        self._permission = permission
        self._announce = announce
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._claims: Iterator[Claim] | None = None
        self._deadline = Deadline()

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        if self._claims is None:
            self._deadline = deadline.within(self._timing.most)
            self._claims = self._found()
        began = deadline.clock()
        self._announce(TurnStarted(NAME))
        self._announce(PhaseStarted(NAME))
        try:
            for claim in self._claims:
                if not all(name in self._decided for name in claim.goals):
                    self._announce(TurnEnded(NAME, deadline.clock() - began, "found evidence"))
                    return Found(claim, NAME, more=True)
            ended = Stuck("runs of the program found no error")
        except CannotCompile as reason:
            ended = Stuck(f"the program is not run: {reason}")
        except OSError as failure:
            ended = Stuck(f"the program is not run: {failure.strerror}")
        self._announce(TurnEnded(NAME, deadline.clock() - began, ended.reason))
        return ended

    def close(self) -> None:
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    # -- what is done, a step at a time --------------------------------------------------------------------------------

    def _found(self) -> Iterator[Claim]:
        # A compiler that was stopped may still write: what it leaves goes with the scratch folder of the check.
        self._folder = tempfile.TemporaryDirectory(prefix="assay-", ignore_cleanup_errors=True)
        origin = self._model.origin
        several = len(targets(self._goals)) > 1 or bool(targets(self._goals, (*CRASHES, *CHECKS)))
        workshop = Workshop(
            origin.program or Program.of(Path(origin.file)),
            origin.data_model,
            HEADERS,
            texts(),
            types_of(self._model),
            Path(self._folder.name),
            lines=several,
            checks=_checks(self._model),
        )
        binary = workshop.plain(self._deadline)
        crashing = bool(targets(self._goals, CRASHES))
        style = Style(single=not several, words=workshop.words(), crashing=crashing)
        told = yield from self._runs(workshop, binary, self._timing.plain, style)
        if told.exhausted:
            return
        binary = workshop.covered(self._deadline, self._timing.compiling)
        style = replace(style, covered=True, patience=int(1000 * self._timing.patience))
        yield from self._runs(workshop, binary, self._timing.covered, style)

    def _runs(self, workshop: Workshop, binary: Path, seconds: float, style: Style) -> Generator[Claim, None, Told]:
        """Claims of runs for so long; what they came to."""
        seconds = min(seconds, self._deadline.left)
        if seconds <= 0 or all(goal.name in self._decided for goal in self._goals):
            return Told()
        match run_often(binary, seconds, style, self._permission, self._deadline.left):
            case Refused(reason):
                raise CannotCompile(reason)
            case Told(hits) as told:
                smallest = {hit.place: hit for hit in hits}
                for hit in smallest.values():
                    yield from self._claimed(workshop, binary, hit)
                return told

    def _claimed(self, workshop: Workshop, binary: Path, hit: Hit) -> Iterator[Claim]:
        names = list(workshop.outside.chosen)
        if any(number >= len(names) for number, _ in hit.calls):
            return
        calls = tuple((names[number], _number(workshop, names[number], value)) for number, value in hit.calls)
        line = self._line(workshop, binary, hit)
        there = [
            (goal, part)
            for goal, part in targets(self._goals, KINDS[hit.how])
            if line is None or self._is_there(goal, part, line)
        ]
        exact = [(goal, part) for goal, part in there if line and part.where and part.where.column == line.column]
        for goal, part in exact or there:
            run = NativeRun(calls, part.kind, part.where, fresh=hit.fresh)
            trace = replayed(self._model, part, run, self._deadline)
            if trace is not None:
                yield Claim((goal.name,), trace)
            yield Claim((goal.name,), run)

    def _line(self, workshop: Workshop, binary: Path, hit: Hit) -> Position | None:
        """Where a run went wrong; None if there is no doubt."""
        if hit.how is How.CHECK:
            return Position("", hit.place >> 32, hit.place & 0xFFFFFFFF)
        behind = int(hit.how is How.CRASH)
        return workshop.line(binary, hit.place + behind, self._deadline) if workshop.lines else None

    def _is_there(self, goal: Safety, part: Safety, line: Position) -> bool:
        mine, _ = places(self._model, goal, NativeRun((), part.kind, part.where))
        return any(where.line == line.line and (not line.file or same_file(where, line)) for where in mine)


def _checks(model: Model) -> tuple[str, ...]:
    """The compiler's checks for the kinds of error that are looked for: behind one of these, nothing counts."""
    kinds = {part.kind for prop in model.properties for part in (prop.parts or (prop,))}
    return tuple(dict.fromkeys(check for kind in sorted(kinds & CHECKS.keys()) for check in CHECKS[kind]))


def _number(workshop: Workshop, function: str, value: int) -> int:
    """The number of the function's type that 64 bits stand for."""
    low, _ = workshop.outside.bounds(function)
    made = workshop.outside.chosen[function]
    return (value - low) % (1 << made.width) + low if low < 0 else value % (1 << made.width)


def share(seconds: float) -> Timing:
    """What runs get on one core, of so many seconds in all."""
    most = BETWEEN.most if math.isinf(seconds) else min(BETWEEN.most, SHARE * seconds)
    return replace(BETWEEN, plain=min(BETWEEN.plain, most / 8), covered=min(BETWEEN.covered, most / 4), most=most)
