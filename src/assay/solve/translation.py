"""What every translation of our terms shares: the order in which to translate."""

from __future__ import annotations

from collections.abc import Container

from assay.core.terms import Term


def untranslated(root: Term, done: Container[Term]) -> list[Term]:
    """The subterms of ``root`` outside ``done``, each once, arguments first.

    Terms are numbered as they are made, arguments before the terms that use them, so age is the order.
    """
    found = {root}
    stack = [root]
    while stack:
        for arg in stack.pop().args:
            if arg not in found and arg not in done:
                found.add(arg)
                stack.append(arg)
    return sorted(found, key=_age)


def _age(term: Term) -> int:
    return term.uid
