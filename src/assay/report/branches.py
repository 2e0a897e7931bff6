"""A violation as lines for people: one table for a run, a table for each run where it takes several.

A CTL formula may fail for reasons that no single run shows.  Then every run is shown under what it shows, and what must
be true at one of its steps is shown below it, further to the right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from assay.core.evidence import Branch, Branches, Trace
from assay.core.model import Ctl, Goal, Ltl, Model, Safety
from assay.core.slicing.relevance import relevant
from assay.core.temporal import Formula, Quantifier, Temporal, invariant, negation_normal, show, subformulas
from assay.core.terms import TRUE, Term, not_
from assay.core.terms.evaluate import holds
from assay.core.verdict import Violated
from assay.core.words import counted
from assay.report.hardware_path import SHOWN_SIGNALS, SHOWN_STEPS, deciding_steps, path_lines, shortened, title
from assay.report.infix import infix
from assay.report.languages import language_of

# Longer formulas are shown by an ellipsis; deeper and further runs are counted.
ATOM_WIDTH: Final = 60
SHOWN_RUNS: Final = 6
REST: Final = "what all runs do from some of these states is shown by sets of states, not by runs"


@dataclass(frozen=True)
class _Shape:
    """What is shown, and how much of it."""

    model: Model
    relevant: Collection[Term] | None
    steps: int | None
    signals: int | None

    def table(
        self,
        trace: Trace,
        opening: str = "",
        marks: Mapping[int, str] = MappingProxyType({}),
        telling: Collection[int] = (),
    ) -> list[str]:
        return path_lines(
            self.model,
            trace,
            relevant=self.relevant,
            steps=self.steps,
            signals=self.signals,
            opening=opening,
            marks=marks,
            telling=telling,
        )

    def short(self, trace: Trace) -> Trace:
        """The run without those turns of a loop that change nothing of what is shown."""
        return trace if self.relevant is None else shortened(trace, self.relevant)


def violation_lines(model: Model, goal: Goal, verdict: Violated, *, whole: bool) -> list[str]:
    """A title, and the run or runs that violate ``goal``; ``whole``: every step, every signal and every run."""
    if whole:
        shape = _Shape(model, None, None, None)
    else:
        shape = _Shape(model, relevant(model, goal), SHOWN_STEPS, SHOWN_SIGNALS)
    if not isinstance(verdict.evidence, Branches) or not verdict.evidence.branches:
        run = settled(model, goal, verdict)
        trace = shape.short(run)
        telling = () if whole else _deciding(model, goal, trace)
        return [title(trace, run), *shape.table(trace, marks=breaking(goal, trace), telling=telling)]
    lines = ["why it is violated: the first state in full, then what changes"]
    lines += _tree(shape, verdict.evidence.branches, None if whole else SHOWN_RUNS)
    if isinstance(goal, Ctl) and _has_universal(negation_normal(goal.formula, negated=True)):
        lines.append(REST)
    return lines


def settled(model: Model, goal: Goal, verdict: Violated) -> Trace:
    """The run that people see: a lasso closes as soon as it is back in a state, with all that ``goal`` depends on."""
    if isinstance(verdict.evidence, Branches):
        return verdict.trace
    return shortened(verdict.trace, {*model.entry.variables, *relevant(model, goal)})


def example_lines(model: Model, goal: Goal, example: Sequence[Branch]) -> list[str]:
    """A title, and the runs that show why ``goal`` holds at one initial state."""
    shape = _Shape(model, relevant(model, goal), SHOWN_STEPS, SHOWN_SIGNALS)
    heading = "an example from an initial state: that in full, then what changes"
    return [heading, *_tree(shape, example, SHOWN_RUNS)]


def _tree(shape: _Shape, branches: Sequence[Branch], most: int | None) -> list[str]:
    """The runs one after the other; at most so many."""
    blocks = list(_runs(shape, branches, "", ""))
    lines = [line for block in blocks[:most] for line in block]
    if most is not None and len(blocks) > most:
        lines.append(f"... and {counted(len(blocks) - most, 'more run')}")
    return lines


def breaking(goal: Goal, trace: Trace) -> dict[int, str]:
    """Where on a lasso a property that states an invariant is violated first."""
    term = invariant(goal.formula) if isinstance(goal, Ctl | Ltl) else None
    if term is None or trace.loop is None:
        return {}
    for number, (state, step) in enumerate(zip(trace.states, trace.inputs, strict=False)):
        if not holds(term, {**step, **state}):
            return {number: "here it is violated"}
    return {}


def _deciding(model: Model, goal: Goal, trace: Trace) -> tuple[int, ...]:
    """Steps that must not be left out of a run that violates an invariant."""
    if isinstance(goal, Safety):
        return deciding_steps(trace, goal.bad.get(model.entry, TRUE))
    term = invariant(goal.formula) if isinstance(goal, Ctl | Ltl) else None
    return deciding_steps(trace, not_(term)) if term is not None else ()


def _has_universal(formula: Formula) -> bool:
    parts = subformulas(formula)
    return any(isinstance(part, Temporal) and part.quantifier is Quantifier.ALL for part in parts)


def _runs(shape: _Shape, branches: Sequence[Branch], indent: str, opening: str) -> Iterator[list[str]]:
    """A block of lines for each run, those that it needs behind it."""
    for branch in branches:
        formula = show(branch.formula, lambda term: _atom(shape.model, term))
        # Runs that begin at a step of this one say which: there it must be shown as it is.
        trace = _cut(branch) if branch.below else shape.short(_cut(branch))
        lines = [f"some run: {formula}", *(f"  {line}" for line in shape.table(trace, opening))]
        if branch.goal is not None:
            lines.append("  and it goes on from there for ever")
        yield [f"{indent}{line}" for line in lines]
        for position, below in branch.below.items():
            yield from _runs(shape, below, indent + "    ", f"as at step {position} of the run above")


def _atom(model: Model, term: Term) -> str:
    text = infix(term, ATOM_WIDTH, language_of(model))
    return "..." if text is None else text


def _cut(branch: Branch) -> Trace:
    """The run up to what it shows; as a lasso where it shows what is kept for ever."""
    trace, goal = branch.trace, branch.goal
    if goal is None:
        return trace
    states, edges, inputs = trace.states[: goal + 1], trace.edges[:goal], trace.inputs[:goal]
    return replace(trace, states=states, edges=edges, inputs=inputs, loop=None, final=trace.inputs[goal])
