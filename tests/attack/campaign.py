"""Ask Assay about many generated programs whose answers gcc's binaries know.

    python -m attack.campaign --programs 1000 --jobs 2 --keep build/attack      (in the folder tests)

Prints a table by feature.  Programs with wrong answers, crashes or refusals without a place are made smaller and kept.

*agrees*: an execution of the model ended as that of the binary, and no more was asked; *misread*: it did not, and no
answer was given either; *undecided*: no answer in time.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from attack import plain_c
from attack.judge import Answer, Kind, able, ask, simulated
from attack.shrinking import shrunk
from attack.tasks import Dropped, Task, asked, sums, tasks_of
from attack.tricky_c import ENDINGS, Program, all_pieces, pieces_of, program, single

MODELS: Final = ("LP64", "ILP32")
ILP32_SHARE: Final = 4  # every so many programs are asked in ILP32 as well
FAULTS: Final = ("WRONG", "crash", "refused without a place")
TOLD: Final = (*FAULTS, "misread")
VERDICTS: Final = (Kind.HOLDS, Kind.VIOLATED)


@dataclass(frozen=True)
class Options:
    """How a campaign is run; ``quick`` asks only where an execution of the model differs from that of the binary."""

    kind: str
    seconds: float
    models: tuple[str, ...]
    keep: Path | None
    quick: bool


@dataclass(frozen=True)
class Finding:
    """What came of one question, or of a program that raises none."""

    seed: int
    features: tuple[str, ...]
    model: str
    expected: str
    outcome: str
    reason: str

    def __str__(self) -> str:
        asked = f"seed {self.seed} {self.model}, gcc: {self.expected or '-'}"
        return f"{self.outcome}: {asked}; {'; '.join(self.features)}\n    {self.reason[:300]}"


def outcome(expected: Kind, answer: Answer) -> str:
    """Right, undecided, refused, or a fault."""
    if answer.kind in VERDICTS:
        return "right" if answer.kind is expected else "WRONG"
    return "undecided" if answer.kind is Kind.UNKNOWN else str(answer.kind)


def generated(kind: str, seed: int) -> Program:
    """The program of a seed."""
    match kind:
        case "plain":
            return plain_c.program(seed, all_pieces(plain_c.FOLDER))
        case "single":
            return single(seed, all_pieces(), pieces_of(ENDINGS))
        case "closed":
            return program(seed, all_pieces(), pieces_of(ENDINGS), inputs_of=(0,))
        case _:
            return program(seed, all_pieces(), pieces_of(ENDINGS))


def findings(seed: int, options: Options) -> list[Finding]:
    """Every question about the program of a seed."""
    made = generated(options.kind, seed)
    found: list[Finding] = []
    with tempfile.TemporaryDirectory(prefix="assay-attack-") as name:
        for model in options.models:
            if model == "ILP32" and seed % ILP32_SHARE and len(options.models) > 1:
                continue
            glance = glanced(made, model, Path(name), options)
            if glance is not None:
                found.append(glance)
                continue
            tasks = tasks_of(made, model, Path(name))
            if isinstance(tasks, Dropped):
                found.append(Finding(seed, made.features, model, "", "dropped", tasks.reason))
                continue
            for task in tasks:
                found.append(finding(task, Path(name), options))
                # The same program would be refused again, or agree again.
                if found[-1].outcome in ("agrees", "refused"):
                    break
    return found


def glanced(made: Program, model: str, folder: Path, options: Options) -> Finding | None:
    """That one execution of the model is that of gcc's binary, or that the program is refused; None if more is to ask.

    Whether the program means anything definite matters only where the two differ.
    """
    if not options.quick or made.inputs:
        return None
    told = (sums(made, model, folder, "-O0") or (None,))[0]
    task = asked(made, f"sum == {told}", model, folder) if told is not None else None
    if task is None:
        return None
    file = folder / "program.c"
    file.write_text(task.text)
    answer = ask(file, model, options.seconds, simulated)
    if answer.kind is not task.expected and answer.kind is not Kind.REFUSED:
        return None
    said = "agrees" if answer.kind is task.expected else "refused"
    return Finding(made.seed, made.features, model, str(task.expected), said, answer.reason)


def finding(task: Task, folder: Path, options: Options) -> Finding:
    """One question; its program is kept and made smaller if the answer is a fault."""
    file = folder / "program.c"

    def judged(expected: Kind, text: str) -> tuple[str, str]:
        file.write_text(text)
        misread = False
        if options.quick and not task.program.inputs:
            answer = ask(file, task.model, options.seconds, simulated)
            if answer.kind is expected or answer.kind is Kind.REFUSED:
                return ("agrees" if answer.kind is expected else "refused"), answer.reason
            misread = answer.kind in VERDICTS
        answer = ask(file, task.model, options.seconds)
        said = outcome(expected, answer)
        return ("misread" if misread and said == "undecided" else said), answer.reason

    said, reason = judged(task.expected, task.text)
    if said in TOLD and options.keep is not None:
        smaller = shrunk(task, said, folder, lambda expected, text: judged(expected, text)[0])
        options.keep.mkdir(parents=True, exist_ok=True)
        name = f"{options.kind}-{task.program.seed}-{task.model}-{task.expected}.c"
        title = f"// {said}; gcc: {task.expected}; {task.model}; {', '.join(task.program.features)}\n"
        (options.keep / name).write_text(smaller + title + f"// {reason[:300]}\n")
    return Finding(task.program.seed, task.program.features, task.model, str(task.expected), said, reason)


def campaign(seeds: Sequence[int], options: Options, jobs: int) -> Iterator[Finding]:
    """The findings of all seeds, in order."""
    if jobs == 1:
        for seed in seeds:
            yield from findings(seed, options)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("fork")) as pool:
        for several in pool.map(findings, seeds, itertools.repeat(options)):
            yield from several


def table(found: Sequence[Finding], name: Callable[[str], str]) -> list[str]:
    """Outcomes by feature."""
    counts: dict[str, Counter[str]] = {}
    for one in found:
        for feature in {name(feature) for feature in one.features}:
            counts.setdefault(feature, Counter())[one.outcome] += 1
    counts = {**{feature: counts[feature] for feature in sorted(counts)}, "all": Counter(one.outcome for one in found)}
    columns = sorted({one.outcome for one in found})
    lines = [f"{'feature':44}" + "".join(f"{column[:10]:>11}" for column in columns)]
    for feature, count in counts.items():
        lines.append(f"{feature[:44]:44}" + "".join(f"{count[column] or '':>11}" for column in columns))
    return lines


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kind", choices=("tricky", "closed", "single", "plain"), default="tricky")
    parser.add_argument("--programs", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each question")
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--keep", type=Path, help="a folder for the programs with faults")
    parser.add_argument("--quick", action="store_true", help="ask only where an execution of the model differs")
    parser.add_argument("--each", action="store_true", help="a row for each feature, not for each kind")
    parser.add_argument("--verbose", action="store_true", help="tell every outcome")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 1 if there is a fault."""
    given = arguments_of(arguments)
    with tempfile.TemporaryDirectory() as folder:
        models = tuple(model for model in given.models if able(model, Path(folder)))
    if not models:
        print("gcc cannot build programs here")
        return 0
    options = Options(given.kind, given.seconds, models, given.keep, given.quick)
    found = []
    for one in campaign(range(given.first, given.first + given.programs), options, given.jobs):
        found.append(one)
        if given.verbose or one.outcome in TOLD:
            print(one, flush=True)
    print("\n".join(table(found, (lambda text: text) if given.each else lambda text: text.split("/")[0])))
    return 1 if any(one.outcome in FAULTS for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
