"""Induction over several properties at once: none keeps another waiting, and none is assumed in a circle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from assay.checking import check
from assay.core.budget import FOREVER
from assay.core.circuit_answers import Inductive, Run
from assay.core.model import Model
from assay.core.roles import Found
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.explore.circuit.several.decided import Decided
from assay.explore.circuit.several.inductions import SeveralInductions
from assay.frontends.task import load
from assay.transforms.circuit.bitblast import circuit_of
from clocks import PATIENCE

# A counter modulo 4 with a copy that is one behind, and an input that stops both.
COUNTERS = """1 sort bitvec 1
2 sort bitvec 3
3 zero 2
4 one 2
5 state 2 counter
6 state 2 copy
7 init 2 5 3
8 init 2 6 3
9 input 1 stop
10 constd 2 3
11 add 2 5 4
12 and 2 11 10
13 ite 2 9 5 12
14 next 2 5 13
15 ite 2 9 6 12
16 next 2 6 15
"""
# equal: inductive with nothing else; small copy: only if they are equal; three and five: reached, or not.
BADS = """17 neq 1 5 6
18 bad 17 equal
19 constd 2 4
20 ugte 1 6 19
21 bad 20 small
22 eq 1 5 10
23 bad 22 three
24 constd 2 2
25 eq 1 6 24
26 bad 25 two
"""


def design(tmp_path: Path) -> Model:
    path = tmp_path / "counters.btor2"
    path.write_text(COUNTERS + BADS)
    return load(path)


def answers(model: Model) -> list[Decided]:
    search = SeveralInductions(circuit_of(model).circuit)
    found = []
    while isinstance(answer := search.advance(FOREVER), Found):
        found.append(answer.evidence)
    search.close()
    return found


def test_violations_come_in_order_of_their_runs_and_do_not_stop_the_rest(tmp_path: Path) -> None:
    found = answers(design(tmp_path))
    runs = {number: len(d.answer.inputs) - 1 for d in found for number in d.numbers if isinstance(d.answer, Run)}
    proved = {number for d in found for number in d.numbers if isinstance(d.answer, Inductive)}
    assert runs == {2: 3, 3: 2}
    assert proved == {0, 1}


def test_a_later_proof_names_what_it_stands_on(tmp_path: Path) -> None:
    path = tmp_path / "later.btor2"
    # A latch that stays 0; another that follows two steps later and is bad only if the first is 1 as well.
    path.write_text(
        "1 sort bitvec 1\n2 zero 1\n3 state 1 a\n4 init 1 3 2\n5 next 1 3 3\n6 state 1 b\n7 init 1 6 2\n8 next 1 6 3\n"
        "9 state 1 c\n10 init 1 9 2\n11 next 1 9 6\n12 bad 3 a\n13 bad 9 c\n"
    )
    first, second = answers(load(path))
    assert isinstance(first.answer, Inductive) and isinstance(second.answer, Inductive)
    assert (first.numbers, second.numbers, second.beside) == ((0,), (1,), (0,))
    results = check(load(path), config=Config(seconds=PATIENCE))
    assert all(isinstance(result.verdict, Holds) for result in results)


@pytest.mark.parametrize("seed", range(12))
def test_random_designs_get_the_verdicts_of_single_checks(seed: int, tmp_path: Path) -> None:
    """Two latches of two bits with random steps, a bad state for each value of each: all at once, and one by one."""
    random = Random(seed)
    lines = ["1 sort bitvec 2", "2 sort bitvec 1", "3 zero 1", "4 input 1 i", "5 state 1 p", "6 state 1 q"]
    lines += ["7 init 1 5 3", "8 init 1 6 3"]
    for number, state in ((10, 5), (20, 6)):
        left, right = random.choice((4, 5, 6)), random.choice((5, 6))
        lines.append(f"{number} {random.choice(('and', 'or', 'add', 'xor'))} 1 {left} {right}")
        lines.append(f"{number + 1} {random.choice(('and', 'sub'))} 1 {number} {random.choice((5, 6))}")
        lines.append(f"{number + 2} next 1 {state} {number + random.randrange(2)}")
    for k in range(8):
        lines += [f"{30 + 3 * k} constd 1 {k % 4}", f"{31 + 3 * k} eq 2 {5 + k // 4} {30 + 3 * k}"]
        lines += [f"{32 + 3 * k} bad {31 + 3 * k} b{k}"]
    path = tmp_path / "random.btor2"
    path.write_text("\n".join([*lines, ""]))
    model = load(path)
    together = {r.property: type(r.verdict) for r in check(model, config=Config(seconds=PATIENCE))}
    alone = {
        prop.name: type(check(model, property=prop, config=Config(engine="bdd", seconds=PATIENCE))[0].verdict)
        for prop in model.properties
    }
    assert together == alone and set(alone.values()) <= {Holds, Violated}
