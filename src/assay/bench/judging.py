"""Whether a verdict is right, where that is known."""

from __future__ import annotations

from assay.bench.results import HOLDS, VIOLATED, Task


def judged(task: Task, verdict: str, answer: str = "") -> bool | None:
    """Is the verdict on the task right?  None where there is no verdict, or nobody knows.

    An answer that names another part of the property than the one that is violated is wrong.
    """
    if task.expected is None or verdict not in (HOLDS, VIOLATED):
        return None
    if (verdict == HOLDS) != task.expected:
        return False
    named = answer.removeprefix("false(").removesuffix(")") if answer.startswith("false(") else ""
    return not (named and task.part and named != task.part)
