"""Verilog for tests: modules around a few lines, and who can read and simulate them on this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from assay.checking import Result, check
from assay.core.model import Model
from assay.engines.config import Config
from assay.frontends.building import building
from assay.frontends.task import load
from assay.frontends.verilog.compiled import PACKAGE
from assay.frontends.verilog.yosys import COMMAND
from assay.witness.write.testbench import MODULE
from clocks import PATIENCE

reads_verilog: Final = pytest.mark.skipif(
    find_spec(PACKAGE) is None and shutil.which(COMMAND) is None, reason="Yosys is not installed"
)
simulates: Final = pytest.mark.skipif(shutil.which("iverilog") is None, reason="Icarus Verilog is not installed")


def module(body: str, ports: str = "input clk, input a, input [1:0] b") -> str:
    """A module of this body; the last line of it is the eighth of the file at most."""
    return f"module t({ports});\n{body}\nendmodule\n"


def together(bodies: Sequence[str]) -> str:
    """A module for each of the bodies, and one that has an instance of each, with the same ports."""
    parts = [module(body).replace("module t(", f"module part_{number}(") for number, body in enumerate(bodies)]
    uses = [f"part_{number} p{number}(.clk(clk), .a(a), .b(b));" for number in range(len(bodies))]
    return "".join([*parts, module("\n".join(uses))])


def model_of(folder: Path, body: str, **options: object) -> Model:
    path = folder / "t.sv"
    path.write_text(body if "endmodule" in body else module(body))
    return load(path, building=building(**options))  # type: ignore[arg-type]


def verdicts(model: Model) -> dict[str, str]:
    """What becomes of each property: ``Holds``, ``Violated`` or ``Unknown``."""
    return {result.property: type(result.verdict).__name__ for result in results(model)}


def results(model: Model) -> tuple[Result, ...]:
    return check(model, config=Config(seconds=PATIENCE))


def simulated(folder: Path, testbench: str, *sources: Path, include: Path | None = None) -> str:
    """What Icarus Verilog prints when it executes the testbench."""
    (folder / "testbench.v").write_text(testbench)
    options = [f"-I{include}"] if include is not None else []
    made = [*options, "-s", MODULE, "-o", str(folder / "run"), *map(str, sources), str(folder / "testbench.v")]
    done = subprocess.run(["iverilog", "-g2012", *made], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return subprocess.run(["vvp", str(folder / "run")], capture_output=True, text=True, check=True).stdout


def without_labels(text: str) -> str:
    """The design for a simulator that knows assertions, but no labels of them and no covers."""
    return re.sub(r"\w+\s*:\s*(?=assert\b)", "", re.sub(r"(?:\w+\s*:\s*)?cover\b[^;]*;", ";", text))
