"""The standard streams of a command, which may be closed, full, or a pipe whose reader has left.

What is said on the standard output matters: that it cannot be said is an ``Untold``.  What is said beside it does not:
it is dropped if nobody takes it.  Both take names of files that are not text in any encoding.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from typing import BinaryIO, Final, NoReturn, TextIO

CANNOT_TELL: Final = 2


class Untold(Exception):
    """The standard output takes no more."""

    def __init__(self, failure: OSError) -> None:
        super().__init__(failure.strerror)
        self.reader_left = failure.errno == errno.EPIPE
        self.reason = (failure.strerror or str(failure)).lower()


class Voice(io.TextIOWrapper):
    """The standard output."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as failure:
            _silence(1)
            raise Untold(failure) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as failure:
            _silence(1)
            raise Untold(failure) from None


class Aside(io.TextIOWrapper):
    """The standard error stream."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError:
            _silence(2)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError:
            _silence(2)


def prepare_streams() -> None:
    """Makes the standard streams what this module says; leaves with a sentence if there is no standard output."""
    closed = [number for number in (0, 1, 2) if not _is_open(number)]
    for number in closed:
        _silence(number)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = _wrapped(sys.stderr, 2, Aside)
    if 1 in closed:
        sys.stdout = _wrapped(None, 1, Voice)
        _complain("the standard output is closed")
        sys.exit(CANNOT_TELL)
    sys.stdout = _wrapped(sys.stdout, 1, Voice)


def leave_untold(failure: Untold) -> NoReturn:
    """The end of a command whose output nobody takes: as other tools do if its reader left, else with a sentence."""
    if failure.reader_left:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    _complain(f"the standard output cannot be written: {failure.reason}")
    sys.exit(CANNOT_TELL)


def _complain(sentence: str) -> None:
    sys.stderr.write(f"error: {sentence}\n")
    sys.stderr.flush()


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _silence(number: int) -> None:
    """Lets a descriptor lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


def _wrapped(stream: TextIO | None, number: int, kind: type[Voice] | type[Aside]) -> TextIO:
    """The stream, made anew: what Python made of it is given up."""
    binary: BinaryIO
    if isinstance(stream, io.TextIOWrapper):
        encoding, lines = stream.encoding, stream.line_buffering
        stream.flush()
        binary = stream.detach()
    else:
        encoding, lines = "utf-8", True
        binary = open(number, "wb", closefd=False)  # noqa: SIM115
    return kind(binary, encoding=encoding, errors="backslashreplace", line_buffering=lines)
