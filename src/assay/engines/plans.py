"""Plans: which searches look for evidence, in which view of the model, and how they share the time.  Data only.

Whatever is tuned is tuned here.  A plan gives turns *in order*, each a share of the time, or *in rounds*, where each
turn is a multiple of the round's unit, which doubles from round to round.  A search goes on in its next turn where it
stopped; one that gives up has no more.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

# Shares are of so many seconds at most: what methods do not find in their part of that, they mostly find no later.
LONGEST: Final = 120.0
# The end of the name of a view in which loops with closed forms are single steps.
CLOSED_FORMS: Final = " with closed forms"
# The view of a circuit in which wide words have small values.
SMALL_VALUES: Final = "small values"
# The view of a circuit that guesses the state before the present one, in the opposite direction.
REVERSED: Final = "reversed steps"


@dataclass(frozen=True)
class Turn:
    """A turn of one search (or of a whole plan) in one view of the model.

    * ``share``: of the plan's time; all that is left if it is 1.  In rounds: how many units.
    * ``least``: seconds that it has, however short the time is in all.
    * ``most``: seconds that all turns of its search may take together; then it is taken no more.
    * ``late``: not in so many rounds at the beginning.
    * ``stubborn``: it may go on in a later turn although it gave up in this one.
    * ``lane``: on several cores, turns of one lane stay on one of them, because they share what takes long to make.
    """

    search: str | Plan
    view: str = ""
    share: float = 1.0
    least: float = 0.0
    most: float = math.inf
    late: int = 0
    stubborn: bool = False
    lane: str = ""

    @property
    def name(self) -> str:
        """What it is called in reports; turns of one name are turns of one search."""
        return self.search.name if isinstance(self.search, Plan) else f"{self.search}{in_view(self.view)}"


@dataclass(frozen=True)
class Plan:
    """``unit``: seconds of the unit of the first round; 0 if turns are taken in order."""

    name: str
    turns: tuple[Turn, ...]
    unit: float = 0.0
    longest: float = LONGEST


def in_view(view: str) -> str:
    """The view as the end of a method's name; nothing for what goes without saying."""
    plain = view.replace(" with facts", "")
    if view.endswith(CLOSED_FORMS):
        return " with facts" if plain != view else ""
    return f" over {plain}" if plain in ("bits", "integers", "integers at cells", SMALL_VALUES, REVERSED) else ""


def alone(search: str, view: str = "") -> Plan:
    """The plan of a single engine."""
    return Plan(search, (Turn(search, view),))


def left_out(plan: Plan, methods: tuple[str, ...]) -> Plan:
    """The plan without the turns of some methods."""
    turns = []
    for turn in plan.turns:
        search = left_out(turn.search, methods) if isinstance(turn.search, Plan) else turn.search
        if search not in methods and (isinstance(search, str) or search.turns):
            turns.append(replace(turn, search=search))
    return replace(plan, turns=tuple(turns))


# -- Horn clauses and transition systems -------------------------------------------------------------------------------

# All iterations of a loop as one step: what this decides it mostly decides at once.  Few inputs have such a view.
BY_CLOSED_FORMS: Final = Turn("proof over closed forms", f"large blocks{CLOSED_FORMS}", 0.03, 0.5, stubborn=True)

# Most errors are shallow and most proofs short.  Bounded search gets a sixth of the time in all, predicates a fifth,
# Spacer a tenth, and the rest goes to the proof.
HORN: Final = Plan(
    "search and proof",
    (
        Turn("bounded search", "large blocks", share=0.0, least=0.1),
        BY_CLOSED_FORMS,
        Turn("backward proof", "large blocks within bounds", 0.05, stubborn=True),
        Turn("bounded search", "large blocks", 0.05),
        replace(BY_CLOSED_FORMS, share=0.06),
        Turn("backward proof", "large blocks within bounds", 0.2, stubborn=True),
        Turn("bounded search", "large blocks", 0.1),
        Turn("Spacer", "large blocks", 0.1),
        Turn("backward search over predicates", "large blocks within bounds", 0.2),
        Turn("backward proof", "large blocks within bounds"),
    ),
)

# Steps from several states, as of clauses with several predicates in the body.  Most derivations are low; Spacer and
# summaries decide most others, if they do at all, within seconds; what they leave open, predicates seldom decide.
DERIVATIONS: Final = Plan(
    "derivations",
    (
        Turn("bounded derivations", "clauses", share=0.0, least=0.2),
        Turn("Spacer", "clauses", 0.2),
        Turn("summaries", "clauses", 0.25),
        Turn("bounded derivations", "clauses", 0.05),
        Turn("summaries with equations", "clauses", 0.15),
        Turn("predicates", "clauses", 0.05),
        Turn("Spacer", "clauses", 0.2),
        Turn("summaries", "clauses"),
    ),
)

# Of the time there is, what backward search over upward-closed sets gets before other engines try a net.
NET: Final = Plan("markings, then formulas", (Turn("coverability", "net", 0.8), Turn(HORN)), longest=math.inf)
NET_BY_FIXPOINTS: Final = Plan(
    "markings, then fixpoints", (Turn("coverability", "net"), Turn("hybrid", "sets")), longest=math.inf
)


# -- hardware ----------------------------------------------------------------------------------------------------------

# Up to so many latches decision diagrams get turns: long ones from the first round on, or short ones later.
FEW_LATCHES: Final = 80
SOME_LATCHES: Final = 200
# With more gates than this, an operation on diagrams may take longer than all turns.
MANY_GATES: Final = 3000
# So many gates for a latch are arithmetic: hard for SAT, and no harder for walks than all else.
ARITHMETIC: Final = 40
# Seconds that a proof by induction is worth to have it as an invariant.
STRENGTHENING: Final = 2.0
# Seconds that a run is looked for when fixpoints have shown that there is one.
SHOWING: Final = 5.0

INDUCTION: Final = Turn("k-induction", "gates", 0.75, most=8.0)
# What walks come to at all they mostly come to within a second, and nearly always in three, however deep it is.
WALKS: Final = Turn("random walks", "gates", 1.25, most=8.0)
# Long runs are not looked for before a few seconds of everything else.  What these two did not find by then takes them
# exponentially longer.
LONG_RUNS: Final = Turn("long runs", "gates", share=0.5, most=10.0, late=3)
IC3: Final = Turn("IC3", "gates", share=4.0)
# What others find at all they mostly find in four rounds, IC3 later as well: from the fifth on it waits for nobody.
IC3_LAST: Final = replace(IC3, most=6.0)
IC3_FIRST: Final = replace(IC3, late=4)
# What events come to at all they mostly come to in some seconds.
EVENTS: Final = Turn("events", "gates", share=5.0, most=5.0)
# Data that is only moved and compared shows an error with few values, in a circuit that may be a small part of all:
# that is worth it where walks are slow.
SMALL: Final = Turn("random walks", SMALL_VALUES, share=0.5, most=3.0, late=2)


# What beside IC3 is worth a turn in either direction.
BOTH_WAYS: Final = ("k-induction", "long runs")


def gates(latches: int, size: int) -> Plan:
    """Searches of a circuit with so many latches and gates.

    Induction finds short runs and shallow proofs, random walks deep runs that need no luck but patience, long runs are
    found where nothing is hard to refute, IC3 does the rest; deep runs through few latches are where decision diagrams
    beat all of them.  What is easy for one of them is so in the first tenth of a second, so rounds begin short.
    """
    small = (SMALL,) if size > MANY_GATES else ()
    walks, first, last = WALKS, IC3_FIRST, IC3_LAST
    if size > max(MANY_GATES, ARITHMETIC * latches):
        walks, first, last = replace(walks, share=4.0), replace(first, share=2.0), replace(last, share=2.0)
    turns = (first, INDUCTION, walks, *small, LONG_RUNS, last, *_diagrams(latches, size))
    return Plan("gates", turns, unit=0.1)


def gates_turned(latches: int, size: int, plan: Plan) -> Plan:
    """With searches of the circuit in the opposite direction, which has so many latches and gates.

    Steps are functions in that direction only: in the other one neither walks nor diagrams come far.
    """
    turns = (replace(WALKS, share=2.0), replace(IC3, share=2.0), *_diagrams(latches, size))
    others = (*(turn for turn in plan.turns if turn.search in BOTH_WAYS), replace(IC3, share=2.0))
    return replace(plan, turns=(*(replace(turn, view=REVERSED) for turn in turns), *others))


def gates_with_events(plan: Plan) -> Plan:
    """With a search event by event, where inputs choose among events: it takes the place of other diagrams.

    Such designs are protocols, where clauses say little and sets of states all.
    """
    return replace(plan, turns=(*(turn for turn in plan.turns if turn.search != "decision diagrams"), EVENTS))


def _diagrams(latches: int, size: int) -> tuple[Turn, ...]:
    if latches <= FEW_LATCHES:
        return (Turn("decision diagrams", "gates", 2.0),)
    if latches <= SOME_LATCHES and size <= MANY_GATES:
        return (Turn("decision diagrams", "gates", 0.5, late=3),)
    return ()


def gates_of_program(latches: int, size: int) -> Plan:
    """Searches whose proofs are invariants of a size that solvers for formulas can check; most take no time at all."""
    turns = (
        Turn("runs of growing length", share=3.0),
        replace(LONG_RUNS, share=1.5, late=1),
        replace(IC3, share=3.0),
        *(replace(turn, late=min(turn.late, 1)) for turn in _diagrams(latches, size)),
    )
    return Plan("gates", tuple(replace(turn, view="gates of the program") for turn in turns), unit=0.1)


# -- temporal properties -----------------------------------------------------------------------------------------------

# Up to so many gates the invariant that a temporal property states is looked for with few latches visible too.
LOCALIZED_GATES: Final = 10_000


def invariant(latches: int, size: int) -> Plan:
    """Searches for the invariant that a temporal property states: such a property often speaks of a few latches."""
    turns = tuple(turn for turn in gates(latches, size).turns if turn != SMALL)
    if size <= LOCALIZED_GATES:
        turns = (*turns, Turn("localization", late=1))
    return Plan("invariant", tuple(replace(turn, view="invariant") for turn in turns), unit=0.1)


# Up to so many latches decision diagrams come before SAT.
FEW_LATCHES_FIRST: Final = 60


def fair_runs(latches: int, size: int, *, diagrams: str, invariant: Plan | None) -> Plan:
    """Searches for a fair run that violates a property, or for why there is none.

    ``diagrams`` names the method over decision diagrams; ``invariant`` proves the property of all runs, fair or not.
    """
    few = latches <= FEW_LATCHES_FIRST
    some = few or (latches <= SOME_LATCHES and size <= MANY_GATES)
    by_diagrams = Turn(diagrams, "runs", 3.0 if few else 2.0 if some else 0.5, late=int(not some))
    others = [Turn("lassos of growing length", "runs"), Turn("IC3 of fair rounds", "runs", 2.0)]
    turns = [by_diagrams, *others] if few else [*others, by_diagrams]
    if invariant is not None:
        turns.insert(1, Turn(invariant, share=3.0))
    return fair_runs_by(tuple(turns))


# Of the time there is, what an invariant of all runs gets before fair runs are looked for, by one engine or another.
INVARIANT_SHARE: Final = 1 / 3
LOCALIZED_SHARE: Final = 1 / 2


def fair_runs_by(turns: tuple[Turn, ...]) -> Plan:
    """Some of the methods only."""
    return Plan("fair runs", turns, unit=0.5)


# Neither decides temporal properties of integers without bounds, and says so; other properties of the file are decided.
OF_NUMBERS: Final = Plan("fair runs", (Turn("lassos of growing length", "runs"), Turn("fixpoints", "branching")))


def invariant_first(invariant: Plan, rest: tuple[Turn, ...], share: float) -> Plan:
    """An invariant of all runs would do, and gets so much of the time; then the rest in rounds."""
    return Plan("an invariant first", (Turn(invariant, share=share), Turn(fair_runs_by(rest))))


# -- programs ----------------------------------------------------------------------------------------------------------

# Second: in less, nothing gets going.
SHORTEST: Final = 1.0


def _program(search: str | Plan, view: str, share: float, least: float = SHORTEST, *, stubborn: bool = False) -> Turn:
    values = search in ("values", "all values")
    lane = "integers" if view.startswith("integers") else "values" if values else "bits"
    return Turn(search, view, share, least, stubborn=stubborn, lane=lane)


GATES_OF_PROGRAM: Final = "gates"
FIRST_VALUES: Final = _program("values", "small blocks", 0.05, 3.0)  # what values decide they mostly decide by then

# Sums and bounds are easy over integers and hard over vectors; with bit operations, and for small finite programs, it
# is the other way round.  So both encodings get turns of bounded search and of property-directed proof, in portions
# that grow; so do SAT solvers over the bits of programs without memory, explicit values, and two kinds of predicate
# abstraction over integers.
PROGRAM: Final = Plan(
    "program",
    (
        _program("bounded search", "bits", 0.02),
        _program("bounds", "integers", 0.03),
        _program("bounded search", "integers", 0.03),
        _program("proof over closed forms", f"integers{CLOSED_FORMS}", 0.03, 0.5, stubborn=True),
        _program(GATES_OF_PROGRAM, "gates of the program", 0.08),
        _program("proof", "integers with facts", 0.05, stubborn=True),
        _program("Spacer", "integers", 0.05),
        _program("proof", "bits with facts", 0.05, stubborn=True),
        _program("values", "small blocks", 0.12),
        _program("backward search over predicates", "integers with facts", 0.04),
        _program("predicates", "integers with facts", 0.06),
        _program(GATES_OF_PROGRAM, "gates of the program", 0.2),
        _program("proof over closed forms", f"integers with facts{CLOSED_FORMS}", 0.04, 0.5, stubborn=True),
        _program("bounded search", "integers", 0.08),
        _program("proof", "integers with facts", 0.08, stubborn=True),
        _program("values", "small blocks", 0.2),
        _program("bounded search", "bits", 0.06),
        _program("proof", "bits with facts", 0.08, stubborn=True),
        _program("backward search over predicates", "integers with facts", 0.1),
        _program("proof", "bits with facts", 1.0, stubborn=True),
    ),
)
# In a large program, to look for facts takes long and few invariants are easy to read, so that values come earlier.
LARGE: Final = 1000  # edges
LARGE_PROGRAM: Final = replace(PROGRAM, turns=(*PROGRAM.turns[:3], FIRST_VALUES, *PROGRAM.turns[3:]))

# Numbers cannot be read over integers, nor as gates.  Interval analysis finds what proofs need, or little else does;
# what ends after a few steps is decided by following all runs.
NUMERIC_PROGRAM: Final = Plan(
    "program with floating-point numbers",
    (
        _program("bounds", "", 0.1),
        _program("bounded search", "bits", 0.05),
        _program("proof", "bits with facts", 0.05, stubborn=True),
        _program("values", "small blocks", 0.05),
        _program("bounded search", "bits", 0.2),
        _program("proof", "bits with facts", 0.1, stubborn=True),
        _program("values", "small blocks", 0.1),
        _program("bounded search", "bits", 0.25),
        _program("proof", "bits with facts", 1.0, stubborn=True),
    ),
)

# On the core of what works over integers, before that: proofs over integers are harder to check.  It mostly gives up
# long before its turn is over.
EQUATIONS: Final = Turn("equations by cases", "bits", 0.3, SHORTEST, lane="integers")
# Calls of functions instead of copies.  Equations decide most proofs in a second, if they do at all; what else is
# decided is mostly decided within seconds, over integers; native runs find most errors before.
CALLS: Final = Plan(
    "program with calls",
    (
        EQUATIONS,
        _program("Spacer", "integers", 0.15),
        _program("bounded derivations", "bits", 0.05),
        replace(EQUATIONS, share=0.2),
        _program("summaries", "integers", 0.15),
        _program("Spacer", "bits", 0.1),
        _program("summaries", "bits", 0.1),
        _program("Spacer", "integers", 0.3),
        _program("predicates", "integers", 0.1),
        _program("summaries", "bits", 0.2),
        _program("summaries", "integers", 1.0),
    ),
)

# What a program does with memory is hard for formulas; if it leaves little open, to run it decides it at once.
RUN: Final = _program("all values", "small blocks", 0.1, 4.0)
# What holds of all elements of an array is found at a cell or not at all; most of it at once.
CELLS: Final = _program("proof", "integers with facts at cells", 0.1, 4.0, stubborn=True)


def with_memory(plan: Plan) -> Plan:
    """The plan of a program that has arrays."""
    cells = (CELLS,) if any(turn.view.startswith("integers") for turn in plan.turns) else ()
    return replace(plan, turns=(*plan.turns[:2], RUN, *cells, *plan.turns[2:5], *cells, *plan.turns[5:]))


# Values step through small blocks of the bit-precise program, and are quick where they suffice.  Predicates work over
# integers, where paths between loop heads are single steps, and over large blocks of the bit-precise program.
PROGRAM_BY_BOTH: Final = Plan(
    "values and predicates",
    (
        FIRST_VALUES,
        _program("predicates", "integers with facts", 0.1),
        _program("predicates", "large blocks", 0.2),
        _program("values", "small blocks", 0.3),
        _program("predicates", "integers with facts", 0.15),
        _program("predicates", "large blocks", 1.0),
    ),
)
BY_BOTH: Final = Plan(
    "values and predicates", (Turn("values", "small blocks", 0.4), Turn("predicates", "large blocks"))
)

# Of the time there is, what the search for a proof without cuts gets before errors are looked for alone.
WHOLE_SHARE: Final = 0.6


# -- several properties ------------------------------------------------------------------------------------------------

# Seconds of the first round of several properties: an easy one waits no longer than that for each of the others.
PROPERTY_UNIT: Final = 0.5
# The same of a design, whose properties mostly need a search of their own for a second if they need one at all.
DESIGN_PROPERTY_UNIT: Final = 1.0
# Of the time there is, what all checks of a program together get before each is searched by itself.
CHECKS_SHARE: Final = 0.6
# While no more are open, properties keep what their searches have learnt from turn to turn.
MOST_KEPT: Final = 8

INDUCTION_OF_ALL: Final = Turn("k-induction", most=10.0)
WALKS_OF_ALL: Final = Turn("random walks", share=2.0, most=8.0, late=1)
PROOFS_OF_ALL: Final = Turn("IC3", share=4.0)


def design(number: int) -> Plan:
    """Searches for so many properties of a design over one circuit.

    What is inductive among them, or shallow, is so soon, one proof is that of hundreds, and no run is shorter:
    induction comes first, and has the longer the more there are.  Walks come to what they come to at all in seconds;
    IC3 decides the rest one by one.
    """
    induction = replace(INDUCTION_OF_ALL, share=1.5 + 0.1 * number)
    return Plan("the design", (induction, WALKS_OF_ALL, PROOFS_OF_ALL), unit=0.2)


def whole_design(together: str, one_by_one: Plan) -> Plan:
    """All together, and each by itself with all methods there are; rounds begin the longer the more there are."""
    number = len(one_by_one.turns)
    single = replace(one_by_one, unit=DESIGN_PROPERTY_UNIT)
    return Plan("properties", (Turn(together), Turn(single)), unit=0.3 + 0.02 * number)
