"""Numbers of libclang's cursor, type and operator kinds, as far as the reader tells them apart."""

from __future__ import annotations

from enum import IntEnum
from types import MappingProxyType
from typing import Final


class Kind(IntEnum):
    """Cursor kinds."""

    STRUCT = 2
    UNION = 3
    ENUM = 5
    FIELD = 6
    ENUM_CONSTANT = 7
    FUNCTION = 8
    VARIABLE = 9
    PARAMETER = 10
    TYPEDEF = 20
    TYPE_REFERENCE = 43
    MEMBER_REFERENCE = 47
    LABEL_REFERENCE = 48
    UNEXPOSED = 100
    REFERENCE = 101
    MEMBER = 102
    CALL = 103
    INTEGER = 106
    FLOATING = 107
    IMAGINARY = 108
    STRING = 109
    CHARACTER = 110
    PAREN = 111
    UNARY = 112
    SUBSCRIPT = 113
    BINARY = 114
    COMPOUND_ASSIGNMENT = 115
    CONDITIONAL = 116
    CAST = 117
    COMPOUND_LITERAL = 118
    INITIALISER_LIST = 119
    LABEL_ADDRESS = 120
    STATEMENT_EXPRESSION = 121
    GENERIC = 122
    GNU_NULL = 123
    SIZEOF = 136
    UNEXPOSED_STATEMENT = 200
    LABEL = 201
    BLOCK = 202
    CASE = 203
    DEFAULT = 204
    IF = 205
    SWITCH = 206
    WHILE = 207
    DO = 208
    FOR = 209
    GOTO = 210
    INDIRECT_GOTO = 211
    CONTINUE = 212
    BREAK = 213
    RETURN = 214
    ASM = 215
    NULL = 230
    DECLARATION = 231
    ASM_LABEL = 407
    ALIGNED = 441
    STATIC_ASSERT = 602


FIRST_EXPRESSION: Final = 100
LAST_EXPRESSION: Final = 199
FIRST_ATTRIBUTE: Final = 400

# Integer types by clang's type kind: (bits in ILP32, bits in LP64, signed).
INTEGERS: Final = MappingProxyType(
    {
        4: (8, 8, False),
        5: (8, 8, False),
        6: (16, 16, False),
        7: (32, 32, False),
        8: (16, 16, False),
        9: (32, 32, False),
        10: (32, 64, False),
        11: (64, 64, False),
        12: (128, 128, False),
        13: (8, 8, True),
        14: (8, 8, True),
        15: (32, 32, True),
        16: (16, 16, True),
        17: (32, 32, True),
        18: (32, 64, True),
        19: (64, 64, True),
        20: (128, 128, True),
    }
)
# Plain char, whose values are written as characters: with and without sign.
CHARACTERS: Final = frozenset((4, 13))
# What the elements of an array may be that a literal with a prefix initialises, but for wchar_t.
LETTERS: Final = MappingProxyType(
    {"": frozenset((4, 5, 13, 14)), "u8": frozenset((4, 5, 13, 14)), "u": frozenset((8,)), "U": frozenset((9,))}
)
INT: Final = 17
LONG: Final = 18
VOID: Final = 2
BOOL: Final = 3
# Floating-point types by what they are called where they are refused; only the first two have arithmetic.
FLOATS: Final = MappingProxyType(
    {
        21: "float",
        22: "double",
        23: "long double",
        30: "__float128",
        31: "half-precision arithmetic",
        32: "_Float16",
        39: "bfloat",
        100: "_Complex",
    }
)
POINTERS: Final = frozenset((24, 101, 102))
REFERENCE: Final = 103
RECORD: Final = 105
ENUM: Final = 106
FUNCTIONS: Final = frozenset((110, 111))
CONSTANT_ARRAY: Final = 112
INCOMPLETE_ARRAY: Final = 114
VARIABLE_ARRAY: Final = 115
ARRAYS: Final = frozenset((CONSTANT_ARRAY, INCOMPLETE_ARRAY, VARIABLE_ARRAY))
ATOMIC: Final = 177

BINARY: Final = MappingProxyType(
    {
        3: "*",
        4: "/",
        5: "%",
        6: "+",
        7: "-",
        8: "<<",
        9: ">>",
        11: "<",
        12: ">",
        13: "<=",
        14: ">=",
        15: "==",
        16: "!=",
        17: "&",
        18: "^",
        19: "|",
        20: "&&",
        21: "||",
        22: "=",
        23: "*",
        24: "/",
        25: "%",
        26: "+",
        27: "-",
        28: "<<",
        29: ">>",
        30: "&",
        31: "^",
        32: "|",
        33: ",",
    }
)
UNARY: Final = MappingProxyType(
    {
        1: "post++",
        2: "post--",
        3: "++",
        4: "--",
        5: "&",
        6: "*",
        7: "+",
        8: "-",
        9: "~",
        10: "!",
        13: "extension",
    }
)
STATIC_STORAGE: Final = 3
EXTERN_STORAGE: Final = 2
INTERNAL_LINKAGE: Final = 2
