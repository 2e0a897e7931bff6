"""How the command ends: two signals at once, streams that take nothing, temporary files, a worker that is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.supervise import scratch, stopping
from assay.supervise.ending import Crashed, Exhausted, Killed, explain
from assay.supervise.limits import Interrupted, Limits, Message, Send, supervise
from assay.supervise.processes import process_table
from assay.supervise.stopping import Requests, stop_requests
from clocks import PATIENCE, eventually, linger, stop_the_clock
from places import EXAMPLES, SOURCES, TESTS
from scenarios import HOLDS, Deed, arrange, outcome, run

EXAMPLE = str(EXAMPLES / "overshoot.smt2")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCES)}
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"),
]


# -- requests to stop --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "numbers",
    [(signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGTERM), (signal.SIGHUP, signal.SIGINT, signal.SIGINT)],
)
def test_any_number_of_requests_comes_to_the_same_end(numbers: tuple[int, ...]) -> None:
    if signal.getsignal(numbers[0]) is signal.SIG_IGN:
        pytest.skip("whoever started the tests wants this signal ignored, as nohup does")
    heard: list[Message] = []

    def work(send: Send) -> None:
        send({"pid": os.getpid()})
        linger()

    def hear(message: Message) -> None:
        heard.append(message)
        for number in numbers:
            signal.raise_signal(number)  # to this thread: the next one is not before the last has arrived

    assert supervise(work, Limits(), hear).ending == Interrupted(numbers[0])
    assert heard[0]["pid"] not in process_table()


def test_a_request_that_came_before_the_work_is_granted() -> None:
    with stop_requests() as requests:
        os.kill(os.getpid(), signal.SIGTERM)
        ending = supervise(lambda send: linger(), Limits(), lambda message: None, requests=requests).ending
    assert ending == Interrupted(signal.SIGTERM)


def test_who_insists_is_obeyed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    deeds: list[str] = []
    monkeypatch.setattr("os._exit", codes.append)
    requests = Requests()
    with requests.before_leaving(lambda: deeds.append("tidied")):
        requests.note(signal.SIGTERM)
        requests.note(signal.SIGTERM)
        assert codes == []
        monkeypatch.setattr(stopping, "INSISTENCE", -1.0)
        requests.note(signal.SIGINT)
    assert (codes, deeds) == ([128 + signal.SIGTERM], ["tidied"])


def test_nohup_keeps_its_word() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stop_requests() as requests:
            os.kill(os.getpid(), signal.SIGHUP)
        assert requests.first is None
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("numbers", [(signal.SIGINT, signal.SIGTERM), (signal.SIGTERM, signal.SIGTERM)])
def test_two_requests_at_once_leave_one_verdict_and_no_trace(numbers: tuple[int, int]) -> None:
    command = [sys.executable, "-m", "assay", "check", str(EXAMPLES / "count-up.smt2")]
    command += ["--engine", "bounded", "--json"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, text=True, env=ENVIRONMENT, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for number in numbers:
            process.send_signal(number)
        rest, complaints = process.communicate(timeout=PATIENCE)
    verdicts = [line for line in map(json.loads, rest.splitlines()) if line["event"] == "verdict"]
    assert [line["reason"][:11] for line in verdicts] == ["interrupted"]
    assert process.returncode in {128 + number for number in numbers}
    assert "Traceback" not in complaints


# -- temporary files ---------------------------------------------------------------------------------------------------


def _littering(end: Callable[[], object]) -> Callable[[Send], None]:
    def work(send: Send) -> None:
        import tempfile

        folder = Path(tempfile.mkdtemp())
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("text")
        (folder / "deep").chmod(0)
        send({"folder": str(folder), "variable": os.environ["TMPDIR"], "pid": os.getpid()})
        end()

    return work


def _end_keeper() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    linger()


LITTERING: dict[str, Callable[[], object]] = {
    "done": lambda: None,
    "time": linger,
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "keeper": _end_keeper,
}


@pytest.mark.parametrize("name", LITTERING)
def test_no_temporary_file_survives(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    heard: list[Message] = []
    if name == "time":
        stop_the_clock(monkeypatch, lambda: bool(heard))
    supervise(_littering(LITTERING[name]), Limits(PATIENCE, started=time.monotonic()), heard.append)
    assert heard and Path(heard[0]["folder"]).is_relative_to(heard[0]["variable"])
    assert Path(heard[0]["variable"]).parent == tmp_path
    assert list(tmp_path.iterdir()) == []
    assert os.environ["TMPDIR"] == str(tmp_path)


def test_a_request_to_stop_removes_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    stop = lambda message: os.kill(os.getpid(), signal.SIGTERM)  # noqa: E731
    assert supervise(_littering(linger), Limits(), stop).ending == Interrupted(signal.SIGTERM)
    assert list(tmp_path.iterdir()) == []


def test_if_the_parent_is_killed_its_temporary_files_go_too(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import test_endings\n"
        "from assay.supervise.limits import Limits, supervise\n"
        "work = test_endings._littering(test_endings.linger)\n"
        "supervise(work, Limits(), lambda message: print(message['folder'], flush=True))\n"
    )
    folders = os.pathsep.join((str(SOURCES), str(TESTS)))
    environment = {**os.environ, "PYTHONPATH": folders, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", program, str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        assert Path(parent.stdout.readline().strip()).is_relative_to(tmp_path)
        parent.kill()
        parent.wait()
    assert eventually(lambda: not list(tmp_path.iterdir()))


def test_what_a_link_leads_to_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("mine")
    precious.chmod(0o500)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folder = scratch.make_scratch(scratch.name_scratch())
    assert folder is not None and folder.stat().st_mode & 0o777 == 0o700
    (folder / "link").symlink_to(precious)
    (folder / "shut").mkdir()
    (folder / "shut" / "file").write_text("")
    (folder / "shut").chmod(0)
    scratch.remove_scratch(folder)
    assert not folder.exists() and precious.stat().st_mode & 0o777 == 0o500
    assert (precious / "file").read_text() == "mine"
    precious.chmod(0o700)


def test_without_room_for_temporary_files_a_run_is_confirmed_by_the_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("clang")
    monkeypatch.setattr("assay.supervise.limits.name_scratch", lambda: None)
    source = tmp_path / "v.c"
    source.write_text("extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n")
    result = run(["check", str(source), "--harness", str(tmp_path / "h.c")])
    assert "Traceback" not in result.stderr and result.exit_code == 2
    assert result.stdout.split()[0] in ("violated", "unknown")
    assert "no harness of error call v.c:2: no temporary file can be made" in result.stderr


# -- a worker that ends by itself --------------------------------------------------------------------------------------


def test_a_kill_is_told_as_one_and_memory_is_guessed_with_a_reason_only() -> None:
    assert explain(signal.SIGKILL, "", for_memory=False, peak_bytes=5) == Killed(signal.SIGKILL, 5)
    assert explain(signal.SIGKILL, "", for_memory=True, peak_bytes=5) == Exhausted("memory", by_system=True)
    assert explain(signal.SIGTERM, "", for_memory=True, peak_bytes=5) == Killed(signal.SIGTERM, 5)
    assert explain(signal.SIGSEGV, "x", for_memory=False, peak_bytes=5) == Crashed("signal SIGSEGV", "x", 11)


def _killing() -> tuple[object, str]:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("not reached")


def _too_deep() -> tuple[object, str]:
    raise RecursionError


def _starving() -> tuple[object, str]:
    raise MemoryError


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (_killing, "was killed by SIGKILL while refining"),
        (_too_deep, "the input is nested too deeply"),
        (_starving, "memory ran out: an allocation failed while refining"),
    ],
)
def test_what_is_known_is_said_and_the_verdict_is_unknown(
    deed: Deed, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrange(monkeypatch, outcome(HOLDS), deed)
    result = run(["check", "toy.c", "--json"])
    first, second = (line for line in map(json.loads, result.stdout.splitlines()) if line["event"] == "verdict")
    assert result.exit_code == 30 and first["verdict"] == "holds"
    assert second["verdict"] == "unknown" and reason in second["reason"]
    assert "for want of memory" not in second["reason"] and "Traceback" not in result.stderr


def test_an_input_that_is_too_deep_for_any_reader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str, **reading: object) -> None:
        raise RecursionError

    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.setattr("assay.frontends.task.load", load)
    result = run(["check", "toy.c"])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("error: toy.c: the input is nested too deeply")


def test_a_crash_of_libclang_is_told_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str, **reading: object) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.setattr("assay.frontends.task.load", load)
    source = tmp_path / "a.c"
    source.write_text("int main(void) { return 0; }\n")
    result = run(["check", str(source)])
    assert result.exit_code == 2
    assert f"{source}: the program that reads C (libclang) crashed on this file" in result.stderr


def test_a_crash_of_libclang_on_a_pipe_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str, **reading: object) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.setattr("assay.frontends.task.load", load)
    result = run(["check", "-"])
    assert result.exit_code == 2
    assert "the program that reads C (libclang) crashed on this file" in result.stderr


# -- streams -----------------------------------------------------------------------------------------------------------


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """``assay`` stands for the command that finds a violation."""
    command = f"{sys.executable} -m assay check {EXAMPLE} --engine bounded"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("assay", command)],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code", "complaint"),
    [
        ("assay > /dev/full", 2, "error: the standard output cannot be written: no space left on device"),
        ("assay >&-", 2, "error: the standard output is closed"),
        ("assay >&- 2>&- <&-", 2, ""),
        ("assay 2>&- <&-", 10, ""),
        ("assay 2>/dev/full", 10, ""),
    ],
)
def test_a_stream_that_takes_nothing_is_no_disaster(line: str, code: int, complaint: str) -> None:
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    result = shell(line)
    assert result.returncode == code
    assert result.stdout.startswith("violated") == (code == 10)
    assert "Traceback" not in result.stderr
    assert result.stderr.splitlines()[-1:] == ([complaint] if complaint else [])


def test_a_name_that_is_no_text_can_be_told() -> None:
    result = shell("assay --property $(printf '\\377')")
    assert result.returncode == 2 and "Traceback" not in result.stderr and "\\udcff" in result.stderr
