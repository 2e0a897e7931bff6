"""SMV at the edges of the language: small designs whose verdict is plain, and what is refused with its place.

``MODULE main`` stands before each.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError

CYCLE = "VAR x : 0..2; ASSIGN init(x) := 0; next(x) := case x = 0 : {0, 1, 2}; TRUE : x; esac; FAIRNESS x != 2 "
ROW = "VAR a : array 0..3 of 0..3; w : word[2]; "
MADE = "INIT a[0] = 0 & a[1] = 1 & a[2] = 2 & a[3] = 3 TRANS next(a[0]) = 0 & next(a[1]) = 1 & next(a[2]) = 2 "
MOVE = "VAR s : 0..3; IVAR i : 0..3; ASSIGN init(s) := 0; "

# H: holds, V: violated; a letter for each property.
DECIDED = {
    "implications to the right": ("H", "VAR a:boolean; b:boolean; INVARSPEC (a -> b -> a) <-> (a -> (b -> a))"),
    "xor beside or": ("H", "VAR a:boolean; b:boolean; INVARSPEC (a | b xor a) = ((a | b) xor a)"),
    "minus before concatenation": ("H", "VAR x:word[2]; INVARSPEC (-x :: x) = (-(x :: x))"),
    "not before concatenation": ("H", "VAR x:word[2]; INVARSPEC (!x :: x) = ((!x) :: x)"),
    "shift after sum": ("H", "VAR x:word[4]; INVARSPEC (x + 0ud4_1 << 1) = ((x + 0ud4_1) << 1)"),
    "minus before mod": ("H", "VAR x:-7..7; INVARSPEC -x mod 3 = (-x) mod 3"),
    "union before in": ("H", "VAR x:0..3; INVARSPEC (x in 1 union 2) = (x = 1 | x = 2)"),
    "until to the left": ("H", "VAR p:boolean; q:boolean; LTLSPEC (p U q U p) <-> ((p U q) U p)"),
    "temporal before and": ("H", "VAR p:boolean; q:boolean; LTLSPEC (p & q U p) <-> (p & (q U p))"),
    "division towards zero": ("H", "INVARSPEC -7 / 2 = -3 & -7 mod 2 = -1 & 7 / -2 = -3 & 7 mod -2 = 1"),
    "division of words": ("H", "VAR w:signed word[4]; INVARSPEC (w / 0sd4_2) * 0sd4_2 + w mod 0sd4_2 = w"),
    "sign by comparison": ("H", "VAR w:word[4]; INVARSPEC signed(w) < 0sd4_0 <-> w > 0ud4_7"),
    "shift by the width": ("H", "VAR w:word[3]; INVARSPEC (w >> 3) = 0ud3_0 & (w << 3) = 0ud3_0"),
    "shift by a word": ("H", "VAR w:word[3]; v:word[3]; INVARSPEC v >= 0ud3_3 -> (w >> v) = 0ud3_0"),
    "signed shift": ("H", "VAR w:signed word[3]; INVARSPEC (w >> 3) = (w < 0sd3_0 ? -0sd3_1 : 0sd3_0)"),
    "extended and resized": ("H", "VAR w:signed word[4]; INVARSPEC resize(extend(w, 3), 4) = w"),
    "wide": ("V", "VAR w:word[512]; ASSIGN init(w) := 0ud512_1; next(w) := w << 1; INVARSPEC w[3:3] = 0ub1_0"),
    "sets in sets": ("H", "VAR x:0..3; INVARSPEC x in {1, {0, 2}} | x = 3"),
    "choice of a set": ("V", "VAR x:0..9; ASSIGN init(x) := {1, 2} union 5; next(x) := x; INVARSPEC x in {1, 2}"),
    "first case that applies": (
        "H",
        "VAR x:0..3; ASSIGN init(x) := 0; next(x) := case x = 0 : 1; x = 0 : 2; TRUE : 3; esac; INVARSPEC x != 2",
    ),
    "no initial state": ("HHH", "VAR x:0..3; INIT FALSE INVARSPEC FALSE LTLSPEC FALSE SPEC FALSE"),
    "no step": ("HHV", "VAR x:0..3; TRANS FALSE LTLSPEC FALSE SPEC FALSE INVARSPEC x = 0"),
    "no state": ("H", "VAR x:0..3; INVAR FALSE INVARSPEC FALSE"),
    "invariants count runs that end": ("V", "VAR x:0..3; INIT x = 0 TRANS x < 3 & next(x) = x + 1 INVARSPEC x < 3"),
    "path formulas do not": (
        "HH",
        "VAR x:0..3; INIT x = 0 TRANS x < 3 & next(x) = x + 1 LTLSPEC G x = 0 SPEC AG x = 0",
    ),
    "fair states only": ("HHH", f"{CYCLE} SPEC AG x != 2 SPEC !EF x = 2 LTLSPEC G x != 2"),
    "fairness is none of invariants": ("V", f"{CYCLE} INVARSPEC x != 2"),
    "no fair state": ("HH", "VAR x:boolean; INIT !x TRANS next(x) = x FAIRNESS x SPEC FALSE LTLSPEC FALSE"),
    "compassion": ("HV", "VAR p:boolean; q:boolean; COMPASSION(p, q) LTLSPEC G F p -> G F q LTLSPEC G F p"),
    "yesterday at first": ("H", "VAR p:boolean; LTLSPEC !Y TRUE & Z FALSE"),
    "past with bounds": ("H", "VAR p:boolean; LTLSPEC G (O [1, 2] p <-> (Y p | Y Y p))"),
    "inputs of a step": ("H", "VAR s:boolean; IVAR i:boolean; INIT !s TRANS next(s) = i LTLSPEC G (i <-> X s)"),
    "an input with which no step is made": ("H", f"{MOVE} TRANS next(s) = i & i <= s INVARSPEC i = 0"),
    "an input that leads nowhere": ("H", f"{MOVE} ASSIGN next(s) := i; INVAR s < 2 INVARSPEC i < 2"),
    "an input without any step": ("H", f"{MOVE} TRANS FALSE INVARSPEC i < 2"),
    "an input of a step": ("V", f"{MOVE} TRANS next(s) = i & i <= s + 1 INVARSPEC i < 2"),
    "an input as a formula says": ("H", "VAR s:boolean; IVAR i:0..2; TRANS i != 2 INVARSPEC i != 2"),
    "a word as an index": ("H", f"{ROW} {MADE} & next(a[3]) = 3 INVARSPEC a[w] = toint(w)"),
    "names like paths": (
        "HV",
        "VAR m.x : boolean; m.n[0].y : 0..3; DEFINE m.z := !m.x; ASSIGN init(m.x) := FALSE; next(m.x) := m.x; "
        "init(m.n[0].y) := 0; next(m.n[0].y) := m.n[0].y; INVARSPEC m.z & m . n[0].y = 0 INVARSPEC m.x",
    ),
    "elements as names": ("H", "VAR a[0] : boolean; a[1] : boolean; INIT a[0] TRANS next(a[0]) = a[0] INVARSPEC a[0]"),
    "a value elsewhere": ("H", "VAR m : c; x : {red, blue}; INVARSPEC x in {red, blue}\nMODULE c VAR red : boolean;"),
    "several processes": (
        "V",
        "VAR x:0..3; p : process up(x); q : process up(x); ASSIGN init(x) := 0; INVARSPEC x < 3\n"
        "MODULE up(y) ASSIGN next(y) := (y + 1) mod 4;",
    ),
    "what runs": (
        "H",
        "VAR x:0..3; p : process up(x); ASSIGN init(x) := 0; LTLSPEC F x = 3\n"
        "MODULE up(y) ASSIGN next(y) := (y + 1) mod 4; FAIRNESS running",
    ),
    "a frozen variable": ("H", "FROZENVAR f:0..3; VAR x:0..3; ASSIGN init(x) := f; next(x) := f; INVARSPEC x = f"),
}

REFUSED = {
    "next inside of next": ("VAR x:0..3; TRANS next(next(x)) = 0", "inside of next"),
    "next of a definition with next": ("VAR x:0..3; DEFINE d := next(x); TRANS next(d) = 0", "inside of next"),
    "next in a value": ("VAR x:boolean; y:boolean; ASSIGN x := next(y);", "next has no place"),
    "next in a condition on states": ("VAR x:boolean; FAIRNESS next(x)", "next has no place"),
    "an input in a value": ("IVAR i:boolean; VAR x:boolean; ASSIGN x := i;", "inputs have no place"),
    "next of an input": ("IVAR i:boolean; VAR x:boolean; ASSIGN next(x) := next(i);", "an input has no next value"),
    "a frozen variable that changes": ("FROZENVAR f:0..3; ASSIGN next(f) := 1;", "a frozen variable"),
    "a name that is a value too": ("VAR red:{red, blue}; x:{red, blue}; INVARSPEC x != red", "value of an enumeration"),
    "a definition that is a value too": ("DEFINE red := TRUE; VAR z:{red, blue}; INVARSPEC z = red", "enumeration"),
    "a name like a path beside an instance": ("VAR m:c; m.x:boolean;\nMODULE c VAR x:boolean;", "declared beside m "),
    "an instance beside a name like a path": (
        "VAR m.x:boolean; m:c;\nMODULE c VAR x:boolean;",
        "m is declared beside names",
    ),
    "a hyphen": ("VAR x:0..3; INVARSPEC x-1 < 3", "put spaces around a minus"),
    "an index out of range": ("VAR a:array 0..2 of boolean; w:word[2]; INVARSPEC a[w]", "w = 3"),
    "a shift beyond the width": ("VAR w:word[3]; INVARSPEC (w >> 4) = w", "cannot be moved by 4"),
    "words of two widths": ("VAR w:word[3]; v:word[4]; INVARSPEC w = v", "cannot be compared"),
    "a word and a number": ("VAR w:word[3]; INVARSPEC w = 3", "cannot be compared"),
    "a divisor that may be zero": ("VAR x:-1..1; INVARSPEC 1 / x = 1", "x = 0"),
    "a case that may not apply": ("VAR x:0..1; ASSIGN next(x) := case x = 0 : 1; esac;", "x = 1"),
    "a set as a condition": ("VAR x:0..3; SPEC AG x = {1, 2}", "cannot be a set"),
    "PSL": ("VAR x:boolean; PSLSPEC always x", "use CTLSPEC or LTLSPEC"),
    "a function": ("VAR x:integer; FUN f : integer -> integer;", "uninterpreted functions are not read"),
}


def written(folder: Path, text: str) -> str:
    path = folder / "x.smv"
    path.write_text(f"MODULE main\n{text}\n")
    return str(path)


@pytest.mark.parametrize("case", DECIDED)
def test_the_verdict_is_plain(tmp_path: Path, case: str) -> None:
    verdicts, text = DECIDED[case]
    results = assay.check(written(tmp_path, text), jobs=1)
    assert "".join(type(result.verdict).__name__[0] for result in results) == verdicts


@pytest.mark.parametrize("case", REFUSED)
def test_what_means_nothing_is_refused_with_its_place(tmp_path: Path, case: str) -> None:
    text, said = REFUSED[case]
    with pytest.raises(InputError) as caught:
        assay.load(written(tmp_path, text))
    assert caught.value.where is not None and caught.value.where.line > 1
    assert said in str(caught.value)
