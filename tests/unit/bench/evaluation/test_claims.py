"""Claims: what is measured of them, how sure it is, and how it is told."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assay.bench.claims import DECIDED, Claim
from assay.bench.definition import read_definition
from assay.bench.evaluation.bootstrap import FEWEST, interval
from assay.bench.evaluation.claims import decided, taken
from assay.bench.results import HOLDS, UNKNOWN, VIOLATED, Run
from assay.cli import cli
from assay.core.errors import InputError
from bench_runs import run, stored

POSTS = Claim("less", "half of it", "new", "old", "posts", "posts")
MORE = Claim("more", "", "new", "old", DECIDED, DECIDED)


def posts(name: str, new: float, old: float, group: str = "") -> list[Run]:
    """A task on which the two take so many posts; nothing is decided where it is none."""
    return [
        run(name, who, HOLDS if count else UNKNOWN, statistics={"posts": count or 7.0}, group=group)
        for who, count in (("new", new), ("old", old))
    ]


# -- figures -----------------------------------------------------------------------------------------------------------


def test_the_change_on_a_task_and_in_all() -> None:
    runs = [*posts("a", 50, 100), *posts("b", 200, 100), *posts("c", 900, 900), *posts("d", 0, 5), *posts("e", 5, 0)]
    found = taken(POSTS, runs)
    assert (found.tasks, found.less, found.ties, found.more, found.alone) == (3, 1, 1, 1, (1, 1))
    assert found.each is not None and found.each.value == pytest.approx(0.0)  # half and twice make one
    assert found.whole is not None and found.whole.value == pytest.approx(1150 / 1100 - 1)
    assert found.each.interval is None  # three tasks say nothing of others


def test_what_is_cut_off_tells_nothing() -> None:
    """Its figures are those of a part of the work."""
    assert taken(POSTS, posts("a", 0, 0)).alone == (0, 0)
    assert taken(POSTS, posts("a", 0, 0)).tasks == 0


def test_a_change_from_nothing_has_no_ratio() -> None:
    runs = [
        run(name, who, statistics={"posts": count})
        for name, new, old in (("a", 3.0, 0.0), ("b", 1.0, 1.0))
        for who, count in (("new", new), ("old", old))
    ]
    found = taken(POSTS, runs)
    assert found.each is None and found.whole is not None and found.whole.value == 3.0
    assert taken(POSTS, runs[:2]).whole is None


def test_two_measures_of_one_configuration() -> None:
    claim = Claim("less", "", "both", "both", "posts of new", "posts of old")
    runs = [run("a", "both", statistics={"posts of new": 30.0, "posts of old": 40.0})]
    runs += [run("b", "both", statistics={"posts of old": 40.0})]
    found = taken(claim, runs)
    assert (found.tasks, found.less, found.alone) == (1, 1, (0, 1))
    assert found.each is not None and found.each.value == pytest.approx(-0.25)


def test_who_decides_more() -> None:
    runs = [*posts("a", 1, 0), *posts("b", 1, 1), *posts("c", 0, 0), *posts("d", 0, 1), *posts("e", 1, 0)]
    runs += [run("f", "new")]  # the other has not run it
    found = decided(MORE, runs)
    assert (found.tasks, found.alone, found.shares) == (5, (2, 1), (0.6, 0.4))
    assert found.difference is not None and found.difference.value == pytest.approx(0.2)
    assert decided(MORE, []).shares is None


def test_a_wrong_answer_decides_nothing() -> None:
    wrong = [run("a", "new", VIOLATED, expected=True), run("a", "old", HOLDS)]
    assert decided(MORE, wrong).alone == (0, 1)


def test_tasks_of_a_group() -> None:
    claim = Claim("less", "", "new", "old", "posts", "posts", "E*")
    runs = [*posts("a", 1, 2, group="ECA"), *posts("b", 2, 1, group="Loops")]
    assert taken(claim, runs).less == taken(claim, runs).tasks == 1


def test_tasks_of_a_size() -> None:
    """What counts is what any of the runs tells, also where it comes to no end."""
    claim = Claim("less", "", "new", "old", DECIDED, DECIDED, "*", {"locations": 100})
    runs = [
        *(run(name, "new", statistics={"locations": size}) for name, size in (("a", 99.0), ("b", 100.0))),
        *(run(name, "old", UNKNOWN, statistics={"locations": 100.0}) for name in ("c", "b")),
        run("c", "new"),
        run("d", "new", statistics={"posts": 500.0}),
        *(run(name, "old") for name in "ad"),
    ]
    assert (decided(claim, runs).tasks, decided(claim, runs).alone) == (2, (2, 0))


# -- the bootstrap -----------------------------------------------------------------------------------------------------


def mean(sample: object) -> float:
    assert isinstance(sample, list)
    return float(sum(sample) / len(sample))


def test_an_interval_is_the_same_each_time_and_has_the_figure_in_it() -> None:
    sample = [float(number) for number in (3, 1, 4, 1, 5, 9, 2, 6)]
    low, high = interval(sample, mean) or (0.0, 0.0)
    assert (low, high) == interval(sample, mean)
    assert min(sample) < low < mean(sample) < high < max(sample)
    assert interval(sample[: FEWEST - 1], mean) is None
    assert interval([2.0] * 50, mean) is None


def test_an_interval_misses_as_often_as_it_says() -> None:
    """The mean of samples whose mean is 0 is known: of 100 intervals about 95 have it in them, here 85 at least."""
    chance = random.Random(5)
    found = [interval([chance.gauss(0, 1) for _ in range(30)], mean) or (1.0, 1.0) for _ in range(100)]
    assert 85 <= sum(low <= 0 <= high for low, high in found) <= 99


# -- how they are written ----------------------------------------------------------------------------------------------

CONFIGURATIONS = '[config.new]\nengine = "ic3"\n[config.old]\nengine = "bdd"\n'


def test_what_a_claim_says(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(
        CONFIGURATIONS + '[claim.less]\npaper = "half of it"\nof = "new"\nagainst = "old"\nby = "posts"\n'
        '[claim.two]\nof = "new"\nby = "a"\nagainst-by = "b"\ngroup = "E*"\nleast = { locations = 50 }\n'
    )
    claims = read_definition(path, lambda words: {}).claims
    assert claims == (POSTS, Claim("two", "", "new", "new", "a", "b", "E*", {"locations": 50}))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('of = "newer"\nby = "posts"', 6, "no configuration is called 'newer'"),
        ('of = "new"\nagainst = "older"\nby = "posts"', 7, "no configuration is called 'older'"),
        ('of = "new"\nagainst = "old"', 5, "a claim needs 'by'"),
        ('by = "posts"', 5, "a claim needs 'of'"),
        ('of = "new"\nby = "posts"', 5, "new is compared with itself"),
        ('of = "new"\nby = "decided"\nagainst-by = "posts"', 5, "'decided' is no measure"),
        ('of = "new"\nby = 3', 7, "claim.less.by is a text, not 3"),
        ('of = "new"\nby = "a"\nleast = 5', 8, "claim.less.least is a table, not 5"),
        ('of = "new"\nby = "a"\nleast = { a = "5" }', 8, "claim.less.least.a is a number, not '5'"),
        ('of = "new"\nthan = "old"', 7, "no part of a claim is called 'than'"),
    ],
)
def test_a_claim_that_is_none(text: str, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(f"{CONFIGURATIONS}[claim.less]\n{text}\n")
    with pytest.raises(InputError) as told:
        read_definition(path, lambda words: {})
    assert f"x.toml:{line}: " in str(told.value) and message in str(told.value)


# -- the command -------------------------------------------------------------------------------------------------------


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, ["bench", "claims", *words])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text(
        CONFIGURATIONS + '[claim."less | more"]\npaper = "half of it"\nof = "new"\nagainst = "old"\nby = "posts"\n'
        '[claim.more]\nof = "new"\nagainst = "old"\nby = "decided"\n'
    )
    return tmp_path


def cells(text: str, beginning: str) -> list[str]:
    (line,) = (line for line in text.splitlines() if line.startswith(f"| {beginning}"))
    return [cell.strip() for cell in line.replace(r"\|", "/").strip("|").split("|")]


def test_the_table(folder: Path) -> None:
    runs = [each for number in range(8) for each in posts(f"task {number}", 30 + number % 2, 40)]
    stored(folder / "x.db", [*runs, *posts("hard", 30, 0), run("hard", "unrelated")])
    told = call("x.toml")
    assert told.exit_code == 0, told.output
    assert "processor time 60 s" in told.output and "19 runs" not in told.output and "18 runs" in told.output
    row = cells(told.output, "less")
    assert row[:5] == ["less / more", "half of it", "posts of new against posts of old", "8", "8 / 0 / 0"]
    middle, low, high = map(float, re.findall(r"-\d+\.\d", row[6]))
    assert low < middle == -23.8 < high < -22
    assert row[7] == "1 / 0"
    assert cells(told.output, "more")[3:] == ["9", "100 %", "89 %", "+11.1 (0.0 to +33.3)", "1 / 0"]


def test_several_stores_and_claims_that_nothing_was_run_for(folder: Path) -> None:
    first, second = posts("a", 30, 40), posts("b", 40, 30)
    stored(folder / "1.db", first)
    stored(folder / "2.db", second)
    told = call("x.toml", "1.db", "2.db", "-o", "claims.md")
    assert told.exit_code == 0, told.output
    text = Path("claims.md").read_text()
    assert cells(text, "less")[3:] == ["2", "1 / 0 / 1", "0.0 %", "0.0 %", "0 / 0"]
    stored(folder / "3.db", first[:1])
    nothing = call("x.toml", "3.db").output
    assert cells(nothing, "less")[3:] == ["0", "0 / 0 / 0", "-", "-", "0 / 0"]
    assert cells(nothing, "more")[3:] == ["0", "-", "-", "-", "0 / 0"]


def test_wrong_answers_come_first(folder: Path) -> None:
    stored(folder / "x.db", [run("a", "new", VIOLATED, expected=True), run("a", "old")])
    told = call("x.toml").output
    assert 0 < told.index("Wrong answers: 1") < told.index("What is")


def test_mistakes(folder: Path) -> None:
    assert "x.db: there is no such store" in call("x.toml").output
    Path("y.toml").write_text(CONFIGURATIONS)
    told = call("y.toml", "x.db")
    assert told.exit_code == 2 and "y.toml: this campaign makes no claims ([claim.NAME] makes one)" in told.output
