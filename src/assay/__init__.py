"""Assay: an abstraction-refinement model checker whose every verdict carries checked evidence.

    for result in assay.check("examples/bakery-3.pl", seconds=60):
        print(result.property, result.verdict, result.evidence)

Names are imported when first used, so that the command line starts without loading solvers.
"""

from __future__ import annotations

# Nothing at all is imported here: until the command listens, an interruption would show a stack trace.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.checking import Result
    from assay.checking.api import check, results
    from assay.core.errors import AssayError, InputError, SolverFailure, UnsoundVerdict, Unsupported
    from assay.core.evidence import Branches, Counting, Elimination, EndedRuns, Evidence, Fixpoints, Proof, Trace
    from assay.core.model import Model
    from assay.core.verdict import Holds, Unknown, Verdict, Violated
    from assay.engines.catalogue import configured
    from assay.engines.config import Config
    from assay.explore.unfold.order import Order
    from assay.frontends.task import load
    from assay.refine.selection.heuristics import Heuristic, Selection

__version__ = "0.1.0"

__all__ = [
    "AssayError",
    "Branches",
    "Config",
    "Counting",
    "Elimination",
    "EndedRuns",
    "Evidence",
    "Fixpoints",
    "Heuristic",
    "Holds",
    "InputError",
    "Model",
    "Order",
    "Proof",
    "Result",
    "Selection",
    "SolverFailure",
    "Trace",
    "Unknown",
    "UnsoundVerdict",
    "Unsupported",
    "Verdict",
    "Violated",
    "__version__",
    "check",
    "configured",
    "load",
    "results",
]

_HOMES = {
    "assay.checking": ("Result",),
    "assay.checking.api": ("check", "results"),
    "assay.core.errors": ("AssayError", "InputError", "SolverFailure", "UnsoundVerdict", "Unsupported"),
    "assay.core.evidence": (
        "Branches",
        "Counting",
        "Elimination",
        "Evidence",
        "Fixpoints",
        "Proof",
        "Trace",
        "EndedRuns",
    ),
    "assay.core.model": ("Model",),
    "assay.core.verdict": ("Holds", "Unknown", "Verdict", "Violated"),
    "assay.engines.catalogue": ("configured",),
    "assay.engines.config": ("Config",),
    "assay.explore.unfold.order": ("Order",),
    "assay.frontends.task": ("load",),
    "assay.refine.selection.heuristics": ("Heuristic", "Selection"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(home), name)
    raise AttributeError(f"module 'assay' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
