"""Why something holds of all runs of a circuit, as values that independent code can check.

The argument for fair runs is by elimination: every run stays in ``reached``; one set of states after another is taken
away, each closed under steps inside what was left, and without a step there that meets one of the fairness conditions.
A fair run cannot stay in any of them, so it stays outside of all, where nothing is left.
Only states of ``reached`` and ``clauses`` matter: what other sets say of states outside means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

Clauses = tuple[tuple[int, ...], ...]
"""A conjunction of disjunctions of latch literals."""


@dataclass(frozen=True)
class StateTable:
    """A set of states as a decision diagram: nodes ``(latch, low, high)``, those below first.

    Literals are ``2 * row + negated``: row 0 is the constant false, row ``k`` is node ``k - 1``.
    """

    rows: tuple[tuple[int, int, int], ...]
    root: int


@dataclass(frozen=True)
class Elimination:
    """No fair run exists: ``reached`` and ``clauses`` are inductive together, and nothing of them is left in the end.

    Each removal is a set of states and the fairness literal that no step inside it meets.
    """

    clauses: Clauses
    reached: StateTable
    removals: tuple[tuple[StateTable, int], ...]


@dataclass(frozen=True)
class Counting:
    """No run meets all fairness conditions ``number`` times: an inductive invariant of the circuit that counts them."""

    number: int
    clauses: Clauses


NoFairRun = Elimination | Counting


# -- branching time ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lasting:
    """States where a fair run begins that stays among them.

    ``rings`` has for each fairness condition (or for the constant true, if there is none) sets of them: from the first
    a step that meets the condition leads back to ``states``, from each other one a step leads to an earlier set.
    """

    states: StateTable
    rings: tuple[tuple[StateTable, ...], ...]


@dataclass(frozen=True)
class Claim:
    """States that satisfy a subformula, with what shows it beside local conditions.

    ``rings`` lead some fair run step by step to what it has to reach; ``removals`` show that no fair run puts off
    forever what every one has to reach; ``lasting`` that some fair run keeps what it has to keep.
    """

    states: StateTable
    rings: tuple[StateTable, ...] = ()
    removals: tuple[tuple[StateTable, int], ...] = ()
    lasting: Lasting | None = None


@dataclass(frozen=True)
class Fixpoints:
    """Why a CTL formula holds at every initial state where a fair run begins, or fails at ``state``.

    There is a claim for each subformula of the formula, or of its negation if it fails, in negation normal form, parts
    before what is made of them.  No fair run begins in the states of ``unfair``, and some begins in those of ``fair``.
    """

    clauses: Clauses
    reached: StateTable
    unfair: tuple[tuple[StateTable, int], ...]
    fair: Lasting
    claims: tuple[Claim, ...]
    state: tuple[tuple[int, int], ...] | None = None
