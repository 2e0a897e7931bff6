"""Properties that fail by waiting for ever: formulas of linear time against the standard's definitions, on lassos."""

from __future__ import annotations

import random
from typing import Final

import pytest

from assay.core.errors import Unsupported
from assay.core.temporal import Atom, Formula, Logic, PathOperator, subformulas
from assay.core.terms import variable
from assay.core.terms.evaluate import evaluate
from assay.core.terms.sorts import BOOL
from assay.frontends.verilog.concurrent.automata import TooLarge
from assay.frontends.verilog.concurrent.definitions import Scope
from assay.frontends.verilog.concurrent.grammar import Context, specification
from assay.frontends.verilog.concurrent.linear import Waiting
from assay.frontends.verilog.concurrent.monitor import Inexact
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token, tokens_of
from sva import Lasso, Tree, Word, a_property, holds, keeps, kept, satisfies, tight, written

MANY: Final = 60
LASSOS: Final = 40


def formula(text: str, disabled: str) -> Formula:
    """What the front end makes of one attempt."""

    def noted(expression: list[Token]) -> str:
        return "".join(token.text for token in expression)

    context = Context(lambda name: None, lambda name: None, Numbers(Scope(), {}), noted)
    read = specification(list(tokens_of(text)), context, strong=False).property
    waiting = Waiting("assert", read, True, disabled, ())
    return waiting.formula(lambda name: Atom(variable(name, BOOL)))


def satisfied(root: Formula, lasso: Lasso) -> bool:
    """Is the formula true at the first place of the lasso?"""
    size = len(lasso.letters)
    known: dict[Formula, list[bool]] = {}
    for part in subformulas(root):
        if isinstance(part, Atom):
            values = [
                bool(evaluate(part.term, {variable(e, BOOL): satisfies(letter, e) for e in EXPRESSIONS}))
                for letter in lasso.letters
            ]
        else:
            below = [known[inner] for inner in part.parts]
            match part.op:
                case Logic.NOT:
                    values = [not value for value in below[0]]
                case Logic.AND:
                    values = [all(column) for column in zip(*below, strict=True)]
                case Logic.OR:
                    values = [any(column) for column in zip(*below, strict=True)]
                case PathOperator.NEXT:
                    values = [below[0][lasso.folded(k + 1)] for k in range(size)]
                case PathOperator.UNTIL:
                    values = [False] * size
                    for k in [*reversed(range(size))] * 2:
                        values[k] = below[1][k] or (below[0][k] and values[lasso.folded(k + 1)])
                case _:
                    raise ValueError(part.op)
        known[part] = values
    return known[root][0]


EXPRESSIONS: Final = tuple(f"{sign}{name}" for name in "abc10" for sign in ("", "!"))


def asks_for_nothing(tree: Tree) -> bool:
    if tree[0] in ("weak", "strong"):
        return tight(Word(()), 0, 0, tree[1])
    return any(asks_for_nothing(part) for part in tree[1:] if isinstance(part, tuple))


def a_lasso(chance: random.Random) -> Lasso:
    letters = tuple(frozenset(name for name in "abc" if chance.random() < 0.5) for _ in range(chance.randint(1, 5)))
    return Lasso(letters, chance.randrange(len(letters)))


@pytest.mark.parametrize("seed", range(4))
def test_formulas_say_what_the_standard_says(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    while compared < MANY:
        tree = a_property(chance, 2, waiting=True)
        disabled = chance.choice(("", "c"))
        if asks_for_nothing(tree):
            continue
        try:
            found = formula(written(tree), disabled)
        except (Inexact, TooLarge, Unsupported):
            continue
        for lasso in [a_lasso(chance) for _ in range(LASSOS)]:
            wanted = kept(lasso, tree, disabled)
            assert satisfied(found, lasso) == wanted, f"seed {seed}: {written(tree)} on {lasso}, disabled by {disabled}"
        for known in (holds, tight, keeps):
            known.cache_clear()
        compared += 1
