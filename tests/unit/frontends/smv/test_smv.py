"""SMV: what each construct means, checked by explicit-state search; precedence; errors with their places."""

from __future__ import annotations

import re

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.model import Ctl, Enumeration, Ltl, Model, Range, Safety, Word
from assay.core.terms import TRUE
from assay.core.terms.evaluate import evaluate
from assay.frontends.smv.model import smv_model
from assay.frontends.text import Source
from explicit import decide


def model(text: str, only: str | None = None) -> Model:
    return smv_model(Source("test.smv", text), only)


GRID = "VAR g : array 0..1 of array 1..2 of 0..2; i : 0..1; j : 1..2;"
ROWS = "VAR x : 0..2; y : 0..1; DEFINE"


def verdicts(text: str) -> str:
    """T or F for each property, in the order of the file."""
    found = model(text)
    properties = sorted((*found.properties, *found.temporal), key=_number)
    return "".join("T" if decide(found, prop) else "F" for prop in properties)


def _number(prop: Safety | object) -> int:
    name = getattr(prop, "name", "")
    match = re.match(r"spec(\d+)", name)
    return int(match.group(1)) if match else 0


def holds(expression: str, declarations: str = "") -> bool:
    """Is an expression over free variables always true?"""
    return verdicts(f"MODULE main\n{declarations}\nINVARSPEC {expression}") == "T"


# -- expressions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [
        # Precedence, tightest first.
        "!FALSE = TRUE",
        "!0b_1 :: 0b_1 = 0b_01",
        "-2 + 3 = 1",
        "2 + 3 * 4 = 14",
        "7 - 2 - 1 = 4",
        "2 * 3 mod 4 = 2",
        "1 + 1 in {2, 3}",
        "1 union 2 = 1 | TRUE",
        "3 > 2 & 2 > 1",
        "TRUE | FALSE & FALSE",
        "FALSE xor TRUE | FALSE",
        "FALSE -> FALSE -> FALSE",
        "(FALSE <-> FALSE) -> TRUE",
        "TRUE ? FALSE -> TRUE : FALSE",
        "FALSE ? FALSE : TRUE ? TRUE : FALSE",
        "case FALSE : FALSE; TRUE : TRUE; esac",
        "case TRUE : 3; TRUE : 4; esac = 3",
        # Integers.
        "7 / 2 = 3 & -7 / 2 = -3 & 7 / -2 = -3",
        "7 mod 2 = 1 & -7 mod 2 = -1 & 7 mod -2 = 1",
        "-3 - 4 = -7 & abs(-3) = 3 & max(2, -5, 3) = 3 & min(2, -5, 3) = -5",
        "count(TRUE, FALSE, TRUE) = 2 & toint(TRUE) = 1",
        "3 in 1..4 & !(5 in {1, 2, 3..4})",
        # Words.
        "0ud4_15 + 0ud4_1 = 0ud4_0",
        "0sd4_7 + 0sd4_1 = -0sd4_8",
        "0ud4_12 > 0ud4_3 & -0sd4_4 < 0sd4_3",
        "0ud4_12 >> 2 = 0ud4_3 & 0ud4_3 << 2 = 0ud4_12 & (-0sd4_4) >> 1 = -0sd4_2",
        "0ub4_1010[3:2] = 0ub2_10 & 0uh8_a5[7:4] = 0uh4_a",
        "!0ub4_1010 = 0ub4_0101 & (0ub4_1100 & 0ub4_1010) = 0ub4_1000 & (0ub4_1100 xor 0ub4_1010) = 0ub4_0110",
        "(0ub2_10 -> 0ub2_01) = 0ub2_01 & (0ub2_10 xnor 0ub2_11) = 0ub2_10",
        "extend(-0sd2_1, 2) = -0sd4_1",
        "resize(0ud8_200, 4) = 0ud4_8 & resize(-0sd8_3, 4) = -0sd4_3",
        "word1(TRUE) = 0ud1_1 & bool(0ud1_1) & toint(-0sd4_2) = -2 & toint(0ud4_9) = 9",
        "unsigned(-0sd4_1) = 0ud4_15 & signed(0ud4_15) = -0sd4_1 & sizeof(0ud4_15) = 4",
        "uwconst(5, 4) = 0ud4_5 & swconst(-1, 4) = -0sd4_1",
        "0ud4_9 / 0ud4_2 = 0ud4_4 & 0ud4_9 mod 0ud4_2 = 0ud4_1 & -0sd4_7 / 0sd4_2 = -0sd4_3",
    ],
)
def test_constant_expressions(expression: str) -> None:
    assert holds(expression)


@pytest.mark.parametrize(
    ("expression", "declarations"),
    [
        ("x + y >= x", "VAR x : 0..5; y : 0..9;"),
        ("x - y <= 12 & x - y >= -9", "VAR x : 0..12; y : 0..9;"),
        ("x * x >= 0", "VAR x : -5..4;"),
        ("(x / y) * y + x mod y = x", "VAR x : -5..5; y : 1..3;"),
        ("(x = 7 & y = 2) -> (x / y = 3 & x mod y = 1 & y - x = -5)", "VAR x : 0..7; y : 1..3;"),
        ("(x = 6 & y = -4) -> (x / y = -1 & x mod y = 2 & x * y = -24)", "VAR x : 0..7; y : -4..-1;"),
        ("x < y | x = y | x > y", "VAR x : -3..2; y : 1..7;"),
        ("x in {red, 3} | x = blue", "VAR x : {red, blue, 3};"),
        ("!(x = y) | x = b", "VAR x : {a, b}; y : {b, c};"),
        ("x = 1 | x = 4", "VAR x : {1, 4};"),
        ("f[i] | !f[i]", "VAR f : array 0..2 of boolean; i : 0..2;"),
        ("f[i] = 3 -> (f[0] = 3 | f[1] = 3)", "VAR f : array 0..1 of {2, 3}; i : 0..1;"),
        ("g[i][j] = (i = 0 ? (j = 1 ? g[0][1] : g[0][2]) : (j = 1 ? g[1][1] : g[1][2]))", GRID),
        ("g[i][2] = (i = 0 ? g[0][2] : g[1][2]) & g[1][j] = (j = 1 ? g[1][1] : g[1][2])", GRID),
        ("t[x] = case x = 0 : 5; x = 1 : y; TRUE : 7; esac", f"{ROWS} t := [5, y, 7];"),
        ("t[x][y] = (x = 0 ? y + 1 : x = 1 ? (y = 0 ? 3 : x) : 0)", f"{ROWS} t := [[1, 2], [3, x], [0, 0]];"),
        ("u[1][x] = t[x] & v[2] = 7 & t[toint(y = 1)] in {5, 6}", f"{ROWS} t := [5, 6, 7]; u := [t, t]; v := t;"),
        ("x = 1 -> a[y] = (y = 0 ? b : !b)", f"{ROWS} a := [b, !b]; b := x = 1;"),
        ("f[1][2] -> g", "VAR f : array 0..1 of array 1..2 of boolean; g : boolean; INVAR f[1][2] = g"),
        ("(x + 0ud3_1 = 0ud3_0) = (x = 0ud3_7)", "VAR x : unsigned word[3];"),
        ("x << y = 0ud3_0 | y < 3", "VAR x : word[3]; y : 0..3;"),
        ("x = 1", "VAR x : {0, 1}; INVAR x = 1"),
        ("d = (x = 2)", "VAR x : 0..3; DEFINE d := x = two; two := 2;"),
    ],
)
def test_expressions_over_variables(expression: str, declarations: str) -> None:
    assert holds(expression, declarations)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("G x != 5 & G x != 6", "(G x != 5) & (G x != 6)"),
        ("! G x != 2", "!(G (x != 2))"),
        ("x = 1 U x = 2 & x <= 2 U x = 3", "(x = 1 U x = 2) & (x <= 2 U x = 3)"),
        ("X x = 1 -> F x = 3", "(X (x = 1)) -> (F (x = 3))"),
        ("G F x = 3", "G (F (x = 3))"),
        ("x = 1 R x = 2", "x = 1 V x = 2"),
        ("H x = 1 | O x = 2", "(H (x = 1)) | (O (x = 2))"),
        ("AG x = 1 <-> x = 2", "(AG (x = 1)) <-> (x = 2)"),
        ("A [x = 1 | x = 2 U x = 3]", "A [(x = 1 | x = 2) U x = 3]"),
        ("EX !(x = 1) -> AF x = 2", "(EX (x != 1)) -> (AF (x = 2))"),
        ("p & X p U q", "p & ((X p) U q)"),
    ],
)
def test_temporal_precedence(text: str, meaning: str) -> None:
    same_formula(text, meaning)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("F [0, 2] p & q", "(FALSE U (p | X (p | X p))) & q"),
        ("G [1, 2] p", "X (p & X p)"),
        ("G (q -> F [2, 2] p)", "G (q -> X X p)"),
        ("O [1, 3] p", "Y (p | Y (p | Y p))"),
        ("H [1, 2] p", "Z (p & Z p)"),
        ("H [0, 0] p", "FALSE S p"),
        ("ABF 1..2 p", "AX (p | AX p)"),
        ("EBF 2..3 !p", "EX EX (!p | EX !p)"),
        ("EBG 0..1 p -> q", "(E [FALSE U (p & EX p)]) -> q"),
        ("AG ABG 1..2 p", "AG AX (p & AX p)"),
        ("E [p BU 0..2 q]", "E [FALSE U (q | (p & EX (q | (p & EX q))))]"),
        ("A [p BU 0..0 q]", "A [FALSE U q]"),
    ],
)
def test_bounds(text: str, meaning: str) -> None:
    same_formula(text, meaning)


def same_formula(text: str, meaning: str) -> None:
    frame = "MODULE main VAR x : 0..7; p : boolean; q : boolean;"
    first, second = model(frame, text), model(frame, meaning)
    (one,), (other,) = first.temporal, second.temporal
    assert isinstance(one, Ctl | Ltl) and isinstance(other, Ctl | Ltl)
    assert one.formula == other.formula


# -- assignments and constraints -------------------------------------------------------------------------------------


def test_assignments_in_any_order() -> None:
    text = """
    MODULE main
    ASSIGN next(x) := case x >= 3 : 3; TRUE : x + step; esac;
    INVARSPEC x <= 3  INVARSPEC x != 2  INVARSPEC y = x * 2  SPEC AF x = 3  LTLSPEC F G y = 6
    DEFINE step := 1; y := x * 2;
    ASSIGN init(x) := 1;
    VAR x : 0..3;
    """
    assert verdicts(text) == "TFTTT"


def test_choices() -> None:
    text = """
    MODULE main VAR x : 0..5; y : boolean;
    ASSIGN init(x) := {1, 2}; next(x) := case y : {x, 4}; TRUE : 3 union 5; esac;
    INVARSPEC x != 0  INVARSPEC x in {1, 2}
    SPEC EX x = 4 | EX x = 3
    SPEC AX (x in {1, 2, 3, 4, 5})
    SPEC AX (x = 3 | x = 5) | AX x in {1, 2, 4}
    """
    assert verdicts(text) == "TFTTT"


def test_each_use_of_a_choice_is_its_own() -> None:
    text = """
    MODULE main VAR x : boolean; y : boolean; DEFINE any := {TRUE, FALSE};
    ASSIGN init(x) := FALSE; init(y) := FALSE; next(x) := any; next(y) := any;
    SPEC EX (x & !y)
    """
    assert verdicts(text) == "T"


def test_a_large_range() -> None:
    text = """
    MODULE main VAR x : -10..99; b : boolean;
    ASSIGN init(x) := -10..60; next(x) := case b : 5..94; TRUE : x; esac;
    INVARSPEC x <= 94  INVARSPEC x in -10..94  INVARSPEC x != 94  SPEC EF x = 5
    """
    found = model(text)
    (x, b) = found.entry.variables
    (edge,) = found.edges
    for code in range(128):
        values = {symbol: bool(code >> k & 1) for k, symbol in enumerate(edge.inputs)}
        after = evaluate(edge.after(x), {**values, x: 0, b: True})
        assert isinstance(after, int) and 5 <= after <= 94
    assert verdicts(text) == "TTFT"


def test_constraints() -> None:
    text = """
    MODULE main VAR a : boolean; b : boolean; c : {red, green, blue};
    INIT a & c = red
    INVAR a | b
    TRANS next(a) = !a & (c = red -> next(c) != red)
    INVARSPEC a | b  SPEC AX (b & !a)  SPEC AX c = green | EX c = blue  SPEC AG (EX TRUE)
    """
    assert verdicts(text) == "TTTT"


def test_a_current_value_is_a_name_and_a_chosen_one_is_state() -> None:
    text = """
    MODULE main VAR x : 0..3; y : 0..6; z : boolean;
    ASSIGN init(x) := 0; next(x) := case x = 3 : 0; TRUE : x + 1; esac;
      y := 2 * x;
      z := case x = 2 : {TRUE, FALSE}; TRUE : FALSE; esac;
    INVARSPEC y = 2 * x  INVARSPEC z -> x = 2  SPEC EF z  SPEC AG (x = 2 -> z)
    """
    found = model(text)
    assert [symbol.name for symbol in found.entry.variables] == ["x", "z"]
    assert "y" in found.definitions
    assert verdicts(text) == "TTTF"


def test_next_values_may_use_next_values() -> None:
    text = """
    MODULE main VAR x : boolean; y : boolean; z : boolean;
    ASSIGN next(x) := next(y); init(x) := y; next(y) := !next(z); init(y) := !z;
    SPEC AG x = y  SPEC AG y = !z
    """
    assert verdicts(text) == "TT"


def test_frozen_variables_and_inputs() -> None:
    text = """
    MODULE main FROZENVAR k : 0..2; IVAR i : {one, two, three}; VAR x : 0..2;
    ASSIGN init(x) := k; next(x) := case i = one : 1; i = two : 2; TRUE : k; esac;
    LTLSPEC G (k = 1 -> G k = 1)  SPEC EX x = 1  SPEC AG x = k  LTLSPEC G (i = one -> X x = 1)
    """
    assert verdicts(text) == "TTFT"


def test_a_constraint_on_a_frozen_variable_holds_after_the_step() -> None:
    text = """
    MODULE main FROZENVAR k : boolean; VAR x : boolean;
    INVAR x = k  TRANS next(k) -> x
    SPEC AX x = k  INVARSPEC x = k  SPEC (EX TRUE)
    """
    assert verdicts(text) == "TTT"
    assert not any(symbol.name == "k'" for symbol in model(text).edges[0].inputs)


def test_modules_share_by_reference() -> None:
    text = """
    MODULE cell(left, value)
    VAR here : boolean;
    ASSIGN init(here) := value; next(here) := left.here;
    DEFINE twin := self.here;
    MODULE main
    VAR a : cell(c, TRUE); b : cell(a, FALSE); c : cell(b, FALSE); top : boolean;
    ASSIGN top := a.twin;
    SPEC AG (a.here -> AX b.here)  SPEC AG top = a.here  INVARSPEC !(a.here & b.here)
    """
    assert verdicts(text) == "TTT"


def test_definitions_in_another_instance() -> None:
    text = """
    MODULE user VAR r : boolean; ASSIGN init(r) := FALSE; next(r) := grant;
    MODULE boss(u) DEFINE u.grant := TRUE;
    MODULE main VAR u : user; b : boss(u);
    SPEC AX u.r
    """
    assert verdicts(text) == "T"


def test_constant_expressions_pick_elements_that_are_assigned_and_bound_arrays() -> None:
    text = """
    MODULE cell(i, n, row)
    DEFINE after := (i + 1) mod n;
    ASSIGN init(row[i]) := i; next(row[i]) := row[after];
    MODULE main
    VAR a : array 0..last of 0..last; b : array -last..last - n of boolean;
        c : cell(0, n, a); d : cell(1, n, a); e : cell(last, n, a);
    DEFINE n := 3; last := n - 1;
    ASSIGN b[-last] := a[last] = 2; b[1 - n - -1] := a[0] = 0;
    SPEC AG (a[0] = 0 -> a[1] = 1 & a[n - 1] = 2)
    SPEC AG (a[0] = 0 -> AX (a[0] = 1 & a[1] = 2 & a[2] = 0))
    SPEC AG (b[-2] = b[-1])
    SPEC EF a[2] = 1
    SPEC AG a[-1 + n] = 2
    """
    assert verdicts(text) == "TTTTF"


def test_arrays_are_passed_to_modules() -> None:
    text = """
    MODULE fill(a, n) ASSIGN next(a[0]) := n; next(a[1]) := a[0]; init(a[0]) := 3; init(a[1]) := 3;
    MODULE main VAR a : array 0..1 of 1..3; f : fill(a, 2);
    SPEC AX (a[0] = 2 & a[1] = 3)  SPEC AX AX a[1] = 2
    """
    assert verdicts(text) == "TT"


def test_inheritance() -> None:
    text = "MODULE base VAR x : boolean; ASSIGN init(x) := TRUE; MODULE main ISA base INVARSPEC x  SPEC x"
    assert verdicts(text) == "FT"


def test_processes_interleave() -> None:
    text = """
    MODULE p(shared) VAR mine : boolean;
    ASSIGN init(mine) := FALSE; next(mine) := !mine; next(shared) := mine;
    FAIRNESS running
    MODULE main VAR s : boolean; a : process p(s); b : process p(s);
    ASSIGN init(s) := FALSE;
    SPEC AG !(EX (a.mine & b.mine) & !a.mine & !b.mine)
    SPEC EX !(a.mine | b.mine)
    LTLSPEC G F a.mine
    SPEC AF a.mine
    LTLSPEC G (a.running -> X (a.mine | !a.mine))
    LTLSPEC F (a.running & b.running)
    """
    assert verdicts(text) == "TTTTTF"
    found = model(text)
    (selector,) = (symbol for symbol in found.inputs if symbol in found.domains)
    assert found.domains[selector] == Enumeration(("a", "b", "main", "main"))


def test_compassion_and_justice_are_kept() -> None:
    text = "MODULE main VAR x : boolean; y : boolean; JUSTICE x COMPASSION (x, y) FAIRNESS TRUE"
    found = model(text)
    x, y = found.entry.variables
    assert found.fairness == (x,) and found.compassion == ((x, y),)


def test_old_booleans() -> None:
    assert verdicts("MODULE main VAR x : boolean; ASSIGN init(x) := 0; next(x) := 1; SPEC x = 0  SPEC AX x = 1") == "TT"


def test_domains() -> None:
    found = model("MODULE main VAR c : {red, green, blue}; n : -2..4; w : word[4]; b : boolean;")
    c, n, w = found.entry.variables[:3]
    assert found.domains == {c: Enumeration(("red", "green", "blue")), n: Range(-2, 4), w: Word(4)}
    assert (c.sort.width, n.sort.width, w.sort.width) == (2, 4, 4)
    assert found.domains[n].text(15) == "-1" and found.domains[c].text(2) == "blue"


def test_a_step_that_is_never_restricted_has_no_guard() -> None:
    text = "MODULE main VAR x : 0..2; y : {a, b, c}; ASSIGN next(x) := {0, 2}; next(y) := {a, b, c};"
    assert model(text).edges[0].guard is TRUE


def test_names_of_properties_and_selection() -> None:
    text = """
    MODULE sub VAR y : boolean; SPEC AG y
    MODULE main VAR x : boolean; s : sub;
    SPEC NAME first := AG x  LTLSPEC G x  INVARSPEC x
    """
    found = model(text)
    assert [prop.name for prop in found.temporal] == ["first", "spec2", "spec4"]
    assert [prop.text for prop in found.temporal] == ["AG x", "G x", "AG y IN s"]
    assert [prop.name for prop in found.properties] == ["spec3"]
    for wanted, name in [("first", "first"), ("G (x)", "spec2"), ("AG s.y", "spec4"), ("AG (y) IN s", "spec4")]:
        chosen = model(text, wanted)
        assert [prop.name for prop in (*chosen.properties, *chosen.temporal)] == [name]
    (fresh,) = model(text, "EF (x & s.y)").temporal
    assert isinstance(fresh, Ctl) and fresh.name == "property"
    (line,) = model(text, "LTLSPEC F x").temporal
    assert isinstance(line, Ltl)


def test_hundreds_of_definitions_and_brackets_need_no_recursion() -> None:
    count = 3000
    chain = " ".join(f"d{k} := !d{k + 1};" for k in range(count))
    text = f"MODULE main VAR x : boolean; DEFINE {chain} d{count} := x; INVARSPEC d0 = x"
    assert verdicts(text) == "T"
    assert holds("(" * count + "TRUE" + ")" * count)


def test_comments_and_hyphens() -> None:
    text = "MODULE main -- a model\nVAR a-b : boolean; /-- over\ntwo lines --/ INVARSPEC a-b->a-b -- the end"
    assert verdicts(text) == "T"
    (prop,) = model("MODULE main VAR x : boolean; SPEC AG -- always\n (x |\n !x) -- done").temporal
    assert prop.text == "AG (x | !x)"


# -- errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("MODULE top\n", 1, 10, "no module main"),
        ("VAR x : boolean;\n", 1, 1, "'MODULE' should stand here"),
        ("MODULE main\nVAR x : boolean\nINIT x", 3, 1, "';' should stand here"),
        ("MODULE main\nVAR x : boolean;\nINIT x & ;", 3, 10, "an expression should stand before ';'"),
        ("MODULE main\nINIT (TRUE", 2, 10, "an operator or ')'"),
        ("MODULE main\nINIT @", 2, 6, "no meaning in SMV"),
        ("MODULE main\nINIT y", 2, 6, "y is not declared"),
        ("MODULE main\nVAR x : boolean; x : boolean;", 2, 18, "declared twice"),
        ("MODULE main\nVAR s : sub;", 2, 9, "no module sub"),
        ("MODULE main\nVAR s : sub(1);\nMODULE sub\n", 2, 9, "takes 0 parameters, not 1"),
        ("MODULE main\nVAR s : sub;\nMODULE sub\nVAR m : main;", 4, 9, "contains itself"),
        ("MODULE main\nVAR s : sub;\nINIT s.z\nMODULE sub\n", 3, 8, "has no z"),
        ("MODULE main\nVAR x : boolean;\nINIT x.z", 3, 8, "no module instance"),
        ("MODULE main\nDEFINE a := b; b := !a;\nINIT a", 2, 22, "depends on itself"),
        ("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN x := y; y := x;", 3, 21, "depends on itself"),
        ("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN next(x) := next(y); next(y) := next(x);", 3, 19, "itself"),
        ("MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; init(x) := FALSE;", 3, 25, "two init values"),
        ("MODULE main\nVAR x : boolean;\nASSIGN x := TRUE; next(x) := FALSE;", 3, 13, "both a current value"),
        ("MODULE main\nVAR x : 0..3;\nASSIGN next(x) := x + 1;", 3, 21, "for example if x = 3"),
        ("MODULE main\nVAR x : 0..3;\nASSIGN init(x) := 4;", 3, 19, "4 is not one of 0..3"),
        ("MODULE main\nVAR x : {a, b}; y : {c, d};\nASSIGN init(x) := c;", 3, 19, "c is not one of {a, b}"),
        ("MODULE main\nVAR x : {a, b};\nASSIGN init(x) := TRUE;", 3, 19, "TRUE is not one of"),
        ("MODULE main\nVAR x : 0..3;\nASSIGN next(x) := case x = 0 : 1; esac;", 3, 19, "may have no value"),
        ("MODULE main\nVAR x : 0..3; y : 0..3;\nINIT x / y = 1", 3, 12, "may have no value"),
        ("MODULE main\nVAR x : 0..3;\nINIT x", 3, 6, "a boolean is needed, not 0..3"),
        ("MODULE main\nVAR x : boolean;\nINIT x + 1 = 2", 3, 8, "an integer is needed, not boolean"),
        ("MODULE main\nVAR x : word[3]; y : word[4];\nINIT x = y", 3, 8, "cannot be compared"),
        ("MODULE main\nVAR x : 3..1;", 2, 9, "is empty"),
        ("MODULE main\nVAR x : array 0..2 of boolean;\nINIT x[3]", 3, 8, "0..2, not 3"),
        ("MODULE main\nVAR k : 0..1; x : array 0..k of boolean;", 2, 28, "constant integers"),
        ("MODULE main\nDEFINE k := k + 1;\nVAR x : array 0..k of boolean;", 3, 18, "constant integers"),
        ("MODULE main\nVAR k : 0..1; x : array 0..1 of boolean;\nASSIGN next(x[k]) := TRUE;", 3, 8, "a fixed element"),
        ("MODULE main\nDEFINE k := 2;\nVAR x : array 0..1 of boolean;\nASSIGN next(x[k]) := TRUE;", 4, 15, "not 2"),
        ("MODULE main\nDEFINE t := [1, 2];\nINVARSPEC t[2] = 1", 3, 12, "0..1, not 2"),
        ("MODULE main\nVAR x : 0..2;\nDEFINE t := [1, 2];\nINVARSPEC t[x] > 0", 4, 16, "may have no value"),
        ("MODULE main\nDEFINE t := [1, 2];\nINVARSPEC t = 1", 2, 13, "an array is no value"),
        ("MODULE main\nDEFINE t := [[1, 2], [3, 4]];\nINVARSPEC t[1] = 1", 3, 12, "an inner array is no value"),
        ("MODULE main\nDEFINE t := [1, 2];\nINVARSPEC t[0][1] = 1", 3, 15, "only the elements of an array"),
        ("MODULE main\nVAR x : 0..1;\nDEFINE t := [1, t[x]];\nINIT t[x] = 1", 3, 18, "depends on itself"),
        ("MODULE main\nVAR x : boolean;\nSPEC G x", 3, 6, "no place in CTL"),
        ("MODULE main\nVAR x : boolean;\nLTLSPEC AG x", 3, 9, "no place in LTL"),
        ("MODULE main\nVAR x : boolean;\nSPEC ABF 3..2 x", 3, 10, "the bounds are empty"),
        ("MODULE main\nVAR x : boolean;\nSPEC ABF x", 3, 10, "a number of steps should stand before 'x'"),
        ("MODULE main\nVAR x : boolean;\nLTLSPEC F [1 2] x", 3, 14, "',' should stand before '2'"),
        ("MODULE main\nVAR x : boolean;\nINIT G x", 3, 6, "a temporal operator has no place here"),
        ("MODULE main\nVAR x : boolean;\nINVARSPEC G x", 3, 11, "no temporal operators"),
        ("MODULE main\nIVAR i : boolean;\nINIT i", 3, 6, "inputs have no place here"),
        ("MODULE main\nIVAR i : boolean;\nTRANS next(i)", 3, 7, "no next value"),
        ("MODULE main\nVAR x : boolean;\nINIT foo(x)", 3, 6, "no function foo"),
        ("MODULE main\nVAR x : boolean;\nINIT {x, !x}", 3, 6, "cannot be a set"),
        ("MODULE main\nINIT 0ud2_9 = 0ud2_1", 2, 6, "does not fit into 2 bits"),
        ("MODULE main\nVAR s : sub;\nINIT s\nMODULE sub", 3, 6, "no value"),
        ("MODULE main\nCOMPASSION TRUE", 2, 12, "needs a pair"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        model(text)
    where = caught.value.where
    assert words in caught.value.message
    assert where is not None and (where.line, where.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "PSLSPEC always x",
        "VAR y : array integer of boolean;",
        "SPEC A [x BU 1..2 x]",
        "SPEC EBF 1..151 x",
        "FUN f : integer -> integer;",
    ],
)
def test_what_is_not_read_is_refused(text: str) -> None:
    with pytest.raises(Unsupported):
        model(f"MODULE main VAR x : boolean; {text}")


def test_every_prefix_of_a_file_is_a_model_or_an_input_error() -> None:
    text = """MODULE main
    VAR x : {a, b}; y : 0..3; s : sub(x, y + 1);
    ASSIGN init(x) := a; next(x) := case y = 3 | s.t : {a, b}; TRUE : x ; esac;
    SPEC AG (x = a -> E [ TRUE U s.w[1:0] = 0ud2_1 ])
    MODULE sub(p, q) VAR t : boolean; w : word[4]; TRANS next(t) = (p = a ? TRUE : q > 2)
    """
    for end in range(len(text)):
        try:
            model(text[:end])
        except InputError as error:
            assert error.where is not None
