"""No bad evidence is accepted: evidence that is found is changed in one place, and judged by other means.

A mutant that a checker accepts must be genuine, as z3 on SMT-LIB text, enumeration or explicit-state search say
(``oracles``).  A few mutants by default; ``make nightly`` asks for more (``ASSAY_MUTANTS`` of each piece of evidence),
and prints what was seen.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from assay.checking import check
from assay.core.errors import SolverFailure, UndefinedValue, UnsoundVerdict
from assay.core.evidence import Assignment, Branch, Branches, Counting, Elimination, Evidence, Fixpoints, Proof, Trace
from assay.core.model import Ctl, Edge, Goal, Justice, Model, Safety
from assay.core.temporal import Atom, Formula, Logic, PathOperator, Quantifier, connect, temporal
from assay.core.terms import TRUE, Term, not_
from assay.core.terms.evaluate import Evaluation
from assay.core.verdict import Unknown
from assay.engines.catalogue import configured
from assay.frontends.hardware.aiger import model_of_file
from assay.frontends.hardware.aiger_file import parse
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from assay.witness.check.branches import check_branches
from assay.witness.check.by_sat import check_proof_by_sat
from assay.witness.check.fixpoints import check_fixpoints
from assay.witness.check.invariants import check_proof
from assay.witness.check.lasso import check_lasso
from assay.witness.check.loop_invariants import check_proof_by_blocks
from assay.witness.check.replay import check_trace
from assay.witness.check.temporal_proofs import check_certificate
from assay.witness.hardware.aiger_witness import Design, aiger_witness, check_aiger_witness, parse_design, read_design
from assay.witness.hardware.btor2_witness import btor2_witness, check_btor2_witness
from assay.witness.hardware.certificate_checker import check_designs
from assay.witness.hardware.certificate_writer import certificate
from assay.witness.hardware.counting import counting
from assay.witness.hardware.liveness_writer import liveness_certificate
from clocks import PATIENCE
from explicit import decide
from hardware import Aig
from mutants import mutated_design, mutated_proof, mutated_text, mutated_trace, mutated_value
from oracles import Machine, certifies, claims_are_true, is_cut, is_lasso, is_proof, is_run
from places import EXAMPLES

T = TypeVar("T")
NUMBER = int(os.environ.get("ASSAY_MUTANTS", "6"))
# For the check of a mutant, which may stay open: what is not confirmed is not accepted.
SECONDS = 30.0

Tally = Counter[tuple[str, str]]


@pytest.fixture(scope="module")
def tally() -> Iterator[Tally]:
    counts: Tally = Counter()
    yield counts
    lines = [f"{kind}: {number} {what}" for (kind, what), number in sorted(counts.items())]
    sys.stderr.write("\n".join(["", *lines, ""]))


class Trial:
    """What a checker and a judge say of mutants, which random numbers can make again."""

    def __init__(self, tally: Tally, kind: str) -> None:
        self._tally, self._kind = tally, kind

    def __call__(self, seed: int, accept: Callable[[], object], genuine: Callable[[], bool]) -> None:
        try:
            accept()
        except (UnsoundVerdict, SolverFailure, UndefinedValue):
            self._tally[self._kind, "mutants rejected"] += 1
            return
        self._tally[self._kind, "mutants accepted, and genuine"] += 1
        assert genuine(), f"{self._kind}: a bad mutant was accepted, number {seed}"


def found(model: Model, goal: Goal, engine: str = "auto") -> Evidence | None:
    """Evidence that was confirmed."""
    (result,) = check(model, property=goal, config=configured(engine, seconds=PATIENCE))
    return None if isinstance(result.verdict, Unknown) else result.verdict.evidence


# -- proofs ------------------------------------------------------------------------------------------------------------


PROOFS = ["count-up.smt2", "two-phases.smt2", "lock-step.pl", "token-pair.vmt", "one-writer.spec"]


@pytest.mark.parametrize("file", PROOFS)
def test_invariants(file: str, tally: Tally) -> None:
    model = load(str(EXAMPLES / file))
    goal = model.properties[0]
    proof = found(model, goal)
    assert isinstance(proof, Proof) and is_proof(model, goal, proof)
    trial = Trial(tally, "invariants")
    for seed in range(NUMBER):
        mutant = replace(mutated_proof(model, proof, Random(seed)), depth=0, simple=False)
        accept = partial(check_proof, model, goal, mutant, seconds=SECONDS)
        trial(seed, accept, partial(is_proof, model, goal, mutant))


PROGRAM = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (x < 20) { x = x + 2; y = y + 1; }
    else { x = 0; y = 0; }
  }
  if (x != 2 * y) reach_error();
  return 0;
}
"""


def test_loop_invariants(tmp_path: Path, tally: Tally) -> None:
    path = tmp_path / "loop.c"
    path.write_text(PROGRAM)
    model = load(str(path))
    goal = model.properties[0]
    proof = found(model, goal)
    assert isinstance(proof, Proof) and is_cut(model, goal, proof)
    trial = Trial(tally, "loop invariants")
    for seed in range(NUMBER):
        mutant = mutated_proof(model, proof, Random(seed))
        accept = partial(check_proof_by_blocks, model, goal, mutant, seconds=SECONDS)
        trial(seed, accept, partial(is_cut, model, goal, mutant))


# -- gates -------------------------------------------------------------------------------------------------------------


def read(aig: Aig, path: Path) -> Model:
    """The model of a file that does not stay: mutants of a design must not be compared with the file."""
    model = model_of_file(parse(aig.write(path)))
    path.unlink()
    return model


def counter() -> Aig:
    """Latches 4 and 6 count while input 2 is true, up to 2 of 3; latch 8 has seen both at once, which never happens."""
    gates: list[tuple[int, int]] = []

    def both(left: int, right: int) -> int:
        gates.append((max(left, right), min(left, right)))
        return 2 * (4 + len(gates))

    def other(left: int, right: int) -> int:
        return both(both(left, right) ^ 1, both(left ^ 1, right ^ 1) ^ 1)

    step = both(2, 6 ^ 1)
    low, high = other(4, step), other(6, both(4, step))
    seen = both(8 ^ 1, both(4, 6) ^ 1) ^ 1
    return Aig(1, [(low, 0), (high, 0), (seen, 0)], gates, bads=[8])


@pytest.mark.parametrize("engine", ["ic3", "bdd", "induction", "simple paths"])
def test_proofs_in_gates(engine: str, tmp_path: Path, tally: Tally) -> None:
    aig = counter()
    model = read(aig, tmp_path / "x.aag")
    proof = _proof_in_gates(model, engine)
    assert is_gate_proof(model, proof)
    trial = Trial(tally, f"proofs in gates, {engine}")
    for seed in range(4 * NUMBER):
        random = Random(seed)
        mutant = mutated_proof(model, proof, random)
        own = read(mutated_design(aig, random), tmp_path / "y.aag") if random.random() < 0.5 else model
        accept = partial(check_proof_by_sat, own, own.properties[0], mutant, seconds=SECONDS)
        trial(seed, accept, partial(is_gate_proof, own, mutant))


def _proof_in_gates(model: Model, engine: str) -> Proof:
    if engine in ("ic3", "bdd"):
        proof = found(model, model.properties[0], engine)
        assert isinstance(proof, Proof)
        return proof
    return Proof({model.entry: TRUE}, depth=2, simple=engine == "simple paths")


def is_gate_proof(model: Model, proof: Proof) -> bool:
    blasted = circuit_of(replace(model, fairness=()))
    machine = Machine(blasted.circuit)
    formula = proof.invariant.get(model.entry)
    outside = replace(model, properties=(Safety("outside", {model.entry: not_(formula)}),)) if formula else None
    excluded = {s for s, _ in Machine(circuit_of(outside).circuit).bad} if outside else set(range(len(machine.states)))
    inside = set(range(len(machine.states))) - excluded
    return machine.is_inductive(inside) and machine.is_induction(inside, proof.depth, simple=proof.simple)


def test_certificate_circuits(tmp_path: Path, tally: Tally) -> None:
    path = counter().write(tmp_path / "x.aag")
    model = model_of_file(parse(path))
    goal = model.properties[0]
    design = read_design(path)
    trial = Trial(tally, "certificate circuits")
    for engine in ("ic3", "kinduction"):
        proof = found(model, goal, engine)
        assert isinstance(proof, Proof)
        if proof.simple:
            continue
        text = certificate(model, goal, proof).split("c\n")[0]
        assert certifies(design, parse_design(text.encode()), 0)
        for seed in range(4 * NUMBER):
            mutant = mutated_text(text, "0123456789", Random(seed), first=1)
            accept = partial(_certified, design, mutant)
            trial(seed, accept, partial(_is_certificate, design, mutant))


def test_liveness_certificate_circuits(tmp_path: Path, tally: Tally) -> None:
    """A latch that toggles, and one that rises for good: it is not low and high again and again."""
    path = Aig(1, [(5, 0), (9, 0)], [(7, 3)], justice=[[6, 7]]).write(tmp_path / "x.aag")
    model = model_of_file(parse(path))
    (prop,) = model.temporal
    assert isinstance(prop, Justice)
    trial = Trial(tally, "liveness certificate circuits")
    for engine in ("ic3", "bdd"):
        proof = found(model, prop, engine)
        assert isinstance(proof, Elimination | Counting)
        text, rounds = liveness_certificate(model, prop, proof)
        text = text.split("c\n")[0]
        most = len(parse_design(text.encode()).latches)
        design = counting(read_design(path), 0, rounds, most_latches=most)
        assert certifies(design, parse_design(text.encode()), 0)
        for seed in range(4 * NUMBER):
            mutant = mutated_text(text, "0123456789", Random(seed), first=1)
            trial(seed, partial(_certified, design, mutant), partial(_is_certificate, design, mutant))


def _is_certificate(design: Design, text: str) -> bool:
    return certifies(design, parse_design(text.encode()), 0)


def _certified(design: Design, text: str) -> object:
    proof = _readable(lambda: parse_design(text.encode()))
    return check_designs(design, proof, 0, seconds=SECONDS)


def _readable(accept: Callable[[], T]) -> T:
    """A text that is no circuit is rejected as well."""
    try:
        return accept()
    except (IndexError, KeyError, ValueError) as problem:
        raise UnsoundVerdict(repr(problem)) from None


# -- runs --------------------------------------------------------------------------------------------------------------

RUNS = ["overshoot.smt2", "any-step.pl", "gas-burner-dense-broken.smt2", "bakery-2-broken.smt2"]


@pytest.mark.parametrize("file", RUNS)
def test_runs(file: str, tally: Tally) -> None:
    model = load(str(EXAMPLES / file))
    goal, trace = _violation(model)
    _try_runs(model, goal, trace, Trial(tally, "runs"))


def _violation(model: Model) -> tuple[Safety, Trace]:
    for goal in model.properties:
        trace = found(model, goal)
        if isinstance(trace, Trace):
            assert is_run(model, goal, trace)
            return goal, trace
    raise AssertionError("nothing is violated")


def _try_runs(model: Model, goal: Safety, trace: Trace, trial: Trial) -> None:
    for seed in range(NUMBER):
        mutant = mutated_trace(model, trace, Random(seed))
        trial(seed, partial(check_trace, model, goal, mutant), partial(is_run, model, goal, mutant))


def test_runs_of_programs(tmp_path: Path, tally: Tally) -> None:
    path = tmp_path / "run.c"
    path.write_text(PROGRAM.replace("x != 2 * y", "x == 6").replace("20", "7"))
    model = load(str(path))
    goal = model.properties[0]
    trace = found(model, goal)
    if isinstance(trace, Trace):
        _try_runs(model, goal, trace, Trial(tally, "runs of programs"))


BTOR2 = """1 sort bitvec 4
2 sort bitvec 1
3 zero 1
4 state 1 count
5 init 1 4 3
6 input 1 step
7 add 1 4 6
8 next 1 4 7
9 constd 1 11
10 eq 2 4 9
11 bad 10
12 constd 1 3
13 ult 2 6 12
14 constraint 13
"""


def test_runs_of_designs_and_their_witnesses(tmp_path: Path, tally: Tally) -> None:
    """Witness files are judged by the model: the simulators of the files share nothing with that."""
    word = tmp_path / "x.btor2"
    word.write_text(BTOR2)
    model = load(str(word))
    goal, trace = _violation(model)
    _try_runs(model, goal, trace, Trial(tally, "runs of designs"))
    text = btor2_witness(model, trace, "b0", determined=(0,))
    trial = Trial(tally, "BTOR2 witnesses")
    for seed in range(4 * NUMBER):
        mutant = mutated_text(text, "01", Random(seed), first=2)
        accept = partial(_readable, partial(check_btor2_witness, word, mutant))
        trial(seed, accept, partial(_is_run, _btor2_run, model, goal, mutant))
    path = replace(counter(), bads=[6]).write(tmp_path / "x.aag")
    model = model_of_file(parse(path))
    goal, trace = _violation(model)
    _try_runs(model, goal, trace, Trial(tally, "runs of designs"))
    text = aiger_witness(model, trace, "b0")
    trial = Trial(tally, "AIGER witnesses")
    for seed in range(4 * NUMBER):
        mutant = mutated_text(text, "01", Random(seed), first=2)
        accept = partial(check_aiger_witness, path, mutant)
        trial(seed, accept, partial(_is_run, _aiger_run, model, goal, mutant))


def _is_run(reading: Callable[[Model, str], Trace], model: Model, goal: Safety, text: str) -> bool:
    return is_run(model, goal, reading(model, text))


def _followed(model: Model, first: Assignment, steps: Sequence[Assignment]) -> Trace:
    """The run with these inputs."""
    (edge,) = model.edges
    states = [first]
    for step in steps[:-1]:
        now = Evaluation({**step, **states[-1]})
        states.append({v: now(edge.after(v)) for v in model.entry.variables})
    return Trace(tuple(states), (edge,) * (len(steps) - 1), tuple(steps[:-1]), None, steps[-1])


def _aiger_run(model: Model, text: str) -> Trace:
    first, *steps = text.splitlines()[2:-1]
    rows = [{v: bit == "1" for v, bit in zip(model.inputs, step, strict=True)} for step in steps]
    return _followed(model, {v: bit == "1" for v, bit in zip(model.entry.variables, first, strict=True)}, rows)


def _btor2_run(model: Model, text: str) -> Trace:
    """What is not mentioned is 0; what is mentioned twice is what is said last."""
    given: dict[str, int] = {}
    frame = "#0"
    frames = [frame]
    for line in text.splitlines()[2:-1]:
        words = line.split()
        if line[0] in "#@":
            frame = words[0]
            frames.append(frame)
        else:
            given[f"{frame}.{words[0]}"] = int(words[1], 2)
    count = 1 + max(int(each[1:]) for each in frames)
    (state,), (choice,) = model.entry.variables, model.inputs
    return _followed(model, {state: given.get("#0.0", 0)}, [{choice: given.get(f"@{k}.0", 0)} for k in range(count)])


# -- temporal properties -----------------------------------------------------------------------------------------------


def _formulas(p: Term, q: Term) -> dict[str, Formula]:
    some, every = Quantifier.SOME, Quantifier.ALL
    finally_, globally = PathOperator.FINALLY, PathOperator.GLOBALLY
    possible = temporal(finally_, Atom(q), quantifier=some)
    return {
        "AG EF q": temporal(globally, possible, quantifier=every),
        "EG !q": temporal(globally, Atom(not_(q)), quantifier=some),
        "AG (p -> EX !p)": temporal(
            globally,
            connect(Logic.OR, Atom(not_(p)), temporal(PathOperator.NEXT, Atom(not_(p)), quantifier=some)),
            quantifier=every,
        ),
        "A[!q U p] | EG !p": connect(
            Logic.OR,
            temporal(PathOperator.UNTIL, Atom(not_(q)), Atom(p), quantifier=every),
            temporal(globally, Atom(not_(p)), quantifier=some),
        ),
        "AF q": temporal(finally_, Atom(q), quantifier=every),
        "EF (p & EG q)": temporal(
            finally_,
            connect(Logic.AND, Atom(p), temporal(globally, Atom(q), quantifier=some)),
            quantifier=some,
        ),
    }


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("fair", [False, True])
def test_branching_time(number: int, fair: bool, tmp_path: Path, tally: Tally) -> None:
    """Sets of states that show why a formula holds or fails, on the design or on another one."""
    aig = replace(counter(), fairness=[2] if fair else [])
    model = read(aig, tmp_path / "x.aag")
    name, formula = list(_formulas(*model.entry.variables[:2]).items())[number]
    goal = Ctl(name, formula)
    evidence = found(model, goal, "bdd")
    assert isinstance(evidence, Fixpoints | Branches)
    sets, holds = (evidence, True) if isinstance(evidence, Fixpoints) else (evidence.sets, False)
    assert holds == decide(model, goal)
    assert isinstance(sets, Fixpoints) and claims_are_true(model, goal, sets, holds=holds)
    trial = Trial(tally, "fixpoints")
    for seed in range(4 * NUMBER):
        random = Random(seed)
        changed = random.random() < 0.7
        mutant = mutated_value(sets, random) if changed else sets
        own = model if changed else read(mutated_design(aig, random), tmp_path / "y.aag")
        accept = partial(_readable, partial(check_fixpoints, own, goal, mutant, holds=holds, seconds=SECONDS))
        trial(seed, accept, partial(claims_are_true, own, goal, mutant, holds=holds))
    if isinstance(evidence, Branches) and evidence.branches:
        _try_branches(aig, goal, evidence.branches, tmp_path / "y.aag", Trial(tally, "branches"))


def _try_branches(aig: Aig, goal: Ctl, shown: tuple[Branch, ...], path: Path, trial: Trial) -> None:
    """Runs that show all of it by themselves show that the formula fails, on whichever design."""
    for seed in range(4 * NUMBER):
        random = Random(seed)
        model = read(mutated_design(aig, random) if random.random() < 0.5 else aig, path)
        branches = shown
        if random.random() < 0.7:
            k = random.randrange(len(branches))
            trace = mutated_trace(model, branches[k].trace, random)
            goals = [None, *range(len(trace.states))]
            chosen = random.choice(goals) if random.random() < 0.3 else branches[k].goal
            branches = (*branches[:k], replace(branches[k], trace=trace, goal=chosen), *branches[k + 1 :])
        trial(seed, partial(_shown, model, goal, branches), partial(_fails, model, goal))


def _fails(model: Model, goal: Ctl) -> bool:
    return not decide(model, goal)


def _shown(model: Model, goal: Ctl, branches: tuple[Branch, ...]) -> None:
    own = {edge.name: edge for edge in model.edges}
    moved = tuple(_moved(branch, own) for branch in branches)
    replay = check_branches(model, goal, moved[0].trace, moved)
    if replay.claims or not replay.runs:
        raise SolverFailure("runs leave something open")


def _moved(branch: Branch, edges: Mapping[str, Edge]) -> Branch:
    """The branch with the edges of another design that are called the same."""
    trace = replace(branch.trace, edges=tuple(edges[edge.name] for edge in branch.trace.edges))
    below = {place: tuple(_moved(part, edges) for part in parts) for place, parts in branch.below.items()}
    return replace(branch, trace=trace, below=below)


@pytest.mark.parametrize("engine", ["bdd", "ic3"])
def test_no_fair_run(engine: str, tmp_path: Path, tally: Tally) -> None:
    """Sets and invariants that exclude fair runs, on the design or on another one, against the truth there."""
    aig = replace(counter(), bads=[], justice=[[6, 7]], fairness=[2])
    model = read(aig, tmp_path / "x.aag")
    (goal,) = model.temporal
    evidence = found(model, goal, engine)
    assert isinstance(evidence, Elimination | Counting) and decide(model, goal)
    trial = Trial(tally, "no fair run")
    for seed in range(8 * NUMBER):
        random = Random(seed)
        own = read(mutated_design(aig, random), tmp_path / "y.aag")
        mutant = mutated_value(evidence, random) if random.random() < 0.6 else evidence
        prop = own.temporal[0]
        accept = partial(_readable, partial(check_certificate, own, prop, mutant, seconds=SECONDS))
        trial(seed, accept, partial(decide, own, prop))


def test_lassos(tmp_path: Path, tally: Tally) -> None:
    aig = replace(counter(), bads=[], justice=[[4, 5]], fairness=[3])
    model = read(aig, tmp_path / "x.aag")
    (goal,) = model.temporal
    assert isinstance(goal, Justice)
    trace = found(model, goal)
    if not isinstance(trace, Trace):
        model = read(replace(aig, latches=[(5, 0), *aig.latches[1:]]), tmp_path / "x.aag")
        (goal,) = model.temporal
        trace = found(model, goal)
    assert isinstance(goal, Justice) and isinstance(trace, Trace)
    assert is_lasso(model, goal.conditions, trace)
    trial = Trial(tally, "lassos")
    for seed in range(4 * NUMBER):
        mutant = mutated_trace(model, trace, Random(seed))
        accept = partial(check_lasso, model, goal.conditions, mutant)
        trial(seed, accept, partial(is_lasso, model, goal.conditions, mutant))
