"""One step without arrays: a symbol stands for each element that it reads, equal indices have equal elements.

Reads over writes (McCarthy 1962): an element of a written array is the value written, where the indices are equal, and
else one of the array before.  Elements of array symbols become symbols, with Ackermann's conditions between them.  An
equation between arrays says that they have equal elements wherever one of them is read; that they differ says nothing.
So the step without arrays is possible wherever the step with arrays is, and maybe elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    and_,
    conjunction,
    eq,
    implies,
    int_mod,
    integer,
    ite,
    le,
    lt,
    or_,
    variable,
)
from assay.core.terms.rebuild import Substitution, rebuild
from assay.core.terms.sorts import BOOL

Element = tuple[Term, Term]
"""An array symbol and an index without arrays."""


@dataclass(frozen=True, slots=True)
class _Equation:
    """The truth value ``name`` stands for the equation of two arrays."""

    name: Term
    left: Term
    right: Term


class Elements:
    """The elements that one step reads.  ``fresh`` makes symbols that nothing else has.

    Of the arrays that ``moduli`` lists, remainders stand for the elements.
    """

    def __init__(self, fresh: Callable[[Term], Term], moduli: Mapping[Term, int]) -> None:
        self._fresh = fresh
        self._moduli = moduli
        self._values: dict[Element, Term] = {}
        self._without: dict[Term, Term] = {}
        self._names: dict[Term, Term] = {}
        self._equations: dict[Term, _Equation] = {}
        self._mixed: set[Term] = set()
        self._bounds: list[Term] = []

    @property
    def values(self) -> Mapping[Element, Term]:
        """What stands for each element that was read."""
        return self._values

    def know(self, read: Term, value: Term) -> None:
        """Let ``value`` stand for what ``read`` finds in an array symbol."""
        array, index = read.args
        self._values.setdefault((array, self.without_arrays(index)), value)

    def guard(self, formula: Term) -> Term:
        """A condition without arrays that is true wherever ``formula`` is, for some values of the symbols."""
        if formula.op in (Op.AND, Op.OR):
            parts = [self.guard(part) for part in formula.args]
            return and_(*parts) if formula.op is Op.AND else or_(*parts)
        if _equates_arrays(formula):
            return self._equation(formula)
        return self.without_arrays(formula)

    def without_arrays(self, root: Term) -> Term:
        """The same with symbols for elements; ``root`` is no array itself."""
        memo, stack = self._without, [root]
        while stack:
            term = stack[-1]
            parts = _parts(term)
            missing = [part for part in parts if part not in memo]
            if term in memo or not missing:
                stack.pop()
            if term not in memo and not missing:
                memo[term] = self._replaced(term)
            elif term not in memo:
                stack.extend(missing)
        return memo[root]

    def _replaced(self, term: Term) -> Term:
        if term.op is Op.SELECT:
            array, index = term.args
            return self.element(array, self._without[index], self.modulus(array))
        if term.op is Op.MOD and term.args[0].op is Op.SELECT and self.modulus(term.args[0].args[0]) is not None:
            return self._without[term.args[0]]
        if _equates_arrays(term):
            name = self._equation(term)
            self._mixed.add(name)
            return name
        return rebuild(term, tuple(self._without[arg] for arg in term.args)) if term.args else term

    def modulus(self, *arrays: Term) -> int | None:
        """The number modulo which the elements of the arrays, which are connected, are known."""
        return next((self._moduli.get(base) for array in arrays for base in bases_of(array)), None)

    def element(self, array: Term, index: Term, modulus: int | None) -> Term:
        """What ``array`` has at ``index``, which is without arrays; its remainder, if there is a modulus."""
        written: list[tuple[Term, Term]] = []
        while array.op is Op.STORE and not (written and written[-1][0] is TRUE):
            array, place, value = array.args
            same = eq(self.without_arrays(place), index)
            if same is not FALSE:
                written.append((same, value))
        if written and written[-1][0] is TRUE:
            found = self._remainder(written.pop()[1], modulus)
        else:
            found = self._unwritten(array, index, modulus)
        for same, value in reversed(written):
            found = ite(same, self._remainder(value, modulus), found)
        return found

    def _remainder(self, value: Term, modulus: int | None) -> Term:
        found = self.without_arrays(value)
        return found if modulus is None else int_mod(found, integer(modulus))

    def _unwritten(self, array: Term, index: Term, modulus: int | None) -> Term:
        match array.op:
            case Op.CONST_ARRAY:
                return self._remainder(array.args[0], modulus)
            case Op.ITE:
                condition, then, otherwise = array.args
                return ite(
                    self.without_arrays(condition),
                    self.element(then, index, modulus),
                    self.element(otherwise, index, modulus),
                )
        found = self._values.get((array, index))
        if found is None:
            assert array.sort.element is not None
            name = f"{array.name if array.op is Op.VAR else 'element'}[]"
            found = self._values[array, index] = self._fresh(variable(name, array.sort.element))
            if modulus is not None:
                self._bounds += [le(integer(0), found), lt(found, integer(modulus))]
        return found

    def conditions(self) -> tuple[Substitution, list[Term]]:
        """What equations between arrays mean, and what else is true of the symbols.  To be asked for at the end."""
        meanings = self._meanings()
        named = {name: meaning for name, meaning in meanings.items() if name not in self._mixed}
        conditions = self._bounds + [
            implies(name, meaning) for name, meaning in meanings.items() if name in self._mixed
        ]
        by_array: dict[Term, list[tuple[Term, Term]]] = {}
        for (array, index), value in self._values.items():
            by_array.setdefault(array, []).append((index, value))
        for elements in by_array.values():
            for (index, value), (other, second) in combinations(elements, 2):
                conditions.append(implies(eq(index, other), eq(value, second)))
        return Substitution(named), conditions

    def _equation(self, formula: Term) -> Term:
        name = self._names.get(formula)
        if name is None:
            name = self._names[formula] = self._fresh(variable("equal", BOOL))
            self._equations[name] = _Equation(name, *formula.args)
        return name

    def _meanings(self) -> dict[Term, Term]:
        """For each equation, that the elements are equal wherever one of its arrays is read."""
        met: dict[tuple[Term, Term], Term] = {}
        while True:
            due = [
                (equation, index)
                for equation in list(self._equations.values())
                for index in dict.fromkeys(self._read(equation))
                if (equation.name, index) not in met
            ]
            if not due:
                break
            for equation, index in due:
                number = self.modulus(equation.left, equation.right)
                sides = (self.element(side, index, number) for side in (equation.left, equation.right))
                met[equation.name, index] = eq(*sides)
        return {
            name: conjunction(meaning for (of, _), meaning in met.items() if of is name) for name in self._equations
        }

    def _read(self, equation: _Equation) -> Iterator[Term]:
        """The indices at which symbols of the equation's arrays are read."""
        bases = {*bases_of(equation.left), *bases_of(equation.right)}
        return (index for array, index in self._values if array in bases)


def bases_of(array: Term) -> Iterator[Term]:
    """The arrays that ``array`` is made of by writing and by choice."""
    stack = [array]
    while stack:
        term = stack.pop()
        if term.op is Op.STORE:
            stack.append(term.args[0])
        elif term.op is Op.ITE:
            stack.extend(term.args[1:])
        elif term.op is not Op.CONST_ARRAY:
            yield term


def _equates_arrays(term: Term) -> bool:
    return term.op is Op.EQ and term.args[0].sort.is_array


def _parts(term: Term) -> tuple[Term, ...]:
    """What has to be without arrays before ``term`` can be."""
    if term.op is Op.SELECT:
        return term.args[1:]
    return () if _equates_arrays(term) else term.args
