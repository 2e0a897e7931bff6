"""Structs and unions by value: out of arrays at an unknown index, through pointers, chosen, passed and returned."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from assay.core.terms import Term
from assay.frontends.c import DataModel, read_c
from assay.frontends.c.checks import checks_of
from assay.witness.c.execution.interpreter import Machine, zero

HEAD = """
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int pick(void); extern int flag(void);
struct in { short k; int v[3]; };
struct out { struct in i[2]; char c; };
union both { struct in i; unsigned char b[16]; };
static struct in table[2] = {{1, {1, 2, 3}}, {2, {4, 5, 6}}};
static struct out nest[2] = {{{{1, {1, 2, 3}}, {1, {1, 2, 3}}}, 'a'}, {{{2, {4, 5, 6}}, {2, {4, 5, 6}}}, 'b'}};
static struct in same(struct in a) { return a; }
static struct in at(struct in *p, int i) { return p[i]; }
"""
BODY = """
int main(void) {
  int i = pick(), k = flag();
  if (i < 0 || i > 1 || k < 0 || k > 2) return 0;
  struct in a[2] = {{1, {1, 2, 3}}, {2, {4, 5, 6}}};
  %s
  if (x.k != i + 1 || x.v[k] != 3 * i + k + 1) reach_error();
  return 0; }
"""
WAYS = {
    "a local array": "struct in x = a[i];",
    "a global array": "struct in x = table[i];",
    "assigned": "struct in x; x = a[i];",
    "an element inside": "struct in x = nest[i].i[i];",
    "the whole first": "struct out o = nest[i]; struct in x = o.i[k > 0];",
    "a pointer": "struct in *p = &a[i]; struct in x = *p;",
    "a pointer to a pointer": "struct in *p = a, **q = &p; struct in x = (*q)[i];",
    "an argument and a result": "struct in x = same(a[i]);",
    "a result": "struct in x = at(a, i);",
    "a union": "union both u; u.i = a[i]; union both w[2]; w[i] = u; union both r = w[i]; struct in x = r.i;",
    "a conditional": "struct in x = k ? a[i] : table[i];",
    "a conditional argument": "struct in x = same(i ? table[1] : a[0]);",
    "a conditional of conditionals": "struct in x; x = k ? (i ? a[1] : a[0]) : table[i];",
    "an array on the left": "struct in b[2]; b[i] = a[i]; struct in x = b[i];",
    "a literal": "struct in x = i ? (struct in){2, {4, 5, 6}} : (struct in){1, {1, 2, 3}};",
}


def choosing(values: dict[str, int]) -> Callable[[Term], object]:
    def choose(symbol: Term) -> object:
        return values.get(symbol.name.partition("#")[0], zero(symbol))

    return choose


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("way", WAYS)
def test_a_record_is_what_was_stored(way: str, model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(HEAD + BODY % WAYS[way])
    machine = Machine(read_c(source, model))
    for index, element in product(range(2), range(3)):
        run = machine.run(choosing({"pick()": index, "flag()": element}), steps=20_000)
        assert run.location.name == "program:exit"


def test_an_instance_of_a_local_exists_before_its_declaration_is_met(tmp_path: Path) -> None:
    """Control jumps back over a declaration and out again: what a pointer to the local wrote is there."""
    source = tmp_path / "program.c"
    source.write_text(
        HEAD
        + """int g, n;
int main(void) {
  int *p = &g;
again: *p = 5;
  if (n) goto out;
  int x;
  p = &x; n = 1;
  goto again;
out: if (x == 5) reach_error();
  return 0; }
"""
    )
    assert Machine(read_c(source)).run().location.name == "program:error"


@pytest.mark.parametrize("work", ["memset(&s, 0, sizeof s)", "memcpy(&s, &t, sizeof s)"])
def test_blocks_of_memory_have_the_bytes_between_members(work: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(
        "#include <string.h>\n#include <assert.h>\nstruct s { char a; int b; }; static struct s t;\n"
        f"int main(void) {{ struct s s; char *p = (char *)&s; p[1] = 5; {work}; assert(p[1] == 0); return 0; }}\n"
    )
    assert Machine(read_c(file, checks=checks_of("assert"))).run().location.name == "program:exit"
