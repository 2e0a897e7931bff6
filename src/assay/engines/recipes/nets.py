"""Methods over markings of Petri nets: backward over upward-closed sets, and dual CGR."""

from __future__ import annotations

from assay.core.budget import Deadline
from assay.core.events import Listener
from assay.core.evidence import Evidence, Proof, Trace
from assay.core.roles import Alarm, Genuine, Refined, Search, Stuck
from assay.domains.fixpoint.capped_markings import Capped, Watched
from assay.engines.loop import run
from assay.engines.options import Automatic, CoverabilityAndFixpoints
from assay.engines.options import Coverability as Options
from assay.engines.searches import Afresh
from assay.engines.views import Task
from assay.explore.nets.backward import Coverability
from assay.explore.nets.dual_cgr import Covering
from assay.refine.nets.dual_cgr import Uncovering
from assay.refine.nets.replay import Replayed
from assay.spaces.nets.net import Net


def coverability(task: Task) -> Search[Evidence]:
    """Backward over upward-closed sets of markings, with a search forward in turns."""
    net, options = task.views.net(), task.options
    accelerated = isinstance(options, Automatic | Options | CoverabilityAndFixpoints) and options.accelerated

    def search(deadline: Deadline) -> Proof | Trace | Stuck:
        return covered(net, deadline, task.announce, accelerated=accelerated)

    return Afresh(search)


def covered(net: Net, deadline: Deadline, announce: Listener, *, accelerated: bool = False) -> Proof | Trace | Stuck:
    return run(Coverability(net, deadline, announce, accelerated=accelerated), Replayed(net), None, announce)


def over_markings(net: Net, deadline: Deadline, announce: Listener) -> Proof | Trace | Stuck:
    """Dual CGR over upward-closed sets of markings.  ``Unsupported`` names the rule that makes this impossible."""
    net.require_plain()

    def search() -> Genuine[Trace] | Stuck:
        alarm = Coverability(net, deadline, announce, alone=True).explore()
        if isinstance(alarm, Stuck):
            return alarm
        assert isinstance(alarm, Alarm), "an error was claimed that no run reaches"
        found = Replayed(net).refine(None, alarm.evidence)
        assert not isinstance(found, Refined)
        return found

    remaining = tuple(net.not_initial())
    first = Watched(Capped().refine(remaining), remaining)
    explorer = Covering(net, deadline, announce)
    return run(explorer, Uncovering(net, search, deadline, announce), first, announce)
