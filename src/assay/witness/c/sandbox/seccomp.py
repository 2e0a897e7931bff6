"""Which system calls an executed program may make, as a filter that the kernel runs before each of them.

A program of one thread without files reads what it was given, writes, asks for memory and ends; a C library adds what
it asks when it starts.  Whatever is not listed kills the program: it cannot open, create, rename or delete anything,
start or signal a process, or talk to anyone.  Memory that is both new and executable is refused as well.  The filter
knows x86-64 and, because 32-bit programs are executed too, i386; a system call of any other kind kills.

Classic BPF, four fields an instruction: operation, jump if true, jump if false, operand (seccomp(2)).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LOAD: Final = 0x20
_EQUAL: Final = 0x15
_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_KILL, _ALLOW, _DENY = 0x80000000, 0x7FFF0000, 0x00050000 | 1  # EPERM
_EXECUTABLE: Final = 4

Instruction = tuple[int, int, int, int]


@dataclass(frozen=True)
class Calls:
    """The system calls of an architecture: allowed, allowed unless the memory is executable, and just refused.

    ``start`` is the one that replaces the launcher by the program, allowed for one descriptor.
    """

    architecture: int
    allowed: tuple[int, ...]
    mapping: tuple[int, ...]
    refused: tuple[int, ...]
    start: int


X86_64: Final = Calls(
    0xC000003E,
    # read write close fstat lseek munmap brk rt_sigaction rt_sigprocmask rt_sigreturn writev getpid exit uname
    # gettimeofday sigaltstack arch_prctl gettid time set_tid_address clock_gettime exit_group getrandom
    (0, 1, 3, 5, 8, 11, 12, 13, 14, 15, 20, 39, 60, 63, 96, 131, 158, 186, 201, 218, 228, 231, 318),
    # mmap mprotect
    (9, 10),
    # ioctl mremap readlink futex newfstatat readlinkat set_robust_list prlimit64 rseq
    (16, 25, 89, 202, 262, 267, 273, 302, 334),
    322,
)
I386: Final = Calls(
    0x40000003,
    # exit read write close lseek getpid brk time gettimeofday munmap sigreturn uname _llseek writev rt_sigreturn
    # rt_sigaction rt_sigprocmask sigaltstack fstat64 gettid set_thread_area exit_group set_tid_address clock_gettime
    # getrandom clock_gettime64
    (
        1,
        3,
        4,
        6,
        19,
        20,
        45,
        13,
        78,
        91,
        119,
        122,
        140,
        146,
        173,
        174,
        175,
        186,
        197,
        224,
        243,
        252,
        258,
        265,
        355,
        403,
    ),
    # mmap2 mprotect
    (192, 125),
    # ioctl readlink mremap ugetrlimit futex fstatat64 readlinkat set_robust_list prlimit64 statx rseq
    (54, 85, 163, 191, 240, 300, 305, 311, 340, 383, 386),
    358,
)


def program_filter(binary: int) -> bytes:
    """The filter for a process that is to become the program at the descriptor ``binary``."""
    parts: list[Instruction] = [(_LOAD, 0, 0, _ARCHITECTURE)]
    for calls in (X86_64, I386):
        rules = _rules(calls, binary)
        parts += [(_EQUAL, 0, len(rules), calls.architecture), *rules]
    parts.append((_RETURN, 0, 0, _KILL))
    return b"".join(struct.pack("HBBI", *part) for part in parts)


def _rules(calls: Calls, binary: int) -> Sequence[Instruction]:
    rules: list[Instruction] = [(_LOAD, 0, 0, _NUMBER)]
    for numbers, answer in ((calls.allowed, _ALLOW), (calls.refused, _DENY)):
        for number in numbers:
            rules += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, answer)]
    for number in calls.mapping:
        refusal = [(_LOAD, 0, 0, _argument(2)), (_ANY_BIT, 0, 1, _EXECUTABLE), (_RETURN, 0, 0, _KILL)]
        rules += [(_EQUAL, 0, 4, number), *refusal, (_RETURN, 0, 0, _ALLOW)]
    only = [(_LOAD, 0, 0, _argument(0)), (_EQUAL, 0, 1, binary), (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _KILL)]
    return [*rules, (_EQUAL, 0, 4, calls.start), *only, (_RETURN, 0, 0, _KILL)]


def _argument(number: int) -> int:
    """Where the lower half of an argument is."""
    return 16 + 8 * number
