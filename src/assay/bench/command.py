"""``assay bench``: its commands by name, each in a module that is imported when it is called or its help is read."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

# Name, and the module below ``assay.bench.commands`` that has it as ``command``.
MODULES: Final = {
    "run": "run",
    "status": "status",
    "tail": "tail",
    "log": "log",
    "export": "export",
    "import": "importing",
    "table": "table",
    "plot": "plot",
    "compare": "compare",
    "claims": "claims",
}


class Commands(click.Group):
    """A group whose commands are imported one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in MODULES:
            return None
        command: click.Command = import_module(f"assay.bench.commands.{MODULES[cmd_name]}").command
        return command


@click.command(cls=Commands)
def bench() -> None:
    """Run campaigns: many tasks, many configurations, one table."""
