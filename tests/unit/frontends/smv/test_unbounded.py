"""SMV variables without bounds: verdicts, what invariants are asked for, and what is refused, with its place."""

from __future__ import annotations

import pytest

from assay.checking import check
from assay.core.errors import InputError, Unsupported
from assay.core.model import Ctl, Ltl, Model, Safety
from assay.core.terms.evaluate import holds
from assay.core.terms.sorts import INT
from assay.core.verdict import Holds, Unknown, Violated
from assay.engines.config import Config
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from clocks import PATIENCE

COUNTER = """MODULE main
VAR x : integer; y : 0..3; IVAR up : boolean;
ASSIGN init(x) := 0; next(x) := up ? x + y : x; init(y) := 0; next(y) := case y = 3 : 0; TRUE : y + 1; esac;
"""


def model(text: str) -> Model:
    return smv_model(Source("test.smv", text))


def verdicts(text: str) -> str:
    found = model(text)
    letters = {Holds: "T", Violated: "F", Unknown: "?"}
    results = {result.property: result.verdict for result in check(found, config=Config(seconds=PATIENCE))}
    return "".join(letters[type(results[name])] for name in found.stated)


def test_invariants_over_integers() -> None:
    assert verdicts(COUNTER + "INVARSPEC x >= 0\nINVARSPEC x <= 4\nINVARSPEC y <= 3 & toint(up) <= 1") == "TFT"


def test_a_real_that_is_halved() -> None:
    text = "MODULE main\nVAR t : real;\nASSIGN init(t) := 0.5; next(t) := t / 2;\n"
    assert verdicts(text + "INVARSPEC t > 0\nINVARSPEC t <= 1.0e-1\nINVARSPEC floor(t) = 0") == "TFT"


def test_choices_and_relations() -> None:
    text = """MODULE main
    VAR x : integer; z : integer;
    ASSIGN init(x) := {1, 5}; next(x) := {x, x + 2, -100..100};
    INIT z in 3..300
    TRANS next(z) = z - 1 | next(z) = z
    """
    found = model(text + "INVARSPEC TRUE")
    x, z = found.entry.variables
    starts = [(a, b) for a in range(7) for b in (2, 3, 300, 301) if holds(found.initial, {x: a, z: b})]
    assert starts == [(1, 3), (1, 300), (5, 3), (5, 300)]
    assert verdicts(text + "INVARSPEC x >= -100\nINVARSPEC x != 102\nINVARSPEC z <= 300") == "TFT"


def test_a_design_whose_integers_are_all_names_has_integers_all_the_same() -> None:
    text = "MODULE main\nVAR b : boolean; x : integer;\nASSIGN init(b) := FALSE; next(b) := !b; x := b ? 7 : 9;\n"
    assert [symbol.sort for symbol in model(text + "INVARSPEC x > 7").entry.variables].count(INT) == 1
    assert verdicts(text + "INVARSPEC x > 6\nINVARSPEC x > 7") == "TF"


def test_always_is_an_invariant_where_every_run_goes_on() -> None:
    found = model(COUNTER + "SPEC AG x >= 0\nLTLSPEC G x >= 0\nSPEC EG x >= 0\nLTLSPEC F x > 4")
    assert [type(goal) for goal in found.goals] == [Safety, Safety, Ctl, Ltl]
    with pytest.raises(InputError, match="has no place in CTL"):
        model(COUNTER + "SPEC G x >= 0")
    for restricted in ("TRANS next(x) <= 9\n", "FAIRNESS x > 3\n", "COMPASSION (up, x > 3)\n"):
        (goal,) = model(COUNTER + restricted + "LTLSPEC G x >= 0").goals
        assert isinstance(goal, Ltl)


def test_other_temporal_properties_are_unknown_beside_invariants_that_are_decided() -> None:
    found = model(COUNTER + "INVARSPEC x >= 0\nINVARSPEC x <= 4\nLTLSPEC F x > 4\nSPEC EF x > 4")
    results = {result.property: result.verdict for result in check(found, config=Config(seconds=PATIENCE))}
    assert isinstance(results["spec1"], Holds) and isinstance(results["spec2"], Violated)
    for name in ("spec3", "spec4"):
        verdict = results[name]
        assert isinstance(verdict, Unknown) and "without bounds are not decided" in verdict.reason
        assert "no error within" not in verdict.reason


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("VAR x : integer; r : real;\nASSIGN next(x) := x + 0.5;\nINVARSPEC x > 0", 3, 21, "not a real"),
        ("VAR x : integer; r : 0..3;\nASSIGN next(r) := x;\nINVARSPEC r > 0", 3, 19, "may have no value of its type"),
        ("VAR x : integer; r : 0..999;\nASSIGN next(r) := x;\nINVARSPEC r > 0", 3, 19, "too many"),
        ("VAR x : integer;\nINVARSPEC 10 / x > 0", 3, 18, "may have no value"),
        ("VAR x : real;\nINVARSPEC x mod 2 = 0", 3, 13, "mod is for integers"),
        ("VAR x : real;\nINVARSPEC x / 0 = 0.0", 3, 13, "division by zero"),
        ("VAR x : real;\nINVARSPEC x in 0..100", 3, 13, "only integers are looked for"),
        ("VAR x : integer; w : word[4];\nINVARSPEC x = w", 3, 13, "cannot be compared"),
        ("VAR x : boolean;\nINVARSPEC 0.5 < 1.5", 3, 17, "without a variable of type real"),
        ("VAR x : array integer of boolean;\nINVARSPEC TRUE", 2, 9, "without a range of indices"),
        ("FUN f : integer -> integer;\nINVARSPEC TRUE", 2, 1, "uninterpreted functions"),
        ("VAR FUN : boolean; x : real;\nFUN f : real -> real;\nINVARSPEC FUN", 3, 1, "uninterpreted functions"),
    ],
)
def test_what_is_refused(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises((InputError, Unsupported)) as caught:
        model(f"MODULE main\n{text}")
    where = caught.value.where
    assert words in caught.value.message
    assert where is not None and (where.line, where.column) == (line, column)
