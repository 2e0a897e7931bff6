"""From a process that ended to a run: what Assay wrote down, or what another tool printed.

Laws.  A verdict that came after a limit does not count.  What says two verdicts, or ends by a bug, says none.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from assay.bench.configurations import Configuration, Patterns
from assay.bench.judging import judged
from assay.bench.results import ERROR, HOLDS, LIMITS, MEMORY, OURS, TIME, UNKNOWN, VIOLATED, Key, Run, Task
from assay.bench.running.job import Ended
from assay.report.json import counts_as

# Of several properties of a task, the worst verdict counts: violated if any is.
_RANK: Final = {HOLDS: 0, UNKNOWN: 1, VIOLATED: 2}
_WORDS: Final = {"time": "time", "processor": "processor time", "memory": "memory"}
# How the reasons of our own begin that are limits.
_REASONS: Final = {"time limit of": TIME, "out of time": TIME, "memory limit of": MEMORY, "memory ran out": MEMORY}
_KILLED: Final = "most likely for want of memory"
_GOOD_CODES: Final = (0, 10, 30)
_LONGEST_REASON: Final = 1000

Said = dict[str, Any]
"""Some of the fields of a run: ``verdict``, ``answer``, ``evidence``, ``reason``, ``statistics``, ``limit``."""


def concluded(task: Task, configuration: Configuration, key: Key, ended: Ended) -> Run:
    """What became of the run."""
    said = _of_peer(configuration.patterns, ended) if configuration.command else _of_assay(ended)
    said = {"answer": "", "evidence": "", "reason": "", "statistics": {}, "limit": ended.limit, **said}
    if ended.failure:
        said |= {"verdict": ERROR, "answer": "", "evidence": "", "reason": ended.failure}
    elif ended.limit:
        kept = said["reason"] if said["verdict"] == UNKNOWN and said["reason"] else ""
        reason = kept or f"the limit of {_WORDS[ended.limit]} was reached"
        said |= {"verdict": UNKNOWN, "answer": "", "evidence": "", "reason": reason}
    assert said["limit"] in ("", *LIMITS)
    return Run(
        *key,
        path=task.path,
        goal=task.goal,
        group=task.group,
        expected=task.expected,
        correct=judged(task, said["verdict"], said["answer"]),
        seconds=round(ended.seconds, 4),
        processor=round(ended.processor, 4),
        memory=int(ended.memory),
        started=ended.started,
        machine=ended.machine,
        supervisor=ended.supervisor or OURS,
        **{**said, "reason": said["reason"][:_LONGEST_REASON]},
    )


def _of_assay(ended: Ended) -> Said:
    """The document of ``--stats`` says it; without one, the last lines that were printed do."""
    try:
        document = json.loads(ended.statistics)
        results, code = document["results"], document["exit_code"]
    except (ValueError, KeyError, TypeError):
        return _complaint(ended)
    if code not in _GOOD_CODES or not results:
        return _complaint(ended)
    worst = max(
        ({**result, "verdict": counts_as(result["verdict"])} for result in results),
        key=lambda result: _RANK[result["verdict"]],
    )
    said = {name: worst.get(name) or "" for name in ("verdict", "answer", "evidence", "reason")}
    return {**said, "statistics": _numbers(worst.get("statistics") or {}), **_own_limit(said["reason"])}


def _own_limit(reason: str) -> Said:
    """The limit that ended it, if Assay itself was the one to see it coming."""
    for beginning, limit in _REASONS.items():
        if reason.startswith(beginning):
            return {"limit": limit}
    return {"limit": MEMORY} if _KILLED in reason else {}


def _of_peer(patterns: Patterns, ended: Ended) -> Said:
    text = ended.output.decode(errors="replace")
    found = [
        verdict
        for verdict, pattern in ((HOLDS, patterns.holds), (VIOLATED, patterns.violated))
        if pattern and re.search(pattern, text, re.MULTILINE)
    ]
    statistics = _counted(patterns.statistics, text)
    if len(found) > 1:
        return {"verdict": ERROR, "reason": "the output says both that it holds and that it is violated"}
    if found:
        answer = re.search(patterns.answer, text, re.MULTILINE) if patterns.answer else None
        said = answer[1] or "" if answer else ""
        return {"verdict": found[0], "answer": said, "statistics": statistics}
    if patterns.unknown and (unknown := re.search(patterns.unknown, text, re.MULTILINE)):
        why = " ".join("".join(unknown.groups("")[:1]).split())
        return {"verdict": UNKNOWN, "reason": why or "it says so", "statistics": statistics}
    if ended.code == 0:
        return {"verdict": UNKNOWN, "reason": "no pattern is found in the output", "statistics": statistics}
    return {**_complaint(ended), "statistics": statistics}


def _counted(pattern: str, text: str) -> dict[str, float]:
    if not pattern:
        return {}
    return _numbers({found[1]: found[2] for found in re.finditer(pattern, text, re.MULTILINE)})


def _numbers(values: dict[str, Any]) -> dict[str, float]:
    numbers = {}
    for name, value in values.items():
        try:
            numbers[name] = float(value)
        except (TypeError, ValueError):
            continue
    return numbers


def _complaint(ended: Ended) -> Said:
    """An error, with what the process complained of: its first internal error, else its last line."""
    lines = [line.strip() for line in ended.output.decode(errors="replace").splitlines() if line.strip()]
    internal = [line for line in lines if line.startswith("internal error")]
    words = (internal or lines[-1:] or [""])[0]
    how = f"signal {-ended.code}" if ended.code is not None and ended.code < 0 else f"exit code {ended.code}"
    return {"verdict": ERROR, "reason": f"{how}: {words}" if words else how}
