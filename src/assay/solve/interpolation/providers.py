"""Interpolation as a port: several providers, tried in an order that suits the theory, every result checked before use.

No solver at hand interpolates well over all theories, so there are five ways:
model-based projection, Spacer, weakest precondition, strongest post, Farkas.  A chain is first reduced to an
unsatisfiable core and trimmed to its span; a provider that fails, runs out of its share of the time or returns
something wrong is followed by the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from assay.core.budget import FOREVER, Deadline
from assay.core.errors import AssayError, SolverFailure
from assay.core.terms import FALSE, TRUE, Term, not_, post_order
from assay.solve.interpolation import killable
from assay.solve.interpolation.cores import by_strongest_post, by_weakest_precondition
from assay.solve.interpolation.farkas import by_farkas
from assay.solve.interpolation.port import Chain, Interpolants, Provider, Result
from assay.solve.interpolation.projection import Effort, by_projection
from assay.solve.interpolation.reduction import reduce_with, validated_by
from assay.solve.interpolation.spacer import by_spacer
from assay.solve.z3.solver import Z3Solver

__all__ = [
    "PROVIDERS",
    "Chain",
    "Interpolants",
    "Provider",
    "Result",
    "between",
    "default_order",
    "interpolate",
    "reduce",
    "validated",
]


def projection(chain: Chain, deadline: Deadline) -> Interpolants:
    """Backward, the failing states covered cube by cube; see ``interpolation.projection``."""
    return by_projection(Z3Solver, chain, deadline)


def spacer(chain: Chain, deadline: Deadline) -> Interpolants:
    """What Spacer learns on the chain as Horn clauses, where it can be killed; see ``interpolation.spacer``."""
    return killable.run(lambda: by_spacer(chain), deadline)


def farkas(chain: Chain, deadline: Deadline) -> Interpolants:
    """Partial sums of inequalities, with case distinctions; see ``interpolation.farkas``."""
    return by_farkas(Z3Solver(), Z3Solver(), chain, deadline)


PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {
        "projection": projection,
        "spacer": spacer,
        "weakest-precondition": by_weakest_precondition,
        "strongest-post": by_strongest_post,
        "farkas": farkas,
    }
)

# Seconds that a provider gets at first: enough where it is good, little where it is a last resort.
_PATIENCE: Final[Mapping[str, float]] = MappingProxyType(
    {"projection": 2.0, "spacer": 2.0, "weakest-precondition": 1.0, "strongest-post": 1.0, "farkas": 1.0}
)
_REDUCTION: Final = 5.0  # seconds for the reduction of a chain
_CHANCES: Final = (1.0, 5.0, 25.0)  # how much of it each gets, once and whenever all have failed

_ARITHMETIC: Final = ("projection", "spacer", "strongest-post", "weakest-precondition", "farkas")
_BITVECTORS: Final = ("weakest-precondition", "projection", "strongest-post", "spacer")
_ARRAYS: Final = ("projection", "spacer", "strongest-post", "weakest-precondition")
_LONG_ARRAYS: Final = ("spacer", "projection", "strongest-post", "weakest-precondition")
_LONG: Final = 40  # steps from which prefixes with arrays are too slow to ask about


def default_order(chain: Chain) -> tuple[str, ...]:
    """The providers that suit the theories of ``chain``, the most promising first."""
    sorts = {term.sort for term in post_order(*(part for step in chain.steps for part in step))}
    if any(sort.is_array for sort in sorts):
        return _ARRAYS if len(chain) < _LONG else _LONG_ARRAYS
    return _BITVECTORS if any(sort.is_bitvector for sort in sorts) else _ARITHMETIC


def reduce(chain: Chain, deadline: Deadline = FOREVER) -> Chain | None:
    """``chain`` without the conjuncts that its unsatisfiability does not need; None if it is satisfiable.

    As many steps as before, maybe empty ones.  Interpolants of the result are interpolants of ``chain``.
    """
    return reduce_with(Z3Solver(), chain, deadline)


def validated(chain: Chain, interpolants: Interpolants, deadline: Deadline = FOREVER) -> bool:
    """Are these interpolants of ``chain``: first true, last false, within the vocabulary, each step inductive?"""
    return validated_by(Z3Solver(), chain, interpolants, deadline)


def interpolate(chain: Chain, order: Sequence[str] | None = None, deadline: Deadline = FOREVER) -> Result:
    """Valid interpolants of ``chain`` by the first provider in ``order`` that finds some.

    Raises ``SolverFailure``, with each provider's reason, if none does, and if ``chain`` is satisfiable.
    """
    if unknown := set(order or ()).difference(PROVIDERS):
        raise ValueError(f"no such provider: {', '.join(sorted(unknown))} (there are {', '.join(PROVIDERS)})")
    try:
        reduced = reduce(chain, deadline.within(min(_REDUCTION, deadline.left / 3)))
    except SolverFailure:  # hard as a whole, but maybe not step by step
        reduced = chain
    if reduced is None:
        raise SolverFailure("a satisfiable chain has no interpolants")
    span = reduced.trimmed()
    found = _first_valid(span, default_order(span) if order is None else order, deadline)
    return Result(found.provider, reduced.padded(found.interpolants))


def _first_valid(chain: Chain, order: Sequence[str], deadline: Deadline) -> Result:
    """The first valid result; those that ran out of time get another chance, with more of it, once all have failed."""
    reasons: dict[str, str] = {}
    names = list(order)
    for factor in _CHANCES:
        again: list[str] = []
        for name in names:
            if deadline.passed:
                break
            # At most half of what is left: the others must have their chance, too.
            limit = deadline.within(min(_PATIENCE[name] * factor, deadline.left / 2))
            try:
                interpolants = PROVIDERS[name](chain, limit)
                if validated(chain, interpolants, deadline):
                    return Result(name, interpolants)
                reasons[name] = "invalid result"
            except AssayError as problem:
                reasons[name] = str(problem)
            if limit.passed:
                again.append(name)
        names = again
    raise SolverFailure(f"no interpolants ({'; '.join(f'{name}: {why}' for name, why in reasons.items())})")


def between(
    first: Sequence[Term], second: Sequence[Term], shared: frozenset[Term], deadline: Deadline = FOREVER
) -> Term:
    """A formula over ``shared`` that ``first`` implies and that contradicts ``second``.

    The two together must be unsatisfiable, and ``shared`` must hold the symbols of both.  Tries hard: cubes of
    ``second`` denied by ``first``, the other way round, then every other provider in both directions.
    """
    chain = reduce(Chain((tuple(first), tuple(second)), (frozenset(), shared, frozenset())), deadline)
    if chain is None:
        raise SolverFailure("satisfiable together: nothing lies between")
    if len(chain.trimmed()) < 2:  # one side alone is contradictory
        return chain.padded((TRUE, FALSE))[1]
    mirrored = Chain(chain.steps[::-1], chain.interfaces)
    reasons: list[str] = []
    for name, patience in _BETWEEN:
        for direction in (chain, mirrored):
            try:
                interpolants = _thorough(name, direction, deadline.within(min(patience, deadline.left / 2)))
                if validated(direction, interpolants, deadline):
                    return interpolants[1] if direction is chain else not_(interpolants[1])
                reasons.append(f"{name}: invalid result")
            except AssayError as problem:
                reasons.append(f"{name}: {problem}")
    raise SolverFailure("nothing found between (" + "; ".join(reasons) + ")")


_BETWEEN: Final = (
    ("projection", 2.0),
    ("strongest-post", 1.0),
    ("spacer", 3.0),
    ("farkas", 1.0),
    ("projection", 20.0),
    ("spacer", 20.0),
)


def _thorough(name: str, chain: Chain, deadline: Deadline) -> Interpolants:
    """The provider's result; projection may take many cubes."""
    if name == "projection":
        return by_projection(Z3Solver, chain, deadline, Effort(cubes=400))
    return PROVIDERS[name](chain, deadline)
