"""Functions that call themselves as procedures: their models do what the copies do, or they are copied as before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from assay.core.errors import Unsupported
from assay.core.model import Model
from assay.frontends import c
from assay.frontends.c import Kind, read_c
from assay.frontends.c.translate import procedures as translated
from assay.frontends.c.translate.automaton import Procedure, Step
from c_procedures import Execution, random_program

PURE = "extern unsigned __VERIFIER_nondet_uint(void); unsigned c;\n"
EXACT = {
    "globals": "unsigned d; void f(unsigned n) { d += n; if (n) f(n - 1); c = c * 3 + d; } int main(void) { f(4); }",
    "mutual": "int odd(int n); int even(int n) { c += 2; return n ? odd(n - 1) : 1; }"
    " int odd(int n) { c *= 3; return n ? even(n - 1) : 0; } int main(void) { c = c * 2 + even(5); }",
    "in conditions": "int f(int n) { c++; return n > 0 && (f(n - 1) || f(n - 2)) ? 0 : c & 1; }"
    " int main(void) { while (f(3) && c < 90) c += 5; }",
    "overflow in results": "unsigned char f(unsigned char n) { return n ? f(n - 1) * 7 + 9 : 250; }"
    " signed char g(int n) { return n ? g(n - 1) + 100 : 27; } int main(void) { c = f(5) * 1000 + g(3); }",
    "through a pointer": "int f(int n); int (*p)(int) = f; int f(int n) { c += n; return n ? p(n - 1) + c : c; }"
    " int main(void) { c = c * 2 + p(4) + f(1); }",
    "static locals": "int f(int n) { static int last = 7; int was = last; last = n; c = c * 5 + was;"
    " return n ? f(n - 1) : last; } int main(void) { c += f(3) + f(2); }",
    "main": "int main(void) { static int n; c = c * 2 + n; if (n++ < 3) main(); c += n; return 0; }",
    "a local of main": "void f(unsigned n, unsigned *p) { *p = *p * 2 + n; if (n) f(n - 1, p); c += *p; }"
    " int main(void) { unsigned x = 1, y = 2; f(3, &x); f(2, &y); c = c * 9 + x * 3 + y; }",
    "a changed parameter": "int f(int n) { while (n > 3) n--; if (n <= 0) return 1; c += n; n = n - 1;"
    " return f(n) + n; } int main(void) { c += f(6); }",
    "an array on its own": "int f(int n) { int a[3]; a[0] = n; a[n % 3] = 5; if (n) c += f(n - 1); return"
    " a[0] + a[n % 3]; }"
    " int main(void) { c += f(4); }",
    "records": "struct s { int x; char y; }; struct s f(struct s v) { struct s r = v; if (v.x) { v.x--; r = f(v);"
    " r.y += v.x; } c += r.y; return r; } int main(void) { struct s v = {3, 4}; v = f(v); c = c * 7 + v.x + v.y; }",
    "the heap": "void *malloc(unsigned long); int *p; int f(int n) { p[n] = n; if (n) f(n - 1); return p[n] + p[0]; }"
    " int main(void) { p = malloc(40); if (!p) return 0; p[0] = 3; c = f(4); }",
    "exit inside": "void exit(int); int f(int n) { c += n; if (n == 0) exit(0); return f(n - 1); } int main(void)"
    " { f(3); c = 99; }",
}
COPIED = {
    "a pointer to a local is handed down": "void f(int n, int *p) { int x = n; if (n) f(n - 1, &x); *p += x; }"
    " int main(void) { int y = 1; f(3, &y); c = y; }",
    "a pointer to a local is kept in a global": "int *p; int f(int n) { int x = n; if (n == 2) p = &x; if (n)"
    " f(n - 1);"
    " else *p += 5; return c += x; } int main(void) { f(3); }",
    "a local is too large for variables": "int f(int n) { int a[40], i; for (i = 0; i < 40; i++) a[i] = n; if (n)"
    " f(n - 1); return c += a[n]; } int main(void) { f(2); }",
    "a copy inside hands down a pointer to its local": "void f(int n, int *p); void g(int n) { int x = n;"
    " f(n, &x); c += x; }"
    " void f(int n, int *p) { *p += n; if (n) g(n - 1); } int main(void) { g(3); }",
    "arguments without names": "#include <stdarg.h>\nint f(int n, ...) { va_list l; int v; va_start(l, n); v"
    " = va_arg(l, int);"
    " va_end(l); return n ? f(n - 1, v + n) : v; } int main(void) { c = f(3, 1); }",
}


def ended(model: Model) -> tuple[str, object]:
    """Where the program ends, and its global c."""
    place, before = Execution(model, iter(())).run()
    return place.name, next(value for symbol, value in before.items() if symbol.name == "c")


def read(folder: Path, text: str, *, procedures: bool) -> Model:
    file = folder / "program.c"
    file.write_text(PURE + text)
    return read_c(file, procedures=procedures)


@pytest.mark.parametrize("name", EXACT)
def test_a_procedure_does_what_its_copies_do(tmp_path: Path, name: str) -> None:
    called, copied = (read(tmp_path, EXACT[name], procedures=choice) for choice in (True, False))
    assert copied.is_linear and not called.is_linear
    assert not any(prop.auxiliary for prop in called.properties)
    assert ended(called) == ended(copied) and ended(called)[0] == "program:exit"
    integers = called.origin.integers
    assert integers is not None and (twin := integers()) is not None
    assert not twin.is_linear and ended(twin)[1] == ended(called)[1]


@pytest.mark.parametrize("name", COPIED)
def test_what_procedures_cannot_tell_apart_is_copied(tmp_path: Path, name: str) -> None:
    assert read(tmp_path, COPIED[name], procedures=True).is_linear


def test_memory_that_is_watched_is_copied(tmp_path: Path) -> None:
    file = tmp_path / "program.c"

    def is_copied(name: str, *checks: Kind) -> bool:
        file.write_text(PURE + EXACT[name])
        return read_c(file, checks=frozenset(checks)).is_linear

    assert is_copied("a local of main", Kind.DEREFERENCE) and not is_copied("a local of main", Kind.OVERFLOW)
    assert not is_copied("globals", Kind.DEREFERENCE) and is_copied("globals", Kind.UNINITIALISED)


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_do_what_their_copies_do(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "program.c"
    file.write_text(random_program(seed))
    values = [seed * 7 + 1, 5, 9, 100_000, 3]
    ends = [Execution(read_c(file, procedures=choice), iter(values)).run() for choice in (True, False)]
    if ends[1][0].name != "program:bound":
        known = [{s.name: value for s, value in before.items() if s.name in "abc"} for _, before in ends]
        assert known[0] == known[1] and ends[0][0] == ends[1][0]


def test_a_procedure_carries_only_what_it_touches(tmp_path: Path) -> None:
    text = "unsigned d, e; void g(unsigned n) { d++; if (n) g(n - 1); } void f(unsigned n) { if (n) f(n - 1); g(e); }"
    model = read(tmp_path, f"{text} int main(void) {{ unsigned x = c; f(3); c = x; }}", procedures=True)
    names = {place.name: [symbol.name for symbol in place.variables] for place in model.locations}
    assert names["f:entry"] == ["f::n", "e", "d"] and names["g:entry"] == ["g::n", "d"]
    assert names["f:end"] == ["f::n", "e", "f::\\old(d)", "d"] and names["program:exit"] == []
    assert names["g:end"] == ["g::n", "g::\\old(d)", "d"]


def _without_d(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    found = translated._touched

    def forgetful(steps: Iterable[Step], procedures: Iterable[Procedure]) -> Mapping[Procedure, translated._Touched]:
        touched = found(steps, procedures)
        for use in touched.values():
            setattr(use, part, {symbol for symbol in getattr(use, part) if symbol.name != "d"})
        return touched

    monkeypatch.setattr(translated, "_touched", forgetful)


def test_what_a_procedure_mentions_must_not_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A symbol that is no variable of its location would be any value: refused, not guessed."""
    _without_d(monkeypatch, "mentioned")
    with pytest.raises((AssertionError, ValueError)):
        read(tmp_path, EXACT["globals"], procedures=True)


def test_what_a_procedure_changes_must_not_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _without_d(monkeypatch, "changed")
    model = read(tmp_path, EXACT["globals"], procedures=True)
    with pytest.raises(AssertionError, match="d at f:end"):
        ended(model)


def test_functions_of_which_there_would_be_too_many_copies_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(f"void f{n}(int v) {{ f{n - 1}(v + c); c = c * 3 + v; f{n - 1}(c); }}\n" for n in range(1, 7))
    text = f"void f0(int v) {{ c += v; }}\n{text}int main(void) {{ f6(1); }}"
    copied = read(tmp_path, text, procedures=True)
    monkeypatch.setattr(c, "EDGES", 200)
    called = read(tmp_path, text, procedures=True)
    assert copied.is_linear and not called.is_linear and len(called.edges) < 60 < len(copied.edges)
    assert ended(called) == ended(copied)
    with pytest.raises(Unsupported, match="more than 200 steps after inlining"):
        read(tmp_path, text, procedures=False)
