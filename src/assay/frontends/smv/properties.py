"""Specifications as properties, and which of them a user's words mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from assay.core.errors import InputError
from assay.core.model import Ctl, Location, Ltl, Model, Safety, TemporalProperty
from assay.core.temporal import DEEPEST, Atom, Formula, PathOperator, Quantifier, Temporal, subformulas, too_deep
from assay.core.terms import TRUE, Term, conjunction, not_
from assay.frontends.smv.elaborate import Elaborator
from assay.frontends.smv.obligations import Obligations
from assay.frontends.smv.parser import parse_specification
from assay.frontends.smv.scope import Instance, Program
from assay.frontends.smv.syntax import Node
from assay.frontends.text import Source

_KINDS: Final = {"SPEC": "CTL", "CTLSPEC": "CTL", "LTLSPEC": "LTL", "INVARSPEC": "invariant"}

AnyProperty = Safety | TemporalProperty


class Properties:
    """Makes properties of specifications.

    ``legal`` says that inputs have values of their types, ``guard`` that there is a step with them.  ``reachable``: is
    what is true in all reachable states true along all fair runs, and wanted as an invariant?
    """

    def __init__(
        self,
        elaborator: Elaborator,
        obligations: Obligations,
        place: Location,
        legal: Term,
        guard: Term,
        *,
        reachable: bool,
    ) -> None:
        self.elaborator = elaborator
        self.program: Program = elaborator.program
        self.obligations = obligations
        self.place = place
        self.legal = legal
        self.guard = guard
        self.reachable = reachable

    def all(self) -> list[AnyProperty]:
        """Every specification of every instance; those without a name are spec1, spec2, ... by their position."""
        found: list[AnyProperty] = []
        for instance in self.program.instances:
            for module in self.program.parts(instance):
                for spec in module.specifications:
                    inside = f" IN {instance.path}" if instance.path else ""
                    name = (spec.name + inside) if spec.name else f"spec{len(found) + 1}"
                    found.append(self._made(spec.kind, name, spec.body, instance, spec.text + inside))
        return found

    def _formula(self, body: Node, scope: Instance) -> tuple[Formula, Term]:
        formula, failure = self.elaborator.formula(body, scope)
        if too_deep(formula):
            raise self.program.wrong(f"a formula nested more than {DEEPEST} operators deep", body.start)
        return formula, failure

    def _made(self, kind: str, name: str, body: Node, scope: Instance, text: str) -> AnyProperty:
        formula, failure = self._formula(body, scope)
        self.obligations.require(failure, body, "this formula may have no value")
        for part in subformulas(formula):
            if isinstance(part, Atom):
                self.elaborator.require_now(part.term, body)
        quantifiers = {part.quantifier for part in subformulas(formula) if isinstance(part, Temporal)}
        always = self._always(formula, kind)
        if always is not None:
            return Safety(name, {self.place: self._violated(always)}, text)
        match _KINDS.get(kind):
            case "CTL":
                if None in quantifiers:
                    raise self.program.wrong("a path operator without A or E has no place in CTL", body.start)
                return Ctl(name, formula, text)
            case "LTL":
                if quantifiers & {Quantifier.ALL, Quantifier.SOME}:
                    raise self.program.wrong("a path quantifier has no place in LTL", body.start)
                return Ltl(name, formula, text)
            case "invariant":
                if not isinstance(formula, Atom):
                    raise self.program.wrong("an invariant has no temporal operators", body.start)
                return Safety(name, {self.place: self._violated(formula.term)}, text)
        raise self.program.wrong(f"{kind} introduces no property", body.start)

    def _always(self, formula: Formula, kind: str) -> Term | None:
        """What ``G p`` or ``AG p`` says of all reachable states, where it says no less and an invariant is wanted."""
        quantifier = {"CTL": Quantifier.ALL, "LTL": None}
        match formula:
            case Temporal(PathOperator.GLOBALLY, (Atom(term),), found) if self.reachable:
                return term if quantifier.get(_KINDS.get(kind, ""), Quantifier.SOME) is found else None
        return None

    def _violated(self, invariant: Term) -> Term:
        """Where the invariant fails: if it speaks of inputs, where some step is made with them."""
        steps = self.guard if self.elaborator.has_inputs(invariant) else TRUE
        return conjunction((not_(invariant), self.legal, steps))

    def only(self, model: Model, wanted: str) -> Model:
        """The model with the one property that ``wanted`` means."""
        known: tuple[AnyProperty, ...] = (*model.properties, *model.temporal)
        for prop in known:
            if wanted in (prop.name, prop.text):
                return _restricted(model, prop)
        source, original = Source("the property", wanted), self.program.source
        keyword, body, where = parse_specification(source)
        self.program.source = source
        try:
            scope = self.program.follow(self.program.resolve(where, self.program.root)) if where else self.program.root
            if not isinstance(scope, Instance):
                raise InputError("IN needs a module instance", source.end)
            formula, _ = self._formula(body, scope)
            fresh = self._made(keyword or _guessed(formula), "property", body, scope, wanted)
        finally:
            self.program.source = original
        same = (prop for prop in known if self._same(prop, formula))
        return _restricted(model, next(same, fresh))

    def _same(self, prop: AnyProperty, formula: Formula) -> bool:
        if isinstance(prop, Safety):
            return isinstance(formula, Atom) and self._violated(formula.term) is prop.bad[self.place]
        return isinstance(prop, Ctl | Ltl) and prop.formula == formula


def _guessed(formula: Formula) -> str:
    linear = any(isinstance(part, Temporal) and part.quantifier is None for part in subformulas(formula))
    return "LTLSPEC" if linear else "CTLSPEC"


def _restricted(model: Model, prop: AnyProperty) -> Model:
    if isinstance(prop, Safety):
        return replace(model, properties=(prop,), temporal=())
    return replace(model, properties=(), temporal=(prop,))
