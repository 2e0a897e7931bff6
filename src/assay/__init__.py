"""Assay: an abstraction-refinement model checker whose every verdict carries checked evidence.

    model = assay.load("examples/bakery-3.pl")
    for result in assay.check(model):
        print(result.property, result.verdict, result.evidence)

Names are imported when first used, so that the command line starts without loading solvers.
"""

from __future__ import annotations

# Nothing at all is imported here: until the command listens, an interruption would show a stack trace.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.checking import Result, check
    from assay.core.evidence import Proof, Trace
    from assay.core.verdict import Holds, Unknown, Verdict, Violated
    from assay.engines.config import Config
    from assay.frontends.task import load

__version__ = "0.1.0"

__all__ = [
    "Config",
    "Holds",
    "Proof",
    "Result",
    "Trace",
    "Unknown",
    "Verdict",
    "Violated",
    "__version__",
    "check",
    "load",
]

_HOMES = {
    "Config": "assay.engines.config",
    "Result": "assay.checking",
    "check": "assay.checking",
    "load": "assay.frontends.task",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES.get(name, "assay.core.verdict")), name)
