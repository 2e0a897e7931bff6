"""Names of signals may be anything; a dump stays what the format has, word by word."""

from __future__ import annotations

import pytest

from assay.core.evidence import Trace
from assay.core.model import Edge, Location, Model, Origin, Safety
from assay.core.terms import TRUE, not_, variable
from assay.core.terms.sorts import BOOL
from assay.witness.write.vcd import vcd
from hostile import TEXTS, named


@pytest.mark.parametrize("text", TEXTS[:-1], ids=named)
def test_no_name_ends_a_declaration(text: str) -> None:
    first, second = variable(f"{text}.{text}", BOOL), variable(f"{text} again", BOOL)
    place = Location("design", (first, second))
    step = Edge("step", place, place, TRUE, {first: not_(first), second: second})
    model = Model(place, (step,), TRUE, (Safety(text, {place: first}),), Origin("x.aag", "AIGER"))
    trace = Trace(({first: False, second: True}, {first: True, second: True}), (step,), ({},))
    head, definitions, changes = vcd(model, trace, text).partition("$enddefinitions $end\n")
    assert definitions and changes.startswith("#0\n")
    declared = 0
    for line in head.splitlines():
        words = line.split()
        assert line.isprintable() and words[-1] == "$end"
        assert words[0] in ("$comment", "$timescale", "$scope", "$upscope", "$var")
        assert "$end" not in words[1:-1]
        if words[0] == "$var":
            declared += 1
            assert len(words) == 6 and words[1:3] == ["wire", "1"]
    assert declared == 2
