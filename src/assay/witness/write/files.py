"""Files that Assay writes: all of a text or nothing of it, and never over something that was not meant.

A file is written beside its place, under a name that nobody can foresee, and then takes its place; who reads it sees
the old text or the new one.  A link is followed to the file that it leads to.  Devices, pipes and open descriptors
(``/dev/stdout``) are written through.  What cannot be written is an ``InputError``, as early as it can be known.
"""

from __future__ import annotations

import errno
import os
import re
import select
import stat
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position

# Links that lead to links are followed so many times, as the system does.
MOST_LINKS: Final = 40
# Seconds between two looks at a pipe that nobody reads yet.
PAUSE: Final = 0.05
_DESCRIPTORS: Final = re.compile(r"/proc/(?:self|(?P<process>\d+))/fd|/dev/fd")


@dataclass(frozen=True)
class Replaced:
    """A file, or a place for one: it is replaced as a whole."""

    path: Path


@dataclass(frozen=True)
class Through:
    """A device or a pipe: it stays, and is written to."""

    path: Path


@dataclass(frozen=True)
class Open:
    """A descriptor that is open already, such as the standard output."""

    descriptor: int


Target = Replaced | Through | Open


def target(given: str | Path) -> Target:
    """What a name leads to, if it can be written; else an ``InputError`` that says why not."""
    path = Path(given)
    try:
        descriptor = _descriptor(path)
        if descriptor is not None:
            return Open(descriptor)
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            raise _refusal(given, f"the link leads to {str(path.readlink())!r}, which does not exist") from None
        return _replaceable(path)
    except (OSError, RuntimeError) as failure:
        raise _refusal(given, _words(failure)) from None
    if stat.S_ISDIR(mode):
        raise _refusal(given, "it is a directory")
    if stat.S_ISREG(mode):
        return _replaceable(path.resolve())
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise _refusal(given, "it is a disk" if stat.S_ISBLK(mode) else "it is a socket")
    if not os.access(given, os.W_OK):
        raise _refusal(given, "no permission")
    return Through(path)


def is_stream(given: str | Path) -> bool:
    """Does the name lead to something that takes one text after another, rather than to a file?"""
    try:
        return not isinstance(target(given), Replaced)
    except InputError:
        return False


def _replaceable(path: Path) -> Replaced:
    folder = path.parent
    if not folder.is_dir():
        raise _refusal(path, f"the folder {str(folder)!r} does not exist")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise _refusal(path, f"no permission to write in the folder {str(folder)!r}")
    if path.exists() and not os.access(path, os.W_OK):
        raise _refusal(path, "no permission to write to this file")
    return Replaced(path)


def _descriptor(path: Path) -> int | None:
    """The open descriptor that a name stands for, link by link: ``/dev/stdout`` leads to ``/proc/self/fd/1``."""
    for _ in range(MOST_LINKS):
        folder = path.parent.resolve()
        known = _DESCRIPTORS.fullmatch(str(folder))
        if known is not None and known["process"] in (None, str(os.getpid())) and path.name.isdecimal():
            if not _is_open(int(path.name)):
                raise _refusal(path, "this descriptor is not open")
            return int(path.name)
        if not path.is_symlink():
            return None
        path = folder / path.readlink()
    return None


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except (OSError, OverflowError):
        return False
    return True


# -- what must not be overwritten --------------------------------------------------------------------------------------


def keep_apart(outputs: Iterable[tuple[str, str | Path]], inputs: Iterable[str | Path]) -> None:
    """Refuses outputs (an option and its file each) that are an input, or one another, by whatever name."""
    inputs = tuple(inputs)
    seen: list[tuple[str, Path]] = []
    for option, given in outputs:
        found = target(given)
        if not isinstance(found, Replaced):
            continue
        for file in inputs:
            if same(found.path, file):
                raise _refusal(given, "it is an input of this check", f"give {option} another name")
        for other, path in seen:
            if same(found.path, path):
                raise _refusal(given, f"{other} and {option} name the same file", "give them different names")
        seen.append((option, found.path))


def same(first: str | Path, second: str | Path) -> bool:
    """Do two names mean one file, be it there or not?"""
    try:
        return Path(first).samefile(second)
    except (OSError, ValueError):
        return os.path.realpath(first) == os.path.realpath(second)


# -- writing -----------------------------------------------------------------------------------------------------------


def write_whole(given: str | Path, text: str, give_up: Callable[[], bool] = lambda: False) -> None:
    """Writes ``text``, all of it or nothing.  Waits for a reader of a pipe until ``give_up`` says so."""
    data = text.encode("utf-8", "surrogateescape")
    found = target(given)
    try:
        match found:
            case Replaced(path):
                _replace(path, data)
            case Through(path):
                _through(path, data, give_up)
            case Open(descriptor):
                sys.stdout.flush()
                _write(descriptor, data)
    except OSError as failure:
        raise _refusal(given, _words(failure)) from None


def _replace(path: Path, data: bytes) -> None:
    """The owner and the mode of a file that is there are kept; a new one has those that the user's mask allows."""
    draft = path.with_name(f".assay-{os.urandom(8).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(draft, flags, 0o666)
    try:
        try:
            _write(descriptor, data)
            _dress(descriptor, path)
        finally:
            os.close(descriptor)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def _dress(descriptor: int, path: Path) -> None:
    try:
        before = path.stat()
    except FileNotFoundError:
        return
    with suppress(PermissionError):
        os.fchown(descriptor, before.st_uid, before.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(before.st_mode) & 0o777)


def _through(path: Path, data: bytes, give_up: Callable[[], bool]) -> None:
    descriptor = _reached(path, give_up)
    try:
        while data:
            if give_up():
                raise OSError(errno.EAGAIN, "nobody reads it")
            if select.select([], [descriptor], [], PAUSE)[1]:
                data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)


def _reached(path: Path, give_up: Callable[[], bool]) -> int:
    """Opens a device or a pipe; a pipe that nobody reads yet is waited for."""
    while True:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError as failure:
            if failure.errno != errno.ENXIO:
                raise
        if give_up():
            raise OSError(errno.ENXIO, "nobody reads it")
        time.sleep(PAUSE)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _refusal(given: str | Path, reason: str, hint: str = "") -> InputError:
    return InputError(f"cannot be written: {reason}", Position(str(given)), hint)


def _words(failure: OSError | RuntimeError) -> str:
    # Python tells of links in a circle by a RuntimeError, where it follows them itself.
    if isinstance(failure, RuntimeError) or failure.errno == errno.ELOOP:
        return "the link leads in a circle"
    return (failure.strerror or str(failure)).lower()
