"""Evidence before it becomes a verdict: proofs to solvers, runs to replay, each against the model as it was read.

Checkers are imported where they are asked: one verdict needs few of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assay.checking.proofs import check_invariant_proof, check_safety_proof
from assay.checking.spare import Spare
from assay.core.budget import Deadline
from assay.core.errors import Disagreement, EndlessRuns, Position, SolverFailure, UndefinedValue
from assay.core.evidence import (
    Branches,
    Counting,
    Derivation,
    Elimination,
    EndedRuns,
    Evidence,
    Fixpoints,
    NativeRun,
    NoFairRun,
    Proof,
    Trace,
)
from assay.core.model import Ctl, Goal, Justice, Ltl, Model, Safety, TemporalProperty
from assay.core.netlist import COVER
from assay.core.terms import size
from assay.core.verdict import Holds, Unknown, Verdict, Violated
from assay.core.words import counted
from assay.transforms.aim import with_auxiliary
from assay.transforms.circuit.bitblast import is_circuit
from assay.witness.c.execution.outcome import Confirmed, Contradicted, Interpreted

# Checking gets at least this long, which is what the command line waits after its deadline, and all that is left.
LEAST_CHECKING_SECONDS: Final = 1.0
# Of the time that is left, what checking a proof may take while the search is not over: the next may be easier.
PROOF_SHARE: Final = 0.7
# A proof about gates with more parts is a set of states as large diagrams have them: clauses that are checked at once
# may be found yet.
LARGE_PROOF: Final = 5000
LARGE_PROOF_SHARE: Final = 0.3
# Following all runs to their ends gets less, for they can be many more than the search had to follow; not where numbers
# are computed with: little else would come to a verdict in the rest.
ENDED_RUNS_SHARE: Final = 0.1
# A compiled program that has not reached its error call by then is stopped.
LONGEST_EXECUTION: Final = 10.0

NEVER: Final = "never"
EXCLUDE: Final = "look for a null pointer, an index out of bounds or a division by zero on the way, and exclude it"
# Only so many pointers in a row are followed (frontends.c.memory.leaks).
LONG_CHAIN: Final = "a long chain of pointers may lead to it, which the analysis does not follow: then it is no leak"
REPORT_IT: Final = "if the program has no undefined behaviour, this is a bug of Assay to report"


def confirmed(
    model: Model,
    goal: Goal,
    evidence: Evidence,
    deadline: Deadline,
    harness: Path | None = None,
    *,
    spare: Spare | None = None,
    share: float = 1.0,
    execute: bool = False,
    no_execute: bool = False,
) -> tuple[Verdict, str]:
    """The verdict and how its evidence was checked; *unknown* if it could not be, or if nobody can check such evidence.

    A proof may take ``share`` of the time that is left to be checked.  If there is time to ``spare``, it is told in the
    words of the file, and what is told is what was checked.

    The run of a C program is compiled and executed; ``harness`` receives the file that makes it take this run.
    Programs are executed in isolation only, unless ``execute`` says that this does not matter; with ``no_execute`` the
    interpreter of the model executes the run instead, and proofs are not tried out.

    Raises UnsoundVerdict if the evidence is refuted, Disagreement if a proof is right and the program is not so, and
    EndlessRuns if runs that were found to end do not end in the input.
    """
    seconds = max(LEAST_CHECKING_SECONDS, deadline.left)
    program = model.origin.format == "C"
    allowed = NEVER if no_execute else "always" if execute else "only in isolation"
    try:
        match evidence, goal:
            case Proof(), Safety():
                some = max(LEAST_CHECKING_SECONDS, deadline.left * share)
                checker, proof = check_safety_proof(model, with_auxiliary(model, goal), evidence, some, spare)
                tried = _tried_out(model, goal, deadline, allowed) if program else ""
                return Holds(proof), f"{_induction(proof)}, checked by {checker}{tried}"
            case EndedRuns(), Safety() if model.is_linear:
                from assay.witness.check.ended_runs import check_ended_runs

                some = max(LEAST_CHECKING_SECONDS, deadline.left * share)
                checker, steps = check_ended_runs(model, with_auxiliary(model, goal), evidence, seconds=some)
                tried = _tried_out(model, goal, deadline, allowed) if program else ""
                ended = f"all runs, followed to their ends within {counted(steps, 'step')}"
                return Holds(evidence), f"{ended}, checked by {checker}{tried}"
            case Proof(), Ctl() | Ltl() | Justice():
                checked, proof = check_invariant_proof(model, goal, evidence, seconds, spare)
                return Holds(proof), checked
            case Elimination() | Counting() | Fixpoints(), Ctl() | Ltl() | Justice():
                from assay.witness.check.temporal_proofs import check_certificate

                checked = check_certificate(model, goal, evidence, seconds=seconds)
                return Holds(evidence), f"{_argument(evidence)}{checked}{_check_example(model, goal, evidence)}"
            case Trace(), Safety() if program:
                return _executed(model, goal, evidence, harness, seconds, allowed)
            case NativeRun(), Safety() if program:
                return _executed_natively(model, goal, evidence, harness, seconds, allowed)
            case Trace(), Safety():
                return Violated(evidence), replayed(model, goal, evidence)
            case Derivation(), Safety() if program:
                return _executed_calls(model, goal, evidence, harness, seconds, allowed)
            case Derivation(), Safety():
                return Violated(evidence), _derived(model, goal, evidence)
            case Branches(), Ctl():
                return Violated(evidence), _check_branches(model, goal, evidence, seconds)
            case Trace(), Ctl() | Ltl() | Justice():
                return Violated(evidence), _check_run(model, goal, evidence)
            case _:
                return _unchecked(evidence, goal, "nothing checks evidence of this kind for such a property"), ""
    except UndefinedValue as undefined:
        return _unchecked(evidence, goal, str(undefined), EXCLUDE), ""
    except EndlessRuns:
        raise
    except SolverFailure as failure:
        return _unchecked(evidence, goal, str(failure)), ""


def first_share(model: Model, evidence: Evidence) -> float:
    """Of the time that is left, what evidence that a property holds may take to be checked for the first time."""
    if isinstance(evidence, Proof) and is_circuit(model) and size(*evidence.invariant.values()) > LARGE_PROOF:
        return LARGE_PROOF_SHARE
    if not isinstance(evidence, EndedRuns):
        return PROOF_SHARE
    from assay.witness.check.invariants import computes_with_floats

    return PROOF_SHARE if computes_with_floats(model) else ENDED_RUNS_SHARE


def is_undefined(verdict: Verdict) -> bool:
    """Was a run found that cannot be confirmed, because what it does on the way is not defined?"""
    return isinstance(verdict, Unknown) and verdict.hint == EXCLUDE


def _unchecked(evidence: Evidence, goal: Goal, why: str, hint: str = "raise --time") -> Unknown:
    refuting = "refutation" if isinstance(goal, Ctl) else "run"
    kind = refuting if isinstance(evidence, Trace | Branches | Derivation | NativeRun) else "proof"
    return Unknown(f"a {kind} was found, but it could not be checked: {why}", hint=hint)


def _induction(proof: Proof) -> str:
    """What it is that was checked of a proof, in words."""
    if not proof.depth:
        return "inductive invariant about all elements" if proof.every else "inductive invariant"
    paths = "paths without repeated states" if proof.simple else "paths"
    return f"induction over {paths} of {counted(proof.depth, 'step')}, base and step"


def _argument(evidence: NoFairRun | Fixpoints) -> str:
    """What a temporal property holds by, in words, before how that was checked."""
    match evidence:
        case Elimination(_, _, removals):
            return f"no fair run: all states eliminated in {counted(len(removals), 'step')}; "
        case Counting(number, clauses):
            size = counted(len(clauses), "clause")
            return f"no run sees all of fairness {counted(number, 'time')}: an inductive invariant of {size}; "
        case Fixpoints():
            note = "; some reachable state has no successor" if evidence.deadlock else ""
            return f"fixpoints over all reachable states{note}; "


def _executed(
    model: Model, goal: Safety, trace: Trace, harness: Path | None, seconds: float, allowed: str
) -> tuple[Verdict, str]:
    """A violation of a C program, if the compiled program agrees."""
    from assay.witness.check.replay import check_trace

    check_trace(model, goal, trace)
    goal = goal.at(trace.edges[-1].target) if trace.edges else goal
    from assay.frontends.c.library.sources import texts
    from assay.frontends.c.text.headers import HEADERS
    from assay.witness.c.execution.run import confirm_run
    from assay.witness.c.sandbox.isolation import Permission

    origin = model.origin
    outcome = confirm_run(
        model,
        trace,
        origin.program or Path(origin.file),
        origin.data_model,
        goal=goal,
        headers=HEADERS,
        models=texts(),
        keep=harness,
        seconds=min(LONGEST_EXECUTION, seconds),
        permission=Permission(allowed),
    )
    if isinstance(outcome, Interpreted):
        from assay.native.interpreted import refuse_crashing

        refuse_crashing(model, goal, trace, Deadline.after(seconds))
    return _outcome(outcome, trace, goal)


def _executed_natively(
    model: Model, goal: Safety, run: NativeRun, harness: Path | None, seconds: float, allowed: str
) -> tuple[Verdict, str]:
    """A violation of a C program that has no run of the model, if the program compiled with checks agrees."""
    from assay.frontends.c.library.sources import texts
    from assay.frontends.c.text.headers import HEADERS
    from assay.witness.c.execution.native import confirm_execution
    from assay.witness.c.sandbox.isolation import Permission

    origin = model.origin
    outcome, run = confirm_execution(
        model,
        run,
        origin.program or Path(origin.file),
        origin.data_model,
        goal=goal,
        headers=HEADERS,
        models=texts(),
        keep=harness,
        seconds=min(LONGEST_EXECUTION, seconds),
        permission=Permission(allowed),
    )
    return _outcome(outcome, run, goal)


def _outcome(
    outcome: Confirmed | Interpreted | Contradicted, evidence: Trace | NativeRun, goal: Safety
) -> tuple[Verdict, str]:
    match outcome:
        case Confirmed(sentence) | Interpreted(sentence):
            return Violated(evidence), sentence
        case Contradicted(reason):
            return Unknown(
                f"a run was found, but it could not be confirmed: {reason}",
                hint=f"{LONG_CHAIN if goal.kind == 'leak' else REPORT_IT}; --harness keeps what was executed",
            ), ""


def _executed_calls(
    model: Model, goal: Safety, derivation: Derivation, harness: Path | None, seconds: float, allowed: str
) -> tuple[Verdict, str]:
    """A violation of a C program that calls functions, as a run with its calls, if the compiled program agrees."""
    from assay.core.called_runs import called_run
    from assay.witness.check.derivations import check_derivation

    check_derivation(model, goal, derivation)
    part, trace = called_run(model, derivation)
    return _executed(part, goal, trace, harness, seconds, allowed)


def _tried_out(model: Model, goal: Safety, deadline: Deadline, allowed: str) -> str:
    """That executions of the program on random inputs agree with a proof; nothing, if there were none."""
    if allowed == NEVER:
        return "; nothing was executed"
    from assay.frontends.c.text.headers import HEADERS
    from assay.witness.c.execution.trial import Agreed, Disagreed, Untried, try_out
    from assay.witness.c.sandbox.isolation import Permission

    origin = model.origin
    calls = origin.source.calls.values() if origin.source is not None else ()
    outcome = try_out(
        origin.program or Path(origin.file),
        origin.data_model,
        HEADERS,
        deadline,
        types={site.name: site.type for site in calls},
        kinds=frozenset(part.kind for part in _parts(model) if part.kind),
        excluded=_excluded(model, goal),
        others=_left_open(model, goal),
        permission=Permission(allowed),
    )
    match outcome:
        case Disagreed(inputs, report):
            where = f" on inputs {inputs}" if inputs else ""
            does = f"reports {report}" if report else "reaches the error call"
            raise Disagreement(
                f"a proof was found, but the compiled program {does}{where}: "
                "Assay reads this program otherwise than the compiler does"
            )
        case Agreed(0) | Untried():
            return ""
        case Agreed(runs):
            return f"; {runs} random {'execution agrees' if runs == 1 else 'executions agree'}"


def _parts(model: Model) -> list[Safety]:
    """The properties, those that are several in one by one."""
    return [part for prop in model.properties for part in (prop.parts or (prop,))]


def _excluded(model: Model, goal: Safety) -> list[tuple[str, Position]]:
    """The errors that a proof of ``goal`` excludes, each with its place."""
    return [
        (part.kind, part.where)
        for part in _parts(model)
        if part.where is not None and part.bad.keys() <= goal.bad.keys()
    ]


def _left_open(model: Model, goal: Safety) -> list[tuple[str, Position]]:
    """The errors that a proof of ``goal`` says nothing of."""
    excluded = _excluded(model, goal)
    return [
        (part.kind, part.where)
        for part in _parts(model)
        if part.where is not None and (part.kind, part.where) not in excluded
    ]


def replayed(model: Model, goal: Safety, trace: Trace) -> str:
    """How a run was confirmed to reach the error of ``goal``: by evaluation, and on the file where that is possible."""
    from assay.witness.check.replay import check_trace

    reached = "covers it" if goal.asks == COVER else "reaches the error"
    return f"a run that {reached}, {check_trace(model, goal, trace)}{_on_the_file(model, goal, trace)}"


def _derived(model: Model, goal: Safety, derivation: Derivation) -> str:
    """How a derivation was confirmed to end in the error of ``goal``."""
    from assay.witness.check.derivations import check_derivation

    size = counted(len(derivation.nodes), "state")
    return f"a derivation of the error by {size}, {check_derivation(model, goal, derivation)}"


def _check_run(model: Model, goal: TemporalProperty, trace: Trace) -> str:
    if isinstance(goal, Justice):
        from assay.witness.check.lasso import check_lasso

        how = check_lasso(model, goal.conditions, trace)
        return f"a lasso that violates it, {how}{_on_the_file(model, goal, trace)}"
    from assay.witness.check.linear import check_violation

    return check_violation(model, goal.formula, trace)


def _check_branches(model: Model, goal: Ctl, found: Branches, seconds: float) -> str:
    """How a CTL formula was confirmed to fail: by runs, and by sets of states where runs leave something open."""
    from assay.witness.check.branches import check_branches
    from assay.witness.check.fixpoints import check_fixpoints

    replay = check_branches(model, goal, found.trace, found.branches, found.sets)
    count = "a run that shows" if replay.runs == 1 else f"{replay.runs} runs that show"
    runs = f"{count} why it fails, replayed by evaluation"
    if replay.runs and not replay.claims:
        return runs
    if found.sets is None:
        raise SolverFailure("runs show a part of it, and time was over before there were sets of states for the rest")
    how = check_fixpoints(model, goal, found.sets, holds=False, seconds=seconds)
    return f"{runs}; what no run shows: {how}" if replay.runs else f"an initial state where it fails: {how}"


def _check_example(model: Model, goal: Goal, evidence: Evidence) -> str:
    """What was replayed of the runs that show a CTL formula at one initial state."""
    if not isinstance(evidence, Fixpoints) or not evidence.example or not isinstance(goal, Ctl):
        return ""
    from assay.witness.check.branches import check_example

    runs = check_example(model, goal, evidence.example, evidence).runs
    return f"; an example of {'a run' if runs == 1 else f'{runs} runs'} replayed by evaluation"


def _on_the_file(model: Model, goal: Goal, trace: Trace) -> str:
    """That the run was also replayed on the input file, where there is a simulator for its format."""
    from assay.witness.hardware.evidence import stimulus

    found = stimulus(model, goal, trace)
    return f" and {found[1].removeprefix('replayed ')}" if found is not None else ""
