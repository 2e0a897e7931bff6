"""Why a CTL formula holds or fails, checked on the design as it was read.

The claims of a certificate (``core.evidence``) are taken one subformula after the other, parts before what is made
of them.  Each must follow from those before it by conditions on single steps: what every run satisfies because no step
leads elsewhere and no fair run puts it off forever, what some run satisfies because a step leads closer. Trusted:
bit-blasting, negation normal form, and inputs that the formula mentions as state (``transforms.temporal.observed``).
Questions go to SAT if that is quick, and else to decision diagrams (``witness.check.steps``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.core.circuit import TRUE, Circuit
from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Claim, Fixpoints, Lasting, StateTable
from assay.core.model import Ctl, Model
from assay.core.temporal import (
    Atom,
    Connective,
    Formula,
    Logic,
    PathOperator,
    Quantifier,
    Temporal,
    negation_normal,
    subformulas,
)
from assay.core.terms import Term, not_
from assay.solve.sat import CHECKER
from assay.transforms.circuit.bitblast import circuit_of
from assay.transforms.circuit.extension import Extension
from assay.transforms.temporal.observed import observe
from assay.witness.check.steps import MakeSteps, checked_by_either, conditions_of, of_latches, set_of
from assay.witness.hardware.second_reading import check_reading


def check_fixpoints(
    model: Model, prop: Ctl, certificate: Fixpoints, *, holds: bool, seconds: float, solver: str = CHECKER
) -> str:
    """What was confirmed of ``certificate``, which says why ``prop`` holds of ``model`` or fails, and by what.

    Raises UnsoundVerdict if a condition is refuted, SolverFailure if time runs out.
    """
    if model.compassion:
        raise UnsoundVerdict("compassion is not considered for branching time")
    if holds == (certificate.state is not None):
        raise UnsoundVerdict("the argument is for the opposite")
    blasted = circuit_of(observe(model, prop).model)
    check_reading(model, blasted)
    root = negation_normal(prop.formula, negated=not holds)

    def check(made: MakeSteps) -> None:
        _Checker(blasted.circuit, blasted.literals, root, certificate, made).check()

    by = checked_by_either(check, solver, seconds)
    return f"fixpoints of {len(certificate.claims)} subformulas checked step by step by {by}"


def _some_run(formula: Formula) -> bool:
    """Does the claim about this formula rest on fair runs that exist?"""
    return isinstance(formula, Temporal) and formula.quantifier is not Quantifier.ALL


class _Checker:
    """One certificate over one circuit; the sets that it mentions become gates."""

    def __init__(
        self,
        circuit: Circuit,
        atoms: Mapping[Term, int],
        root: Formula,
        certificate: Fixpoints,
        made: MakeSteps,
    ) -> None:
        self._atoms = atoms
        self._root = root
        self._certificate = certificate
        extension = Extension(circuit)
        self._gates = extension.gates
        self._latches = {latch.node for latch in circuit.latches}
        clauses = [self._gates.any_of(of_latches(clause, self._latches)) for clause in certificate.clauses]
        inside = self._gates.all_of([self._set(certificate.reached), *clauses])
        self._unfair = self._gates.any_of(self._set(states) for states, _ in certificate.unfair)
        self._fair = self._set(certificate.fair.states)
        # Gates that are made later belong to this circuit too.
        self._circuit = extension.made()
        self._inside = inside
        self._steps = made(self._circuit, inside)

    def _set(self, table: StateTable) -> int:
        return set_of(self._gates, table, self._latches)

    def check(self) -> None:
        certificate, steps = self._certificate, self._steps
        formulas = tuple(subformulas(self._root))
        if len(formulas) != len(certificate.claims):
            raise UnsoundVerdict("the argument has another number of claims than the formula has parts")
        steps.be_invariant()
        self._eliminated(TRUE, certificate.unfair, "the unfair states")
        if certificate.state is not None or any(_some_run(formula) for formula in formulas):
            self._lasting(certificate.fair, TRUE, "the fair states")
        sets: dict[Formula, int] = {}
        for formula, claim in zip(formulas, certificate.claims, strict=True):
            sets[formula] = self._set(claim.states)
            self._claimed(formula, claim, sets)
        self._concluded(sets[self._root])
        steps.close()

    def _concluded(self, root: int) -> None:
        state = self._certificate.state
        if state is None:
            missing = [self._inside, root ^ 1, self._unfair ^ 1]
            self._steps.never_initially(missing, "the formula holds at the initial states where a fair run begins")
            return
        literals = [2 * node + (not value) for node, value in state]
        of_latches(literals, self._latches)
        if not self._steps.possible_initially([*literals, self._inside, root, self._fair]):
            raise UnsoundVerdict("the state that is shown is no initial one where the formula fails on a fair run")

    # -- claims --------------------------------------------------------------------------------------------------------

    def _claimed(self, formula: Formula, claim: Claim, sets: Mapping[Formula, int]) -> None:
        own, never = sets[formula], self._steps.never
        match formula:
            case Atom(term):
                never([own, self._atom(term) ^ 1], "the states of an atom satisfy it")
            case Connective(Logic.AND, parts):
                for part in parts:
                    never([own, sets[part] ^ 1], "the states of a conjunction satisfy its parts")
            case Connective(_, parts):
                never([own, *(sets[part] ^ 1 for part in parts)], "the states of a disjunction satisfy a part")
            case Temporal(op, parts, Quantifier.ALL):
                self._every(op, own, claim, [sets[part] for part in parts])
            case Temporal(op, parts, _):
                self._some(op, own, claim, [sets[part] for part in parts])

    def _atom(self, term: Term) -> int:
        if term.is_const:
            return int(bool(term.value))
        return self._atoms[term] if term in self._atoms else self._atoms[not_(term)] ^ 1

    def _every(self, op: PathOperator, own: int, claim: Claim, parts: Sequence[int]) -> None:
        """All fair runs: what is unfair satisfies it anyway."""
        never, gates, unfair = self._steps.never, self._gates, self._unfair
        away = [own ^ 1, unfair ^ 1]
        match op:
            case PathOperator.NEXT:
                never([own, unfair ^ 1], "all successors satisfy X", later=[parts[0] ^ 1, unfair ^ 1])
            case PathOperator.GLOBALLY:
                never([own, unfair ^ 1, parts[0] ^ 1], "the states of G satisfy its part")
                never([own, unfair ^ 1], "all successors satisfy G again", later=away)
            case PathOperator.RELEASE:
                never([own, unfair ^ 1, parts[1] ^ 1], "the states of V satisfy its second part")
                never([own, unfair ^ 1, parts[0] ^ 1], "all successors satisfy V again", later=away)
            case _:
                goal = parts[-1]
                pending = gates.all_of([own, goal ^ 1, unfair ^ 1])
                if op is PathOperator.UNTIL:
                    never([pending, parts[0] ^ 1], "the states of U satisfy one of its parts")
                never([pending], "all successors satisfy U again", later=away)
                left = self._eliminated(pending, claim.removals, "what waits for U")
                never([left], "no fair run waits for U forever")

    def _some(self, op: PathOperator, own: int, claim: Claim, parts: Sequence[int]) -> None:
        never, gates, steps = self._steps.never, self._gates, self._steps
        match op:
            case PathOperator.NEXT:
                target = gates.both(parts[0], self._fair)
                steps.always_possible(own, TRUE, target, "a step leads to where a fair run satisfies X")
            case PathOperator.FINALLY:
                never([own, self._rings(claim.rings, parts[0], TRUE) ^ 1], "the states of F are in its rings")
            case PathOperator.UNTIL:
                never([own, self._rings(claim.rings, parts[1], parts[0]) ^ 1], "the states of U are in its rings")
            case PathOperator.GLOBALLY:
                kept = self._kept(claim, parts[0])
                never([own, kept ^ 1], "some fair run keeps what G demands")
            case _:
                reached = self._rings(claim.rings, gates.both(*parts), parts[1])
                kept = self._kept(claim, parts[1])
                never([own, reached ^ 1, kept ^ 1], "the states of V are in its rings or keep its second part")

    def _kept(self, claim: Claim, part: int) -> int:
        if claim.lasting is None:
            raise UnsoundVerdict("a claim about what some run keeps does not say where")
        return self._lasting(claim.lasting, part, "what some run keeps")

    # -- fixpoints -----------------------------------------------------------------------------------------------------

    def _rings(self, rings: Sequence[StateTable], goal: int, within: int) -> int:
        """The states from which some fair run reaches ``goal`` through ``within``."""
        never, gates = self._steps.never, self._gates
        found = 0
        for number, table in enumerate(rings):
            ring = self._set(table)
            if number == 0:
                never([ring, gates.both(goal, self._fair) ^ 1], "the first ring is the goal")
            else:
                never([ring, within ^ 1], "rings are inside of what the run goes through")
                self._steps.always_possible(ring, TRUE, found, "a step leads from each ring to an earlier one")
            found = gates.either(found, ring)
        return found

    def _lasting(self, lasting: Lasting, part: int, what: str) -> int:
        """States where a fair run begins that stays among them; all satisfy ``part``."""
        never, gates, steps = self._steps.never, self._gates, self._steps
        states = self._set(lasting.states)
        conditions = conditions_of(self._circuit)
        if len(conditions) != len(lasting.rings):
            raise UnsoundVerdict(f"{what}: rings for another number of fairness conditions")
        never([states, part ^ 1], f"{what} satisfy what they should")
        for condition, rings in zip(conditions, lasting.rings, strict=True):
            found = 0
            for number, table in enumerate(rings):
                ring = gates.both(self._set(table), states)
                target, met = (found, TRUE) if number else (states, condition)
                steps.always_possible(ring, met, target, f"{what}: a step leads closer to each condition")
                found = gates.either(found, ring)
            never([states, found ^ 1], f"{what} are in the rings of each condition")
        return states

    def _eliminated(self, start: int, removals: Sequence[tuple[StateTable, int]], what: str) -> int:
        """What is left of ``start`` without states where no fair run inside it can stay."""
        if not removals:
            return start
        gates = self._gates
        conditions = {TRUE, *self._circuit.fairness}
        steps = self._steps.within(start)
        left = start
        for table, condition in removals:
            if condition not in conditions:
                raise UnsoundVerdict(f"{what}: eliminated by what is no fairness condition")
            taken = self._set(table)
            steps.never([taken], f"{what}: no step leaves an eliminated set", later=[taken ^ 1])
            steps.never([taken, condition], f"{what}: no step in an eliminated set meets its condition", later=[taken])
            # What follows is about states and steps outside of it.
            steps.leave_out(taken)
            left = gates.both(left, taken ^ 1)
        steps.close()
        return left
