"""Small C programs, and ways to execute what a witness says about them.

A correctness witness is executed by testing every invariant where it is said to hold, over many runs; a violation
witness by feeding its values to the program, which must then take its branches and reach the error.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clocks import PATIENCE

COMPILER = shutil.which("gcc") or shutil.which("cc")

HEAD = """extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
"""

HOLDING = {
    "counting": """int main(void) {
  int x = 0, y = 1;
  while (x < 10) {
    x = x + 1;
    y = y + 1;
  }
  if (y != 11) reach_error();
  return 0;
}
""",
    "for loops": """int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++)
      sum++;
    if (sum != 2 * i + 2) reach_error();
  }
  if (sum != 6) reach_error();
  return 0;
}
""",
    "a function with a loop, called twice": """int total;
void fill(int n) {
  int i = 0;
  while (i < n) { i++; total++; }
}
int main(void) {
  fill(2);
  fill(3);
  if (total != 5) reach_error();
  return 0;
}
""",
    "do": """int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  if (n < 1 || n > 4) return 0;
  do {
    i++;
  } while (i < n);
  if (i != n) reach_error();
  return 0;
}
""",
    "goto": """int main(void) {
  int i = 0, flag = 0;
again:
  i++;
  if (i == 2) flag = 1;
  if (i < 4) goto again;
  if (!flag || i != 4) reach_error();
  return 0;
}
""",
    "structs and arrays": """struct pair { int first; unsigned char second; struct pair *next; };
struct pair one;
int table[3];
int main(void) {
  one.next = &one;
  while (one.first < 5) {
    one.first++;
    one.second = one.first * 2;
    table[1] = one.first;
  }
  if (one.second != 10 || table[1] != 5 || one.next != &one) reach_error();
  return 0;
}
""",
    "wrap-around": """int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned int big = 4294967290u;
  while (c < 250) { c += 7; if (c < 7) break; }
  while (big > 100) big++;
  if (big != 0) reach_error();
  return 0;
}
""",
    "shadowed names": """int x = 1;
int main(void) {
  int i = 0;
  while (i < 3) {
    int x = i;
    i = i + 1;
    { int i = x; if (i > 2) reach_error(); }
  }
  if (x != 1 || i != 3) reach_error();
  return 0;
}
""",
    "no loop": """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3) reach_error();
  return 0;
}
""",
    "static and _Bool": """int next(void) { static int number = 0; number = (number + 1) % 3; return number; }
int main(void) {
  _Bool seen = 0;
  int n = __VERIFIER_nondet_int(), last = 0;
  __VERIFIER_assume(n >= 0 && n < 3);
  for (; n < 5; n++) { last = next(); if (last == 2) seen = 1; }
  if (last > 2 || last < 0) reach_error();
  return seen;
}
""",
}

VIOLATED = {
    "values and branches": """int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  int i;
  for (i = 0; i < n; i++) {
    if (i == 2 && c == 200)
      goto ERROR;
  }
  return 0;
ERROR: reach_error();
  return 1;
}
""",
    "the same call twice": """int ask(int least) {
  int x = __VERIFIER_nondet_int();
  if (x < least) return least;
  return x;
}
int main(void) {
  int a = ask(3);
  int b = ask(4);
  if (a + b == 12 && a > b) { reach_error(); }
  return 0;
}
""",
    "switch": """int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
    case 1: y = 1; break;
    case 2: y = 2;
    default: y += 4;
  }
  switch (y) { case 6: reach_error(); }
  return 0;
}
""",
    "choice with effects": """int pick(void) { return __VERIFIER_nondet_int() > 5; }
int main(void) {
  int y = __VERIFIER_nondet_bool() ? pick() : 2;
  if (y == 1)
    reach_error();
  return 0;
}
""",
    "signs and widths": """int main(void) {
  short s = __VERIFIER_nondet_short();
  unsigned int u = __VERIFIER_nondet_uint();
  _Bool b = __VERIFIER_nondet_bool();
  int n = 0;
  do { n++; } while (n < 2);
  if (s == -300 && u == 4294967290u && b && n == 2) reach_error();
  return 0;
}
""",
    "macros": """#define ENSURE(what) if (!(what)) reach_error()
#define ASK __VERIFIER_nondet_int()
int main(void) {
  int x = ASK;
  int y = __VERIFIER_nondet_int();
  ENSURE(x != 3 || y != 4);
  return 0;
}
""",
    "assumptions": """void __VERIFIER_assert(int cond) { if (!cond) { ERROR: reach_error(); } return; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  while (x > 8) x -= 5;
  __VERIFIER_assert(x != 7);
  return 0;
}
""",
    "effects in conditions": """int main(void) {
  int x = __VERIFIER_nondet_int();
  int n = 0;
  if (x > 0 && __VERIFIER_nondet_int() == x + 1 || x == -7) n = 1;
  while (n && x-- > 3) ;
  if (n && x == 2) reach_error();
  return 0;
}
""",
}

RUNTIME = """
#include <stdio.h>
#include <stdlib.h>
static unsigned long long state;
static long long *given; static int count, used;
static long long draw(void) {
  if (given) { if (used == count) exit(3); return given[used++]; }
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned top = (unsigned)(state >> 40);
  return top % 4 ? (long long)(top / 4 % 24) - 8 : (long long)(int)(state >> 16);
}
int __VERIFIER_nondet_int(void) { return (int)draw(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned)draw(); }
short __VERIFIER_nondet_short(void) { return (short)draw(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)draw(); }
_Bool __VERIFIER_nondet_bool(void) { return draw() & 1; }
void __VERIFIER_assume(int holds) { if (!holds) exit(0); }
void reach_error(void) { puts("error"); exit(1); }
void held(int line, int holds) { if (!holds) { printf("line %d\\n", line); exit(4); } }
int branch(int line, int column, int value) { printf("%d %d %d\\n", line, column, value); return value; }
int program(void);
int main(int argc, char **argv) {
  if (argc > 2) { count = argc - 2; given = malloc(count * sizeof *given); }
  for (int i = 2; i < argc; i++) given[i - 2] = atoll(argv[i]);
  state = atoll(argv[1]);
  return program() & 0;
}
"""


class Executable:
    """A program with insertions, compiled together with functions that supply its inputs."""

    def __init__(self, text: str, insertions: Sequence[tuple[int, str]], folder: Path) -> None:
        for offset, words in sorted(insertions, key=lambda found: -found[0]):
            text = text[:offset] + words + text[offset:]
        declared = "extern void held(int, int); extern int branch(int, int, int);\n#define main program\n"
        (folder / "inside.c").write_text(declared + text)
        (folder / "runtime.c").write_text(RUNTIME)
        self.path = folder / "inside"
        files = [str(folder / name) for name in ("inside.c", "runtime.c")]
        command = [str(COMPILER), "-w", "-fwrapv", "-o", str(self.path), *files]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def run(self, seed: int, values: Sequence[int] = ()) -> tuple[int, str]:
        words = [str(seed), *map(str, values)]
        done = subprocess.run([str(self.path), *words], check=False, capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stdout


def offset_of(text: str, line: int, column: int) -> int:
    return sum(len(row) + 1 for row in text.split("\n")[: line - 1]) + column - 1


def matching(text: str, start: int) -> int:
    """The offset of the bracket that closes the one at ``start``."""
    depth = 0
    for place in range(start, len(text)):
        if text[place] in "([{":
            depth += 1
        elif text[place] in ")]}":
            depth -= 1
            if depth == 0:
                return place
    raise AssertionError("no closing bracket")


def condition_span(text: str, start: int) -> tuple[int, int] | None:
    """Where the condition of the statement at ``start`` begins and ends; None if it has none."""
    word = re.match(r"\w+", text[start:])
    assert word is not None
    if word.group() == "do":
        body = matching(text, text.index("{", start))
        return condition_span(text, text.index("while", body))
    opening = text.index("(", start)
    closing = matching(text, opening)
    if word.group() != "for":
        return opening + 1, closing
    first = text.index(";", opening)
    second = text.index(";", first + 1)
    return (first + 1, second) if text[first + 1 : second].strip() else None


def invariant_checks(text: str, content: Sequence[dict[str, Any]]) -> list[tuple[int, str]]:
    """Insertions that test each invariant whenever its loop's condition is about to be evaluated."""
    found = []
    for item in content:
        place = item["invariant"]["location"]
        start = offset_of(text, place["line"], place["column"])
        test = f"held({place['line']}, !!({item['invariant']['value']}))"
        if item["invariant"]["type"] == "loop_invariant":
            span = condition_span(text, start)
            assert span is not None
            found.append((span[0], f"{test}, "))
        elif re.match(r"\w+\s*:", text[start:]):
            found.append((text.index(":", start) + 1, f" {test};"))
        else:
            found.append((start, f"{test}; "))
    return found


def branch_reports(text: str, places: set[tuple[int, int]]) -> list[tuple[int, str]]:
    """Insertions that print the value of each condition at these places; of a switch, the value itself."""
    found = []
    for line, column in sorted(places):
        start = offset_of(text, line, column)
        if text[start] == "?":
            continue
        span = condition_span(text, start)
        assert span is not None
        truth = "" if text.startswith("switch", start) else "!!"
        found += [(span[0], f"branch({line}, {column}, {truth}("), (span[1], "))")]
    return found
