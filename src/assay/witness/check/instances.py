"""What an invariant says for all values of its indices, as far as a check needs it: at finitely many values.

A proof may speak of *indices*, symbols beside the variables, and is then about all their values (``Proof.every``).
Where it is a premise, it may be used at any values: here at those of the symbols that the condition speaks of, and at
the indices themselves, which stand for any values in what is to be shown.  That no state satisfies these instances and
breaks the conclusion shows the condition; a state that does shows nothing, for another instance may exclude it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from assay.core.errors import UnsoundVerdict
from assay.core.evidence import Proof
from assay.core.model import Model, Property
from assay.core.terms import Term, conjunction, variable
from assay.core.terms.bitvectors import extract, sign_extend, zero_extend
from assay.core.terms.rebuild import substitute

# More instances than this of one invariant are not asked for.
MOST: Final = 64


@dataclass(frozen=True)
class Instances:
    """Formulas about all values of the indices ``every``, at some of them."""

    every: tuple[Term, ...] = ()

    def concern(self, fact: Term) -> bool:
        """Does ``fact`` speak of an index, so that it says more than finitely many instances of it?"""
        return not fact.free.isdisjoint(self.every)

    def __call__(self, fact: Term, symbols: Iterable[Term]) -> Term:
        """What ``fact`` says where the indices have the values of some of the ``symbols``, or their own."""
        indices = [index for index in self.every if index in fact.free]
        if not indices:
            return fact
        values = list(dict.fromkeys(symbol for symbol in symbols if symbol not in self.every))
        longest = max(2, int(MOST ** (1 / len(indices))))
        choices = [[index, *_fitting(index, values)][:longest] for index in indices]
        return conjunction(substitute(fact, dict(zip(indices, chosen, strict=True))) for chosen in product(*choices))


def _fitting(index: Term, symbols: Sequence[Term]) -> Iterator[Term]:
    """The symbols as values of the index: vectors of another width as either number that they may stand for."""
    for symbol in symbols:
        if symbol.sort is index.sort:
            yield symbol
    if not index.sort.is_bitvector:
        return
    for symbol in symbols:
        if symbol.sort.is_bitvector and symbol.sort is not index.sort:
            extra = index.sort.width - symbol.sort.width
            if extra < 0:
                yield extract(index.sort.width - 1, 0, symbol)
            else:
                yield from (sign_extend(extra, symbol), zero_extend(extra, symbol))


def apart(model: Model, property: Property, proof: Proof) -> tuple[Proof, Instances]:
    """The proof with indices that no symbol of a check can be called like, and its instances.

    UnsoundVerdict if an index is a symbol of the model, which has one value at a time.
    """
    if not proof.every:
        return proof, Instances()
    symbols = {symbol for edge in model.edges for symbol in (*edge.source.variables, *edge.target.variables)}
    symbols.update(symbol for edge in model.edges for symbol in edge.inputs)
    symbols.update(model.entry.variables, model.initial.free, *(bad.free for bad in property.bad.values()))
    taken = sorted(index.name for index in proof.every if index in symbols)
    if taken:
        raise UnsoundVerdict(f"the proof is about all values of what has one: {', '.join(taken)}")
    if proof.depth:
        raise UnsoundVerdict("a proof by induction over several steps has no indices")
    # Checks make symbols of those of the model by adding to their names.
    name = "%every"
    while any(symbol.name.startswith(name) for symbol in symbols):
        name += "%"
    own = {index: variable(f"{name} {number}", index.sort) for number, index in enumerate(proof.every)}
    invariant = {place: substitute(fact, own) for place, fact in proof.invariant.items()}
    every = tuple(own.values())
    return replace(proof, invariant=invariant, every=every), Instances(every)
