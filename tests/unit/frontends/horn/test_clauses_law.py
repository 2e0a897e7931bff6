"""The law of the Horn front end: the edges of the model, read as implications, mean the clauses of the text.

Random formulas over finite sorts are written as text, and evaluated here by brute force for random interpretations of
the predicates; under each interpretation all assertions are true if and only if all edges are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay.core.errors import Unsupported
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Value, evaluate, holds
from assay.frontends.horn.chc import read_chc
from assay.frontends.text import Source

Tree = tuple[object, ...]
DOMAIN: Mapping[str, tuple[Value, ...]] = {"Bool": (False, True), "(_ BitVec 2)": (0, 1, 2, 3)}
ARGUMENTS: Mapping[str, tuple[str, ...]] = {"P": ("Bool",), "Q": ("(_ BitVec 2)", "Bool"), "N": ()}
Scope = Mapping[str, str]


class Generator:
    """Random formulas as trees; leans to the shapes of Horn clauses so that enough of them are accepted."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def assertion(self) -> Tree:
        scope = {name: self.sort() for name in "xyz"[: self._random.randrange(1, 4)]}
        predicates = [self.predicate(scope), self.predicate(scope)]
        head = self._random.choice([("false",), predicates[0], self.formula(scope, 1)])
        more = [self.predicate(scope) for _ in range(self._random.choice((0, 0, 1, 2)))]
        body = ("and", self._random.choice([predicates[1], self.positive(scope)]), self.formula(scope, 2), *more)
        matrix = self._random.choice(
            [("=>", body, head), ("or", ("not", body), head), ("not", ("and", body, ("not", head)))]
        )
        return ("forall", scope, matrix)

    def sort(self) -> str:
        return self._random.choice(list(DOMAIN))

    def predicate(self, scope: Scope) -> Tree:
        name = self._random.choice(list(ARGUMENTS))
        return ("apply", name, tuple(self.value(scope, sort) for sort in ARGUMENTS[name]))

    def value(self, scope: Scope, sort: str) -> Tree:
        names = [name for name, its in scope.items() if its == sort]
        if names and self._random.random() < 0.7:
            return ("var", self._random.choice(names))
        return ("const", self._random.choice(DOMAIN[sort]), sort)

    def positive(self, scope: Scope) -> Tree:
        """A predicate inside disjunctions and quantifiers; a universal one is to be refused."""
        kind = self._random.randrange(3)
        if kind == 0:
            return ("or", self.predicate(scope), ("and", self.predicate(scope), self.formula(scope, 1)))
        if kind == 1:
            bound = {self._random.choice("xw"): self.sort()}
            inner = {**scope, **bound}
            quantifier = "forall" if self._random.random() < 0.4 else "exists"
            return (quantifier, bound, ("and", self.predicate(inner), self.formula(inner, 1)))
        return ("ite", self.formula(scope, 1), self.predicate(scope), self.predicate(scope))

    def formula(self, scope: Scope, depth: int) -> Tree:
        """A formula without predicates."""
        kind = self._random.choice(
            ["=", "bvult", "var"] if depth == 0 else ["and", "or", "not", "=>", "=", "bvult", "var"]
        )
        if kind in ("and", "or", "=>"):
            return (kind, self.formula(scope, depth - 1), self.formula(scope, depth - 1))
        if kind == "not":
            return ("not", self.formula(scope, depth - 1))
        if kind == "var":
            return self.value(scope, "Bool")
        sort = "(_ BitVec 2)" if kind == "bvult" else self.sort()
        return (kind, self.value(scope, sort), self.value(scope, sort))


def text_of(tree: Tree) -> str:
    match tree:
        case ("forall" | "exists" as kind, dict(scope), tuple(body)):
            return f"({kind} ({' '.join(f'({name} {sort})' for name, sort in scope.items())}) {text_of(body)})"
        case ("apply", str(name), ()):
            return name
        case ("apply", str(name), tuple(arguments)):
            return f"({name} {' '.join(map(text_of, arguments))})"
        case ("var", str(name)):
            return name
        case ("const", value, "Bool"):
            return "true" if value else "false"
        case ("const", value, _):
            return f"#b{value:02b}"
        case (str(kind),):
            return kind
        case (str(kind), *parts):
            return f"({kind} {' '.join(text_of(part) for part in parts if isinstance(part, tuple))})"
    raise AssertionError(tree)


Relations = Mapping[str, frozenset[tuple[Value, ...]]]


def truth(tree: Tree, values: Mapping[str, Value], relations: Relations) -> Value:
    def below(part: object) -> Value:
        assert isinstance(part, tuple)
        return truth(part, values, relations)

    match tree:
        case ("forall" | "exists" as kind, dict(scope), tuple(body)):
            choices = product(*(DOMAIN[sort] for sort in scope.values()))
            inner = ({**values, **dict(zip(scope, choice, strict=True))} for choice in choices)
            results = (truth(body, choice, relations) for choice in inner)
            return all(results) if kind == "forall" else any(results)
        case ("apply", str(name), tuple(arguments)):
            return tuple(map(below, arguments)) in relations[name]
        case ("var", str(name)):
            return values[name]
        case ("const", bool(value) | int(value), _):
            return value
        case ("false",):
            return False
        case ("not", part):
            return not below(part)
        case ("and", *parts):
            return all(map(below, parts))
        case ("or", *parts):
            return any(map(below, parts))
        case ("=>", left, right):
            return not below(left) or below(right)
        case ("ite", condition, then, otherwise):
            return below(then) if below(condition) else below(otherwise)
        case ("=", left, right):
            return below(left) == below(right)
        case ("bvult", left, right):
            first, second = below(left), below(right)
            assert isinstance(first, int) and isinstance(second, int)
            return first < second
    raise AssertionError(tree)


def assignments(variables: tuple[Term, ...]) -> Iterator[dict[Term, Value]]:
    for values in product(*(DOMAIN[str(term.sort)] for term in variables)):
        yield dict(zip(variables, values, strict=True))


def edge_holds(edge: Edge, model: Model, relations: Relations) -> bool:
    """The edge read as a clause: where its source and what it uses hold and its guard is true, its target holds."""

    def inside(location: Location, values: tuple[Value, ...]) -> bool:
        if location == model.entry:
            return True
        return not location.name.startswith("%error") and values in relations[location.name]

    for state in assignments((*edge.source.variables, *edge.inputs)):
        before = tuple(state[term] for term in edge.source.variables)
        used = ((use.location, tuple(evaluate(term, state) for term in use.arguments)) for use in edge.uses)
        if inside(edge.source, before) and holds(edge.guard, state) and all(inside(*use) for use in used):
            after = tuple(evaluate(edge.after(term), state) for term in edge.target.variables)
            if not inside(edge.target, after):
                return False
    return True


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_edges_mean_clauses(random: Random) -> None:
    trees = [Generator(random).assertion() for _ in range(random.randrange(1, 3))]
    declared = "".join(f"(declare-fun {name} ({' '.join(sorts)}) Bool)" for name, sorts in ARGUMENTS.items())
    try:
        model = read_chc(
            Source(
                "law.smt2",
                declared + "".join(f"(assert {text_of(tree)})" for tree in trees) + "(assert (=> (and N false) false))",
            )
        )
    except Unsupported:
        assume(False)
    for _ in range(12):
        relations = {
            name: frozenset(row for row in product(*(DOMAIN[sort] for sort in sorts)) if random.random() < 0.6)
            for name, sorts in ARGUMENTS.items()
        }
        expected = all(truth(tree, {}, relations) for tree in trees)
        assert all(edge_holds(edge, model, relations) for edge in model.edges) == expected
