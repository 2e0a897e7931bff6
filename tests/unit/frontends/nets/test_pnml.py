"""Nets in PNML and properties of the Model Checking Contest."""

from __future__ import annotations

import pytest

from assay.core.errors import InputError, Unsupported
from assay.core.evidence import Proof, Trace
from assay.core.model import Model
from assay.core.terms.evaluate import holds
from assay.frontends.nets.pnml import looks_like_pnml, looks_like_properties, read_pnml, with_properties
from assay.frontends.text import Source
from unchecked import found

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">'
PTNET = "http://www.pnml.org/version-2009/grammar/ptnet"


def net(arcs: str, kind: str = PTNET) -> str:
    return f"""{HEAD}
<net id="n" type="{kind}"><page id="top">
<place id="p"><name><text>free</text></name><initialMarking><text>2</text></initialMarking></place>
<page id="inner"><place id="q"/></page>
<transition id="t"/><transition id="u"/>
<arc id="1" source="p" target="t"/><arc id="2" source="t" target="q"/>
{arcs}
</page></net></pnml>"""


INHIBITOR = '<arc id="4" source="q" target="u"><type value="inhibitor"/></arc>'
BACK = '<arc id="3" source="q" target="u"><inscription><text>2</text></inscription></arc>'


def properties(*formulas: str) -> str:
    inside = "".join(f"<property><id>P-{i}</id><formula>{f}</formula></property>" for i, f in enumerate(formulas))
    return f'<?xml version="1.0"?><property-set xmlns="http://mcc.lip6.fr/">{inside}</property-set>'


TOKENS = "<tokens-count><place>q</place></tokens-count>"


def at_least(number: int) -> str:
    return f"<integer-le><integer-constant>{number}</integer-constant>{TOKENS}</integer-le>"


def possible(formula: str) -> str:
    return f"<exists-path><finally>{formula}</finally></exists-path>"


def always(formula: str) -> str:
    return f"<all-paths><globally>{formula}</globally></all-paths>"


def read(text: str, *formulas: str) -> Model:
    model = read_pnml(Source("model.pnml", text))
    return with_properties(model, Source("properties.xml", properties(*formulas))) if formulas else model


def test_a_net() -> None:
    model = read(net(BACK))
    p, q = model.entry.variables
    t, u = model.edges
    assert (t.name, u.name) == ("t", "u")
    assert holds(t.guard, {p: 1, q: 0})
    assert not holds(t.guard, {p: 0, q: 9})
    assert not holds(u.guard, {p: 9, q: 1})
    assert holds(u.guard, {p: 0, q: 2})
    assert t.updates.keys() == {p, q}
    assert holds(model.initial, {p: 2, q: 0})
    assert not holds(model.initial, {p: 2, q: 1})


def test_properties_are_decided() -> None:
    model = read(net(BACK), possible(at_least(2)), possible(at_least(3)), always(f"<negation>{at_least(3)}</negation>"))
    answers = [found(model, prop, "coverability") for prop in model.properties]
    assert [type(answer) for answer in answers] == [Trace, Proof, Proof]
    assert [prop.text for prop in model.properties] == ["EF P-0", "EF P-1", "AG P-2"]


def test_fireability_deadlock_and_connectives() -> None:
    fireable = "<is-fireable><transition>u</transition></is-fireable>"
    formula = f"<disjunction><conjunction>{fireable}<true/></conjunction><deadlock/><false/></disjunction>"
    model = read(net(BACK), possible(formula))
    p, q = model.entry.variables
    (bad,) = model.properties[0].bad.values()
    assert holds(bad, {p: 0, q: 2})
    assert holds(bad, {p: 0, q: 1})
    assert not holds(bad, {p: 1, q: 1})


def test_inhibitor_arcs_are_tests() -> None:
    model = read(net('<arc id="3" source="q" target="u"><type value="inhibitor"/></arc>'))
    p, q = model.entry.variables
    assert holds(model.edges[1].guard, {p: 0, q: 0})
    assert not holds(model.edges[1].guard, {p: 0, q: 1})


def test_inhibitor_arcs_may_say_so_in_an_attribute() -> None:
    for arc in ('<arc id="4" source="q" target="u" type="inhibitor"/>', INHIBITOR):
        (edge,) = (edge for edge in read(net(arc)).edges if edge.name == "u")
        p, q = read(net(arc)).entry.variables
        assert [holds(edge.guard, {p: 0, q: count}) for count in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("arcs", "words"),
    [
        ('<inputArc source="p" target="t"/>', "<inputArc> is not read in a <page>"),
        ('<referencePlace id="r" ref="p"/>', "<referencePlace> is not read"),
        ('<place id="r" initialMarking="3"/>', "initialMarking is not read as an attribute of <place>"),
        ('<place id="r"><capacity><text>3</text></capacity></place>', "places with a capacity"),
        ('<place id="r" invariant="&lt;= 5"/>', "invariant is not read as an attribute"),
        ('<place id="r"><hlinitialMarking/></place>', "<hlinitialMarking> is not read in a <place>"),
        ('<transition id="v"><priority><text>2</text></priority></transition>', "<priority> is not read"),
        ('<arc id="4" source="q" target="u" weight="2"/>', "weight is not read as an attribute of <arc>"),
        ('<arc id="4" source="q" target="u" type="timed"/>', "arcs of type 'timed'"),
        ('<arc id="4" source="q" target="u"><inscription/><inscription/></arc>', "a second <inscription>"),
        ('<place id="p"/>', "a second place or transition 'p'"),
        ('<transition id="p"/>', "a second place or transition 'p'"),
    ],
)
def test_what_would_change_the_net_is_not_skipped(arcs: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read(net(arcs))
    assert words in caught.value.message and caught.value.where is not None and caught.value.where.line == 8


def test_what_says_nothing_is_skipped() -> None:
    text = (
        '<place id="r" initialMarking="0" invariant="&lt; inf"><capacity><value>0</value></capacity><graphics/></place>'
        '<transition id="v"><rate><value>2</value></rate><toolspecific tool="x" version="1"/></transition>'
        '<arc id="4" source="r" target="v" type="normal" weight="1" inscription="1"><arcpath/></arc>'
    )
    assert [edge.name for edge in read(net(text)).edges] == ["t", "u", "v"]


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        (net("", "http://www.pnml.org/version-2009/grammar/symmetricnet"), "symmetricnet", "3:1"),
        (net('<arc id="3" source="q" target="nowhere"/>'), "'nowhere'", "8:1"),
        (net('<arc id="3" source="q" target="u"><type value="reset"/></arc>'), "reset", "8:1"),
        (net('<arc id="3" target="u"/>'), "'source'", "8:1"),
        (net('<arc id="3" source="q" target="u"><inscription><text>x</text></inscription></arc>'), "'x'", "8:"),
        (net("<arc"), "not well-formed", "9:"),
        (f"{HEAD}</pnml>", "one net", "1:1"),
    ],
)
def test_mistakes_are_placed(text: str, words: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert words in str(caught.value)
    assert f"model.pnml:{place}" in str(caught.value)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("<all-paths><finally><true/></finally></all-paths>", "not a safety property"),
        (possible("<is-fireable><transition>x</transition></is-fireable>"), "no transition 'x'"),
        (possible("<next><true/></next>"), "<next>"),
        (possible("<true/><true/>"), "one element, not 2"),
        (possible("<integer-le><integer-constant>a</integer-constant><x/></integer-le>"), "not read as a number"),
    ],
)
def test_mistakes_in_properties_are_placed(formula: str, words: str) -> None:
    with pytest.raises(InputError, match=r"properties\.xml:1:") as caught:
        read(net(BACK), formula)
    assert words in str(caught.value)


def test_document_types_are_refused() -> None:
    with pytest.raises(Unsupported, match="DOCTYPE"):
        read('<!DOCTYPE pnml [<!ENTITY a "b">]><pnml/>')


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(Unsupported, match="deep"):
        read(net(BACK), possible("<negation>" * 1000 + "<true/>" + "</negation>" * 1000))


def test_content_is_recognised() -> None:
    assert looks_like_pnml(net(""))
    assert looks_like_properties(properties(possible("<true/>")))
    assert not looks_like_pnml(properties())
    assert not looks_like_properties(net(""))
