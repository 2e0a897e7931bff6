"""Property-directed search with summaries, on an aimed model: a proof, or a derivation with values."""

from __future__ import annotations

from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, PhaseStarted, ignore
from assay.core.evidence import Derivation, Proof
from assay.core.model import Location, Model
from assay.core.terms import TRUE
from assay.explore.summaries.derive import Deriver
from assay.explore.summaries.equations import equations
from assay.explore.summaries.facts import Reached
from assay.explore.summaries.rules import rules_of
from assay.explore.summaries.search import Invariant, Summaries
from assay.explore.summaries.unfolding import between, places_of, unfolded

EQUATIONS: Final = 2.0
"""Seconds at most to look for equations."""


class SummarySearch:
    """Looks for evidence about an aimed model; called again after it ran out of time, it goes on where it stopped."""

    def __init__(
        self,
        model: Model,
        deadline: Deadline = FOREVER,
        announce: Listener = ignore,
        *,
        with_equations: bool = False,
    ) -> None:
        self._model = model
        self._deadline = deadline
        self._announce = announce
        (self._error,) = model.properties[0].bad
        self._rules = rules_of(model)
        self._unfolded = unfolded(self._rules, self._error)
        known = equations(self._unfolded, deadline.within(EQUATIONS)) if with_equations else {}
        self._search = Summaries(self._unfolded, self._error, deadline, announce, known=known)
        self._found: Invariant | Reached | None = None

    def explore(self) -> Proof | Derivation:
        if self._found is None:
            self._found = self._search.explore()
        if isinstance(self._found, Reached):
            return Deriver(self._model.entry, self._deadline).derivation(self._found)
        return Proof({self._model.entry: TRUE, **self._found, **self._between(self._found)})

    def _between(self, invariant: Invariant) -> Invariant:
        """Invariants of the places that were unfolded."""
        gone = places_of(self._rules) - places_of(self._unfolded) - {self._error}
        if not gone:
            return {}
        self._announce(PhaseStarted("proving what lies between"))
        error = Location("%outside")
        rules = between(self._rules, invariant, gone, error)
        found = Summaries(rules, error, self._deadline).explore()
        assert not isinstance(found, Reached), "a composed rule leaves the invariant"
        return {place: formula for place, formula in found.items() if place in gone}
