"""Sequences and properties of SystemVerilog for tests, with their meaning straight from the standard (annex F.3).

A word is a list of letters, the sets of names that are true, followed for ever by ``TOP``, which satisfies every
expression, or by ``BOTTOM``, which satisfies none.  A property has failed on a finite word if it does not hold even
when ``TOP`` follows.  Nothing here is shared with what Assay reads assertions by; it is slow, and meant to be.

Trees are tuples: a word for what they are, and their parts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

TOP: Final = "top"
BOTTOM: Final = "bottom"
Letter = frozenset[str] | str
Tree = tuple[Any, ...]
# How far a match may go beyond the word, where everything is satisfied: longer than any sequence here needs.
BEYOND: Final = 7


@dataclass(frozen=True)
class Word:
    letters: tuple[Letter, ...]
    rest: str = TOP

    def at(self, place: int) -> Letter:
        return self.letters[place] if place < len(self.letters) else self.rest

    @property
    def end(self) -> int:
        return len(self.letters) + BEYOND

    def begun(self, end: int) -> Word:
        """The letters before ``end``, and then everything is satisfied."""
        return Word(tuple(self.at(k) for k in range(end)))

    def dual(self) -> Word:
        exchanged = {TOP: BOTTOM, BOTTOM: TOP}
        letters = tuple(exchanged[x] if isinstance(x, str) else x for x in self.letters)
        return Word(letters, exchanged[self.rest])


def satisfies(letter: Letter, expression: str) -> bool:
    """An expression is a name, ``!name``, ``1`` or ``0``."""
    if isinstance(letter, str):
        return letter == TOP
    if expression in "10":
        return expression == "1"
    return (expression.strip("!") in letter) != expression.startswith("!")


@cache
def tight(word: Word, start: int, end: int, tree: Tree) -> bool:
    """Does the sequence match exactly the letters from ``start`` to before ``end``?"""
    if end < start:
        return False
    match tree:
        case ("is", e):
            return end == start + 1 and satisfies(word.at(start), e)
        case ("after", least, most, s):
            last = end - start if most is None else most
            return any(tight(word, start + n, end, s) for n in range(least, last + 1))
        case ("##", r, least, most, s):
            last = end - start + 1 if most is None else most
            return any(_delayed(word, start, end, n, r, s) for n in range(least, last + 1))
        case ("or", r, s):
            return tight(word, start, end, r) or tight(word, start, end, s)
        case ("and", r, s):
            shorter = [any(tight(word, start, k, x) for k in range(start, end + 1)) for x in (r, s)]
            return all(shorter) and (tight(word, start, end, r) or tight(word, start, end, s))
        case ("intersect", r, s):
            return tight(word, start, end, r) and tight(word, start, end, s)
        case ("throughout", e, s):
            return all(satisfies(word.at(k), e) for k in range(start, end)) and tight(word, start, end, s)
        case ("within", r, s):
            spans = ((i, k) for i in range(start, end + 1) for k in range(i, end + 1))
            return tight(word, start, end, s) and any(tight(word, i, k, r) for i, k in spans)
        case ("[*]", s, least, most):
            if most is None:
                return any(_times(word, start, end, s, n) for n in range(least, least + end - start + 2))
            return any(_times(word, start, end, s, n) for n in range(least, most + 1))
        case ("[->]", e, n):
            return _goto(word, start, end, e, n)
        case ("[=]", e, n):
            tails = range(start, end + 1)
            return any(
                _goto(word, start, k, e, n) and all(satisfies(word.at(i), _no(e)) for i in range(k, end)) for k in tails
            )
        case ("first_match", s):
            return tight(word, start, end, s) and not any(tight(word, start, k, s) for k in range(start, end))
    raise ValueError(tree)


def _no(expression: str) -> str:
    return expression[1:] if expression.startswith("!") else f"!{expression}"


def _delayed(word: Word, start: int, end: int, ticks: int, r: Tree, s: Tree) -> bool:
    if ticks == 0:
        return any(tight(word, start, k + 1, r) and tight(word, k, end, s) for k in range(start, end))
    return any(tight(word, start, k, r) and tight(word, k + ticks - 1, end, s) for k in range(start, end + 1))


def _times(word: Word, start: int, end: int, s: Tree, times: int) -> bool:
    if times == 0:
        return start == end
    return any(tight(word, start, k, s) and _times(word, k, end, s, times - 1) for k in range(start, end + 1))


def _goto(word: Word, start: int, end: int, e: str, times: int) -> bool:
    if times == 0:
        return start == end
    for k in range(start, end):
        if satisfies(word.at(k), e) and _goto(word, k + 1, end, e, times - 1):
            return True
        if not satisfies(word.at(k), _no(e)):
            return False
    return False


@cache
def holds(word: Word, start: int, tree: Tree) -> bool:
    """Does the property hold of the word from ``start`` on?"""
    ends = range(start, max(word.end, start + BEYOND))
    match tree:
        case ("strong", s):
            return any(tight(word, start, k + 1, s) for k in ends)
        case ("weak", s):
            return all(holds(word.begun(k + 1), start, ("strong", s)) for k in ends)
        case ("not", p):
            return not holds(word.dual(), start, p)
        case ("and", p, q):
            return holds(word, start, p) and holds(word, start, q)
        case ("or", p, q):
            return holds(word, start, p) or holds(word, start, q)
        case ("implies", p, q):
            return not holds(word.dual(), start, p) or holds(word, start, q)
        case ("iff", p, q):
            return holds(word, start, ("and", ("implies", p, q), ("implies", q, p)))
        case ("|->", s, p):
            return all(holds(word, k, p) for k in ends if tight(word.dual(), start, k + 1, s))
        case ("|=>", s, p):
            return holds(word, start, ("|->", ("##", s, 1, 1, ("is", "1")), p))
        case ("#-#", s, p):
            return not holds(word.dual(), start, ("|->", s, ("not", p)))
        case ("#=#", s, p):
            return not holds(word.dual(), start, ("|=>", s, ("not", p)))
        case ("nexttime", p):
            return holds(word, start + 1, p)
        case ("always", p):
            return all(holds(word, k, p) for k in ends)
        case ("until", p, q):
            return _until(word, ends, p, q)
        case ("until_with", p, q):
            return _until(word, ends, p, ("and", p, q))
        case ("s_eventually", p):
            return any(holds(word, k, p) for k in ends)
        case ("s_until", p, q):
            return holds(word, start, ("s_eventually", q)) and _until(word, ends, p, q)
        case ("if", e, p, q):
            yes, no = ("|->", ("is", e), p), ("|->", ("is", _no(e)), q)
            return holds(word, start, ("and", yes, no))
    raise ValueError(tree)


def _until(word: Word, ends: range, p: Tree, q: Tree) -> bool:
    for k in ends:
        if holds(word, k, q):
            return True
        if not holds(word, k, p):
            return False
    return True


# Of an infinite word, matches may end so many ticks behind where they begin: longer than any sequence needs here.
FAR: Final = 20


@dataclass(frozen=True)
class Lasso:
    """An infinite word: some letters, and others again and again."""

    letters: tuple[frozenset[str], ...]
    loop: int

    def folded(self, place: int) -> int:
        size = len(self.letters) - self.loop
        return place if place < len(self.letters) else self.loop + (place - self.loop) % size

    def unrolled(self, start: int) -> Word:
        return Word(tuple(self.letters[self.folded(k)] for k in range(start, start + FAR + BEYOND)))


@cache
def keeps(lasso: Lasso, start: int, tree: Tree) -> bool:
    """Does the property hold of the infinite word from ``start`` on?"""
    start = lasso.folded(start)
    later = range(start, start + len(lasso.letters) + 1)
    match tree:
        case ("strong", s):
            word = lasso.unrolled(start)
            return any(tight(word, 0, k + 1, s) for k in range(FAR))
        case ("weak", s):
            word = lasso.unrolled(start)
            return all(holds(word.begun(k + 1), 0, ("strong", s)) for k in range(FAR))
        case ("not", p):
            return not keeps(lasso, start, p)
        case ("and", p, q):
            return keeps(lasso, start, p) and keeps(lasso, start, q)
        case ("or", p, q):
            return keeps(lasso, start, p) or keeps(lasso, start, q)
        case ("implies", p, q):
            return not keeps(lasso, start, p) or keeps(lasso, start, q)
        case ("iff", p, q):
            return keeps(lasso, start, p) == keeps(lasso, start, q)
        case ("|->", s, p):
            word = lasso.unrolled(start)
            return all(keeps(lasso, start + k, p) for k in range(FAR) if tight(word, 0, k + 1, s))
        case ("|=>", s, p):
            return keeps(lasso, start, ("|->", ("##", s, 1, 1, ("is", "1")), p))
        case ("#-#", s, p):
            return not keeps(lasso, start, ("|->", s, ("not", p)))
        case ("#=#", s, p):
            return not keeps(lasso, start, ("|=>", s, ("not", p)))
        case ("nexttime", p):
            return keeps(lasso, start + 1, p)
        case ("always", p):
            return all(keeps(lasso, k, p) for k in later)
        case ("s_eventually", p):
            return any(keeps(lasso, k, p) for k in later)
        case ("until" | "s_until" | "until_with" as word, p, q):
            last = ("and", p, q) if word == "until_with" else q
            for k in later:
                if keeps(lasso, k, last) or not keeps(lasso, k, p):
                    return keeps(lasso, k, last)
            return bool(word != "s_until")
        case ("if", e, p, q):
            return keeps(lasso, start, p if satisfies(lasso.letters[start], e) else q)
    raise ValueError(tree)


def kept(lasso: Lasso, tree: Tree, disabled: str) -> bool:
    """Does the attempt at the first place not fail?  Where it is disabled, anything may follow what was before."""
    for place in range(len(lasso.letters)):
        if disabled and satisfies(lasso.letters[place], disabled):
            return holds(Word(lasso.letters[:place]), 0, tree)
    return keeps(lasso, 0, tree)


def failures(letters: Sequence[frozenset[str]], tree: Tree) -> list[bool]:
    """At each tick: is there an attempt that fails there, and had not failed before?"""
    found = [False] * len(letters)
    for start in range(len(letters)):
        for end in range(start, len(letters)):
            if not holds(Word(tuple(letters[start : end + 1])), 0, tree):
                found[end] = True
                break
    return found


# -- as text -----------------------------------------------------------------------------------------------------------


def written(tree: Tree) -> str:
    """The tree in SystemVerilog, with brackets around every part."""
    match tree:
        case ("is", e):
            return str(e)
        case ("after", least, most, s):
            return f"({_delay(least, most)} {written(s)})"
        case ("##", r, least, most, s):
            return f"({written(r)} {_delay(least, most)} {written(s)})"
        case ("throughout", e, s):
            return f"({e} throughout {written(s)})"
        case ("[*]", s, 0, None):
            return f"({written(s)}[*])"
        case ("[*]", s, 1, None):
            return f"({written(s)}[+])"
        case ("[*]", s, least, most):
            return f"({written(s)}[*{least}:{'$' if most is None else most}])"
        case ("[->]", e, n):
            return f"({e}[->{n}])"
        case ("[=]", e, n):
            return f"({e}[={n}])"
        case ("first_match", s):
            return f"first_match({written(s)})"
        case ("strong", s):
            return f"strong({written(s)})"
        case ("weak", s):
            return written(s)
        case ("not" | "always" | "nexttime" | "s_eventually" as word, p):
            return f"({word} {written(p)})"
        case ("if", e, p, q):
            return f"(if ({e}) {written(p)} else {written(q)})"
        case (word, p, q):
            return f"({written(p)} {word} {written(q)})"
    raise ValueError(tree)


def _delay(least: int, most: int | None) -> str:
    if (least, most) == (0, None):
        return "##[*]"
    if (least, most) == (1, None):
        return "##[+]"
    return f"##{least}" if least == most else f"##[{least}:{'$' if most is None else most}]"


def a_boolean(chance: random.Random) -> str:
    return chance.choice(("a", "b", "c", "!a", "!b", "a", "b", "1", "0") if chance.random() < 0.3 else ("a", "b", "c"))


def a_sequence(chance: random.Random, depth: int) -> Tree:
    if depth == 0 or chance.random() < 0.2:
        return ("is", a_boolean(chance))

    def inner() -> Tree:
        return a_sequence(chance, depth - 1)

    least, more = chance.choice((0, 1, 1, 1, 2)), chance.choice((0, 0, 1, 2))
    most = None if chance.random() < 0.15 else least + more
    return chance.choice(
        (
            lambda: ("##", inner(), least, most, inner()),
            lambda: ("##", inner(), least, most, inner()),
            lambda: ("##", inner(), 1, 1, inner()),
            lambda: ("after", least, most, inner()),
            lambda: ("[*]", inner(), least, most),
            lambda: ("or", inner(), inner()),
            lambda: ("and", inner(), inner()),
            lambda: ("intersect", inner(), inner()),
            lambda: ("throughout", a_boolean(chance), inner()),
            lambda: ("within", inner(), inner()),
            lambda: ("[->]", chance.choice("abc"), chance.choice((1, 2))),
            lambda: ("[=]", chance.choice("abc"), chance.choice((1, 2))),
            lambda: ("first_match", inner()),
        )
    )()


def a_property(chance: random.Random, depth: int, *, waiting: bool = False) -> Tree:
    """A random property; with ``waiting``, also of the operators that fail only by waiting for ever."""
    if depth == 0 or chance.random() < 0.2:
        return (chance.choice(("weak", "weak", "weak", "strong")), a_sequence(chance, 1 if waiting else 2))

    def inner() -> Tree:
        return a_property(chance, depth - 1, waiting=waiting)

    if waiting and chance.random() < 0.3:
        return ("s_eventually", inner()) if chance.random() < 0.5 else ("s_until", inner(), inner())
    return chance.choice(
        (
            lambda: ("|->", a_sequence(chance, 2), inner()),
            lambda: ("|=>", a_sequence(chance, 2), inner()),
            lambda: ("|=>", a_sequence(chance, 2), inner()),
            lambda: ("#-#", a_sequence(chance, 1), inner()),
            lambda: ("#=#", a_sequence(chance, 1), inner()),
            lambda: ("not", inner()),
            lambda: ("and", inner(), inner()),
            lambda: ("or", inner(), inner()),
            lambda: ("implies", inner(), inner()),
            lambda: ("iff", inner(), inner()),
            lambda: ("nexttime", inner()),
            lambda: ("always", inner()),
            lambda: ("until", inner(), inner()),
            lambda: ("until_with", inner(), inner()),
            lambda: ("if", chance.choice("abc"), inner(), inner()),
        )
    )()
