"""Invariants at entries and ends of functions as contracts in C, and in witnesses as far as these have a place."""

from __future__ import annotations

from pathlib import Path

from assay.core.evidence import Proof
from assay.core.model import Model
from assay.core.terms import FALSE, TRUE, Op, Term, and_
from assay.core.terms.bitvectors import bv, bv_compare
from assay.frontends.c import read_c
from assay.witness.svcomp.contracts import Contract, contracts
from assay.witness.svcomp.correctness import invariant_content
from assay.witness.svcomp.text import ProgramText

PROGRAM = """\
extern void reach_error(void);
int depth;
int id(int n, int *p) {
  depth = n;
  if (n <= 0)
    return *p;
  return id(n - 1, p) + 1;
}
int main(void) {
  int x = 3, y = 0;
  if (id(x, &y) != x)
    reach_error();
  return 0;
}
"""


def at_most(left: Term, right: Term) -> Term:
    return bv_compare(Op.BV_SLE, left, right)


def read(folder: Path) -> tuple[Model, dict[str, dict[str, Term]]]:
    (folder / "program.c").write_text(PROGRAM)
    model = read_c(folder / "program.c")
    return model, {place.name: {s.name: s for s in place.variables} for place in model.locations}


def contract_of(model: Model, before: Term, after: Term) -> Contract:
    proof = Proof({**dict.fromkeys(model.locations, TRUE), model.at("id:entry"): before, model.at("id:end"): after})
    (found,) = contracts(model, proof)
    return found


def test_a_contract_speaks_of_arguments_old_values_and_the_result(tmp_path: Path) -> None:
    model, variables = read(tmp_path)
    entry, end = variables["id:entry"], variables["id:end"]
    before = and_(at_most(entry["id::n"], bv(3, 32)), at_most(bv(0, 32), entry["depth"]))
    after = and_(at_most(end["id::\\result"], end["id::n"]), at_most(end["depth"], end["id::\\old(depth)"]))
    found = contract_of(model, before, after)
    assert found.requires == "depth >= 0 && n <= 3"
    assert found.ensures == "\\result <= n && depth <= \\old(depth)"
    assert found.function == "id" and found.first is not None and found.first.line == 4


def test_what_a_function_cannot_name_is_left_out(tmp_path: Path) -> None:
    model, variables = read(tmp_path)
    entry, end = variables["id:entry"], variables["id:end"]
    found = contract_of(
        model,
        and_(at_most(entry["id::n"], bv(3, 32)), at_most(entry["main::y"], bv(0, 32))),
        at_most(end["id::\\result"], bv(7, 32)),
    )
    assert found.requires == "n <= 3" and found.ensures == "\\result <= 7"
    assert contract_of(model, FALSE, FALSE).requires == "0"
    assert contracts(model, Proof(dict.fromkeys(model.locations, TRUE))) == ()


def test_a_precondition_stands_in_a_witness_at_the_first_statement(tmp_path: Path) -> None:
    model, variables = read(tmp_path)
    proof = Proof(
        {
            **dict.fromkeys(model.locations, TRUE),
            model.at("id:entry"): at_most(bv(0, 32), variables["id:entry"]["id::n"]),
        }
    )
    text = ProgramText(PROGRAM.encode(), "program.c")
    ((invariant,),) = (entry.values() for entry in invariant_content(model, proof, {model.origin.name: text}))
    assert invariant["type"] == "location_invariant" and invariant["value"] == "n >= 0"
    assert (invariant["location"]["line"], invariant["location"]["function"]) == (4, "id")
