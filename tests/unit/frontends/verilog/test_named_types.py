"""Types with names: their signs, and where their dimensions stand."""

from __future__ import annotations

from assay.frontends.verilog.named_types import signs
from assay.frontends.verilog.tokens import tokens_of
from assay.frontends.verilog.variables import two_state_types


def test_signs() -> None:
    text = """typedef logic signed [1:0] n; typedef n other; typedef enum logic [1:0] {A, B} e; typedef enum int {C} f;
    typedef struct packed {int x;} s; typedef int unsigned u; typedef pack::n p; typedef elsewhere x; typedef f twice;
    typedef bit twice;"""
    found = signs([list(tokens_of(text))])
    told = {name: found[name] for name in ("n", "other", "e", "f", "s", "u", "p", "x", "twice", "byte", "reg")}
    yes, no, both = frozenset((True,)), frozenset((False,)), frozenset((False, True))
    assert told == {
        "n": yes,
        "other": yes,
        "e": no,
        "f": yes,
        "s": no,
        "u": no,
        "p": yes,
        "x": both,
        "twice": both,
        "byte": yes,
        "reg": no,
    }


def test_names_of_sizes_are_no_names_of_types() -> None:
    assert two_state_types([list(tokens_of("typedef bit vector [N]; typedef logic [N:0] word;"))]) == {"vector"}
