"""Programs that call functions, made small: what is found of the small model is evidence about the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.core.budget import Deadline
from assay.core.called_runs import called_run
from assay.core.events import ignore
from assay.core.evidence import Derivation, Proof
from assay.core.model import Model
from assay.engines.views import Views
from assay.explore.clauses.spacer import by_spacer
from assay.frontends.c import read_c
from assay.transforms.aim import aim
from assay.transforms.calls.needed import needed_variables
from assay.witness.check.derivations import check_derivation
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); int noted, kept;\n"
VIOLATED = {
    "calls that differ in vain": "int f(int n) { noted = noted * 3 + n; return n <= 0 ? 0 : f(n - 1) + 1; }"
    " int main(void) { int x = __VERIFIER_nondet_int(); if (f(x) + f(x) == 4) reach_error(); return 0; }",
    "an error inside": "void f(int n) { kept++; if (n == 2 && kept == 4) reach_error(); if (n < 5) f(n + 1); }"
    " int main(void) { int x = __VERIFIER_nondet_int(); f(x); return 0; }",
    "inputs inside, and a loop": "int f(int n) { int s = 0; while (s < n) s += 1 + (__VERIFIER_nondet_int() == 7);"
    " return n <= 0 ? s : s + f(n - 1); } int main(void) { if (f(2) == 5) reach_error(); return 0; }",
    "a local of main by a pointer": "void f(int n, int *p) { noted++; *p += n; if (n > 0) f(n - 1, p); }"
    " int main(void) { int y = 0, z = 0; f(2, &y); f(1, &z); if (y == 3 && z == 1) reach_error(); return 0; }",
}
HOLDING = {
    "a result": "int f(int n) { noted++; if (n <= 0) return 0; int r = f(n - 1) + 1; return r > 2 ? 2 : r; }"
    " int main(void) { if (f(__VERIFIER_nondet_int()) > 3) reach_error(); return 0; }",
    "globals": "void f(int n) { if (n > 0) { kept = 1 - kept; f(n - 1); kept = 1 - kept; } }"
    " int main(void) { kept = 1; f(__VERIFIER_nondet_int()); if (kept != 1) reach_error(); return 0; }",
}


def views_of(folder: Path, text: str) -> Views:
    (folder / "program.c").write_text(HEAD + text)
    model = read_c(folder / "program.c")
    assert not model.is_linear
    return Views(model, model.properties[0], Deadline.after(100), ignore)


def test_only_what_matters_is_kept(tmp_path: Path) -> None:
    model = views_of(tmp_path, VIOLATED["calls that differ in vain"]).model
    aimed: Model = aim(model, model.properties[0]).model
    needed = {place.name: sorted(symbol.name for symbol in found) for place, found in needed_variables(aimed).items()}
    assert needed["f:entry"] == ["f::n"] and needed["f:end"] == ["f::\\result", "f::n"]
    assert not any(symbol.endswith("noted") for symbols in needed.values() for symbol in symbols)


@pytest.mark.parametrize(("name", "view"), [*((name, "integers") for name in VIOLATED), ("an error inside", "bits")])
def test_a_derivation_comes_back_as_one_of_the_program(tmp_path: Path, name: str, view: str) -> None:
    views = views_of(tmp_path, VIOLATED[name])
    prepared, goal = views.prepared(view), views.model.properties[0]
    found = by_spacer(prepared.model)
    assert isinstance(found, Derivation)
    lifted = prepared.lowered.lift_derivation(found)
    assert check_derivation(views.model, goal, lifted)
    part, trace = called_run(views.model, lifted)
    assert check_trace(part, goal, trace)


@pytest.mark.parametrize("name", HOLDING)
def test_a_proof_comes_back_as_one_of_the_program(tmp_path: Path, name: str) -> None:
    views = views_of(tmp_path, HOLDING[name])
    prepared = views.prepared("integers")
    assert len(prepared.model.edges) < len(views.model.edges)
    found = by_spacer(prepared.model)
    assert isinstance(found, Proof)
    assert check_proof_by_blocks(views.model, views.model.properties[0], prepared.lowered.lift_proof(found), seconds=60)
