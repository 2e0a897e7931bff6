"""A private folder for the temporary files of one check.

The supervising process names it and takes it away, whatever becomes of those who worked there.  The keeper of these
makes it, as soon as it would take it away if the supervising process died.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

PREFIX: Final = "assay-"
# Where folders for temporary files are looked for, after those that the user names; never where the user works.
_VARIABLES: Final = ("TMPDIR", "TEMP", "TMP")
_USUAL: Final = ("/tmp", "/var/tmp")


def name_scratch() -> Path | None:
    """Where a folder can be made that is ours alone, under a name that nobody can foresee; None if nowhere."""
    named = (os.environ.get(variable) for variable in _VARIABLES)
    for place in (*(name for name in named if name), *_USUAL):
        if Path(place).is_dir() and os.access(place, os.W_OK | os.X_OK):
            return Path(place).absolute() / f"{PREFIX}{os.urandom(8).hex()}"
    return None


def make_scratch(folder: Path | None) -> Path | None:
    """The new folder of this name; None where it cannot be made."""
    if folder is not None:
        with suppress(OSError):
            folder.mkdir(0o700)
            return folder
    return None


def remove_scratch(folder: Path | None) -> None:
    """Takes the folder away with all that is in it.  What cannot be removed is left: there is nobody to tell."""
    if folder is None:
        return
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    # A folder that was made unreadable is opened first.
    _open(folder)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            _open(Path(place, name))
    shutil.rmtree(folder, ignore_errors=True)


def _open(folder: Path) -> None:
    with suppress(OSError):
        if not folder.is_symlink():
            folder.chmod(stat.S_IRWXU)


def settle_in(folder: Path | None) -> None:
    """From now on temporary files of this process and its children go there; nowhere, if there is no such place."""
    import tempfile

    place = str(folder) if folder is not None else "/nonexistent"
    tempfile.tempdir = place
    os.environ["TMPDIR"] = place
