"""Concurrent assertions fail when the standard says so: monitors against its definitions, on random properties."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Final

import pytest

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.automata import TooLarge
from assay.frontends.verilog.concurrent.definitions import Scope
from assay.frontends.verilog.concurrent.grammar import Context, specification
from assay.frontends.verilog.concurrent.monitor import Inexact, Monitor, monitor
from assay.frontends.verilog.concurrent.ticks import Numbers
from assay.frontends.verilog.tokens import Token, tokens_of
from sva import Tree, Word, a_property, failures, holds, tight, written

MANY: Final = 60
SHORT: Final = 4


def read(text: str) -> Monitor:
    """What watches the property, as the front end reads it."""

    def noted(expression: list[Token]) -> str:
        return "".join(token.text for token in expression)

    context = Context(lambda name: None, lambda name: None, Numbers(Scope(), {}), noted)
    return monitor(specification(list(tokens_of(text)), context, strong=False).property)


def watched(found: Monitor, letters: Sequence[frozenset[str]]) -> list[bool]:
    """At each tick: does the monitor fail there?"""
    owed: set[int] = set()
    failed = []
    for letter in letters:
        later, fails = set(), False
        for move in found.moves:
            if move.source is not None and move.source not in owed:
                continue
            if any(_is(letter, literal.text) == literal.true for literal in move.unless):
                continue
            if move.target is None:
                fails = True
            else:
                later.add(move.target)
        failed.append(fails)
        owed = later
    return failed


def _is(letter: frozenset[str], text: str) -> bool:
    if text.startswith("!"):
        return text[1:] not in letter
    return text == "1" or text in letter


def words(names: str, length: int) -> list[tuple[frozenset[str], ...]]:
    chosen = product((False, True), repeat=len(names))
    letters = [frozenset(name for name, there in zip(names, values, strict=True) if there) for values in chosen]
    return list(product(letters, repeat=length))


def asks_for_nothing(tree: Tree) -> bool:
    """Is a sequence in it asked for that may be empty?  That is no property."""
    if tree[0] in ("weak", "strong"):
        return tight(Word(()), 0, 0, tree[1])
    return any(asks_for_nothing(part) for part in tree[1:] if isinstance(part, tuple))


def compare(tree: Tree, chance: random.Random) -> str:
    """Empty if they agree on all short words over two names, and on some longer ones over three."""
    found = read(written(tree))
    chosen = [*words("ab", 3), *(tuple(_letter(chance) for _ in range(chance.randint(3, 7))) for _ in range(30))]
    for letters in chosen:
        if first(watched(found, letters)) != first(failures(letters, tree)):
            return f"{written(tree)} on {[sorted(letter) for letter in letters]}: {watched(found, letters)}"
    return ""


def first(failed: list[bool]) -> int | None:
    """The first failure: parts of an attempt that has failed may fail again later."""
    return failed.index(True) if True in failed else None


def _letter(chance: random.Random) -> frozenset[str]:
    return frozenset(name for name in "abc" if chance.random() < 0.6)


@pytest.mark.parametrize("seed", range(4))
def test_monitors_fail_as_the_standard_says(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    while compared < MANY:
        tree = a_property(chance, 2)
        if asks_for_nothing(tree):
            continue
        try:
            wrong = compare(tree, chance)
        except (Inexact, TooLarge, Unsupported):
            continue
        finally:
            holds.cache_clear()
            tight.cache_clear()
        assert not wrong, f"seed {seed}: {wrong}"
        compared += 1
