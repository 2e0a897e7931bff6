"""z3's Spacer with default options on a file: prints ``holds``, ``violated`` or ``unknown``.

    python spacer.py FILE

Clauses go to Spacer as they are; transition systems (ARMC, VMT) as the Horn clauses of our own reading.
"""

from __future__ import annotations

import sys
from pathlib import Path

import z3

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

SYSTEMS = (".pl", ".armc", ".vmt")


def clauses(file: str) -> str:
    if not file.endswith(SYSTEMS):
        return Path(file).read_text()
    from assay.frontends.task import load
    from tools.horn_writing import as_horn_clauses

    return as_horn_clauses(load(file))


def decided(text: str) -> str:
    if "(declare-rel" in text or "(rule" in text:
        engine = z3.Fixedpoint()
        engine.set(engine="spacer")
        answers = {str(engine.query(query)) for query in engine.parse_string(text)}
        return "violated" if "sat" in answers else "holds" if answers == {"unsat"} else "unknown"
    solver = z3.SolverFor("HORN")
    solver.from_string(text)
    return {"sat": "holds", "unsat": "violated"}.get(str(solver.check()), "unknown")


if __name__ == "__main__":
    print(decided(clauses(sys.argv[1])))
