"""Campaigns written down: what they mean, and where it is said that something is wrong with them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from assay.bench.commands.run import check_of
from assay.bench.configurations import Configuration, Patterns, peer_configuration
from assay.bench.definition import Definition, configuration_of_words, read_definition
from assay.bench.results import Task
from assay.bench.running.job import Bounds
from assay.bench.tasks import tasks_of
from assay.bench.tasks.drawing import Draw
from assay.cli import cli
from assay.core.errors import InputError

PROJECT = Path(__file__).parents[3]
CAMPAIGN = """# what is compared
tasks = ["tasks/*.smt2", "$SUITE/x.c"]
property = "0"
groups = ["loops*"]
draw = 5
draw-seed = 0
repetitions = 2
seeds = [3, 0]

[limits]
time = "90s"
memory = "1GB"
cores = 2

[config.subsumer]
engine = "predicate"
order = "subsumer-first"
interpolation = ["farkas", "spacer"]

[config.lazy]
like = "subsumer"
reexploration = "lazy"
limits = { time = "none", processor-time = "2min" }

[config."a peer"]
command = "peer --seed={seed} {file}"
holds = "^yes$"
violated = "^no$"
only = ["*.smt2"]
files = ["helper.py"]

[config.c]
no-execute = true
arguments = ["-D", "X=1"]
"""


def check(words: Any) -> Mapping[str, Any]:
    with click.Context(cli) as context:
        return check_of(context)(words)


def written(folder: Path, text: str) -> Path:
    path = folder / "campaign.toml"
    path.write_text(text)
    return path


def definition(folder: Path, text: str) -> Definition:
    return read_definition(written(folder, text), check)


def test_all_that_a_campaign_may_say(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("")
    found = definition(tmp_path, CAMPAIGN)
    assert found.tasks == ("tasks/*.smt2", "$SUITE/x.c")
    assert (found.goal, found.repetitions, found.seeds, found.base) == ("0", 2, (3, 0), str(tmp_path))
    assert found.draw == Draw(("loops*",), 5, 0)
    subsumer, lazy, peer, c = found.configurations
    words = ("--engine", "predicate", "--order", "subsumer-first", "--interpolation", "farkas,spacer")
    bounds = Bounds(90, math.inf, 1e9, 2)
    assert (subsumer.check, subsumer.bounds) == (words, bounds)
    assert (lazy.check, lazy.bounds) == ((*words, "--reexploration", "lazy"), Bounds(math.inf, 120, 1e9, 2))
    assert peer.command == ("peer", "--seed={seed}", "{file}") and peer.patterns == Patterns("^yes$", "^no$")
    assert peer.only == ("*.smt2",) and peer.files == (str(tmp_path / "helper.py"),) and peer.has_seeds
    assert c.check == ("--no-execute", "-D", "X=1") and not c.has_seeds


def test_the_definition_in_the_store_has_all_that_results_depend_on(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("")
    subsumer, _, peer, _ = (entry.definition() for entry in definition(tmp_path, CAMPAIGN).configurations)
    limits = {"seconds": 90.0, "processor": None, "memory": 1e9, "cores": 2}
    words = "--engine predicate --order subsumer-first --interpolation farkas,spacer"
    assert subsumer == {"check": words, "limits": limits}
    command = "peer '--seed={seed}' '{file}'"
    assert peer == {"command": command, "holds": "^yes$", "violated": "^no$", "limits": limits}
    assert Bounds.read(limits) == Bounds(90, math.inf, 1e9, 2)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("tasks = []\nx = = 1", ":2: ", "not TOML"),
        ("\n\ntask = []", ":3: ", "no part of a campaign is called 'task'"),
        ('tasks = "x"', ":1: ", "tasks is a list, not 'x'"),
        ("tasks = []\nrepetitions = 0", ":2: ", "repetitions is a number of at least 1"),
        ("seeds = [1, -1]", ":1: ", "seeds is a list of numbers of at least 0, not [1, -1]"),
        ("\ndraw = 0", ":2: ", "draw is a number of at least 1, not 0"),
        ("draw-seed = true", ":1: ", "draw-seed is a number of at least 0, not True"),
        ('groups = "loops"', ":1: ", "groups is a list, not 'loops'"),
        ('[limits]\ntime = "soon"', ":2: ", "'soon' is not a time"),
        ('[limits]\ncores = "2"', ":2: ", "cores is a number"),
        ("[limits]\nspace = 1", ":2: ", "no limit is called 'space'"),
        ("[config]\nx = 5", ":2: ", "config.x is a table"),
        ('[config.x]\nengine = "fast"', ":2: ", "no engine is called 'fast'"),
        ('[config.x]\nengine = "predicate"\norder = "best"', ":3: ", "no order is called 'best'"),
        ('[config.x]\nengine = "ic3"\norder = "bfs"', ":3: ", "the engine ic3 has no option order"),
        ('[config.x]\nengine = "predicate"\nscope = "here"', ":3: ", "'here' is not one of"),
        ('[config.x]\nspeed = "high"', ":2: ", "No such option"),
        ('[config.x]\narguments = ["more.c"]', ":2: ", "more.c is no option"),
        ('[config.x]\ntime = "3s"', ":2: ", "--time is no option of a configuration"),
        ("[config.x]\norder = 1979-01-01", ":2: ", "is no value of an option"),
        ('[config.x]\nlike = "y"\n[config.y]', ":2: ", "no configuration before this one is called 'y'"),
        ('[config.z]\ncommand = "z3 {file}"', ":2: ", "needs patterns"),
        ('[config.z]\ncommand = "z3 {input}"\nholds = "x"', ":2: ", "{input} is no place of a command"),
        ('[config.z]\ncommand = "z3 \'"\nholds = "x"', ":2: ", "No closing quotation"),
        ('[config.z]\ncommand = "z3"\nholds = "("', ":3: ", "no regular expression"),
        ('[config.z]\ncommand = "z3"\nholds = "a"\nanswer = "b"', ":4: ", "0 groups"),
        ('[config.z]\ncommand = "z3"\nholds = "a"\nengine = "ic3"', ":4: ", "no part of a command's configuration"),
        ('[config.z]\ncommand = "z3"\nholds = "a"\nfiles = ["x"]', ":4: ", "no file is called x"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, place: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as told:
        definition(tmp_path, text)
    assert place in str(told.value) and message in str(told.value)
    assert str(told.value).startswith(str(tmp_path / "campaign.toml"))


@pytest.mark.parametrize("path", sorted((PROJECT / "benchmarks").rglob("*.toml")), ids=lambda path: path.stem)
def test_our_own_campaigns(path: Path) -> None:
    found = read_definition(path, check)
    assert len(found.configurations) >= 1 and tasks_of(found.tasks, base=found.base)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_definition(tmp_path / "none.toml", check)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--engine ic3 --order bfs", "the engine ic3 has no option order"),
        ("--memory 5GB", "--memory is no option of a configuration"),
        ("--depth many", "many"),
        ("file.c", "file.c is no option"),
        ("--help", "checks nothing"),
        ("'", "No closing quotation"),
        ("--engine value --select good&nice", "nice"),
    ],
)
def test_words_that_check_would_refuse(words: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        configuration_of_words("x", words, Bounds(), check)


def test_words_that_check_takes() -> None:
    made = configuration_of_words("x", "--engine predicate --select random:{seed} -DX=1", Bounds(), check)
    assert made.has_seeds and made.check[-1] == "-DX=1"


# -- the command of a run ----------------------------------------------------------------------------------------------


def test_the_command_of_assay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("p.prp", "x.yml", "x.c"):
        Path(name).write_text("")
    task = Task("x.yml#p", "x.yml", "p.prp", files=("x.c",), data_model="LP64")
    configuration = Configuration("r", ("--select", "random:{seed}"), bounds=Bounds(9, 5, 1e9, 2))
    job = configuration.job(task, 7, "assay")
    here = str(tmp_path)
    assert job.command == (
        *(
            "{python}",
            "-P",
            "-m",
            "assay",
            "check",
            f"{here}/x.yml",
            "--select",
            "random:7",
            "--property",
            f"{here}/p.prp",
        ),
        *("--data-model", "LP64", "--jobs", "2", "--time", "9s", "--memory", "1000000000B"),
        *("--stats", "{statistics}"),
    )
    assert job.files == tuple(f"{here}/{name}" for name in ("x.yml", "x.c", "p.prp"))
    assert (job.bounds, job.supervisor) == (configuration.bounds, "assay")


def test_what_a_configuration_sets_itself_is_left_to_it() -> None:
    task = Task("x.smt2#0", "x.smt2", "0", data_model="LP64")
    unlimited = Bounds(math.inf, math.inf, math.inf)
    words = Configuration("r", ("-j4", "--data-model=ILP32"), bounds=unlimited).job(task, None, "auto").command
    assert words[6:] == ("-j4", "--data-model=ILP32", "--property", "0", "--stats", "{statistics}")


def test_the_command_of_a_peer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command = (
        "{python} {folder}/x.py {files} {file} {task} p={property} {data_model} {seed} {seconds} {megabytes} {cores}"
    )
    made = peer_configuration("z", command, Patterns("a"), Bounds(1.5, 5, 3e6), folder="scripts")
    job = made.job(Task("x.yml#0", "x.yml", "0", files=("a.c", "b.c"), data_model="LP64"), 3, "auto")
    here = str(tmp_path)
    inputs = (f"{here}/a.c", f"{here}/b.c", f"{here}/a.c", f"{here}/x.yml")
    assert job.command == ("{python}", f"{here}/scripts/x.py", *inputs, "p=0", "LP64", "3", "2", "3", "1")


def test_names_of_files_choose_tasks() -> None:
    made = Configuration("z", only=("*.smt2", "a*"))
    assert made.runs_on(Task("d/x.smt2", "d/x.smt2")) and made.runs_on(Task("d/a.yml", "d/a.yml", files=("a.c",)))
    assert not made.runs_on(Task("a/x.pl", "a/x.pl"))
