"""What a proof says of the functions that a program calls, as contracts: ``requires`` and ``ensures``, in C.

The invariant at a function's entry is its precondition, that at its end its postcondition: over what it was called
with, ``\\old(x)`` where it changes that, what it leaves, and ``\\result``, as ACSL writes them.  What C cannot name
there (variables of callers that it reaches by pointers) is left out: what remains is true of every call, though it need
not be inductive any more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assay.core.c_source import CalledFunction, Declaration, NamedValue, Scalar, SourceMap
from assay.core.errors import Position
from assay.core.evidence import Proof
from assay.core.model import Model
from assay.core.terms import FALSE, TRUE, Term
from assay.witness.c.text.expressions import as_c_invariant
from assay.witness.c.text.scope import CScope


@dataclass(frozen=True)
class Contract:
    """What holds whenever a function is called, and whenever it returns; nothing said is empty."""

    function: str
    where: Position
    first: Position | None
    requires: str
    ensures: str


def contracts(model: Model, proof: Proof) -> tuple[Contract, ...]:
    """The contracts of all functions of which the proof says something, in the order of the text."""
    source = model.origin.source
    if source is None:
        return ()
    found = []
    for function in source.functions:
        before, after = proof.invariant.get(function.entry), proof.invariant.get(function.end)
        requires = _text(before, _scope(source, function, at_end=False))
        ensures = _text(after, _scope(source, function, at_end=True))
        if requires or ensures:
            found.append(Contract(function.name, function.where, function.first, requires, ensures))
    return tuple(sorted(found, key=lambda contract: (contract.where.file, contract.where.line)))


def _text(invariant: Term | None, scope: CScope) -> str:
    if invariant is None or invariant is TRUE:
        return ""
    return "0" if invariant is FALSE else as_c_invariant(invariant, scope) or ""


@dataclass(frozen=True)
class _ContractScope(CScope):
    """The names of a function's contract: ``names`` beside what is visible where the function stands."""

    names: dict[Term, NamedValue] = field(default_factory=dict)

    def variable(self, symbol: Term) -> NamedValue | None:
        found = self.names.get(symbol)
        if found is not None:
            return None if found.type.floating else found
        return super().variable(symbol)


def _scope(source: SourceMap, function: CalledFunction, *, at_end: bool) -> CScope:
    names: dict[Term, NamedValue] = {}
    point = function.where.line, function.where.column
    for symbol, kept in function.given:
        named = source.variables.get(symbol)
        own = symbol in function.parameters
        if named is None or not (own or source.visible(named.declaration, point, function.frame, function.where.file)):
            continue
        if not at_end:
            names[symbol] = named
        else:
            names[kept] = named if kept is symbol else replace(named, text=f"\\old({named.text})")
    if at_end and len(function.result) == 1 and function.returned is not None:
        made = function.returned
        declaration = Declaration("\\result", point, point)
        held = Scalar(made.width, made.signed, made.boolean)
        names[function.result[0]] = NamedValue("\\result", made, held, declaration)
    return _ContractScope(source, point, function.frame, function.where.file, names)
