"""Programs of several files from the command line to the evidence: every place is one of the right file."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError, Unsupported
from assay.core.verdict import Holds, Violated
from assay.frontends.building import building
from assay.frontends.task import load
from assay.witness.svcomp import UNREACH_CALL, Making, NoWitness, svcomp_witness
from clocks import PATIENCE
from scenarios import run

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

CC = shutil.which("cc")
MAIN = """#include "steps.h"
#include <assert.h>
extern int ask(void);
static int limit(int x) { return x > LIMIT ? LIMIT : x; }
int main(void) {
  int seen = 0;
  for (int i = 0; i < 2; i++)
    seen += taken(limit(ask()));
  assert(seen < 6);
  return 0;
}
"""
STEPS = """#include "steps.h"
static int limit(int x) { return x < 0 ? 0 : x; }
int taken(int x) {
  int last = 0;
  while (x > 100) x--;
  if (x == 3)
    last = limit(x);
  return last;
}
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "steps.h").write_text("#ifndef LIMIT\n#define LIMIT 3\n#endif\nint taken(int x);\n")
    (tmp_path / "main.c").write_text(MAIN)
    (tmp_path / "steps.c").write_text(STEPS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


ARGUMENTS = ["check", "main.c", "steps.c", "-I", "include", "--checks", "assert", "-j", "1"]


def test_a_violation_names_the_files(program: Path) -> None:
    done = run([*ARGUMENTS, "--harness", "harness.c", "--witness", "witness.yml"])
    assert done.exit_code == 10, done.output
    lines = [line.split() for line in done.stdout.splitlines()]
    places = {words[0] for words in lines if words and words[0].partition(":")[0] in ("main.c", "steps.c")}
    assert {"main.c:8", "main.c:9", "steps.c:6", "steps.c:7"} <= places
    assert "last = limit(x);" in done.stdout
    witness = (program / "witness.yml").read_text()
    assert all(f"file_name: {name}" in witness.replace('"', "").replace("'", "") for name in ("main.c", "steps.c"))
    if CC is not None:
        for line in (program / "harness.c").read_text().splitlines():
            if line.strip().startswith("cc "):
                subprocess.run(line, shell=True, cwd=program, check=True, capture_output=True)
        assert subprocess.run([program / "run"], check=False, capture_output=True).returncode in (96, 97)


def test_macros_decide(program: Path) -> None:
    done = run([*ARGUMENTS, "-DLIMIT=2", "--json"])
    assert done.exit_code == 0, done.output
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert any(record.get("verdict") == "holds" for record in verdicts)


def test_arguments_that_cannot_be_meant(program: Path) -> None:
    for words, message in (
        (["check"], "Missing argument 'FILE...'"),
        ([*ARGUMENTS, "-m32", "--data-model", "LP64"], "--data-model LP64 and -m32 contradict"),
        ([*ARGUMENTS, "-I", "nowhere"], "-I nowhere: there is no such folder"),
        ([*ARGUMENTS, "-std", "c++11"], "the edition c++11 of C is not supported"),
        ([*ARGUMENTS, "--witness", "steps.c"], "steps.c"),
    ):
        done = run(words)
        assert done.exit_code == 2 and message in done.output, done.output


def test_the_interface_of_python(program: Path) -> None:
    files: list[str | Path] = ["main.c", Path("steps.c")]
    for define, expected in (({}, Violated), ({"LIMIT": 2}, Holds)):
        found = assay.check(files, include=["include"], define=define, checks="assert", seconds=PATIENCE)
        assert all(isinstance(result.verdict, expected) for result in found if "overflow" not in result.property)
    with pytest.raises(InputError, match="there is no file to check"):
        assay.check([])
    with pytest.raises(InputError, match="a model is built already"):
        assay.check(load("main.c", building=building(["steps.c"], include=["include"])), entry="taken")
    with pytest.raises(Unsupported, match="several inputs that are not all C"):
        (program / "facts.pl").write_text("start(pc(a)).\nerror(pc(b)).\n")
        assay.check(["main.c", "facts.pl"], include=["include"])


def test_a_witness_speaks_of_main(program: Path) -> None:
    (program / "one.c").write_text("extern void reach_error(void); void f(int x) { if (x == 3) reach_error(); }\n")
    (result,) = assay.check("one.c", entry="f", seconds=PATIENCE)
    assert isinstance(result.verdict, Violated)
    model = load("one.c", building=building(entry="f"))
    with pytest.raises(NoWitness, match="start at main only"):
        svcomp_witness(
            model, result.verdict, "one.c", specification=UNREACH_CALL, making=Making("0", "0", "2026-01-01T00:00:00Z")
        )
