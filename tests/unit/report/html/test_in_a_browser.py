"""Pages in a real browser: opened from the disk, stepped through, filtered, slid, printed; narrow and wide.

What a browser says in its console is an error here, and so is anything that makes the page broader than the window.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from assay.report.html.page import page
from browser import NARROW, WIDE, browsing, complaints, installed, open_page
from hostile import TEXTS, named
from recordings import CHECKS, everywhere, recorded

SIZES: Final = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])
# All short texts at once, and the long one alone.
HOSTILE: Final = ("\n".join(TEXTS[:-1]), TEXTS[-1])


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of one of the checks, made when it is first asked for."""
    folder = tmp_path_factory.mktemp("pages")
    made: dict[str, Path] = {}

    def get(name: str) -> Path:
        if name not in made:
            recording = json.loads(recorded(name, folder).read_text())
            made[name] = folder / f"{name}.html"
            made[name].write_text(page(recording))
        return made[name]

    return get


def run(window: Any, script: str) -> Any:
    return window.execute_script(f"return {script}")


def text(window: Any, selector: str) -> str:
    return str(run(window, f"document.querySelector({json.dumps(selector)}).textContent"))


def press(window: Any, selector: str) -> None:
    window.execute_script(f"document.querySelector({json.dumps(selector)}).click()")


def enter(window: Any, selector: str, value: str) -> None:
    """What a user types into a field, or where a slider is moved."""
    field = f"document.querySelector({json.dumps(selector)})"
    window.execute_script(f"const f = {field}; f.value = {json.dumps(value)}; f.dispatchEvent(new Event('input'))")


def strike(window: Any, key: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(window).send_keys(key).perform()


def require_whole(window: Any) -> None:
    """All scripts ran to their end, nobody complained, and nothing sticks out."""
    assert run(window, "document.documentElement.dataset.ready") == "yes"
    assert run(window, "document.documentElement.scrollWidth <= innerWidth")
    assert complaints(window) == []


def test_a_browser_is_looked_for() -> None:
    assert installed(("no-such-browser-anywhere",)) is None


@SIZES
@pytest.mark.parametrize("name", CHECKS)
def test_every_kind_of_page_opens(name: str, size: tuple[int, int], pages: Any, window: Any) -> None:
    open_page(window, pages(name), size)
    require_whole(window)
    assert text(window, "#verdict") in ("holds", "violated")
    assert pages(name).stat().st_size < 2_000_000


@SIZES
def test_a_path_is_stepped_through(size: tuple[int, int], pages: Any, window: Any) -> None:
    from selenium.webdriver.common.keys import Keys

    open_page(window, pages("program"), size)
    count = run(window, "document.querySelectorAll('.steps [data-step]').length")
    # The error is what people want to see first.
    assert text(window, ".stepper .count") == f"Step {count} of {count}"
    assert "overflow" in text(window, ".code > li.here")
    press(window, "#back")
    assert text(window, ".stepper .count") == f"Step {count - 1} of {count}"
    strike(window, Keys.HOME)
    assert text(window, ".stepper .count") == f"Step 1 of {count}"
    strike(window, Keys.ARROW_RIGHT)
    assert text(window, ".stepper .count") == f"Step 2 of {count}"
    assert "low = " in text(window, ".code > li.here .said")
    assert text(window, "#spoken").startswith(f"Step 2 of {count}, line 6: ")
    strike(window, Keys.END)
    press(window, "#cause")
    assert text(window, ".code > li.here").strip().startswith("int high = __VERIFIER_nondet_int();")
    enter(window, ".stepper input[type=range]", "0")
    assert text(window, ".stepper .count") == f"Step 1 of {count}"
    require_whole(window)


@SIZES
def test_steps_are_filtered(size: tuple[int, int], pages: Any, window: Any) -> None:
    open_page(window, pages("program"), size)
    enter(window, "#filter-steps", "HIGH = ")
    shown = run(window, "[...document.querySelectorAll('.steps [data-step]')].map((step) => step.textContent)")
    assert shown and all("high = " in step for step in shown)
    enter(window, "#filter-steps", "")
    assert run(window, "document.querySelectorAll('.steps [data-step]').length") > len(shown)
    strike(window, "/")
    assert run(window, "document.activeElement.id") == "filter-steps"
    require_whole(window)


@SIZES
def test_properties_are_filtered_and_chosen(size: tuple[int, int], pages: Any, window: Any) -> None:
    open_page(window, pages("design"), size)
    assert run(window, "document.querySelectorAll('#properties button').length") == 4
    enter(window, "#filter-properties", "holds")
    assert run(window, "document.querySelectorAll('#properties button').length") == 3
    press(window, "#properties li button")
    assert text(window, "#verdict") == "holds"
    assert run(window, "document.querySelector('#wave')") is None
    enter(window, "#filter-properties", "violated")
    press(window, "#properties li button")
    assert run(window, "document.querySelectorAll('#wave .names li').length") > 3
    require_whole(window)


@SIZES
def test_refinement_slides(size: tuple[int, int], pages: Any, window: Any) -> None:
    open_page(window, pages("clauses"), size)
    last = int(run(window, "document.querySelector('#round').max"))
    seen, graphs = [], []
    for number in range(last + 1):
        enter(window, "#round", str(number))
        seen.append(
            int(text(window, "#refinement .sheet[aria-label='The abstraction so far'] h3").split(": ")[1].split()[0])
        )
        graphs.append(run(window, "document.querySelectorAll('#graph .node').length"))
    assert seen == sorted(seen) and seen[-1] > seen[0] > 0
    assert len(set(graphs)) > 2
    enter(window, "#round", "0")
    press(window, "#refinement .way button")
    assert run(window, "document.querySelectorAll('.code > li.here').length") == 1
    require_whole(window)


def test_states_are_searched_and_chosen(pages: Any, window: Any) -> None:
    open_page(window, pages("clauses"))
    enter(window, "#search-states", "tight")
    found = run(window, "document.querySelectorAll('#graph .node.found').length")
    assert 0 < found < run(window, "document.querySelectorAll('#graph .node').length")
    window.execute_script(
        "document.querySelector('#graph .node').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    assert text(window, "#graph .detail b").startswith("State 1 at ")
    before = run(window, "document.querySelector('#graph svg').getAttribute('viewBox')")
    press(window, "#graph .tools .tool")
    assert run(window, "document.querySelector('#graph svg').getAttribute('viewBox')") != before
    require_whole(window)


def test_a_net_shows_the_marking_of_the_step(pages: Any, window: Any) -> None:
    open_page(window, pages("net"))
    tokens = "[...document.querySelectorAll('#net .tokens')].map((node) => node.textContent)"
    last = run(window, tokens)
    press(window, ".stepper .tool")
    assert run(window, tokens) != last
    assert run(window, "document.querySelectorAll('#net .fired').length") == 0
    press(window, "#next")
    assert run(window, "document.querySelectorAll('#net .fired').length") == 1
    require_whole(window)


def test_a_waveform_follows_the_step_and_leads_to_one(pages: Any, window: Any) -> None:
    open_page(window, pages("design"))
    place = "Number(document.querySelector('#wave .cursor').getAttribute('x'))"
    last = run(window, place)
    press(window, "#back")
    assert run(window, place) < last
    window.execute_script(
        "const s = document.querySelector('#wave svg'), b = s.getBoundingClientRect();"
        "s.dispatchEvent(new MouseEvent('click', {clientX: b.left + 5, clientY: b.top + 5}))"
    )
    assert text(window, ".stepper .count").startswith("Step 0 of ")
    require_whole(window)


@pytest.mark.parametrize("name", ["program", "clauses", "design"])
def test_a_page_prints(name: str, pages: Any, window: Any) -> None:
    open_page(window, pages(name))
    printed = base64.b64decode(window.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    assert printed.startswith(b"%PDF") and len(printed) > 10_000
    window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        hidden = "getComputedStyle(document.querySelector('.top')).display"
        assert run(window, hidden) == "none"
        # Nothing is cut off that a reader of paper could not scroll to.
        assert run(
            window, "[...document.querySelectorAll('.scroll')].every((p) => p.scrollHeight <= p.clientHeight + 1)"
        )
    finally:
        window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert complaints(window) == []


def test_light_and_dark(pages: Any, window: Any) -> None:
    open_page(window, pages("program"))
    colours = set()
    for _ in range(2):
        press(window, "#theme")
        colours.add(run(window, "getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2
    require_whole(window)


def test_a_page_is_used_by_name(pages: Any, window: Any) -> None:
    """Whatever can be pressed, typed into or looked at has a name for who does not see it."""
    nameless = """[...document.querySelectorAll("button, input, select, svg[role], a")].filter((node) =>
        !(node.textContent.trim() || node.getAttribute("aria-label") || node.title || node.closest("label"))
    ).map((node) => node.outerHTML.slice(0, 200))"""
    for name in CHECKS:
        open_page(window, pages(name))
        assert run(window, nameless) == [], name


@SIZES
@pytest.mark.parametrize("hostile", HOSTILE, ids=["short", "long"])
def test_hostile_texts_do_no_harm(hostile: str, size: tuple[int, int], tmp_path: Path, window: Any) -> None:
    (tmp_path / "page.html").write_text(page(everywhere(hostile)), encoding="utf-8")
    open_page(window, tmp_path / "page.html", size)
    require_whole(window)
    press(window, ".stepper .tool")
    press(window, "#theme")
    for number in range(3):
        press(window, f"#properties li:nth-child({number + 1}) button")
        require_whole(window)
    assert run(window, "window.harmed") is None


def test_each_hostile_text_alone_does_no_harm(tmp_path: Path, window: Any) -> None:
    for number, hostile in enumerate(TEXTS):
        (tmp_path / f"{number}.html").write_text(page(everywhere(hostile)), encoding="utf-8")
        open_page(window, tmp_path / f"{number}.html")
        require_whole(window)
        assert run(window, "window.harmed") is None, named(hostile)


def test_a_page_of_nothing_says_so(tmp_path: Path, window: Any) -> None:
    empty: Mapping[str, Any] = {"format": "assay-recording", "version": 1, "events": [], "results": []}
    (tmp_path / "page.html").write_text(page(empty), encoding="utf-8")
    open_page(window, tmp_path / "page.html")
    require_whole(window)
    assert text(window, "#verdict") == "unknown"
