"""What a proof says of all elements, in C: only what follows from it, and only where the elements have names."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.app.evidence_files import shown, told
from assay.core.evidence import Proof
from assay.core.model import Location, Model
from assay.core.terms import FALSE, TRUE, Op, Term, and_, eq, implies, not_, or_, variable
from assay.core.terms.arrays import select
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, sign_extend, zero_extend
from assay.core.terms.sorts import bitvector
from assay.core.verdict import Holds
from assay.frontends.c import read_c
from assay.witness.c.text.elements import about_elements
from clocks import PATIENCE

P = variable("%index1", bitvector(32))
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100]; unsigned char b[100];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  for (int i = 0; i < n; i++) { a[i] = 7; b[i] = 200; }
  for (int j = 0; j < n; j++) if (a[j] != 7 || b[j] != 200) reach_error();
  return 0;
}
"""


class Task:
    """A program, and what terms mean at its first loop."""

    def __init__(self, folder: Path, text: str = PROGRAM, data_model: str = "LP64") -> None:
        file = folder / "program.c"
        file.write_text(text)
        self.model: Model = read_c(file, data_model)
        assert self.model.origin.source is not None
        self.source = self.model.origin.source
        self.heads = [loop.location for loop in self.source.loops]
        self.head: Location = self.heads[0]

    def symbol(self, name: str) -> Term:
        return next(symbol for symbol in self.head.variables if symbol.name.endswith(name))

    def element(self, name: str, index: Term, *, signed: bool = True) -> Term:
        """The element of a global array at a term of 32 bits."""
        array, cells = next(
            (array, cells)
            for array, found in self.source.memory.items()
            for cells in found
            if cells.before == f"{name}["
        )
        assert array.sort.index is not None
        width = array.sort.index.width
        wide = (sign_extend if signed else zero_extend)(width - 32, index) if width > 32 else index
        scaled = bv_binary(Op.BV_MUL, wide, bv(cells.stride, width))
        return select(array, bv_binary(Op.BV_ADD, scaled, bv(cells.address, width)))

    def said(self, fact: Term, every: tuple[Term, ...] = (P,), at: Location | None = None) -> list[str]:
        return [
            found.text for found in about_elements(self.model, Proof({at or self.head: fact}, every=every), PATIENCE)
        ]


def at_most(left: Term, right: Term) -> Term:
    return bv_compare(Op.BV_SLE, left, right)


def below(left: Term, right: Term) -> Term:
    return bv_compare(Op.BV_SLT, left, right)


def number(value: int, width: int = 32) -> Term:
    return bv(value, width)


@pytest.fixture(name="task")
def _task(tmp_path: Path) -> Task:
    return Task(tmp_path)


def test_an_implication_is_a_range(task: Task) -> None:
    i, n = task.symbol("i"), task.symbol("n")
    bounds = and_(at_most(number(0), i), at_most(i, n), at_most(n, number(100)))
    filled = implies(and_(at_most(number(0), P), below(P, i)), eq(task.element("a", P), number(7)))
    assert task.said(and_(bounds, filled)) == ["for every k with 0 <= k < i: a[k] == 7"]


def test_cases_are_ranges_and_facts_of_one_range_are_one_sentence(task: Task) -> None:
    i, n = task.symbol("i"), task.symbol("n")
    a, b = task.element("a", P), task.element("b", P)
    before = and_(at_most(i, P), eq(a, number(0)))
    after = and_(below(P, i), eq(a, number(7)), eq(b, number(200, 8)))
    outside = or_(below(P, number(0)), at_most(n, P))
    bounds = and_(at_most(number(0), i), at_most(i, n), at_most(n, number(100)))
    assert task.said(and_(bounds, or_(outside, before, after))) == [
        "for every k with 0 <= k < i: a[k] == 7 && b[k] == 200",
        "for every k with i <= k < n: a[k] == 0",
    ]


def test_the_largest_range_is_told(task: Task) -> None:
    i, n = task.symbol("i"), task.symbol("n")
    bounds = and_(at_most(number(0), i), at_most(i, n), at_most(n, number(100)))
    everywhere = implies(and_(at_most(number(0), P), below(P, number(100))), eq(task.element("a", P), number(7)))
    assert task.said(and_(bounds, everywhere)) == ["for every k with 0 <= k < 100: a[k] == 7"]
    almost = implies(and_(at_most(number(0), P), below(P, number(99))), eq(task.element("a", P), number(7)))
    assert task.said(and_(bounds, almost)) == ["for every k with 0 <= k < 99: a[k] == 7"]


def test_elements_are_compared_with_each_other_and_with_variables(task: Task) -> None:
    n = task.symbol("n")
    inside = and_(below(number(0), P), below(P, n))
    mirrored = bv_binary(Op.BV_ADD, n, bv_binary(Op.BV_ADD, bv_binary(Op.BV_MUL, P, number(-1)), number(-1)))
    bounds = and_(below(number(0), n), at_most(n, number(100)))
    fact = implies(inside, at_most(task.element("a", P), n))
    assert task.said(and_(bounds, fact, implies(eq(P, number(0)), eq(task.element("a", P), number(0))))) == [
        "for every k with 0 <= k < n: a[k] <= n"
    ]
    narrow = Task(Path(task.model.origin.file).parent, data_model="ILP32")
    n = narrow.symbol("n")
    equal = eq(narrow.element("a", P), narrow.element("a", bv_binary(Op.BV_ADD, mirrored, number(0))))
    inside = and_(at_most(number(0), P), below(P, n))
    (text,) = narrow.said(and_(bounds, implies(inside, equal)))
    assert text in (
        "for every k with 0 <= k < n: a[k] == a[n - k - 1]",
        "for every k with 0 <= k < n: a[n - k - 1] == a[k]",
    )


def test_what_does_not_follow_is_not_told(task: Task) -> None:
    i, n = task.symbol("i"), task.symbol("n")
    bounds = and_(at_most(number(0), i), at_most(i, n), at_most(n, number(100)))
    somewhere = implies(eq(P, number(3)), eq(task.element("a", P), number(7)))
    assert task.said(and_(bounds, somewhere)) == []
    impossible = implies(below(P, number(0)), eq(task.element("a", P), number(7)))
    assert task.said(and_(bounds, impossible)) == []
    # No state has such an index: a sentence about none says nothing.
    assert task.said(and_(eq(n, number(0)), eq(i, n), implies(below(P, n), FALSE))) == []


def test_elements_out_of_the_array_have_no_name(tmp_path: Path) -> None:
    task = Task(tmp_path, data_model="ILP32")
    n = task.symbol("n")
    # At 32 bits 4 * p wraps around: an index of 2^30 has the address of the first element, and no name in C.
    inside = and_(at_most(number(0), P), below(P, n))
    fact = implies(inside, eq(task.element("a", P), number(7)))
    assert task.said(fact) == ["for every k with 0 <= k < 100: a[k] == 7"] or task.said(fact) == []
    far = implies(and_(at_most(number(1 << 30), P), below(P, n)), eq(task.element("a", P), number(7)))
    assert task.said(and_(eq(n, number((1 << 30) + 1)), far)) == []


def test_other_symbols_of_the_proof_have_no_name(task: Task) -> None:
    n = task.symbol("n")
    inside = and_(at_most(number(0), P), below(P, n), at_most(n, number(100)))
    other = variable("%index2", bitvector(32))
    assert task.said(implies(inside, eq(task.element("a", P), other)), every=(P, other)) == []
    unsigned = task.element("a", P, signed=False)
    assert task.said(implies(and_(inside), eq(unsigned, number(7)))) == []


def test_copies_of_a_loop_say_what_they_have_in_common(tmp_path: Path) -> None:
    text = (
        "extern void reach_error(void);\nint a[100];\n"
        "static void fill(int n) { for (int i = 0; i < n; i++) a[i] = 7; }\n"
        "int main(void) { fill(10); fill(9); if (a[3] != 7) reach_error(); return 0; }\n"
    )
    task = Task(tmp_path, text)
    first, second = task.heads
    assert first != second

    def filled(place: Location, last: int) -> Term:
        task.head = place
        return implies(and_(at_most(number(0), P), below(P, number(last))), eq(task.element("a", P), number(7)))

    for last, said in ((10, ["for every k with 0 <= k < 10: a[k] == 7"]), (9, [])):
        proof = Proof({first: filled(first, 10), second: filled(second, last)}, every=(P,))
        assert [found.text for found in about_elements(task.model, proof, PATIENCE)] == said


def test_people_and_programs_are_told(task: Task) -> None:
    n = task.symbol("n")
    inside = and_(at_most(number(0), P), below(P, n))
    fact = and_(at_most(n, number(100)), implies(inside, eq(task.element("a", P), number(7))))
    goal, holds = task.model.goals[0], Holds(Proof({task.head: fact}, every=(P,)))
    people = shown(task.model, goal, holds, seconds=PATIENCE)
    assert people is not None and people["rows"] == [
        ["line 7", "n <= 100"],
        ["line 7", "for every k with 0 <= k < n: a[k] == 7"],
    ]
    record = told(task.model, goal, holds, seconds=PATIENCE)
    assert record is not None and record["event"] == "elements" and record["property"] == goal.name
    (fact_told,) = record["facts"]
    assert (fact_told["line"], fact_told["text"]) == (7, "for every k with 0 <= k < n: a[k] == 7")
    assert told(task.model, goal, Holds(Proof({task.head: not_(eq(n, number(5)))}))) is None
    assert told(task.model, goal, holds, seconds=0) is None
    assert task.said(TRUE) == []
