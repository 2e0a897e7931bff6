"""Property-directed search with summaries, on an aimed model: a proof, or a derivation with values."""

from __future__ import annotations

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, ignore
from assay.core.evidence import Derivation, Proof
from assay.core.model import Model
from assay.core.terms import TRUE
from assay.explore.summaries.derive import Deriver
from assay.explore.summaries.facts import Reached
from assay.explore.summaries.rules import rules_of
from assay.explore.summaries.search import Summaries


class SummarySearch:
    """Looks for evidence about an aimed model; called again after it ran out of time, it goes on where it stopped."""

    def __init__(self, model: Model, deadline: Deadline = FOREVER, announce: Listener = ignore) -> None:
        self._model = model
        self._deadline = deadline
        (error,) = model.properties[0].bad
        self._search = Summaries(rules_of(model), error, deadline, announce)

    def explore(self) -> Proof | Derivation:
        answer = self._search.explore()
        if isinstance(answer, Reached):
            return Deriver(self._model.entry, self._deadline).derivation(answer)
        return Proof({self._model.entry: TRUE, **answer})
