"""Every construct of the table in docs/reference/c.md does what the table says."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.frontends.c import DataModel, read_c
from assay.witness.c.execution.interpreter import Machine
from c_constructs import REFUSED, SUPPORTED, Construct
from places import ROOT

DOCUMENT = ROOT / "docs" / "reference" / "c.md"
GCC = shutil.which("gcc")


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("construct", SUPPORTED, ids=lambda c: c.name)
def test_supported(construct: Construct, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program)
    run = Machine(read_c(source, model)).run(steps=20_000)
    assert run.location.name == "program:exit", f"ended at {run.location} after {run.steps} steps"


CHECKED = [c for c in SUPPORTED if "check(0)" not in c.program and "assert" not in c.program]


@pytest.mark.parametrize("construct", CHECKED, ids=lambda c: c.name)
def test_a_wrong_expectation_is_noticed(construct: Construct, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program.replace("if (!ok)", "if (ok)"))
    assert Machine(read_c(source)).run(steps=20_000).location.name == "program:error"


@pytest.mark.parametrize("construct", REFUSED, ids=lambda c: c.name)
def test_refused_with_a_position_where_it_is_reached(construct: Construct, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program)
    with pytest.raises(Unsupported, match=construct.refused) as failure:
        read_c(source)
    assert failure.value.where is not None and failure.value.where.line > 0


@pytest.mark.parametrize("construct", REFUSED, ids=lambda c: c.name)
def test_what_main_cannot_reach_is_not_refused(construct: Construct, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(construct.program.replace("int main(void)", "int other(void)") + "int main(void) { return 0; }\n")
    assert Machine(read_c(source)).run().location.name == "program:exit"


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_gcc_accepts_the_expectations(tmp_path: Path) -> None:
    """All supported programs in one: what they expect is what the compiler does."""
    assert GCC is not None
    for number, construct in enumerate(SUPPORTED):
        source, binary = tmp_path / f"p{number}.c", tmp_path / f"p{number}"
        stubs = "void __VERIFIER_error(void) { __builtin_exit(7); } int __VERIFIER_nondet_int(void) { return 0; }"
        stubs += "void __VERIFIER_assume(int c) { if (!c) __builtin_exit(0); } int unknown(void) { return 4; } int e;"
        stubs += "void abort(void) { __builtin_exit(0); }"
        source.write_text(construct.program + stubs)
        subprocess.run([GCC, "-w", "-fwrapv", source, "-o", binary], check=True)
        assert subprocess.run([binary]).returncode == 0, construct.name


def table() -> str:
    """The table as the document shows it."""
    rows = [f"| {c.name} | yes |" for c in SUPPORTED] + [f"| {c.name} | refused |" for c in REFUSED]
    return "\n".join(["| construct | supported |", "|---|---|", *rows])


def test_the_document_shows_this_table() -> None:
    assert table() in DOCUMENT.read_text()
