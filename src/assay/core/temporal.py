"""Temporal formulas over states: CTL, and LTL with past, as immutable trees.

One type serves both logics.  ``Atom`` is a formula over a state (and, where a property speaks of inputs, over those of
the step that leaves it); ``Connective`` combines; ``Temporal`` is a path operator, with a path quantifier in CTL and
without one in LTL.  Constructors fold Boolean structure without temporal operators into one atom, so that a tree is
no deeper than the nesting of temporal operators and connectives around them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from assay.core import terms
from assay.core.terms import Term


class Logic(StrEnum):
    NOT = "!"
    AND = "&"
    OR = "|"
    IMPLIES = "->"
    IFF = "<->"


class PathOperator(StrEnum):
    """Future operators first; the last six look back (LTL only).  At the first state Z (weak) holds and Y does not."""

    NEXT = "X"
    FINALLY = "F"
    GLOBALLY = "G"
    UNTIL = "U"
    RELEASE = "V"
    YESTERDAY = "Y"
    WEAK_YESTERDAY = "Z"
    ONCE = "O"
    HISTORICALLY = "H"
    SINCE = "S"
    TRIGGERED = "T"


class Quantifier(StrEnum):
    ALL = "A"
    SOME = "E"


BINARY: Final = frozenset((PathOperator.UNTIL, PathOperator.RELEASE, PathOperator.SINCE, PathOperator.TRIGGERED))
PAST: Final = frozenset(list(PathOperator)[5:])


@dataclass(frozen=True, slots=True)
class Atom:
    """What ``term`` says of the state at hand."""

    term: Term


@dataclass(frozen=True, slots=True)
class Connective:
    """A Boolean combination of at least one part that is temporal."""

    op: Logic
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Temporal:
    """``op`` along all paths, along some path, or (without a quantifier) along the path at hand."""

    op: PathOperator
    parts: tuple[Formula, ...]
    quantifier: Quantifier | None = None


Formula = Atom | Connective | Temporal

DEEPEST: Final = 150

TRUE: Final = Atom(terms.TRUE)
FALSE: Final = Atom(terms.FALSE)

_FOLD: Final[dict[Logic, Callable[..., Term]]] = {
    Logic.NOT: terms.not_,
    Logic.AND: terms.and_,
    Logic.OR: terms.or_,
    Logic.IMPLIES: terms.implies,
    Logic.IFF: terms.eq,
}


def connect(op: Logic, *parts: Formula) -> Formula:
    """``op`` over ``parts``: an atom if all of them are atoms."""
    inner = [part.term for part in parts if isinstance(part, Atom)]
    if len(inner) == len(parts):
        return Atom(_FOLD[op](*inner))
    return Connective(op, parts)


def temporal(op: PathOperator, *parts: Formula, quantifier: Quantifier | None = None) -> Temporal:
    """``op`` over ``parts`` of the right number."""
    assert len(parts) == (2 if op in BINARY else 1)
    assert quantifier is None or op not in PAST
    return Temporal(op, parts, quantifier)


_STEP: Final = {
    PathOperator.FINALLY: PathOperator.NEXT,
    PathOperator.GLOBALLY: PathOperator.NEXT,
    PathOperator.UNTIL: PathOperator.NEXT,
    PathOperator.ONCE: PathOperator.YESTERDAY,
    PathOperator.HISTORICALLY: PathOperator.WEAK_YESTERDAY,
}


def bounded(op: PathOperator, first: int, last: int, *parts: Formula, quantifier: Quantifier | None = None) -> Temporal:
    """``op`` with its goal ``first`` to ``last`` steps from here, written out step by step.

    Looking back, HISTORICALLY speaks of the steps that there are.  What stands before the goal of an UNTIL holds from
    now on; it begins now.
    """
    assert 0 <= first <= last and (op is not PathOperator.UNTIL or first == 0)
    *before, goal = parts
    step = _STEP[op]
    junction = Logic.AND if op in (PathOperator.GLOBALLY, PathOperator.HISTORICALLY) else Logic.OR
    formula = goal
    for _ in range(last - first):
        later: Formula = temporal(step, formula, quantifier=quantifier)
        formula = connect(junction, goal, connect(Logic.AND, *before, later) if before else later)
    for _ in range(first):
        formula = temporal(step, formula, quantifier=quantifier)
    if isinstance(formula, Temporal):
        return formula
    # It stays a temporal formula, whatever its parts are: nothing must hold until it does.
    now = PathOperator.SINCE if op in PAST else PathOperator.UNTIL
    return temporal(now, FALSE, formula, quantifier=quantifier)


def too_deep(root: Formula) -> bool:
    """Are operators nested more than ``DEEPEST`` levels deep?  Comparing such formulas takes too many calls."""
    level: list[Formula] = [root]
    for _ in range(DEEPEST + 1):
        parts = {id(part): part for formula in level if not isinstance(formula, Atom) for part in formula.parts}
        if not parts:
            return False
        level = list(parts.values())
    return True


def subformulas(root: Formula) -> Iterator[Formula]:
    """Every distinct subformula once, parts before what is made of them."""
    seen: set[Formula] = set()
    stack: list[tuple[Formula, bool]] = [(root, False)]
    while stack:
        formula, ready = stack.pop()
        if ready:
            yield formula
        elif formula not in seen:
            seen.add(formula)
            stack.append((formula, True))
            if not isinstance(formula, Atom):
                stack.extend((part, False) for part in reversed(formula.parts))


def atoms(root: Formula) -> tuple[Term, ...]:
    """The state formulas in ``root``, each once."""
    return tuple(dict.fromkeys(part.term for part in subformulas(root) if isinstance(part, Atom)))


_DUAL: Final = {
    PathOperator.NEXT: PathOperator.NEXT,
    PathOperator.FINALLY: PathOperator.GLOBALLY,
    PathOperator.GLOBALLY: PathOperator.FINALLY,
    PathOperator.UNTIL: PathOperator.RELEASE,
    PathOperator.RELEASE: PathOperator.UNTIL,
    PathOperator.YESTERDAY: PathOperator.WEAK_YESTERDAY,
    PathOperator.WEAK_YESTERDAY: PathOperator.YESTERDAY,
    PathOperator.ONCE: PathOperator.HISTORICALLY,
    PathOperator.HISTORICALLY: PathOperator.ONCE,
    PathOperator.SINCE: PathOperator.TRIGGERED,
    PathOperator.TRIGGERED: PathOperator.SINCE,
}
_OPPOSITE: Final = {Quantifier.ALL: Quantifier.SOME, Quantifier.SOME: Quantifier.ALL, None: None}


def negation_normal(root: Formula, *, negated: bool = False) -> Formula:
    """``root`` (or its negation) with negation in atoms only, and AND and OR as the only connectives.

    Exact on total models, where every path is infinite.
    """
    done: dict[tuple[Formula, bool], Formula] = {}
    for formula in subformulas(root):
        for sign in (False, True):
            done[formula, sign] = _pushed(formula, sign, done)
    return done[root, negated]


def _pushed(formula: Formula, sign: bool, done: dict[tuple[Formula, bool], Formula]) -> Formula:
    match formula:
        case Atom(term):
            return Atom(terms.not_(term)) if sign else formula
        case Temporal(op, parts, quantifier):
            inner = tuple(done[part, sign] for part in parts)
            return Temporal(_DUAL[op], inner, _OPPOSITE[quantifier]) if sign else Temporal(op, inner, quantifier)
        case Connective(Logic.NOT, (part,)):
            return done[part, not sign]
        case Connective(Logic.IMPLIES, (left, right)):
            if sign:
                return connect(Logic.AND, done[left, False], done[right, True])
            return connect(Logic.OR, done[left, True], done[right, False])
        case Connective(Logic.IFF, (left, right)):
            same = connect(Logic.AND, done[left, False], done[right, sign])
            return connect(Logic.OR, same, connect(Logic.AND, done[left, True], done[right, not sign]))
        case Connective(op, parts):
            dual = {Logic.AND: Logic.OR, Logic.OR: Logic.AND}[op] if sign else op
            return connect(dual, *(done[part, sign] for part in parts))


def is_universal(root: Formula) -> bool:
    """Is this CTL formula in ACTL: in negation normal form, is every path quantifier universal?"""
    parts = subformulas(negation_normal(root))
    return all(part.quantifier is Quantifier.ALL for part in parts if isinstance(part, Temporal))


def invariant(root: Formula) -> Term | None:
    """The state formula ``p`` if ``root`` says ``AG p`` or ``G p``, however it is written; else None.

    The models must be total, and fairness must not matter, for a property to be exchanged for the safety of ``p``.
    """
    match negation_normal(root):
        case Temporal(PathOperator.GLOBALLY, (Atom(term),), quantifier) if quantifier is not Quantifier.SOME:
            return term
        case Temporal(PathOperator.GLOBALLY, (inner,), quantifier) if quantifier is not Quantifier.SOME:
            return invariant(inner) if isinstance(inner, Temporal) and inner.quantifier is quantifier else None
        case Connective(Logic.AND, parts):
            found = [invariant(part) for part in parts]
            return terms.conjunction(part for part in found if part is not None) if None not in found else None
    return None


def show(root: Formula, term: Callable[[Term], str]) -> str:
    """``root`` as text in SMV's notation, state formulas written by ``term``."""
    text: dict[Formula, str] = {}
    for formula in subformulas(root):
        match formula:
            case Atom(inner):
                text[formula] = term(inner)
            case Connective(Logic.NOT, (part,)):
                text[formula] = f"!({text[part]})"
            case Connective(op, parts):
                text[formula] = "(" + f" {op} ".join(text[part] for part in parts) + ")"
            case Temporal(op, (left, right), None):
                text[formula] = f"({text[left]} {op} {text[right]})"
            case Temporal(op, (left, right), quantifier):
                text[formula] = f"{quantifier}[{text[left]} {op} {text[right]}]"
            case Temporal(op, (part,), quantifier):
                text[formula] = f"{quantifier or ''}{op} ({text[part]})"
    return text[root]
