"""The C functions of z3, called without a layer in between.

z3's own Python classes cost several times what the work they wrap costs, and importing them costs more than loading the
library.  So the shared library that the ``z3-solver`` package ships is opened here directly: pointers are plain
integers (None for null), arrays of pointers are packed bytes, and whoever calls keeps the reference counts.  A function
that fails returns null and leaves an error code in the context (see ``Z3Context.complaint``).
"""

from __future__ import annotations

import ctypes
import importlib.util
import struct
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from assay.core.errors import SolverFailure

# One letter a type, the result first: p pointer, u unsigned, i int, l int64, b bool, s text, v void.
# Arrays and places for results are pointers.
_SIGNATURES: Final = """
mk_config p | del_config vp | mk_context_rc pp | del_context vp | interrupt vp
set_error_handler vpp | get_error_code ip | get_error_msg spi
get_full_version s | get_estimated_alloc_size l | global_param_set vss
inc_ref vpp | dec_ref vpp | mk_string_symbol pps | get_symbol_kind ipp | get_symbol_int ipp | get_symbol_string spp
mk_bool_sort pp | mk_int_sort pp | mk_real_sort pp | mk_bv_sort ppu | mk_array_sort pppp
get_sort ppp | get_sort_kind ipp | get_bv_sort_size upp | get_array_sort_domain ppp | get_array_sort_range ppp
mk_const pppp | mk_func_decl pppupp | mk_fresh_const ppsp | mk_app pppup | mk_true pp | mk_false pp
mk_eq pppp | mk_not ppp | mk_ite ppppp | mk_implies pppp | mk_and ppup | mk_or ppup
mk_add ppup | mk_mul ppup | mk_div pppp | mk_mod pppp | mk_le pppp | mk_lt pppp
mk_int2real ppp | mk_real2int ppp | mk_is_int ppp | mk_numeral ppsp | mk_int64 pplp
mk_select pppp | mk_store ppppp | mk_const_array pppp
mk_bvnot ppp | mk_bvneg ppp | mk_bvand pppp | mk_bvor pppp | mk_bvxor pppp | mk_bvadd pppp | mk_bvmul pppp
mk_bvudiv pppp | mk_bvurem pppp | mk_bvsdiv pppp | mk_bvsrem pppp | mk_bvshl pppp | mk_bvlshr pppp | mk_bvashr pppp
mk_bvult pppp | mk_bvule pppp | mk_bvslt pppp | mk_bvsle pppp | mk_concat pppp | mk_extract ppuup
mk_fpa_sort ppuu | fpa_get_ebits upp | fpa_get_sbits upp | mk_fpa_fp ppppp
mk_fpa_rne pp | mk_fpa_rna pp | mk_fpa_rtp pp | mk_fpa_rtn pp | mk_fpa_rtz pp
mk_fpa_add ppppp | mk_fpa_mul ppppp | mk_fpa_div ppppp | mk_fpa_fma pppppp | mk_fpa_sqrt pppp | mk_fpa_rem pppp
mk_fpa_round_to_integral pppp | mk_fpa_abs ppp | mk_fpa_neg ppp | mk_fpa_eq pppp | mk_fpa_leq pppp | mk_fpa_lt pppp
mk_fpa_is_nan ppp | mk_fpa_is_infinite ppp | mk_fpa_is_zero ppp | mk_fpa_to_fp_bv pppp | mk_fpa_to_fp_float ppppp
mk_fpa_to_fp_signed ppppp | mk_fpa_to_fp_unsigned ppppp | mk_fpa_to_sbv ppppu | mk_fpa_to_ubv ppppu
mk_fpa_to_ieee_bv ppp
mk_zero_ext ppup | mk_sign_ext ppup | mk_forall_const ppuupupp | mk_exists_const ppuupupp
get_ast_kind ipp | get_app_decl ppp | get_app_num_args upp | get_app_arg pppu
get_decl_kind ipp | get_decl_name ppp | get_decl_num_parameters upp | get_decl_int_parameter ippu
get_decl_func_decl_parameter pppu | get_numeral_string spp | is_algebraic_number bpp
get_index_value upp | is_quantifier_forall bpp | is_lambda bpp | get_quantifier_num_bound upp
get_quantifier_bound_name pppu | get_quantifier_bound_sort pppu | get_quantifier_body ppp
ast_to_string spp | translate pppp | simplify ppp | substitute pppupp
mk_ast_vector pp | ast_vector_inc_ref vpp | ast_vector_dec_ref vpp | ast_vector_size upp | ast_vector_get pppu
ast_vector_push vppp | parse_smtlib2_string ppsuppupp
mk_params pp | params_inc_ref vpp | params_dec_ref vpp | params_set_uint vpppu | params_set_bool vpppb
params_set_symbol vpppp
mk_simple_solver pp | mk_solver pp | solver_inc_ref vpp | solver_dec_ref vpp
solver_set_params vppp | solver_assert vppp | solver_push vpp | solver_pop vppu
solver_check_assumptions ippup | solver_get_model ppp | solver_get_unsat_core ppp | solver_get_reason_unknown spp
solver_get_trail ppp
model_inc_ref vpp | model_dec_ref vpp | model_eval bpppbp | model_get_func_interp pppp
func_interp_inc_ref vpp | func_interp_dec_ref vpp | func_interp_get_num_entries upp | func_interp_get_entry pppu
func_interp_get_else ppp | func_entry_inc_ref vpp | func_entry_dec_ref vpp | func_entry_get_value ppp
func_entry_get_arg pppu
add_const_interp vpppp | model_extrapolate pppp | qe_model_project pppupp | qe_lite pppp
mk_fixedpoint pp | fixedpoint_inc_ref vpp | fixedpoint_dec_ref vpp | fixedpoint_set_params vppp
fixedpoint_register_relation vppp | fixedpoint_add_rule vpppp | fixedpoint_query ippp | fixedpoint_get_cover_delta pppip
fixedpoint_get_answer ppp
mk_tactic pps | tactic_inc_ref vpp | tactic_dec_ref vpp | tactic_apply pppp
mk_goal ppbbb | goal_inc_ref vpp | goal_dec_ref vpp | goal_assert vppp | goal_size upp | goal_formula pppu
apply_result_inc_ref vpp | apply_result_dec_ref vpp | apply_result_get_num_subgoals upp | apply_result_get_subgoal pppu
"""

_TYPES: Final[dict[str, Any]] = {
    "p": ctypes.c_void_p,
    "u": ctypes.c_uint,
    "i": ctypes.c_int,
    "l": ctypes.c_int64,
    "b": ctypes.c_bool,
    "s": ctypes.c_char_p,
    "v": None,
}


def signatures() -> dict[str, str]:
    """Function name (without the prefix) to the letters of its result and arguments."""
    entries = (entry.split() for line in _SIGNATURES.split("\n") for entry in line.split("|"))
    return {entry[0]: entry[1] for entry in entries if entry}


class Library:
    """The functions of libz3 as attributes, without their ``Z3_`` prefix, and z3's enumerations as ``kinds``."""

    def __init__(self) -> None:
        self._handle = ctypes.CDLL(str(_library_file()))
        self._signatures = signatures()
        self.kinds = _constants()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        letters = self._signatures.get(name)
        if letters is None:
            raise AttributeError(f"no signature for Z3_{name}")
        function = getattr(self._handle, "Z3_" + name)
        function.restype = _TYPES[letters[0]]
        function.argtypes = [_TYPES[letter] for letter in letters[1:]]
        setattr(self, name, function)
        bound: Callable[..., Any] = function
        return bound


def _package() -> Path | None:
    spec = importlib.util.find_spec("z3")
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def _library_file() -> Path | str:
    """The library that z3's own package would load: the one in the package, else the system's."""
    package = _package()
    inside = sorted((package / "lib").glob("libz3.*")) if package else []
    if inside:
        return max(inside, key=lambda file: len(file.name))
    from ctypes.util import find_library  # slow to import, and hardly ever needed

    found = find_library("z3")
    if found is None:
        raise SolverFailure("z3 is not installed (pip install z3-solver)")
    return found


def _constants() -> ModuleType:
    """z3's enumerations, read from its package without importing the rest of it."""
    package = _package()
    if package is None:
        raise SolverFailure("z3 is not installed (pip install z3-solver)")
    spec = importlib.util.spec_from_file_location("assay_z3_constants", package / "z3consts.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def library() -> Library:
    """The library, loaded once a process."""
    return Library()


@cache
def _packer(length: int) -> Callable[..., bytes]:
    return struct.Struct(f"{length}P").pack


def array_of(pointers: Sequence[int]) -> bytes:
    """An array of pointers as z3's functions take it."""
    return _packer(len(pointers))(*pointers)
