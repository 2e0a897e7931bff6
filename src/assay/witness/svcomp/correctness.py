"""The invariants of a proof at the loops of a C program (SV-COMP witnesses 2.0, ``invariant_set``).

A loop of a function that was inlined several times has an invariant in each copy; in the program it is their
disjunction.  What C cannot say at the loop is left out: what remains is true whenever the loop's condition is about to
be evaluated, though it need not be inductive any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay.core.c_source import LoopHead
from assay.core.errors import Position
from assay.core.evidence import Proof
from assay.core.model import Location, Model
from assay.core.terms import FALSE
from assay.witness.c.text.expressions import LONGEST, as_c_invariant
from assay.witness.c.text.scope import CScope
from assay.witness.svcomp.contracts import contracts
from assay.witness.svcomp.text import LOOPS, ProgramText


@dataclass(frozen=True)
class LoopInvariant:
    """What is true whenever control is at a loop, as a C expression; a loop made by ``goto`` is known by its label."""

    position: Position
    function: str
    text: str
    labelled: bool


def loop_invariants(model: Model, proof: Proof) -> tuple[LoopInvariant, ...]:
    """What ``proof`` says about the loops of the program, in the order of the text; nothing said, nothing listed."""
    source = model.origin.source
    if source is None:
        return ()
    files = model.origin.program.names if model.origin.program is not None else ()
    copies: dict[tuple[int, str, int, int], list[LoopHead]] = {}
    for loop in source.loops:
        file, line, column = loop.position.file, loop.position.line, loop.position.column
        order = files.index(file) if file in files else len(files)
        copies.setdefault((order, file, line, column), []).append(loop)
    found = []
    passed = _passed(model, proof)
    for _, heads in sorted(copies.items(), key=lambda item: item[0]):
        text = _disjunction(model, proof, heads, passed)
        if text is not None:
            found.append(LoopInvariant(heads[0].position, heads[0].function, text, heads[0].labelled))
    return tuple(found)


def _passed(model: Model, proof: Proof) -> set[Location]:
    """The locations that runs may pass, as far as the proof tells: it may list only some of those."""
    seen = {model.entry}
    stack = [model.entry]
    while stack:
        for edge in model.leaving(stack.pop()):
            if edge.target not in seen and proof.invariant.get(edge.target) is not FALSE:
                seen.add(edge.target)
                stack.append(edge.target)
    return seen


def _disjunction(model: Model, proof: Proof, heads: list[LoopHead], passed: set[Location]) -> str | None:
    """What holds in one of the copies that can be reached; None if the proof says nothing of one of them."""
    source = model.origin.source
    assert source is not None
    texts: dict[str, None] = {}
    for head in heads:
        invariant = proof.invariant.get(head.location)
        if invariant is None and head.location in passed:
            return None
        if invariant is None or invariant is FALSE:
            continue
        text = as_c_invariant(invariant, CScope.of(source, head))
        if text is None:
            return None
        texts[text] = None
    if len(texts) < 2:
        return next(iter(texts), "0")
    whole = " || ".join(f"({text})" for text in texts)
    return whole if len(whole) <= LONGEST else None


def invariant_content(model: Model, proof: Proof, texts: Mapping[str, ProgramText]) -> list[dict[str, Any]]:
    """The content of an ``invariant_set``; a program about which nothing can be said has the invariant ``1``."""
    content = [
        _invariant(kind, text.name, found.position, found.function, found.text)
        for found in loop_invariants(model, proof)
        if (text := texts.get(found.position.file)) is not None and (kind := _kind(found, text)) is not None
    ]
    content += _preconditions(model, proof, texts)
    return content or trivial_content(model, texts)


def _preconditions(model: Model, proof: Proof, texts: Mapping[str, ProgramText]) -> list[dict[str, Any]]:
    """What holds whenever a function is called, at its first statement: the format has no contracts."""
    found = []
    for contract in contracts(model, proof):
        first = contract.first
        text = texts.get(first.file) if first is not None else None
        if (
            contract.requires
            and first is not None
            and text is not None
            and text.begins_statement(first.line, first.column)
        ):
            found.append(_invariant("location_invariant", text.name, first, contract.function, contract.requires))
    return found


def trivial_content(model: Model, texts: Mapping[str, ProgramText]) -> list[dict[str, Any]]:
    """The invariant ``1`` at the first statement: the format wants one, and a proof may need none."""
    first = model.origin.source.first if model.origin.source is not None else None
    text = texts.get(first.position.file) if first is not None else None
    if first is None or text is None or not text.begins_statement(first.position.line, first.position.column):
        return []
    return [_invariant("location_invariant", text.name, first.position, first.function, "1")]


def _kind(found: LoopInvariant, text: ProgramText) -> str | None:
    """Only what the text confirms is written: a position inside a macro is not that of a keyword."""
    line, column = found.position.line, found.position.column
    if found.labelled:
        return "location_invariant" if text.begins_statement(line, column) else None
    return "loop_invariant" if text.token(line, column) in LOOPS else None


def _invariant(kind: str, file: str, position: Position, function: str, value: str) -> dict[str, Any]:
    location = {"file_name": file, "line": position.line, "column": position.column, "function": function}
    return {"invariant": {"type": kind, "location": location, "value": value, "format": "c_expression"}}
