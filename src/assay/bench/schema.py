"""The tables of a store (docs/reference/campaigns.md), and how a file becomes one.

One SQLite file in WAL mode: who reads does not wait for who writes.  A transaction is on the disk when it is
committed (``synchronous=FULL``): a run that was told to be finished stays finished, whatever becomes of the machine.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from assay.core.errors import InputError

# "Assy", in the header of the file: this is a store, and no other database.
APPLICATION: Final = 0x41737379
VERSION: Final = 1
# Others who write are waited for as long as this.
PATIENCE_SECONDS: Final = 60.0

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
    path.parent.mkdir(parents=True, exist_ok=True)
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
    except sqlite3.DatabaseError as failure:
        connection.close()
        raise _no_store(path, str(failure)) from None
    return _recognised(path, connection)


def connect(path: Path) -> sqlite3.Connection:
    """The store at ``path``, which has to be there."""
    if not path.is_file():
        raise InputError(f"{path}: there is no such store", hint="assay bench run TASKS... --store FILE makes one")
    return _recognised(path, _connected(path))


def _connected(path: Path) -> sqlite3.Connection:
    try:
        # Transactions are begun and committed by name.
        connection = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as failure:
        raise _no_store(path, str(failure)) from None
    return connection


def _recognised(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError as failure:
        connection.close()
        raise _no_store(path, str(failure)) from None
    if application != APPLICATION:
        connection.close()
        raise _no_store(path, "it is a database of something else")
    if version != VERSION:
        connection.close()
        raise InputError(f"{path}: this store has version {version}, and this Assay reads version {VERSION}")
    return connection


def _is_empty(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None


def _no_store(path: Path, why: str) -> InputError:
    return InputError(f"{path}: this is no store of a campaign: {why}")
