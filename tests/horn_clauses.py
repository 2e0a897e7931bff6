"""Random linear Horn clauses as text: the sorts and operators that Assay reads, and a few things that it refuses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

Scope = Sequence[tuple[str, str]]

INTS: Final = "(Array Int Int)"
FLAGS: Final = "(Array Bool Int)"
VECTOR: Final = "(_ BitVec 3)"
SORTS: Final = ("Int", "Int", "Int", "Bool", "Real", INTS, FLAGS, VECTOR)
DEFINED: Final = (
    "(define-fun twice ((x Int)) Int (+ x x))\n"
    "(define-fun near ((x Int) (y Int)) Bool (let ((x y) (y x)) (<= (- x y) 2)))\n"
    "(define-fun put ((a (Array Int Int)) (x Int)) (Array Int Int) (store a (twice x) x))\n"
)
_SHAPES: Final[dict[str, tuple[str, ...]]] = {
    "Int": (
        *("(+ Int Int)", "(- Int Int)", "(* 2 Int)", "(- Int)", "(div Int 3)", "(mod Int 2)", "(div Int (- 2))"),
        *("(mod Int Int)", "(div Int Int)", "(div 5 0)", "(twice Int)", "(ite Bool Int Int)", "(abs Int)"),
        *(f"(select {INTS} Int)", f"(select {FLAGS} Bool)", "(to_int Real)", "(let ((z Int)) (+ z z))"),
    ),
    "Bool": (
        *(
            "(<= Int Int)",
            "(< Int Int)",
            "(= Int Int)",
            "(> Int Int)",
            "(not Bool)",
            "(and Bool Bool)",
            "(or Bool Bool)",
        ),
        *("(=> Bool Bool)", "(xor Bool Bool)", "(= Bool Bool)", "(ite Bool Bool Bool)", "(near Int Int)"),
        *("(distinct Int Int Int)", "(<= Real Real)", "(= Real Real)", f"(= {INTS} {INTS})", f"(= {FLAGS} {FLAGS})"),
        *("(let ((x Int) (y Int)) (< x y))", f"(bvult {VECTOR} {VECTOR})", f"(= {VECTOR} {VECTOR})", "(is_int Real)"),
        f"(bvsle {VECTOR} {VECTOR})",
    ),
    "Real": ("(+ Real Real)", "(/ Real 2.0)", "(* 1.5 Real)", "(to_real Int)", "(ite Bool Real Real)", "(/ Real Real)"),
    INTS: (f"(store {INTS} Int Int)", f"((as const {INTS}) Int)", f"(put {INTS} Int)", f"(ite Bool {INTS} {INTS})"),
    FLAGS: (f"(store {FLAGS} Bool Int)", f"((as const {FLAGS}) Int)", f"(ite Bool {FLAGS} {FLAGS})"),
    VECTOR: (
        *(f"({op} {VECTOR} {VECTOR})" for op in ("bvadd", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod")),
        *(f"(bvneg {VECTOR})", f"(bvshl {VECTOR} {VECTOR})", f"(ite Bool {VECTOR} {VECTOR})"),
    ),
}
_LEAVES: Final[dict[str, tuple[str, ...]]] = {
    "Int": ("0", "1", "(- 1)", "2", "5"),
    "Bool": ("true", "false"),
    "Real": ("0.0", "1.0", "(- 0.5)", "2.5"),
    INTS: (f"((as const {INTS}) 0)",),
    FLAGS: (f"((as const {FLAGS}) 1)",),
    VECTOR: ("#b000", "#b001", "#b111"),
}


class Clauses:
    """One random set of clauses; ``text`` is the file."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._predicates = {f"P{k}": self._sorts() for k in range(random.randrange(1, 4))}
        self._constants: Scope = [("c", "Int"), ("flag", "Bool")] if random.random() < 0.05 else []
        declared = [f"(declare-const {name} {sort})" for name, sort in self._constants]
        declared += [f"(declare-fun {name} ({' '.join(sorts)}) Bool)" for name, sorts in self._predicates.items()]
        facts = [self._clause(body=False, head=True) for _ in range(random.randrange(1, 3))]
        steps = [self._clause(body=True, head=True) for _ in range(random.randrange(0, 4))]
        queries = [self._clause(body=random.random() < 0.95, head=False) for _ in range(random.choice((0, 1, 1, 1, 2)))]
        lines = ["(set-logic HORN)", *declared, DEFINED, *facts, *steps, *queries, "(check-sat)"]
        self.text = "\n".join(lines) + "\n"

    def _sorts(self) -> list[str]:
        return [self._random.choice(SORTS) for _ in range(self._random.randrange(1, 4))]

    def _clause(self, *, body: bool, head: bool) -> str:
        random = self._random
        source = random.choice(list(self._predicates)) if body else ""
        bound = [(f"x{k}", sort) for k, sort in enumerate(self._predicates.get(source, ()))]
        bound += [(f"y{k}", random.choice(SORTS)) for k in range(random.randrange(1, 3))]
        scope = [*bound, *self._constants]
        parts = [self.term("Bool", scope, 2) for _ in range(random.randrange(1, 3))]
        if body:
            parts.insert(random.randrange(2), self._use(source, [name for name, _ in bound]))
        target = "false"
        if head:
            name = random.choice(list(self._predicates))
            target = self._use(name, [self.term(sort, scope, 2) for sort in self._predicates[name]])
        binders = " ".join(f"({name} {sort})" for name, sort in bound)
        return f"(assert (forall ({binders}) (=> (and {' '.join(parts)}) {target})))"

    def _use(self, name: str, arguments: Sequence[str]) -> str:
        return f"({name} {' '.join(arguments[: len(self._predicates[name])])})"

    def term(self, sort: str, scope: Scope, depth: int) -> str:
        """A random term over ``scope``."""
        random = self._random
        names = [name for name, found in scope if found == sort]
        if depth == 0 or random.random() < 0.25:
            return random.choice(names) if names and random.random() < 0.75 else random.choice(_LEAVES[sort])
        return _filled(random.choice(_SHAPES[sort]), lambda part: self.term(part, scope, depth - 1))


def _filled(shape: str, fill: Callable[[str], str]) -> str:
    """``shape`` with every sort in it replaced, but for those after ``as const``."""
    done, rest = "", shape
    while rest:
        constant = next((f"(as const {sort})" for sort in (INTS, FLAGS) if rest.startswith(f"(as const {sort})")), "")
        sort = next((sort for sort in _LEAVES if rest.startswith(sort)), "")
        piece = constant or sort or rest[0]
        done += fill(sort) if sort and not constant else piece
        rest = rest[len(piece) :]
    return done
