"""Work in a child process: its result comes back, its failures are reported, and nothing of it survives."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import SolverFailure
from assay.core.forks import GIGABYTE
from assay.core.terms import TRUE, Term, add, eq, integer, le, mul, variable
from assay.core.terms.sorts import INT
from assay.solve.interpolation import killable
from assay.solve.z3.solver import Z3Solver
from clocks import PATIENCE, eventually, linger, once, over, patient

X, Y, Z = (variable(name, INT) for name in ("x", "y", "z"))


def children() -> list[str]:
    """The processes that this one has and has not yet reaped."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()


@pytest.fixture(autouse=True)
def no_child_survives() -> Iterator[None]:
    before = children()
    yield
    assert children() == before


def alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def written(note: Path) -> bool:
    return note.exists() and bool(note.read_text(encoding="ascii"))


def test_terms_come_back_as_the_same_objects() -> None:
    roots = (le(add(X, Y), integer(3)), eq(X, Z))
    assert killable.run(lambda: roots, FOREVER) == roots


def test_large_results_pass_the_pipe() -> None:
    total = integer(0)
    deep = []
    for index in range(5_000):
        total = mul(X, add(total, variable(f"v{index}", INT)))
        deep.append(total)
    assert killable.run(lambda: (total,), patient()) == (total,)


def test_sleep_is_cut_short() -> None:
    with pytest.raises(SolverFailure, match="time limit"):
        killable.run(linger, Deadline.after(0.2))


def test_a_solver_that_ignores_its_limits_is_cut_short() -> None:
    def cubes() -> tuple[Term, ...]:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        solver = Z3Solver()
        solver.add(eq(add(mul(X, X, X), mul(Y, Y, Y), mul(Z, Z, Z)), integer(114)))
        solver.check()
        return (TRUE,)

    with pytest.raises(SolverFailure, match="time limit"):
        killable.run(cubes, Deadline.after(0.3))


def test_what_a_child_starts_dies_with_it(tmp_path: Path) -> None:
    note = tmp_path / "grandchild"

    def start_another() -> tuple[Term, ...]:
        process = os.fork()
        if process == 0:
            linger()
        note.write_text(str(process), encoding="ascii")
        linger()

    with pytest.raises(SolverFailure):
        killable.run(start_another, once(lambda: written(note)))
    assert eventually(lambda: not alive(int(note.read_text(encoding="ascii"))))


def test_a_child_may_have_children() -> None:
    def nested() -> tuple[Term, ...]:
        return killable.run(lambda: (X,), patient())

    assert killable.run(nested, patient()) == (X,)


def test_nested_work_dies_with_the_outer_limit(tmp_path: Path) -> None:
    note = tmp_path / "inner"

    def inner() -> tuple[Term, ...]:
        note.write_text(str(os.getpid()), encoding="ascii")
        linger()

    with pytest.raises(SolverFailure):
        killable.run(lambda: killable.run(inner, FOREVER), once(lambda: written(note)))
    assert eventually(lambda: not alive(int(note.read_text(encoding="ascii"))))


def test_the_child_dies_when_its_parent_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "child"
    program = f"""
import os, time
from pathlib import Path
from assay.core.budget import FOREVER
from assay.solve.interpolation import killable
def work():
    Path({str(note)!r}).write_text(str(os.getpid()), encoding="ascii")
    time.sleep(1200)
    return ()
killable.run(work, FOREVER)
"""
    parent = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )
    try:
        assert eventually(lambda: written(note))
        child = int(note.read_text(encoding="ascii"))
        assert alive(child)
    finally:
        parent.kill()
        parent.wait()
    assert eventually(lambda: not alive(child))


def test_an_interrupt_ends_the_child() -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGUSR1, interrupt)
    try:
        parent = os.getpid()

        def interrupting() -> tuple[Term, ...]:
            time.sleep(0.5)  # by then the parent waits, whatever its other threads do with the signal
            os.kill(parent, signal.SIGUSR1)
            linger()

        with pytest.raises(KeyboardInterrupt):
            killable.run(interrupting, patient())
    finally:
        signal.signal(signal.SIGUSR1, previous)


def test_failures_are_told() -> None:
    def fail() -> tuple[Term, ...]:
        raise RuntimeError("on purpose")

    with pytest.raises(SolverFailure, match="RuntimeError: on purpose"):
        killable.run(fail, FOREVER)


def test_sudden_death_is_a_failure() -> None:
    def die() -> tuple[Term, ...]:
        os.kill(os.getpid(), signal.SIGKILL)
        return ()

    with pytest.raises(SolverFailure, match="without an answer"):
        killable.run(die, FOREVER)


def test_memory_is_limited() -> None:
    def eat() -> tuple[Term, ...]:
        return (variable(str(len(bytearray(GIGABYTE))), INT),)

    with pytest.raises(SolverFailure, match="memory"):
        killable.run(eat, patient(), memory=GIGABYTE // 4)


def test_solvers_work_on_both_sides_of_a_fork() -> None:
    solver = Z3Solver()
    solver.add(le(X, integer(3)))
    solver.check(seconds=PATIENCE)  # z3 has started a timer thread

    def ask() -> tuple[Term, ...]:
        solver.check(seconds=PATIENCE)
        found = solver.value(X)
        assert isinstance(found, int)
        return (integer(found),)

    (value,) = killable.run(ask, patient())
    assert value.number <= 3
    solver.check(seconds=PATIENCE)
    assert solver.value(X) is not None


def test_no_time_no_child() -> None:
    with pytest.raises(SolverFailure, match="no time"):
        killable.run(lambda: (TRUE,), over())
