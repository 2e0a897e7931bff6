"""Localization: only some latches are visible; the others may have any value at every step.

With W visible, the abstract states are values of W, and a hidden latch is an input: the existential projection of the
design on W, which simulates it.  Of the constraints, those are kept that share a latch or an input with W or with what
W depends on; the rest, and the values of hidden latches, come back in layers (Barner, Geist, Gringauze, "Symbolic
localization reduction with reconstruction layering and backtracking", CAV 2002; Kurshan's localization, 1994).
All precisions of one design share a manager, so that sets over different latches can be combined.
"""

from assay.domains.localization.abstractions import AbstractPath, Localization
from assay.domains.localization.supports import BadStates, Supports
from assay.domains.localization.visible import Latches, Visible

__all__ = ["AbstractPath", "BadStates", "Latches", "Localization", "Supports", "Visible"]
