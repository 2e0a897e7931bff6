"""Bounds of integers at every location: a proof whose steps are each checked over the program's own bits."""

from __future__ import annotations

from pathlib import Path

from assay.core.budget import FOREVER
from assay.core.events import ignore
from assay.core.evidence import Proof
from assay.core.joint import joint
from assay.core.roles import Found, Stuck
from assay.engines.recipes.bounds import Bounds
from assay.engines.views import Task, Views
from assay.frontends.task import load
from assay.witness.check.loop_invariants import check_proof_by_blocks
from clocks import PATIENCE

CONTROLLER = """
extern short sample(void);
static int integral, last;
static int clamp(int x, int low, int high) {{ return x < low ? low : x > high ? high : x; }}
int main(void) {{
    while (1) {{
        int error = 500 - sample();
        integral = clamp(integral + error, -1000, 1000);
        int change = error - last;
        int output = clamp(12 * error + 3 * integral + 5 * change, -4000, 4000);
        last = error;
        __CPROVER_assert(output >= -4000 && output <= {most}, "");
    }}
}}
""".replace("__CPROVER_assert(", "if (!(").replace(', "");', ")) __VERIFIER_error();")


def test_bounds_of_integers_are_a_proof_over_bits(tmp_path: Path) -> None:
    file = tmp_path / "controller.c"
    file.write_text("extern void __VERIFIER_error(void);" + CONTROLLER.format(most=4000))
    model = load(str(file), checks="assert,overflow")
    goal = joint(model.properties)
    search = Bounds(Task(Views(model, goal, FOREVER, ignore), "integers", None, ignore))
    found = search.advance(FOREVER)
    assert isinstance(found, Found) and isinstance(found.evidence, Proof)
    assert "cvc5" in check_proof_by_blocks(model, goal, found.evidence, seconds=PATIENCE)


def test_bounds_that_do_not_exclude_the_error_are_no_proof(tmp_path: Path) -> None:
    file = tmp_path / "controller.c"
    file.write_text("extern void __VERIFIER_error(void);" + CONTROLLER.format(most=3999))
    model = load(str(file), checks="assert,overflow")
    goal = joint(model.properties)
    search = Bounds(Task(Views(model, goal, FOREVER, ignore), "integers", None, ignore))
    assert isinstance(search.advance(FOREVER), Stuck)
