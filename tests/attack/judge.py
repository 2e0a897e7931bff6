"""What gcc's binary does, and what Assay says of the same program.

Natively, a program is linked with a small support file: inputs are bytes of its standard input, the error ends it with
exit code 97.  For ILP32 it is linked without a C library, since few machines have one: programs that need it are then
judged for LP64 alone.
"""

from __future__ import annotations

import itertools
import multiprocessing
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import assay
from assay.core.errors import InputError, Unsupported
from assay.frontends.c import read_c
from assay.witness.c.execution.interpreter import Machine

GCC: Final = shutil.which("gcc")
REACHED: Final = 97
NATIVE_SECONDS: Final = 5
PATIENCE: Final = 3  # so many times its own limit may a check take before it is ended from outside
STEPS_A_SECOND: Final = 20_000
SUPPORT: Final = Path(__file__).parent / "support.c"
BASIC: Final = ("-w", "-std=gnu11", "-fwrapv")
SANITIZED: Final = (
    "-fsanitize=undefined,address",
    "-fno-sanitize=shift-base",
    "-fno-sanitize-recover=all",
    "-O1",
)
FLAGS: Final = {"LP64": ("-m64",), "ILP32": ("-m32", "-nostdlib", "-static", "-fno-stack-protector", "-fno-pic")}


class Kind(StrEnum):
    """What became of a question."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    NOWHERE = "refused without a place"
    CRASH = "crash"


@dataclass(frozen=True)
class Answer:
    """What Assay said, with its reason."""

    kind: Kind
    reason: str


@dataclass(frozen=True)
class Run:
    """How one execution ended."""

    code: int
    printed: str


def build(text: str, binary: Path, model: str, *flags: str) -> bool:
    """Compile and link; False if this machine cannot."""
    assert GCC is not None
    source = binary.with_suffix(".c")
    source.write_text(text)
    command: list[str | Path] = [GCC, *BASIC, *FLAGS[model], *flags, source, SUPPORT, "-o", binary]
    if model == "LP64":
        command.append("-lpthread")
    return subprocess.run(command, capture_output=True).returncode == 0


def execute(binary: Path, values: Sequence[int]) -> Run | None:
    """One execution with these inputs; None if it does not end, or follows a pointer to nowhere."""
    environment = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}
    given = bytes(values) + bytes(64)
    try:
        done = subprocess.run(
            [binary], input=given, capture_output=True, timeout=NATIVE_SECONDS, env=environment, cwd=binary.parent
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode in (-signal.SIGSEGV, -signal.SIGBUS):
        return None
    return Run(done.returncode, done.stdout.decode(errors="replace"))


def executions(binary: Path, inputs: int, below: int) -> list[Run | None]:
    """One execution for each tuple of inputs."""
    return [execute(binary, values) for values in itertools.product(range(below), repeat=inputs)]


Question = Callable[[Path, str, float], Answer]


def ask(file: Path, model: str, seconds: float, question: Question | None = None) -> Answer:
    """Assay's answer (``checked`` unless said otherwise), from a process of its own: whatever happens is an answer."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(sender, file, model, seconds, question or checked))
    process.start()
    sender.close()
    try:
        if receiver.poll(PATIENCE * seconds + 10):
            answer = receiver.recv()
            assert isinstance(answer, Answer)
            return answer
        return Answer(Kind.UNKNOWN, "ended from outside")
    except EOFError:
        process.join()
        return Answer(Kind.CRASH, f"the process ended with code {process.exitcode}")
    finally:
        if process.is_alive():
            process.kill()
        process.join()
        receiver.close()


def _answer(sender: Connection, file: Path, model: str, seconds: float, question: Question) -> None:
    try:
        sender.send(question(file, model, seconds))
    except BaseException:
        where = traceback.format_exc().strip().splitlines()
        sender.send(Answer(Kind.CRASH, " | ".join([*where[-3:-1], where[-1]])))
    sender.close()


def checked(file: Path, model: str, seconds: float) -> Answer:
    """The verdict of all properties together; a refusal needs a line and a column."""
    try:
        results = assay.check(assay.load(file, data_model=model), config=assay.Config(seconds=seconds))
    except InputError as refusal:
        return refused(refusal)
    for result in results:
        match result.verdict:
            case assay.Violated():
                return Answer(Kind.VIOLATED, result.evidence)
            case assay.Unknown(reason=reason):
                return Answer(Kind.UNKNOWN, reason)
            case _:
                pass
    return Answer(Kind.HOLDS, results[0].evidence)


def refused(refusal: InputError) -> Answer:
    """A refusal, and whether it says where."""
    placed = refusal.where is not None and refusal.where.line > 0 and refusal.where.column > 0
    reason = refusal.message if isinstance(refusal, Unsupported) else f"input: {refusal.message}"
    return Answer(Kind.REFUSED if placed else Kind.NOWHERE, reason)


def simulated(file: Path, model: str, seconds: float) -> Answer:
    """Where one execution of the model ends: no verdict, but the meaning that the front end gives to the program."""
    try:
        run = Machine(read_c(file, model)).run(steps=int(STEPS_A_SECOND * seconds))
    except InputError as refusal:
        return refused(refusal)
    match run.location.name:
        case "program:exit" | "program:error" as name:
            return Answer(Kind.HOLDS if name == "program:exit" else Kind.VIOLATED, name)
        case name:
            return Answer(Kind.UNKNOWN, name)


def able(model: str, folder: Path) -> bool:
    """Can this machine build and execute programs of the data model?"""
    binary = folder / f"probe-{model}"
    if GCC is None or sys.platform != "linux":
        return False
    if not build("int main(void) { return 7; }\n", binary, model):
        return False
    try:
        run = execute(binary, ())
    except OSError:
        return False
    return run is not None and run.code == 7
