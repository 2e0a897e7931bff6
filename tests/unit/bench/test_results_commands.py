"""``assay bench table``, ``plot`` and ``compare``: from a store to a file, and what is refused."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from assay.bench.results import VIOLATED
from assay.cli import cli
from bench_runs import campaign, run, stored


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("campaign") / "campaign.db", list(campaign(60)))


def called(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["bench", *map(str, words)])


def test_a_summary_is_printed(store: Path) -> None:
    done = called("table", store)
    assert done.exit_code == 0 and done.stdout.startswith("## Configurations\n")
    assert "| virtual best  |" in done.stdout
    assert "60 runs, on node-1, held to their limits by assay, 2026-11-18." in done.stdout
    assert "Limits of a run: processor time 60 s, time on the wall 120 s, memory 2 GB." in done.stdout


def test_the_suffix_says_what_is_written(store: Path, tmp_path: Path) -> None:
    for name, begin in (("t.md", "## "), ("t.csv", "task,"), ("t.html", "<!DOCTYPE html>")):
        assert called("table", store, "-o", tmp_path / name).exit_code == 0
        assert (tmp_path / name).read_text().startswith(begin)


def test_one_line_for_each_run(store: Path) -> None:
    done = called("table", store, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len(rows) == 60 and {row["configuration"] for row in rows} == {"bfs", "subsumer"}


def test_some_configurations_alone(store: Path) -> None:
    done = called("table", store, "-c", "bfs")
    assert "| bfs" in done.stdout and "subsumer" not in done.stdout and "virtual best" not in done.stdout


@pytest.mark.parametrize("name", ["page", "page/", "there.is.one"])
def test_a_page_in_a_folder_has_logs_beside_it(store: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "there.is.one").mkdir()
    assert called("table", store, "--format", "html", "-o", f"{tmp_path}/{name}").exit_code == 0
    assert (tmp_path / name / "index.html").read_text().startswith("<!DOCTYPE html>")
    assert {file.name for file in (tmp_path / name / "logs").iterdir()} == {"0.js", "1.js"}


def test_a_plot_and_a_page_of_plots(store: Path, tmp_path: Path) -> None:
    assert called("plot", store, "-o", tmp_path / "q.svg").exit_code == 0
    assert "limit 60 s" in (tmp_path / "q.svg").read_text()
    assert (
        called("plot", store, "--scatter", "bfs", "subsumer", "--by", "states", "-o", tmp_path / "s.svg").exit_code == 0
    )
    assert "bfs and subsumer, by states" in (tmp_path / "s.svg").read_text()
    assert called("plot", store, "--by", "memory", "--by", "queries", "-o", tmp_path / "p.html").exit_code == 0
    assert (tmp_path / "p.html").read_text().count("<figure>") == 4


def test_a_comparison(store: Path) -> None:
    done = called("compare", store, "subsumer", "bfs", "--by", "processor", "--by", "states")
    assert done.exit_code == 0 and done.stdout.startswith("# subsumer against bfs\n")
    assert "| states " in done.stdout
    assert called("compare", store).stdout.startswith("# bfs against subsumer\n")


def test_a_comparison_of_two_stores(store: Path, tmp_path: Path) -> None:
    other = stored(
        tmp_path / "other.db", [run("set-0/task_00000.c", "bfs", VIOLATED, 2.0, expected=True), run("x", "bfs")]
    )
    done = called("compare", store, other, "bfs")
    assert done.stdout.startswith("# bfs (campaign.db) against bfs (other.db)\n\n## Wrong answers: 1\n")
    assert "29 tasks of bfs (campaign.db) alone left out. 1 task of bfs (other.db) alone left out." in done.stdout
    assert called("compare", store, other, "subsumer", "bfs").stdout.startswith(
        "# subsumer (campaign.db) against bfs (o"
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["table", "missing.db"], "there is no such store"),
        (["table", "STORE", "-c", "none"], "no run of a configuration 'none' has ended (there are: bfs, subsumer)"),
        (["plot", "STORE", "-o", "x.png"], "'x.png' should end in .svg or .html"),
        (["plot", "STORE"], "Missing option '-o'"),
        (
            ["plot", "STORE", "-o", "x.svg", "--by", "luck"],
            "no run tells 'luck' (there are: processor, seconds, memory, ",
        ),
        (["plot", "STORE", "-o", "x.svg", "--by", "states", "--by", "memory"], "an SVG file has one plot"),
        (["plot", "STORE", "-o", "x.svg", "--scatter", "bfs", "none"], "no run of a configuration 'none'"),
        (["plot", "STORE", "-o", "none/x.svg"], "the folder 'none' does not exist"),
        (["table", "STORE", "--format", "html", "-o", "/dev/null/folder"], "/dev/null/folder/logs: Not a directory"),
        (["compare", "missing.db", "a", "b"], "there is no such store"),
        (["compare", "STORE", "bfs"], "bfs is compared with nothing else"),
        (["compare", "STORE", "STORE"], "this store has runs of 2 configurations: bfs, subsumer"),
        (["compare", "STORE", "a", "b", "c"], "3 configurations: two can be compared"),
        (["compare", "STORE", "bfs", "bfs"], "bfs is compared with nothing else"),
        (["compare", "STORE", "STORE", "bfs"], "campaign.db) is compared with itself"),
    ],
)
def test_refused(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = called(*(str(store) if word == "STORE" else word for word in words))
    assert done.exit_code == 2 and told in done.stderr
    assert not list(tmp_path.iterdir())
