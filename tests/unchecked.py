"""What engines and methods find by themselves, which nobody has checked."""

from __future__ import annotations

from typing import Any, TypeVar

from assay.core.budget import FOREVER, Deadline
from assay.core.events import Listener, ignore
from assay.core.evidence import Evidence
from assay.core.model import Goal, Model
from assay.core.roles import Found, Paused, Search, Stuck
from assay.engines import catalogue
from assay.engines.views import Task, Views
from clocks import patient

E = TypeVar("E")


def found(
    model: Model,
    goal: Goal,
    engine: str = "auto",
    deadline: Deadline | None = None,
    announce: Listener = ignore,
    **options: Any,
) -> Evidence | Paused | Stuck:
    """The first thing that the engine finds about the property; or how it ended."""
    until = deadline or patient()
    config = catalogue.configured(engine, seconds=until.left, **options)
    views = Views(model, goal, until, announce)
    return first(catalogue.search(views, config, announce, seconds=until.left), until)


def by(method: str, model: Model, goal: Goal, view: str = "", options: object = None) -> Evidence | Paused | Stuck:
    """The same for a single method."""
    return first(catalogue.method(method)(Task(Views(model, goal, FOREVER, ignore), view, options, ignore)))


def first(search: Search[E], deadline: Deadline = FOREVER) -> E | Paused | Stuck:
    """The first thing that the search finds in one turn, or how that ended; the search is closed."""
    try:
        answer = search.advance(deadline)
    finally:
        search.close()
    return answer.evidence if isinstance(answer, Found) else answer
