"""The structures and functions of libclang, called without a layer in between.

Only what the reader needs is bound, by ctypes, because the stock bindings are four times slower.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import POINTER, Structure, c_char_p, c_double, c_int, c_longlong, c_uint, c_ulonglong, c_void_p
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from assay.core.errors import InputError


class CString(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class Cursor(Structure):
    """A node of clang's syntax tree.  ``kind`` is a number of ``kinds``."""

    _fields_ = (
        ("kind", c_int),
        ("extra", c_int),
        ("declaration", c_void_p),
        ("statement", c_void_p),
        ("unit", c_void_p),
    )
    kind: int
    declaration: int | None
    statement: int | None


class CType(Structure):
    """A type of clang's; the low bits of ``identity`` are its qualifiers."""

    _fields_ = (("kind", c_int), ("identity", c_void_p), ("unit", c_void_p))
    kind: int
    identity: int | None


class CLocation(Structure):
    _fields_ = (("first", c_void_p), ("second", c_void_p), ("offset", c_uint))
    offset: int


class CRange(Structure):
    _fields_ = (("first", c_void_p), ("second", c_void_p), ("begin", c_uint), ("end", c_uint))
    begin: int
    end: int


class CRanges(Structure):
    _fields_ = (("count", c_uint), ("ranges", POINTER(CRange)))
    count: int


class CUnsaved(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", ctypes.c_ulong))


VISITOR: Final = ctypes.CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
FIELD_VISITOR: Final = ctypes.CFUNCTYPE(c_int, Cursor, c_void_p)
INCLUSION_VISITOR: Final = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_uint, c_void_p)

# name -> (result, arguments); the names are those of libclang without their prefix.
_SIGNATURES: Final[Mapping[str, tuple[Any, tuple[Any, ...]]]] = {
    "createIndex": (c_void_p, (c_int, c_int)),
    "disposeIndex": (None, (c_void_p,)),
    "parseTranslationUnit2": (
        c_int,
        (c_void_p, c_char_p, POINTER(c_char_p), c_int, POINTER(CUnsaved), c_uint, c_uint, POINTER(c_void_p)),
    ),
    "disposeTranslationUnit": (None, (c_void_p,)),
    "getNumDiagnostics": (c_uint, (c_void_p,)),
    "getDiagnostic": (c_void_p, (c_void_p, c_uint)),
    "getDiagnosticSeverity": (c_int, (c_void_p,)),
    "getDiagnosticSpelling": (CString, (c_void_p,)),
    "getDiagnosticLocation": (CLocation, (c_void_p,)),
    "disposeDiagnostic": (None, (c_void_p,)),
    "getTranslationUnitCursor": (Cursor, (c_void_p,)),
    "visitChildren": (c_uint, (Cursor, VISITOR, c_void_p)),
    "getCursorType": (CType, (Cursor,)),
    "getCursorReferenced": (Cursor, (Cursor,)),
    "getCanonicalCursor": (Cursor, (Cursor,)),
    "getCursorSemanticParent": (Cursor, (Cursor,)),
    "getCursorSpelling": (CString, (Cursor,)),
    "getCursorExtent": (CRange, (Cursor,)),
    "getCursorLocation": (CLocation, (Cursor,)),
    "getCursorBinaryOperatorKind": (c_int, (Cursor,)),
    "getCursorUnaryOperatorKind": (c_int, (Cursor,)),
    "isCursorDefinition": (c_uint, (Cursor,)),
    "Cursor_getNumArguments": (c_int, (Cursor,)),
    "Cursor_getArgument": (Cursor, (Cursor, c_uint)),
    "Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "Cursor_getStorageClass": (c_int, (Cursor,)),
    "Cursor_isFunctionInlined": (c_uint, (Cursor,)),
    "getCursorLinkage": (c_int, (Cursor,)),
    "Cursor_isNull": (c_int, (Cursor,)),
    "Cursor_getOffsetOfField": (c_longlong, (Cursor,)),
    "Cursor_isBitField": (c_uint, (Cursor,)),
    "getFieldDeclBitWidth": (c_int, (Cursor,)),
    "getEnumDeclIntegerType": (CType, (Cursor,)),
    "getEnumConstantDeclValue": (c_longlong, (Cursor,)),
    "Cursor_Evaluate": (c_void_p, (Cursor,)),
    "EvalResult_getKind": (c_int, (c_void_p,)),
    "EvalResult_getAsLongLong": (c_longlong, (c_void_p,)),
    "EvalResult_isUnsignedInt": (c_uint, (c_void_p,)),
    "EvalResult_getAsUnsigned": (c_ulonglong, (c_void_p,)),
    "EvalResult_getAsDouble": (c_double, (c_void_p,)),
    "EvalResult_dispose": (None, (c_void_p,)),
    "isConstQualifiedType": (c_uint, (CType,)),
    "isVolatileQualifiedType": (c_uint, (CType,)),
    "getCanonicalType": (CType, (CType,)),
    "getTypeDeclaration": (Cursor, (CType,)),
    "getUnqualifiedType": (CType, (CType,)),
    "getTypeSpelling": (CString, (CType,)),
    "getPointeeType": (CType, (CType,)),
    "getArrayElementType": (CType, (CType,)),
    "getArraySize": (c_longlong, (CType,)),
    "getResultType": (CType, (CType,)),
    "getNumArgTypes": (c_int, (CType,)),
    "getArgType": (CType, (CType, c_uint)),
    "isFunctionTypeVariadic": (c_uint, (CType,)),
    "Type_visitFields": (c_uint, (CType, FIELD_VISITOR, c_void_p)),
    "Type_getValueType": (CType, (CType,)),
    "Type_getSizeOf": (c_longlong, (CType,)),
    "Type_getAlignOf": (c_longlong, (CType,)),
    "getExpansionLocation": (None, (CLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint))),
    "getSpellingLocation": (None, (CLocation, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint))),
    "getAllSkippedRanges": (POINTER(CRanges), (c_void_p,)),
    "disposeSourceRangeList": (None, (POINTER(CRanges),)),
    "getInclusions": (None, (c_void_p, INCLUSION_VISITOR, c_void_p)),
    "getFileContents": (c_void_p, (c_void_p, c_void_p, POINTER(ctypes.c_size_t))),
    "getFileName": (CString, (c_void_p,)),
    "getFile": (c_void_p, (c_void_p, c_char_p)),
    "getLocationForOffset": (CLocation, (c_void_p, c_void_p, c_uint)),
    "getCString": (c_char_p, (CString,)),
    "disposeString": (None, (CString,)),
}


class Library:
    """The bound functions of libclang, as attributes."""

    def __init__(self, path: Path) -> None:
        shared = ctypes.CDLL(str(path))
        for name, (result, arguments) in _SIGNATURES.items():
            function = getattr(shared, f"clang_{name}")
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


@lru_cache(maxsize=1)
def library() -> Library:
    """libclang as the package of that name installs it."""
    spec = find_spec("clang")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for name in ("libclang.so", "libclang.dylib", "libclang.dll"):
            path = Path(folder) / "native" / name
            if path.exists():
                return Library(path)
    raise InputError("C programs need libclang", hint="pip install libclang==18.1.1")
