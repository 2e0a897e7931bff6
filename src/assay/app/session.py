"""One check under supervision: a request becomes a job, its records become output and an exit code.

The parent keeps the standing of the work, so that a limit, a crash or Ctrl-C still leaves a verdict of unknown for
every property that has none, with what was learnt of it.
"""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from assay import __version__
from assay.app.worker import Job, Method, Send, work
from assay.core.errors import InputError, Position
from assay.engines.options import having
from assay.frontends.building import Building
from assay.report.json import (
    COVERED,
    UNREACHABLE,
    Record,
    advice_record,
    error_record,
    line,
    note_record,
    unwritten_record,
)
from assay.report.recording.recorder import Recorder
from assay.report.standing import Standing, when
from assay.supervise.ending import Crashed, Ending, Exhausted, Finished, Interrupted, Killed, signal_name
from assay.supervise.limits import Limits, Outcome, supervise
from assay.supervise.quantities import show_bytes, show_seconds
from assay.supervise.stopping import Requests, stop_requests
from assay.witness.write.files import write_whole

EXIT_CODES: Final = {"holds": 0, "violated": 10, "unknown": 30, COVERED: 0, UNREACHABLE: 10}
BUG: Final = 1
MISTAKE: Final = 2
# The worst comes last.
SEVERITY: Final = (0, 30, 10, MISTAKE, BUG)
# The first phase, before a model is there.
READING: Final = "reading the input"

Hear = Callable[[Record], None]
Work = Callable[[Job, Send], None]


@dataclass(frozen=True)
class Request:
    """What the user asked for."""

    file: str
    method: Method
    property: str | None = None
    seconds: float = math.inf
    memory: float = math.inf
    as_json: bool = False
    witness: str | None = None
    harness: str | None = None
    stats: str | None = None
    data_model: str | None = None
    explain: bool = False
    trace: str | None = None
    externals: str | None = None
    building: Building = field(default_factory=Building)
    checks: str | None = None
    record: str | None = None
    html: str | None = None
    command: tuple[str, ...] = ()
    reported: bool = False
    quiet: bool = False
    testbench: str | None = None

    def is_recorded(self) -> bool:
        """Is what happens to be kept?"""
        return self.reported or self.record is not None or self.html is not None

    def limits(self, started: float) -> Limits:
        return Limits(self.seconds, self.memory, started)

    def job(self, started: float) -> Job:
        """The work to do.  It gives up a little before the hard limit, in order to say in its own words why."""
        reserve = min(1.0, self.seconds / 20)
        deadline = started + self.seconds - reserve if self.seconds < math.inf else math.inf
        return Job(
            self.file,
            self.method,
            self.property,
            deadline,
            self.witness,
            self.harness,
            self.data_model,
            show_evidence=not self.as_json,
            tell_evidence=self.as_json and not self.quiet,
            explain=self.explain,
            record=self.record,
            html=self.html,
            reported=self.reported,
            trace=self.trace,
            externals=self.externals,
            checks=self.checks,
            stats=self.stats,
            building=self.building,
            testbench=self.testbench,
        )


@dataclass(frozen=True)
class Conclusion:
    """How it went: the exit code, and all that ``--stats`` writes; the recording, if there is one."""

    code: int
    outcome: Outcome
    verdicts: tuple[Record, ...]
    recording: Record | None = None


def conduct(
    request: Request,
    started: float,
    standing: Standing,
    hear: Hear,
    tick: Callable[[], None],
    do: Work = work,
    requests: Requests | None = None,
) -> Conclusion:
    """Runs the request in a child; every record goes to ``hear``, those that the end of the child calls for as well.

    ``requests`` to stop are noted here unless somebody does so already; one that comes after the end of the child
    changes nothing.
    """
    if requests is None:
        with stop_requests() as requests:
            return conduct(request, started, standing, hear, tick, do, requests)

    def give_up() -> bool:
        return requests.first is not None or time.monotonic() > started + request.seconds

    def note(record: Record) -> None:
        if record["event"] == "file":
            record = _written(record, give_up)
        record = standing.complete(record)
        standing.hear(record)
        if recorder is not None:
            recorder.hear(record)
        # Lines are recorded without anybody having asked to see them.
        if record["event"] != "line" or request.explain:
            hear(record)

    recorder = Recorder(time.monotonic, started) if request.is_recorded() else None
    job = request.job(started)
    outcome = supervise(lambda send: do(job, send), request.limits(started), note, tick, requests)
    for record in _epilogue(request, standing, outcome.ending):
        note(record)
    conclusion = Conclusion(_exit_code(standing, outcome.ending), outcome, tuple(standing.verdicts))
    about = statistics(request, conclusion)
    if recorder is not None:
        made = {"made_by": f"assay {__version__}", "command": list(request.command)}
        conclusion = replace(conclusion, recording=recorder.document({**made, **about}))
    for record in _written_in_the_end(request, about, conclusion.recording, give_up):
        note(record)
        code = BUG if record["event"] == "error" else MISTAKE
        conclusion = replace(conclusion, code=worst((conclusion.code, code)))
    return conclusion


def _written_in_the_end(
    request: Request, about: Record, recording: Record | None, give_up: Callable[[], bool]
) -> Iterator[Record]:
    """Writes what tells of the check as a whole; what went wrong.  Verdicts that were told stand, whatever that is."""
    try:
        for file, text in _documents(request, about, recording):
            write_whole(file, text + "\n", give_up)
    except InputError as error:
        yield unwritten_record(str(error))
    except Exception as error:
        message = f"no page was made: {type(error).__name__}: {error}"
        yield error_record(message, internal=True, details=traceback.format_exc())


def _documents(request: Request, about: Record, recording: Record | None) -> Iterator[tuple[str, str]]:
    """What is written about the check as a whole, when it is over: files and their texts."""
    if request.stats is not None:
        yield request.stats, line(about)
    if recording is None:
        return
    if request.record is not None:
        yield request.record, line(recording)
    if request.html is not None:
        from assay.report.html.page import page

        yield request.html, page(recording)


def _written(record: Record, give_up: Callable[[], bool]) -> Record:
    """Writes a file that the child made; what to say of it."""
    try:
        write_whole(record["file"], record["text"], give_up)
    except InputError as error:
        return unwritten_record(f"no {record['kind']} of {record['property']}: {error}")
    return {"event": record["kind"], "property": record["property"], "file": record["file"]}


def _epilogue(request: Request, standing: Standing, ending: Ending) -> list[Record]:
    """What remains to be said when the child is gone.  A verdict that was given stands."""
    match ending:
        case Finished():
            return []
        case Exhausted(resource, by_system):
            reason, hint = _limit_words(request, resource, by_system=by_system)
        case Interrupted():
            reason, hint = "interrupted", "run it again, with --time to have it end by itself"
        case Killed(number, peak_bytes):
            reason = (
                f"the working process, which held up to {show_bytes(peak_bytes)}, was killed by {signal_name(number)}"
            )
            hint = "nothing in Assay sends this signal: look for who does, and run it again"
        case Crashed(_, _, number) if number and standing.phase == READING and _may_be_c(request.file):
            return [error_record(_libclang_crashed(request.file, number), internal=False)]
        case Crashed(how, output):
            message = f"the analysis ended by {how} {when(standing.phase)}"
            return [error_record(message, internal=True, details=output)]
    records: list[Record] = []
    for record in standing.unfinished(reason):
        records += [advice_record(record["property"], hint), record]
    return records or [note_record(f"{reason} after the last verdict; a witness may be missing")]


def _limit_words(request: Request, resource: str, *, by_system: bool) -> tuple[str, str]:
    """Why it ended at a limit, and what to try."""
    others = "another engine (`assay engines`)"
    if request.method.engine in having("order"):
        others = f"another --order, or {others}"
    if resource == "time":
        more = show_seconds(request.seconds * 5)
        return f"time limit of {show_seconds(request.seconds)} reached", f"--time {more}, or {others}"
    if request.memory == math.inf and not by_system:
        return "memory ran out: an allocation failed", f"a machine with more memory, or {others}"
    if by_system:
        return "killed by the system, most likely for want of memory", f"a machine with more memory, or {others}"
    more = show_bytes(request.memory * 2)
    return f"memory limit of {show_bytes(request.memory)} reached", f"--memory {more}, or {others}"


def _may_be_c(file: str) -> bool:
    """Is it C?  What a pipe held is gone; nothing but libclang crashes while it reads."""
    from assay.frontends.pipes import is_stream
    from assay.frontends.task import recognise
    from assay.frontends.text import read

    if is_stream(file):
        return True
    try:
        return recognise(read(file)).name in ("C", "SV-COMP task")
    except InputError:
        return False


def _libclang_crashed(file: str, number: int) -> str:
    crash = f"the program that reads C (libclang) crashed on this file, by {signal_name(number)}"
    hint = "something may be nested too deeply, perhaps by macros or in an included file"
    return str(InputError(crash, Position(file), hint))


def _exit_code(standing: Standing, ending: Ending) -> int:
    if isinstance(ending, Interrupted):
        return 128 + ending.signal
    codes = [EXIT_CODES[record["verdict"]] for record in standing.verdicts]
    if standing.rejected:
        codes.append(MISTAKE)
    if standing.failed or not codes:
        codes.append(BUG)
    return worst(codes)


def worst(codes: Iterable[int]) -> int:
    """The exit code that tells most of several."""
    return max(codes, key=_rank)


def _rank(code: int) -> int:
    """How bad an exit code is; an interruption is worst."""
    return SEVERITY.index(code) if code in SEVERITY else len(SEVERITY)


def statistics(request: Request, conclusion: Conclusion) -> Record:
    """Options, results and what they took."""
    options = {"engine": request.method.engine, "jobs": request.method.jobs, **request.method.options}
    return {
        "file": request.file,
        **({"files": [request.file, *request.building.files]} if request.building.files else {}),
        "options": options,
        "limits": {
            "seconds": request.seconds if request.seconds < math.inf else None,
            "bytes": request.memory if request.memory < math.inf else None,
        },
        "exit_code": conclusion.code,
        "processor_seconds": round(conclusion.outcome.processor_seconds, 3),
        "peak_bytes": conclusion.outcome.peak_bytes,
        "results": list(conclusion.verdicts),
    }
