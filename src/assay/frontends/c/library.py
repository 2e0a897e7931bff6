"""What the functions of the C library, of gcc and of the competition do, as far as their names say it."""

from __future__ import annotations

from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from assay.frontends.c.tree import Address, Call, Constant, Convert, Expression, Function
from assay.frontends.c.types import Array, Pointer, Record, Type, Void, is_varying
from assay.frontends.c.types import Function as FunctionType


class Role(Enum):
    """How a function without a body is modelled."""

    UNKNOWN = auto()  # returns anything, changes nothing
    ERROR = auto()
    NONDET = auto()
    ASSUME = auto()
    ASSERT = auto()
    STOP = auto()  # ends the run
    ALLOCATE = auto()
    NOTHING = auto()  # no effect; returns anything
    COPY = auto()
    FILL = auto()
    STRING = auto()
    STRING_TO_FIRST = auto()
    FIRST_ARGUMENT = auto()  # returns its first argument
    ARITHMETIC = auto()
    REFUSE = auto()


ALLOCATORS: Final = frozenset(("malloc", "calloc", "alloca", "__builtin_alloca", "realloc", "__builtin_malloc"))
_ROLES: Final = MappingProxyType(
    {
        "__VERIFIER_error": Role.ERROR,
        "reach_error": Role.ERROR,
        "__assert_fail": Role.ERROR,
        "__assert": Role.ERROR,
        "__VERIFIER_assume": Role.ASSUME,
        "__builtin_assume": Role.ASSUME,
        "__VERIFIER_assert": Role.ASSERT,
        "assert": Role.ASSERT,
        "abort": Role.STOP,
        "exit": Role.STOP,
        "_exit": Role.STOP,
        "_Exit": Role.STOP,
        "__builtin_trap": Role.STOP,
        "__builtin_abort": Role.STOP,
        "__builtin_unreachable": Role.STOP,
        "free": Role.NOTHING,
        "__VERIFIER_atomic_begin": Role.NOTHING,
        "__VERIFIER_atomic_end": Role.NOTHING,
        "memcpy": Role.COPY,
        "memmove": Role.COPY,
        "__builtin_memcpy": Role.COPY,
        "__builtin_memmove": Role.COPY,
        "__memcpy": Role.COPY,
        "memset": Role.FILL,
        "__builtin_memset": Role.FILL,
        "strlen": Role.STRING,
        "strcmp": Role.STRING,
        "strncmp": Role.STRING,
        "memcmp": Role.STRING,
        "__builtin_strlen": Role.STRING,
        "__builtin_strcmp": Role.STRING,
        "strcpy": Role.STRING_TO_FIRST,
        "strncpy": Role.STRING_TO_FIRST,
        "strcat": Role.STRING_TO_FIRST,
        "strchr": Role.STRING_TO_FIRST,
        "__builtin_strcpy": Role.STRING_TO_FIRST,
        "__builtin_expect": Role.FIRST_ARGUMENT,
        "__builtin_constant_p": Role.ARITHMETIC,
        "__builtin_object_size": Role.ARITHMETIC,
        "__builtin_prefetch": Role.NOTHING,
        "__builtin_va_start": Role.NOTHING,
        "__builtin_va_end": Role.NOTHING,
        "__builtin_va_copy": Role.NOTHING,
        "__builtin_bswap16": Role.ARITHMETIC,
        "__builtin_bswap32": Role.ARITHMETIC,
        "__builtin_bswap64": Role.ARITHMETIC,
        "abs": Role.ARITHMETIC,
        "labs": Role.ARITHMETIC,
        "setjmp": Role.REFUSE,
        "_setjmp": Role.REFUSE,
        "longjmp": Role.REFUSE,
        "pthread_create": Role.REFUSE,
        "scanf": Role.REFUSE,
        "sscanf": Role.REFUSE,
        "fscanf": Role.REFUSE,
        "fgets": Role.REFUSE,
        "gets": Role.REFUSE,
        "read": Role.REFUSE,
        "fread": Role.REFUSE,
        "sprintf": Role.REFUSE,
        "snprintf": Role.REFUSE,
        "strtok": Role.REFUSE,
        "fork": Role.REFUSE,
        "qsort": Role.REFUSE,
    }
)


def role(function: Function) -> Role:
    """The model of a function, by its name; a definition in the program goes first, except for the error call."""
    found = _ROLES.get(function.name)
    if function.defined:
        return Role.ERROR if function.name in ("reach_error", "__VERIFIER_error") else Role.UNKNOWN
    if found is not None:
        return found
    if function.name in ALLOCATORS:
        return Role.ALLOCATE
    if function.name.startswith("__VERIFIER_nondet_"):
        return Role.NONDET
    return Role.UNKNOWN


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
