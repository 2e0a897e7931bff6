"""Whatever the text, the answer is a model or an ``InputError`` with a position: never another exception."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.core.errors import InputError
from assay.frontends.task import Reading, recognise
from assay.frontends.text import Source

HORN = """(set-logic HORN)
(declare-fun |inv a| (Int Bool (_ BitVec 4)) Bool)
(declare-fun done () Bool) ; a comment
(assert (forall ((x Int)) (=> (= x 0) (|inv a| x true #xf))))
(assert (forall ((x Int) (y Int) (b Bool) (v (_ BitVec 4)))
  (let ((next (+ x 1)))
    (=> (and (|inv a| x b v) (or (< x 10) (not b)) (= y (ite b next (- 2)))) (|inv a| y (not b) (bvadd v #x1))))))
(assert (forall ((x Int) (v (_ BitVec 4))) (=> (exists ((b Bool)) (and (|inv a| x b v) b (> (* 2 x) 7))) done)))
(assert (not (exists ((x Int)) (and done (>= x 0)))))
(check-sat)
(exit)
"""
RULES = """(declare-rel inv (Int Real))
(declare-rel goal ())
(declare-var n Int)
(declare-var r Real)
(rule (inv 0 0.5) first)
(rule (=> (and (inv n r) (<= r 2.0)) (inv (+ n 1) (* 1.5 r))))
(rule (=> (and (inv n r) (= (mod n 3) 1)) goal))
(query goal :print-certificate true)
"""
VMT = """(declare-fun x () Int)
(declare-fun x.next () Int)
(declare-fun in () Bool)
(define-fun .x () Int (! x :next x.next))
(define-fun .init () Bool (! (= x 0) :init true))
(define-fun .trans () Bool (! (= x.next (ite in (+ x 1) x)) :trans true))
(define-fun .low () Bool (! (>= x 0) :invar-property 0))
(define-fun .live () Bool (! (>= x 5) :live-property 1))
(assert true)
"""
ARMC = """:- multifile r/5, start/1, error/1.
var2names(p(pc(_), data(X, Y)), [(X, 'x'), (Y, 'it''s')]). % names
start(pc(main-0)). error(pc(err)).
/* steps */
r(p(pc(main-0), data(X, Y)), p(pc(loop), data(Xp, Yp)), [], [Xp = 0, Yp = _], 1).
r(p(pc(loop), data(X, Y)), p(pc(loop), data(Xp, Yp)), [X + 1 =< 2*Y], [Xp = (X + 1), Yp = -Y], 2).
r(p(pc(loop), data(X, Y)), p(pc(err), data(Xp, Yp)), [(X >= 1 ; Y =\\= 0)], [Xp = X, Yp = Y], 3).
"""
TEXTS = {"a.smt2": HORN, "b.smt2": RULES, "c.vmt": VMT, "d.pl": ARMC}
PIECES = (
    *("(", ")", "[", "]", "{", "}", '"', "|", ";", "%", "'", "\\", "/*", "*/", ".", ",", "\n", " ", "_", "!", "€"),
    *("0", "1.5", "#x", "#b12", "99999999999999999999", "true", "x", "Int", "Bool", "String", "(_ BitVec 0)"),
    *("(exists ((x Int)) ", "(forall ((z Real)) ", "(let ((x 1)) ", "(assert ", "(! ", ":next", ":init", "(push 1)"),
    *("(declare-datatypes () ((T a b)))", "(define-fun-rec f () Int f)", "(set-option :produce-models 3)"),
    *("ite", "=>", "distinct", "mod", "/", "select", "inv", "=<", "=\\=", "mod 2", "- -", "p(", "pc(", "data(", ":- "),
)


def mutated(text: str, random: Random) -> str:
    start = random.randrange(len(text) + 1)
    end = min(len(text), start + random.randrange(1, 12))
    match random.randrange(5):
        case 0:
            return text[:start]
        case 1:
            return text[:start] + text[end:]
        case 2:
            return text[:start] + random.choice(PIECES) + text[start:]
        case 3:
            return text[:start] + random.choice(PIECES) + text[end:]
        case _:
            where = random.randrange(len(text) + 1)
            return text[:where] + text[start:end] + text[where:]


def outcome(file: str, text: str) -> InputError | None:
    source = Source(file, text)
    try:
        recognise(source).read(source, Reading())
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize("file", TEXTS)
def test_the_originals_are_good(file: str) -> None:
    assert outcome(file, TEXTS[file]) is None


@settings(max_examples=150)
@given(st.sampled_from(sorted(TEXTS)), st.randoms(use_true_random=False), st.integers(1, 3))
def test_mutations(file: str, random: Random, times: int) -> None:
    text = TEXTS[file]
    for _ in range(times):
        text = mutated(text, random) or " "
    error = outcome(file, text)
    if error is not None:
        assert error.message and error.where is not None and error.where.line >= 1


@pytest.mark.parametrize("file", TEXTS)
def test_truncations(file: str) -> None:
    text = TEXTS[file]
    for length in range(1, len(text), 7):
        error = outcome(file, text[:length])
        assert error is None or error.where is not None


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    broken = HORN.replace("(+ x 1)", "(+ x unknown) (get-info :name)").replace("(check-sat)", '(echo "hello")')
    assert outcome("a.smt2", broken) is not None
    assert outcome("a.smt2", HORN.replace("(= x 0)", "(! (= x 0) :unheard-of 1)")) is None
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_no_command_reaches_a_file(tmp_path: object) -> None:
    hidden = f"{tmp_path}/written"
    text = HORN.replace("(check-sat)", f'(set-option :regular-output-channel "{hidden}")(get-model)')
    assert outcome("a.smt2", text) is None
    with pytest.raises(FileNotFoundError):
        open(hidden)  # noqa: PTH123, SIM115
    assert outcome("a.smt2", HORN.replace("(check-sat)", '(include "/etc/passwd")')) is not None
