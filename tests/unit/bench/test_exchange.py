"""BenchExec's files: what is written is read again, here and by BenchExec itself where it is installed."""

from __future__ import annotations

import bz2
import importlib.util
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from assay.bench.exchange import amount, category_of, status_of, verdict_of
from assay.bench.exporting import export
from assay.bench.importing import import_results, read_results
from assay.bench.results import Key, Run, Task
from assay.bench.store import Store
from assay.bench.tasks import tasks_of
from assay.core.errors import InputError

LIMITS = {"seconds": 60.0, "processor": 30.0, "memory": 1e9, "cores": 1}
CONFIGURATIONS = {
    "auto": {"check": "", "limits": LIMITS},
    "bfs": {"check": "--engine predicate --select 'good&narrow'", "limits": LIMITS},
    "z3": {"command": "z3 {file}", "holds": "^sat$", "limits": LIMITS},
}
VERDICTS = [("holds", "true", ""), ("violated", "false(valid-free)", ""), ("unknown", "", "time"), ("error", "", "")]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Tasks of three kinds, and a run of each configuration on each of them."""
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "d/a.smt2": "",
        "d/it's.smt2": "",
        "d/b.c": "int main() {}",
        "d/safe.prp": "CHECK( init(main()), LTL(G valid-free) )",
        "d/b.yml": "format_version: '2.0'\ninput_files: b.c\nproperties:\n  - property_file: safe.prp\n"
        "    expected_verdict: false\n    subproperty: valid-free\n",
    }.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
    tasks = [
        Task("d/a.smt2", "d/a.smt2", group="clauses", expected=True),
        Task("d/it's.smt2#0", "d/it's.smt2", "0", "clauses"),
        *tasks_of(["d/b.yml"]),
    ]
    made = Store.create("store.db")
    keys = [Key(task.name, name) for task in tasks for name in CONFIGURATIONS]
    by_name = {task.name: task for task in tasks}
    for place, (number, key) in enumerate(zip(made.plan(tasks, CONFIGURATIONS, keys), keys, strict=True)):
        task, (verdict, answer, limit) = by_name[key.task], VERDICTS[place % len(VERDICTS)]
        which = (*key, task.path, task.goal, task.group, task.expected)
        run = Run(*which, verdict, None, answer, 1.5, 1.25, 1 << 20, limit, machine="m", started="2026-01-02T03:04:05")
        made.finish(number, run, b"printed\n")
    return made


def test_words_there_and_back() -> None:
    task = ("a", "c", 1, None, "a", "", "", True)
    for verdict, answer, limit in VERDICTS:
        run = Run(*task, verdict, None, answer, limit=limit)
        assert verdict_of(status_of(run)) == (verdict, answer, limit)
    assert verdict_of(status_of(Run(*task, "unknown", None, limit="memory"))) == ("unknown", "", "memory")
    assert verdict_of(status_of(Run(*task, "unknown", None, limit="processor"))) == ("unknown", "", "time")
    assert category_of(Run(*task, "holds", True)) == "correct"
    assert category_of(Run(*task, "violated", False)) == "wrong"
    assert category_of(Run(*task, "violated", None)) == "missing"
    assert category_of(Run(*task, "unknown", None)) == "unknown"
    assert category_of(Run(*task, "unknown", None, limit="time")) == "error"
    assert [amount(text) for text in ("0.97s", "12B", "20 s", "2 GB", "", "x")] == [0.97, 12, 20, 2e9, 0, 0]


def test_what_is_exported_comes_back_about_the_same_tasks(store: Store) -> None:
    written = export(store, Path("out"))
    assert written.left_out == ("z3",)
    before = list(store.runs())
    for file in written.results:
        name = ElementTree.parse(file).getroot().get("name", "")
        found = import_results(store, file, read_results(file), f"again {name}")
        assert (found.runs, found.new, found.new_tasks) == (3, 3, 0)
        assert import_results(store, file, read_results(file), f"again {name}").new == 0
    for run in before:
        (other,) = [
            entry
            for entry in store.runs()
            if (entry.task, entry.configuration) == (run.task, f"again {run.configuration}")
        ]
        same = ("verdict", "correct", "answer", "seconds", "processor", "memory", "limit", "machine", "started")
        assert [getattr(other, name) for name in same] == [getattr(run, name) for name in same]
        assert other.supervisor == "runexec"
    assert store.configurations()["again auto"]["limits"] == {**LIMITS, "seconds": None}


def test_what_is_exported_is_a_benchmark_definition(store: Store) -> None:
    export(store, Path("out"))
    root = ElementTree.parse("out/benchmark.xml").getroot()
    assert root.attrib == {
        "tool": "assay_benchexec.tool",
        "timelimit": "30 s",
        "memlimit": "1000000000 B",
        "cpuCores": "1",
    }
    options = {entry.get("name"): [option.text for option in entry] for entry in root.findall("rundefinition")}
    assert options == {"auto": [], "bfs": ["--engine", "predicate", "--select", "good&narrow"]}
    assert [task.expected for task in tasks_of(["out/benchmark.xml"])] == [True, None, False]
    assert Path("out/assay_benchexec/tool.py").is_file()
    assert Path("out/results/logs/z3").is_dir()


def result(*runs: str, attributes: str = 'tool="CPAchecker" version="4.0" name="svcomp.Loops" block="Loops"') -> str:
    return f"<result {attributes}>{''.join(runs)}</result>"


def row(name: str, status: str, more: str = "") -> str:
    return f'<run name="{name}" {more}><column title="status" value="{status}"/><column title="depth" value="7"/></run>'


def test_results_of_others(store: Store) -> None:
    runs = (
        row("../../suite/d/b.yml", "true", 'properties="safe" files="[../../suite/d/b.c]"'),
        row("../e/a.smt2", "false", 'expectedVerdict="false(valid-free)"'),
        row("d/b.yml", "true", 'properties="other"'),
        row("d/a.smt2", "ERROR (7)"),
        row("d/a.smt2", "true"),
    )
    Path("r.xml.bz2").write_bytes(bz2.compress(result(*runs).encode()))
    found = import_results(store, Path("r.xml.bz2"), read_results(Path("r.xml.bz2")))
    assert (found.configuration, found.runs, found.new, found.new_tasks) == ("CPAchecker 4.0 svcomp", 4, 4, 2)
    imported = {run.task: run for run in store.runs() if run.configuration == found.configuration}
    assert imported["d/b.yml#safe"].correct is False
    assert imported["../e/a.smt2"].correct is True and imported["../e/a.smt2"].group == "r"
    assert imported["d/b.yml#other"].correct is None
    assert (imported["d/a.smt2"].verdict, imported["d/a.smt2"].reason) == ("error", "ERROR (7)")
    assert imported["d/a.smt2"].statistics == {"depth": 7.0}


@pytest.mark.parametrize("text", ["", "no xml", "<benchmark/>", "<result>"])
def test_what_is_no_result(text: str, store: Store, tmp_path: Path) -> None:
    (tmp_path / "r.xml").write_text(text)
    with pytest.raises(InputError, match="no results of BenchExec"):
        import_results(store, tmp_path / "r.xml", read_results(tmp_path / "r.xml"))


needs_benchexec = pytest.mark.skipif(importlib.util.find_spec("benchexec") is None, reason="BenchExec is not installed")


@needs_benchexec
def test_table_generator_reads_what_is_exported(store: Store) -> None:
    written = export(store, Path("out"))
    program = "from benchexec.tablegenerator import main; main()"
    command = [sys.executable, "-c", program, "--format", "csv", "-o", "tables", "-n", "t"]
    done = subprocess.run([*command, *map(str, written.results)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = Path("tables/t.table.csv").read_text().splitlines()
    assert len(lines) == 3 + 3
    assert any("false(valid-free)" in line for line in lines) and "bfs" in lines[1]


READER = """
import datetime
from types import SimpleNamespace
from benchexec.model import Benchmark
names = "name memorylimit timelimit walltimelimit corelimit num_of_threads tool_directory cpu_model container"
names += " selected_run_definitions selected_sourcefile_sets description_file"
names += " results_per_taskset results_per_rundefinition"
options = SimpleNamespace(output_path="./", use_hyperthreading=True, **dict.fromkeys(names.split()))
made = Benchmark("benchmark.xml", options, datetime.datetime.now())
made.executable = "assay"
for runs in made.run_sets:
    for run in runs.runs:
        print(runs.real_name, *run.cmdline())
"""


@needs_benchexec
def test_benchexec_reads_the_definition(store: Store) -> None:
    """Its own reader finds the runs, their properties, options and expected verdicts."""
    export(store, Path("out"))
    environment = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "PYTHONPATH": "."}
    done = subprocess.run(
        [sys.executable, "-c", READER], cwd="out", env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2 * 3
    assert any(
        line.startswith("bfs ") and "--select good&narrow" in line and "--property" not in line for line in lines
    )
    assert any("--property 0 " in line and line.endswith("it's.smt2") for line in lines)
    assert any("safe.prp" in line and line.endswith("b.c") for line in lines)
