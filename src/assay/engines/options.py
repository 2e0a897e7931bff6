"""Options by engine: a frozen dataclass each, defaults with their reasons.  What an engine does not have is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from assay.core.errors import InputError

if TYPE_CHECKING:
    from assay.core.budget import Deadline
    from assay.core.events import Listener
    from assay.core.evidence import Path, Trace
    from assay.core.model import Model
    from assay.core.roles import Refiner
    from assay.domains.predicates.precision import Precision
    from assay.explore.unfold.order import Order
    from assay.refine.selection.heuristics import Selection

    MakeRefiner = Callable[[Model, Deadline, Listener], Refiner[Precision, Path, Trace]]
    """A refiner of your own: for a model aimed at one property, within the time of its turns."""

Large = Literal["large", "chains", "single"]


class Options:
    """What the options of all engines share: they can be made of names and values, and are checked."""

    @classmethod
    def of(cls, **values: Any) -> Self:
        return cls(**values)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(getattr(cls, "__dataclass_fields__", ()))

    @classmethod
    def choices(cls, name: str) -> tuple[Any, ...]:
        """The values that an option may have, if those are few."""
        kind = cls.__dataclass_fields__[name].type  # type: ignore[attr-defined]
        return get_args(eval(kind)) if kind == "Large" or kind.startswith("Literal[") else ()

    def __post_init__(self) -> None:
        for name in self.names():
            value, choices = getattr(self, name), self.choices(name)
            if choices:
                known(name, value, choices)
            elif isinstance(value, str | tuple) and value:
                _check_names(name, value)


def _check_names(option: str, value: str | tuple[str, ...]) -> None:
    """Refuse names of strategies that nobody knows.  These are imported where they are named, not before."""
    if option == "order":
        from assay.explore.unfold.order import ORDERS

        known(option, value, ORDERS)
    elif option == "select":
        from assay.refine.selection.heuristics import selection

        selection(str(value))
    elif option == "interpolation":
        from assay.solve.interpolation.providers import PROVIDERS

        for provider in value:
            known(option, provider, PROVIDERS)


def known(kind: str, name: object, names: Iterable[object]) -> None:
    """Refuse a name that is not one of ``names``."""
    if name not in tuple(names):
        raise InputError(f"no {kind} is called {name!r}", hint=f"known: {', '.join(map(str, names))}")


@dataclass(frozen=True)
class NoOptions(Options):
    """An engine without options."""


@dataclass(frozen=True)
class Automatic(Options):
    """* ``accelerated``: of nets: a step backward is any number of firings of one rule; for nets with many tokens."""

    accelerated: bool = False


@dataclass(frozen=True)
class Predicates(Options):
    """Predicate abstraction.

    * ``order``: of exploration; benchmarks/subsumer_first compares them.  One of your own is an ``Order``.
    * ``abstraction``: cartesian needs more rounds than boolean and asks less in each.
    * ``reexploration``: after a refinement, from the start or lazily from where the precision changed.
    * ``scope``: where a new predicate counts.
    * ``blocks``: large blocks save states and queries; ``single`` keeps the input's locations, for comparing orders.
    * ``select``: which reason of a spurious path is learnt from; empty: the first that interpolation finds.
    * ``interpolation``: providers in the order to try; empty: the default order of the path's theory.
    * ``refiner``: one of your own, in place of interpolation and selection.
    """

    order: str | Order = "subsumer-first"
    abstraction: Literal["cartesian", "boolean"] = "cartesian"
    reexploration: Literal["restart", "lazy"] = "restart"
    scope: Literal["location", "symbol", "global"] = "location"
    blocks: Large = "large"
    select: str | Selection = ""
    interpolation: tuple[str, ...] = ()
    refiner: MakeRefiner | None = None

    @property
    def exploration(self) -> Order:
        from assay.explore.unfold.order import ORDERS

        return ORDERS[self.order] if isinstance(self.order, str) else self.order


@dataclass(frozen=True)
class Directed(Options):
    """* ``blocks``: large blocks save queries; ``single`` keeps the input's locations."""

    blocks: Large = "large"


@dataclass(frozen=True)
class DirectedOverPredicates(Options):
    """* ``blocks``: large blocks save queries; ``single`` keeps the input's locations.
    * ``scope``: where a new predicate counts.
    * ``interpolation``: providers in the order to try; empty: the default order of the path's theory.
    """

    blocks: Large = "large"
    scope: Literal["location", "symbol", "global"] = "location"
    interpolation: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bounded(Options):
    """* ``blocks``: with large blocks a step is longer.
    * ``depth``: the greatest number of steps to look at.
    """

    blocks: Large = "large"
    depth: int = 10_000


@dataclass(frozen=True)
class Values(Options):
    """* ``blocks``: chains; ``single`` keeps the input's locations.
    * ``select``: which reason of a spurious path is learnt from (docs/adr/0008-selection-by-default.md).
    """

    blocks: Literal["chains", "single"] = "chains"
    select: str | Selection = "good&narrow"


@dataclass(frozen=True)
class ValuesAndPredicates(Options):
    """* ``combination``: whether the analyses take turns, each on blocks that suit it, compete for each refinement of
      their product, or values come first in it (docs/adr/0008-selection-by-default.md compares them).
    * ``select``: which reason of a spurious path is learnt from; empty: each analysis as by itself.
    * ``order``, ``abstraction``, ``reexploration``, ``scope``, ``interpolation``: as of ``predicate``.
    * ``blocks``: in turns, of the predicates; else ``single`` keeps the input's locations.
    """

    combination: Literal["in-turns", "together", "value-first"] = "in-turns"
    select: str | Selection = ""
    order: str | Order = "subsumer-first"
    abstraction: Literal["cartesian", "boolean"] = "cartesian"
    reexploration: Literal["restart", "lazy"] = "restart"
    scope: Literal["location", "symbol", "global"] = "location"
    blocks: Large = "large"
    interpolation: tuple[str, ...] = ()

    @property
    def predicates(self) -> Predicates:
        return Predicates(
            self.order,
            self.abstraction,
            self.reexploration,
            self.scope,
            self.blocks,
            self.select,
            self.interpolation,
        )

    @property
    def values(self) -> Values:
        blocks: Literal["chains", "single"] = "single" if self.blocks == "single" else "chains"
        return Values(blocks, self.select) if self.select else Values(blocks)


@dataclass(frozen=True)
class Localization(Options):
    """* ``reconstruction``: of abstract paths; ``layer2`` alone never gives up on a path that exists.
    * ``loops``: ``fixpoint`` finds loops of several traversals.
    """

    reconstruction: Literal["clarke", "layer1", "layer2", "sat"] = "layer2"
    loops: Literal["naive", "fixpoint"] = "fixpoint"


@dataclass(frozen=True)
class Fixpoints(Options):
    """* ``blocks``: of the formulas that stand for sets, where states are not finite.
    * ``debug``: assert what the papers state to hold on the way, where sets of states are finite; this is slow.
    """

    blocks: Large = "large"
    debug: bool = False


@dataclass(frozen=True)
class Coverability(Options):
    """* ``accelerated``: a step backward is any number of firings of one rule; for nets with many tokens."""

    accelerated: bool = False


@dataclass(frozen=True)
class CoverabilityAndFixpoints(Options):
    """* ``accelerated``: of nets: a step backward is any number of firings of one rule.
    * ``blocks``, ``debug``: as of ``hybrid``.
    """

    accelerated: bool = False
    blocks: Large = "large"
    debug: bool = False

    @property
    def fixpoints(self) -> Fixpoints:
        return Fixpoints(self.blocks, self.debug)


def chosen(
    engine: str, kind: type[Options], values: Mapping[str, object], engines: Mapping[str, type[Options]]
) -> Options:
    """The options of ``engine``, which are of this ``kind``; one that it does not have is refused by name."""
    for name in values:
        if name not in kind.names():
            others = [other for other, options in engines.items() if name in options.names()]
            word = name.replace("_", "-")
            if not others:
                raise InputError(f"no engine has an option {word}", hint=f"known: {_all_names(engines)}")
            raise InputError(f"the engine {engine} has no option {word}", hint=f"engines that do: {', '.join(others)}")
    return kind.of(**values)


def _all_names(engines: Mapping[str, type[Options]]) -> str:
    return ", ".join(dict.fromkeys(name for options in engines.values() for name in options.names()))
