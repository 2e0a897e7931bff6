"""The precision of predicate abstraction: which predicates are tracked where."""

from __future__ import annotations

from typing import Literal

from assay.domains.scoped import Scoped

Precision = Scoped[Literal["predicate"]]
