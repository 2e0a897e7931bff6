"""Evidence before it becomes a verdict: proofs to solvers, runs to replay, each against the model as it was read."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assay.core.budget import Deadline
from assay.core.certificates import Fixpoints
from assay.core.errors import Disagreement, SolverFailure, UndefinedValue
from assay.core.model import Ctl, Goal, Justice, Ltl, Model, Property, Safety, TemporalProperty
from assay.core.terms.evaluate import holds
from assay.core.verdict import Argued, Holds, Proof, Trace, Unknown, Verdict, Violated
from assay.engines.hardware import is_hardware
from assay.transforms.aim import joint
from assay.witness.check.branches import check_branches, check_example
from assay.witness.check.by_sat import argument, check_proof_by_sat
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.invariants import check_proof, check_trace
from assay.witness.check.lasso import check_lasso
from assay.witness.check.linear import check_violation
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.temporal_proofs import check_certificate
from assay.witness.hardware.evidence import stimulus

# Checking gets at least this long, which is what the command line waits after its deadline, and all that is left.
LEAST_CHECKING_SECONDS: Final = 1.0
# A compiled program that has not reached its error call by then is stopped.
LONGEST_EXECUTION: Final = 10.0

REPORT_IT: Final = "if the program has no undefined behaviour, this is a bug of Assay to report"


def confirmed(
    model: Model,
    goal: Goal,
    verdict: Verdict,
    deadline: Deadline,
    harness: Path | None = None,
    *,
    execute: bool = False,
) -> tuple[Verdict, str]:
    """The verdict and how its evidence was checked; *unknown* if it could not be, or if nobody can check such evidence.

    The run of a C program is compiled and executed; ``harness`` receives the file that makes it take this run.
    Programs are executed in isolation only, unless ``execute`` says that this does not matter.

    Raises UnsoundVerdict if the evidence is refuted, and Disagreement if a proof is right and the program is not so.
    """
    seconds = max(LEAST_CHECKING_SECONDS, deadline.left)
    try:
        match verdict, goal:
            case Holds(proof), Safety():
                checker = _check_proof(model, with_auxiliary(model, goal), proof, seconds)
                tried = _tried_out(model, deadline, execute=execute) if model.origin.format == "C" else ""
                return verdict, f"{argument(proof)}, checked by {checker}{tried}"
            case Argued(reason, certificate), Ctl() | Ltl() | Justice():
                checked = check_certificate(model, goal, certificate, seconds=seconds)
                return verdict, f"{reason}; {checked}{_check_example(model, goal, verdict)}"
            case Violated(trace), Safety():
                if model.origin.format == "C":
                    return _executed(model, goal, verdict, harness, seconds, execute=execute)
                return verdict, replayed(model, goal, trace)
            case Violated(_, branches, sets), Ctl() if branches or sets is not None:
                return verdict, _check_branches(model, goal, verdict, seconds)
            case Violated(trace), Ctl() | Ltl() | Justice():
                return verdict, _check_run(model, goal, trace)
            case Unknown(), _:
                return verdict, ""
            case _:
                return _unchecked(verdict, goal, "nothing checks evidence of this kind for such a property"), ""
    except (SolverFailure, UndefinedValue) as failure:
        return _unchecked(verdict, goal, str(failure)), ""


def _unchecked(verdict: Verdict, goal: Goal, why: str) -> Unknown:
    refuting = "refutation" if isinstance(goal, Ctl) else "run"
    kind = refuting if isinstance(verdict, Violated) else "proof"
    return Unknown(f"a {kind} was found, but it could not be checked: {why}", hint="raise --time")


def _check_proof(model: Model, prop: Property, proof: Proof, seconds: float) -> str:
    """Who confirmed the proof: a SAT solver for what is finite and has one location, else solvers for formulas.

    Proofs about C programs may speak of loops only: they are checked with all paths between these at once.
    """
    if is_hardware(model):
        return check_proof_by_sat(model, prop, proof, seconds=seconds)
    if model.origin.format == "C":
        return check_proof_by_blocks(model, prop, proof, seconds=seconds)
    return check_proof(model, prop, proof, seconds=seconds)


def _executed(
    model: Model, goal: Safety, verdict: Violated, harness: Path | None, seconds: float, *, execute: bool
) -> tuple[Verdict, str]:
    """A violation of a C program, if the compiled program agrees."""
    check_trace(model, goal, verdict.trace)
    from assay.frontends.c.text.headers import HEADERS
    from assay.witness.c.execution.interpreter import follow
    from assay.witness.c.execution.run import Confirmed, Contradicted, confirm_run
    from assay.witness.c.sandbox.isolation import Permission

    origin = model.origin
    outcome = confirm_run(
        model,
        verdict.trace,
        Path(origin.file),
        origin.data_model,
        interpret=follow,
        headers=HEADERS,
        keep=harness,
        seconds=min(LONGEST_EXECUTION, seconds),
        permission=Permission.ALWAYS if execute else Permission.ISOLATED,
    )
    match outcome:
        case Confirmed(sentence):
            return verdict, sentence
        case Contradicted(reason):
            return Unknown(
                f"a run was found, but it could not be confirmed: {reason}",
                hint=f"{REPORT_IT}; --harness keeps what was executed",
            ), ""


def _tried_out(model: Model, deadline: Deadline, *, execute: bool) -> str:
    """That executions of the program on random inputs agree with a proof; nothing, if there were none."""
    from assay.frontends.c.text.headers import HEADERS
    from assay.witness.c.execution.trial import Agreed, Disagreed, Untried, try_out
    from assay.witness.c.sandbox.isolation import Permission

    origin = model.origin
    calls = origin.source.calls.values() if origin.source is not None else ()
    outcome = try_out(
        Path(origin.file),
        origin.data_model,
        HEADERS,
        deadline,
        types={site.name: site.type for site in calls},
        permission=Permission.ALWAYS if execute else Permission.ISOLATED,
    )
    match outcome:
        case Disagreed(inputs):
            where = f" on inputs {inputs}" if inputs else ""
            raise Disagreement(
                f"a proof was found, but the compiled program reaches the error call{where}: "
                "Assay reads this program otherwise than the compiler does"
            )
        case Agreed(0) | Untried():
            return ""
        case Agreed(runs):
            return f"; {runs} random {'execution agrees' if runs == 1 else 'executions agree'}"


def replayed(model: Model, goal: Safety, trace: Trace) -> str:
    """How a run was confirmed to reach the error of ``goal``: by evaluation, and on the file where that is possible."""
    return f"a run that reaches the error, {check_trace(model, goal, trace)}{_on_the_file(model, goal, trace)}"


def _check_run(model: Model, goal: TemporalProperty, trace: Trace) -> str:
    if isinstance(goal, Justice):
        how = check_lasso(model, goal.conditions, trace)
        return f"a lasso that violates it, {how}{_on_the_file(model, goal, trace)}"
    return check_violation(model, goal.formula, trace)


def _check_branches(model: Model, goal: Ctl, verdict: Violated, seconds: float) -> str:
    """How a CTL formula was confirmed to fail: by runs, and by sets of states where runs leave something open."""
    replay = check_branches(model, goal, verdict.trace, verdict.branches, verdict.certificate)
    count = "a run that shows" if replay.runs == 1 else f"{replay.runs} runs that show"
    runs = f"{count} why it fails, replayed by evaluation"
    if replay.runs and not replay.claims:
        return runs
    if verdict.certificate is None:
        raise SolverFailure("runs show a part of it, and time was over before there were sets of states for the rest")
    how = check_fixpoints(model, goal, verdict.certificate, holds=False, seconds=seconds)
    return f"{runs}; what no run shows: {how}" if replay.runs else f"an initial state where it fails: {how}"


def _check_example(model: Model, goal: Goal, verdict: Argued) -> str:
    """What was replayed of the runs that show a CTL formula at one initial state."""
    if not verdict.example or not isinstance(goal, Ctl):
        return ""
    sets = verdict.certificate if isinstance(verdict.certificate, Fixpoints) else None
    runs = check_example(model, goal, verdict.example, sets).runs
    return f"; an example of {'a run' if runs == 1 else f'{runs} runs'} replayed by evaluation"


def _on_the_file(model: Model, goal: Goal, trace: Trace) -> str:
    """That the run was also replayed on the input file, where there is a simulator for its format."""
    found = stimulus(model, goal, trace)
    return f" and {found[1].removeprefix('replayed ')}" if found is not None else ""


def with_auxiliary(model: Model, goal: Safety) -> Safety:
    """What a proof of ``goal`` must show: that, and every auxiliary property of the model."""
    auxiliary = [prop for prop in model.properties if prop.auxiliary and prop.name != goal.name]
    return joint((goal, *auxiliary), goal.name) if auxiliary else goal


def reaches(trace: Trace, prop: Property) -> bool:
    """Does the run end in an error of ``prop``, whatever value the theory leaves open?"""
    place = trace.edges[-1].target if trace.edges else None
    last = {**trace.final, **trace.states[-1]}
    try:
        return any((place is None or where == place) and holds(formula, last) for where, formula in prop.bad.items())
    except UndefinedValue:
        return False
