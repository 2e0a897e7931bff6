"""One property of one model: verdicts of the engine, with what the front end left for proofs to show.

A C program whose recursion was cut off holds only if no run reaches the cut; a run that does decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from assay.checking.confirming import reaches, with_auxiliary
from assay.core.budget import Deadline
from assay.core.errors import UndefinedValue, Unsupported
from assay.core.events import Listener
from assay.core.model import Goal, Model, Safety
from assay.core.verdict import Unknown, Verdict, Violated
from assay.engines.c_programs import candidates
from assay.engines.c_turns import candidates_by_both
from assay.engines.catalogue import ENGINES
from assay.engines.config import Config

# Of the time there is, what the search for a proof without cuts gets before errors are looked for alone.
WHOLE_SHARE: Final = 0.6


def attempts(model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener) -> Iterator[Verdict]:
    """Verdicts about the model as it was read, as they are found: the first whose evidence is confirmed counts.

    Most are *unknown*, and the last one says why.  A run that depends on a value that the theory leaves open, such as
    a quotient by zero, is a run for some choice of that value only: it decides nothing.
    """
    try:
        yield from _attempts(model, goal, config, deadline, announce)
    except UndefinedValue as undefined:
        hint = "a clause or guard that excludes zero divisors would make it decidable"
        yield Unknown(f"a run was found that depends on a value left open: {undefined}", hint=hint)


def _attempts(model: Model, goal: Goal, config: Config, deadline: Deadline, announce: Listener) -> Iterator[Verdict]:
    if not isinstance(goal, Safety):
        yield ENGINES[config.engine].decide(model, goal, config, deadline, announce)
        return
    whole = with_auxiliary(model, goal)
    if whole is goal:
        yield from _found(model, goal, config, deadline, announce)
        return
    last: Verdict = Unknown("there was no time to begin")
    for verdict in _found(model, whole, config, deadline.within(WHOLE_SHARE * deadline.left), announce):
        last = verdict
        if isinstance(verdict, Violated) and not reaches(verdict.trace, goal):
            last = Unknown(
                "some run exceeds the bound to which recursion is unfolded, and none within it reaches the error call",
                hint="a smaller bound on the depth of recursion in the program would make it decidable",
            )
            break
        yield verdict
    for verdict in _found(model, goal, config, deadline, announce):
        if isinstance(verdict, Violated):
            yield verdict
    yield last


def _found(model: Model, goal: Safety, config: Config, deadline: Deadline, announce: Listener) -> Iterator[Verdict]:
    is_program = model.origin.format == "C"
    if is_program and config.engine == "auto":
        yield from candidates(model, lambda: _over_integers(model), goal, config, deadline, announce)
    elif is_program and config.engine == "predicate+value" and config.combination == "in-turns":
        yield from candidates_by_both(model, lambda: _over_integers(model), goal, config, deadline, announce)
    else:
        yield ENGINES[config.engine].decide(model, goal, config, deadline, announce)


def _over_integers(model: Model) -> Model | None:
    """The program of a bit-precise model over integers; None if that encoding does not take it."""
    from assay.frontends.c import read_c
    from assay.frontends.c.translate.unbounded import Unbounded

    try:
        origin = model.origin
        return read_c(origin.file, origin.data_model, encoding=Unbounded, externals=origin.externals or None)
    except Unsupported:
        return None
