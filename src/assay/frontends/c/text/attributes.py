"""Which attributes, pragmas and sections are known to change nothing that the model can see.

Closed lists: whatever is not named here is refused where it is reached.  Layout attributes (``packed``, ``aligned``,
``mode``) are listed because clang computes the layout, and agrees with gcc on it.
"""

from __future__ import annotations

import re
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Advice to the optimiser, to warnings and to the linker; calling conventions; layout, which clang computes.
HARMLESS: Final = _words(
    """
    unused used noreturn nonnull format format_arg warn_unused_result deprecated noinline
    always_inline gnu_inline noclone noipa no_icf cold hot nothrow leaf malloc alloc_size alloc_align assume_aligned
    artificial flatten fallthrough may_alias visibility externally_visible access sentinel nonstring designated_init
    common nocommon no_reorder no_instrument_function no_profile_instrument_function
    no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined no_address_safety_analysis
    no_stack_protector stack_protect nocf_check no_split_stack warn_if_not_aligned
    cdecl stdcall fastcall thiscall regparm sysv_abi force_align_arg_pointer
    aligned packed mode transparent_union gcc_struct
    maybe_unused nodiscard
    """
)

# What gcc does not know on Linux, and skips with a warning: drivers and tools leave these behind.
SKIPPED: Final = _words("dllimport dllexport selectany ldv_model ldv_model_inline")

# Promises that gcc relies on even without optimisation; kept if the body plainly keeps them (``promises``).
PROMISES: Final = _words("pure const")

# These run code that no call names; the reader follows them (``control_attributes``).
FOLLOWED: Final = _words("cleanup constructor destructor")

# This acts on the whole program, whether or not what carries it is reached.
WHOLE_PROGRAM: Final = _words("init_priority")

# Sections whose contents the start-up code calls, and sections that are not as their objects say.
_SPECIAL_SECTION: Final = re.compile(
    r"\.(?:(?:pre)?init_array|fini_array|ctors|dtors|init|fini|jcr|bss|tbss|tdata)(?:\.\d+)?"
)
_PLAIN_SECTION: Final = re.compile(r"[._A-Za-z][\w.+$-]*")

# Pragmas of gcc that clang carries out in the same way, and those of other compilers, which gcc skips.
_PRAGMAS: Final = re.compile(
    r"""
    once\b | pack\s*\( | message\b | push_macro\b | pop_macro\b | region\b | endregion\b | mark\b | ident\b
    | GCC\s+(?:diagnostic|poison|system_header|dependency|warning|visibility|ivdep|unroll)\b
    | clang\s+diagnostic\b
    | STDC\s+(?:FP_CONTRACT|FENV_ACCESS|CX_LIMITED_RANGE)\b
    | merger\s*\( | warning\s*\( | alloc_text\s*\( | function\s*\( | intrinsic\s*\( | comment\s*\( | prefast\s*\(
    | deprecated\s*\( | hdrstop\b | inline_depth\b | inline_recursion\b | auto_inline\b | check_stack\b
    """,
    re.VERBOSE,
)


def plain(name: str) -> str:
    """The name of an attribute without the underscores around it."""
    return name[2:-2] if len(name) > 4 and name.startswith("__") and name.endswith("__") else name


def harmless(name: str, arguments: str) -> bool:
    """Does this attribute, wherever it stands, leave the meaning of a single file as the reader finds it?"""
    if name == "section":
        return _plain_section(arguments)
    return name in HARMLESS or name in SKIPPED or name in FOLLOWED


def _plain_section(arguments: str) -> bool:
    match = re.fullmatch(r'\(\s*"([^"\\]*)"\s*\)', arguments)
    if match is None:
        return False
    section = match[1]
    return _PLAIN_SECTION.fullmatch(section) is not None and _SPECIAL_SECTION.fullmatch(section) is None


def whole_program(name: str) -> bool:
    """Must this attribute be refused even where nothing reaches it?"""
    return name in WHOLE_PROGRAM or name == "section"


def harmless_pragma(text: str) -> bool:
    return not text or _PRAGMAS.match(text) is not None
