"""Engines and methods by themselves: the evidence as they find it, which nobody has checked yet."""

from __future__ import annotations

from typing import Any, TypeVar

from assay.core.budget import Deadline
from assay.core.events import Listener, ignore
from assay.core.evidence import Evidence
from assay.core.model import Goal, Model
from assay.core.roles import Found, Search, Stuck
from assay.engines import catalogue
from assay.engines.options import NoOptions, Options
from assay.engines.views import Task, Views
from clocks import PATIENCE

E = TypeVar("E")


def decided(
    model: Model,
    goal: Goal,
    engine: str = "auto",
    *,
    seconds: float = PATIENCE,
    announce: Listener = ignore,
    **values: Any,
) -> Evidence | Stuck:
    """What the engine with these options finds about the property of the model."""
    deadline = Deadline.after(seconds)
    config = catalogue.configured(engine, seconds=seconds, **values)
    views = Views(model, goal, deadline, announce)
    return first(catalogue.search(views, config, announce, seconds=seconds), deadline)


def by_method(
    method: str, views: Views, view: str, options: Options | None = None, announce: Listener = ignore
) -> Evidence | Stuck:
    """What a single method finds in one view."""
    task = Task(views, view, options or NoOptions(), announce)
    return first(catalogue.method(method)(task), views.deadline)


def first(search: Search[E], deadline: Deadline) -> E | Stuck:
    """The first thing that is found before the deadline."""
    try:
        answer = search.advance(deadline)
    finally:
        search.close()
    return answer.evidence if isinstance(answer, Found) else Stuck(answer.reason, answer.hint)
