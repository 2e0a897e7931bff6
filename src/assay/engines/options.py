"""Options by engine: a frozen dataclass each, defaults with their reasons.  What an engine does not have is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, get_args, get_origin, get_type_hints

from assay.core.errors import InputError

if TYPE_CHECKING:
    from assay.core.budget import Deadline
    from assay.core.events import Listener
    from assay.core.evidence import Path, Trace
    from assay.core.model import Model
    from assay.core.roles import Refiner
    from assay.domains.predicates.precision import Precision
    from assay.explore.unfold.order import Order
    from assay.refine.selection.heuristics import Heuristic, Selection

    MakeRefiner = Callable[[Model, Deadline, Listener], Refiner[Precision, Path, Trace]]
    """A refiner of your own: for a model aimed at one property, within the time of its turns."""

Large = Literal["large", "chains", "single"]

# Strategies are objects of modules that are imported where they are named, not before.
_STRATEGIES: Final[Mapping[str, object]] = MappingProxyType(
    {"Order": object, "Selection": object, "Heuristic": object, "MakeRefiner": object}
)
_REASON: Final = re.compile(r"\* (``\w+``(?:, ``\w+``)*): (.*?)(?=\n\s*\* |\Z)", re.DOTALL)


@dataclass(frozen=True)
class Options:
    """What the options of all engines share: they are made of names and values, checked, and can be explained.

    ``explains``: the engine executes numbered lines of a paper, which can be followed.
    """

    explains: ClassVar[bool] = False
    _kinds: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        cls._kinds = get_type_hints(cls, localns=dict(_STRATEGIES))

    @classmethod
    def of(cls, **values: Any) -> Self:
        return cls(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})

    @classmethod
    def names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    @classmethod
    def kind(cls, name: str) -> Any:
        """The type of an option; of a strategy, as far as it has a name."""
        return cls._kinds[name]

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """The values that an option may have, if those are few."""
        kind = cls.kind(name)
        return get_args(kind) if get_origin(kind) is Literal else ()

    @classmethod
    def default(cls, name: str) -> Any:
        return next(field.default for field in fields(cls) if field.name == name)

    @classmethod
    def reasons(cls) -> Mapping[str, str]:
        """What each option is about, as the docstring has it."""
        found: dict[str, str] = {}
        for names, reason in _REASON.findall(cls.__doc__ or ""):
            words = " ".join(reason.split()).replace("``", "")
            found.update(dict.fromkeys(re.findall(r"\w+", names), words))
        return found

    def __post_init__(self) -> None:
        for field in fields(self):
            name, value = field.name, getattr(self, field.name)
            choices = self.choices(name)
            if value is field.default:
                """To check a strategy by name takes the import of all of them, which defaults are spared."""
            elif choices:
                _require(name, value, f"one of {', '.join(choices)}", holds=value in choices)
            else:
                _check(name, value, self.kind(name))


def _check(option: str, value: object, kind: object) -> None:
    """Refuse what is no value of the option."""
    if kind is bool:
        _require(option, value, "true or false", holds=isinstance(value, bool))
    elif kind is int:
        _require(option, value, "a number of at least 0", holds=type(value) is int and value >= 0)
    elif option == "interpolation":
        _check_providers(value)
    elif option == "without":
        _check_methods(value)
    elif option == "order":
        _check_order(value)
    elif option == "select":
        _check_selection(value)
    else:
        _require(
            option, value, "a function of a model, a deadline and a listener", holds=value is None or callable(value)
        )


def _require(option: str, value: object, what: str, *, holds: bool) -> None:
    if not holds:
        raise InputError(f"{option} is {what}, not {value!r}")


def _check_providers(value: object) -> None:
    from assay.solve.interpolation.providers import PROVIDERS

    names = value if isinstance(value, tuple) else ()
    _require("interpolation", value, "a list of names", holds=isinstance(value, tuple))
    for provider in names:
        known("interpolation", provider, PROVIDERS)


def _check_methods(value: object) -> None:
    from assay.engines.catalogue import METHODS

    _require("without", value, "a list of names", holds=isinstance(value, tuple))
    for name in value if isinstance(value, tuple) else ():
        known("method", name, METHODS)


def _check_order(value: object) -> None:
    from assay.explore.unfold.order import ORDERS, Order

    if not isinstance(value, Order):
        known("order", value, ORDERS)


def _check_selection(value: object) -> None:
    from assay.refine.selection.heuristics import Heuristic, Selection, selection

    if isinstance(value, str):
        if value:
            selection(value)
    else:
        what = "a text such as good&narrow, a selection or a heuristic"
        _require("select", value, what, holds=isinstance(value, Selection | Heuristic))


def known(kind: str, name: object, names: Iterable[object]) -> None:
    """Refuse a name that is not one of ``names``."""
    if name not in tuple(names):
        raise InputError(f"no {kind} is called {name!r}", hint=f"known: {', '.join(map(str, names))}")


@dataclass(frozen=True)
class NoOptions(Options):
    """An engine without options."""


@dataclass(frozen=True)
class Automatic(Options):
    """* ``accelerated``: in nets, a step backward is any number of firings of one rule.  For many tokens.
    * ``without``: methods that get no turn, by the names that results have for them, such as Spacer.  For comparisons.
    """

    accelerated: bool = False
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Predicates(Options):
    """Predicate abstraction.

    * ``order``: which state is expanded next.  Subsumer-first saves work where states grow
      (benchmarks/papers/subsumer-first.toml); one of your own is an ``Order``.
    * ``abstraction``: how states are abstracted.  Cartesian needs more rounds than boolean and asks less in each.
    * ``reexploration``: where a refinement leads: to the start, or lazily to where the precision changed.
    * ``scope``: where a new predicate counts.  The wider, the fewer rounds and the more queries in each.
    * ``blocks``: how edges are merged beforehand.  Large blocks save states and queries; ``single`` keeps the input's
      locations, for comparing orders.
    * ``select``: which reason of a spurious path is learnt from.  Empty: the first that interpolation finds.
    * ``interpolation``: providers in the order to try.  Empty: the default order of the path's theory.
    * ``refiner``: one of your own, in place of interpolation and selection.  In Python only.
    """

    order: str | Order = "subsumer-first"
    abstraction: Literal["cartesian", "boolean"] = "cartesian"
    reexploration: Literal["restart", "lazy"] = "restart"
    scope: Literal["location", "symbol", "global"] = "location"
    blocks: Large = "large"
    select: str | Selection | Heuristic = ""
    interpolation: tuple[str, ...] = ()
    refiner: MakeRefiner | None = None

    @property
    def exploration(self) -> Order:
        from assay.explore.unfold.order import ORDERS

        return ORDERS[self.order] if isinstance(self.order, str) else self.order


@dataclass(frozen=True)
class Directed(Options):
    """* ``blocks``: how edges are merged beforehand.  Large blocks save queries; ``single`` keeps locations."""

    blocks: Large = "large"


@dataclass(frozen=True)
class DirectedOverPredicates(Options):
    """* ``blocks``: how edges are merged beforehand.  Large blocks save queries; ``single`` keeps locations.
    * ``scope``: where a new predicate counts.  The wider, the fewer rounds and the more queries in each.
    * ``interpolation``: providers in the order to try.  Empty: the default order of the path's theory.
    """

    blocks: Large = "large"
    scope: Literal["location", "symbol", "global"] = "location"
    interpolation: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bounded(Options):
    """* ``blocks``: how edges are merged beforehand.  With large blocks a step is longer.
    * ``depth``: the greatest number of steps to look at.  Time mostly ends the search before.
    """

    blocks: Large = "large"
    depth: int = 10_000


@dataclass(frozen=True)
class Values(Options):
    """* ``blocks``: how edges are merged beforehand.  Values make little of disjunctions, so no more than chains;
      ``single`` keeps the input's locations.
    * ``select``: which reason of a spurious path is learnt from.  docs/adr/0008-selection-by-default.md compares them.
    """

    blocks: Literal["chains", "single"] = "chains"
    select: str | Selection | Heuristic = "good&narrow"


@dataclass(frozen=True)
class ValuesAndPredicates(Options):
    """* ``combination``: how the analyses share the work.  In turns, each on blocks that suit it; or they compete for
      each refinement of their product; or values come first in it.  See docs/adr/0008-selection-by-default.md.
    * ``select``: which reason of a spurious path is learnt from.  Empty: each analysis as by itself.
    * ``order``, ``abstraction``, ``reexploration``, ``scope``, ``interpolation``: as of ``predicate``.
    * ``blocks``: how edges are merged beforehand.  In turns, for the predicates; else ``single`` keeps the input's
      locations.
    """

    combination: Literal["in-turns", "together", "value-first"] = "in-turns"
    select: str | Selection | Heuristic = ""
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
    """* ``reconstruction``: how abstract paths are followed.  ``bundle`` follows all shortest ones at once, by SAT, or
      as ``layer2``, which alone of the others never gives up on a path that exists, where that is hard.
    * ``loops``: how abstract loops are followed.  ``fixpoint`` finds loops of several traversals.
    """

    reconstruction: Literal["clarke", "layer1", "layer2", "sat", "bundle"] = "bundle"
    loops: Literal["naive", "fixpoint"] = "fixpoint"


@dataclass(frozen=True)
class Fixpoints(Options):
    """* ``blocks``: how edges are merged beforehand.  Of formulas that stand for sets, where states are not finite.
    * ``debug``: assert what the papers state to hold on the way.  Where sets of states are finite; slow.
    """

    explains: ClassVar[bool] = True

    blocks: Large = "large"
    debug: bool = False


@dataclass(frozen=True)
class Coverability(Options):
    """* ``accelerated``: in nets, a step backward is any number of firings of one rule.  For many tokens."""

    accelerated: bool = False


@dataclass(frozen=True)
class CoverabilityAndFixpoints(Options):
    """* ``accelerated``: in nets, a step backward is any number of firings of one rule.  For many tokens.
    * ``blocks``, ``debug``: as of ``hybrid``.
    """

    explains: ClassVar[bool] = True

    accelerated: bool = False
    blocks: Large = "large"
    debug: bool = False

    @property
    def fixpoints(self) -> Fixpoints:
        return Fixpoints(self.blocks, self.debug)


BY_ENGINE: Final[Mapping[str, type[Options]]] = MappingProxyType(
    {
        "auto": Automatic,
        "predicate": Predicates,
        "directed": Directed,
        "directed-abstract": DirectedOverPredicates,
        "summaries": NoOptions,
        "bounded": Bounded,
        "spacer": NoOptions,
        "ic3": NoOptions,
        "kinduction": NoOptions,
        "bdd": NoOptions,
        "localization": Localization,
        "value": Values,
        "predicate+value": ValuesAndPredicates,
        "fixpoint": CoverabilityAndFixpoints,
        "fbar": Fixpoints,
        "cgr": Fixpoints,
        "cgr-dual": Fixpoints,
        "hybrid": Fixpoints,
        "coverability": Coverability,
    }
)
"""The options of each engine.  The command line declares its own from here, without the engines themselves."""

ALL_NAMES: Final = tuple(dict.fromkeys(name for options in BY_ENGINE.values() for name in options.names()))


def reason(options: type[Options], option: str) -> str:
    """What an option is about, and why its default is what it is; another engine's words where it is the same there."""
    words = options.reasons()[option]
    like = re.fullmatch(r"as of (\S+)\.", words)
    return BY_ENGINE[like.group(1)].reasons()[option] if like else words


def having(option: str) -> tuple[str, ...]:
    """The engines that have an option of this name."""
    return tuple(engine for engine, options in BY_ENGINE.items() if option in options.names())


def chosen(engine: str, values: Mapping[str, object]) -> Options:
    """The options of the engine; one that it does not have is refused by name."""
    known("engine", engine, BY_ENGINE)
    kind = BY_ENGINE[engine]
    for name in values:
        if name not in kind.names():
            word, others = name.replace("_", "-"), having(name)
            if not others:
                raise InputError(f"no engine has an option {word}", hint=f"known: {', '.join(ALL_NAMES)}")
            raise InputError(f"the engine {engine} has no option {word}", hint=f"engines that do: {', '.join(others)}")
    return kind.of(**values)
