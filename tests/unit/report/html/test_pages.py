"""Pages of recordings: whole, small, and harmless whatever is in them."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from assay.cli import cli
from assay.report.html import highlight
from assay.report.html.digest import digest
from assay.report.html.following import following
from assay.report.html.harmless import LONGEST, cut, embedded
from assay.report.html.page import page
from assay.report.unseen import plain
from hostile import TEXTS, named
from recordings import everywhere, heard, recording

LARGEST: Final = 2_000_000


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of its script elements."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))
        self._open = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open == "script":
            self.scripts[-1] += data


HARMLESS: Final = Elements(page(everywhere("harmless")))


@pytest.mark.parametrize("text", TEXTS, ids=named)
def test_hostile_texts_make_no_elements(text: str) -> None:
    made = page(everywhere(text))
    shown = Elements(made)
    # Names of tokens may differ; elements that do something may not.
    acting = ("script", "style", "img", "iframe", "link", "meta", "title", "base", "object", "form", "button")
    assert [tag for tag, _ in shown.found if tag in acting] == [tag for tag, _ in HARMLESS.found if tag in acting]
    assert not any(name.startswith("on") for _, attributes in shown.found for name in attributes)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029\x00\x1b\ud800-\udfff]", made)
    data, script = shown.scripts
    assert json.loads(data)["answers"][0]["property"] == plain(cut(text))
    assert script == HARMLESS.scripts[1]
    assert len(made) < 100 * LONGEST


def test_long_lines_do_not_swell_the_page() -> None:
    from assay.report.recording.sources import source_record

    line = source_record("x.c", b"int " + b"x" * 1_000_000 + b";\n", "C")
    assert len(page(recording([line]))) < 100_000


def test_data_survives_being_embedded() -> None:
    value = {"a": ["<b>&\u2028", 1, None, True, 2.5], "</script>": {}}
    text = embedded(value)
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"a": ["<b>&\u27e8U+2028\u27e9", 1, None, True, 2.5], "</script>": {}}


def test_the_policy_names_what_is_in_the_page() -> None:
    made = page(everywhere("x"))
    (policy,) = re.findall('Content-Security-Policy" content="([^"]*)"', made)
    for name, pattern in (("script", "<script>(.*?)</script>"), ("style", "<style>(.*?)</style>")):
        (text,) = re.findall(pattern, made, re.DOTALL)
        digested = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digested}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_a_page_loads_nothing() -> None:
    made = page(everywhere("x"))
    shown = Elements(made)
    assert not any(attribute in ("src", "srcset", "data") for _, found in shown.found for attribute in found)
    assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttpRequest|import\(", made)


def test_highlighting_keeps_every_line() -> None:
    text = "int main(void) {\n\n  /* a\n     b */ return 0;\t// \u00e9\n}\n"
    for language in ("c", "nusmv", "smtlib", "prolog", "xml", "text"):
        plainly = [re.sub("<[^>]*>", "", line) for line in highlight.lines(text, language)]
        assert plainly == text.split("\n")


def test_the_digest_has_the_rounds_of_a_search() -> None:
    shown = digest(recording(heard("gas-burner.smt2", "predicate")))
    (search,) = shown["searches"]
    assert [one["number"] for one in search["rounds"]] == list(range(1, len(search["rounds"]) + 1))
    *refined, last = search["rounds"]
    assert all(one["learnt"] and one["outcome"] == "alarm" for one in refined)
    assert last["learnt"] is None and last["outcome"] == "proof"
    for one in search["rounds"]:
        places = [tuple(node["at"]) for node in one["graph"]["nodes"]]
        assert len(set(places)) == len(places)
    (answer,) = shown["answers"]
    assert answer["invariants"]["rows"]
    assert shown["seats"][0]["outcome"] == "found evidence"


def test_the_worst_comes_first() -> None:
    shown = digest(recording(heard("traffic-light.smv")))
    verdicts = [answer["verdict"] for answer in shown["answers"]]
    assert verdicts == ["violated", "holds", "holds", "holds"]
    assert "G F waiting" in shown["answers"][0]["text"]


def test_what_was_left_out_is_said() -> None:
    made = recording([{"event": "bound", "depth": depth, "statistics": {}} for depth in range(5000)])
    assert "4,000 of the kind" in digest(made)["left_out"]
    assert "4,000 of the kind" in page(made)


# -- sites -------------------------------------------------------------------------------------------------------------


def report(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["report", *arguments])


def test_a_site_has_an_index_and_a_page_each(tmp_path: Path) -> None:
    files = []
    for number, name in enumerate(("a/x.c", "b/x.c", "<evil>", "../../index")):
        files.append(str(tmp_path / f"{number}.json"))
        Path(files[-1]).write_text(json.dumps(recording([], file=name)))
    done = report(*files, "-o", str(tmp_path / "site" / "deep"))
    assert done.exit_code == 0, done.output
    pages = sorted(path.name for path in (tmp_path / "site" / "deep").iterdir())
    assert pages == ["evil.html", "index-2.html", "index.html", "x.c-2.html", "x.c.html"]
    index = (tmp_path / "site" / "deep" / "index.html").read_text()
    linked = [str(found["href"]) for tag, found in Elements(index).found if tag == "a"]
    assert linked == ["x.c.html", "x.c-2.html", "evil.html", "index-2.html"]
    assert "&lt;evil&gt;" in index


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no JSON"),
        ("[]", "this is no recording"),
        ('{"event": "verdict"}', "this is no recording"),
        ('{"format": "assay-recording", "version": 99}', "a recording of version 99, and not 1"),
        ('{"format": "assay-recording", "version": 1, "events": [{}]}', "this recording is damaged"),
        ('{"format": "assay-recording", "version": 1, "results": 5}', "this recording is damaged"),
        ("[" * 100_000, "this is no JSON"),
    ],
)
def test_what_is_no_recording_is_refused(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text(text)
    done = report(str(tmp_path / "r.json"), "-o", str(tmp_path / "site"))
    assert done.exit_code == 2
    assert message in done.output


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = report(str(tmp_path / "none.json"), "-o", str(tmp_path / "site"))
    assert (done.exit_code, "no such file" in done.output) == (2, True)


@pytest.mark.parametrize(("loop", "shown"), [(None, "--testbench error.v"), (2, "--trace error.vcd")])
def test_a_testbench_is_offered_for_runs_that_end(loop: int | None, shown: str) -> None:
    answer = {"verdict": "violated", "run": {"kind": "design", "wave": {"loop": loop}}}
    assert following(answer, "design", "Verilog")[0][0] == shown
