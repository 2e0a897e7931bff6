"""Which share of a long search is spent in solvers and other native code, and which in Python?

    python benchmarks/share_of_native_time.py FILE... [--seconds 30] [--checks assert]

A thread looks at the search again and again, and charges the processor time since its last look to where the search
stands: to *solvers* if it has just called something native from ``assay.solve`` or from a solver's own binding, else to
*Python*, in the room of the code that it stands in.  *children* are processes that the search started: compilers,
compiled programs, solvers of their own.  A solver that holds the lock of the interpreter is charged when it returns,
which is when the thread wakes up.  Native code is the share of solvers and children together.
"""

from __future__ import annotations

import dis
import resource
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Final

import click

PERIOD: Final = 0.002
BINDINGS: Final = ("z3", "cvc5", "bitwuzla", "pysat", "dd", "ctypes")
CALLS: Final = frozenset(code for name, code in dis.opmap.items() if name.startswith(("CALL", "PRECALL")))


def room(frame: FrameType) -> str:
    """Where the search stands: ``solvers``, or a room of the house."""
    path = Path(frame.f_code.co_filename)
    parts = path.parts
    inside = parts[parts.index("assay") + 1] if "assay" in parts else ""
    binding = any(part in BINDINGS for part in parts)
    calling = frame.f_code.co_code[frame.f_lasti] in CALLS if frame.f_lasti >= 0 else False
    if binding or (inside == "solve" and calling):
        return "solvers"
    return inside.removesuffix(".py") or "others"


class Sampling:
    """Charges processor time of this process until it is stopped."""

    def __init__(self) -> None:
        self.charged: Counter[str] = Counter()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Sampling:
        self._children = _children()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self.charged["children"] = _children() - self._children

    def _look(self) -> None:
        last = time.process_time()
        while not self._over.wait(PERIOD):
            now = time.process_time()
            self.charged[self._where()] += now - last
            last = now

    def _where(self) -> str:
        """Where the thread stands that does not wait for another: files are read in one of their own."""
        own = threading.get_ident()
        rooms = [room(frame) for ident, frame in sys._current_frames().items() if ident != own]
        return next((name for name in rooms if name != "others"), "others")


def _children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(file: str, seconds: float, checks: str | None) -> tuple[str, Counter[str]]:
    """The verdict of a search on one core, and what it was charged."""
    from assay.checking import check
    from assay.engines.catalogue import configured
    from assay.frontends.task import load

    with Sampling() as sampling:
        model = load(file, checks=checks)
        results = check(model, config=configured("auto", seconds=seconds, jobs=1))
    return type(results[0].verdict).__name__.lower(), sampling.charged


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--seconds", default=30.0, help="limit of each search")
@click.option("--checks", default=None, help="of C programs, as of `assay check`")
def main(files: tuple[str, ...], seconds: float, checks: str | None) -> None:
    """Measure each file, and all together."""
    print("| file | verdict | processor time | solvers | children | Python | most of it in |")
    print("|---|---|---|---|---|---|---|")
    whole: Counter[str] = Counter()
    for file in files:
        verdict, charged = measured(file, seconds, checks)
        whole.update(charged)
        print(f"| {Path(file).name[:40]} | {verdict} {_shares(charged)}", flush=True)
    print(f"| all | {_shares(whole)}")


def _shares(charged: Counter[str]) -> str:
    total = sum(charged.values()) or 1.0
    native = charged["solvers"], charged["children"]
    python = {name: spent for name, spent in charged.items() if name not in ("solvers", "children")}
    shares = " | ".join(f"{100 * part / total:.0f} %" for part in (*native, sum(python.values())))
    rooms = ", ".join(f"{name} {100 * spent / total:.0f} %" for name, spent in Counter(python).most_common(3))
    return f"| {total:.1f} s | {shares} | {rooms} |"


if __name__ == "__main__":
    main()
