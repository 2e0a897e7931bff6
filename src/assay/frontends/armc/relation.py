"""Prolog constraints as terms: the relation between the data before and after a transition.

Prolog variables become variables of the source location, primed variables of the target location, or inputs.  Equations
that say what a primed variable is become updates; the rest of the relation is the guard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.terms import (
    FALSE,
    TRUE,
    Op,
    Term,
    add,
    and_,
    conjunction,
    conjuncts,
    eq,
    ge,
    gt,
    le,
    lt,
    mul,
    neg,
    not_,
    number,
    or_,
    prime,
    real_div,
    sub,
    variable,
)
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import BOOL, Sort
from assay.frontends.armc.prolog import Compound, Node, Number, Variable, show
from assay.frontends.text import Names, Source

_ARITHMETIC: Final[Mapping[tuple[str, int], Callable[..., Term]]] = {
    ("+", 2): add,
    ("-", 2): sub,
    ("*", 2): mul,
    ("/", 2): real_div,
    ("-", 1): neg,
    ("+", 1): lambda operand: operand,
}
_COMPARISON: Final[Mapping[tuple[str, int], Callable[..., Term]]] = {
    ("=", 2): eq,
    ("=:=", 2): eq,
    ("is", 2): eq,
    ("=\\=", 2): lambda left, right: not_(eq(left, right)),
    ("<", 2): lt,
    (">", 2): gt,
    ("=<", 2): le,
    (">=", 2): ge,
}
_LOGIC: Final[Mapping[tuple[str, int], Callable[..., Term]]] = {
    (",", 2): and_,
    (";", 2): or_,
    ("\\+", 1): not_,
    ("{}", 1): lambda operand: operand,
}


class Translation:
    """Translates one transition, and hands out ``names`` to its inputs."""

    def __init__(self, source: Source, sort: Sort, names: Names) -> None:
        self._source = source
        self._sort = sort
        self._names = names
        self._known: dict[str, Term] = {}

    def step(
        self,
        before: Sequence[Node],
        source: Sequence[Term],
        after: Sequence[Node],
        target: Sequence[Term],
        constraints: Sequence[Node],
    ) -> tuple[Term, dict[Term, Term]]:
        """Guard and updates of the step from data ``before`` to data ``after`` under ``constraints``."""
        relation = self._match(before, source)
        relation += self._match(after, list(map(prime, target)))
        relation += [self._formula(node) for node in constraints]
        return _solve(relation, target)

    def _match(self, arguments: Iterable[Node], variables: Sequence[Term]) -> list[Term]:
        """Name the Prolog variables met for the first time; equations for everything else."""
        equations = []
        for argument, term in zip(arguments, variables, strict=True):
            if isinstance(argument, Variable) and argument.name not in self._known:
                if argument.name != "_":
                    self._known[argument.name] = term
            else:
                equations.append(eq(term, self._number(argument)))
        return equations

    def _number(self, node: Node) -> Term:
        term = self._translate(node)
        if term.sort is BOOL:
            raise InputError(f"expected a number, not {show(node)}", self._source.position(node.offset))
        return term

    def _formula(self, node: Node) -> Term:
        term = self._translate(node)
        if term.sort is not BOOL:
            raise InputError(f"expected a constraint, not {show(node)}", self._source.position(node.offset))
        return term

    def _translate(self, root: Node) -> Term:
        """``root`` as a term; left-leaning chains may be long, so no recursion."""
        done: list[Term] = []
        stack: list[tuple[Node, bool]] = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if not isinstance(node, Compound) or not node.arguments or node.functor == "rat":
                done.append(self._leaf(node))
            elif not ready:
                stack.append((node, True))
                stack.extend((argument, False) for argument in reversed(node.arguments))
            else:
                arguments = done[-len(node.arguments) :]
                del done[-len(node.arguments) :]
                done.append(self._apply(node, arguments))
        return done[0]

    def _apply(self, node: Compound, arguments: list[Term]) -> Term:
        kind = (node.functor, len(arguments))
        for table, sort, what in (
            (_ARITHMETIC, self._sort, "a number"),
            (_COMPARISON, self._sort, "a number"),
            (_LOGIC, BOOL, "a constraint"),
        ):
            if kind in table:
                for argument, part in zip(arguments, node.arguments, strict=True):
                    if argument.sort is not sort:
                        raise InputError(f"expected {what}, not {show(part)}", self._source.position(part.offset))
                return table[kind](*arguments)
        what = f"{node.functor}/{len(arguments)}"
        raise Unsupported(f"the operation {what} is not read", self._source.position(node.offset))

    def _leaf(self, node: Node) -> Term:
        match node:
            case Number(value):
                return number(value, self._sort)
            case Variable("_"):
                return variable(self._names.fresh("any"), self._sort)
            case Variable(name):
                if name not in self._known:
                    self._known[name] = variable(self._names.fresh(name), self._sort)
                return self._known[name]
            case Compound("rat", (Number(int(above)), Number(int(below)))) if below:
                return number(Fraction(above, below), self._sort)
            case Compound("true", ()):
                return TRUE
            case Compound("false" | "fail", ()):
                return FALSE
        hint = "variables begin with a capital letter"
        raise InputError(f"expected a number or a variable, not {show(node)}", self._source.position(node.offset), hint)


def _solve(relation: list[Term], after: Sequence[Term]) -> tuple[Term, dict[Term, Term]]:
    """``relation`` as a guard and values for ``after``: an equation x' = t without other primes defines x'."""
    primes = {prime(term): term for term in after}
    values: dict[Term, Term] = {}
    rest: list[Term] = []
    for formula in conjuncts(conjunction(relation)):
        solution = _definition(formula, primes)
        if solution is None or primes[solution[0]] in values:
            rest.append(formula)
        else:
            values[primes[solution[0]]] = solution[1]
    known = Substitution({prime(term): value for term, value in values.items()})
    for term in after:
        values.setdefault(term, prime(term))
    return conjunction(map(known, rest)), {term: values[term] for term in after}


def _definition(formula: Term, primes: Mapping[Term, Term]) -> tuple[Term, Term] | None:
    """``x', t`` if ``formula`` says x' = t for exactly one primed variable, with coefficient 1 or -1."""
    if formula.op is not Op.EQ:
        return None
    primed = [term for term in formula.free if term in primes]
    if len(primed) != 1:
        return None
    unknown = primed[0]
    left, right = formula.args
    for sign in (1, -1):
        # sum = constant with sum = sign * x' + rest: x' = sign * (constant - rest)
        rest = sub(left, unknown) if sign == 1 else add(left, unknown)
        if unknown not in rest.free:
            value = sub(right, rest)
            return unknown, value if sign == 1 else neg(value)
    return None
