"""A real browser for tests of pages: chromium without a window, driven by selenium; skipped where there is none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
DRIVERS: Final = ("chromedriver", "chromium.chromedriver")
# Nothing of it goes into a network, or outlives the test.
OPTIONS: Final = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
NARROW: Final = (400, 800)
WIDE: Final = (1600, 1000)


def installed(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name))), None)


@contextmanager
def browsing() -> Iterator[Any]:
    """A browser with a new profile; skips the test where none is installed."""
    browser, driver = installed(BROWSERS), installed(DRIVERS)
    if browser is None or driver is None:
        pytest.skip("no chromium with chromedriver is installed")
    webdriver = pytest.importorskip("selenium.webdriver")
    with tempfile.TemporaryDirectory(prefix="assay-browser-") as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for option in (*OPTIONS, f"--user-data-dir={profile}"):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        window = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        try:
            yield window
        finally:
            window.quit()


def resize(window: Any, size: tuple[int, int]) -> None:
    """Makes the page as wide and high as that: a window without a screen may be narrower than it could be with one."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def open_page(window: Any, file: Path, size: tuple[int, int] = WIDE) -> None:
    """Opens a page from the disk; what went wrong before is forgotten."""
    window.get_log("browser")
    resize(window, size)
    window.get(file.as_uri())


def complaints(window: Any) -> list[str]:
    """What the browser's console says: errors of scripts, and whatever the page's policy refused."""
    return [entry["message"] for entry in window.get_log("browser")]
