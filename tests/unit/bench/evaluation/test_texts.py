"""Markdown, CSV and pages: what they say can be read back, and names of others do nothing in them."""

from __future__ import annotations

import csv
import io
import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.bench.evaluation.circumstances import Definitions, circumstances, limits
from assay.bench.evaluation.comparison_text import probability, ratio
from assay.bench.evaluation.csv_text import FACTS, csv_text
from assay.bench.evaluation.html import data, text
from assay.bench.evaluation.markdown import Column, plain, table, words
from assay.bench.evaluation.outcomes import arranged
from assay.bench.evaluation.plots_page import plots_page
from assay.bench.evaluation.summary_text import summary_text
from assay.bench.evaluation.svg import Drawing, Spot
from assay.bench.evaluation.table_page import BESIDE, INSIDE, MOST_INSIDE, NONE, SHARD, Logs, TablePage, table_page
from assay.bench.results import HOLDS, UNKNOWN, VIOLATED, Key, Run
from bench_runs import campaign, run

HOSTILE = "</script><!--<script>alert(1)</script><img src=x onerror=alert(1)>\"'&\u202e"
NAMES = st.text(st.characters(codec="utf-8"), max_size=20)


def test_a_table_is_aligned() -> None:
    assert table([words("name"), Column("n")], [("a", 1), ("longer", None)]) == (
        "| name   |   n |\n| ------ | --: |\n| a      |   1 |\n| longer |   - |"
    )


@given(NAMES)
def test_a_cell_is_one_cell_on_one_line(name: str) -> None:
    rows = table([words("name"), words("other")], [(plain(name), "x")]).split("\n")
    assert len(rows) == 3
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", rows[2])) == 3
    assert "<" not in plain(name)


def test_wrong_answers_come_first() -> None:
    told = summary_text(arranged([run("t", verdict=VIOLATED, expected=True), run("u")]), "2 runs.")
    assert told.startswith("## Wrong answers: 1\n")
    assert "Wrong" not in summary_text(arranged([run("u")]), "1 run.").partition("## Configurations")[0]


def test_a_wrong_part_is_told_by_its_name() -> None:
    one = run("t", verdict=VIOLATED, expected=False, correct=False, answer="false(valid-free)")
    assert "| false(valid-free) | violated |" in summary_text(arranged([one]), "")


@given(
    st.lists(st.tuples(NAMES, NAMES, st.sampled_from([None, True, False])), max_size=8, unique_by=lambda row: row[0])
)
def test_csv_can_be_read_back(rows: list[tuple[str, str, bool | None]]) -> None:
    runs = [
        run(task, reason, expected=expected, reason=reason, statistics={reason: 1.5}) for task, reason, expected in rows
    ]
    found = list(csv.DictReader(io.StringIO(csv_text(runs), newline="")))
    written = {None: "", True: "true", False: "false"}
    assert [(row["task"], row["reason"], row["expected"]) for row in found] == [
        (one.task, one.reason, written[one.expected]) for one in runs
    ]
    assert all(row[f"statistics.{one.reason}"] == "1.5" for row, one in zip(found, runs, strict=True))


def test_csv_has_every_fact() -> None:
    header = csv_text([]).strip().split(",")
    assert tuple(header) == FACTS
    assert {"task", "configuration", "seed", "verdict", "processor", "machine", "supervisor"} <= set(header)


def test_circumstances() -> None:
    runs = [
        run("1", machine="b", started="2026-11-17T01:00:00Z", supervisor="runexec"),
        run("2", machine="a", started="2026-11-18T01:00:00Z"),
        run("3", machine="a"),
    ]
    definitions: Definitions = {
        "a": {"limits": {"processor": 60.0, "memory": None}},
        "b": {"limits": {"processor": 5.0}},
        "c": {},
    }
    assert circumstances(runs, definitions) == (
        "3 runs, on a, b, held to their limits by assay, runexec, 2026-11-17 to 2026-11-18."
        " Limits of a run: processor time 5 s or 60 s."
    )
    assert circumstances([], {}) == "0 runs."
    assert limits(definitions, "processor") == (5.0, 60.0)


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1.00"), (0.004567, "0.0046"), (1234.5, "1234"), (float("inf"), "inf")]
)
def test_ratios_have_two_digits(value: float, text: str) -> None:
    assert ratio(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.0467, "0.047"), (0.00012, "1e-4"), (3e-31, "3e-31"), (0.0, "0")]
)
def test_probabilities(value: float, text: str) -> None:
    assert probability(value) == text


def embedded(page: str, attributes: str) -> Any:
    (found,) = re.findall(rf'<script type="application/json" {attributes}>(.*?)</script>', page, re.DOTALL)
    return json.loads(found)


def made(runs: list[Run], *, folder: bool = False, log: bytes = b"log") -> TablePage:
    logs = Logs(len(log) * len(runs), lambda keys: (zlib.compress(log) for _ in keys))
    return table_page("campaign.db", "many runs", arranged(runs), logs, folder=folder)


def without_logs(keys: Iterable[Key]) -> Iterator[bytes]:
    return (b"" for _ in keys)


def test_the_page_has_all_runs_the_one_that_counts_first() -> None:
    runs = [run("b", processor=1.0), run("a", verdict=UNKNOWN, expected=None), run("b", processor=5.0, repetition=2)]
    facts = embedded(made(runs).html, 'id="data"')
    assert facts["tasks"]["name"] == ["a", "b"] and facts["tasks"]["expected"] == [None, 1]
    assert facts["runs"]["task"] == [0, 1, 1]
    assert facts["runs"]["repetition"] == [1, 2, 1]
    assert [facts["verdicts"][number] for number in facts["runs"]["verdict"]] == [UNKNOWN, HOLDS, HOLDS]
    assert facts["amounts"]["processor"] == [1, 5, 1]


def test_logs_are_inside_in_pieces() -> None:
    runs = list(campaign(2 * SHARD + 10))
    page = made(runs)
    assert page.logs == INSIDE and not list(page.beside)
    shards = [embedded(page.html, f'data-logs="{number}"') for number in range(3)]
    assert [len(shard) for shard in shards] == [SHARD, SHARD, 10]
    assert zlib.decompress(b64decode(shards[2][3])) == b"log"


def test_logs_are_beside_in_a_folder() -> None:
    page = made(list(campaign(SHARD + 10)), folder=True)
    files = dict(page.beside)
    assert page.logs == BESIDE and list(files) == ["logs/0.js", "logs/1.js"]
    assert files["logs/1.js"].startswith('assayLogs(1,["')
    assert 'application/json" data-logs=' not in page.html


def test_a_run_without_a_log_has_an_empty_one() -> None:
    page = table_page("t", "", arranged([run("t")]), Logs(0, without_logs), folder=False)
    assert embedded(page.html, 'data-logs="0"') == [""]


def test_too_many_logs_are_left_out_and_that_is_said() -> None:
    page = table_page("t", "", arranged([run("t")]), Logs(MOST_INSIDE + 1, without_logs), folder=False)
    assert page.logs == NONE and "-o FOLDER" in embedded(page.html, 'id="data"')["why"]
    assert len(page.html) < 100_000


def test_names_of_others_stay_texts_in_the_page() -> None:
    runs = [
        run(HOSTILE, HOSTILE, VIOLATED, expected=True, group=HOSTILE, reason=HOSTILE, statistics={HOSTILE: 1.0}),
        run(HOSTILE, "b", expected=True, group="b", path=HOSTILE),
        run("disputed" + HOSTILE, HOSTILE, expected=None),
        run("disputed" + HOSTILE, "b", VIOLATED, expected=None),
    ]
    page = table_page(HOSTILE, HOSTILE, arranged(runs), Logs(0, without_logs), folder=False).html
    assert "<img" not in page and "<!--" not in page and "\u202e" not in page
    assert page.count("<script") == page.count("</script>") == 3
    assert embedded(page, 'id="data"')["tasks"]["name"][0] == HOSTILE.replace("\u202e", "\u27e8U+202E\u27e9")


@given(NAMES)
def test_data_is_what_it_was(name: str) -> None:
    written = data([name], "")
    assert written.count("<") == 2
    assert "\\n" in written or "\n" not in written
    (found,) = embedded(written, "")
    assert text(found) == text(name)


def test_a_page_of_plots_has_the_spots() -> None:
    page = plots_page(HOSTILE, [Drawing("t", "<svg></svg>", (Spot(1.04, 2.0, HOSTILE),))])
    assert page.count("<script") == page.count("</script>") == 2
    spots = embedded(page, "")
    assert (spots["x"], spots["y"], len(spots["text"])) == ([1.0], [2.0], 1)
