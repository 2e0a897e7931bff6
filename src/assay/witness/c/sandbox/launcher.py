"""Executes a program that nobody has reason to trust: a script of its own process, which imports nothing of Assay.

It reads a request (JSON) from its input, and writes a line of JSON for what is in force and one for each execution.  A
process without threads gives up everything it has, in layers, and the program takes its place:

* namespaces: a first process of a new user, mount, network, process and message namespace; its root is an empty folder
  that cannot be written to.  When it ends, whatever else runs there ends with it.
* seccomp: the system calls that a program without files needs; any other one kills it.  ``fexecve`` of the program is
  among them, by a descriptor that is closed as soon as the program runs.
* limits, an ordinary user's identity, no capabilities, no way to new privileges, no environment: always.

Without one of the first two layers nothing is executed, unless the request says that this is wanted.
Linux only; elsewhere only the limits are there, so that nothing is executed unless that is wanted.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping

# Descriptors of the program: its input, where it reports, the program itself, and where a failure to start is told.
INPUT, REPORT, BINARY, FAILURE = 0, 3, 4, 5
LONGEST_REPORT: Final = 4096
PIECE: Final = 1 << 16
# So many executions there are, however little patience.
ALWAYS: Final = 2
NOBODY: Final = 65534
_NEW_USER: Final = 0x10000000
# Mounts, host names, messages, processes, network.
_NEW_REST: Final = 0x00020000 | 0x04000000 | 0x08000000 | 0x20000000 | 0x40000000
_PRIVATE: Final = 0x4000 | 0x40000  # and everything below
_BARE: Final = 2 | 4 | 8  # no set-user-id, no devices, no programs
_READ_ONLY: Final = 1 | 32 | _BARE
_DETACH: Final = 2
_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_DIE_WITH_PARENT, _SECCOMP, _DROP_BOUND, _NO_NEW_PRIVILEGES = 1, 22, 24, 38
_CAPABILITIES: Final = 64


class Request(TypedDict):
    """What is asked for: a file, an empty folder, what each execution gets to read, and the bounds of each.

    An execution that reports and exits with ``stop`` is the last one, and so is, from the second on, the one at whose
    end ``patience`` is used up.  An execution may report ``longest`` bytes, and gets a signal whenever it has used
    ``tick`` seconds of the processor, if that is not zero.
    """

    binary: str
    folder: str
    inputs: list[str]
    filter: str
    namespaces: bool
    cpu: float
    wall: float
    memory: int
    patience: float
    stop: int
    bare: bool
    longest: int
    tick: float


class Kernel:
    """System calls that Python has no name for; each raises OSError if it fails."""

    def __init__(self) -> None:
        # One that keeps the interpreter's lock: nothing may happen between the filter and the program.
        self.library = ctypes.PyDLL(None, use_errno=True)
        self.machine = os.uname().machine

    def call(self, name: str, *arguments: object) -> None:
        if getattr(self.library, name)(*arguments) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def control(self, *arguments: int) -> None:
        self.call("prctl", *map(ctypes.c_ulong, (*arguments, 0, 0, 0, 0)[:5]))

    def number(self, table: Mapping[str, int], *arguments: object) -> None:
        if self.machine not in table:
            raise OSError(0, f"{self.machine} is not known")
        self.call("syscall", ctypes.c_long(table[self.machine]), *arguments)


def unshared(kernel: Kernel) -> bool:
    """Namespaces for the children of this process: as root directly, else as a user who is nobody in there."""
    if os.geteuid() == 0:
        with suppress(OSError):
            kernel.call("unshare", _NEW_REST)
            return True
    user, group = os.geteuid(), os.getegid()
    try:
        kernel.call("unshare", _NEW_USER | _NEW_REST)
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{NOBODY} {user} 1"),
            ("gid_map", f"{NOBODY} {group} 1"),
        ):
            Path(f"/proc/self/{name}").write_text(text)
        return True
    except OSError:
        return False


def emptied(kernel: Kernel, folder: str) -> bool:
    """An empty file system that cannot be written to, in place of everything that could be seen."""
    try:
        kernel.call("mount", b"none", b"/", None, ctypes.c_ulong(_PRIVATE), None)
        options = b"size=4k,nr_inodes=2,mode=555"
        kernel.call("mount", b"none", folder.encode(), b"tmpfs", ctypes.c_ulong(_BARE), options)
        os.chdir(folder)
        kernel.number(_PIVOT_ROOT, b".", b".")
        kernel.call("umount2", b".", _DETACH)
        os.chdir("/")
        kernel.call("mount", b"none", b"/", None, ctypes.c_ulong(_READ_ONLY), None)
        return True
    except OSError:
        return False


def filtering(kernel: Kernel) -> bool:
    """Does the kernel take filters?  One at no address is refused for the address alone."""
    try:
        kernel.control(_SECCOMP, 2, 0)
    except OSError as failure:
        return failure.errno == 14
    return False


class Filter(ctypes.Structure):
    """What the kernel is handed: how many instructions, and where they are."""

    _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_char_p)]


def humble(kernel: Kernel) -> None:
    """Give up every privilege, and the way to new ones."""
    for capability in range(_CAPABILITIES):
        try:
            kernel.control(_DROP_BOUND, capability)
        except OSError:
            break
    if os.geteuid() == 0:
        with suppress(OSError):
            os.setgroups([])
        with suppress(OSError):
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
    kernel.control(_NO_NEW_PRIVILEGES, 1)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    with suppress(OSError):
        kernel.number(_CAPSET, header, (ctypes.c_uint32 * 6)())


def limit(cpu: float, memory: int) -> None:
    """What the program may use.  A timer ends it by SIGPROF; the kernel adds its own limit, in whole seconds."""
    seconds = int(cpu) + 1
    for kind, amount in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_NOFILE, FAILURE + 1),
    ):
        _, most = resource.getrlimit(kind)
        bound = amount if most == resource.RLIM_INFINITY else min(amount, most)
        resource.setrlimit(kind, (bound, bound))
    signal.setitimer(signal.ITIMER_PROF, cpu)


class Sandbox:
    """What the executions of one request share."""

    def __init__(self, kernel: Kernel, request: Request) -> None:
        self.kernel = kernel
        self.request = request
        self.code = bytes.fromhex(request["filter"]) if filtering(kernel) else b""
        self.binary = os.open(request["binary"], os.O_RDONLY | os.O_CLOEXEC)
        self.nothing = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)

    def execute(self, given: bytes) -> dict[str, object]:
        """How an execution ended, and what it reported; or why there was none."""
        reading, writing = os.pipe()
        report, reports = os.pipe()
        failure, failures = os.pipe()
        os.write(writing, given)
        os.close(writing)
        child = os.fork()
        if not child:
            self._become((reading, self.nothing, self.nothing, reports, self.binary, failures))
        for descriptor in (reading, reports, failures):
            os.close(descriptor)
        words = os.read(failure, LONGEST_REPORT)
        told, code = watched(child, report, self.request["wall"], self.request["longest"])
        os.close(report)
        os.close(failure)
        if words:
            return {"failure": words.decode(errors="replace")}
        return {"code": code, "report": told.hex()}

    def _become(self, descriptors: tuple[int, ...]) -> NoReturn:
        """The program in place of this process; or the reason why not, for whoever waits for it."""
        try:
            # First out of the way of the numbers that they get.
            high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 64) for descriptor in descriptors]
            for number, descriptor in enumerate(high):
                os.dup2(descriptor, number, inheritable=number < BINARY)
            os.closerange(len(high), 256)
            os.setsid()
            vector = (ctypes.c_char_p * 2)(b"program", None)
            empty = (ctypes.c_char_p * 1)(None)
            rules = Filter(len(self.code) // 8, self.code)
            restore_signals()
            humble(self.kernel)
            self.kernel.control(_DIE_WITH_PARENT, signal.SIGKILL)
            limit(self.request["cpu"], self.request["memory"])
            if self.request["tick"]:
                signal.setitimer(signal.ITIMER_VIRTUAL, self.request["tick"], self.request["tick"])
            if self.code:
                self.kernel.call("prctl", _SECCOMP, ctypes.c_ulong(2), ctypes.byref(rules), ctypes.c_ulong(0), 0)
            self.kernel.call("fexecve", BINARY, vector, empty)
        except OSError as failure:
            os.write(FAILURE, (failure.strerror or "it cannot be started").encode()[:LONGEST_REPORT])
        except BaseException as failure:
            os.write(FAILURE, repr(failure).encode()[:LONGEST_REPORT])
        os._exit(126)


def restore_signals() -> None:
    """Python ignores some signals, and a program would go on to ignore them."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def watched(child: int, report: int, wall: float, longest: int = LONGEST_REPORT) -> tuple[bytes, int]:
    """What the child reported until it ended or was ended, and its code; minus the signal, if it was one."""
    end = time.monotonic() + wall
    told, pause, listening = b"", 0.0005, [report]
    while True:
        ready, _, _ = select.select(listening, [], [], pause)
        if ready:
            piece = os.read(report, PIECE)
            told += piece
            listening = listening if piece else []
        else:
            pause = min(2 * pause, 0.02)
        ended, status = os.waitpid(child, os.WNOHANG)
        if not ended and (time.monotonic() > end or len(told) > longest):
            os.kill(child, signal.SIGKILL)
            ended, status = os.waitpid(child, 0)
        if ended:
            break
    while select.select(listening, [], [], 0)[0] and len(told) <= longest:
        piece = os.read(report, PIECE)
        told += piece
        listening = listening if piece else []
    return told[:longest], os.waitstatus_to_exitcode(status)


def serve(kernel: Kernel, request: Request, *, apart: bool) -> None:
    """All executions of a request, from within what could be put in force."""
    kernel.control(_DIE_WITH_PARENT, signal.SIGKILL)
    sandbox = Sandbox(kernel, request)
    layers = ["namespaces"] if apart and emptied(kernel, request["folder"]) else []
    layers += ["seccomp"] if sandbox.code else []
    tell({"layers": layers})
    end = time.monotonic() + request["patience"]
    if not layers and not request["bare"]:
        return
    for number, given in enumerate(request["inputs"]):
        if number >= ALWAYS and time.monotonic() > end:
            break
        outcome = sandbox.execute(bytes.fromhex(given))
        tell(outcome)
        if (outcome.get("code") == request["stop"] and outcome.get("report")) or "failure" in outcome:
            break


def tell(record: Mapping[str, object]) -> None:
    os.write(1, json.dumps(record).encode() + b"\n")


def main() -> None:
    request: Request = json.load(sys.stdin)
    kernel = Kernel()
    kernel.control(_DIE_WITH_PARENT, signal.SIGKILL)
    apart = request["namespaces"] and unshared(kernel)
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        return
    try:
        serve(kernel, request, apart=apart)
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
