"""C text: what the checks of ``-fsanitize=undefined`` call, each with its place in the source and the values at hand.

The structures are those of the compiler's interface to its sanitizer library, which gcc and clang share.
"""

from __future__ import annotations

from typing import Final

ARITHMETIC: Final = """
struct assay_place { const char *file; unsigned line, column; };
struct assay_type { unsigned short kind, info; char name[1]; };
struct assay_operation { struct assay_place place; const struct assay_type *type, *other; };
struct assay_pointer { struct assay_place place; const struct assay_type *type; unsigned char alignment, kind; };
struct assay_cast { struct assay_place place; const struct assay_type *from, *to; unsigned char kind; };

ASSAY_HIDDEN void assay_from(int what, const struct assay_place *place) {
  assay_open(what);
  assay_text(" at ");
  assay_text(place->file ? place->file : "?");
  assay_text(":");
  assay_numeral(place->line, 10);
  assay_text(":");
  assay_numeral(place->column, 10);
  assay_text(": ");
}
ASSAY_HIDDEN void assay_name(const struct assay_type *type) {
  for (const char *at = type->name; *at; at++) {
    char letter[2] = {*at, 0};
    if (*at != '\\'') assay_text(letter);
  }
}
/* A value is handed over itself, or by its address if it is longer than a word. */
ASSAY_HIDDEN assay_value assay_bits(const struct assay_type *type, assay_word value) {
  unsigned width = 1u << (type->info >> 1), word = 8 * sizeof value;
  assay_value bits = width > word ? *(const assay_value *)value : value;
  if (width >= 64 || type->kind) return bits;
  bits &= (1ull << width) - 1;
  return type->info & 1 && bits >> (width - 1) ? bits | ~((1ull << width) - 1) : bits;
}
ASSAY_HIDDEN int assay_is_negative(const struct assay_type *type, assay_word value) {
  if (type->kind || !(type->info & 1)) return 0;
  unsigned width = 1u << (type->info >> 1);
  return width > 64 ? ((const long long *)value)[1] < 0 : (long long)assay_bits(type, value) < 0;
}
ASSAY_HIDDEN void assay_show(const struct assay_type *type, assay_word value) {
  unsigned width = 1u << (type->info >> 1);
  if (type->kind) { assay_text("a number"); return; }
  if (width > 64) {
    assay_text("0x");
    assay_numeral(((const assay_value *)value)[1], 16);
    assay_text(" 2^64 + 0x");
    assay_numeral(((const assay_value *)value)[0], 16);
  } else if (assay_is_negative(type, value)) assay_signed((long long)assay_bits(type, value));
  else assay_numeral(assay_bits(type, value), 10);
}
ASSAY_HIDDEN void assay_misfit(const struct assay_type *type) {
  assay_text(" does not fit into ");
  assay_name(type);
  assay_tell();
}
ASSAY_HIDDEN void assay_exceeds(struct assay_operation *at, assay_word left, const char *operator, assay_word right) {
  int what = at->type->info & 1 ? ASSAY_SIGNED_INTEGER_OVERFLOW : ASSAY_UNSIGNED_INTEGER_OVERFLOW;
  if (!assay_wants(what)) return;
  assay_from(what, &at->place);
  assay_show(at->type, left);
  assay_text(operator);
  assay_show(at->type, right);
  assay_misfit(at->type);
}
ASSAY_MONITOR void __ubsan_handle_add_overflow(struct assay_operation *at, assay_word left, assay_word right) {
  assay_exceeds(at, left, " + ", right);
}
ASSAY_MONITOR void __ubsan_handle_sub_overflow(struct assay_operation *at, assay_word left, assay_word right) {
  assay_exceeds(at, left, " - ", right);
}
ASSAY_MONITOR void __ubsan_handle_mul_overflow(struct assay_operation *at, assay_word left, assay_word right) {
  assay_exceeds(at, left, " * ", right);
}
ASSAY_MONITOR void __ubsan_handle_negate_overflow(struct assay_operation *at, assay_word value) {
  int what = at->type->info & 1 ? ASSAY_SIGNED_INTEGER_OVERFLOW : ASSAY_UNSIGNED_INTEGER_OVERFLOW;
  if (!assay_wants(what)) return;
  assay_from(what, &at->place);
  assay_text("-(");
  assay_show(at->type, value);
  assay_text(")");
  assay_misfit(at->type);
}
ASSAY_MONITOR void __ubsan_handle_divrem_overflow(struct assay_operation *at, assay_word left, assay_word right) {
  int zero = !assay_is_negative(at->type, right);
  int what = zero ? ASSAY_DIVISION_BY_ZERO : ASSAY_DIVISION_OVERFLOW;
  if (at->type->kind || !assay_wants(what)) return;
  assay_from(what, &at->place);
  assay_show(at->type, left);
  assay_text(" is divided by ");
  assay_show(at->type, right);
  if (zero) assay_tell();
  assay_text(", which");
  assay_misfit(at->type);
}
ASSAY_MONITOR void __ubsan_handle_shift_out_of_bounds(struct assay_operation *at, assay_word left, assay_word right) {
  unsigned width = 1u << (at->type->info >> 1);
  int outside = assay_is_negative(at->other, right) || assay_bits(at->other, right) >= width;
  int what = outside ? ASSAY_SHIFT_EXPONENT : ASSAY_SHIFT_BASE;
  if (!assay_wants(what)) return;
  assay_from(what, &at->place);
  assay_show(at->type, left);
  assay_text(" is shifted by ");
  assay_show(at->other, right);
  if (outside) {
    assay_text(", and ");
    assay_name(at->type);
    assay_text(" has ");
    assay_numeral(width, 10);
    assay_text(" bits");
    assay_tell();
  }
  assay_text(" to the left, which");
  assay_misfit(at->type);
}
ASSAY_MONITOR void __ubsan_handle_out_of_bounds(struct assay_operation *at, assay_word index) {
  if (!assay_wants(ASSAY_INDEX_OUT_OF_BOUNDS)) return;
  assay_from(ASSAY_INDEX_OUT_OF_BOUNDS, &at->place);
  assay_text("index ");
  assay_show(at->other, index);
  assay_text(" of an array of type ");
  assay_name(at->type);
  assay_tell();
}
ASSAY_MONITOR void __ubsan_handle_type_mismatch_v1(struct assay_pointer *at, assay_word pointer) {
  static const char *const uses[] = {"a read", "a write", "a reference", "an access to a member"};
  int what = pointer ? ASSAY_MISALIGNED_POINTER : ASSAY_NULL_POINTER;
  if (!assay_wants(what) || (pointer && !(pointer & ((1ul << at->alignment) - 1)))) return;
  assay_from(what, &at->place);
  assay_text(at->kind < 4 ? uses[at->kind] : "a use");
  if (pointer) {
    assay_text(" at address 0x");
    assay_numeral(pointer, 16);
    assay_text(", which is no multiple of ");
    assay_numeral(1ul << at->alignment, 10);
  } else assay_text(" through a null pointer");
  assay_text(", of type ");
  assay_name(at->type);
  assay_tell();
}
ASSAY_MONITOR void __ubsan_handle_vla_bound_not_positive(struct assay_operation *at, assay_word bound) {
  if (!assay_wants(ASSAY_VARIABLE_LENGTH_ARRAY_BOUND)) return;
  assay_from(ASSAY_VARIABLE_LENGTH_ARRAY_BOUND, &at->place);
  assay_text("an array of length ");
  assay_show(at->type, bound);
  assay_tell();
}
ASSAY_MONITOR void __ubsan_handle_float_cast_overflow(struct assay_cast *at, assay_word value) {
  (void)value;
  if (!assay_wants(ASSAY_FLOAT_CAST_OVERFLOW)) return;
  assay_from(ASSAY_FLOAT_CAST_OVERFLOW, &at->place);
  assay_text("a number of type ");
  assay_name(at->from);
  assay_misfit(at->to);
}
ASSAY_MONITOR void __ubsan_handle_implicit_conversion(struct assay_cast *at, assay_word from, assay_word to) {
  if (!assay_wants(ASSAY_IMPLICIT_CONVERSION)) return;
  assay_from(ASSAY_IMPLICIT_CONVERSION, &at->place);
  assay_show(at->from, from);
  assay_text(" becomes ");
  assay_show(at->to, to);
  assay_text(" as ");
  assay_name(at->to);
  assay_tell();
}
ASSAY_MONITOR void __ubsan_handle_builtin_unreachable(struct assay_place *at) {
  if (assay_wants(ASSAY_UNREACHABLE)) { assay_from(ASSAY_UNREACHABLE, at); assay_text("it is reached"); assay_tell(); }
}
"""
