"""Evidence in the words of the input: what people see of it, and the files that carry it.

C programs get source lines and C expressions, and witnesses of the competition on software verification; designs get a
table of what changes, stimuli and certificate circuits, waveforms; everything else gets states, formulas, SMT-LIB and
JSON.  The suffix of a file's name says which form is meant, where there is a choice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from assay import __version__
from assay.app.inapplicable import HARDWARE
from assay.core.budget import Deadline
from assay.core.errors import Position, SolverFailure, Unsupported
from assay.core.evidence import Branch, Counting, Derivation, Elimination, Fixpoints, NativeRun, Proof, Trace
from assay.core.model import Ctl, Goal, Justice, Ltl, Model, Safety
from assay.core.netlist import COVER
from assay.core.verdict import Holds, Verdict, Violated
from assay.core.words import counted
from assay.report.evidence import evidence_record, invariant_rows
from assay.report.json import Record
from assay.report.languages import language_of
from assay.witness.write.document import document

# What --trace writes, by suffix.
TRACES: Final = (".vcd", ".txt", ".json")
# Of a state in a sentence, so many values are told.
MOST_VALUES: Final = 8
NO_RUN: Final = "no run does what is assumed, not even at its first step: what holds here is said of nothing"
SHORT_RUNS: Final = "no run does what is assumed for more than {}: what holds here is said of nothing that comes later"


def shown(model: Model, goal: Goal, verdict: Verdict, *, seconds: float = 4.0) -> Record | None:
    """What a person wants to see of the evidence; None if there is none.  To find words may take ``seconds``."""
    match model.origin.format, verdict:
        case "C", Violated(NativeRun() as run):
            return _native_path(model, goal, run)
        case format, Violated(Derivation() as derivation) if format != "C":
            return _derivation(model, goal, derivation)
        case "C", Violated() as violated:
            return _c_path(model, goal, violated.trace)
        case "C", Holds(Proof() as proof):
            return _c_invariants(model, goal, proof, seconds)
        case "C", _:
            return None
        case format, Violated() as violated if format in HARDWARE:
            return _table(model, goal, violated)
        case format, Holds(Fixpoints() as sets) if format in HARDWARE and sets.example:
            return _example(model, goal, sets.example)
    return evidence_record(model, goal.name, verdict)


def _native_path(model: Model, goal: Goal, run: NativeRun) -> Record | None:
    from assay.report.native_path import path_rows

    rows = path_rows(model, run)
    if not rows:
        return None
    return {
        "event": "path",
        "property": goal.name,
        "title": "the execution that ends with the error",
        "file": Path(model.origin.name).name,
        "rows": rows,
    }


def _derivation(model: Model, goal: Goal, derivation: Derivation) -> Record:
    from assay.report.derivations import derivation_lines, derivation_title

    title, lines = derivation_title(derivation), derivation_lines(model, derivation)
    return {"event": "path", "property": goal.name, "title": title, "lines": lines}


def _c_path(model: Model, goal: Goal, trace: Trace) -> Record:
    from assay.report.c_path import path_rows

    source = Path(model.origin.file).read_text(encoding="utf-8", errors="replace")
    return {
        "event": "path",
        "property": goal.name,
        "title": "the path to the error",
        "file": Path(model.origin.name).name,
        "rows": path_rows(model, trace, source),
    }


def _c_invariants(model: Model, goal: Goal, proof: Proof, seconds: float) -> Record:
    from assay.witness.c.text.elements import about_elements
    from assay.witness.svcomp.contracts import contracts
    from assay.witness.svcomp.correctness import loop_invariants

    rows = [
        [f"{contract.function} {word}", text]
        for contract in contracts(model, proof)
        for word, text in (("requires", contract.requires), ("ensures", contract.ensures))
        if text
    ]
    loops: dict[str, list[list[str]]] = {}
    said = [(found.position, found.text) for found in loop_invariants(model, proof)]
    said += [(found.position, found.text) for found in about_elements(model, proof, seconds)]
    for position, text in said:
        place = _loop_at(model, position)
        loops.setdefault(place, []).append([place, text])
    rows += [row for here in loops.values() for row in here]
    return {"event": "invariant", "property": goal.name, "rows": rows, "hidden": 0, "unreachable": 0}


def told(model: Model, goal: Goal, verdict: Verdict, *, seconds: float = 4.0) -> Record | None:
    """What programs want to know of the evidence beside the verdict: what it says of all elements of arrays."""
    if model.origin.format != "C" or not isinstance(verdict, Holds) or not isinstance(verdict.evidence, Proof):
        return None
    from assay.witness.c.text.elements import about_elements

    facts = [
        {"file": found.position.file, "line": found.position.line, "column": found.position.column, "text": found.text}
        for found in about_elements(model, verdict.evidence, seconds)
    ]
    return {"event": "elements", "property": goal.name, "facts": facts} if facts else None


def _loop_at(model: Model, where: Position) -> str:
    own = where.file == model.origin.name
    return f"line {where.line}" if own else f"{Path(where.file).name}:{where.line}"


def _table(model: Model, goal: Goal, verdict: Violated) -> Record:
    from assay.report.branches import violation_lines

    heading, *lines = violation_lines(model, goal, verdict, whole=False)
    return {"event": "path", "property": goal.name, "title": heading, "lines": lines}


def _example(model: Model, goal: Goal, example: tuple[Branch, ...]) -> Record:
    from assay.report.branches import example_lines

    heading, *lines = example_lines(model, goal, example)
    return {"event": "path", "property": goal.name, "title": heading, "lines": lines}


# -- files -------------------------------------------------------------------------------------------------------------


def witness_text(
    model: Model, goal: Goal, verdict: Holds | Violated, evidence: str, *, suffix: str = "", seconds: float
) -> str:
    """The file that carries the evidence of ``verdict``; an ``AssayError`` if its format cannot carry that.

    What is returned has been confirmed by independent code, which may take ``seconds``.
    """
    if model.origin.format == "C":
        return _svcomp(model, goal, verdict)
    if model.origin.format in HARDWARE and isinstance(verdict, Violated):
        return _run(model, goal, verdict, evidence, suffix)
    match verdict:
        case Holds(Proof() | Elimination() | Counting() as found) if suffix not in (".smt2", ".json"):
            from assay.witness.hardware.evidence import certificate_file

            carried = certificate_file(model, goal, found, seconds=seconds)
            if carried is not None:
                return carried[0]
    return document(model, goal, verdict, evidence=evidence, remarks=_in_names(model, verdict))


def _in_names(model: Model, verdict: Holds | Violated) -> list[str]:
    """What a proof says in the names and numbers of the file, where SMT-LIB has codes for them."""
    if not model.domains or not isinstance(verdict, Holds) or not isinstance(verdict.evidence, Proof):
        return []
    rows = invariant_rows(verdict.evidence, language_of(model))["rows"]
    return [f"{place}: {text}" for place, text in rows]


def _svcomp(model: Model, goal: Goal, verdict: Holds | Violated) -> str:
    from assay.report.run_values import rests_on, violation_values
    from assay.witness.svcomp import Making, specification_of, svcomp_witness

    program = model.origin.file
    values = violation_values(model, verdict) if isinstance(verdict, Violated) else ()
    return svcomp_witness(
        model,
        verdict,
        program,
        specification=specification_of(goal, program),
        making=Making.now(__version__),
        assumptions=rests_on(model, values),
    )


def _run(model: Model, goal: Goal, verdict: Violated, evidence: str, suffix: str) -> str:
    """A run of a design: as the suffix says, else as its format has it, else for people."""
    if suffix in TRACES:
        return trace_text(model, goal, verdict, evidence, suffix=suffix)
    if model.origin.netlist is not None:
        return testbench_text(model, goal, verdict)
    from assay.witness.hardware.evidence import stimulus

    found = stimulus(model, goal, verdict.trace)
    return found[0] if found is not None else trace_text(model, goal, verdict, evidence, suffix=".txt")


def trace_text(model: Model, goal: Goal, verdict: Violated, evidence: str, *, suffix: str) -> str:
    """A run of a design for a waveform viewer, for people, or for programs."""
    if model.origin.format not in HARDWARE:
        raise Unsupported("traces are written of designs only", hint="--witness writes the evidence of other inputs")
    from assay.report.branches import settled, violation_lines

    # The same run as on the terminal, with all of its signals.
    trace = settled(model, goal, verdict)
    if trace is not verdict.trace:
        _check_lasso(model, goal, trace)
        verdict = Violated(trace)
    if suffix == ".json":
        return _as_json(model, goal, verdict, evidence)
    about = f"{_what_happens(model, goal)}; {evidence}"
    if suffix == ".vcd":
        from assay.witness.write.vcd import vcd

        return vcd(model, verdict.trace, about)
    lines = violation_lines(model, goal, verdict, whole=True)
    return "\n".join([about, *([goal.text] if goal.text else []), *lines, ""])


def testbench_text(model: Model, goal: Goal, verdict: Violated, *, file: str = "<this file>") -> str:
    """A testbench in Verilog that replays a run of a design in a simulator; ``file`` is where it will be."""
    from assay.witness.write.testbench import testbench

    return testbench(model, goal.name, verdict.trace, _what_happens(model, goal), file)


def _what_happens(model: Model, goal: Goal) -> str:
    word = "is covered" if isinstance(goal, Safety) and goal.asks == COVER else "is violated"
    return f"{model.origin.name}: {goal.name} {word}"


def _check_lasso(model: Model, goal: Goal, trace: Trace) -> None:
    """Raises UnsoundVerdict if the lasso does not violate the property."""
    from assay.witness.check.lasso import check_lasso
    from assay.witness.check.linear import check_violation

    match goal:
        case Justice(_, conditions):
            check_lasso(model, conditions, trace)
        case Ctl(_, formula) | Ltl(_, formula):
            check_violation(model, formula, trace)


def _as_json(model: Model, goal: Goal, verdict: Violated, evidence: str) -> str:
    from assay.witness.check.invariants import check_trace
    from assay.witness.write.trace import read_trace

    text = document(model, goal, verdict, evidence=evidence)
    if isinstance(goal, Safety):
        check_trace(model, goal, read_trace(model, text))
    return text


def deadlock(model: Model, *, seconds: float) -> str:
    """What a person should know of a reachable state of a design without successor, if one is found in time.

    One is looked for where there are finitely many states.
    """
    from assay.engines.recipes.deadlock import find_deadlock
    from assay.report.hardware_path import shown_signals, spelled
    from assay.witness.check.deadlock import check_deadlock

    try:
        found = find_deadlock(model, Deadline.after(seconds))
        if found is None:
            return ""
        check_deadlock(model, found, seconds=seconds)
    except (SolverFailure, Unsupported):
        return ""
    states, _ = shown_signals(model, None)
    last = found.states[-1]
    values = [f"{signal.name} = {spelled(model, signal, last[signal.symbols[0]])}" for signal in states]
    more = f" and {len(values) - MOST_VALUES} more" if len(values) > MOST_VALUES else ""
    steps = counted(len(found.edges), "step")
    return (
        f"a deadlock: after {steps}, the state {', '.join(values[:MOST_VALUES])}{more} has no successor; "
        "temporal properties are about infinite runs, and say nothing of runs that end there"
    )


def short_runs(model: Model, *, seconds: float) -> str:
    """What a person should know of a design if what it assumes ends all of its runs, and that is seen in time."""
    from assay.engines.recipes.assumed import longest_run
    from assay.transforms.circuit.bitblast import is_circuit

    steps = longest_run(model, Deadline.after(seconds)) if is_circuit(model) else None
    if steps is None:
        return ""
    return SHORT_RUNS.format(counted(steps, "step")) if steps else NO_RUN
