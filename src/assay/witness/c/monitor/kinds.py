"""For each kind of error, what the compiler is to check and which reports are of that kind.

A kind may be watched for in several ways, the most telling first.  A way that stops too early, at an error of another
kind or at a pointer that is only computed, is followed by one that overlooks more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from assay.witness.c.monitor.reporting import wanted

# The table of lines, and calls on the stack that can be followed.
# Of version 5, addr2line confuses the files that a text includes.
TRACED: Final = ("-gdwarf-4", "-fno-omit-frame-pointer")
# Each access to memory is checked by a call.
BY_CALLS: Final = ("--param", "asan-instrumentation-with-call-threshold=0")
# The C functions of the harness: their accesses are checked, and their own variables are not.
_HARNESS: Final = (*BY_CALLS, "--param", "asan-globals=0", "--param", "asan-stack=0")
# So far lie blocks from each other where an access is to miss all of them.
FAR: Final = 1 << 16

_ACCESS: Final = frozenset(
    (
        "null-pointer",
        "heap-buffer-overflow",
        "stack-buffer-overflow",
        "global-buffer-overflow",
        "heap-use-after-free",
        "stack-use-after-return",
        "stack-use-after-scope",
        "wild-pointer",
    )
)


@dataclass(frozen=True)
class Watch:
    """What the compiler checks (none: the functions of the harness do), and the reports at which a run stops.

    Where nothing checks for the kind of error, it is the ``arrival`` at the line that is watched for.
    """

    sanitizers: tuple[str, ...]
    reports: frozenset[str]
    defined: tuple[str, ...] = ()
    arrival: bool = False

    @property
    def program(self) -> tuple[str, ...]:
        """Options for the program."""
        checks = (f"-fsanitize={','.join(self.sanitizers)}",) if self.sanitizers else ()
        # Where overflow is defined, the compiler does not check it; where it is not, gcc takes x + 1 > 1 for x > 0,
        # unless overflow traps.
        overflow = "signed-integer-overflow" in self.sanitizers
        wrap = ("-fno-wrapv", "-ftrapv") if overflow else ("-fno-wrapv",) if "shift" in self.sanitizers else ()
        return (*TRACED, *wrap, *checks, *(BY_CALLS if "address" in self.sanitizers else ()))

    @property
    def harness(self) -> tuple[str, ...]:
        """Options for the harness."""
        checks = ("-fsanitize=address", *_HARNESS) if "address" in self.sanitizers else ()
        return (*TRACED, *checks, wanted(self.reports), *self.defined)

    @property
    def words(self) -> str:
        """How the program was compiled, behind the compiler's name."""
        return f" -fsanitize={','.join(self.sanitizers)}" if self.sanitizers else ""


_LIVES: Final = "-DASSAY_LIVES=1"
_APART: Final = f"-DASSAY_APART={FAR}"

_ARRIVAL: Final = Watch((), frozenset(), arrival=True)
# The error functions themselves are watched, whoever defines them.
CALL: Final = "error-call"

WATCHES: Final[Mapping[str, tuple[Watch, ...]]] = {
    "assertion": (Watch((), frozenset((CALL,))),),
    "error call": (Watch((), frozenset((CALL,))),),
    "overflow": (
        Watch(("signed-integer-overflow", "shift"), frozenset(("signed-integer-overflow", "division-overflow"))),
        Watch(("signed-integer-overflow", "shift"), frozenset(("shift-base",))),
    ),
    "division": (
        Watch(
            ("integer-divide-by-zero", "signed-integer-overflow"), frozenset(("division-by-zero", "division-overflow"))
        ),
    ),
    "shift": (Watch(("shift",), frozenset(("shift-exponent", "shift-base"))),),
    "dereference": (
        Watch(("address", "bounds"), _ACCESS | {"index-out-of-bounds"}, (_LIVES,)),
        Watch(("address", "bounds"), _ACCESS, (_LIVES,)),
        Watch(("address", "bounds"), _ACCESS, (_LIVES, _APART)),
    ),
    # The pages that constants lie on are protected.
    "constant": (Watch(("address",), frozenset(("constant-write",)), (_LIVES,)),),
    "free": (Watch(("address",), frozenset(("double-free", "bad-free"))),),
    "leak": (Watch((), frozenset(("memory-leak",))),),
    "cleanup": (Watch((), frozenset(("memory-not-freed",))),),
    "misaligned": (Watch(("alignment",), frozenset(("misaligned-pointer",))),),
    "conversion": (Watch(("float-cast-overflow",), frozenset(("float-cast-overflow",))), _ARRIVAL),
    "unsigned wrap": (_ARRIVAL,),
    "uninitialised": (_ARRIVAL,),
}

# What an execution must not have done before its error, if that is to count: C does not say what comes behind.
_UNDEFINED: Final = Watch(
    ("address", "bounds", "shift-exponent", "integer-divide-by-zero"),
    _ACCESS
    | {"index-out-of-bounds", "shift-exponent", "division-by-zero", "division-overflow", "double-free", "bad-free"},
    (_LIVES,),
)


def strictly(kinds: frozenset[str]) -> Watch | None:
    """A watch for all errors of these kinds, and for whatever is undefined besides; None if nothing checks for a kind.

    What is left in memory at the end comes before no error.
    """
    calls = ("", "assertion", "error call")
    wanted = sorted({"error call" if kind in calls else kind for kind in kinds} - {"leak", "cleanup"})
    watches = [WATCHES[kind][0] for kind in wanted]
    if any(watch.arrival for watch in watches):
        return None
    names = dict.fromkeys(name for watch in (*watches, _UNDEFINED) for name in watch.sanitizers)
    if "shift" in names:
        names.pop("shift-exponent")
    reports = frozenset(report for watch in (*watches, _UNDEFINED) for report in watch.reports)
    return Watch(tuple(names), reports, (_LIVES,))


def strict_reports(kind: str) -> frozenset[str]:
    """The reports of a strict watch that are errors of the kind, and no pointer that is only computed."""
    return _ACCESS if kind == "dereference" else WATCHES[kind][0].reports


# What is watched for in executions on any input: what is lost is only known where it was allocated.
_TRIED: Final[Mapping[str, Watch]] = {
    kind: watches[-1] if kind == "dereference" else watches[0]
    for kind, watches in WATCHES.items()
    if kind not in ("leak", "cleanup") and not watches[0].arrival
}


def reports_of(kind: str) -> frozenset[str]:
    """The reports that are certainly errors of a kind."""
    return _TRIED[kind].reports if kind in _TRIED else frozenset()


def together(kinds: frozenset[str], *, memory: bool) -> Watch | None:
    """A watch for several kinds, with or without those of memory; None if nothing would be watched for."""
    watches = [_TRIED[kind] for kind in sorted(kinds) if kind in _TRIED]
    checks = [watch for watch in watches if memory or "address" not in watch.sanitizers]
    reports = frozenset(report for watch in checks for report in watch.reports)
    names = dict.fromkeys(name for watch in checks for name in watch.sanitizers)
    return Watch(tuple(names), reports, (_LIVES,) if "address" in names else ()) if reports else None
