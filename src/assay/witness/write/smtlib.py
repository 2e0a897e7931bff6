"""Proofs as SMT-LIB models: a ``define-fun`` for each predicate or location, in the input's own vocabulary.

For Horn clauses the definitions are a model of the file: put them in place of its declarations, and every assertion is
valid.  For other inputs there is a definition for each location, and the conditions that make the whole an inductive
invariant follow as checks in terms of these definitions: any SMT-LIB solver answers each of them with ``unsat``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from assay.core.errors import Unsupported
from assay.core.evidence import Proof
from assay.core.joint import inducted
from assay.core.model import Edge, Location, Model, Property
from assay.core.terms import FALSE, TRUE, Term, and_, conjunction, disjunction, eq, not_, variable
from assay.core.terms.rebuild import Substitution
from assay.core.terms.smtlib import quoted, symbol, to_smtlib
from assay.core.words import counted

HORN: Final = "SMT-LIB HORN"


def proof_document(
    model: Model, property: Property, proof: Proof, *, evidence: str = "", remarks: Sequence[str] = ()
) -> str:
    """The invariant, in a form that fits the input it is about, behind comments: ``evidence`` and ``remarks``."""
    write = horn_model if model.origin.format == HORN else script
    return write(model, property, proof, (evidence, *remarks))


def horn_model(model: Model, property: Property, proof: Proof, comments: Sequence[str]) -> str:
    """Definitions that can stand in place of the declarations of a Horn file."""
    added = {model.entry, *(place for prop in model.properties for place in prop.bad)}
    lines = _header(model, property, comments, "a model of the clauses: put it in place of the declarations")
    for location in model.locations:
        if location not in added:
            lines.append(definition(location.name, location, proof))
    return "\n".join(lines) + "\n"


def script(model: Model, property: Property, proof: Proof, comments: Sequence[str]) -> str:
    """Definitions for all locations, and checks that they are an inductive invariant without errors.

    Where the error is excluded by induction over several steps, base and step are checked instead of the last of these.
    """
    names = _names(model)
    what = f"induction over {counted(proof.depth, 'step')}" if proof.depth else "an inductive invariant"
    lines = _header(model, property, comments, f"{what}: a solver answers every check with unsat")
    lines.append("(set-logic ALL)")
    lines += [definition(names[location], location, proof) for location in model.locations]
    checks = chain(_inductive(model, names), _safe(property, names))
    if proof.depth:
        checks = chain(_inductive(model, names), _induction(model, inducted(property, proof), proof))
    for remark, violation, symbols in checks:
        lines += ["(push 1)", f"; {_one_line(remark)}", *_declarations(symbols)]
        lines += [f"(assert {violation})", "(check-sat)", "(pop 1)"]
    return "\n".join(lines) + "\n"


def _header(model: Model, property: Property, comments: Sequence[str], what: str) -> list[str]:
    title = f"{model.origin.name or 'model'}: property {property.name} holds"
    return [f"; {_one_line(text)}" for text in (title, what, *comments) if text]


def _one_line(text: str) -> str:
    return " ".join(text.split())


def definition(name: str, location: Location, proof: Proof) -> str:
    """One ``define-fun`` over the location's variables."""
    invariant = proof.invariant.get(location, FALSE)
    indices = " ".join(f"({symbol(v.name)} {v.sort})" for v in proof.every if v in invariant.free)
    formula = f"(forall ({indices}) {to_smtlib(invariant)})" if indices else to_smtlib(invariant)
    parameters = " ".join(f"({symbol(v.name)} {v.sort})" for v in location.variables)
    return f"(define-fun {quoted(name)} ({parameters}) Bool {formula})"


def _names(model: Model) -> Mapping[Location, str]:
    """A name for each location's definition: its own, unless a variable, another location or a theory has it."""
    taken = {symbol.name for edge in model.edges for symbol in (*edge.source.variables, *edge.inputs)}
    taken |= {variable.name for location in model.locations for variable in location.variables}
    names: dict[Location, str] = {}
    for location in model.locations:
        name = location.name
        while name in taken or symbol(name) != quoted(name):
            name += "!"
        taken.add(name)
        names[location] = name
    return names


def _inductive(model: Model, names: Mapping[Location, str]) -> Iterator[tuple[str, str, Iterable[Term]]]:
    """In words, as the formula that must have no model, and its symbols: initiation and consecution."""
    entry = model.entry
    initial = f"(and {to_smtlib(model.initial)} (not {_apply(names[entry], entry.variables)}))"
    yield f"runs start inside the invariant of {entry}", initial, {*entry.variables, *model.initial.free}
    for edge in model.edges:
        yield f"edge {edge} stays inside", _consecution(edge, names), {*edge.source.variables, *edge.inputs}


def _safe(property: Property, names: Mapping[Location, str]) -> Iterator[tuple[str, str, Iterable[Term]]]:
    for location, bad in property.bad.items():
        violation = f"(and {_apply(names[location], location.variables)} {to_smtlib(bad)})"
        yield f"no error at {location}", violation, {*location.variables, *bad.free}


def _consecution(edge: Edge, names: Mapping[Location, str]) -> str:
    before = _apply(names[edge.source], edge.source.variables)
    used = "".join(f" {_apply(names[use.location], use.arguments)}" for use in edge.uses)
    after = _apply(names[edge.target], (edge.after(v) for v in edge.target.variables))
    return f"(and {before} {to_smtlib(edge.guard)}{used} (not {after}))"


def _apply(name: str, arguments: Iterable[Term]) -> str:
    texts = [to_smtlib(argument) for argument in arguments]
    return f"({quoted(name)} {' '.join(texts)})" if texts else quoted(name)


def _declarations(symbols: Iterable[Term]) -> list[str]:
    ordered = sorted(symbols, key=lambda term: term.name)
    return [f"(declare-const {symbol(term.name)} {term.sort})" for term in ordered]


# -- induction over several steps --------------------------------------------------------------------------------------


def _induction(model: Model, prop: Property, proof: Proof) -> Iterator[tuple[str, str, list[Term]]]:
    """As for invariants.  Base: no run shows the error at one of its first steps.  Step: so many steps inside the
    invariant without error are followed by no error.  Limit: one location, and paths that may repeat states.

    The states of a path are copies of the variables, ``x@0``, ``x@1`` and so on, and so are the inputs of its steps.
    """
    if proof.simple or any(place != model.entry for place in model.locations):
        raise Unsupported(
            "induction over paths without repeated states is not written as SMT-LIB",
            hint="--engine ic3, if it proves it",
        )
    unrolled = _Unrolled(model, prop, proof)
    for length in range(proof.depth):
        clean = [not_(unrolled.bad(step)) for step in range(length)]
        run = conjunction(
            (unrolled.at(model.initial, 0), *map(unrolled.step, range(length)), *clean, unrolled.bad(length))
        )
        yield f"no run shows the error at step {length}", *_written(run)
    inside = [unrolled.at(unrolled.invariant, step) for step in range(proof.depth + 1)]
    clean = [not_(unrolled.bad(step)) for step in range(proof.depth)]
    path = conjunction((*inside, *map(unrolled.step, range(proof.depth)), *clean, unrolled.bad(proof.depth)))
    yield f"{proof.depth} steps without error are followed by none", *_written(path)


def _written(formula: Term) -> tuple[str, list[Term]]:
    return to_smtlib(formula), sorted(formula.free, key=lambda term: term.name)


class _Unrolled:
    """The model's formulas at each step of a path."""

    def __init__(self, model: Model, prop: Property, proof: Proof) -> None:
        self.invariant = proof.invariant.get(model.entry, FALSE)
        self._model = model
        self._bad = prop.bad.get(model.entry, FALSE)
        self._copies: dict[int, Substitution] = {}
        inputs = {term for edge in model.edges for term in edge.inputs}
        self._symbols = [*model.entry.variables, *sorted(inputs | self._bad.free, key=lambda term: term.uid)]

    def at(self, formula: Term, step: int) -> Term:
        if step not in self._copies:
            copies = {term: variable(f"{term.name}@{step}", term.sort) for term in self._symbols}
            self._copies[step] = Substitution(copies)
        return self._copies[step](formula)

    def bad(self, step: int) -> Term:
        return self.at(self._bad, step)

    def step(self, number: int) -> Term:
        """Some edge leads from the state at ``number`` to the next one."""
        return disjunction(self._along(edge, number) for edge in self._model.edges) if self._model.edges else TRUE

    def _along(self, edge: Edge, number: int) -> Term:
        moves = [eq(self.at(v, number + 1), self.at(edge.after(v), number)) for v in edge.target.variables]
        return and_(self.at(edge.guard, number), *moves)
