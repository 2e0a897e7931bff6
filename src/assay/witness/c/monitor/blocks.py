"""C text: the blocks that malloc gave, in a monitored program: who asked for them, who freed them, what is left.

A block that is freed is not used again.  At the end, what is reachable is what variables of files, the calls that have
not returned, and reachable blocks have an address of (conservatively, as LeakSanitizer does it): a block that is not
reachable is lost.
"""

from __future__ import annotations

from typing import Final

BLOCKS: Final = """
enum { ASSAY_ALIVE = 1, ASSAY_DEAD = 2, ASSAY_SCOPED = 4, ASSAY_SEEN = 8, ASSAY_SCANNED = 16 };
#define ASSAY_BLOCKS 0x20000ul
struct assay_block { assay_word from, size, given[ASSAY_DEPTH], freed[ASSAY_DEPTH]; unsigned state; };
/* Those on the heap, and those that are objects of their own; both in the order of their addresses. */
static struct assay_block *assay_blocks[2];
static assay_word assay_block_count[2], assay_ends[2];

ASSAY_HIDDEN struct assay_block *assay_block_before(assay_word place) {
  int apart = place >= ASSAY_OBJECTS;
  assay_word low = 0, high = assay_block_count[apart];
  if (place < ASSAY_HEAP || place >= ASSAY_OBJECTS + ASSAY_OBJECTS_SIZE) return 0;
  while (low < high) {
    assay_word middle = (low + high) / 2;
    if (assay_blocks[apart][middle].from <= place) low = middle + 1; else high = middle;
  }
  return low ? assay_blocks[apart] + low - 1 : 0;
}
ASSAY_HIDDEN int assay_unallocated(assay_word place) {
  int apart = place >= ASSAY_OBJECTS;
  if (place < ASSAY_HEAP || place >= ASSAY_OBJECTS + ASSAY_OBJECTS_SIZE) return 0;
  return place >= assay_ends[apart];
}
ASSAY_HIDDEN void assay_describe(const struct assay_block *block) {
  assay_text("a block of ");
  assay_numeral(block->size, 10);
  assay_text(block->size == 1 ? " byte, allocated at " : " bytes, allocated at ");
  assay_at(block->given);
  if (block->state & ASSAY_DEAD) { assay_text(", freed at "); assay_at(block->freed); }
}
ASSAY_HIDDEN int assay_near_block(assay_word place) {
  const struct assay_block *block = assay_block_before(place);
  if (!block) { assay_text(" outside of every block"); return 0; }
  const struct assay_block *next = block + 1, *end = assay_blocks[place >= ASSAY_OBJECTS];
  end += assay_block_count[place >= ASSAY_OBJECTS];
  assay_word behind = place - (block->from + block->size);
  if (place >= block->from + block->size && next < end && next->from - place < behind) block = next;
  assay_text(" at offset ");
  assay_signed((long long)(long)(place - block->from));
  assay_text(" of ");
  assay_describe(block);
  return 1;
}
/* A block is given: all up to the next one is not to be used. */
ASSAY_HIDDEN void assay_given(char *memory, assay_word size, assay_word whole, int scoped) {
  assay_word from = (assay_word)memory, covered = (size + 7) & ~7ul;
  int apart = from >= ASSAY_OBJECTS;
  assay_ends[apart] = from + whole;
  assay_paint(from + covered, whole - covered, ASSAY_REDZONE);
  assay_paint(from, size, 0);
  if (assay_block_count[apart] == ASSAY_BLOCKS) assay_end("assay: no memory\\n", 99);
  struct assay_block *block = assay_blocks[apart] + assay_block_count[apart]++;
  block->from = from;
  block->size = size;
  block->state = ASSAY_ALIVE | (scoped ? ASSAY_SCOPED : 0);
  assay_calls(block->given, ASSAY_DEPTH);
}
ASSAY_HIDDEN int assay_is_alive(const void *memory) {
  const struct assay_block *block = assay_block_before((assay_word)memory);
  return block && block->from == (assay_word)memory && block->state == ASSAY_ALIVE;
}
ASSAY_HIDDEN void assay_taken(void *memory) {
  struct assay_block *block = assay_block_before((assay_word)memory);
  int exact = block && block->from == (assay_word)memory && !(block->state & ASSAY_SCOPED);
  if (!memory) return;
  if (!exact || block->state & ASSAY_DEAD) {
    int what = exact ? ASSAY_DOUBLE_FREE : ASSAY_BAD_FREE;
    if (!assay_wants(what)) return;
    assay_open(what);
    assay_here();
    assay_text(exact ? "frees " : "frees an address that malloc did not give");
    if (exact) assay_describe(block);
    else if (block && (assay_word)memory < block->from + block->size) {
      assay_text(",");
      assay_near_block((assay_word)memory);
    }
    assay_tell();
    return;
  }
  block->state |= ASSAY_DEAD;
  assay_paint(block->from, (block->size + 7) & ~7ul, ASSAY_FREED);
  assay_calls(block->freed, ASSAY_DEPTH);
}

/* Words that may be addresses. */
ASSAY_HIDDEN unsigned assay_scan(assay_word from, assay_word to) {
  unsigned found = 0;
  for (from = (from + sizeof from - 1) & ~(sizeof from - 1); from + sizeof from <= to; from += sizeof from) {
    struct assay_block *block = assay_block_before(*(assay_word *)from);
    if (!block || block->state != ASSAY_ALIVE) continue;
    /* Where the heap begins is known to us as well. */
    if (from >= (assay_word)assay_regions && from < (assay_word)(assay_regions + 8)) continue;
    if (*(assay_word *)from > block->from + block->size) continue;
    block->state |= ASSAY_SEEN;
    found++;
  }
  return found;
}
#ifdef __x86_64__
struct assay_segment { unsigned type, flags; assay_word offset, from, physical, stored, size, alignment; };
#define ASSAY_HEADER(header, wide, narrow) (header + wide)
#else
struct assay_segment { unsigned type; assay_word offset, from, physical, stored, size; unsigned flags, alignment; };
#define ASSAY_HEADER(header, wide, narrow) (header + narrow)
#endif
extern __attribute__((weak)) const char __ehdr_start[];
ASSAY_HIDDEN void assay_scan_variables(void) {
  if (!__ehdr_start) return;
  const char *at = __ehdr_start + *(assay_word *)ASSAY_HEADER(__ehdr_start, 32, 28);
  unsigned size = *(unsigned short *)ASSAY_HEADER(__ehdr_start, 54, 42);
  unsigned count = *(unsigned short *)ASSAY_HEADER(__ehdr_start, 56, 44);
  for (; count--; at += size) {
    const struct assay_segment *segment = (const struct assay_segment *)at;
    if (segment->type == 1 && segment->flags & 2) assay_scan(segment->from, segment->from + segment->size);
  }
}
/* A line for each place that allocated what is left. */
static const struct assay_block *assay_left[16];
static unsigned assay_left_count;
ASSAY_HIDDEN int assay_same_calls(const assay_word *left, const assay_word *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}
ASSAY_HIDDEN void assay_left_over(int what, const struct assay_block *block) {
  if (!assay_wants(what) || assay_left_count == sizeof assay_left / sizeof *assay_left) return;
  for (unsigned i = 0; i < assay_left_count; i++)
    if (assay_same_calls(assay_left[i]->given, block->given)) return;
  assay_left[assay_left_count++] = block;
  assay_open(what);
  assay_text(" at ");
  assay_at(block->given);
  assay_text(what == ASSAY_MEMORY_LEAK ? ": nothing points to " : ": the program ends and has not freed ");
  assay_describe(block);
}
/* The end of the program; the calls that have not returned are on the stack from here. */
ASSAY_HIDDEN void assay_look_back(assay_word stack) {
  unsigned more = 1;
  assay_scan_variables();
  if (stack) assay_scan(stack, assay_top);
  while (more) {
    more = 0;
    for (int apart = 0; apart < 2; apart++)
      for (assay_word i = 0; i < assay_block_count[apart]; i++) {
        struct assay_block *block = assay_blocks[apart] + i;
        if (block->state != (ASSAY_ALIVE | ASSAY_SEEN) && block->state != (ASSAY_ALIVE | ASSAY_SCOPED)) continue;
        block->state |= ASSAY_SCANNED;
        more |= assay_scan(block->from, block->from + block->size);
      }
  }
  for (int apart = 0; apart < 2; apart++)
    for (assay_word i = 0; i < assay_block_count[apart]; i++) {
      const struct assay_block *block = assay_blocks[apart] + i;
      if (block->state == ASSAY_ALIVE) assay_left_over(ASSAY_MEMORY_LEAK, block);
      if (block->state & ASSAY_ALIVE && !(block->state & (ASSAY_DEAD | ASSAY_SCOPED)))
        assay_left_over(ASSAY_MEMORY_NOT_FREED, block);
    }
  if (assay_left_count) assay_tell();
}
"""
