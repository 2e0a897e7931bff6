"""The rows of a run's path without what need not be seen of it.

Rows that had no influence on the run are folded away, long chains of conditions, and the inner iterations of loops that
take the same lines again and again; a path that is still too long loses its middle.  What brought in a value that
matters, an input or an element of an array, goes last: of inner iterations, those few are shown that bring in what the
first does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.words import counted

# The longest loop body, in rows, whose iterations are folded; and how many of them there must be.
LONGEST_BODY: Final = 80
FEWEST_ITERATIONS: Final = 4
# More conditions in a row are folded.
MOST_TESTS: Final = 4
# Iterations in the middle of a loop that are shown because they bring in values, if they are no more.
MOST_SPECIAL: Final = 4
# Of more, so many of these values are told.
MOST_VALUES: Final = 8


@dataclass(frozen=True)
class Row:
    """What happened at one line: how deep in calls, what was assigned or returned, how conditions came out.

    ``matters`` if it had influence on the run; ``given`` is what it brought in that had: values of inputs, elements of
    arrays.  ``file`` is another one than the program's first, a header, say.  ``last`` is the number of the last step
    that it stands for.
    """

    line: int
    depth: int
    values: tuple[str, ...]
    outcomes: tuple[str, ...]
    matters: bool
    file: str = ""
    given: tuple[str, ...] = ()
    last: int = 0

    @property
    def key(self) -> tuple[int, int, str]:
        return self.line, self.depth, self.file


@dataclass(frozen=True)
class Fold:
    """Rows that are not shown, in words."""

    words: str
    depth: int


def folded(rows: Sequence[Row], most: int) -> list[Row | Fold]:
    """The rows with what is left out in words, at most about so many."""
    return _cut(_folded_loops(_folded_tests(_folded_rest(rows))), most)


def _folded_rest(rows: Sequence[Row]) -> list[Row | Fold]:
    """Two or more rows in a row that do not matter are one; a call that leads to something that does, matters."""
    kept: list[Row | Fold] = []
    hidden: list[Row] = []
    for row, matters in zip(rows, _matters_inside(rows), strict=True):
        if not matters:
            hidden.append(row)
            continue
        kept.extend(_hidden(hidden))
        hidden = []
        kept.append(row)
    return [*kept, *_hidden(hidden)]


def _matters_inside(rows: Sequence[Row]) -> list[bool]:
    """Which rows matter by themselves or by the call that they make."""
    found: list[bool] = []
    deeper: dict[int, bool] = {}
    for row in reversed(rows):
        inside = [deeper.pop(depth) for depth in list(deeper) if depth > row.depth]
        found.append(row.matters or any(inside))
        deeper[row.depth] = deeper.get(row.depth, False) or found[-1]
    return found[::-1]


def _hidden(rows: list[Row]) -> list[Row | Fold]:
    if len(rows) < 2:
        return list(rows)
    return [Fold(f"{len(rows)} lines that do not matter", rows[0].depth)]


def _folded_tests(path: Sequence[Row | Fold]) -> list[Row | Fold]:
    """Of many conditions in a row, as in long chains of ``else if``, the first and the last."""
    found: list[Row | Fold] = []
    tests: list[Row] = []
    for item in [*path, None]:
        if isinstance(item, Row) and not item.values and (not tests or tests[0].depth == item.depth):
            tests.append(item)
            continue
        if len(tests) > MOST_TESTS:
            found += [tests[0], Fold(f"{len(tests) - 2} more conditions", tests[0].depth), tests[-1]]
        else:
            found += tests
        tests = [item] if isinstance(item, Row) and not item.values else []
        if item is not None and not tests:
            found.append(item)
    return found


def _folded_loops(path: Sequence[Row | Fold]) -> list[Row | Fold]:
    """Of iterations that take the same lines, the first and the last, and a few that bring in what others do not."""
    keys = [(item.key if isinstance(item, Row) else (0, item.depth, "")) for item in path]
    found: list[Row | Fold] = []
    shown = 0
    for place, length, times in repetitions(keys):
        found += path[shown:place]
        found += _told_iterations([path[place + k * length : place + (k + 1) * length] for k in range(times)])
        shown = place + length * times
    return [*found, *path[shown:]]


def repetitions(keys: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int, int]]:
    """Where iterations take the same lines: the place of the first, the length of each, and how many there are."""
    place = 0
    while place < len(keys):
        length, times = _repetition(keys, place)
        if times >= FEWEST_ITERATIONS:
            yield place, length, times
        place += length * times if times >= FEWEST_ITERATIONS else 1


def _told_iterations(iterations: Sequence[Sequence[Row | Fold]]) -> Iterator[Row | Fold]:
    """The first, the last, and those that bring in what the first does not; of many, only what they bring in."""
    given = [[value for item in body if isinstance(item, Row) for value in item.given] for body in iterations]
    last = len(iterations) - 1
    special = [k for k in range(1, last) if given[k] and given[k] != given[0]]
    shown = {0, last, *(special if len(special) <= MOST_SPECIAL else ())}
    hidden: list[int] = []
    for number, body in enumerate(iterations):
        if number not in shown:
            hidden.append(number)
            continue
        if hidden:
            values = [value for k in hidden if k in special for value in given[k]]
            told = f", with {', '.join(values[:MOST_VALUES])}{' ...' * (len(values) > MOST_VALUES)}" if values else ""
            yield Fold(f"{counted(len(hidden), 'more iteration')}{told}", body[0].depth)
        hidden = []
        yield from body


def _cut(path: Sequence[Row | Fold], rows: int) -> list[Row | Fold]:
    """At most so many rows: the first and the last, and between them the last that brought in what mattered."""
    if len(path) <= rows:
        return list(path)
    middle = range(rows // 4, len(path) - rows // 4)
    telling = [k for k in middle if isinstance(item := path[k], Row) and item.given][-rows // 8 :]
    # Each of them may have a word about what is left out before it.
    ends = rows - 2 * len(telling) - 1
    shown = [*range(ends - ends // 2), *telling, *range(len(path) - ends // 2, len(path))]
    found: list[Row | Fold] = []
    due = 0
    for number in sorted(set(shown)):
        if number > due:
            found.append(Fold(f"{counted(number - due, 'more line')}", 0))
        found.append(path[number])
        due = number + 1
    return found


def _repetition(keys: Sequence[tuple[int, int, str]], place: int) -> tuple[int, int]:
    """The body and the number of iterations that cover most of what follows; of equals the shortest body."""
    best = (1, 1)
    for length in range(1, min(LONGEST_BODY, (len(keys) - place) // FEWEST_ITERATIONS) + 1):
        if keys[place] != keys[place + length]:
            continue
        times = 1
        while keys[place + times * length : place + (times + 1) * length] == keys[place : place + length]:
            times += 1
        if times >= FEWEST_ITERATIONS and times * length > best[0] * best[1]:
            best = length, times
    return best
