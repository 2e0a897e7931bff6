/* Runs of a program one after another, within one process: what a run may call, and how each of them ends.

   What the driver remembers from run to run lies where no run has business: not among the program's own variables, which
   are put back before each run.  Nothing here is trusted: what is found is confirmed elsewhere. */
#define ASSAY_OWN __attribute__((weak, no_instrument_function))
#define ASSAY_HIDDEN static __attribute__((unused, no_instrument_function))
#define ASSAY_ENTRY static __attribute__((used, no_instrument_function))
#define ASSAY_SIZES 0x400
#define ASSAY_FRESH assay_fresh_memory() /* what each word of memory holds that is allocated */
#define ASSAY_FAST __attribute__((optimize("O2"))) /* what every step of a run calls */
typedef unsigned long long assay_value;
typedef __SIZE_TYPE__ assay_size;
#ifdef __x86_64__
#define ASSAY_CLOCK 228
#define ASSAY_ACTION 13
#define ASSAY_ALTERNATIVE 131
#define ASSAY_UNMAP 11
#else
#define ASSAY_CLOCK 265
#define ASSAY_ACTION 174
#define ASSAY_ALTERNATIVE 186
#define ASSAY_UNMAP 91
#endif

enum { ASSAY_RETURNED, ASSAY_ASSUMED, ASSAY_STOPPED, ASSAY_HIT, ASSAY_CRASHED, ASSAY_FAILED };
enum { ASSAY_MOST_INPUTS = 1 << 18, ASSAY_MANY_INPUTS = 20000 };
enum { ASSAY_MAP = 1 << 16, ASSAY_MOST_KEPT = 4000, ASSAY_WORDS = 512, ASSAY_SEEN = 64 };
enum { ASSAY_OWN_STACK = 0x40000, ASSAY_ABOVE = 0x10000 }; /* bytes: the driver's stack, and the guard above the program's */
enum { ASSAY_MEMORY = 0xffff }; /* the number of what is no function */
enum { ASSAY_COMPARED = 64, ASSAY_CHANGED = 512, ASSAY_STATES = 8192, ASSAY_PREFIX = 256, ASSAY_STATE_BITS = 1 << 22 };

struct assay_kept { unsigned count, picks; long long *values; };
struct assay_compared { long long left, right; };
static struct assay_driver {
  assay_value random, steps, most_steps, before, began, now, ends, tick, runs, crashes, last_news, place;
  void *back[5];
  assay_value patience;
  int running, ending, style, ticks, most_ticks, longest, single, covered, crashing, exhausted;
  unsigned count, next, most_inputs, kept, words, word, hits, touched;
  assay_size pool;
  assay_value hit[ASSAY_SEEN];
  int ticks_of_hit[ASSAY_SEEN];
  long long words_of[ASSAY_WORDS], values[ASSAY_MOST_INPUTS], drawn[ASSAY_MOST_INPUTS], best[ASSAY_MOST_INPUTS];
  unsigned short function[ASSAY_MOST_INPUTS];
  unsigned short pieces;
  unsigned touched_at[ASSAY_MAP];
  unsigned char map[ASSAY_MAP], known[ASSAY_MAP];
  struct assay_kept corpus[ASSAY_MOST_KEPT];
  /* What a run compares, while that is noted. */
  int noting;
  unsigned comparisons;
  struct assay_compared compared[ASSAY_COMPARED];
  /* Words of the program's variables that runs change, and which of their values were seen when an input was read. */
  int looking;
  unsigned changes, last_new, states, state;
  int fresh_is_known;
  assay_value fresh;
  const assay_size *changed[ASSAY_CHANGED];
  unsigned char met[ASSAY_STATE_BITS / 8];
  struct assay_kept reached[ASSAY_STATES];
  unsigned long top; /* of the program's stack */
  assay_value long_runs; /* milliseconds of those that were given long */
} *const assay_driver = (struct assay_driver *)ASSAY_DRIVER;
#define D assay_driver

ASSAY_HIDDEN void assay_leave(int how) {
  D->ending = how;
  __builtin_longjmp(D->back, 1);
}
ASSAY_HIDDEN void assay_end(const char *line, int code) {
  (void)line;
  assay_leave(code == 98 ? ASSAY_ASSUMED : code == 99 ? ASSAY_STOPPED : ASSAY_RETURNED);
}
ASSAY_HIDDEN void assay_reached_from(void *place) {
  D->place = (assay_size)place;
  assay_leave(ASSAY_HIT);
}
/* What the compiler's checks call: where in the text, line and column. */
struct assay_text_place { const char *file; unsigned line, column; };
ASSAY_HIDDEN void assay_fails(const struct assay_text_place *at) {
  D->place = (assay_value)at->line << 32 | at->column;
  assay_leave(ASSAY_FAILED);
}
#define ASSAY_CHECK(name) void __ubsan_handle_##name(const struct assay_text_place *at) { assay_fails(at); }
ASSAY_CHECK(add_overflow) ASSAY_CHECK(sub_overflow) ASSAY_CHECK(mul_overflow) ASSAY_CHECK(negate_overflow)
ASSAY_CHECK(divrem_overflow) ASSAY_CHECK(shift_out_of_bounds) ASSAY_CHECK(float_cast_overflow)
#define ASSAY_REACHED() assay_reached_from(__builtin_return_address(0))
#define ASSAY_SEPARATELY __attribute__((weak, noinline, no_instrument_function))
ASSAY_SEPARATELY void __VERIFIER_error(void) { ASSAY_REACHED(); }
ASSAY_SEPARATELY void reach_error(void) { ASSAY_REACHED(); }
ASSAY_SEPARATELY void __assert_fail(void) { ASSAY_REACHED(); }
ASSAY_SEPARATELY void __assert(void) { ASSAY_REACHED(); }
ASSAY_SEPARATELY void __VERIFIER_assert(int condition) { if (!condition) ASSAY_REACHED(); }
ASSAY_SEPARATELY void __CPROVER_assert(int condition) { if (!condition) ASSAY_REACHED(); }
ASSAY_SEPARATELY void __CPROVER_precondition(int condition) { if (!condition) ASSAY_REACHED(); }
ASSAY_SEPARATELY void __ESBMC_assert(int condition) { if (!condition) ASSAY_REACHED(); }
ASSAY_SEPARATELY void assert(int condition) { if (!condition) ASSAY_REACHED(); }
ASSAY_OWN void __VERIFIER_assume(int condition) { if (!condition) assay_leave(ASSAY_ASSUMED); }
ASSAY_OWN void __CPROVER_assume(int condition) { __VERIFIER_assume(condition); }
ASSAY_OWN void __ESBMC_assume(int condition) { __VERIFIER_assume(condition); }
ASSAY_OWN void __builtin_assume(int condition) { __VERIFIER_assume(condition); }
ASSAY_OWN void __VERIFIER_nondet_memory(void *to, assay_size count) { (void)to; (void)count; }
/* A program that defines the error function itself is compiled with -finstrument-functions. */
ASSAY_OWN void __cyg_profile_func_enter(void *function, void *site) {
  if (function == (void *)reach_error || function == (void *)__VERIFIER_error) assay_reached_from(site);
}
ASSAY_OWN void __cyg_profile_func_exit(void *function, void *site) { (void)function; (void)site; }

ASSAY_HIDDEN void assay_put(char *place, assay_value value, unsigned size) {
  for (unsigned i = 0; i < size; i++) place[i] = (char)(value >> 8 * i);
}

/* -- values ---------------------------------------------------------------------------------------------------------- */

ASSAY_FAST ASSAY_HIDDEN unsigned assay_random(void) {
  D->random ^= D->random << 13;
  D->random ^= D->random >> 7;
  D->random ^= D->random << 17;
  return (unsigned)(D->random >> 16);
}
ASSAY_FAST ASSAY_HIDDEN unsigned assay_below(unsigned bound) { return bound ? assay_random() % bound : 0; }
ASSAY_FAST ASSAY_HIDDEN long long assay_some_word(void) { return D->words ? D->words_of[assay_below(D->words)] : 0; }
/* Where the types of C end, or a little before: sums of two such values wrap. */
ASSAY_FAST ASSAY_HIDDEN long long assay_boundary(void) {
  static const unsigned char widths[] = {31, 31, 31, 32, 15, 63, 7, 8, 16, 64};
  unsigned width = widths[assay_below(sizeof widths)], kind = assay_below(6);
  long long top = (long long)((width == 64 ? 0 : 1ull << width) - 1ull);
  if (kind < 2) return top;
  if (kind < 3) return -top - 1;
  if (kind < 4) return top - assay_some_word();
  return top - (long long)assay_below(256);
}
/* A value that nobody has thought of; small ones and constants of the program's comparisons are the likeliest. */
ASSAY_FAST ASSAY_HIDDEN long long assay_fresh(void) {
  unsigned kind;
  switch (D->style) {
  case 0: return 0;
  case 1: return assay_below(2);
  case 2: return assay_below(8);
  case 3: return D->words && assay_below(2) ? D->words_of[assay_below(D->words)] : (long long)assay_below(4);
  case 4: return 1;
  case 5: return D->words ? D->words_of[D->word % D->words] : 2;
  case 6: return (int)assay_random(); /* any two of them differ, mostly */
  }
  kind = assay_below(23);
  if (kind == 20) return assay_boundary();
  if (kind == 21) return assay_some_word() + assay_some_word();
  if (kind == 22) return assay_some_word() - assay_some_word();
  if (kind < 5) return assay_below(2);
  if (kind < 8) return assay_below(8);
  if (kind < 13 && D->words)
    return D->words_of[assay_below(D->words)] + (assay_below(4) ? 0 : (long long)assay_below(3) - 1);
  if (kind < 14) return -1;
  if (kind < 15) return (long long)(1ull << assay_below(64)) - (long long)assay_below(2);
  if (kind < 16) return (int)assay_random();
  if (kind < 17) return (long long)((assay_value)assay_random() << 32 | assay_random());
  if (kind < 18) return assay_below(100);
  if (kind < 19) return 1 + assay_below(7);
  return -(long long)assay_below(100);
}
/* Programs that react to one input after another keep what they know in variables: values that were not seen before are
   as good as new ways (Aschermann et al., IJON, S&P 2020, has people say which variables). */
ASSAY_FAST ASSAY_HIDDEN void assay_look(void) {
  assay_value mixed = D->changes;
  if (D->next >= ASSAY_PREFIX) return;
  for (unsigned i = 0; i < D->changes; i++) mixed = (mixed ^ *D->changed[i]) * 0x9e3779b97f4a7c15ull, mixed ^= mixed >> 29;
  mixed %= ASSAY_STATE_BITS;
  if (D->met[mixed >> 3] & 1u << (mixed & 7)) return;
  D->met[mixed >> 3] |= (unsigned char)(1u << (mixed & 7));
  D->last_new = D->next + 1;
}
ASSAY_FAST ASSAY_HIDDEN long long assay_input(unsigned function) {
  if (D->next >= D->most_inputs) assay_leave(ASSAY_STOPPED);
  if (D->looking) assay_look();
  if (D->next >= D->count) D->values[D->count++] = assay_fresh();
  D->function[D->next] = (unsigned short)function;
  return D->values[D->next++];
}
ASSAY_FAST ASSAY_HIDDEN assay_value assay_recorded(assay_value value) {
  D->drawn[D->next - 1] = (long long)value;
  return value;
}
/* A value from low to high, which are 64 bits of a signed or an unsigned number. */
ASSAY_FAST ASSAY_HIDDEN assay_value assay_draw(unsigned function, assay_value low, assay_value high) {
  assay_value value = (assay_value)assay_input(function), span = high - low + 1;
  if (span && value - low >= span) value = low + (span & (span - 1) ? value % span : (value - low) & (span - 1));
  if (span && value - low >= span) value = low;
  D->values[D->next - 1] = (long long)value; /* so that a smaller one is smaller */
  return assay_recorded(value);
}
/* Where many runs crash, what is made up is rather a pointer that can be followed. */
ASSAY_HIDDEN int assay_crashes(void) { return 4 * D->crashes > D->runs && assay_below(8); }
ASSAY_HIDDEN assay_value assay_input_pointer(unsigned function) {
  int is_new = D->next >= D->count;
  long long value = assay_input(function);
  if (is_new && assay_crashes()) D->values[D->next - 1] = value |= 1;
  return (assay_value)value;
}
/* Null, or memory of its own. */
ASSAY_HIDDEN assay_value assay_draw_pointer(unsigned function) {
  assay_value value = assay_input_pointer(function), piece = value >> 3 & 15;
  if (!(value & 7)) return assay_recorded(0);
  D->pieces |= (unsigned short)(1u << piece);
  return assay_recorded(ASSAY_POINTERS + piece * ASSAY_PIECE + ASSAY_PIECE / 2);
}
/* In a run, all memory that is allocated holds the same: zeros, pointers to memory of its own, or a number. */
ASSAY_HIDDEN assay_value assay_fresh_memory(void) {
  assay_value value;
  if (D->fresh_is_known) return D->fresh;
  D->fresh_is_known = 1;
  value = assay_input_pointer(ASSAY_MEMORY);
  if (value & 1) {
    D->pieces |= 1u << 15;
    value = ASSAY_POINTERS + 15 * ASSAY_PIECE + ASSAY_PIECE / 2;
  }
  return D->fresh = assay_recorded((assay_size)value);
}
/* The bits of a number: a small one, a fraction, or any at all. */
ASSAY_HIDDEN assay_value assay_draw_number(unsigned function, int single) {
  long long value = assay_input(function);
  union { double number; assay_value bits; } wide = {0};
  union { float number; unsigned bits; } narrow = {0};
  unsigned kind = (unsigned)(value & 7);
  wide.number = (double)value;
  if (kind == 5) wide.number = (double)(value >> 3) / 64;
  else if (kind == 6) wide.number = (double)(value >> 3) * 1e-3;
  narrow.number = (float)wide.number;
  if (kind == 7) return assay_recorded(single ? (unsigned)(value >> 3) : (assay_value)value);
  return assay_recorded(single ? narrow.bits : wide.bits);
}

/* -- what instrumented code calls ------------------------------------------------------------------------------------ */

ASSAY_FAST void __sanitizer_cov_trace_pc(void) {
  assay_size place = (assay_size)__builtin_return_address(0);
  unsigned mixed = (unsigned)place * 0x9e3779b1u, at = (mixed >> 8 ^ (unsigned)D->before) & (ASSAY_MAP - 1);
  if (++D->steps > D->most_steps) assay_leave(ASSAY_STOPPED);
  D->before = mixed >> 9;
  if (!D->map[at]++) D->touched_at[D->touched++ & (ASSAY_MAP - 1)] = at;
  if (!D->map[at]) D->map[at] = 255;
}
/* Of what a run compares and finds different, a sample, and the last ones: where it ended is where it could go on. */
ASSAY_FAST ASSAY_HIDDEN void assay_note(long long left, long long right) {
  enum { HALF = ASSAY_COMPARED / 2 };
  unsigned at = D->comparisons++, sampled = at < HALF ? at : assay_below(D->comparisons);
  struct assay_compared pair = {left, right};
  if (sampled < HALF) D->compared[sampled] = pair;
  D->compared[HALF + at % HALF] = pair;
}
ASSAY_FAST ASSAY_HIDDEN void assay_word(long long word) {
  for (unsigned i = 0; i < D->words; i++)
    if (D->words_of[i] == word) return;
  D->words_of[D->words < ASSAY_WORDS ? D->words++ : assay_below(ASSAY_WORDS)] = word;
}
ASSAY_FAST ASSAY_HIDDEN void assay_compares_constant(long long constant, long long with) {
  if (D->noting && constant != with) assay_note(constant, with);
  if (D->runs <= 200) assay_word(constant);
}
ASSAY_FAST ASSAY_HIDDEN void assay_compares(long long left, long long right) {
  if (left == right) return;
  if (D->noting) assay_note(left, right);
  if (D->runs < 64) { assay_word(left); assay_word(right); }
}
ASSAY_FAST void __sanitizer_cov_trace_const_cmp1(signed char a, signed char b) { assay_compares_constant(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_const_cmp2(short a, short b) { assay_compares_constant(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_const_cmp4(int a, int b) { assay_compares_constant(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_const_cmp8(long long a, long long b) { assay_compares_constant(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_cmp1(signed char a, signed char b) { assay_compares(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_cmp2(short a, short b) { assay_compares(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_cmp4(int a, int b) { assay_compares(a, b); }
ASSAY_FAST void __sanitizer_cov_trace_cmp8(long long a, long long b) { assay_compares(a, b); }
void __sanitizer_cov_trace_cmpf(float a, float b) { (void)a; (void)b; }
void __sanitizer_cov_trace_cmpd(double a, double b) { (void)a; (void)b; }
void __sanitizer_cov_trace_switch(assay_value value, assay_value *cases) {
  (void)value;
  for (assay_value i = 0; i < cases[0] && i < 64; i++) assay_word((long long)cases[2 + i]);
}
