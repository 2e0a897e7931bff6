"""Linear inequalities that hold in every reachable marking and exclude a given one, with everything above it.

``sum y[p] * p <= bound`` with non-negative weights is inductive if no rule increases the sum, and excludes a marking
that weighs more than any initial one.  Weights are a solution of a linear program: the dual of the marking equation, so
one exists iff the equation has no solution. (Murata 1989; Esparza, Ledesma-Garza, Majumdar, Meyer, Niksic, CAV 2014.)
Known limits: without traps, so what the marking equation admits is not excluded.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from assay.core.budget import FOREVER, Deadline
from assay.core.terms import Term, add, conjunction, ge, integer, le, real, scale, variable
from assay.core.terms.sorts import REAL
from assay.solve.smt import Answer
from assay.solve.z3.solver import Z3Solver
from assay.spaces.nets.net import Net
from assay.spaces.nets.rules import Rule
from assay.spaces.nets.upward import Marking


@dataclass(frozen=True, eq=False)
class Inequality:
    """``sum weights[p] * p <= bound`` in every reachable marking; all weights are positive."""

    weights: Mapping[int, int]
    bound: int

    def excludes(self, marking: Marking) -> bool:
        weights = self.weights
        return sum(weights.get(place, 0) * count for place, count in marking.items()) > self.bound

    def formula(self, places: tuple[Term, ...]) -> Term:
        return le(add(integer(0), *(scale(w, places[p]) for p, w in self.weights.items())), integer(self.bound))


class Weighing:
    """Finds inequalities for one net, and remembers them."""

    def __init__(self, net: Net, deadline: Deadline = FOREVER, seconds: float = 5.0) -> None:
        self.found: list[Inequality] = []
        self.asked = 0
        self._net = net
        self._deadline = deadline
        self._seconds = seconds
        self._weights = [variable(f"%weight {number}", REAL) for number in range(len(net.places))]
        self._solver = Z3Solver()
        self._solver.add(conjunction(ge(weight, real(0)) for weight in self._weights))
        self._heaviest: list[Term] = []
        for initial in net.initial:
            bounded = {place: count for place, count in initial.upper.items() if count}
            unbounded = (weight for place, weight in enumerate(self._weights) if place not in initial.upper)
            self._heaviest.append(add(self._weight(bounded), real(1)))
            self._solver.add(*(le(weight, real(0)) for weight in unbounded))
        for rule in net.rules:
            self._solver.add(*self._never_increased_by(rule))

    def excluding(self, marking: Marking) -> Inequality | None:
        """A new inequality that excludes the marking, if there is one (and time)."""
        self.asked += 1
        self._solver.push()
        weight = self._weight(marking)
        self._solver.add(*(ge(weight, heaviest) for heaviest in self._heaviest))
        answer = self._solver.check(seconds=min(self._seconds, self._deadline.left))
        inequality = self._read() if answer is Answer.SAT else None
        self._solver.pop()
        if inequality is not None:
            self.found.append(inequality)
        return inequality

    def known(self, marking: Marking) -> Inequality | None:
        """An inequality found before that excludes the marking; it will be tried first the next time."""
        for position, inequality in enumerate(self.found):
            if inequality.excludes(marking):
                if position:
                    self.found.insert(0, self.found.pop(position))
                return inequality
        return None

    def _weight(self, marking: Marking) -> Term:
        return add(real(0), *(scale(count, self._weights[place]) for place, count in marking.items()))

    def _read(self) -> Inequality:
        values = [Fraction(str(self._solver.value(weight))) for weight in self._weights]
        denominator = math.lcm(*(value.denominator for value in values))
        weights = {place: int(value * denominator) for place, value in enumerate(values) if value}
        bounds = (
            sum(weight * initial.upper.get(place, 0) for place, weight in weights.items())
            for initial in self._net.initial
        )
        return Inequality(weights, max(bounds, default=0))

    def _never_increased_by(self, rule: Rule) -> list[Term]:
        """The weight after the rule is at most the weight before, wherever the rule is enabled."""
        if rule.shift is not None:
            return [le(self._weight(rule.shift), real(0))]
        gain: dict[int, list[Term]] = {place: [scale(-1, self._weights[place])] for place in rule.changes}
        constants: list[Term] = [real(0)]
        for target, (flows, constant) in rule.changes.items():
            constants.append(scale(constant, self._weights[target]))
            for place, count in flows.items():
                start = gain.setdefault(place, [])
                start.append(scale(count, self._weights[target]))
        gains = {place: add(*parts) for place, parts in gain.items()}
        least = [scale(rule.lower.get(place, 0), value) for place, value in gains.items()]
        return [*(le(value, real(0)) for value in gains.values()), le(add(*constants, *least), real(0))]
