"""What did a run's outcome depend on?  Dynamic slicing (Korel and Laski, Information Processing Letters 1988).

From the last state backward: the guards of all steps matter, and of the values written those that something later
needed.  A branch of a conditional that was not taken did not matter, nor did operands beside a decisive one; of an
array, single elements are told apart.  Limit: that a guard holds for other values too is not considered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from assay.core.evidence import Trace
from assay.core.model import Edge
from assay.core.terms import TRUE, Op, Term
from assay.core.terms.evaluate import ArrayValue, Evaluation, Value

# Of an array, so many steps that wrote to it are looked at for the one that wrote an element.
MOST_WRITERS: Final = 200
# A symbol whose value mattered, or only the element of it at an index.
Need = tuple[Term, Value | None]


@dataclass(frozen=True)
class Influence:
    """Per step of a run, the variables it wrote and the inputs it chose that mattered; and what did of the start.

    ``elements`` are those of arrays that got at this step the value that mattered; they may have a variable each.
    ``read`` is what each step needed of the state before it.
    """

    written: tuple[frozenset[Term], ...]
    inputs: tuple[frozenset[Need], ...]
    initial: frozenset[Need]
    elements: tuple[frozenset[Need], ...]
    read: tuple[frozenset[Need], ...]


def influence(trace: Trace, bad: Term = TRUE) -> Influence:
    """What made the run take its steps and end in a state that satisfies ``bad``."""
    last = Evaluation({**trace.final, **trace.states[-1]})
    needed = {need for need in needs([(bad, None)], last) if need[0] in trace.states[-1]}
    written: list[frozenset[Term]] = []
    inputs: list[frozenset[Need]] = []
    elements: list[frozenset[Need]] = []
    read: list[frozenset[Need]] = []
    for state, edge, chosen in reversed(list(zip(trace.states, trace.edges, trace.inputs, strict=False))):
        roots: list[Need] = [(edge.guard, None)]
        kept: set[Need] = set()
        for symbol, index in needed:
            if symbol in edge.updates:
                roots.append((edge.updates[symbol], index))
            else:
                kept.add((symbol, index))
        written.append(frozenset(symbol for symbol, _ in needed if symbol in edge.updates))
        found = needs(roots, Evaluation({**state, **chosen}))
        inputs.append(frozenset(need for need in found if need[0] in chosen and need[0] not in state))
        read.append(frozenset(need for need in found if need[0] in state))
        before = kept | read[-1]
        elements.append(frozenset(need for need in needed - before if _is_element(need, edge)))
        needed = before
    return Influence(
        tuple(reversed(written)),
        tuple(reversed(inputs)),
        frozenset(needed),
        tuple(reversed(elements)),
        tuple(reversed(read)),
    )


def _is_element(need: Need, edge: Edge) -> bool:
    """Is it an element of an array, or a variable that the step writes only if it is the element that is meant?"""
    symbol, index = need
    value = edge.updates.get(symbol, symbol)
    return index is not None or (value.op is Op.ITE and symbol in value.args)


def causes(trace: Trace, matters: Influence) -> list[int | None]:
    """For each step, the last step before it that wrote something which it needed."""
    writers: dict[Term, list[int]] = {}
    found: list[int | None] = []
    for number, needed in enumerate(matters.read):
        steps = [step for need in needed if (step := _writer(trace, writers.get(need[0], ()), need)) is not None]
        found.append(max(steps, default=None))
        for symbol in matters.written[number]:
            writers.setdefault(symbol, []).append(number)
    return found


def _writer(trace: Trace, steps: Sequence[int], need: Need) -> int | None:
    """The last of ``steps`` that wrote what is needed: of an array, the element, if that is not too long ago."""
    symbol, index = need
    for step in reversed(steps[-MOST_WRITERS:]):
        before, after = trace.states[step].get(symbol), trace.states[step + 1][symbol]
        if index is None or not isinstance(before, ArrayValue) or not isinstance(after, ArrayValue):
            return step
        if before.at(index) != after.at(index):
            return step
    return None


def needs(roots: Iterable[Need], values: Evaluation) -> set[Need]:
    """The variables, and elements of arrays, that the values of the ``roots`` depended on."""
    found: set[Need] = set()
    seen: set[Need] = set()
    stack = list(roots)
    while stack:
        need = stack.pop()
        if need in seen or need[0].op is Op.CONST:
            continue
        seen.add(need)
        if need[0].op is Op.VAR:
            found.add(need)
        else:
            stack.extend(_parts(need, values))
    return found


def _parts(need: Need, values: Evaluation) -> list[Need]:
    term, index = need
    match term.op:
        case Op.ITE:
            condition, then, otherwise = term.args
            return [(condition, None), (then if values(condition) else otherwise, index)]
        case Op.AND | Op.OR:
            for arg in term.args:
                if values(arg) == (term.op is Op.OR):
                    return [(arg, None)]
        case Op.SELECT:
            return [(term.args[1], None), (term.args[0], values(term.args[1]))]
        case Op.STORE if index is not None:
            base, place, value = term.args
            return [(place, None), (value, None) if values(place) == index else (base, index)]
    return [(arg, None) for arg in term.args]
