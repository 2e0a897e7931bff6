"""A linter of witnesses in the format 2.0: everything that the format says and a text can show.

It shares nothing with the writers but the reader of YAML and the view of the program's text.  Keys are checked to be
there, to be known and to have the right type; segments to be well formed; positions to exist in the program and to
point at the right kind of token; hashes to be those of the files.  Known limit: whether a witness is *true* is for
validators to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from assay.witness.svcomp.text import BRANCHES, LOOPS, ProgramText
from tools.witness_constraints import check_branching, check_expression, check_result
from tools.witness_documents import Malformed, Path, read_document
from tools.witness_shapes import Problem, Shapes

ENTRY_TYPES: Final = ("violation_sequence", "invariant_set")
WAYPOINTS: Final = ("assumption", "branching", "function_enter", "function_return", "target")
INVARIANTS: Final = ("loop_invariant", "location_invariant")
_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", re.IGNORECASE)
_HASH: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)
_FORMULA: Final = (
    r"G\s*!\s*(?:call\s*\(\s*\w+\s*\(\s*\)\s*\)|overflow|data-race)"
    r"|G\s+valid-(?:free|deref|memtrack|memcleanup)|F\s+end"
)
_SPECIFICATION: Final = re.compile(
    rf"(?:\s*CHECK\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*(?:{_FORMULA})\s*\)\s*\)\s*)+"
)


def check(text: str, sources: Mapping[str, bytes] | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with a witness; ``sources`` are the programs by the names that it uses for them."""
    try:
        document = read_document(text)
    except Malformed as failure:
        return (Problem(failure.line, "", f"not readable as YAML: {failure.message}"),)
    shapes = Shapes(document)
    programs = {name: ProgramText(content) for name, content in (sources or {}).items()}
    _Linter(shapes, programs).witness(document.value)
    return tuple(shapes.problems)


class _Linter:
    """Looks at one document, from the outside to the inside."""

    def __init__(self, shapes: Shapes, programs: Mapping[str, ProgramText]) -> None:
        self.programs = programs
        self.files: tuple[str, ...] = ()
        self.say, self.keys, self.typed = shapes.say, shapes.keys, shapes.typed
        self.text, self.items, self.complain = shapes.text, shapes.items, shapes.complain

    # -- entries and metadata

    def witness(self, value: Any) -> None:
        entries = self.items(value, (), "entry")
        kinds = {entry.get("entry_type") for entry in entries if isinstance(entry, dict)}
        if len(kinds) > 1:
            self.say((), "a witness has entries of one type only")
        identities: set[str] = set()
        for number, entry in enumerate(entries):
            path: Path = (number,)
            if not self.keys(entry, path, ("entry_type", "metadata", "content")):
                continue
            kind = self.text(entry, "entry_type", path, ENTRY_TYPES)
            if "metadata" in entry:
                identity = self.metadata(entry["metadata"], (*path, "metadata"))
                if identity in identities:
                    self.say((*path, "metadata", "uuid"), "another entry has the same identity")
                identities.update([identity] if identity else [])
            if kind is not None and "content" in entry:
                content = self.violation if kind == "violation_sequence" else self.invariants
                content(entry["content"], (*path, "content"))

    def metadata(self, value: Any, path: Path) -> str | None:
        """Checks the metadata; returns the identity."""
        if not self.keys(value, path, ("format_version", "uuid", "creation_time", "producer", "task")):
            return None
        self.text(value, "format_version", path, ("2.0",))
        identity = self.text(value, "uuid", path)
        if identity is not None and not _UUID.fullmatch(identity):
            self.say((*path, "uuid"), "this is not a UUID (RFC 4122)")
        moment = self.text(value, "creation_time", path)
        if moment is not None and not _is_time(moment):
            self.say((*path, "creation_time"), "this is not a time with its zone (ISO 8601)")
        self.producer(value.get("producer", {"name": "-", "version": "-"}), (*path, "producer"))
        if "task" in value:
            self.task(value["task"], (*path, "task"))
        return identity

    def producer(self, value: Any, path: Path) -> None:
        optional = ("configuration", "command_line", "description")
        if self.keys(value, path, ("name", "version"), optional):
            for key in value:
                if key in ("name", "version", *optional):
                    self.text(value, key, path)

    def task(self, value: Any, path: Path) -> None:
        required = ("input_files", "input_file_hashes", "specification", "data_model", "language")
        if not self.keys(value, path, required):
            return
        files = self.items(value.get("input_files", ["-"]), (*path, "input_files"), "input file")
        names = [name for number, name in enumerate(files) if self.typed(name, (*path, "input_files", number), str)]
        self.files = tuple(names) if "input_files" in value else ()
        if "input_file_hashes" in value and self.typed(value["input_file_hashes"], (*path, "input_file_hashes"), dict):
            self.hashes(value["input_file_hashes"], (*path, "input_file_hashes"))
        said = self.text(value, "specification", path)
        if said is not None and not _SPECIFICATION.fullmatch(said):
            self.say(
                (*path, "specification"), "this is not a property of the competition: CHECK( init(main()), LTL(...) )"
            )
        self.text(value, "data_model", path, ("ILP32", "LP64"))
        self.text(value, "language", path, ("C",))

    def hashes(self, table: Mapping[str, Any], path: Path) -> None:
        for name in self.files:
            if name not in table:
                self.say(path, f"there is no hash of {name}")
        for name, value in table.items():
            inner = (*path, name)
            if name not in self.files:
                self.say(inner, "this is no input file")
            elif not self.typed(value, inner, str) or not _HASH.fullmatch(value):
                self.say(inner, "this is not a SHA-256 in hexadecimal")
            elif name in self.programs and self.programs[name].hash != value.lower():
                self.say(inner, "the file has another hash")

    # -- violations

    def violation(self, value: Any, path: Path) -> None:
        segments = self.items(value, path, "segment")
        for number, segment in enumerate(segments):
            inner = (*path, number)
            if self.keys(segment, inner, ("segment",)) and "segment" in segment:
                last = number == len(segments) - 1
                self.segment(segment["segment"], (*inner, "segment"), last=last)

    def segment(self, value: Any, path: Path, *, last: bool) -> None:
        points = self.items(value, path, "waypoint")
        for number, point in enumerate(points):
            inner = (*path, number)
            if self.keys(point, inner, ("waypoint",)) and "waypoint" in point:
                self.waypoint(point["waypoint"], (*inner, "waypoint"))
        inside = [point.get("waypoint") for point in points if isinstance(point, dict)]
        found = [point for point in inside if isinstance(point, dict)]
        actions = [point.get("action") for point in found]
        if actions and actions != ["avoid"] * (len(actions) - 1) + ["follow"]:
            self.say(path, "a segment is waypoints to avoid, then exactly one to follow")
        targets = [number for number, point in enumerate(found) if point.get("type") == "target"]
        if last and found and targets != [len(found) - 1]:
            self.say(path, "the last segment ends with the target")
        elif not last and targets:
            self.say(path, "only the last segment has a target")

    def waypoint(self, value: Any, path: Path) -> None:
        if not self.keys(value, path, ("type", "action", "location"), ("constraint",)):
            return
        kind = self.text(value, "type", path, WAYPOINTS)
        action = self.text(value, "action", path, ("follow", "avoid"))
        if kind == "target" and action == "avoid":
            self.say((*path, "action"), "a target cannot be avoided")
        if kind in ("target", "function_enter") and "constraint" in value:
            self.say((*path, "constraint"), f"a waypoint of type {kind} has no constraint")
        elif kind in ("assumption", "branching") and "constraint" not in value:
            self.say(path, f"a waypoint of type {kind} has a constraint")
        token = self.location(value["location"], (*path, "location"), kind or "") if "location" in value else ""
        if kind is not None and "constraint" in value and kind not in ("target", "function_enter"):
            self.constraint(value["constraint"], (*path, "constraint"), kind, token)

    def constraint(self, value: Any, path: Path, kind: str, token: str) -> None:
        if kind == "branching":
            if self.keys(value, path, ("value",)) and "value" in value:
                self.complain(check_branching(value["value"], token), (*path, "value"))
            return
        formats = {"assumption": "c_expression", "function_return": "acsl_expression"}
        if not self.keys(value, path, ("value", "format")):
            return
        self.text(value, "format", path, (formats[kind],))
        said = self.text(value, "value", path)
        if said is not None:
            self.complain((check_expression if kind == "assumption" else check_result)(said), (*path, "value"))

    # -- invariants

    def invariants(self, value: Any, path: Path) -> None:
        for number, item in enumerate(self.items(value, path, "invariant")):
            inner: Path = (*path, number)
            if self.keys(item, inner, ("invariant",)) and "invariant" in item:
                self.invariant(item["invariant"], (*inner, "invariant"))

    def invariant(self, value: Any, path: Path) -> None:
        if not self.keys(value, path, ("type", "location", "value", "format")):
            return
        kind = self.text(value, "type", path, INVARIANTS)
        if "location" in value:
            self.location(value["location"], (*path, "location"), kind or "")
        self.text(value, "format", path, ("c_expression",))
        said = self.text(value, "value", path)
        if said is not None:
            self.complain(check_expression(said), (*path, "value"))

    # -- locations

    def location(self, value: Any, path: Path, kind: str) -> str:
        """Checks a location; returns the token that stands there, if that is known."""
        if not self.keys(value, path, ("file_name", "line"), ("column", "function")):
            return ""
        name = self.text(value, "file_name", path)
        if name is not None and self.files and name not in self.files:
            self.say((*path, "file_name"), "this is no input file")
        if "function" in value:
            self.text(value, "function", path)
        numbers = [key for key in ("line", "column") if key in value]
        for key in numbers:
            if self.typed(value[key], (*path, key), int) and value[key] < 1:
                self.say((*path, key), "lines and columns count from 1")
        good = all(isinstance(value[key], int) and value[key] >= 1 for key in numbers) and "line" in value
        program = self.programs.get(name or "")
        return self.place(value, path, kind, program) if good and program is not None else ""

    def place(self, value: Mapping[str, Any], path: Path, kind: str, program: ProgramText) -> str:
        line, column = value["line"], value.get("column")
        if not program.has(line):
            self.say((*path, "line"), f"the file has {len(program.lines)} lines")
            return ""
        if column is None:
            words, wanted = program.words(line), _WANTED.get(kind)
            if wanted is not None and not any(word in wanted for word in words):
                self.say((*path, "line"), f"nothing on this line is a place for {kind}: {', '.join(sorted(wanted))}")
            found = [word for word in words if word in BRANCHES]
            return found[0] if found else ""
        if not program.has(line, column):
            self.say((*path, "column"), f"the line has {len(program.lines[line - 1])} columns")
            return ""
        token = program.token(line, column)
        self.complain(_misplaced(kind, token, program, line, column), (*path, "column"))
        return token


_WANTED: Final[Mapping[str, frozenset[str]]] = {
    "loop_invariant": LOOPS,
    "branching": BRANCHES,
    "function_enter": frozenset(")"),
    "function_return": frozenset(")"),
}


def _misplaced(kind: str, token: str, program: ProgramText, line: int, column: int) -> str:
    """What is wrong with the token that a location points at."""
    wanted = _WANTED.get(kind)
    if wanted is not None:
        return "" if token in wanted else f"a place for {kind} is {' or '.join(sorted(wanted))}, not {token!r}"
    if kind == "target":
        return "" if token and token not in ")]};,:" else f"no statement or expression begins here, but {token!r}"
    if kind in ("assumption", "location_invariant") and not program.begins_statement(line, column):
        return f"no statement begins here, but {token!r}"
    return ""


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None and "T" in text
    except ValueError:
        return False
