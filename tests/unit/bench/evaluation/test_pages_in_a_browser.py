"""The pages in a real browser: filters, sorting, keys, logs, plots; and that nothing is fetched or executed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from assay.bench.results import UNKNOWN, VIOLATED
from assay.cli import cli
from bench_runs import campaign, printed, run, stored
from browser import NARROW, WIDE, browsing, complaints, open_page, resize
from clocks import PATIENCE

HOSTILE = "</script><script>document.title='taken'</script>\"'&"
WRONG = run("wrong.c", "subsumer", VIOLATED, 7.0, expected=True, group="odd")
REPEATED = tuple(
    run("repeated.c", "bfs", processor=float(number), repetition=number, group="odd") for number in (1, 2, 3)
)
CAMPAIGN = tuple(campaign(2_000))
SPECIAL = (
    WRONG,
    run("wrong.c", "bfs", processor=0.001, group="odd"),
    *REPEATED,
    run(HOSTILE, "bfs", UNKNOWN, expected=None, reason=HOSTILE, group="odd"),
)
TASKS = 1_003


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    with browsing() as window:
        yield window


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    store = str(stored(folder / "campaign.db", SPECIAL, CAMPAIGN))
    for words in (
        ["table", store, "-o", str(folder / "inside.html")],
        ["table", store, "--format", "html", "-o", str(folder / "beside")],
        ["plot", store, "-o", str(folder / "plots.html")],
    ):
        assert CliRunner().invoke(cli, ["bench", *words]).exit_code == 0
    return folder


@pytest.fixture(params=["inside.html", "beside/index.html"])
def page(request: pytest.FixtureRequest, window: Any, made: Path) -> Iterator[Any]:
    """The table, with the logs inside or beside it; the browser has nothing to complain of in the end."""
    open_page(window, made / request.param)
    yield window
    assert complaints(window) == []


def one(window: Any, selector: str) -> Any:
    return window.find_element("css selector", selector)


def tasks(window: Any) -> list[str]:
    """The first column of the rows that are in the page."""
    return [cell.text for cell in window.find_elements("css selector", "#body td[data-column='0']")]


def choose(window: Any, select: str, words: str) -> None:
    (option,) = (
        each for each in one(window, f"#{select}").find_elements("css selector", "option") if each.text == words
    )
    option.click()


def press(window: Any, *keys: str) -> None:
    for key in keys:
        window.switch_to.active_element.send_keys(key)


def wait(window: Any, until: Callable[[Any], object]) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(window, PATIENCE, poll_frequency=0.05).until(until)


def keys() -> Any:
    from selenium.webdriver.common.keys import Keys

    return Keys


def test_wrong_answers_are_first_and_red(page: Any) -> None:
    assert one(page, ".alarm h2").text.startswith("Wrong answers: ")
    assert one(page, ".alarm").location["y"] < one(page, ".wide table").location["y"]
    cell = one(page, "#body tr:nth-child(2) .wrong")
    assert cell.text.startswith("wrong: ")
    red, green, blue = (int(part) for part in cell.value_of_css_property("color").split("(")[1].split(",")[:3])
    assert red > 2 * max(green, blue)


def test_only_what_can_be_seen_is_in_the_page(page: Any) -> None:
    assert one(page, "#shown").text == f"{TASKS} of {TASKS} tasks"
    assert one(page, "#grid").get_attribute("aria-rowcount") == str(TASKS + 1)
    assert 10 < len(tasks(page)) < 100
    page.execute_script("document.getElementById('scroll').scrollTop = 28 * 600")
    wait(page, lambda window: one(window, "#body tr[aria-rowindex='602']"))
    assert len(tasks(page)) < 100


def test_names_of_others_do_nothing(page: Any) -> None:
    one(page, "#text").send_keys("script")
    assert tasks(page) == [HOSTILE]
    assert page.title == "campaign.db"


def test_filters(page: Any) -> None:
    choose(page, "group", "odd")
    assert sorted(tasks(page)) == sorted([HOSTILE, "repeated.c", "wrong.c"])
    choose(page, "verdict", "unknown")
    assert tasks(page) == [HOSTILE]
    choose(page, "verdict", "decided by one alone")
    assert tasks(page) == ["wrong.c"]
    choose(page, "verdict", "wrong")
    assert tasks(page) == ["wrong.c"]
    page.find_elements("css selector", "#configurations input")[1].click()
    assert tasks(page) == []
    assert "subsumer" not in one(page, "#head").text
    choose(page, "verdict", "decided by none")
    assert tasks(page) == [HOSTILE]


def test_sorting(page: Any) -> None:
    choose(page, "group", "odd")
    one(page, "[data-sort='0']").click()
    assert tasks(page) == ["wrong.c", "repeated.c", HOSTILE]
    assert one(page, "#head th[aria-sort]").get_attribute("aria-sort") == "ascending"
    press(page, keys().ENTER)
    assert tasks(page) == [HOSTILE, "repeated.c", "wrong.c"]
    one(page, "[data-sort='task']").click()
    assert tasks(page) == [HOSTILE, "repeated.c", "wrong.c"]


def test_another_measure(page: Any) -> None:
    one(page, "#text").send_keys("repeated.c")
    assert one(page, "#body td.run").text == "holds ×3 2 s"
    choose(page, "measure", "memory")
    assert one(page, "#body td.run").text == "holds ×3 50 MB"


def test_keys_lead_to_a_run_and_back(page: Any) -> None:
    choose(page, "group", "odd")
    one(page, "[data-sort='task']").click()
    press(page, keys().ARROW_DOWN, keys().ARROW_DOWN, keys().END)
    assert page.switch_to.active_element.text == "wrong: violated 7 s"
    press(page, keys().ENTER)
    assert one(page, "#details-title").text == "wrong.c, subsumer"
    assert "violated, which is wrong" in one(page, "#details-body").text
    wait(page, lambda window: one(window, "#log").text == printed(WRONG).strip())
    press(page, keys().ESCAPE)
    assert not one(page, "#details").is_displayed()
    assert page.switch_to.active_element.text == "wrong: violated 7 s"
    press(page, "/")
    assert page.switch_to.active_element.get_attribute("id") == "text"


def test_all_repetitions_can_be_opened(page: Any) -> None:
    one(page, "#text").send_keys("repeated.c")
    one(page, "#body td.run").click()
    wait(page, lambda window: one(window, "#log").text == printed(REPEATED[1]).strip())
    last = page.find_elements("css selector", "#details-body button")[-1]
    assert last.text == "run 3"
    last.click()
    wait(page, lambda window: one(window, "#log").text == printed(REPEATED[2]).strip())


def test_wrong_answers_can_be_opened_where_they_are_told(page: Any) -> None:
    (button,) = (row for row in page.find_elements("css selector", ".alarm tr") if row.text.startswith("wrong.c"))
    button.find_element("css selector", "button").click()
    assert one(page, "#details-title").text == "wrong.c, subsumer"


def test_light_and_dark(page: Any) -> None:
    papers = []
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        papers.append(one(page, "body").value_of_css_property("background-color"))
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert papers[0] != papers[1]


def test_a_narrow_page_is_not_wider_than_its_window(page: Any) -> None:
    resize(page, NARROW)
    width = page.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As people have them: deep folders, of which all tasks share the first ones, and statistics with many words."""
    folder = tmp_path_factory.mktemp("long")
    names = [f"/home/somebody/corpora/{'deep/' * 20}{number}/task_with_a_{'long_' * 20}name.c" for number in range(40)]
    figures = {"seconds of something that takes a whole line to be described well": 1.0}
    runs = [run(name, by, statistics=figures) for name in names for by in ("bfs", "subsumer")]
    store = str(stored(folder / "long.db", runs))
    assert CliRunner().invoke(cli, ["bench", "table", store, "-o", str(folder / "long.html")]).exit_code == 0
    return folder / "long.html"


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_long_names_leave_room_for_the_runs(window: Any, long_names: Path, size: tuple[int, int]) -> None:
    open_page(window, long_names, size)
    width, page, there = window.execute_script(
        "return [document.documentElement.scrollWidth, innerWidth, document.getElementById('scroll').clientWidth]"
    )
    assert width <= page
    name, last = window.execute_script(
        "const cells = [...document.querySelectorAll('#body tr:nth-child(2) td')];"
        "return [cells[0].offsetWidth, cells.at(-1).getBoundingClientRect().right]"
    )
    assert name <= max(there / 2, there - 490) + 1
    assert last <= page or size == NARROW
    assert tasks(window)[0].startswith("0/task_with") and tasks(window)[0].endswith("name.c")
    assert window.find_element("css selector", "td.name").get_attribute("title").startswith("/home/somebody/")
    one(window, "#text").send_keys("/home/somebody")
    assert one(window, "#shown").text == "40 of 40 tasks"
    one(window, "#body td.run").click()
    assert one(window, "#details-title").text.startswith("/home/somebody/")
    assert complaints(window) == []


def test_nothing_is_fetched(window: Any, made: Path) -> None:
    open_page(window, made / "inside.html")
    assert window.execute_script("return performance.getEntriesByType('resource').map((each) => each.name)") == []


def test_a_lost_file_of_logs_is_told(window: Any, made: Path) -> None:
    (lost,) = (made / "beside" / "logs").glob("0.js")
    kept = lost.rename(made / "kept.js")
    open_page(window, made / "beside" / "index.html")
    one(window, "#text").send_keys("set-0/task_00000.c")
    one(window, "#body td.run").click()
    wait(window, lambda found: one(found, "#log").text == "logs/0.js cannot be read")
    kept.rename(lost)


def test_plots_tell_more_where_the_pointer_or_the_keys_are(window: Any, made: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    open_page(window, made / "plots.html")
    quantile, scatter = window.find_elements("css selector", "figure")
    drawing, tip = quantile.find_element("css selector", "svg"), quantile.find_element("css selector", ".tip")
    assert not tip.is_displayed()
    window.execute_script("arguments[0].focus()", drawing)
    press(window, keys().ARROW_RIGHT)
    assert "1 task with" in tip.text
    press(window, keys().ESCAPE)
    assert not tip.is_displayed()
    dots = scatter.find_element("css selector", "path.dots")
    ActionChains(window).move_to_element(dots).perform()
    told = scatter.find_element("css selector", ".tip").text
    assert "bfs" in told and "subsumer" in told
    assert complaints(window) == []
