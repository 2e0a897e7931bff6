"""What the working process does: read the input, check each property, report as it goes.

Everything is sent as plain records (``report.json``), verdicts as soon as they are known, so that nothing is lost if
the process does not live to see the next one.  Files are sent as well: the supervising process writes them, so that
whatever becomes of this one no half of a file is left.
"""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from assay.app.outputs import Outputs, numbered, spare_inputs
from assay.core.errors import AssayError, InputError, Position, UnsoundVerdict
from assay.core.events import BoundReached, Event, LineExecuted, Listener, PhaseStarted, Progress
from assay.core.model import Ctl, Goal, Model
from assay.core.temporal import is_universal
from assay.core.verdict import Argued, Holds, Unknown, Violated
from assay.engines.config import Config
from assay.report.json import (
    Record,
    advice_record,
    error_record,
    event_record,
    file_record,
    finding_record,
    model_record,
    note_record,
    unwritten_record,
    verdict_record,
)
from assay.report.statistics import Tally

if TYPE_CHECKING:
    from assay.checking import Result

Send = Callable[[Record], None]
# Frequent events are passed on at most so often.
PAUSE: Final = 0.1
# What is written is checked once more, for so long at least.
LEAST_CHECKING_SECONDS: Final = 5.0
# After all verdicts, so long is a state without successor looked for.
DEADLOCK_SECONDS: Final = 1.0
# Of whatever is deeper than the stack of this process.
NESTED: Final = "the input is nested too deeply"


@dataclass(frozen=True)
class Job:
    """What to check and how; ``deadline`` is on the monotonic clock and a little before the hard limit."""

    file: str
    config: Config
    property: str | None = None
    deadline: float = math.inf
    witness: str | None = None
    harness: str | None = None
    data_model: str | None = None
    show_evidence: bool = False
    explain: bool = False
    trace: str | None = None
    stats: str | None = None
    externals: str | None = None


def of_competition(job: Job) -> bool:
    """A property file says that it is a task of the competition."""
    return (job.property or "").partition("#")[0].endswith(".prp")


def work(job: Job, send: Send) -> None:
    """Does the job.  A user's mistake becomes an error record; a bug met with one property does not stop the others."""
    try:
        send(event_record(PhaseStarted("reading the input"), {}))
        from assay.checking import wanted_goals
        from assay.frontends.task import load, remarks

        _require_providers(job.config.interpolation)
        with _as_deep_as_it_goes(job.file):
            model = load(job.file, data_model=job.data_model, externals=job.externals, competition=of_competition(job))
        wanted = wanted_goals(model, job.property)
        outputs = Outputs(job.witness, job.trace, job.harness, job.stats)
        spare_inputs(outputs, job.file, job.property, model, len(wanted))
        send(model_record(model, tuple(goal.name for goal in wanted)))
        for remark in (*remarks(model), *_outside(job.config.engine, wanted)):
            send(note_record(remark))
        known = _check_together(job, model, wanted, send)
        for number, goal in enumerate(wanted):
            send({"event": "property", "number": number, "property": goal.name})
            if goal.name in known:
                _report(job, model, goal, known[goal.name], _files(job, number, len(wanted)), send)
            else:
                _check_one(job, model, goal, number, len(wanted), send)
        _warn_of_deadlocks(job, model, send)
    except InputError as error:
        send(error_record(str(error), internal=False))


@contextmanager
def _as_deep_as_it_goes(file: str) -> Iterator[None]:
    """An input that is nested beyond what this machine can follow is refused, whoever was following."""
    try:
        yield
    except RecursionError:
        raise InputError(NESTED, Position(file), "write it with fewer levels") from None


def _warn_of_deadlocks(job: Job, model: Model, send: Send) -> None:
    """Says so, if a transition relation that is written as formulas leaves a reachable state without successor."""
    if model.origin.format != "SMV":
        return
    from assay.app.evidence_files import deadlock

    left = max(0.0, job.deadline - time.monotonic())
    found = deadlock(model, seconds=min(DEADLOCK_SECONDS, left / 2))
    if found:
        send(note_record(found))


def _outside(engine: str, wanted: Sequence[Goal]) -> list[str]:
    """What localization does with formulas that an abstraction does not preserve, in words."""
    if engine != "localization":
        return []
    names = [goal.name for goal in wanted if isinstance(goal, Ctl) and not is_universal(goal.formula)]
    return [
        f"{name} is outside of ACTL, which abstraction preserves: it is decided on the whole design" for name in names
    ]


def _require_providers(names: tuple[str, ...]) -> None:
    if not names:
        return
    from assay.solve.interpolation.providers import PROVIDERS

    for name in names:
        if name not in PROVIDERS:
            raise InputError(f"no interpolation is called {name!r}", hint=f"known: {', '.join(PROVIDERS)}")


def _check_together(job: Job, model: Model, wanted: Sequence[Goal], send: Send) -> Mapping[str, Result]:
    """What can be said of several properties at once.  Evidence that is rejected is told, and each checked alone."""
    from assay.checking import check_together

    if len(wanted) < 2:
        return {}
    left = max(0.0, job.deadline - time.monotonic())
    config = replace(job.config, seconds=min(job.config.seconds, left))
    try:
        return check_together(model, wanted, config, _forwarding(job, send))
    except UnsoundVerdict as unsound:
        message = f"no verdict on {len(wanted)} properties at once: their evidence was rejected: {unsound}"
        send(error_record(message, internal=True))
        return {}
    except RecursionError:
        return {}


def _check_one(job: Job, model: Model, goal: Goal, number: int, count: int, send: Send) -> None:
    from assay.checking import check

    left = max(0.0, job.deadline - time.monotonic())
    # What one property leaves unused is shared by the rest.
    config = replace(job.config, seconds=min(job.config.seconds, left / (count - number)))
    files = _files(job, number, count)
    started = time.monotonic()
    try:
        with _draft_of(files.harness, goal.name, send) as draft:
            (result,) = check(model, property=goal, config=config, harness=draft, announce=_forwarding(job, send))
            _report(job, model, goal, result, files, send)
    except (InputError, MemoryError):
        raise
    except RecursionError:
        seconds = time.monotonic() - started
        send(verdict_record("unknown", goal.name, reason=NESTED, engine=job.config.engine, seconds=seconds))
    except UnsoundVerdict as unsound:
        send(error_record(f"no verdict on {goal.name}: its evidence was rejected: {unsound}", internal=True))
    except Exception as error:
        message = f"no verdict on {goal.name}: {type(error).__name__}: {error}"
        send(error_record(message, internal=True, details=traceback.format_exc()))


@dataclass(frozen=True)
class _Files:
    """Where the evidence of one property goes."""

    witness: Path | None
    trace: Path | None
    harness: Path | None


def _files(job: Job, number: int, count: int) -> _Files:
    return _Files(*(numbered(given, number, count) for given in (job.witness, job.trace, job.harness)))


@contextmanager
def _draft_of(file: Path | None, property: str, send: Send) -> Iterator[Path | None]:
    """A file of the same name among the temporary ones; what it has in the end is sent."""
    if file is None:
        yield None
        return
    import tempfile

    try:
        folder = tempfile.TemporaryDirectory(prefix="assay-")
    except OSError as failure:
        send(unwritten_record(f"no harness of {property}: no temporary file can be made ({failure.strerror})"))
        yield None
        return
    with folder as place:
        draft = Path(place) / file.name
        yield draft
        if draft.exists():
            text = draft.read_text(encoding="utf-8", errors="surrogateescape")
            send(file_record("harness", property, str(file), text))


def _report(job: Job, model: Model, goal: Goal, result: Result, files: _Files, send: Send) -> None:
    verdict = result.verdict
    if job.show_evidence:
        from assay.app.evidence_files import shown

        # A verdict stands, whether or not its evidence can be shown.
        with suppress(RecursionError):
            evidence = shown(model, goal, verdict)
            if evidence is not None:
                send(evidence)
    if isinstance(verdict, Unknown) and verdict.hint:
        send(advice_record(result.property, verdict.hint))
    send(finding_record(result))
    if files.witness is not None and isinstance(verdict, Holds | Argued | Violated):
        from assay.app.evidence_files import witness_text

        suffix = files.witness.suffix
        left = max(LEAST_CHECKING_SECONDS, job.deadline - time.monotonic())
        with _writing("witness", result.property, files.witness, send) as write:
            write(witness_text(model, goal, verdict, result.evidence, suffix=suffix, seconds=left))
    if files.trace is not None and isinstance(verdict, Violated):
        from assay.app.evidence_files import trace_text

        with _writing("trace", result.property, files.trace, send) as write:
            write(trace_text(model, goal, verdict, result.evidence, suffix=files.trace.suffix))


@contextmanager
def _writing(kind: str, property: str, path: Path, send: Send) -> Iterator[Callable[[str], None]]:
    """Sends what it is given to be written; evidence that cannot be written in this form is a note, no failure.

    Evidence that is rejected where it is to be written is a bug, and said to be one.
    """
    texts: list[str] = []
    try:
        yield texts.append
    except UnsoundVerdict as unsound:
        send(error_record(f"no {kind} of {property} was written: it was rejected: {unsound}", internal=True))
        return
    except (AssayError, RecursionError) as reason:
        words = NESTED if isinstance(reason, RecursionError) else reason
        send(note_record(f"no {kind} of {property} was written: {words}"))
        return
    for text in texts:
        send(file_record(kind, property, str(path), text))


def _forwarding(job: Job, send: Send) -> Listener:
    """A listener that passes events on, frequent ones only now and then, with the statistics as they stand.

    Executed lines are put into words only for whoever asked for them: that may take longer than executing them.
    """
    tally = Tally()
    last = -math.inf

    def hear(event: Event) -> None:
        nonlocal last
        tally.hear(event)
        now = time.monotonic()
        if isinstance(event, LineExecuted):
            if job.explain:
                send(event_record(event, {}))
            return
        if isinstance(event, Progress | BoundReached) and now - last < PAUSE:
            return
        last = now
        send(event_record(event, tally.counters))

    return hear
