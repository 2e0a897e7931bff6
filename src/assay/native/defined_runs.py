"""Runs whose accesses and divisions are defined: looked for where the compiled program crashed on a run that was found.

The model goes on behind an access through null, with any value; the machine does not.  So the program is read once
more, with its dereferences and divisions checked: there a run ends where it would crash.  An error that is reached
there is claimed of the program as it was read at first, by a run on the same inputs, and else by an execution.
Nothing that is found counts until it is confirmed.

Known limits: where one reading leaves out calls because their results cancel out, runs may part.  That no run is found,
or even a proof, says nothing of the program as it was read at first, and nothing is made of it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.errors import InputError, Unsupported
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.evidence import Evidence, NativeRun, Trace
from assay.core.joint import joint
from assay.core.model import Model, Safety
from assay.core.roles import Found, Paused, Search, Stuck
from assay.core.slicing.influence import influence
from assay.engines import catalogue
from assay.engines.config import Config
from assay.engines.properties import Claim
from assay.engines.views import Views
from assay.native.replaying import carried_over
from assay.witness.c.execution.native import CALLS
from assay.witness.c.execution.plan import calls

NAME: Final = "runs that do not crash"
NONE: Final = "no run was found that does not crash: {why}"


class DefinedRuns:
    """The search of an engine for runs that violate a property and do not crash before."""

    def __init__(self, model: Model, goal: Safety, config: Config, announce: Listener) -> None:
        self._model = model
        self._goal = goal
        self._config = config
        self._announce = announce
        self._again: Model | None = None
        self._search: Search[Evidence] | None = None
        self._claims: deque[Claim] = deque()

    def advance(self, deadline: Deadline, /) -> Found[Claim] | Paused | Stuck:
        self._announce(PhaseStarted(NAME))
        try:
            return self._advanced(deadline)
        except InputError as failure:
            return Stuck(NONE.format(why=failure.message))

    def close(self) -> None:
        if self._search is not None:
            self._search.close()

    def _advanced(self, deadline: Deadline) -> Found[Claim] | Paused | Stuck:
        """As ``advance``; raises InputError if the program cannot be read so, or the engine has nothing for it then."""
        search = self._search = self._search or self._begun(deadline)
        while not self._claims:
            match search.advance(deadline):
                case Found(Trace() as run):
                    self._claims += self._claimed(run, deadline)
                case Found():
                    return Stuck(NONE.format(why="it was proved that all crash, and that was not checked"))
                case Paused() | Stuck() as end:
                    return replace(end, reason=NONE.format(why=end.reason))
        return Found(self._claims.popleft(), NAME, more=True)

    def _begun(self, deadline: Deadline) -> Search[Evidence]:
        """The search in the program as it is read now; raises InputError if nothing is to be learnt from that."""
        read = self._model.origin.defined
        if read is None:
            raise Unsupported("dereferences and divisions are checked already")
        again = self._again = read()
        wanted = [prop for prop in again.properties if asks(self._goal, prop)]
        if not wanted:
            raise Unsupported("no path leads to the error whose dereferences and divisions are defined")
        views = Views(again, joint(wanted), deadline, ignore)
        return catalogue.search(views, self._config, ignore, seconds=deadline.left)

    def _claimed(self, run: Trace, deadline: Deadline) -> list[Claim]:
        """What a run of the program as it was read again shows of it as it was read at first."""
        assert self._again is not None
        target = run.edges[-1].target
        found = next(prop for prop in self._again.properties if target in prop.bad)
        part = next((part for part in self._goal.parts if asks(part, found)), self._goal)
        name = (self._goal.name,)
        same = carried_over(self._model, part, run, self._again, deadline)
        returned = tuple((call.function, call.value) for call in calls(self._again, run, influence(run)))
        claims = [Claim(name, same)] if same is not None else []
        return [*claims, Claim(name, NativeRun(returned, part.kind, part.where))]


def asks(goal: Safety, checked: Safety) -> bool:
    """Is a check one of those that a property of another reading is about?"""
    parts = goal.parts or (goal,)
    if any(part.where is not None for part in parts):
        return any((part.kind, part.where) == (checked.kind, checked.where) for part in parts)
    return checked.kind in CALLS[1:]
