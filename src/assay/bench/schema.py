"""The tables of a store (docs/reference/campaigns.md), and how a file becomes one.

One SQLite file in WAL mode: who reads does not wait for who writes.  A transaction is on the disk when it is
committed (``synchronous=FULL``): a run that was told to be finished stays finished, whatever becomes of the machine.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from assay.core.errors import InputError

# "Assy", in the header of the file: this is a store, and no other database.
APPLICATION: Final = 0x41737379
VERSION: Final = 1
# Others who write are waited for as long as this.
PATIENCE_SECONDS: Final = 60.0

_ANOTHER: Final = "name another file: assay bench run TASKS... --store FILE makes one"
_ELSEWHERE: Final = "choose a folder in which you may write"
_OLDER: Final = "read it by the version of Assay that wrote it, or begin another one"
# What can be done, by SQLite's code.
_HINTS: Final = {
    sqlite3.SQLITE_FULL: "make room and call the same command again: what has ended is kept",
    sqlite3.SQLITE_IOERR: "look after the disk, and call the same command again: what has ended is kept",
    sqlite3.SQLITE_READONLY: "it may be read, but not written: copy it to a folder of your own",
    sqlite3.SQLITE_CANTOPEN: _ELSEWHERE,
    sqlite3.SQLITE_BUSY: f"another process has been writing for {PATIENCE_SECONDS:.0f} seconds: try again later",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: take a copy of it from before, or begin another one",
}

_TABLES: Final = """
CREATE TABLE task (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL, goal TEXT NOT NULL, category TEXT NOT NULL,
    expected INTEGER, part TEXT NOT NULL, files TEXT NOT NULL, data_model TEXT NOT NULL
);
CREATE TABLE configuration (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL);
CREATE TABLE planned (
    id INTEGER PRIMARY KEY, task INTEGER NOT NULL REFERENCES task,
    configuration INTEGER NOT NULL REFERENCES configuration, repetition INTEGER NOT NULL, seed INTEGER
);
CREATE UNIQUE INDEX planned_once ON planned (task, configuration, repetition, ifnull(seed, -1));
CREATE TABLE run (
    place INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE REFERENCES planned, verdict TEXT NOT NULL,
    answer TEXT NOT NULL, seconds REAL NOT NULL, processor REAL NOT NULL, memory INTEGER NOT NULL,
    ended_by TEXT NOT NULL, evidence TEXT NOT NULL, reason TEXT NOT NULL, statistics TEXT NOT NULL,
    started TEXT NOT NULL, machine TEXT NOT NULL, supervisor TEXT NOT NULL
);
CREATE TABLE log (run INTEGER PRIMARY KEY REFERENCES planned, output BLOB NOT NULL);
CREATE TABLE worker (
    id INTEGER PRIMARY KEY, machine TEXT NOT NULL, pid INTEGER NOT NULL, born INTEGER NOT NULL, seen REAL NOT NULL,
    version TEXT NOT NULL
);
CREATE TABLE claim (
    run INTEGER PRIMARY KEY REFERENCES planned, worker INTEGER NOT NULL REFERENCES worker, since REAL NOT NULL
);
"""


def create(path: Path) -> sqlite3.Connection:
    """The store at ``path``, which is made if it is not there."""
    if path.is_dir():
        raise InputError(f"{path}: this is a folder", hint=f"name a file in it, such as {path / 'results.db'}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise InputError(f"{path}: the store cannot be made: {failure.strerror}", hint=_ELSEWHERE) from None
    with failures_told(path):
        connection = _connected(path)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # Two processes may find the file missing: the second waits here, and finds it made.
            connection.execute("BEGIN IMMEDIATE")
            if _is_empty(connection):
                for statement in _TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("COMMIT")
        except sqlite3.Error:
            connection.close()
            raise
        return _recognised(path, connection)


def connect(path: Path) -> sqlite3.Connection:
    """The store at ``path``, which has to be there; where it may not be written it can be read."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such store", hint="assay bench run TASKS... --store FILE makes one")
    with failures_told(path):
        return _recognised(path, _connected(path, _reading(path)))


@contextmanager
def failures_told(path: Path) -> Iterator[None]:
    """What SQLite cannot do with the store is an ``InputError`` that says what can be done about it."""
    try:
        yield
    except sqlite3.Error as failure:
        # An extended code has the plain one in its lowest byte.
        code = getattr(failure, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise InputError(f"{path}: this is no store of a campaign: {failure}", hint=_ANOTHER) from None
        raise InputError(f"{path}: the store failed: {failure}", hint=_HINTS.get(code, "")) from None


def _reading(path: Path) -> str:
    """What SQLite is told where nobody here may write: to read, and to need no files of its own beside the store."""
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return ""
    # Those of a campaign that is under way have what was written last; without any, nobody writes.
    return "?mode=ro" if Path(f"{path}-wal").exists() else "?mode=ro&immutable=1"


def _connected(path: Path, how: str = "") -> sqlite3.Connection:
    # Transactions are begun and committed by name.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}{how}", uri=True, timeout=PATIENCE_SECONDS, isolation_level=None
    )
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _recognised(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if application == APPLICATION and version == VERSION:
            return connection
        what = "it is empty" if _is_empty(connection) else "it is a database of something else"
    except sqlite3.Error:
        connection.close()
        raise
    connection.close()
    if application == APPLICATION:
        raise InputError(
            f"{path}: this store has version {version}, and this Assay reads version {VERSION}", hint=_OLDER
        )
    raise InputError(f"{path}: this is no store of a campaign: {what}", hint=_ANOTHER)


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
