"""Front ends on real tasks: each is read, or refused for a reason that we know; and what is read is what was written.

The second is checked by z3, which reads the original on its own: clause by clause it proves that an assertion and the
edges made of it are equivalent, predicates being uninterpreted.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from assay.core.errors import InputError
from assay.core.model import Edge, Location, Model
from assay.core.terms import Term
from assay.core.terms.smtlib import symbol, to_smtlib
from assay.frontends.task import load
from places import CORPORA

pytestmark = [pytest.mark.corpus, pytest.mark.skipif(not CORPORA.exists(), reason=f"no corpora at {CORPORA}")]


def sample(corpus: str) -> list[Path]:
    with (CORPORA / "sample.csv").open() as rows:
        return [CORPORA / corpus / row["path"] for row in csv.DictReader(rows) if row["corpus"] == corpus]


def outcomes(paths: list[Path]) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in paths:
        try:
            model = load(path)
        except InputError as refusal:
            assert refusal.where is not None and refusal.where.line > 0
            found[f"{type(refusal).__name__}: {refusal.message.split(':')[0]}"] += 1
        else:
            assert model.edges and model.properties
            found["read"] += 1
    return found


def test_every_armc_system_is_read() -> None:
    paths = sorted((CORPORA / "armc_native").rglob("*.pl"))
    assert len(paths) > 50 and outcomes(paths) == {"read": len(paths)}


@pytest.mark.parametrize("corpus", ["chc_comp25", "chc_svclauses"])
def test_horn_clauses_are_read(corpus: str) -> None:
    assert set(outcomes(sample(corpus))) == {"read"}


# -- faithfulness ------------------------------------------------------------------------------------------------------


def applied(model: Model, location: Location, arguments: tuple[Term, ...]) -> str:
    if location == model.entry:
        return "true"
    if location.name.startswith("%error"):
        return "false"
    inner = " ".join(map(to_smtlib, arguments))
    return f"({symbol(location.name)} {inner})" if inner else symbol(location.name)


def clause(model: Model, edge: Edge) -> str:
    """The edge as an implication between predicates."""
    variables = (*edge.source.variables, *edge.inputs)
    after = tuple(edge.after(term) for term in edge.target.variables)
    used = " ".join(applied(model, use.location, use.arguments) for use in edge.uses)
    body = f"(and {applied(model, edge.source, edge.source.variables)} {used} {to_smtlib(edge.guard)})"
    matrix = f"(=> {body} {applied(model, edge.target, after)})"
    binders = " ".join(f"({symbol(term.name)} {term.sort})" for term in variables)
    return f"(forall ({binders}) {matrix})" if variables else matrix


def declarations(model: Model) -> str:
    return "".join(
        f"(declare-fun {symbol(location.name)} ({' '.join(str(term.sort) for term in location.variables)}) Bool)"
        for location in model.locations
        if not location.name.startswith("%")
    )


def entails(z3: Any, left: Any, right: Any) -> str:
    solver = z3.Solver()
    solver.set("timeout", 500)
    solver.add(left, z3.Not(right))
    return str(solver.check())


def small_tasks() -> list[Path]:
    paths = sample("chc_comp25") + sample("chc_svclauses")
    return [path for path in paths if path.stat().st_size < 6_000][:10]


def test_edges_are_the_clauses_of_the_file() -> None:
    z3 = pytest.importorskip("z3")
    answers: Counter[str] = Counter()
    for path in small_tasks():
        try:
            model = load(path)
        except InputError:
            continue
        ours: dict[int, list[str]] = {}
        for edge in model.edges:
            number = int(edge.name.removeprefix("clause-").split(".")[0])
            ours.setdefault(number, []).append(f"(assert {clause(model, edge)})")
        for number, original in enumerate(z3.parse_smt2_file(str(path)), start=1):
            assert number in ours, f"no edge for assertion {number} of {path}"
            read_back = z3.And(*z3.parse_smt2_string(declarations(model) + "".join(ours[number])))
            for left, right in ((original, read_back), (read_back, original)):
                answer = entails(z3, left, right)
                assert answer != "sat", f"assertion {number} of {path} is not what was read"
                answers[answer] += 1
    assert answers["unsat"] >= 60 and answers["unsat"] >= 0.8 * answers.total()
