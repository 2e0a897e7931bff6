"""Makes the pictures of the README: a report in a browser (report.png), and a session on a terminal (terminal.svg).

    .venv/bin/python docs/pictures/make.py

Both are made of checks that are run for it.  The report needs chromium with chromedriver, and selenium.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import Final

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
COLUMNS: Final = 100
SESSION: Final = ("assay check examples/average-overflow.c", "assay check examples/gas-burner-dense.smt2")
REPORT: Final = ("examples/average-overflow.c",)
RUNS: Final = 3
SIZE: Final = (1440, 860)
COMMAND: Final = (sys.executable, "-m", "assay")


def main() -> None:
    (HERE / "terminal.svg").write_text(terminal(SESSION), encoding="utf-8")
    (HERE / "report.png").write_bytes(screenshot(REPORT))


def fastest(command: str) -> str:
    """What the command prints in the fastest of a few runs: the others tell how busy the machine was."""
    found: list[tuple[float, str]] = []
    for _ in range(RUNS):
        begun = monotonic()
        text = output(command)
        found.append((monotonic() - begun, text))
    return min(found)[1]


def output(command: str) -> str:
    """What the command prints on a terminal that has colours."""
    ours, theirs = os.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
    settings.pop("NO_COLOR", None)
    words = [*COMMAND, *command.split()[1:]]
    # Signs of life go elsewhere: they would be different every time.
    with subprocess.Popen(words, cwd=PROJECT, env=settings, stdout=theirs, stderr=subprocess.DEVNULL) as process:
        os.close(theirs)
        found = b""
        try:
            while chunk := os.read(ours, 1 << 16):
                found += chunk
        except OSError:
            # That is how a terminal ends whose other side is closed.
            pass
        process.wait()
    os.close(ours)
    return found.decode().replace("\r\n", "\n")


def terminal(commands: tuple[str, ...]) -> str:
    """A session as a picture that loads no fonts from elsewhere."""
    from rich._export_format import CONSOLE_SVG_FORMAT
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        for number, command in enumerate(commands):
            console.print(Text(f"{chr(10) if number else ''}$ {command}", style="bold"))
            console.print(Text.from_ansi(fastest(command).rstrip()))
        form = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
        return console.export_svg(title="assay", theme=MONOKAI, code_format=form, unique_id="assay")


def screenshot(arguments: tuple[str, ...]) -> bytes:
    """The first screen of a report, as a browser shows it."""
    from selenium import webdriver

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        subprocess.run([*COMMAND, "check", *arguments, "--quiet", "--html", str(page)], cwd=PROJECT, check=False)
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for option in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            f"--user-data-dir={folder}/profile",
        ):
            options.add_argument(option)
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        try:
            width, height = SIZE
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            browser.get(page.as_uri())
            return browser.get_screenshot_as_png()
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
