"""Runs whose error only the interpreter of the model finds: where C leaves undefined what comes before, they are none.

The model goes on behind an access through null, and a machine would not.  Where no machine sees that, the program is
read once more, with accesses, frees and divisions checked, and the same inputs have to lead to the same error there,
with no failing check before it.  Then some run is defined up to the error, whatever the two readings have in common.
"""

from __future__ import annotations

from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import InputError, UndefinedValue
from assay.core.evidence import Trace
from assay.core.model import Model, Safety
from assay.native.defined_runs import asks
from assay.native.replaying import first_error

CRASHES: Final = "only the interpreter of the model finds the error, and before it another one: {error}"
UNTOLD: Final = "only the interpreter of the model finds the error, and it cannot tell if all before it is defined{why}"


def refuse_crashing(model: Model, goal: Safety, run: Trace, deadline: Deadline) -> None:
    """Raises UndefinedValue unless a run on the same inputs is defined up to the error that ``goal`` excludes."""
    read = model.origin.defined
    if read is None:
        return  # the run would have ended at the first error of these kinds
    try:
        again = read()
    except InputError as failure:
        raise UndefinedValue(UNTOLD.format(why=f": {failure.message}")) from failure
    found = first_error(again, run, model, deadline)
    if found is None:
        raise UndefinedValue(UNTOLD.format(why=""))
    if not asks(goal, found):
        raise UndefinedValue(CRASHES.format(error=found.name))
