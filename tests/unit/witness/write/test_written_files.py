"""Files that Assay writes: all of a text or nothing, over nothing that was not meant, through what is no file."""

from __future__ import annotations

import json
import os
import stat
import threading
from pathlib import Path

import pytest

from assay.app.outputs import Outputs, numbered
from assay.core.errors import InputError
from assay.witness.write.files import Open, Replaced, Through, is_stream, keep_apart, same, target, write_whole
from scenarios import HOLDS, VIOLATED, arrange, outcome, run

FULL = Path("/dev/full")
forking = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


# -- where a name leads ------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "w", "größer\n")
    assert (tmp_path / "w").read_bytes() == "größer\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["w"]


def test_a_draft_laid_out_for_us_is_not_followed(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for name in ("w.part", "w.tmp", ".w.part", ".w"):
        (tmp_path / name).symlink_to(precious)
    write_whole(tmp_path / "w", "new")
    assert precious.read_text() == "mine"


def test_the_mask_is_respected_and_a_mode_is_kept(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "")
    finally:
        os.umask(before)
    old = tmp_path / "old"
    old.write_text("")
    old.chmod(0o604)
    write_whole(old, "text")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert stat.S_IMODE(old.stat().st_mode) == 0o604


def test_a_link_is_followed_to_its_file(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "file").write_text("old")
    (tmp_path / "middle").symlink_to("inner/file")
    (tmp_path / "link").symlink_to("middle")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (inner / "file").read_text() == "new"
    assert target(tmp_path / "link") == Replaced((inner / "file").resolve())


def test_what_cannot_be_written_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "circle").symlink_to("circle")
    reasons = {
        tmp_path: "it is a directory",
        tmp_path / "no" / "file": "does not exist",
        tmp_path / "dangling": "the link leads to 'nowhere', which does not exist",
        tmp_path / "circle": "the link leads in a circle",
        tmp_path / ("x" * 300): "file name too long",
    }
    for path, reason in reasons.items():
        with pytest.raises(InputError, match=reason):
            write_whole(path, "text")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["circle", "dangling"]


def test_a_file_or_folder_without_permission_is_refused(tmp_path: Path) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.write_text("old")
    file.chmod(0o444)
    folder.mkdir(0o555)
    if os.access(file, os.W_OK):
        pytest.skip("this user may write everything")
    for path in (file, folder / "new"):
        with pytest.raises(InputError, match="no permission"):
            target(path)


def test_devices_and_descriptors_are_written_through(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(os.devnull)
    assert target(os.devnull) == Through(Path(os.devnull))
    write_whole(link, "text")
    assert link.is_symlink() and stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    reading, writing = os.pipe()
    assert target(f"/dev/fd/{writing}") == Open(writing)
    write_whole(f"/dev/fd/{writing}", "through")
    assert os.read(reading, 100) == b"through"
    os.close(reading)
    os.close(writing)
    with pytest.raises(InputError):
        target(f"/dev/fd/{writing}")


def test_the_standard_output_is_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "out"
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT)
    (tmp_path / "link").symlink_to(f"/dev/fd/{descriptor}")
    os.write(descriptor, b"before ")
    write_whole(tmp_path / "link", "text")
    os.write(descriptor, b" after")
    os.close(descriptor)
    assert file.read_text() == "before text after"


def test_a_pipe_waits_for_its_reader(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    looks: list[int] = []

    def give_up() -> bool:
        looks.append(1)
        if len(looks) == 2:
            reader.start()
        return False

    write_whole(pipe, "x" * 200_000, give_up)
    reader.join()
    assert read == ["x" * 200_000] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_without_a_reader_is_given_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="nobody reads it"):
        write_whole(tmp_path / "pipe", "text", lambda: True)


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk_is_a_sentence() -> None:
    with pytest.raises(InputError, match="/dev/full: cannot be written: no space left on device"):
        write_whole(FULL, "text")


def test_a_failure_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    (tmp_path / "w").write_text("old")
    monkeypatch.setattr("os.write", full)
    with pytest.raises(InputError, match="no space left on device"):
        write_whole(tmp_path / "w", "new")
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["w"] and (tmp_path / "w").read_text() == "old"


# -- inputs and outputs ------------------------------------------------------------------------------------------------


def test_no_output_is_an_input_by_whatever_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "in.c"
    source.write_text("")
    Path("soft").symlink_to("in.c")
    Path("hard").hardlink_to("in.c")
    for name in ("in.c", "./in.c", str(source), "soft", "hard"):
        with pytest.raises(InputError, match="is an input of this check"):
            keep_apart([("--witness", name)], ["in.c"])
    keep_apart([("--witness", "other")], ["in.c"])


def test_two_outputs_are_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="--witness and --stats name the same file"):
        keep_apart([("--witness", "w"), ("--stats", "./w")], [])
    keep_apart([("--witness", os.devnull), ("--stats", os.devnull)], [])
    assert same("a", "./a") and not same("a", "b")


def test_files_of_several_properties_are_numbered_but_devices_are_not() -> None:
    assert numbered("w.smt2", 1, 3) == Path("w.1.smt2")
    assert numbered("w.smt2", 0, 1) == Path("w.smt2")
    assert numbered(os.devnull, 1, 3) == Path(os.devnull)
    assert is_stream(os.devnull) and not is_stream("w.smt2")
    names = Outputs(witness="w.smt2", trace=os.devnull, stats="s").names(2)
    assert list(names) == [
        ("--witness", "w.0.smt2"),
        ("--witness", "w.1.smt2"),
        ("--trace", os.devnull),
        ("--stats", "s"),
    ]


# -- the command line --------------------------------------------------------------------------------------------------


@forking
@pytest.mark.parametrize("option", ["--witness", "--trace", "--harness", "--stats"])
def test_the_input_is_not_overwritten(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS))
    monkeypatch.chdir(tmp_path)
    Path("toy.c").write_text("mine")
    Path("link.vcd").symlink_to("toy.c")
    result = run(["check", "toy.c", option, "link.vcd"])
    assert result.exit_code == 2 and "is an input of this check" in result.stderr
    assert Path("toy.c").read_text() == "mine" and result.stdout == ""


@forking
def test_a_numbered_file_is_not_the_input_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(HOLDS), outcome(HOLDS))
    monkeypatch.chdir(tmp_path)
    Path("toy.c").write_text("mine")
    Path("w.1.c").symlink_to("toy.c")
    result = run(["check", "toy.c", "--witness", "w.c"])
    assert result.exit_code == 2 and "w.1.c: cannot be written: it is an input" in result.stderr
    assert Path("toy.c").read_text() == "mine" and result.stdout == ""


@forking
@pytest.mark.parametrize("given", ["task.yml", "program.c", "reach.prp"])
def test_no_file_of_a_task_is_overwritten(given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clang")
    monkeypatch.chdir(tmp_path)
    Path("program.c").write_text("extern void reach_error(void);\nint main(void) { return 0; }\n")
    Path("reach.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    Path("task.yml").write_text(
        "format_version: '2.0'\ninput_files: 'program.c'\nproperties:\n  - property_file: reach.prp\n"
        "options:\n  language: C\n  data_model: LP64\n"
    )
    before = Path(given).read_text()
    result = run(["check", "task.yml", "--witness", given])
    assert result.exit_code == 2 and f"{given}: cannot be written: it is an input of this check" in result.stderr
    assert Path(given).read_text() == before and result.stdout == ""


@forking
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("option", ["--witness", "--stats"])
def test_the_verdict_is_told_before_a_disk_is_full(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrange(monkeypatch, outcome(VIOLATED))
    result = run(["check", "toy.c", option, str(FULL)])
    assert result.exit_code == 2
    assert result.stdout.startswith("violated ")
    assert result.stderr.splitlines()[-1].endswith("/dev/full: cannot be written: no space left on device")
    lines = run(["check", "toy.c", "--json", option, str(FULL)]).stdout.splitlines()
    assert json.loads(lines[-1])["verdict"] == "violated"


@forking
def test_a_harness_is_written_like_any_other_file(tmp_path: Path) -> None:
    pytest.importorskip("clang")
    source, harness = tmp_path / "v.c", tmp_path / "h.c"
    source.write_text(
        "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
        "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n"
    )
    harness.write_text("old")
    harness.chmod(0o600)
    result = run(["check", str(source), "--harness", str(harness)])
    assert result.exit_code == 10, result.stderr
    assert "harness" in result.stdout and "h.c" in harness.read_text()
    assert stat.S_IMODE(harness.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h.c", "v.c"]
