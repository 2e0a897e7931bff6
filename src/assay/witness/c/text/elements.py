"""What a proof says of all elements of an array, as a person writes it: for every k with 0 <= k < n: a[k] == 0.

A proof about all values of an index (``Proof.every``) is a formula with many cases.  Here sentences are guessed, the
comparisons in it that speak of elements, for an index between two of its variables, and those are kept that follow from
it, by a solver, for some value of the index.  So they are true if the proof is one.  Limits: one index at a time; an
element that C has no name for, and what is true of no such range, stays untold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from assay.core.budget import Deadline
from assay.core.c_source import Cells, LoopHead, NamedValue, Scalar, SourceMap
from assay.core.errors import Position, SolverFailure
from assay.core.evidence import Proof
from assay.core.model import Model
from assay.core.terms import FALSE, TRUE, Op, Term, and_, conjunction, not_, post_order, variable
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import BOOL
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.witness.c.text.expressions import as_c_invariant
from assay.witness.c.text.scope import CScope
from assay.witness.c.text.sums import vector_linear

# Seconds of one question.
QUESTION: Final = 0.5
# So many variables bound a range, and so many sentences a loop has.
MOST_BOUNDS: Final = 6
MOST_SENTENCES: Final = 4
# What an index is called.
NAMES: Final = ("k", "i", "j", "m", "p", "q", "index")


@dataclass(frozen=True)
class AboutElements:
    """A sentence that is true whenever control is at a loop."""

    position: Position
    function: str
    text: str


def about_elements(model: Model, proof: Proof, seconds: float) -> tuple[AboutElements, ...]:
    """What ``proof`` says of all elements of arrays at the loops of the program, in the order of the text.

    After so many ``seconds`` no more is looked for.
    """
    source = model.origin.source
    if source is None or not proof.every:
        return ()
    until = Deadline.after(seconds)
    copies: dict[Position, list[LoopHead]] = {}
    for loop in source.loops:
        if proof.invariant.get(loop.location, FALSE) is not FALSE:
            copies.setdefault(loop.position, []).append(loop)
    found = []
    for position, heads in sorted(copies.items(), key=lambda item: (item[0].file, item[0].line, item[0].column)):
        said = [dict.fromkeys(_sentences(source, proof, head, until)) for head in heads]
        common = [text for text in said[0] if all(text in other for other in said)]
        found += [AboutElements(position, heads[0].function, text) for text in common[:MOST_SENTENCES]]
    return tuple(found)


def _sentences(source: SourceMap, proof: Proof, head: LoopHead, until: Deadline) -> Iterator[str]:
    invariant = proof.invariant[head.location]
    for index in proof.every:
        if index in invariant.free and index.sort.is_bitvector:
            yield from _Guesses(source, invariant, index, head, until).sentences()


@dataclass(frozen=True)
class _Element:
    """A read of memory that is one of the ``cells``: its number, and that in C."""

    read: Term
    cells: Cells
    number: Term
    text: str


class _Guesses:
    """Sentences about one index at one loop."""

    def __init__(self, source: SourceMap, invariant: Term, index: Term, head: LoopHead, until: Deadline) -> None:
        self._source = source
        self._scope = CScope.of(source, head)
        self._invariant = invariant
        self._index = index
        self._until = until
        self._solver = Z3Solver()
        self._solver.add(invariant)
        taken = {declaration.name for declaration in source.declarations}
        self._name = next((name for name in NAMES if name not in taken), "index_")
        self._elements = {element.read: element for element in self._found()}

    def sentences(self) -> Iterator[str]:
        """What is true of the elements in a range, the facts of one range together."""
        by_range: dict[str, list[tuple[Term, str]]] = {}
        for fact in self._facts():
            text = self._in_c(fact)
            place = self._range(fact) if text is not None else None
            if text is not None and place is not None:
                known = conjunction(other for other, _ in by_range.get(place, ()))
                if not self._follows(known, fact):
                    by_range.setdefault(place, []).append((fact, text))
        for place, facts in by_range.items():
            yield f"for every {self._name} with {place}: {' && '.join(sorted(text for _, text in facts))}"

    # -- what is spoken of ---------------------------------------------------------------------------------------------

    def _found(self) -> Iterator[_Element]:
        for term in post_order(self._invariant):
            if term.op is not Op.SELECT or term.args[0].op is not Op.VAR or self._index not in term.args[1].free:
                continue
            for cells in self._source.memory.get(term.args[0], ()):
                found = self._number(term.args[1], cells)
                if found is not None:
                    yield _Element(term, cells, *found)
                    break

    def _number(self, address: Term, cells: Cells) -> tuple[Term, str] | None:
        """Which of the cells is at the address, if that is one of them at all."""
        scope = self._scope
        if cells.count == 1 or not scope.source.visible(cells.declaration, scope.point, scope.frame, scope.file):
            return None
        factors, constant = vector_linear(address)
        distance = constant - cells.address
        if distance % cells.stride or any(factor % cells.stride for factor in factors.values()):
            return None
        names = {atom: self._named(atom) for atom in factors}
        parts = [(factor // cells.stride, name) for atom, factor in factors.items() if (name := names[atom])]
        if len(parts) < len(factors):
            return None
        width = address.sort.width
        number = bv(distance // cells.stride, width)
        for atom, factor in factors.items():
            product = bv_binary(Op.BV_MUL, atom, bv(factor // cells.stride, width))
            number = bv_binary(Op.BV_ADD, number, product)
        return number, _sum(parts, distance // cells.stride)

    def _named(self, atom: Term) -> str | None:
        """A number in C: a variable, or the index."""
        signed = atom.op is not Op.BV_ZERO_EXTEND
        inner = atom.args[0] if atom.op in (Op.BV_SIGN_EXTEND, Op.BV_ZERO_EXTEND) else atom
        if inner is self._index:
            return self._name if signed else None
        found = self._scope.variable(inner)
        plain = found is not None and not found.type.pointer and (atom is inner or found.type.signed == signed)
        return found.text if found is not None and plain else None

    def _facts(self) -> Iterator[Term]:
        """The comparisons of elements, and their negations; equations first."""
        atoms = dict.fromkeys(
            part for part in post_order(self._invariant) if part.sort is BOOL and _is_comparison(part)
        )
        about = [atom for atom in atoms if any(part in self._elements for part in post_order(atom))]
        about.sort(key=lambda atom: atom.op is not Op.EQ)
        yield from about
        yield from map(not_, about)

    def _in_c(self, fact: Term) -> str | None:
        """The fact in C, if C has names for all of it."""
        texts: dict[Term, NamedValue] = {}
        names: dict[Term, Term] = {}
        for read, element in self._elements.items():
            cells = element.cells
            text = f"{cells.before}{element.text}{cells.after}"
            names[read] = variable(f"%element {text}", read.sort)
            texts[names[read]] = NamedValue(text, cells.type, cells.type, cells.declaration)
            held = Scalar(self._index.sort.width, signed=True)
            texts[self._index] = NamedValue(self._name, held, held, cells.declaration)
        plain = _replaced(fact, names)
        scope = replace(self._scope, source=replace(self._source, variables={**self._source.variables, **texts}))
        known = {*texts, *(symbol for symbol in plain.free if scope.variable(symbol) is not None)}
        return as_c_invariant(plain, scope) if plain.free <= known else None

    # -- where it is true ----------------------------------------------------------------------------------------------

    def _range(self, fact: Term) -> str | None:
        """The indices, as many as there are, for which the fact follows from the invariant."""
        inside = conjunction(self._inside(self._elements[part]) for part in post_order(fact) if part in self._elements)
        bounds = self._ordered()
        for low, first in ((bv(0, self._index.sort.width), "0"), *bounds):
            ends = []
            for high, last in (*bounds, *self._limits()):
                place = and_(bv_compare(Op.BV_SLE, low, self._index), bv_compare(Op.BV_SLT, self._index, high))
                if low is not high and self._follows(place, and_(fact, inside), self._solver) and self._exists(place):
                    ends.append((high, last))
            if ends:
                return f"{first} <= {self._name} < {self._largest(ends)}"
        return None

    def _largest(self, ends: Sequence[tuple[Term, str]]) -> str:
        """The last of those that others are never above."""
        return max(ends, key=lambda end: sum(self._at_most(other, end[0]) for other, _ in ends))[1]

    def _inside(self, element: _Element) -> Term:
        """The element exists: multiples of the stride may wrap around."""
        width = element.number.sort.width
        return bv_compare(Op.BV_ULT, element.number, bv(element.cells.count, width))

    def _ordered(self) -> list[tuple[Term, str]]:
        """Variables of the program that may bound a range, small ones first."""
        named: list[tuple[Term, str]] = []
        for symbol in self._scope_variables():
            found = self._scope.variable(symbol)
            if found is not None and found.type.signed and symbol.sort is self._index.sort:
                named.append((symbol, found.text))
        named = named[:MOST_BOUNDS]
        return sorted(named, key=lambda bound: sum(self._at_most(other, bound[0]) for other, _ in named))

    def _at_most(self, least: Term, most: Term) -> bool:
        return self._follows(TRUE, bv_compare(Op.BV_SLE, least, most), self._solver)

    def _scope_variables(self) -> Iterable[Term]:
        return dict.fromkeys(term for term in post_order(self._invariant) if term.op is Op.VAR)

    def _limits(self) -> Iterator[tuple[Term, str]]:
        """How many elements there are, and the numbers that the index is compared with, large ones first."""
        numbers = {element.cells.count for element in self._elements.values()}
        for part in post_order(self._invariant):
            if part.op not in (Op.BV_SLE, Op.BV_SLT) or self._index not in part.args:
                continue
            other = part.args[part.args[0] is self._index]
            if other.is_const:
                # The first number that is too large, or the first that is not too small.
                numbers.add(int(other.number) + ((part.op is Op.BV_SLE) == (part.args[0] is self._index)))
        width = self._index.sort.width
        for number in sorted(numbers, reverse=True):
            if 1 < number < 1 << (width - 1):
                yield bv(number, width), str(number)

    def _follows(self, known: Term, fact: Term, solver: Z3Solver | None = None) -> bool:
        """Does it follow from what is known, and from the invariant if that is the solver's?"""
        return self._answer(solver or Z3Solver(), known, not_(fact)) is Answer.UNSAT

    def _exists(self, place: Term) -> bool:
        return self._answer(self._solver, place) is Answer.SAT

    def _answer(self, solver: Z3Solver, *formulas: Term) -> Answer:
        try:
            return Answer.UNKNOWN if self._until.passed else solver.check(formulas, seconds=QUESTION)
        except SolverFailure:
            return Answer.UNKNOWN


def _is_comparison(part: Term) -> bool:
    return part.op in (Op.EQ, Op.BV_SLE, Op.BV_SLT, Op.BV_ULE, Op.BV_ULT) and part.args[0].sort.is_bitvector


def _replaced(root: Term, names: Mapping[Term, Term]) -> Term:
    built: dict[Term, Term] = {}
    for term in post_order(root):
        built[term] = names[term] if term in names else rebuild(term, tuple(built[arg] for arg in term.args))
    return built[root]


def _sum(parts: Sequence[tuple[int, str]], constant: int) -> str:
    """A linear sum in C, what is positive first."""
    text = ""
    for factor, name in sorted(parts, key=lambda part: -part[0]):
        sign = " - " if factor < 0 else " + " if text else ""
        text += f"{sign.strip() if not text else sign}{'' if abs(factor) == 1 else f'{abs(factor)} * '}{name}"
    if constant and text:
        text += f" {'-' if constant < 0 else '+'} {abs(constant)}"
    return text or str(constant)
