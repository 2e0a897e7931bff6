"""What names mean: values and temporal formulas over the variables of all instances.

Evaluation runs on an explicit stack, because definitions may refer to each other hundreds deep; a definition that
depends on itself is found there.  A variable with a deterministic ``x := e`` is a name for ``e`` and takes no state,
unless it is one of those that are ``kept``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from assay.core.model import Enumeration
from assay.core.temporal import Atom, Connective, Formula, Temporal
from assay.core.terms import FALSE, TRUE, Term, disjunction, eq, not_, post_order, prime, real, variable
from assay.core.terms.bitvectors import bv
from assay.core.terms.sorts import bitvector
from assay.frontends.smv import operators
from assay.frontends.smv.assignments import deterministic, fit
from assay.frontends.smv.operations import Meaning, as_condition, is_temporal, operation, temporal_formula
from assay.frontends.smv.renaming import Renaming
from assay.frontends.smv.rows import Row, array, below, inside
from assay.frontends.smv.scope import Entity, Expression, Instance, Program, Variable
from assay.frontends.smv.syntax import Node
from assay.frontends.smv.values import (
    BOOLEAN,
    Cases,
    Integer,
    Span,
    Symbols,
    Tree,
    Type,
    TypeMismatch,
    Unbounded,
    Union,
    Value,
    Word,
    chosen,
    equal,
    fixed_integer,
    is_deterministic,
    lift,
    number,
    symbol,
    truth,
)

SELECTOR: Final = "_process_selector_"
Job = tuple[Node, Instance]


class Elaborator:
    """Meanings of expressions, each computed once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.current: dict[Variable, Expression] = {}
        self.kept: frozenset[Variable] = frozenset()
        self.has_reals = False
        self.unsound: list[tuple[Term, Node]] = []
        self._later: Renaming | None = None
        self._inputs: frozenset[Term] = frozenset()
        self._primed: frozenset[Term] = frozenset()
        self._now: set[Term] = set()
        self._meaning: dict[Job, Meaning] = {}
        self._selector = self._make_selector()

    # -- processes ---------------------------------------------------------------------------------------------------

    def _make_selector(self) -> Term | None:
        count = len(self.program.processes)
        return variable(SELECTOR, bitvector(max(1, count.bit_length()))) if count else None

    @property
    def selector(self) -> tuple[Term, Enumeration] | None:
        """The input that says which process runs; codes beyond the last process mean main."""
        if self._selector is None:
            return None
        names = [process.path for process in self.program.processes]
        names += ["main"] * ((1 << self._selector.sort.width) - len(names))
        return self._selector, Enumeration(tuple(names))

    def running(self, process: Instance) -> Term:
        """The formula that says that ``process`` runs at this step."""
        if self._selector is None:
            return TRUE
        width = self._selector.sort.width
        codes = {each: eq(self._selector, bv(k, width)) for k, each in enumerate(self.program.processes)}
        return codes[process] if process in codes else not_(disjunction(codes.values()))

    # -- evaluation --------------------------------------------------------------------------------------------------

    def tree(self, node: Node, scope: Instance) -> Tree:
        """The value of ``node``; a temporal formula is refused."""
        meaning = self.meaning(node, scope)
        if isinstance(meaning, Connective | Temporal):
            raise self.program.wrong("a temporal operator has no place here", node.start)
        return meaning

    def formula(self, node: Node, scope: Instance) -> tuple[Formula, Term]:
        """The temporal formula (or atom) that ``node`` is, and where one of its atoms is not defined."""
        meaning = self.meaning(node, scope)
        if isinstance(meaning, Connective | Temporal):
            return meaning, FALSE
        value = self.condition(node, scope)
        return Atom(value.term), value.failure

    def condition(self, node: Node, scope: Instance) -> Value:
        """The deterministic Boolean value of ``node``."""
        try:
            return as_condition(self.tree(node, scope), node)
        except TypeMismatch as mismatch:
            raise self.program.wrong(str(mismatch), node.start) from None

    def meaning(self, root: Node, scope: Instance) -> Meaning:
        done = self._meaning
        active: set[Job] = set()
        stack: list[Job] = [(root, scope)]
        while stack:
            job = stack[-1]
            if job in done:
                stack.pop()
                continue
            needed = [part for part in self._needs(*job) if part not in done]
            if not needed:
                stack.pop()
                active.discard(job)
                done[job] = self._evaluated(*job)
                continue
            active.add(job)
            for part in needed:
                if part in active:
                    raise self.program.wrong("the definition of this name depends on itself", job[0].start)
            stack.extend(needed)
        return done[root, scope]

    def _needs(self, node: Node, scope: Instance) -> list[Job]:
        """What must be known before ``node`` can be evaluated."""
        if node.op not in ("name", "dot", "index"):
            return [(arg, scope) for arg in node.args]
        entity = self.program.resolve(node, scope)
        match entity:
            case Expression(inner, owner):
                return [(inner, owner)]
            case Variable() if entity in self.current:
                value = self.current[entity]
                return [(value.node, value.scope)]
            case None if node.op == "index":
                row, path = below(self.program, node, scope)
                indices = [(index, scope) for index in path]
                return indices if row is None else [*indices, *inside(self.program, self.current, row)]
        return []

    def _evaluated(self, node: Node, scope: Instance) -> Meaning:
        try:
            match node.op:
                case "name" | "dot" | "self":
                    return self._named(node, scope)
                case "index":
                    return self._indexed(node, scope)
                case "number":
                    return number(int(node.value))
                case "decimal" if not self.has_reals:
                    raise TypeMismatch("a decimal number has no place in a design without a variable of type real")
                case "decimal":
                    return Value(real(Fraction(node.value)), Unbounded(real=True))
                case "word":
                    return operators.word_constant(node.value)
                case "TRUE" | "FALSE":
                    return truth(node.op == "TRUE")
                case "running":
                    assert scope.process is not None
                    return Value(self.running(scope.process), BOOLEAN)
            args = [self._meaning[arg, scope] for arg in node.args]
            if is_temporal(node.op) or any(isinstance(arg, Connective | Temporal) for arg in args):
                formula, failures = temporal_formula(node, args)
                self.unsound.extend(failures)
                return formula
            trees = [arg for arg in args if not isinstance(arg, Connective | Temporal)]
            return self._next(trees[0], node) if node.op == "next" else operation(node, trees)
        except TypeMismatch as mismatch:
            start = node.start if mismatch.start is None else mismatch.start
            raise self.program.wrong(str(mismatch), start) from None

    # -- names -------------------------------------------------------------------------------------------------------

    def _named(self, node: Node, scope: Instance) -> Meaning:
        entity = self.program.resolve(node, scope)
        if isinstance(entity, Expression):
            return self._meaning[entity.node, entity.scope]
        if isinstance(entity, Variable):
            return self._variable(entity)
        if entity is None and node.op == "name":
            if node.value == "running" and node.value not in self.program.constants:
                assert scope.process is not None
                return Value(self.running(scope.process), BOOLEAN)
            return symbol(node.value)
        raise self.program.wrong("a module instance or an array is no value", node.start)

    def _variable(self, entity: Variable) -> Tree:
        assert entity.term is not None and entity.type is not None
        inner = None if entity in self.kept else self.current.get(entity)
        if inner is not None:
            tree = self._meaning[inner.node, inner.scope]
            if not isinstance(tree, Connective | Temporal) and is_deterministic(tree):
                return self.fitted(tree, entity, inner.node)[0]
        return Value(entity.term, entity.type)

    def is_name(self, entity: Variable) -> bool:
        """Does ``x := e`` make this variable a mere name?"""
        inner = None if entity in self.kept else self.current.get(entity)
        return inner is not None and is_deterministic(self.tree(inner.node, inner.scope))

    def fitted(self, tree: Tree, target: Variable, node: Node) -> tuple[Value, Term]:
        """A deterministic value in the type of ``target``, and where it is out of range."""
        try:
            assert target.type is not None
            return deterministic(fit(tree, target.type, target.allowed))
        except TypeMismatch as mismatch:
            message = f"{target.name} cannot take this value: {mismatch}"
            raise self.program.wrong(message, node.start) from None

    def _indexed(self, node: Node, scope: Instance) -> Meaning:
        entity: Entity | None = self.program.resolve(node, scope)
        if isinstance(entity, Variable):
            return self._variable(entity)
        if isinstance(entity, Expression):
            return self._meaning[entity.node, entity.scope]
        row, path = below(self.program, node, scope)
        indices = [self._meaning[part, scope] for part in path]
        trees = [index for index in indices if not isinstance(index, Connective | Temporal)]
        if row is None or len(trees) < len(indices):
            raise self.program.wrong("only the elements of an array have an index", node.start)
        return lift(partial(self._picked, row), *trees)

    def _picked(self, row: Row, place: Value, *further: Value) -> Tree:
        """The element at an index, and in it at further ones."""
        place = operators.to_integer(place) if isinstance(place.type, Word) else place
        fixed = fixed_integer(place)
        if fixed is not None and fixed not in row.elements:
            raise TypeMismatch(f"the indices of {row.name} are {min(row.elements)}..{max(row.elements)}, not {fixed}")
        branches: list[tuple[Term, Tree]] = []
        for k, element in row.elements.items():
            branches.append((equal(place, number(k)).term, self._element(element, further)))
        return chosen(branches, place.failure)

    def _element(self, element: Entity, further: Sequence[Value]) -> Tree:
        inner = array(self.program, element)
        if inner is not None and further:
            return self._picked(inner, *further)
        if inner is not None:
            raise TypeMismatch("an inner array is no value")
        if further:
            raise TypeMismatch("only the elements of an array have an index")
        if isinstance(element, Variable):
            return self._variable(element)
        assert isinstance(element, Expression)
        return self.tree(element.node, element.scope)

    # -- steps -------------------------------------------------------------------------------------------------------

    def _next(self, tree: Tree, node: Node) -> Tree:
        match tree:
            case Value(term, kind, failure):
                return Value(self.later(term, node), kind, self.later(failure, node))
            case Union(members):
                return Union(tuple(self._next(member, node) for member in members))
            case Cases(branches, failure):
                parts = tuple((self.later(c, node), self._next(part, node)) for c, part in branches)
                return Cases(parts, self.later(failure, node))
            case Span():
                return tree

    def begin_steps(self, states: list[Term], inputs: list[Term]) -> None:
        """From now on ``next`` has a meaning: it turns state variables into their primed forms."""
        self._later = Renaming({term: prime(term) for term in states})
        self._primed = frozenset(prime(term) for term in states)
        self._inputs = frozenset(inputs)

    def later(self, term: Term, node: Node) -> Term:
        """The value of ``term`` after the step."""
        if self._later is None:
            raise self.program.wrong("next has no place here", node.start)
        if self._inputs and self.has_inputs(term):
            raise self.program.wrong("an input has no next value", node.start)
        if self._is_later(term):
            raise self.program.wrong("next has no place inside of next", node.start)
        return self._later(term)

    def _is_later(self, root: Term) -> bool:
        """Does it speak of the state after the step?  Each term is looked through once."""
        stack = [root]
        while stack:
            term = stack.pop()
            if term in self._primed:
                return True
            if term not in self._now:
                self._now.add(term)
                stack.extend(term.args)
        return False

    def require_now(self, term: Term, node: Node) -> None:
        """Refuses a formula that speaks of the state after the step."""
        if any(part in self._primed for part in post_order(term)):
            raise self.program.wrong("next has no place here: it belongs to steps, not to states", node.start)

    def has_inputs(self, term: Term) -> bool:
        return any(part in self._inputs for part in post_order(term))

    # -- types -------------------------------------------------------------------------------------------------------

    def settle(self, entity: Variable) -> None:
        """Gives a variable its type."""
        node = entity.node
        kind: Type
        allowed: tuple[int, ...] | None = None
        if node.kind == "boolean":
            kind = BOOLEAN
        elif node.kind in ("integer", "real"):
            kind = Unbounded(node.kind == "real")
        elif node.kind in ("word", "signed"):
            width = self._constant(node.args[0], entity.scope)
            if width < 1:
                raise self.program.wrong("a word has at least one bit", node.args[0].start)
            kind = Word(width, node.kind == "signed")
        elif node.args[0].op == "..":
            low, high = (self._constant(arg, entity.scope) for arg in node.args[0].args)
            if low > high:
                raise self.program.wrong(f"the range {low}..{high} is empty", node.start)
            kind = Integer(low, high)
        else:
            kind, allowed = self._enumeration(node.args[0], entity.scope)
        entity.settle(kind, allowed)

    def _constant(self, node: Node, scope: Instance) -> int:
        tree = self.tree(node, scope)
        fixed = fixed_integer(tree) if isinstance(tree, Value) else None
        if fixed is None:
            raise self.program.wrong("a constant integer should stand here", node.start)
        return fixed

    def _enumeration(self, node: Node, scope: Instance) -> tuple[Type, tuple[int, ...] | None]:
        values: dict[str | int, None] = {}
        for part in node.args:
            if part.op == "name" and part.value in self.program.constants:
                values[part.value] = None
            elif part.op in ("TRUE", "FALSE"):
                values[part.op] = None
            elif part.op == "..":
                low, high = (self._constant(arg, scope) for arg in part.args)
                values.update(dict.fromkeys(range(low, high + 1)))
            else:
                values[self._constant(part, scope)] = None
        if set(values) == {"TRUE", "FALSE"}:
            return BOOLEAN, None
        numbers = sorted(value for value in values if isinstance(value, int))
        if len(numbers) < len(values):
            return Symbols(tuple(values)), None
        kind = Integer(numbers[0], numbers[-1])
        return kind, None if len(numbers) == kind.high - kind.low + 1 else tuple(numbers)
