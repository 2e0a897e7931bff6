"""What the functions of the C library, of gcc and of the competition do, as far as their names say it."""

from __future__ import annotations

import re
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from assay.frontends.c.library.numbers import NUMBERS
from assay.frontends.c.library.sources import ANY_VALUES, ASSUME, ERRNO, NOT_HANDED, PREFIX, TOO_MANY, written
from assay.frontends.c.library.unmodelled import OPEN, REFUSED
from assay.frontends.c.read.tree import Address, Call, Constant, Convert, Expression, Function, Named
from assay.frontends.c.read.types import Array, Pointer, Record, Type, Void, is_varying
from assay.frontends.c.read.types import Function as FunctionType


class Role(Enum):
    """How a function without a body is modelled."""

    UNKNOWN = auto()  # not of the library: returns anything, and changes nothing or anything (``externals``)
    ERROR = auto()
    NONDET = auto()
    ASSUME = auto()
    ASSERT = auto()
    STOP = auto()  # ends the run
    BEYOND = auto()  # leaves what the model covers
    ALLOCATE = auto()
    RESIZE = auto()  # allocates, copies and frees
    NOTHING = auto()  # no effect; returns nothing
    OPEN = auto()  # no effect; returns any legal value
    COPY = auto()
    FILL = auto()
    FIRST_ARGUMENT = auto()  # returns its first argument
    ARITHMETIC = auto()
    NUMBER = auto()  # an operation of the theory of floating point
    CONSTANT = auto()  # known when the program is compiled
    ERRNO = auto()
    REFUSE = auto()


ERROR_FUNCTIONS: Final = ("__VERIFIER_error", "reach_error")
ALLOCATORS: Final = frozenset(("malloc", "calloc", "alloca", "alloca_with_align"))
RESIZERS: Final = frozenset(("realloc", "reallocarray"))
_NAMES: Final = MappingProxyType(
    {
        Role.ERROR: (*ERROR_FUNCTIONS, "__assert_fail", "__assert"),
        Role.ASSUME: (
            *(f"__{tool}_assume" for tool in ("VERIFIER", "CPROVER", "ESBMC", "goblint", "builtin")),
            ASSUME,
        ),
        Role.ASSERT: (
            *(f"__{tool}_assert" for tool in ("VERIFIER", "CPROVER", "ESBMC", "goblint")),
            "__CPROVER_precondition",
            "__goblint_check",
            "assert",
        ),
        Role.STOP: ("abort", "exit", "_exit", "_Exit", f"{PREFIX}_Exit", "__builtin_trap", "__builtin_unreachable"),
        Role.BEYOND: (TOO_MANY,),
        Role.NOTHING: (
            NOT_HANDED,
            "free",
            *(f"__{tool}_atomic_{end}" for tool in ("VERIFIER", "CPROVER", "ESBMC") for end in ("begin", "end")),
            "__builtin_prefetch",
            "__builtin_va_start",
            "__builtin_va_end",
            "__builtin_va_copy",
            "__builtin___clear_cache",
        ),
        Role.COPY: ("memcpy", "memmove", "__memcpy"),
        Role.FILL: ("memset",),
        Role.FIRST_ARGUMENT: (
            "__builtin_expect",
            "__builtin_expect_with_probability",
            "__builtin_assume_aligned",
            "__builtin_launder",
        ),
        Role.ARITHMETIC: (
            *(f"__builtin_bswap{width}" for width in (16, 32, 64)),
            *(
                f"__builtin_{name}{size}"
                for name in ("clz", "ctz", "clrsb", "ffs", "popcount", "parity")
                for size in ("", "l", "ll")
            ),
        ),
        Role.NUMBER: NUMBERS,
        Role.CONSTANT: (
            "__builtin_constant_p",
            "__builtin_object_size",
            "__builtin_inf",
            "__builtin_inff",
            "__builtin_huge_val",
            "__builtin_huge_valf",
            "__builtin_nan",
            "__builtin_nanf",
        ),
        Role.ALLOCATE: tuple(ALLOCATORS),
        Role.RESIZE: tuple(RESIZERS),
        Role.OPEN: tuple(OPEN),
        Role.NONDET: ANY_VALUES,
        Role.ERRNO: ("__errno_location", ERRNO),
        Role.REFUSE: tuple(REFUSED),
    }
)
_ROLES: Final = MappingProxyType({name: kind for kind, names in _NAMES.items() for name in names})
_ARGUMENTS: Final = MappingProxyType(
    {
        Role.ASSUME: 1,
        Role.ASSERT: 1,
        Role.ALLOCATE: 1,
        Role.RESIZE: 2,
        Role.COPY: 3,
        Role.FILL: 3,
        Role.FIRST_ARGUMENT: 1,
        Role.ARITHMETIC: 1,
    }
)
# Functions of the competition that return any value of their type, and how CBMC and ESBMC call theirs.
NONDET: Final = "__VERIFIER_nondet_"
_NONDET: Final = re.compile(r"(?:__VERIFIER_|__CPROVER_|__ESBMC_)?nondet(?:_\w*)?")
# Of such names, those of which an ``int`` has all values: what C takes a function for that nothing declares.
_LIKE_INT: Final = re.compile(
    r".*nondet(?:_+(?:int|uint|unsigned|unsigned_int|signed_int|bool|_?Bool|[us]?char|(?:un)?signed_char|u?short"
    r"|unsigned_short|u?int(?:8|16|32)(?:_t)?|[usUS](?:8|16|32)))?"
)
# Names that are a tool's own: one that is not known is refused.
_TOOLS: Final = ("__VERIFIER_", "__CPROVER_", "__ESBMC_", "__SEAHORN_", "__SMACK_", "__goblint_", "klee_")
# Names of the compiler's own: one that is not known is refused.
_COMPILER: Final = re.compile(r"__builtin_|__sync_|__atomic_|__c11_atomic_|__opencl_atomic_|_mm\d*_|__isoc\d+_")
_ALIAS: Final = re.compile(
    r"(?:__builtin_)?__(?P<checked>\w+)_chk|__isoc\d+_(?P<scan>\w+)|__(?:builtin|GI)_(?P<name>\w+)"
)


def canonical(name: str) -> str:
    """The library function that a name means: ``__builtin_strlen``, ``__memcpy_chk``, ``__isoc99_scanf``."""
    match = _ALIAS.fullmatch(name) if name not in _ROLES else None
    found = (match["checked"] or match["scan"] or match["name"]) if match is not None else name
    return found if found in _ROLES or found in written() else name


def is_checked(name: str) -> bool:
    """Is it a function with a size as its last argument, of a program that was compiled with _FORTIFY_SOURCE?"""
    return name.endswith("_chk") and canonical(name) != name


def role(function: Function) -> Role:
    """The model of a function, by its name.

    A definition in the program goes first, except for the error call if errors are looked for.
    """
    if function.defined:
        return Role.ERROR if function.spelling in ERROR_FUNCTIONS and not function.ordinary else Role.UNKNOWN
    found = named(function.name)
    if found is not None:
        return found
    if _NONDET.fullmatch(function.name) and (function.name.startswith(_TOOLS) or not function.type.parameters):
        return Role.NONDET
    if function.name.startswith(_TOOLS):
        return Role.REFUSE
    return Role.REFUSE if function.foreign or _COMPILER.match(function.name) else Role.UNKNOWN


def named(name: str) -> Role | None:
    """The model of a function without a body that is known by its name."""
    return _ROLES.get(canonical(name))


def is_int_like(name: str) -> bool:
    """Does a function that returns any value of its type, by its name, have a type whose values all fit an ``int``?"""
    return _LIKE_INT.fullmatch(name) is not None


def looked_at(name: str, kind: Role) -> int:
    """How many arguments, all scalars, the model of a function looks at."""
    more = {"calloc": 2, "reallocarray": 3}
    return more.get(canonical(name), _ARGUMENTS.get(kind, 0))


def refusal(name: str) -> tuple[str, str]:
    """Why a function is refused, and what to do."""
    why, hint = REFUSED.get(canonical(name), ("what it does is not known", "write what it does in C"))
    return f"the function {name} is not supported: {why}", hint


def stripped(pointer: Expression) -> Expression:
    """The pointer before it was converted to ``void *``."""
    while isinstance(pointer, Convert) and isinstance(pointer.operand.type, Pointer):
        pointer = pointer.operand
    return pointer


def copied_type(call: Call) -> Type | None:
    """The type that memcpy or memset works on, if its size is that of what a pointer points to."""
    if len(call.arguments) < 3 or not isinstance(size := call.arguments[2], Constant):
        return None
    for argument in call.arguments[:2]:
        pointer = stripped(argument)
        found = pointer.place.type if isinstance(pointer, Address) else None
        if found is None and isinstance(pointer.type, Pointer):
            found = pointer.type.pointee
        if found is None or isinstance(found, Void | FunctionType) or is_varying(found) or not found.size:
            continue
        if found.size == size.value:
            return found
        if isinstance(found, Record | Array) and found.size > size.value:
            continue
        if size.value % found.size == 0 and size.value // found.size <= 64:
            return Array(found, size.value // found.size)
    return None


def literal(argument: Expression) -> bytes | None:
    """The text of a string literal; None for anything else."""
    while isinstance(argument, Convert):
        argument = argument.operand
    if not isinstance(argument, Address) or not isinstance(argument.place, Named):
        return None
    variable = argument.place.variable
    if not variable.name.startswith("string") or variable.scope is not None:
        return None
    if not isinstance(variable.type, Array) or variable.type.element.size != 1:
        return None
    return bytes(part.value.value & 255 for part in variable.initial or [] if isinstance(part.value, Constant))
