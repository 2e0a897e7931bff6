"""Interpolation providers side by side: valid results and median CPU time, per theory and chain length.

    python benchmarks/interpolation.py [--lengths 5,20,80] [--seconds 5] [--theory LIA]

Every family is a small program whose paths of a given length cannot fail.  Each provider gets the chain reduced to an
unsatisfiable core and trimmed, as the portfolio would give it; its result counts only if it passes validation.
"""

from __future__ import annotations

import argparse
import os
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from assay.core.budget import Deadline
from assay.core.errors import AssayError, SolverFailure
from assay.core.terms import (
    Op,
    Term,
    add,
    and_,
    conjuncts,
    eq,
    ge,
    gt,
    int_mod,
    integer,
    ite,
    le,
    lt,
    not_,
    number,
    or_,
    prime,
    real,
    scale,
    sub,
    variable,
)
from assay.core.terms.arrays import select, store
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare
from assay.core.terms.rebuild import Substitution
from assay.core.terms.sorts import INT, REAL, Sort, array, bitvector
from assay.solve.interpolation.providers import PROVIDERS, Chain, interpolate, reduce, validated


@dataclass(frozen=True)
class Program:
    """Variables, what holds at first, one relation a step over x, x' and inputs, and what cannot be at the end."""

    name: str
    variables: tuple[Term, ...]
    initial: Term
    relations: Callable[[int], Term]
    error: Callable[[int], Term]

    def chain(self, length: int) -> Chain:
        """The path with ``length`` steps, the initial and the final condition among them."""
        moves = length - 2
        steps = [conjuncts(self._at(self.initial, 0))]
        steps += [conjuncts(self._at(self.relations(i), i)) for i in range(moves)]
        steps.append(conjuncts(self._at(self.error(moves), moves)))
        states = [frozenset(_numbered(v, i) for v in self.variables) for i in range(length - 1)]
        return Chain(tuple(steps), (frozenset(), *states, frozenset()))

    def _at(self, formula: Term, position: int) -> Term:
        mapping = {v: _numbered(v, position) for v in formula.free}
        mapping |= {v: _numbered(v, position) for v in self.variables}
        mapping |= {prime(v): _numbered(v, position + 1) for v in self.variables}
        return Substitution(mapping)(formula)


def _numbered(symbol: Term, position: int) -> Term:
    return variable(f"{symbol.name}@{position}", symbol.sort)


def _becomes(updates: dict[Term, Term], variables: Iterable[Term]) -> Term:
    return and_(*(eq(prime(v), updates.get(v, v)) for v in variables))


def arithmetic(sort: Sort) -> list[Program]:
    """Programs over integers or rationals."""
    x, y, n, d = (variable(name, sort) for name in "xynd")
    one, two, zero = number(1, sort), number(2, sort), number(0, sort)
    both = (x, y, n)
    up = _becomes({x: add(x, one), y: add(y, one)}, both)
    branch = or_(
        _becomes({x: add(x, one), y: add(y, two)}, both),
        _becomes({x: add(x, two), y: add(y, one)}, both),
    )
    drift = and_(ge(d, zero), le(d, one), _becomes({x: add(x, d), y: add(y, d, d)}, both))
    until = and_(lt(x, n), _becomes({x: add(x, one), y: ite(gt(y, zero), sub(y, one), y)}, both))
    start = and_(eq(x, zero), eq(y, zero))
    chaotic = and_(ge(prime(x), x), le(add(prime(x), prime(y)), add(x, y)), ge(prime(y), zero), eq(prime(n), n))
    return [
        Program("lockstep", both, start, lambda i: up, lambda k: not_(eq(x, y))),
        Program("bounded", both, start, lambda i: up, lambda k: gt(x, number(k, sort))),
        Program("branches", both, start, lambda i: branch, lambda k: gt(add(x, y), number(3 * k, sort))),
        Program("inputs", both, start, lambda i: drift, lambda k: gt(x, y)),
        Program("inputs-2", both, and_(start, ge(n, zero)), lambda i: drift, lambda k: lt(add(x, y, n), zero)),
        Program("guarded", both, and_(eq(x, zero), ge(n, zero)), lambda i: until, lambda k: gt(x, add(n, one))),
        Program("chaotic", both, and_(le(zero, x), le(add(x, y), n)), lambda i: chaotic, lambda k: gt(x, n)),
        Program("noise", both, start, lambda i: up if i % 2 else branch, lambda k: lt(add(x, y), zero)),
    ]


def integers() -> list[Program]:
    x, y = variable("x", INT), variable("y", INT)
    even = _becomes({x: add(x, integer(2)), y: sub(x, y)}, (x, y))
    return [
        *arithmetic(INT),
        Program("parity", (x, y), eq(x, integer(0)), lambda i: even, lambda k: eq(int_mod(x, integer(2)), integer(1))),
    ]


def rationals() -> list[Program]:
    """A tank that fills and drains at rates within bounds, and the programs over both kinds of numbers."""
    level, clock, time_passed = variable("level", REAL), variable("clock", REAL), variable("t", REAL)
    rate = variable("rate", REAL)
    flow = and_(
        ge(time_passed, real(0)),
        le(time_passed, real(1)),
        le(rate, scale(2, time_passed)),
        ge(rate, scale(-1, time_passed)),
        _becomes({level: add(level, rate), clock: add(clock, time_passed)}, (level, clock)),
    )
    empty = and_(eq(level, real(0)), eq(clock, real(0)))
    over = gt(level, scale(2, clock))
    return [
        *arithmetic(REAL),
        Program("tank", (level, clock), empty, lambda i: flow, lambda k: over),
        Program("tank-2", (level, clock), empty, lambda i: flow, lambda k: gt(level, real(2 * k))),
    ]


def bitvectors() -> list[Program]:
    def at(width: int) -> list[Program]:
        sort = bitvector(width)
        x, y, d = (variable(name, sort) for name in "xyd")
        both = (x, y)

        def plus(left: Term, right: Term) -> Term:
            return bv_binary(Op.BV_ADD, left, right)

        one, two, zero = bv(1, width), bv(2, width), bv(0, width)
        start = and_(eq(x, zero), eq(y, zero))
        up = _becomes({x: plus(x, one), y: plus(y, one)}, both)
        even = _becomes({x: plus(x, two), y: bv_binary(Op.BV_XOR, x, y)}, both)
        rotate = _becomes({x: bv_binary(Op.BV_SHL, x, one), y: plus(y, x)}, both)
        branch = or_(up, _becomes({x: plus(x, two), y: plus(y, two)}, both))
        masked = and_(
            bv_compare(Op.BV_ULE, d, bv(3, width)), _becomes({x: bv_binary(Op.BV_AND, d, bv(1, width))}, both)
        )
        odd = eq(bv_binary(Op.BV_AND, x, one), one)
        return [
            Program(f"lockstep-{width}", both, start, lambda i: up, lambda k: not_(eq(x, y))),
            Program(f"parity-{width}", both, start, lambda i: even, lambda k: odd),
            Program(f"branches-{width}", both, start, lambda i: branch, lambda k: not_(eq(x, y))),
            Program(f"shift-{width}", both, eq(x, two), lambda i: rotate, lambda k: odd),
            Program(f"masked-{width}", both, start, lambda i: masked, lambda k: bv_compare(Op.BV_ULT, one, x)),
        ]

    return [*at(8), *at(32)]


def arrays() -> list[Program]:
    sort = array(INT, INT)
    a, b = variable("a", sort), variable("b", sort)
    p, q, v = variable("p", INT), variable("q", INT), variable("v", INT)
    all_of = (a, p, q)
    elsewhere = and_(not_(eq(p, q)), _becomes({a: store(a, q, v)}, all_of))
    walk = and_(gt(q, p), _becomes({a: store(a, q, v), q: add(q, integer(1))}, all_of))
    keep = _becomes({a: store(a, p, select(a, p))}, all_of)
    grow = _becomes({a: store(a, p, add(select(a, p), integer(1)))}, all_of)
    copy = _becomes({a: store(a, q, v), b: store(b, q, v)}, (a, b, p, q))
    zero = eq(select(a, p), integer(0))
    differ = not_(eq(select(a, p), integer(0)))
    return [
        Program("elsewhere", all_of, zero, lambda i: elsewhere, lambda k: differ),
        Program("walk", all_of, zero, lambda i: walk, lambda k: differ),
        Program("same", all_of, zero, lambda i: keep, lambda k: differ),
        Program("grow", all_of, zero, lambda i: grow, lambda k: lt(select(a, p), integer(0))),
        Program("copy", (a, b, p, q), eq(a, b), lambda i: copy, lambda k: not_(eq(select(a, p), select(b, p)))),
    ]


FAMILIES: dict[str, Callable[[], list[Program]]] = {
    "LIA": integers,
    "LRA": rationals,
    "BV": bitvectors,
    "arrays": arrays,
}


def prepared(chain: Chain) -> Chain:
    """What the portfolio would hand to a provider."""
    try:
        reduced = reduce(chain, Deadline.after(5))
    except SolverFailure:
        return chain
    assert reduced is not None, "a family has satisfiable paths"
    return reduced.trimmed()


def processor_time() -> float:
    """Seconds that this process and its finished children have computed."""
    return sum(os.times()[:4])


def measure(provider: str, chains: Sequence[Chain], seconds: float) -> tuple[int, list[float], list[str]]:
    """How many results are valid, the milliseconds of those, and why the others are not."""
    times: list[float] = []
    failures: list[str] = []
    for chain in chains:
        began = processor_time()
        try:
            if provider == "portfolio":
                interpolants = interpolate(chain, deadline=Deadline.after(seconds)).interpolants
            else:
                interpolants = PROVIDERS[provider](chain, Deadline.after(seconds))
        except AssayError as problem:
            failures.append(str(problem))
            continue
        elapsed = processor_time() - began
        if validated(chain, interpolants, Deadline.after(30)):
            times.append(1000 * elapsed)
        else:
            failures.append("invalid")
    return len(times), times, failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", default="5,20,80")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit for each provider and chain")
    parser.add_argument("--theory", choices=sorted(FAMILIES), action="append")
    parser.add_argument("--provider", choices=[*PROVIDERS, "portfolio"], action="append")
    parser.add_argument("--failures", action="store_true", help="say why")
    options = parser.parse_args()
    lengths = [int(length) for length in options.lengths.split(",")]
    names = options.provider or [*PROVIDERS, "portfolio"]
    print("| theory | provider | " + " | ".join(f"{length} steps: valid, median ms" for length in lengths) + " |")
    print("|---|---|" + "---|" * len(lengths))
    for theory in options.theory or FAMILIES:
        chains: dict[int, list[Chain]] = {}
        for length in lengths:
            chains[length] = [prepared(program.chain(length)) for program in FAMILIES[theory]()]
        for name in names:
            cells = []
            for length in lengths:
                valid, times, failures = measure(name, chains[length], options.seconds)
                cells.append(f"{valid}/{len(chains[length])} {statistics.median(times) if times else 0:.0f}")
                for failure, count in Counter(failures).items() if options.failures else ():
                    print(f"    {count} x {theory} {name} {length}: {failure[:160]}")
            print(f"| {theory} | {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
