"""Programs whose functions call themselves: how to execute their models, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from assay.core.evidence import Assignment, Derivation, Derived
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.core.terms.evaluate import Evaluation, Value, default_value, holds


@dataclass
class Execution:
    """Executes a model, call by call; functions without a body return ``values`` in turn, and zero in the end."""

    model: Model
    values: Iterator[int]
    nodes: list[Derived] = field(default_factory=list)
    depth: int = 0

    def run(self) -> tuple[Location, Assignment]:
        """Where the program ends, and its state before that."""
        self.nodes.append(Derived({}))
        _, place, before = self._follow(0, self.model.entry)
        return place, before

    def derivation(self) -> Derivation:
        return Derivation(tuple(self.nodes))

    def _follow(self, number: int, place: Location) -> tuple[int, Location, Assignment]:
        """From a state to where no step leads on: the number of that state, its place, and the state before."""
        before: Assignment = self.nodes[number].state
        while edge := self._chosen(place, self.nodes[number].state):
            before = self.nodes[number].state
            if edge.uses:
                number, place, found = self._over(number, edge)
                if found is not None:
                    return number, place, found
                continue
            number = self._step(number, edge, {s: self._input(s) for s in edge.inputs})
            place = edge.target
        return number, place, before

    def _chosen(self, place: Location, state: Assignment) -> Edge | None:
        edges = [edge for edge in self.model.leaving(place) if not edge.name.endswith(".call")]
        able = [edge for edge in edges if holds(edge.guard, {**self._unknown(edge), **state})]
        assert len(able) <= 1 and (able or not edges), f"{len(able)} of {len(edges)} steps leave {place}"
        return able[0] if able else None

    def _unknown(self, edge: Edge) -> dict[Term, Value]:
        assert not any("()#" in s.name and s in edge.guard.free for s in edge.inputs), "a choice by what is returned"
        return {s: default_value(s.sort) for s in edge.inputs}

    def _input(self, symbol: Term) -> Value:
        if "()#" in symbol.name:
            return next(self.values, 0) % (1 << symbol.sort.width) if symbol.sort.is_bitvector else next(self.values, 0)
        return default_value(symbol.sort)

    def _step(self, number: int, edge: Edge, inputs: Mapping[Term, Value], uses: tuple[int, ...] = ()) -> int:
        evaluation = Evaluation({**self.nodes[number].state, **inputs})
        state = {v: evaluation(edge.after(v)) for v in edge.target.variables}
        self.nodes.append(Derived(state, edge, dict(inputs), number, uses))
        return len(self.nodes) - 1

    def _over(self, number: int, edge: Edge) -> tuple[int, Location, Assignment | None]:
        """The step over a call, by way of the procedure; the program may end there."""
        (into,) = (e for e in self.model.leaving(edge.source) if e.name == f"{edge.name}.call")
        (use,) = edge.uses
        entered = self._step(number, into, {s: self._input(s) for s in into.inputs})
        end, place, before = self._follow(entered, into.target)
        if place != use.location:
            return end, place, before
        inputs = {s: self._input(s) for s in edge.inputs}
        for argument, variable in zip(use.arguments, use.location.variables, strict=True):
            if argument in edge.inputs:
                inputs[argument] = self.nodes[end].state[variable]
        evaluation = Evaluation({**self.nodes[number].state, **inputs})
        for argument, variable in zip(use.arguments, use.location.variables, strict=True):
            assert evaluation(argument) == self.nodes[end].state[variable], f"{variable.name} at {use.location}"
        return self._step(number, edge, inputs, (end,)), edge.target, None


def random_program(seed: int) -> str:
    """Functions that call each other and themselves, over globals, static locals and locals of main by pointers."""
    rng = random.Random(seed)
    names = ["f", "g", "h"][: rng.randint(1, 3)]
    lines = [
        "extern unsigned __VERIFIER_nondet_uint(void);",
        "extern void reach_error(void);",
        "unsigned a, b, c;",
        "struct pair { unsigned x, y; };",
    ]
    lines += [f"unsigned {name}(unsigned n, unsigned v, unsigned *p);" for name in names]
    lines += ["struct pair twice(unsigned n);", f"unsigned (*chosen)(unsigned, unsigned, unsigned *) = {names[-1]};"]
    lines += [f"unsigned {name}(unsigned n, unsigned v, unsigned *p) {{\n{_body(rng, names)}}}" for name in names]
    lines.append(
        "struct pair twice(unsigned n) { struct pair r; if (n == 0) { r.x = a; r.y = 1; return r; } "
        f"r = twice(n - 1); r.x += r.y; r.y ^= {rng.choice(names)}(n - 1, r.x, &r.y == 0 ? &a : &b); return r; }}"
    )
    called = " ".join(
        f"s += {rng.choice(names)}({rng.randint(0, 4)}, i, &{rng.choice(['t', 'a', 's'])});" for _ in "ab"
    )
    lines.append(
        "int main(void) { unsigned s = __VERIFIER_nondet_uint(), t = 3, i; "
        f"for (i = 0; i < 2; i++) {{ {called} }} "
        "{ struct pair r = twice(2); c = c * 31 + s * 7 + t + r.x * 5 + r.y; } if (c != 1) reach_error(); return 0; }"
    )
    return "\n".join(lines)


def _body(rng: random.Random, names: list[str]) -> str:
    lines = ["  static unsigned count;", "  unsigned r = v;", "  count += 1;"]
    lines.append(f"  if (n == 0) {{ *p += {rng.choice(['v', 'a', 'count'])}; return v * 3 + count; }}")
    for _ in range(rng.randint(2, 4)):
        lines.append("  " + rng.choice(_STATEMENTS)(rng, names))
    return "\n".join([*lines, "  return r;", ""])


def _call(rng: random.Random, names: list[str]) -> str:
    name = rng.choice([*names, "chosen"])
    value = rng.choice(["v + 1", "r", "a ^ n", "*p", "__VERIFIER_nondet_uint()"])
    return f"{name}({rng.choice(['n - 1', 'n / 2'])}, {value}, {rng.choice(['p', '&b', '&c'])})"


_STATEMENTS = (
    lambda rng, names: f"r {rng.choice(['+=', '^=', '-='])} {_call(rng, names)};",
    lambda rng, names: f"{rng.choice('abc')} += r * {rng.randint(1, 9)};",
    lambda rng, names: f"if ({_call(rng, names)} & {1 << rng.randint(0, 3)}) {{ n = (n + 1) / 2; r += *p; }}",
    lambda rng, names: f"if ((r & 1) && {_call(rng, names)} > a) *p ^= r;",
    lambda rng, names: "{ unsigned i; for (i = 0; i < 2; i++) v = v * 5 + b + i; } r += v;",
)
