"""C programs as models (docs/reference/c.md).

libclang parses; the reader makes a typed tree of what main can reach; a points-to analysis cuts memory into regions;
the translation inlines all calls into one automaton of guarded commands.  The property *unreach-call* says that no
run reaches the error call; instead, each kind of error at each position can be a property (``checks.py``).  Where
recursion was cut off, *unfolding-complete* says that no run reaches the cut, and a proof needs both.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from assay.core.errors import Position, Unsupported
from assay.core.garbage import without_collection
from assay.core.model import Location, Model, Origin, Range, Safety
from assay.core.program import MAIN, Program, TranslationUnit
from assay.core.terms import TRUE
from assay.core.terms.sorts import INT
from assay.frontends.c.checks import Kind
from assay.frontends.c.library.externals import Externals
from assay.frontends.c.library.known import ERROR_FUNCTIONS
from assay.frontends.c.memory.points_to import PointsTo
from assay.frontends.c.memory.recursion import ALL_COPIED, Separate, called_often, recursive, separated
from assay.frontends.c.memory.validity import FOLLOWED_KINDS, MEMORY_KINDS
from assay.frontends.c.read.arguments import TAKEN, calling_main, reads_arguments
from assay.frontends.c.read.entry import Driver
from assay.frontends.c.read.linkage import Linked
from assay.frontends.c.read.tree import Function
from assay.frontends.c.read.types import DataModel
from assay.frontends.c.text.clang import Cursor, Unit
from assay.frontends.c.text.dialect import parse
from assay.frontends.c.text.nesting import refuse_depth
from assay.frontends.c.translate.automaton import TooLarge
from assay.frontends.c.translate.encoding import BitPrecise, Encoding
from assay.frontends.c.translate.fitting import bounds
from assay.frontends.c.translate.source import source_map
from assay.frontends.c.translate.translation import Conditions, Options, Translation
from assay.frontends.c.translate.unbounded import Unbounded
from assay.frontends.c.translate.unsequenced import open_orders
from assay.frontends.text import Source, read

__all__ = [
    "FORMAT",
    "UNFOLDING_COMPLETE",
    "UNREACH_CALL",
    "Conditions",
    "DataModel",
    "Externals",
    "Kind",
    "calls_error",
    "read_c",
    "read_program",
    "read_source",
]

FORMAT: Final = "C"
ONLY_MAIN: Final = "they say something of whole runs, from main"
UNREACH_CALL: Final = "unreach-call"
NOTHING_TO_CHECK: Final = "checks"
UNFOLDING_COMPLETE: Final = "unfolding-complete"
POINTERS_STAY: Final = "pointers-stay"
# Kinds of error that have a name, but that nobody looks for: better refused than told not to happen.
NOT_CHECKED: Final = frozenset((Kind.MISALIGNED,))
# What is looked for if nobody says so, and the errors behind which a compiled program does not go on.
CALLS: Final = frozenset((Kind.ASSERTION, Kind.ERROR_CALL))
CRASHES: Final = frozenset((Kind.DEREFERENCE, Kind.CONSTANT, Kind.FREE, Kind.DIVISION, Kind.QUOTIENT))

# Recursion is unfolded to the largest of these bounds with which the program stays small (at most SMALL steps, or twice
# those without recursion), or with which it is unfolded completely.
RECURSION_BOUNDS: Final = (0, 1, 2, 4, 8, 16, 32, 64)
SMALL: Final = 2_000
EDGES_WITH_RECURSION: Final = 20_000
EDGES: Final = 250_000
STACK_BYTES: Final = 256 << 20
RECURSION_LIMIT: Final = 200_000

_COMPETITION: Final = re.compile(r"\b__VERIFIER_error\b")
_ERROR_LABEL: Final = re.compile(rb"(?:^|[;{}])\s*ERROR\s*:", re.MULTILINE)
_ANNOTATION: Final = re.compile(
    rb"/[*/]@\s*(?:for\s+\w+\s*:\s*)?(?:assert|check|admit|requires|ensures|assigns|behavior|loop|invariant|predicate)\b"
)

Result = TypeVar("Result")


def read_c(
    path: str | Path,
    data_model: DataModel | str = DataModel.ILP32,
    *,
    encoding: Callable[[], Encoding] = BitPrecise,
    conditions: Conditions = Conditions.WHOLE,
    externals: Externals | str | None = None,
    checks: frozenset[Kind] | None = None,
    procedures: bool = True,
) -> Model:
    """The model of a C program.  Wrong input is an ``InputError``, what cannot be modelled is ``Unsupported``."""
    return read_source(
        read(path),
        data_model,
        encoding=encoding,
        conditions=conditions,
        externals=externals,
        checks=checks,
        procedures=procedures,
    )


def read_source(
    source: Source,
    data_model: DataModel | str = DataModel.ILP32,
    *,
    encoding: Callable[[], Encoding] = BitPrecise,
    conditions: Conditions = Conditions.WHOLE,
    externals: Externals | str | None = None,
    checks: frozenset[Kind] | None = None,
    procedures: bool = True,
) -> Model:
    """The model of a program that is one file, which was read already."""
    program = Program((TranslationUnit(source.file),))
    return read_program(
        program,
        data_model,
        texts=(source,),
        encoding=encoding,
        conditions=conditions,
        externals=externals,
        checks=checks,
        procedures=procedures,
    )


def read_program(
    program: Program,
    data_model: DataModel | str = DataModel.ILP32,
    *,
    encoding: Callable[[], Encoding] = BitPrecise,
    conditions: Conditions = Conditions.WHOLE,
    texts: Sequence[Source] = (),
    externals: Externals | str | None = None,
    checks: frozenset[Kind] | None = None,
    procedures: bool = True,
) -> Model:
    """The model of a program of one file or several, whose ``texts`` may have been read already.

    Where nobody says what functions without a body do, they are pure in a program of the competition, which its old
    name of the error function tells.  Without ``checks`` the one property is that no run calls the error function; else
    each kind of error in ``checks`` is a property at each of its places.  With ``procedures``, functions that call
    themselves are called, where that is exact, instead of being copied up to a bound.
    """
    if program.entry != MAIN and checks is not None and checks & {Kind.LEAK, Kind.CLEANUP}:
        # What a function is handed belongs to its caller.
        raise Unsupported(f"the checks leak and cleanup for a function by itself ({program.entry})", None, ONLY_MAIN)
    missing = sorted((checks or frozenset()) & NOT_CHECKED)
    if missing:
        hint = "leave it out of --checks; gcc -fsanitize=alignment reports what an execution does"
        raise Unsupported(f"the check {missing[0]} is not supported yet", None, hint)
    sources = tuple(texts) or tuple(read(unit.file) for unit in program.units)
    known = Externals(externals) if externals else externals_of("\n".join(source.text for source in sources))

    def options(encoding: Encoding, recursion: int, limit: int, separate: Separate) -> Options:
        return Options(
            encoding,
            DataModel(data_model),
            conditions,
            recursion,
            limit,
            checks,
            separate if procedures else ALL_COPIED,
        )

    ordinary = () if checks is None or Kind.ERROR_CALL in checks else ERROR_FUNCTIONS
    watched = checks is not None and bool(checks & {Kind.DEREFERENCE, Kind.UNINITIALISED})
    padded = checks is not None and Kind.UNINITIALISED in checks
    model = DataModel(data_model)
    found = deep(
        lambda: _read(program, sources, model, known, options, encoding, ordinary, watched=watched, padded=padded)
    )
    asked = CALLS if checks is None else checks
    # Who looks for overflow finds quotients that do not fit, too.
    crashes = CRASHES - {Kind.QUOTIENT} if Kind.OVERFLOW in asked else CRASHES
    if asked >= crashes:
        return found

    @cache
    def defined() -> Model:
        return read_program(
            program,
            model,
            encoding=encoding,
            conditions=conditions,
            texts=sources,
            externals=known,
            checks=asked | crashes,
            procedures=False,
        )

    return replace(found, origin=replace(found.origin, defined=defined))


def externals_of(program: str) -> Externals:
    """The rule for functions without a body that a program was written for."""
    return Externals.PURE if _COMPETITION.search(program) else Externals.ANY


def calls_error(model: Model) -> bool:
    """Does any path lead to an error?  If not, the properties hold trivially, and the user should know."""
    return any(model.entering(place) for prop in model.properties if not prop.auxiliary for place in prop.bad)


def labels_error(model: Model) -> bool:
    """Does a file of the program have a label ERROR, which some tools take for an error?"""
    return _has(model, _ERROR_LABEL)


def is_annotated(model: Model) -> bool:
    """Does a file of the program have annotations in comments, as those of ACSL?"""
    return _has(model, _ANNOTATION)


def _has(model: Model, words: re.Pattern[bytes]) -> bool:
    program = model.origin.program
    files = [unit.file for unit in program.units] if program is not None else [model.origin.file]
    return any(words.search(Path(file).read_bytes()) for file in files if Path(file).is_file())


def deep(work: Callable[[], Result]) -> Result:
    """Run ``work`` with a stack that is deep enough for programs with thousands of nested statements."""
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as failure:
            failures.append(failure)

    limit, stack = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(max(limit, RECURSION_LIMIT))
    try:
        worker = threading.Thread(target=run)
        worker.start()
        worker.join()
    finally:
        threading.stack_size(stack)
        sys.setrecursionlimit(limit)
    if failures:
        raise failures[0]
    return results[0]


@contextmanager
def placed(here: Callable[[], Position]) -> Iterator[None]:
    """What is refused without a place of its own is refused where the work has come to."""
    try:
        yield
    except Unsupported as failure:
        if failure.where is None or not failure.where.line:
            failure.where = here()
        raise


Choose = Callable[[Encoding, int, int, Separate], Options]


def _linked(
    program: Program,
    sources: Sequence[Source],
    model: DataModel,
    externals: Externals,
    ordinary: Sequence[str],
    *,
    watched: bool,
) -> tuple[Linked, Program, tuple[str, ...]]:
    """The files of a program, joined; what calls the function where it starts, and what that takes for granted."""
    units = [parse(unit, text.text.encode(), model) for unit, text in zip(program.units, sources, strict=True)]
    linked = Linked(units, model, program, ordinary, watched=watched)
    home = linked.home()
    text, taken = _driver(program, home.unit, home.defined[program.entry], externals)
    if not text:
        return linked, program, ()
    place = linked.readers.index(home)
    started = replace(program.units[place], behind=text)
    units[place] = parse(started, sources[place].text.encode(), model)
    made = replace(program, units=(*program.units[:place], started, *program.units[place + 1 :]))
    return Linked(units, model, made, ordinary, watched=watched), made, taken


def _driver(program: Program, unit: Unit, function: Cursor, externals: Externals) -> tuple[str, tuple[str, ...]]:
    """What calls the function where a program starts, and what that takes for granted; nothing if nobody has to.

    The rules of the competition know no bound on the arguments of main: there they are any.
    """
    if program.entry != MAIN:
        driver = Driver(unit, function)
        return driver.text(), tuple(driver.assumptions)
    made = externals is Externals.ANY and reads_arguments(unit, function)
    return (calling_main(), (TAKEN,)) if made else ("", ())


def _read(
    program: Program,
    sources: Sequence[Source],
    model: DataModel,
    externals: Externals,
    options: Choose,
    encoding: Callable[[], Encoding],
    ordinary: Sequence[str],
    *,
    watched: bool,
    padded: bool,
) -> Model:
    for source in sources:
        refuse_depth(source)
    with without_collection():
        linked, program, taken = _linked(program, sources, model, externals, ordinary, watched=watched)
        main = linked.main()
        points_to = PointsTo(linked, externals, padded=padded)
        with placed(linked.near):
            points_to.run(main)
        orders = open_orders(points_to)

    def translated(encoding: Callable[[], Encoding]) -> Model:
        with without_collection():
            translation = _translate(points_to, lambda *how: options(encoding(), *how), main)
            translation.notes.left_to_right(orders)
            follows = points_to.follows and not translation.asked(Kind.DEREFERENCE)
            translation.notes.unchecked(linked.volatile(), follows=follows)
            return _model(program, model, translation, (*taken, *linked.assumptions))

    def over_integers() -> Model | None:
        try:
            return deep(lambda: translated(Unbounded))
        except Unsupported:
            return None

    found = translated(encoding)
    return replace(found, origin=replace(found.origin, integers=over_integers))


Bounded = Callable[[int, int, Separate], Options]


def _translate(points_to: PointsTo, options: Bounded, main: Function) -> Translation:
    """The translation with procedures, if functions call themselves, or if copies of all functions are too many.

    What procedures cannot take is unfolded to the best bound of recursion; any size up to the limit without recursion.
    """
    best: Translation | None = None
    small = SMALL
    for bound in RECURSION_BOUNDS:
        limit = EDGES if best is None else EDGES_WITH_RECURSION
        try:
            attempt = _attempt(points_to, options(bound, limit, ALL_COPIED), main)
        except TooLarge as failure:
            called = best or _with_procedures(points_to, options, main, called_often(points_to))
            if called is not None:
                return called
            raise Unsupported(
                f"the program has more than {EDGES} steps after inlining", failure.where, "check a smaller part of it"
            ) from None
        if not attempt.truncated:
            return attempt
        if best is None:
            small = max(SMALL, 2 * len(attempt.automaton.steps))
            called = _with_procedures(points_to, options, main, recursive(points_to))
            if called is not None:
                return called
        elif len(attempt.automaton.steps) > small:
            return best
        best = attempt
    assert best is not None
    return best


def _attempt(points_to: PointsTo, options: Options, main: Function) -> Translation:
    attempt = Translation(points_to, options, main.where)
    with placed(attempt.here):
        attempt.program(main)
    return attempt


def _with_procedures(
    points_to: PointsTo, options: Bounded, main: Function, functions: frozenset[str]
) -> Translation | None:
    """The program with some functions as procedures; None if that would not be exact, or too large as well."""
    separate = separated(points_to, functions)
    if separate is None:
        return None
    chosen = options(0, EDGES, separate)
    if chosen.checks is not None and not points_to.touches:
        chosen = replace(chosen, checks=chosen.checks - MEMORY_KINDS)
    if not chosen.procedures.functions or (chosen.checks is not None and chosen.checks & FOLLOWED_KINDS):
        return None
    try:
        attempt = _attempt(points_to, chosen, main)
    except TooLarge:
        return None
    return None if attempt.truncated else attempt


def _model(program: Program, data_model: DataModel, translation: Translation, linked: tuple[str, ...]) -> Model:
    entry, edges = translation.automaton.finish(translation.entry, translation.havoc_value)
    error = translation.automaton.location(translation.error)
    properties = translation.checks.properties(edges)
    if not translation.checks.any:
        properties = [Safety(UNREACH_CALL, {error: TRUE}, "G ! call(reach_error())")]
    elif not properties:
        properties = [Safety(NOTHING_TO_CHECK, {error: TRUE}, "no path of the program leads to an error")]
    kinds = translation.checks.kinds
    # Where nothing touches memory, no call could make such an error, however deep.
    idle = kinds is not None and kinds <= MEMORY_KINDS and not translation.points_to.touches
    if translation.bounded and not idle:
        bound: Location = translation.automaton.location(translation.bound)
        text = "no call exceeds the bound of recursion, no handler that of atexit, no computed goto leaves the labels"
        properties.append(Safety(UNFOLDING_COMPLETE, {bound: TRUE}, text, auxiliary=True))
    if translation.strays.entered:
        stray: Location = translation.automaton.location(translation.strays)
        text = (
            "no pointer moves from one object to another or outlives its object, no copy overlaps what it copies, and "
            "no endless run loses memory"
        )
        properties.append(Safety(POINTERS_STAY, {stray: TRUE}, text, auxiliary=True))
    externals, assumptions = translation.points_to.externals, (*translation.notes.assumptions, *linked)
    file, source = program.units[0].file, source_map(translation)
    origin = Origin(file, FORMAT, data_model, source, externals, assumptions, program=program)
    # Over integers, the range in which the encoding keeps each variable; vectors have their width.
    kept = {s: Range(*bounds(made)) for s, made in translation.memory.types.items() if s.sort is INT}
    return Model(entry, edges, TRUE, tuple(properties), origin, domains=kept)
