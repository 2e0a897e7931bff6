"""Assay on a C task, with its witness: prints the verdict, and whether the witness passes the linter.

    python witnessed.py FILE PROPERTY DATA_MODEL SECONDS [OPTIONS]

PROPERTY and DATA_MODEL may be empty.  Behind the verdict, as ``name=value``: ``executed`` (a violation was compiled and
executed), ``witness`` (there is one), ``problems`` (what the linter has against it).  ``witnessed.toml`` is a campaign
of such runs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from tools.witness_linter import check

EXECUTED = "compiled with"


def main(file: str, goal: str, data_model: str, seconds: str, *options: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        witness = Path(folder) / "witness.yml"
        command = [sys.executable, "-m", "assay", "check", file, "--json", "--jobs", "1", "--time", f"{seconds}s"]
        command += ["--witness", str(witness), *options]
        command += ["--property", goal] if goal else []
        command += ["--data-model", data_model] if data_model else []
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        verdicts = [json.loads(line) for line in done.stdout.splitlines() if '"event": "verdict"' in line]
        found = worst(verdicts)
        if found is None:
            return done.returncode or 1
        print(found["answer"] or found["verdict"])
        print(f"verdict: {found['verdict']}\n{found['reason'] or found['evidence']}")
        if found["verdict"] != "unknown":
            problems = check(witness.read_text(), {file: Path(file).read_bytes()}) if witness.exists() else []
            print(f"executed={int(EXECUTED in found['evidence'])}\nwitness={int(witness.exists())}")
            print(f"problems={len(problems)}", *problems, sep="\n")
    return 0


def worst(verdicts: list[dict[str, Any]]) -> dict[str, Any] | None:
    rank = {"holds": 0, "unknown": 1, "violated": 2}
    return max(verdicts, key=lambda entry: rank[entry["verdict"]], default=None)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
