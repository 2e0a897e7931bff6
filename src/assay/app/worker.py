"""What the working process does: read the input, check each property, report as it goes.

Everything is sent as plain records (``report.json``), verdicts as soon as they are known, so that nothing is lost if
the process does not live to see the next one.  Files are sent as well: the supervising process writes them, so that
whatever becomes of this one no half of a file is left.
"""

from __future__ import annotations

import math
import shlex
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from assay.app.forwarding import forwarding
from assay.app.inapplicable import HARDWARE, without_effect
from assay.app.outputs import Outputs, numbered, spare_inputs
from assay.core.errors import AssayError, InputError, Position, UnsoundVerdict
from assay.core.events import PhaseStarted
from assay.core.evidence import Evidence
from assay.core.model import Ctl, Goal, Model, Safety
from assay.core.temporal import is_universal
from assay.core.terms import FALSE, TRUE
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.frontends.building import Building
from assay.frontends.pipes import name_of
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

if TYPE_CHECKING:
    from assay.checking import Result
    from assay.engines.config import Config

Send = Callable[[Record], None]
# What is written is checked once more, for so long at least.
LEAST_CHECKING_SECONDS: Final = 5.0
# To find words for what a proof says may take so long.
WORDING_SECONDS: Final = 4.0
# Before all verdicts, so long at most is a state without successor looked for.
DEADLOCK_SECONDS: Final = 1.0
# Of whatever is deeper than the stack of this process.
NESTED: Final = "the input is nested too deeply"


@dataclass(frozen=True)
class Method:
    """How to check, as the user said it: ``options`` are those of the engine, by name."""

    engine: str = "auto"
    options: Mapping[str, object] = field(default_factory=dict)
    jobs: int = 1
    execute: bool = False
    no_execute: bool = False


@dataclass(frozen=True)
class Job:
    """What to check and how; ``deadline`` is on the monotonic clock and a little before the hard limit."""

    file: str
    method: Method
    property: str | None = None
    deadline: float = math.inf
    witness: str | None = None
    harness: str | None = None
    data_model: str | None = None
    show_evidence: bool = False
    tell_evidence: bool = False
    explain: bool = False
    record: str | None = None
    html: str | None = None
    reported: bool = False
    trace: str | None = None
    stats: str | None = None
    testbench: str | None = None
    externals: str | None = None
    building: Building = field(default_factory=Building)
    checks: str | None = None

    def is_recorded(self) -> bool:
        """Is what happens to be kept?"""
        return self.reported or self.record is not None or self.html is not None

    def config(self) -> Config:
        """How to check; an option that the engine does not have is refused by name."""
        from assay.engines.catalogue import configured

        method = self.method
        # Lines are followed one after the other, so they are executed in one process.
        jobs = 1 if self.explain else method.jobs
        return configured(
            method.engine,
            seconds=math.inf,
            jobs=jobs,
            execute=method.execute,
            no_execute=method.no_execute,
            **method.options,
        )


def work(job: Job, send: Send) -> None:
    """Does the job.  A user's mistake becomes an error record; a bug met with one property does not stop the others."""
    try:
        send(event_record(PhaseStarted("reading the input"), {}))
        from assay.checking import wanted_goals
        from assay.engines.catalogue import decides_calls
        from assay.frontends.task import load, remarks

        config = job.config()
        with _as_deep_as_it_goes(job.file):
            model = load(
                job.file,
                data_model=job.data_model,
                externals=job.externals,
                property=job.property,
                checks=job.checks,
                building=job.building,
                procedures=decides_calls(config),
                announce=lambda event: send(event_record(event, {})),
            )
        wanted = wanted_goals(model, job.property)
        outputs = Outputs(job.witness, job.trace, job.harness, job.stats, job.html, job.record, testbench=job.testbench)
        spare_inputs(outputs, job.file, job.property, model, len(wanted))
        send(model_record(model, wanted))
        if job.is_recorded():
            _record_input(model, wanted, send)
        for remark in (*remarks(model), *_outside(config.engine, wanted), *without_effect(job, model, wanted)):
            send(note_record(remark))
        _warn_of_deadlocks(job, model, send)
        files = {goal.name: _files(job, model, number, len(wanted)) for number, goal in enumerate(wanted)}
        _check_all(job, model, wanted, config, files, send)
    except InputError as error:
        send(error_record(str(error), internal=False))


@contextmanager
def _as_deep_as_it_goes(file: str) -> Iterator[None]:
    """An input that is nested beyond what this machine can follow is refused, whoever was following."""
    try:
        yield
    except RecursionError:
        raise InputError(NESTED, Position(name_of(file)), "write it with fewer levels") from None


def _warn_of_deadlocks(job: Job, model: Model, send: Send) -> None:
    """Says so, if a transition relation that is written as formulas leaves a reachable state without successor."""
    if model.origin.format != "SMV":
        return
    from assay.app.evidence_files import deadlock

    left = max(0.0, job.deadline - time.monotonic())
    found = deadlock(model, seconds=min(DEADLOCK_SECONDS, left / 10))
    if found:
        send(note_record(found))


def _warn_of_no_run(job: Job, model: Model, send: Send) -> None:
    """Says so, if all of a design holds and what it assumes leaves no run, or none of more than a few steps.

    What a design in SMV assumes of a step may only leave it without one, which is a deadlock; its first states are
    whatever a formula says, and those of others have a value or any.
    """
    if model.origin.format not in HARDWARE or model.initial is FALSE:
        return
    if model.origin.format == "SMV":
        model = replace(model, edges=tuple(replace(edge, guard=TRUE) for edge in model.edges))
        if model.initial is TRUE:
            return
    elif any(edge.guard is TRUE for edge in model.edges):
        return
    from assay.app.evidence_files import short_runs

    left = max(0.0, job.deadline - time.monotonic())
    found = short_runs(model, seconds=min(DEADLOCK_SECONDS, left / 10))
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


def _check_all(
    job: Job, model: Model, wanted: Sequence[Goal], config: Config, files: Mapping[str, _Files], send: Send
) -> None:
    """Tells each result as soon as it is there.  Where a bug ends the check of several, each is checked by itself."""
    left = max(0.0, job.deadline - time.monotonic())
    config = replace(config, seconds=min(config.seconds, left))
    told: set[str] = set()
    try:
        proved = True
        for result in _results(job, model, wanted, config, files, send):
            told.add(result.property)
            proved = proved and isinstance(result.verdict, Holds)
        if proved:
            _warn_of_no_run(job, model, send)
    except (InputError, MemoryError):
        raise
    except RecursionError:
        for goal in wanted:
            if goal.name not in told:
                send(verdict_record("unknown", goal.name, reason=NESTED, engine=config.engine))
    except Exception as error:
        _tell_bug(error, wanted, told, send)
        if len(wanted) > 1:
            for goal in wanted:
                if goal.name not in told:
                    _check_all(job, model, (goal,), config, files, send)


def _results(
    job: Job, model: Model, wanted: Sequence[Goal], config: Config, files: Mapping[str, _Files], send: Send
) -> Iterator[Result]:
    """The results, each reported when it is there."""
    from assay.checking import results

    with ExitStack() as drafts:
        goals = {goal.name: goal for goal in wanted}
        harnesses = {name: drafts.enter_context(_draft_of(files[name].harness, name, send)) for name in goals}
        found = results(model, wanted, config, forwarding(job, send), harness=lambda goal: harnesses[goal.name])
        show, record = _shown_once(job, model), _recorded_once(job, model, send)
        for result in found:
            evidence = None
            # A verdict stands, whether or not its evidence can be shown.
            with suppress(RecursionError):
                evidence = show(goals[result.property], result.verdict)
                if evidence is not None:
                    send(evidence)
            if job.tell_evidence:
                record(goals[result.property], result.verdict, None)
            _report(job, model, goals[result.property], result, files[result.property], send)
            if job.is_recorded() and not job.tell_evidence:
                record(goals[result.property], result.verdict, evidence)
            yield result


def _shown_once(job: Job, model: Model) -> Callable[[Goal, Verdict], Record | None]:
    """What people, or programs, want of evidence; of a proof that settles many checks it is put into words once."""
    last: tuple[Evidence, Record | None] | None = None

    def show(goal: Goal, verdict: Verdict) -> Record | None:
        from assay.app import evidence_files

        nonlocal last
        made = evidence_files.shown if job.show_evidence else evidence_files.told
        shown = partial(made, seconds=_wording(job))
        if not isinstance(verdict, Holds) or not isinstance(goal, Safety) or not goal.kind:
            return shown(model, goal, verdict)
        if last is None or last[0] is not verdict.evidence:
            last = verdict.evidence, shown(model, goal, verdict)
        return {**last[1], "property": goal.name} if last[1] is not None else None

    return show


def _recorded_once(job: Job, model: Model, send: Send) -> Callable[[Goal, Verdict, Record | None], None]:
    """Sends evidence by parts, for recordings and programs; the verdict stands, whatever becomes of that."""
    last: tuple[Evidence, Record | None] | None = None

    def record(goal: Goal, verdict: Verdict, shown: Record | None) -> None:
        from assay.app import evidence_files, followed

        nonlocal last
        if isinstance(verdict, Unknown):
            return
        try:
            if last is None or last[0] is not verdict.evidence or not isinstance(verdict, Holds):
                if not job.show_evidence:
                    shown = evidence_files.shown(model, goal, verdict, seconds=_wording(job))
                last = verdict.evidence, followed.told(model, goal, verdict, shown)
            if last[1] is not None:
                send({**last[1], "property": goal.name})
        except RecursionError:
            send(note_record(f"the evidence of {goal.name} is not recorded: {NESTED}"))
        except MemoryError:
            raise
        except Exception as error:
            message = f"the evidence of {goal.name} is not recorded: {type(error).__name__}: {error}"
            send(error_record(message, internal=True, details=traceback.format_exc()))

    return record


def _wording(job: Job) -> float:
    """So long may be looked for words: a verdict that is known shall not be late."""
    return min(WORDING_SECONDS, (job.deadline - time.monotonic()) / 3)


def _record_input(model: Model, wanted: Sequence[Goal], send: Send) -> None:
    from assay.app import followed

    send(followed.goals(wanted))
    for source in followed.sources(model):
        send(source)


def _tell_bug(error: Exception, wanted: Sequence[Goal], told: Collection[str], send: Send) -> None:
    left = [goal.name for goal in wanted if goal.name not in told]
    about = left[0] if len(left) == 1 else f"{len(left)} properties"
    if isinstance(error, UnsoundVerdict):
        send(error_record(f"no verdict on {about}: the evidence was rejected: {error}", internal=True))
        return
    message = f"no verdict on {about}: {type(error).__name__}: {error}"
    send(error_record(message, internal=True, details=traceback.format_exc()))


@dataclass(frozen=True)
class _Files:
    """Where the evidence of one property goes."""

    witness: Path | None
    trace: Path | None
    harness: Path | None
    testbench: Path | None


def _files(job: Job, model: Model, number: int, count: int) -> _Files:
    trace = job.trace if model.origin.format in HARDWARE else None
    testbench = job.testbench if model.origin.netlist is not None else None
    return _Files(*(numbered(given, number, count) for given in (job.witness, trace, job.harness, testbench)))


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
    if isinstance(verdict, Unknown) and verdict.hint:
        send(advice_record(result.property, verdict.hint))
    send(_found(model, goal, result))
    if files.witness is not None and isinstance(verdict, Holds | Violated):
        from assay.app.evidence_files import witness_text

        suffix = files.witness.suffix
        left = max(LEAST_CHECKING_SECONDS, job.deadline - time.monotonic())
        with _writing("witness", result.property, files.witness, send) as write:
            write(witness_text(model, goal, verdict, result.evidence, suffix=suffix, seconds=left))
    if files.trace is not None and isinstance(verdict, Violated):
        from assay.app.evidence_files import trace_text

        with _writing("trace", result.property, files.trace, send) as write:
            write(trace_text(model, goal, verdict, result.evidence, suffix=files.trace.suffix))
    if files.testbench is not None and isinstance(verdict, Violated):
        from assay.app.evidence_files import testbench_text

        with _writing("testbench", result.property, files.testbench, send) as write:
            write(testbench_text(model, goal, verdict, file=shlex.quote(str(files.testbench))))


def _found(model: Model, goal: Goal, result: Result) -> Record:
    """The result; of a violation of a C program with what functions without a body did."""
    if model.origin.source is None:
        return finding_record(result)
    from assay.frontends.c.answers import answer
    from assay.report.run_values import rests_on, violation_values

    called = answer(goal, result.verdict) if goal.text.startswith("CHECK") else ""
    if not isinstance(result.verdict, Violated):
        return finding_record(result, answer=called)
    values = violation_values(model, result.verdict)
    return finding_record(result, [value.record for value in values], rests_on(model, values), called)


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
