"""Evidence: what shows that a property holds or fails, as values that independent code can check.

A property holds because of an invariant (``Proof``), because all runs end and none violates it (``EndedRuns``),
because no fair run violates it (``NoFairRun``), or because of sets of states (``Fixpoints``).  It fails because of a
run (``Trace``), of several where no single one can show it (``Branches``), or of a ``Derivation`` where steps need
several states; a C program also because it was executed (``NativeRun``).
Nothing here has been checked: that is what ``assay.witness`` is for.
The evidence of an alarm, which explorers show to refiners, may be spurious: ``Path``, ``Tree``, ``AbstractPath``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from assay.core.errors import Position
from assay.core.model import Edge, Location
from assay.core.temporal import Temporal
from assay.core.terms import Term
from assay.core.terms.evaluate import Value

Assignment = Mapping[Term, Value]

S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Path:
    """An abstract run from the entry to an error: consecutive edges, maybe infeasible."""

    edges: tuple[Edge, ...]

    def __len__(self) -> int:
        return len(self.edges)


@dataclass(frozen=True)
class Grown:
    """A step of a tree: its edge, and the numbers of its premises, the source's first; an initial state has neither."""

    edge: Edge | None = None
    premises: tuple[int, ...] = ()


@dataclass(frozen=True)
class Tree:
    """An abstract derivation of an error, the last of its steps, each after its premises; maybe infeasible.

    What several steps need may be shared: then the tree is drawn as a graph.
    """

    steps: tuple[Grown, ...]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges in order: a run, where no step needs more than one state."""
        return tuple(step.edge for step in self.steps if step.edge is not None)

    def __len__(self) -> int:
        return len(self.edges)


@dataclass(frozen=True, eq=False)
class AbstractPath(Generic[S_co]):
    """A run of the design with hidden latches: the values, at each step, of visible latches and of what they depend on.

    To a bad state: ``last`` is the set of all bad states that the last step may reach, over visible latches, and
    ``rings`` are the reachable abstract states by distance, where they are known.
    A lasso: the last step leads to step ``loop``, and ``marks`` has the conditions that each step has to meet.
    """

    steps: tuple[Mapping[int, int], ...]
    last: S_co | None = None
    marks: tuple[tuple[int, ...], ...] = ()
    loop: int | None = None
    rings: tuple[S_co, ...] = ()


# -- runs --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trace:
    """A concrete run: ``states[i] --edges[i], inputs[i]--> states[i+1]``; ``loop`` is the state a lasso returns to.

    ``final`` has the inputs that make the last state erroneous, where the property speaks of inputs.
    """

    states: tuple[Assignment, ...]
    edges: tuple[Edge, ...]
    inputs: tuple[Assignment, ...]
    loop: int | None = None
    final: Assignment = field(default_factory=dict)


@dataclass(frozen=True)
class Branch:
    """A run that begins at some state and shows why ``formula``, which says that some run exists, is true there.

    It is a lasso.  ``goal`` is the position that shows what is reached; None if something is kept forever.  ``below``
    has the branches for the temporal parts that must be true at a position of the run.
    """

    formula: Temporal
    trace: Trace
    goal: int | None = None
    below: Mapping[int, tuple[Branch, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Derived:
    """A state of ``edge``'s target that is derivable, for its premises are.

    ``source`` is the number of the source's, ``uses`` are those of the states that the edge uses, in its order.  An
    initial state has neither edge nor premises.
    """

    state: Assignment
    edge: Edge | None = None
    inputs: Assignment = field(default_factory=dict)
    source: int | None = None
    uses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """Why an error is derivable: premises come before what is derived from them, and the last state is erroneous.

    ``final`` has the inputs that make it erroneous, where the property speaks of inputs.
    """

    nodes: tuple[Derived, ...]
    final: Assignment = field(default_factory=dict)


@dataclass(frozen=True)
class Passed:
    """A line that an execution passes, so many ``times`` in a row if it is a loop's; or a call there, by its number.

    Of a loop, only the last iteration follows.  The calls of other iterations come first of all, ``times`` being 0.
    """

    where: Position
    depth: int = 0
    times: int = 1
    call: int | None = None


@dataclass(frozen=True)
class NativeRun:
    """An execution of a compiled C program: what its calls of functions without a body returned, in their order.

    Values are numbers of the function's type; of a pointer or a floating-point number, its bits.  The error is of a
    ``kind`` and at a place of the program, ``where``, if the property speaks of these.  ``passed`` is the way that it
    takes, for people and witnesses: no part of what is checked.  Each word of memory that is allocated holds ``fresh``
    at first.
    """

    calls: tuple[tuple[str, int], ...]
    kind: str = ""
    where: Position | None = None
    passed: tuple[Passed, ...] = ()
    fresh: int = 0


# -- invariants --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Proof:
    """An inductive invariant: per location a formula over its variables.  A location not listed is unreachable.

    It excludes the error by itself if ``depth`` is 0.  Otherwise induction over so many steps does: no run is erroneous
    within its first ``depth`` steps, and ``depth`` steps inside the invariant that are not erroneous never lead to an
    error; with ``simple``, as long as no two of the states on the way agree on all that the error depends on.  The
    errors ``beside`` count as errors there too: those of properties that hold by the same induction.

    The formulas may speak of symbols beside the variables, the *indices* of ``every``: whatever their values, each
    formula is true.  So facts about all elements of an array are stated, by what it has at such an index.
    """

    invariant: Mapping[Location, Term]
    depth: int = 0
    simple: bool = False
    every: tuple[Term, ...] = ()
    beside: Mapping[Location, Term] = field(default_factory=dict)


@dataclass(frozen=True)
class EndedRuns:
    """All runs end without an error: those of the model in which this was found within ``length`` steps."""

    length: int


# -- sets of states ----------------------------------------------------------------------------------------------------
#
# The argument for fair runs is by elimination: every run stays in ``reached``; one set of states after another is taken
# away, each closed under steps inside what was left, and without a step there that meets one of the fairness
# conditions.  A fair run cannot stay in any of them, so it stays outside of all, where nothing is left.
# Only states of ``reached`` and ``clauses`` matter: what other sets say of states outside means nothing.

Clauses = tuple[tuple[int, ...], ...]
"""A conjunction of disjunctions of latch literals."""


@dataclass(frozen=True)
class StateTable:
    """A set of states as a decision diagram: nodes ``(latch, low, high)``, those below first.

    Literals are ``2 * row + negated``: row 0 is the constant false, row ``k`` is node ``k - 1``.
    """

    rows: tuple[tuple[int, int, int], ...]
    root: int


Removal = tuple[StateTable, int]
"""States, and the fairness literal that no step inside them meets."""


@dataclass(frozen=True)
class Elimination:
    """No fair run exists: ``reached`` and ``clauses`` are inductive together, and nothing of them is left in the end.

    Each removal is a set of states and the fairness literal that no step inside it meets.
    """

    clauses: Clauses
    reached: StateTable
    removals: tuple[Removal, ...]


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
    removals: tuple[Removal, ...] = ()
    lasting: Lasting | None = None


@dataclass(frozen=True)
class Fixpoints:
    """Why a CTL formula holds at every initial state where a fair run begins, or fails at ``state``.

    There is a claim for each subformula of the formula, or of its negation if it fails, in negation normal form, parts
    before what is made of them.  No fair run begins in the states of ``unfair``, and some begins in those of ``fair``.
    ``example`` are runs that show a formula that holds at one initial state, where it says that some run exists.
    ``deadlock``: some reachable state has no successor, which the formula says nothing of.
    """

    clauses: Clauses
    reached: StateTable
    unfair: tuple[Removal, ...]
    fair: Lasting
    claims: tuple[Claim, ...]
    state: tuple[tuple[int, int], ...] | None = None
    example: tuple[Branch, ...] = ()
    deadlock: bool = False


@dataclass(frozen=True)
class Branches:
    """Runs from one state, the first of ``trace``, that show why a CTL formula fails there, as far as runs can.

    ``sets`` show the rest, where there is one.
    """

    trace: Trace
    branches: tuple[Branch, ...] = ()
    sets: Fixpoints | None = None


Holding = Proof | EndedRuns | NoFairRun | Fixpoints
Violating = Trace | Branches | Derivation | NativeRun
Evidence = Holding | Violating
