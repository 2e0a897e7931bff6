"""What a variable is used for: the domain types that make a refinement look cheap or expensive.

(Apel, Beyer, Friedberger, Raimondi, von Rhein, *Domain types*, HVC 2013; Beyer, Löwe, Wendler, SPIN 2015, section 4.)
Variables connected by copies and comparisons share a type.  *Boolean*: only 0, 1 and truth values; *equality*: only
constants and copies, only compared for equality; *arithmetic*; *bit operation*; *loop counter*: stepped by a constant
in a loop and read by a condition that leaves it, which outweighs everything else.
Inputs belong to the class of what they are compared with or assigned to, one edge at a time; being chosen freely says
nothing about a type, so a variable that is only ever tested for zero is Boolean even if it may have any value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final

from assay.core.graph import loops
from assay.core.model import Edge, Model
from assay.core.terms import Op, Term, linear
from assay.core.terms.sorts import BOOL


class DomainType(Enum):
    """How a class of variables is used; the value is the score of a variable (smaller is cheaper to track)."""

    BOOLEAN = 2
    EQUALITY = 4
    ARITHMETIC = 16
    BIT_OPERATION = 32
    LOOP_COUNTER = math.inf

    @property
    def score(self) -> float:
        return float(self.value)


_ARITHMETIC: Final = frozenset(
    (
        Op.ADD, Op.MUL, Op.DIV, Op.MOD, Op.REAL_DIV, Op.LE, Op.LT, Op.TO_INT, Op.IS_INT, Op.BV_NEG, Op.BV_ADD,
        Op.BV_MUL, Op.BV_UDIV, Op.BV_UREM, Op.BV_SDIV, Op.BV_SREM, Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE,
    )
)  # fmt: skip
_BITS: Final = frozenset(
    (
        Op.BV_NOT, Op.BV_AND, Op.BV_OR, Op.BV_XOR, Op.BV_SHL, Op.BV_LSHR, Op.BV_ASHR, Op.BV_CONCAT, Op.BV_EXTRACT,
    )
)  # fmt: skip
# Their value is that of an argument, up to its representation.
_TRANSPARENT: Final = frozenset((Op.BV_ZERO_EXTEND, Op.BV_SIGN_EXTEND, Op.TO_REAL))

_Owner = tuple[Term, Edge | None]
"""A variable of the model, or an input of one edge."""


class _Classes:
    """Union-find over symbols, with the worst use that each class has been put to."""

    def __init__(self) -> None:
        self._parent: dict[_Owner, _Owner] = {}
        self._worst: dict[_Owner, int] = {}

    def root(self, owner: _Owner) -> _Owner:
        parent = self._parent.setdefault(owner, owner)
        while parent != owner:
            self._parent[owner] = self._parent[parent]
            owner = self._parent[owner]
            parent = self._parent[owner]
        return owner

    def join(self, owners: Iterable[_Owner]) -> None:
        roots = list(dict.fromkeys(self.root(owner) for owner in owners))
        for other in roots[1:]:
            self._parent[other] = roots[0]
            self._worst[roots[0]] = max(self._score(roots[0]), self._score(other))

    def use(self, owners: Iterable[_Owner], kind: DomainType) -> None:
        for owner in owners:
            root = self.root(owner)
            self._worst[root] = max(self._score(root), int(kind.score))

    def worst(self, owner: _Owner) -> DomainType:
        return DomainType(self._score(self.root(owner)))

    def _score(self, root: _Owner) -> int:
        return self._worst.get(root, int(DomainType.BOOLEAN.score))


def domain_types(model: Model) -> Mapping[Term, DomainType]:
    """The type of every variable, from how guards and updates use it."""
    classes = _Classes()
    for edge in model.edges:
        usage = _Usage(edge, classes)
        usage.read(edge.guard)
        for symbol, update in edge.updates.items():
            usage.assign(symbol, update)
    counters = _loop_counters(model)
    symbols = dict.fromkeys(symbol for place in model.locations for symbol in place.variables)
    return {
        symbol: DomainType.LOOP_COUNTER if symbol in counters else classes.worst((symbol, None)) for symbol in symbols
    }


class _Usage:
    """What one edge does with its symbols."""

    def __init__(self, edge: Edge, classes: _Classes) -> None:
        self._edge = edge
        self._classes = classes
        self._variables = frozenset(edge.source.variables)
        self._seen: set[Term] = set()

    def assign(self, symbol: Term, update: Term) -> None:
        """The value of ``update`` goes to ``symbol``."""
        self._meet([(symbol, None)], _leaves(update))
        self.read(update)

    def read(self, root: Term) -> None:
        """Every use of a symbol inside ``root``."""
        stack = [root]
        while stack:
            term = stack.pop()
            if term in self._seen:
                continue
            self._seen.add(term)
            if term.op is Op.EQ and term.args[0].sort.is_arithmetic:
                stack.extend(self._equation(term))
                continue
            stack.extend(term.args)
            if term.op is Op.EQ and term.args[0].sort is not BOOL:
                self._meet([], [leaf for side in term.args for leaf in _leaves(side)])
            elif term.op is Op.STORE:
                self._meet([], [*_leaves(term.args[0]), *_leaves(term.args[2])])
                self._classes.use(self._owners(_leaves(term.args[1])), DomainType.ARITHMETIC)
            elif term.op is Op.SELECT:
                self._classes.use(self._owners(_leaves(term.args[1])), DomainType.ARITHMETIC)
            elif (kind := _kind(term)) is not None:
                self._classes.use(self._owners(leaf for arg in term.args for leaf in _leaves(arg)), kind)

    def _equation(self, term: Term) -> list[Term]:
        """``sum = constant`` over numbers; the parts that remain to be read."""
        coefficients, _ = linear(term.args[0])
        bound = term.args[1].number
        parts = list(coefficients)
        if len(parts) == 1 and coefficients[parts[0]] == 1:
            self._meet([], [*_leaves(parts[0]), term.args[1]])
        elif len(parts) == 2 and bound == 0 and sum(coefficients.values()) == 0 and 1 in coefficients.values():
            self._meet([], [leaf for part in parts for leaf in _leaves(part)])
        else:
            self._classes.use(self._owners(leaf for part in parts for leaf in _leaves(part)), DomainType.ARITHMETIC)
        return parts

    def _meet(self, owners: list[_Owner], leaves: Iterable[Term]) -> None:
        """The owners and the symbols among the leaves hold the same values, and the other leaves are among these."""
        leaves = list(leaves)
        owners = [*owners, *self._owners(leaves)]
        self._classes.join(owners)
        for leaf in leaves:
            if leaf.op is Op.CONST and leaf.sort is not BOOL and leaf.number not in (0, 1):
                self._classes.use(owners, DomainType.EQUALITY)
            elif (kind := _kind(leaf)) is not None:
                self._classes.use(owners, kind)

    def _owners(self, leaves: Iterable[Term]) -> list[_Owner]:
        symbols = (leaf for leaf in leaves if leaf.op is Op.VAR)
        return [(symbol, None if symbol in self._variables else self._edge) for symbol in symbols]


def _kind(term: Term) -> DomainType | None:
    if term.op in _ARITHMETIC:
        return DomainType.ARITHMETIC
    return DomainType.BIT_OPERATION if term.op in _BITS else None


def _leaves(root: Term) -> list[Term]:
    """Where the value of a term may come from: through conditionals, extensions and reads."""
    found: dict[Term, None] = {}
    stack = [root]
    while stack:
        term = stack.pop()
        if term.op in _TRANSPARENT or term.op in (Op.SELECT, Op.CONST_ARRAY):
            stack.append(term.args[0])
        elif term.op is Op.STORE:
            stack.extend((term.args[0], term.args[2]))
        elif term.op is Op.ITE:
            stack.extend(term.args[1:])
        else:
            found[term] = None
    return list(found)


# -- loop counters ---------------------------------------------------------------------------------------------------


def _loop_counters(model: Model) -> frozenset[Term]:
    """Variables that a loop steps by a constant and that a condition on the way out of that loop reads."""
    steps = {edge: _stepped(edge) for edge in model.edges}
    found: set[Term] = set()
    for body in loops(model):
        edges = [edge for place in body for edge in model.leaving(place)]
        stepped = {symbol for edge in edges if edge.target in body for symbol in steps[edge]}
        tested = {symbol for edge in edges if edge.target not in body for symbol in edge.guard.free}
        found |= stepped & tested
    return frozenset(found)


def _stepped(edge: Edge) -> frozenset[Term]:
    """The variables that the edge changes by a constant, in some case at least."""
    found = {s for s, update in edge.updates.items() if any(_is_step(leaf, s) for leaf in _leaves(update))}
    inputs = {update: symbol for symbol, update in edge.updates.items() if update.op is Op.VAR}
    if inputs:
        stack, seen = [edge.guard], {edge.guard}
        while stack:
            term = stack.pop()
            if term.op is Op.EQ and term.args[0].sort is not BOOL:
                found.update(symbol for update, symbol in inputs.items() if _is_equation(term, update, symbol))
            elif term.sort is BOOL:
                fresh = [arg for arg in term.args if arg not in seen]
                seen.update(fresh)
                stack.extend(fresh)
    return frozenset(found)


def _is_equation(term: Term, after: Term, before: Term) -> bool:
    """Does the equation say that ``after`` is ``before`` stepped by a constant?"""
    left, right = term.args
    if left.sort.is_arithmetic:
        coefficients, _ = linear(left)
        return set(coefficients) == {after, before} and sum(coefficients.values()) == 0 and right.number != 0
    pairs = ((left, right), (right, left))
    return any(mine is after and any(_is_step(leaf, before) for leaf in _leaves(other)) for mine, other in pairs)


def _is_step(term: Term, symbol: Term) -> bool:
    """Is ``term`` the symbol plus or minus a constant, up to its width?"""
    term = _stripped(term)
    if term.op is Op.ADD:
        coefficients, constant = linear(term)
        return coefficients == {symbol: 1} and constant != 0
    if term.op is Op.BV_ADD:
        left, right = term.args
        return (right.is_const and _stripped(left) is symbol) or (left.is_const and _stripped(right) is symbol)
    return False


def _stripped(term: Term) -> Term:
    while term.op in _TRANSPARENT or term.op is Op.BV_EXTRACT:
        term = term.args[0]
    return term
