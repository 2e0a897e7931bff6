"""From an SMV file to a model with one location.

``next(x) := e`` becomes the update of ``x``, choices in it resolved by inputs; under ``process`` it applies where its
process runs, and ``x`` keeps its value elsewhere.  A variable without a next value takes any value of its type.  TRANS,
and INVAR after the step, are the guard; INIT, INVAR and ``init(x) := e`` the initial formula.  A value out of its
variable's range, a case that may not apply, and a divisor that may be zero are errors, found by a solver over all
values of the types.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from assay.core.errors import InputError, Position
from assay.core.model import (
    Domain,
    Edge,
    Enumeration,
    Location,
    Model,
    Origin,
    Range,
    Safety,
)
from assay.core.model import Word as WordDomain
from assay.core.terms import (
    TRUE,
    Term,
    and_,
    conjunction,
    ite,
    or_,
    prime,
    variable,
)
from assay.core.terms.evaluate import Value as Concrete
from assay.core.terms.sorts import BOOL
from assay.frontends.smv.assignments import Choices, fit, member, within
from assay.frontends.smv.elaborate import Elaborator
from assay.frontends.smv.obligations import Obligations
from assay.frontends.smv.parser import parse
from assay.frontends.smv.properties import Properties
from assay.frontends.smv.renaming import Cyclic, Renaming, resolved
from assay.frontends.smv.scope import ArrayOf, Expression, Instance, Program, Variable
from assay.frontends.smv.syntax import Node
from assay.frontends.smv.values import Boolean, Integer, Symbols, Tree, TypeMismatch, Unbounded, Value, Word
from assay.frontends.text import Names, Source, read

FORMAT: Final = "SMV"


def read_smv(path: str | Path, only: str | None = None) -> Model:
    """The model of the SMV file at ``path``, with all its properties or with the one that ``only`` means.

    That is a name, or the text of a formula: one of the file's if it means the same as one of them, else a new one.
    """
    return smv_model(read(path), only)


def smv_model(source: Source, only: str | None = None) -> Model:
    """The model that the SMV text describes; ``only`` as in ``read_smv``."""
    builder = _Builder(source)
    model = builder.model()
    return model if only is None else builder.only(model, only)


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.program = Program(source, parse(source))
        self.elaborator = Elaborator(self.program)
        self.names = Names()
        self.variables: list[Variable] = []
        self.init: dict[Variable, Expression] = {}
        self.next: dict[Variable, list[tuple[Instance, Expression]]] = {}
        self.obligations = Obligations()
        self.choosers: dict[str, Term] = {}
        self.domain: list[Term] = []
        self.legal: list[Term] = []

    # -- declarations ------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        stack: list[Variable | ArrayOf] = list(reversed(self.program.variables))
        while stack:
            entity = stack.pop()
            if isinstance(entity, ArrayOf):
                stack.extend(reversed(entity.elements.values()))
                continue
            self.elaborator.settle(entity)
            self.names.fresh(entity.name)
            self.variables.append(entity)

    def _assignments(self) -> None:
        for instance in self.program.instances:
            for module in self.program.parts(instance):
                for target, body in module.assignments:
                    self._assignment(instance, target, Expression(body, instance))
        current = self.elaborator.current
        for entity in current:
            if entity in self.init or entity in self.next:
                message = f"{entity.name} has both a current value and an initial or next one"
                raise self.program.wrong(message, current[entity].node.start)

    def _assignment(self, instance: Instance, target: Node, value: Expression) -> None:
        moment = target.value if target.op == "call" else target.op if target.op == "next" else "current"
        path = target.args[0] if moment in ("init", "next") and target.args else target
        entity = self.program.follow(self.program.resolve(path, instance))
        if not isinstance(entity, Variable):
            raise self.program.wrong("only a variable, or a fixed element of an array, can be assigned", target.start)
        if entity.kind == "IVAR" or (entity.kind == "FROZENVAR" and moment == "next"):
            kind = "an input" if entity.kind == "IVAR" else "a frozen variable"
            raise self.program.wrong(f"{entity.name} is {kind} and takes no such value", target.start)
        twice = self.program.wrong(f"{entity.name} has two {moment} values", target.start)
        if moment == "next":
            assert instance.process is not None
            rows = self.next.setdefault(entity, [])
            if any(process is instance.process for process, _ in rows):
                raise twice
            rows.append((instance.process, value))
            return
        table = self.init if moment == "init" else self.elaborator.current
        if entity in table:
            raise twice
        table[entity] = value

    # -- the model ---------------------------------------------------------------------------------------------------

    def model(self) -> Model:
        self._settle()
        self._assignments()
        elaborator = self.elaborator
        unbounded = [v for v in self.variables if isinstance(v.type, Unbounded)]
        elaborator.has_reals = Unbounded(real=True) in {v.type for v in unbounded}
        if all(v in elaborator.current for v in unbounded):
            # As mere names they would leave a model that looks finite, over formulas that are not.
            elaborator.kept = frozenset(unbounded)
        states = [v for v in self.variables if v.kind != "IVAR" and not elaborator.is_name(v)]
        inputs = [v for v in self.variables if v.kind == "IVAR"]
        selector = elaborator.selector
        input_terms = [_term(v) for v in inputs] + ([selector[0]] if selector else [])
        elaborator.begin_steps([_term(v) for v in states], input_terms)
        self.domain = [self._within(v) for v in (*states, *inputs)]
        self.legal = [*self.domain, *(self._within(v, prime(_term(v))) for v in states)]
        self._check_names(states)
        place = Location("state", tuple(_term(v) for v in states))
        updates, free = self._updates(states)
        initial = self._initial(states)
        steps = self._resolved(updates)
        frozen = {prime(_term(v)): _term(v) for v in states if v.kind == "FROZENVAR"}
        after = Renaming({**frozen, **{prime(term): value for term, value in steps.items()}})
        invariants = self._constraints("INVAR")
        guard = conjunction(
            (
                *(self._within(v) for v in inputs),
                *(self._within(v, prime(_term(v))) for v in free),
                *(after(part) for part in self._constraints("TRANS")),
                *(after(elaborator.later(part, self.program_node)) for part in invariants),
            )
        )
        start = conjunction((*initial, *self._constraints("INIT"), *invariants))
        legal = conjunction(self._within(v) for v in inputs)
        fairness = (*self._constraints("FAIRNESS"), *self._constraints("JUSTICE"))
        compassion = self._compassion()
        # Without bounds, only invariants are decided: there AG p is one if every run goes on, and is fair.
        reachable = bool(unbounded) and guard is TRUE and not fairness and not compassion
        self.properties = Properties(elaborator, self.obligations, place, legal, guard, reachable=reachable)
        properties = self.properties.all()
        definitions = self._definitions()
        self._check()
        known = {*place.variables, *input_terms}
        extra = [*self.choosers.values(), *(prime(_term(v)) for v in free)]
        return Model(
            place,
            (Edge("step", place, place, guard, steps, Position(self.source.file)),),
            start,
            tuple(prop for prop in properties if isinstance(prop, Safety)),
            Origin(self.source.file, FORMAT),
            temporal=tuple(prop for prop in properties if not isinstance(prop, Safety)),
            fairness=tuple(dict.fromkeys(part for part in fairness if part is not TRUE)),
            compassion=compassion,
            inputs=(*input_terms, *(term for term in extra if term not in known)),
            definitions={name: value.term for name, value in definitions.items()},
            domains=self._domains(definitions),
            stated=tuple(prop.name for prop in properties),
        )

    def only(self, model: Model, wanted: str) -> Model:
        """The model with the one property that ``wanted`` means."""
        restricted = self.properties.only(model, wanted)
        self._check()
        return restricted

    def _check(self) -> None:
        """All obligations so far, over all values of the types."""
        for failure, node in self.elaborator.unsound:
            self.obligations.require(failure, node, "this formula may have no value")
        self.elaborator.unsound.clear()
        printers = {_term(v): partial(_spelled, v) for v in self.variables}
        self.obligations.check(self.source, self.legal, printers)

    @property
    def program_node(self) -> Node:
        return Node("name", [], self.program.root.module.start)

    def _within(self, entity: Variable, term: Term | None = None) -> Term:
        assert entity.type is not None
        return within(_term(entity) if term is None else term, entity.type, entity.allowed)

    def _fitted(self, entity: Variable, value: Expression) -> Tree:
        assert entity.type is not None
        tree = self.elaborator.tree(value.node, value.scope)
        try:
            return fit(tree, entity.type, entity.allowed)
        except TypeMismatch as mismatch:
            message = f"{entity.name} cannot take this value: {mismatch}"
            raise self.program.wrong(message, value.node.start) from None

    def _check_names(self, states: Sequence[Variable]) -> None:
        kept = set(states)
        for entity, value in self.elaborator.current.items():
            if entity not in kept:
                tree = self.elaborator.tree(value.node, value.scope)
                fitted, failure = self.elaborator.fitted(tree, entity, value.node)
                self._no_inputs(fitted.term, value.node)
                self.obligations.require(failure, value.node, f"{entity.name} may have no value of its type")

    def _no_inputs(self, term: Term, node: Node) -> None:
        if self.elaborator.has_inputs(term):
            message = "inputs have no place here: they belong to steps, not to states"
            raise self.program.wrong(message, node.start, "use TRANS, or declare VAR")

    def _initial(self, states: Sequence[Variable]) -> list[Term]:
        parts = list(self.domain[: len(states)])
        for entity in states:
            value = self.init.get(entity) or self.elaborator.current.get(entity)
            if value is None:
                continue
            formula, failure = member(self._fitted(entity, value), _term(entity))
            self._no_inputs(formula, value.node)
            self.elaborator.require_now(formula, value.node)
            self.obligations.require(failure, value.node, f"{entity.name} may start with no value of its type")
            parts.append(formula)
        return parts

    def _chooser(self, entity: Variable, process: Instance) -> Choices:
        owner = f"{entity.name}?{process.path}" if process.path else f"{entity.name}?"

        def fresh(number: int) -> Term:
            key = f"{owner}{number}"
            if key not in self.choosers:
                self.choosers[key] = variable(self.names.fresh(key), BOOL)
            return self.choosers[key]

        return Choices(fresh, _term(entity))

    def _updates(self, states: Sequence[Variable]) -> tuple[dict[Term, Term], list[Variable]]:
        """Next values over states, inputs and primed variables; and the variables whose next value is free."""
        updates: dict[Term, Term] = {}
        free: list[Variable] = []
        for entity in states:
            term = _term(entity)
            rows = self.next.get(entity, [])
            if entity in self.elaborator.current:
                value = self.elaborator.current[entity]
                chooser = self._chooser(entity, self.program.root)
                later, _ = chooser.resolve(self._fitted(entity, value))
                updates[term] = self.elaborator.later(later, value.node)
            elif rows:
                updates[term] = self._stepped(entity, rows)
            elif entity.kind != "FROZENVAR":
                updates[term] = prime(term)
                free.append(entity)
        return updates, free

    def _stepped(self, entity: Variable, rows: Sequence[tuple[Instance, Expression]]) -> Term:
        alone = not self.program.processes
        result = _term(entity)
        for process, value in reversed(rows):
            term, failure = self._chooser(entity, process).resolve(self._fitted(entity, value))
            runs = TRUE if alone else self.elaborator.running(process)
            self.obligations.require(
                and_(runs, failure), value.node, f"next({entity.name}) may have no value of its type"
            )
            result = ite(runs, term, result)
        return result

    def _resolved(self, updates: dict[Term, Term]) -> dict[Term, Term]:
        """Updates that no longer mention primed variables which other updates determine."""
        frozen = {prime(_term(v)): _term(v) for v in self.variables if v.kind == "FROZENVAR"}
        try:
            return resolved(updates, frozen)
        except Cyclic as cycle:
            raise self._cyclic(cycle.term) from None

    def _cyclic(self, term: Term) -> InputError:
        rows = [rows[0][1].node for entity, rows in self.next.items() if entity.term is term]
        rows += [value.node for entity, value in self.elaborator.current.items() if entity.term is term]
        return self.program.wrong(f"the next value of {term.name} depends on itself", rows[0].start)

    def _constraints(self, kind: str) -> list[Term]:
        found = []
        for instance in self.program.instances:
            for module in self.program.parts(instance):
                for keyword, node in module.constraints:
                    if keyword == kind:
                        value = self.elaborator.condition(node, instance)
                        self.obligations.require(value.failure, node, "this condition may have no value")
                        if kind in ("INIT", "INVAR"):
                            self._no_inputs(value.term, node)
                        if kind != "TRANS":
                            self.elaborator.require_now(value.term, node)
                        found.append(value.term)
        return found

    def _compassion(self) -> tuple[tuple[Term, Term], ...]:
        found = []
        for instance in self.program.instances:
            for module in self.program.parts(instance):
                for keyword, node in module.constraints:
                    if keyword != "COMPASSION":
                        continue
                    if node.op != "tuple" or len(node.args) != 2:
                        raise self.program.wrong("COMPASSION needs a pair (p, q)", node.start)
                    first, second = (self.elaborator.condition(part, instance) for part in node.args)
                    self.obligations.require(
                        or_(first.failure, second.failure), node, "this condition may have no value"
                    )
                    self.elaborator.require_now(and_(first.term, second.term), node)
                    found.append((first.term, second.term))
        return tuple(found)

    # -- names -------------------------------------------------------------------------------------------------------

    def _definitions(self) -> dict[str, Value]:
        """Definitions and variables that are mere names, as far as they are single values."""
        found: dict[str, Value] = {}
        for instance in self.program.instances:
            for name, entity in instance.symbols.items():
                if isinstance(entity, Expression) and not self._is_passed_on(entity):
                    tree = self.elaborator.tree(entity.node, entity.scope)
                    if isinstance(tree, Value) and isinstance(tree.type, Boolean | Word):
                        found[instance.inner(name)] = tree
        for entity in self.elaborator.current:
            if self.elaborator.is_name(entity):
                found[entity.name] = self.elaborator.fitted(
                    self.elaborator.tree(*_job(self.elaborator.current[entity])), entity, self.program_node
                )[0]
        return found

    def _is_passed_on(self, entity: Expression) -> bool:
        """Is this another name for an instance or an array?"""
        found = self.program.follow(entity)
        return isinstance(found, Instance | ArrayOf) or (isinstance(found, Expression) and found.node.op == "row")

    def _domains(self, definitions: dict[str, Value]) -> dict[Term, Domain]:
        typed = [(value.term, value.type) for value in definitions.values() if not value.term.is_const]
        typed += [(_term(v), v.type) for v in self.variables if v.type is not None]
        domains: dict[Term, Domain] = {}
        for term, kind in typed:
            if isinstance(kind, Symbols):
                domains[term] = Enumeration(tuple(map(str, kind.values)))
            elif isinstance(kind, Integer):
                domains[term] = Range(kind.low, kind.high)
            elif isinstance(kind, Word):
                domains[term] = WordDomain(kind.width, kind.signed)
        if self.elaborator.selector is not None:
            selector, names = self.elaborator.selector
            domains[selector] = names
        return domains


def _term(entity: Variable) -> Term:
    assert entity.term is not None
    return entity.term


def _job(value: Expression) -> tuple[Node, Instance]:
    return value.node, value.scope


def _spelled(entity: Variable, value: Concrete) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(entity.type, Unbounded):
        return str(value)
    assert isinstance(value, int)
    if isinstance(entity.type, Symbols):
        return Enumeration(tuple(map(str, entity.type.values))).text(value)
    if isinstance(entity.type, Integer):
        return Range(entity.type.low, entity.type.high).text(value)
    return str(value)
