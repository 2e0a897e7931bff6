"""Inputs that are no files: read once, kept for whoever opens them again, and given up if they never end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError, Unsupported
from assay.frontends.pipes import LOOKS, STANDARD_INPUT, is_stream, name_of, receive
from assay.frontends.task import load, recognise
from assay.frontends.text import Source
from places import EXAMPLES

COUNT_UP = (EXAMPLES / "count-up.smt2").read_bytes()
TOGGLE = (EXAMPLES / "toggle.aag").read_bytes()
PROGRAM = b"extern void reach_error(void);\nint main(void) { int x = 3; if (x == 3) reach_error(); return 0; }\n"
COMMAND = [sys.executable, "-m", "assay", "check"]


def written(path: Path, content: bytes) -> Path:
    """A pipe with a name to which somebody writes ``content``."""
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(content,), daemon=True).start()
    return path


def piped(content: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=content, capture_output=True, check=False)


# -- reading -----------------------------------------------------------------------------------------------------------


def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    content = bytes(range(256)) * 2000
    assert receive(written(tmp_path / "pipe", content)) == content


def test_an_open_descriptor_is_read_to_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"text")
    os.close(writing)
    assert receive(f"/dev/fd/{reading}") == b"text"
    assert receive(f"/dev/fd/{reading}") == b""
    os.close(reading)


def test_a_pipe_without_a_writer_is_given_up_after_a_number_of_looks(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    looks: list[None] = []
    with pytest.raises(InputError, match=r"pipe: nobody writes to this pipe \(start the program"):
        receive(tmp_path / "pipe", lambda: looks.append(None))
    assert len(looks) == LOOKS


def test_a_writer_may_come_later(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    looks: list[int] = []

    def wait() -> None:
        if not looks:
            looks.append(os.open(path, os.O_WRONLY))
            os.write(looks[0], b"late")
            os.close(looks[0])

    assert receive(path, wait) == b"late"


def test_what_never_ends_is_given_up() -> None:
    with pytest.raises(InputError, match="/dev/zero: more than 2 MiB came from it, and no end"):
        receive("/dev/zero", most=2 << 20)


def test_names_and_kinds(tmp_path: Path) -> None:
    assert name_of("-") == STANDARD_INPUT
    assert name_of("./-") == "./-"
    assert is_stream("-")
    assert is_stream("/dev/null")
    assert not is_stream(tmp_path)
    assert not is_stream(EXAMPLES / "toggle.aag")
    assert not is_stream(tmp_path / "nothing")


# -- recognition -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [PROGRAM.decode(), '# 1 "a.c"\nint x;', "#include <assert.h>\n", "void main() {}"])
def test_a_program_without_a_suffix_is_recognised(text: str) -> None:
    assert recognise(Source(STANDARD_INPUT, text)).name == "C"
    assert recognise(Source("/dev/fd/63", text)).name == "C"


def test_what_has_another_suffix_is_no_program() -> None:
    with pytest.raises(InputError, match="the format of this file is not known"):
        recognise(Source("main.cpp", PROGRAM.decode()))


def test_a_task_definition_has_a_place(tmp_path: Path) -> None:
    task = b"format_version: '2.0'\ninput_files: 'a.c'\n"
    with pytest.raises(Unsupported, match="comes by a pipe"):
        load(written(tmp_path / "pipe", task))


# -- models and verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [COUNT_UP, TOGGLE, PROGRAM])
def test_a_copy_is_kept_for_whoever_reads_it_again(content: bytes, tmp_path: Path) -> None:
    path = written(tmp_path / "pipe", content)
    model = load(path)
    assert model.origin.name == str(path)
    assert Path(model.origin.file).read_bytes() == content
    (result,) = assay.check(model)
    assert not isinstance(result.verdict, assay.Unknown)


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize(("content", "code"), [(COUNT_UP, 0), (TOGGLE, 10), (PROGRAM, 10)])
def test_the_standard_input_is_checked(name: str, content: bytes, code: int) -> None:
    done = piped(content, name)
    assert done.returncode == code, done.stderr
    called = STANDARD_INPUT if name == "-" else name
    assert done.stderr.decode().count(f"{called} (") == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_output_of_a_command_is_checked() -> None:
    command = f"{sys.executable} -m assay check <(cat {EXAMPLES / 'toggle.aag'})"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.returncode == 10, done.stderr


def test_files_of_evidence_name_the_standard_input(tmp_path: Path) -> None:
    witness, harness = tmp_path / "witness.yml", tmp_path / "harness.c"
    done = piped(PROGRAM, "-", "--witness", str(witness), "--harness", str(harness))
    assert done.returncode == 10, done.stderr
    assert f'- "{STANDARD_INPUT}"' in witness.read_text()
    assert "/assay-" not in harness.read_text() + witness.read_text() + done.stdout.decode()


def test_a_stimulus_is_checked_on_the_copy(tmp_path: Path) -> None:
    done = piped(TOGGLE, "-", "--json", "--witness", str(tmp_path / "run.wit"))
    *_, verdict, written = map(json.loads, done.stdout.splitlines())
    assert "on the AIGER file" in verdict["evidence"]
    assert (written["event"], written["file"]) == ("written", str(tmp_path / "run.wit"))
    assert (tmp_path / "run.wit").read_text().startswith("1\nb0")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "<standard input>: the file is empty"),
        (b"int main(void) { return x; }", "<standard input>:1:25: use of undeclared identifier 'x'"),
        (b'#include "own.h"\nint main(void) { return 0; }', "<standard input>:1:10: 'own.h' file not found"),
        (b"(assert x", "<standard input>:1:"),
    ],
)
def test_mistakes_name_the_standard_input(content: bytes, message: str) -> None:
    done = piped(content, "-")
    assert done.returncode == 2
    assert message in done.stderr.decode()


def test_no_trace_beside_the_standard_input() -> None:
    done = piped(TOGGLE, "-", "--trace")
    assert done.returncode == 2
    assert "there is no file beside <standard input>" in done.stderr.decode()


def test_the_copy_ends_with_the_program(tmp_path: Path) -> None:
    code = "import assay; print(assay.load('-').origin.file)"
    place = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], input=COUNT_UP, capture_output=True, check=True, env=place)
    assert done.stdout.decode().startswith(str(tmp_path))
    assert not list(tmp_path.iterdir())
