"""Options that say nothing about the task: a note where the input tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from assay.core.budget import FOREVER
from assay.core.events import ignore
from assay.core.model import Goal, Model, Safety

if TYPE_CHECKING:
    from assay.app.worker import Job

HARDWARE: Final = ("SMV", "AIGER", "BTOR2", "Verilog")


def without_effect(job: Job, model: Model, wanted: Sequence[Goal]) -> Iterator[str]:
    """What was asked for and has no effect on this input, in words."""
    about_c = {
        "--data-model": job.data_model,
        "--externals": job.externals,
        "--harness": job.harness,
        "--execute": job.method.execute,
        "--no-execute": job.method.no_execute,
    }
    given = [option for option, value in about_c.items() if value]
    if given and model.origin.format != "C":
        yield f"{_without(given)} on {_called(model)}: that is for C programs"
    if job.testbench is not None and model.origin.netlist is None:
        yield f"{_without(['--testbench'])} on {_called(model)}: that is for Verilog"
    if job.trace is not None and model.origin.format not in HARDWARE:
        designs = f"designs ({', '.join(HARDWARE)})"
        yield f"{_without(['--trace'])} on {_called(model)}: that is for {designs}; --witness writes other runs"
    if job.method.options.get("accelerated") and not any(_is_net(model, goal) for goal in wanted):
        yield f"{_without(['--accelerated'])} on {_called(model)}: that is for nets"


def _without(options: Sequence[str]) -> str:
    return f"{', '.join(options)} {'has' if len(options) == 1 else 'have'} no effect"


def _called(model: Model) -> str:
    return f"this input ({model.origin.format})" if model.origin.format else "this input"


def _is_net(model: Model, goal: Goal) -> bool:
    """Would the property be looked at as one of a net?"""
    from assay.engines.views import Views

    views = Views(model, goal, FOREVER, ignore)
    return isinstance(goal, Safety) and not views.is_program and not views.is_finite and views.is_net
