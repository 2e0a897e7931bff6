"""Programs with a fault, made smaller: fewer parts, then fewer lines, as long as gcc and Assay disagree as before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from attack.judge import Kind, build, execute
from attack.tasks import Task, answer_of_gcc, sum_of, sums
from attack.tricky_c import Program, smaller

LOOKS: Final = 60  # so many smaller programs are tried at the most

Outcome = Callable[[Kind, str], str]


def shrunk(task: Task, fault: str, folder: Path, outcome: Outcome) -> str:
    """The text of a smaller program with the same fault."""
    looks = LOOKS
    progress = True
    while progress and looks > 0:
        progress = False
        for candidate in smaller(task.program):
            looks -= 1
            found = conditioned(task, candidate, folder)
            if found is not None and outcome(found.expected, found.text) == fault:
                task, progress = found, True
                break
    return fewer_lines(task, fault, folder, outcome, looks)


def conditioned(task: Task, candidate: Program, folder: Path) -> Task | None:
    """The smaller program with a condition of the same kind, over its own sums."""
    told = sums(candidate, task.model, folder, "-O0")
    known = sorted({value for value in told or () if value is not None})
    if not known:
        return None
    condition = f"sum == {known[0]}" if "==" in task.condition else " && ".join(f"sum != {value}" for value in known)
    expected = answer_of_gcc(candidate.text(condition), task.model, len(candidate.inputs), folder)
    return None if expected is None else replace(task, program=candidate, condition=condition, expected=expected)


def fewer_lines(task: Task, fault: str, folder: Path, outcome: Outcome, looks: int) -> str:
    """Without each statement that is not needed, from the last; gcc decides anew what the answer is."""
    pieces = task.text.replace("; mix(", ";\nmix(").splitlines()
    for number in range(len(pieces) - 1, 3, -1):
        if looks <= 0:
            break
        if not pieces[number].startswith("mix("):
            continue
        fewer = pieces[:number] + pieces[number + 1 :]
        told = sum_without(fewer, task, folder)
        if told is None:
            continue
        looks -= 1
        if outcome(task.expected, told) == fault:
            pieces = told.splitlines()
    return "\n".join(pieces) + "\n"


def sum_without(lines: list[str], task: Task, folder: Path) -> str | None:
    """The program of these lines with its own sum in the condition; None for several sums, or if it cannot be built."""
    if task.program.inputs or "wrong(void) { return sum" not in "\n".join(lines):
        return None
    head = next(n for n, line in enumerate(lines) if "wrong(void) { return sum" in line)
    probe = [*lines[:head], "extern int tell(unsigned long long);"]
    probe += ["static int wrong(void) { return tell(sum); }", *lines[head + 1 :]]
    told = probed("\n".join(probe) + "\n", task.model, folder)
    if told is None:
        return None
    operator = "==" if "==" in task.condition else "!="
    changed = [*lines[:head], f"static int wrong(void) {{ return sum {operator} {told}; }}", *lines[head + 1 :]]
    text = "\n".join(changed) + "\n"
    return text if answer_of_gcc(text, task.model, 0, folder) is task.expected else None


def probed(text: str, model: str, folder: Path) -> str | None:
    """The sum that a program without inputs tells."""
    binary = folder / "probe"
    return sum_of(execute(binary, ())) if build(text, binary, model, "-O0") else None
