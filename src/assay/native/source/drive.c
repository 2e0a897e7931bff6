/* -- one run after another ------------------------------------------------------------------------------------------- */

ASSAY_HIDDEN assay_value assay_now(void) { /* milliseconds of the processor: a busy machine makes no difference */
  long time[2] = {0, 0};
  assay_system(ASSAY_CLOCK, 2, (long)time, 0);
  return (assay_value)time[0] * 1000u + (unsigned long)time[1] / 1000000u;
}

/* What the program can write to, as its file says, and what it holds when a run begins. */
struct assay_segment {
#ifdef __x86_64__
  unsigned type, flags;
  unsigned long offset, address, physical, size, memory, alignment;
#else
  unsigned type, offset, address, physical, size, memory, flags, alignment;
#endif
};
extern const char __ehdr_start[];
static struct assay_image { char *place, *copy; assay_size size; } *const assay_images = (void *)(ASSAY_DRIVER + ASSAY_DRIVER_SIZE);
ASSAY_FAST ASSAY_HIDDEN void assay_copy(void *to, const void *from, assay_size size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}
ASSAY_FAST ASSAY_HIDDEN void assay_clear(void *to, assay_size size) {
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(0) : "memory");
}
ASSAY_HIDDEN int assay_remember(void) {
#ifdef __x86_64__
  const struct assay_segment *segment = (const void *)(__ehdr_start + *(const unsigned long *)(__ehdr_start + 32));
  unsigned count = *(const unsigned short *)(__ehdr_start + 56);
#else
  const struct assay_segment *segment = (const void *)(__ehdr_start + *(const unsigned *)(__ehdr_start + 28));
  unsigned count = *(const unsigned short *)(__ehdr_start + 44);
#endif
  struct assay_image *image = assay_images;
  for (; count--; segment++) {
    if (segment->type != 1 || !(segment->flags & 2)) continue;
    image->place = (char *)(assay_size)segment->address;
    image->size = segment->memory;
    image->copy = (char *)assay_map(0, (long)(image->size + 4096));
    if ((assay_size)image->copy % 4096) return 0;
    assay_copy(image->copy, image->place, image->size);
    image++;
  }
  image->size = 0;
  return 1;
}
/* Large pieces of memory are given back, small ones are cleared. */
ASSAY_HIDDEN void assay_renew(assay_size place, assay_size used, assay_size size) {
  if (used < 0x100000) assay_clear((void *)place, used);
  else {
    assay_system(ASSAY_UNMAP, (long)place, (long)size, 0);
    assay_map((long)place, (long)size);
  }
}
ASSAY_HIDDEN void assay_restore(void) {
  assay_renew(ASSAY_HEAP, assay_used[0], ASSAY_HEAP_SIZE);
  assay_renew(ASSAY_OBJECTS, assay_used[1], ASSAY_OBJECTS_SIZE);
  for (unsigned piece = 0; D->pieces; piece++, D->pieces >>= 1)
    if (D->pieces & 1) assay_clear((void *)(ASSAY_SCRATCH + piece * ASSAY_PIECE), ASSAY_PIECE);
  for (struct assay_image *image = assay_images; image->size; image++) assay_copy(image->place, image->copy, image->size);
  for (const struct assay_poke *poke = assay_memory; poke->size; poke++)
    assay_put((char *)(assay_size)poke->place, poke->value, poke->size);
}

/* Which words of variables did the run that just ended change? */
ASSAY_FAST ASSAY_HIDDEN void assay_find_changes(void) {
  enum { MOST = 1 << 16 };
  for (struct assay_image *image = assay_images; image->size; image++) {
    const assay_size *now = (const void *)image->place, *then = (const void *)image->copy;
    if ((assay_size)now % sizeof *now || image->size > MOST) continue;
    for (assay_size i = 0; i < image->size / sizeof *now && D->changes < ASSAY_CHANGED; i++) {
      unsigned known = 0;
      if (now[i] == then[i]) continue;
      while (known < D->changes && D->changed[known] != now + i) known++;
      if (known == D->changes) D->changed[D->changes++] = now + i;
    }
  }
}

/* The program has a stack of its own: what it overwrites there is not the driver's. */
extern int main();
ASSAY_ENTRY void assay_inside(void) {
  for (assay_function *f = __init_array_start; f != __init_array_end; f++) (*f)();
  main((int)assay_arguments[0], (void *)(assay_size)assay_arguments[1], (void *)(assay_size)assay_arguments[2]);
  assay_finish(0);
  assay_leave(ASSAY_RETURNED);
}
#ifdef __x86_64__
#define ASSAY_ENTER(top) __asm__ volatile("movq %0, %%rsp\n\tcall assay_inside" : : "r"(top) : "memory")
#else
#define ASSAY_ENTER(top) __asm__ volatile("movl %0, %%esp\n\tcall assay_inside" : : "r"(top) : "memory")
#endif
static __attribute__((noinline)) void assay_once(void) {
  for (unsigned i = 0; i < D->touched && i < ASSAY_MAP; i++) D->map[D->touched_at[i]] = 0;
  D->touched = D->next = 0;
  D->steps = D->before = 0;
  D->comparisons = D->last_new = 0;
  D->fresh_is_known = 0;
  D->ticks = 0;
  D->runs++;
  assay_restore();
  if (!__builtin_setjmp(D->back)) {
    D->running = 1;
    ASSAY_ENTER(D->top);
  }
  D->running = 0;
  D->crashes += D->ending == ASSAY_CRASHED;
}

/* -- signals: crashes, and a clock for runs without end -------------------------------------------------------------- */

ASSAY_HIDDEN void assay_finished(void);
ASSAY_HIDDEN void assay_tell(const void *what, assay_size size);
#ifdef __x86_64__
#define ASSAY_COUNTER 21 /* the instruction at which a signal arrived, among the words that describe where */
#else
#define ASSAY_COUNTER 19
#endif
/* A loop of a single jump, perhaps behind an instruction that does nothing, is where a program waits for its end. */
ASSAY_HIDDEN const unsigned char *assay_waiting(const unsigned char *at) {
  if (at[0] == 0x90) at++;
  return at[0] == 0xeb && (at[1] == 0xfe || (at[1] == 0xfd && at[-1] == 0x90)) ? at : 0;
}
ASSAY_HIDDEN void assay_signal(int number, void *information, const unsigned char **registers) {
  const unsigned char *at = registers[ASSAY_COUNTER];
  (void)information;
  if (number != 26) {
    if (!D->running) for (;;) assay_system(ASSAY_EXIT, 4, 0, 0);
    D->place = (assay_size)at;
    assay_leave(number == 5 ? ASSAY_ASSUMED : ASSAY_CRASHED);
  }
  if (!D->running) return;
  if (assay_waiting(at)) {
    assay_value record[3] = {2, (assay_size)assay_waiting(at), 0};
    assay_tell(record, sizeof record);
    assay_finished();
  }
  if (assay_now() >= D->ends || ++D->ticks > D->most_ticks) assay_leave(ASSAY_STOPPED);
}
#ifdef __x86_64__
__asm__(".text\nassay_return_from_signal:\n\tmovl $15, %eax\n\tsyscall\n");
#else
__asm__(".text\nassay_return_from_signal:\n\tmovl $173, %eax\n\tint $0x80\n");
#endif
extern void assay_return_from_signal(void) __asm__("assay_return_from_signal");
ASSAY_HIDDEN void assay_set_signals(void) {
  static const int numbers[] = {4, 5, 7, 8, 11, 26};
  struct { void *handler; unsigned long flags; void *restorer; unsigned long mask[2]; } action =
      {(void *)assay_signal, 0x4c000004ul, (void *)assay_return_from_signal, {0, 0}};
  struct { void *place; int flags; assay_size size; } stack = {(void *)assay_map(0, 0x20000), 0, 0x20000};
  assay_system(ASSAY_ALTERNATIVE, (long)&stack, 0, 0);
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
#ifdef __x86_64__
    register long size __asm__("r10") = 8;
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"((long)ASSAY_ACTION), "D"((long)numbers[i]), "S"(&action), "d"(0L),
                     "r"(size) : "rcx", "r11", "memory");
#else
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"((long)ASSAY_ACTION), "b"((long)numbers[i]), "c"(&action), "d"(0L),
                     "S"(8L) : "memory");
#endif
  }
}

/* -- what is kept, and told ------------------------------------------------------------------------------------------ */

ASSAY_HIDDEN void assay_tell(const void *what, assay_size size) {
  const char *at = what;
  while (size) {
    long written = assay_system(ASSAY_WRITE, 3, (long)at, (long)size);
    if (written <= 0) for (;;) assay_system(ASSAY_EXIT, 3, 0, 0);
    at += written;
    size -= (assay_size)written;
  }
}
ASSAY_HIDDEN void assay_tell_run(assay_value kind, assay_value place) {
  assay_value head[3] = {kind, place, D->next}, rows[128][3];
  assay_tell(head, sizeof head);
  for (unsigned i = 0, full = 0; i < D->next; i++) {
    assay_value *row = rows[full++];
    row[0] = D->function[i];
    row[1] = (assay_value)D->drawn[i];
    row[2] = (assay_value)D->values[i];
    if (full < sizeof rows / sizeof *rows && i + 1 < D->next) continue;
    assay_tell(rows, full * sizeof *rows);
    full = 0;
  }
}
ASSAY_HIDDEN void assay_finished(void) {
  assay_value head[3] = {3, D->last_news, 3}, counts[9] = {0, D->runs, 0, 0, D->crashes, 0, 0, assay_now() - D->began, D->exhausted};
  assay_tell(head, sizeof head);
  assay_tell(counts, sizeof counts);
  for (;;) assay_system(ASSAY_EXIT, 0, 0, 0);
}
ASSAY_FAST ASSAY_HIDDEN unsigned char assay_often(unsigned char count) {
  return count < 3 ? count : count == 3 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}
ASSAY_FAST ASSAY_HIDDEN int assay_is_new(void) {
  int found = 0;
  for (unsigned i = 0; i < D->touched && i < ASSAY_MAP; i++) {
    unsigned at = D->touched_at[i];
    unsigned char often = assay_often(D->map[at]);
    if (often & ~D->known[at]) { D->known[at] |= often; found = 1; }
  }
  return found;
}
ASSAY_HIDDEN void assay_keep(void) {
  assay_size size = D->next * sizeof(long long);
  if (D->kept >= ASSAY_MOST_KEPT || D->pool + size > ASSAY_POOL_SIZE) return;
  struct assay_kept *kept = D->corpus + D->kept++;
  kept->count = D->next;
  kept->picks = 0;
  kept->values = (long long *)(ASSAY_POOL + D->pool);
  assay_copy(kept->values, D->values, size);
  D->pool += size;
}

/* -- which run comes next -------------------------------------------------------------------------------------------- */

ASSAY_HIDDEN void assay_insert(unsigned at) {
  if (D->count >= ASSAY_MOST_INPUTS) return;
  for (unsigned i = D->count++; i > at; i--) D->values[i] = D->values[i - 1];
  D->values[at] = assay_fresh();
}
ASSAY_HIDDEN void assay_remove(unsigned at, unsigned number) {
  D->count -= number;
  for (unsigned i = at; i < D->count; i++) D->values[i] = D->values[i + number];
}
ASSAY_HIDDEN void assay_splice(unsigned chosen) {
  struct assay_kept *other = D->corpus + assay_below(D->kept);
  unsigned from = assay_below(other->count), at = assay_below(D->corpus[chosen].count + 1), number = other->count - from;
  if (!other->count || at + number > ASSAY_MOST_INPUTS) return;
  assay_copy(D->values + at, other->values + from, number * sizeof(long long));
  D->count = at + number;
}
/* Where inputs must agree, two that do change together. */
ASSAY_HIDDEN void assay_change_two(void) {
  unsigned at = assay_below(D->count), other = assay_below(D->count), tries = 0;
  long long value = assay_fresh();
  while (tries++ < D->count && (other == at || D->values[other] != D->values[at])) other = (other + 1) % D->count;
  D->values[at] = D->values[other] = value;
}
ASSAY_HIDDEN void assay_take(const struct assay_kept *kept) {
  D->count = kept->count;
  assay_copy(D->values, kept->values, D->count * sizeof(long long));
}
/* The least tried of a few. */
ASSAY_HIDDEN unsigned assay_choose(const struct assay_kept *from, unsigned number) {
  unsigned chosen = assay_below(number);
  for (int tries = 0; tries < 2; tries++) {
    unsigned other = assay_below(number);
    if (from[other].picks < from[chosen].picks) chosen = other;
  }
  return chosen;
}
ASSAY_HIDDEN void assay_vary(void) {
  unsigned chosen, way, last;
  D->count = 0;
  if (!D->kept || !assay_below(10)) return;
  if (D->looking && D->states && assay_below(2)) {
    struct assay_kept *reached = D->reached + assay_choose(D->reached, D->states);
    reached->picks++;
    assay_take(reached);
    return;
  }
  chosen = assay_choose(D->corpus, D->kept);
  if (!assay_below(3)) chosen = D->kept - 1 - assay_below(D->kept < 8 ? D->kept : 8);
  D->corpus[chosen].picks++;
  assay_take(D->corpus + chosen);
  way = assay_below(10);
  last = D->count;
  if (!last) return;
  if (way < 3)
    for (int times = 1 + (int)assay_below(3); times--;) {
      unsigned at = assay_below(last);
      if (assay_below(3)) D->values[at] = assay_fresh();
      else D->values[at] += (long long)assay_below(5) - 2;
    }
  else if (way < 4) D->count = assay_below(last + 1);
  else if (way < 5) D->count = last - 1 - assay_below(last < 6 ? last : 6);
  else if (way < 6) assay_insert(assay_below(last));
  else if (way < 7 && last > 1) assay_remove(assay_below(last), 1);
  else if (way < 8) assay_splice(chosen);
  else if (way < 9) assay_change_two();
}

/* -- a run that hits: fewer and smaller inputs that hit as well ------------------------------------------------------ */

ASSAY_HIDDEN int assay_is_hit(void) {
  return D->ending == ASSAY_HIT || D->ending == ASSAY_FAILED || (D->ending == ASSAY_CRASHED && D->crashing);
}
ASSAY_HIDDEN int assay_hits(assay_value place) {
  D->style = 0;
  assay_once();
  return assay_is_hit() && D->place == place;
}
/* From here on, runs that need more are not worth while. */
ASSAY_HIDDEN unsigned assay_save(void) {
  assay_copy(D->best, D->values, D->next * sizeof(long long));
  return D->most_inputs = D->next;
}
ASSAY_HIDDEN void assay_load(unsigned count) {
  D->count = count;
  assay_copy(D->values, D->best, count * sizeof(long long));
}
ASSAY_FAST ASSAY_HIDDEN int assay_is_clear(const long long *values, unsigned count) {
  while (count && !values[count - 1]) count--;
  return !count;
}
ASSAY_HIDDEN void assay_minimise(assay_value place, assay_value until) {
  unsigned best = assay_save();
  assay_value half = (assay_now() + until) / 2;
  for (unsigned piece = best; piece > 1; piece /= 2)
    for (unsigned at = 0; at + piece <= best && assay_now() < half; at += piece) {
      if (assay_is_clear(D->best + at, piece)) continue;
      assay_load(best);
      assay_clear(D->values + at, piece * sizeof(long long));
      if (assay_hits(place)) best = assay_save();
    }
  for (unsigned piece = best / 2; piece; piece /= 2)
    for (unsigned at = 0; at + piece <= best && assay_now() < until;) {
      assay_load(best);
      assay_remove(at, piece);
      if (assay_hits(place) && D->next < best) best = assay_save();
      else at += piece;
    }
  for (unsigned at = 0; at < best && assay_now() < until; at++) {
    enum { NEARBY = 8 }; /* half of a value may be of the wrong kind, odd or even or the like */
    long long value = D->best[at], half = value < 0 ? -value : value / 2;
    for (unsigned i = 0; i < 2 + NEARBY && assay_now() < until; i++) {
      long long smaller = i < 2 ? (long long)i : half + (long long)i - 2;
      if (smaller == value || (i >= 2 && value > 0 && smaller > value)) break;
      assay_load(best);
      D->values[at] = smaller;
      if (!assay_hits(place)) continue;
      best = assay_save();
      if (i >= 2) at--;
      break;
    }
  }
  assay_load(best);
  assay_hits(place);
}
ASSAY_HIDDEN void assay_hit(void) {
  enum { MINIMISING = 200, SHORTER = 200 }; /* milliseconds */
  assay_value place = D->place, ends = D->ends, now = assay_now(), kind = 8 + (assay_value)D->ending;
  unsigned at = 0;
  while (at < D->hits && D->hit[at] != place) at++;
  if (at == ASSAY_SEEN || (at < D->hits && D->ticks >= D->ticks_of_hit[at])) return;
  if (at == D->hits) D->hit[D->hits++] = place;
  assay_tell_run(kind, place);
  D->ends = now + 2 * MINIMISING;
  D->most_ticks = D->ticks + 1; /* what takes longer is no smaller */
  D->most_steps = ~0ull;
  assay_load(assay_save());
  assay_minimise(place, now + MINIMISING);
  if (assay_is_hit() && D->place == place) assay_tell_run(kind, place);
  D->ticks_of_hit[at] = D->ticks;
  D->ends = ends;
  if (!D->single) return;
  if (!D->ticks) assay_finished();
  /* It took long, and people want to follow it: perhaps there is a shorter one. */
  now = assay_now();
  if (now + SHORTER < ends) D->ends = now + SHORTER;
}

/* Inputs with which the program came to values of its variables that were not seen before; the oldest are forgotten. */
ASSAY_HIDDEN void assay_keep_state(void) {
  unsigned at = D->state++ % ASSAY_STATES, count = D->last_new - 1;
  struct assay_kept *reached = D->reached + at;
  reached->values = (long long *)(ASSAY_REACHED_STATES + at * (ASSAY_PREFIX * sizeof(long long)));
  reached->count = count;
  reached->picks = 0;
  assay_copy(reached->values, D->values, count * sizeof(long long));
  if (D->states < ASSAY_STATES) D->states++;
}

ASSAY_HIDDEN void assay_bound(assay_value number) {
  static const char first[] = {0, 6, 4, 1, 2, 3, 5, 5, 5, 5, 3};
  D->style = number < sizeof first ? first[number] : (int)assay_below(12);
  D->word = (unsigned)number;
  /* Most programs that ask for more go on to do so forever. */
  D->most_inputs = number < 8 || !(number & 63) ? ASSAY_MOST_INPUTS : ASSAY_MANY_INPUTS;
  /* Runs that were given long get a quarter of the time, but for the first ones. */
  D->most_ticks = (number < 3 || 4 * D->long_runs < D->now) && !(D->single && D->hits) ? D->longest : 1;
  D->most_steps = number < 3 ? 30000000 : number < 100 ? 100000 : assay_below(100) < 94 ? 20000
                  : assay_below(10) < 8 ? 300000 : 3000000;
  if (!D->covered) D->most_steps = ~0ull;
}
ASSAY_HIDDEN int assay_over(void) {
  D->now = assay_now() - D->began;
  return D->began + D->now >= D->ends || (D->patience && D->now > D->patience + 3 * D->last_news);
}
ASSAY_HIDDEN void assay_try(void) {
  assay_once();
  if (D->ticks > 1) D->long_runs += (assay_value)D->ticks * D->tick;
  if (assay_is_hit()) assay_hit();
  else if (D->covered && !(D->ending == ASSAY_CRASHED && assay_crashes()) && assay_is_new()) {
    assay_keep();
    D->last_news = assay_now() - D->began;
  }
  if (D->last_new) assay_keep_state();
}
/* One of the comparisons of a run, rather one of the last ones. */
ASSAY_HIDDEN struct assay_compared assay_some_comparison(const struct assay_compared *compared, unsigned number) {
  enum { HALF = ASSAY_COMPARED / 2 };
  unsigned held = number < HALF ? number : HALF, kind = assay_below(4);
  if (!kind) return compared[assay_below(held)];
  return compared[HALF + (number - 1 - assay_below(kind == 1 ? held : held < 4 ? held : 4)) % HALF];
}
/* What is kept is run once more, noting what it compares: an input that is one side becomes the other, or is moved by
   the difference (Aschermann et al., Redqueen, NDSS 2019). */
ASSAY_HIDDEN void assay_follow(const struct assay_kept *kept, unsigned most) {
  struct assay_compared compared[ASSAY_COMPARED];
  unsigned number;
  assay_take(kept);
  D->noting = 1;
  assay_once();
  D->noting = 0;
  number = D->comparisons;
  assay_copy(compared, D->compared, sizeof compared);
  if (!number || !kept->count) return;
  for (unsigned tries = 0; tries < most && (tries & 15 || !assay_over()); tries++) {
    struct assay_compared pair = assay_some_comparison(compared, number);
    unsigned start = assay_below(kept->count), at = 0;
    long long left = assay_below(2) ? pair.left : pair.right, right = left == pair.left ? pair.right : pair.left;
    assay_take(kept);
    while (at < kept->count && D->values[(start + at) % kept->count] != left) at++;
    D->values[(start + at) % kept->count] += right - left + (assay_below(3) ? 0 : (long long)assay_below(3) - 1);
    assay_try();
  }
}
ASSAY_ENTRY void assay_main(void) {
  unsigned followed = 0;
  for (assay_value number = 0;; number++) {
    if (!(number & 15) && assay_over()) break;
    assay_bound(number);
    D->count = 0;
    if (number >= 100 && D->covered) {
      if (!(number & (number < 1024 ? 63 : 1023))) assay_find_changes();
      /* States are looked at where new ways are no longer found. */
      D->looking = D->changes > 0 && D->now > 50 + 2 * D->last_news;
      if (followed < D->kept || (D->kept && !(number & 63))) {
        assay_follow(D->corpus + (followed < D->kept ? followed++ : assay_choose(D->corpus, D->kept)), 64);
        continue;
      }
      assay_vary();
    }
    assay_try();
    /* Without inputs, every run is like this one, but for what memory holds. */
    if (D->next <= (number > 8 && D->fresh_is_known) && D->ending != ASSAY_STOPPED) {
      D->exhausted = !D->next;
      break;
    }
  }
  assay_finished();
}
ASSAY_ENTRY void assay_begin(void) {
  assay_value given[4] = {0, 0, 0, 0};
  unsigned long stack, own;
  long words;
  int fits = (assay_size)assay_map(ASSAY_DRIVER, ASSAY_DRIVER_SIZE + 4096) == ASSAY_DRIVER
             && (assay_size)assay_map(ASSAY_POOL, ASSAY_POOL_SIZE) == ASSAY_POOL
             && (assay_size)assay_map(ASSAY_REACHED_STATES, ASSAY_REACHED_STATES_SIZE) == ASSAY_REACHED_STATES
             && (assay_size)assay_map(ASSAY_SCRATCH, ASSAY_SCRATCH_SIZE) == ASSAY_SCRATCH
             && (assay_size)assay_map(ASSAY_HEAP, ASSAY_HEAP_SIZE) == ASSAY_HEAP
             && (assay_size)assay_map(ASSAY_OBJECTS, ASSAY_OBJECTS_SIZE) == ASSAY_OBJECTS;
  stack = (unsigned long)assay_map(0, ASSAY_STACK_SIZE);
  own = (unsigned long)assay_map(0, ASSAY_OWN_STACK);
  if (!fits || stack % 4096 || own % 4096 || sizeof(struct assay_driver) > ASSAY_DRIVER_SIZE) for (;;) assay_system(ASSAY_EXIT, 5, 0, 0);
  D->top = stack + ASSAY_STACK_SIZE - ASSAY_ABOVE;
  assay_system(ASSAY_PROTECT, (long)stack, ASSAY_GUARD, 0);
  assay_system(ASSAY_PROTECT, (long)D->top, ASSAY_ABOVE, 0);
  assay_system(ASSAY_READ, 0, (long)given, sizeof given);
  D->random = given[0] * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
  D->patience = given[2];
  D->single = (int)(given[3] & 1);
  D->covered = (int)(given[3] >> 1 & 1);
  D->crashing = (int)(given[3] >> 2 & 1);
  D->longest = (int)(given[3] >> 8 & 255);
  D->tick = given[3] >> 16;
  words = assay_system(ASSAY_READ, 0, (long)D->words_of, sizeof D->words_of);
  D->words = words > 0 ? (unsigned)words / sizeof *D->words_of : 0;
  if (!assay_remember()) for (;;) assay_system(ASSAY_EXIT, 5, 0, 0);
  assay_set_signals();
  D->began = assay_now();
  D->ends = D->began + given[1];
  ASSAY_SWITCH(own + ASSAY_OWN_STACK);
}
