"""C text: what the checks of ``-fsanitize=address`` call before each access to memory, and the shadow they look at.

One byte of shadow says of eight bytes of memory how many of them may be used, or why none may (Serebryany, Bruening,
Potapenko, Vyukov: AddressSanitizer, 2012, section 3).  The compiler surrounds variables with memory that is not to be
used, and writes that into the shadow itself; blocks of malloc are surrounded by us.  Only memory that the program has
got has a shadow: an access to anything else is an error of its own.  Limit: an access that leaves its object and
arrives in another one is not seen.
"""

from __future__ import annotations

from typing import Final

ADDRESSES: Final = """
#if defined(__x86_64__)
#define ASSAY_SHADOW 0x7fff8000ul
#else
#define ASSAY_SHADOW 0x20000000ul
#endif
#ifndef ASSAY_LIVES /* 1: the variables of a call are not used again when it has returned */
#define ASSAY_LIVES 0
#endif
enum { ASSAY_REDZONE = 0xfa, ASSAY_FREED = 0xfd, ASSAY_RETURNED = 0xf5, ASSAY_LEFT = 0xf8 };
int __asan_option_detect_stack_use_after_return = ASSAY_LIVES;

struct assay_region { assay_word from, to; };
static struct assay_region assay_regions[8];
static unsigned assay_region_count;
ASSAY_HIDDEN unsigned char *assay_shadow(assay_word place) { return (unsigned char *)(ASSAY_SHADOW + (place >> 3)); }
/* Memory of the program, which gets a shadow; the pages at its ends may be those of a neighbour. */
ASSAY_HIDDEN void assay_watch(assay_word from, assay_word to) {
  assay_word first = (assay_word)assay_shadow(from) & ~4095ul, last = ((assay_word)assay_shadow(to) + 4095) & ~4095ul;
  unsigned less = 0;
  for (; less < 4; less++) {
    assay_word begin = first + (less & 1 ? 4096 : 0), end = last - (less & 2 ? 4096 : 0);
    if (begin >= end || (assay_word)assay_map((long)begin, (long)(end - begin)) == begin) break;
  }
  if (less == 4) assay_end("assay: no memory\\n", 99);
  assay_regions[assay_region_count].from = from;
  assay_regions[assay_region_count++].to = to;
}
ASSAY_HIDDEN void assay_paint(assay_word from, assay_word size, unsigned colour) {
  unsigned char *shadow = assay_shadow(from);
  for (assay_word i = 0; i < size / 8; i++) shadow[i] = (unsigned char)colour;
  if (size % 8) shadow[size / 8] = (unsigned char)(colour ? colour : size % 8);
}

/* The variables: those of files are announced by the compiler, those of functions are described at their frame. */
struct assay_global { assay_word from, size, whole; const char *name, *module; assay_word dynamic; void *place, *odr; };
static struct { struct assay_global *first; assay_word count; } assay_modules[64];
static unsigned assay_module_count;
ASSAY_MONITOR void __asan_init(void) {}
ASSAY_MONITOR void __asan_version_mismatch_check_v8(void) {}
ASSAY_MONITOR void __asan_handle_no_return(void) {}
ASSAY_MONITOR void __asan_register_globals(struct assay_global *first, assay_word count) {
  for (assay_word i = 0; i < count; i++) {
    assay_word covered = (first[i].size + 7) & ~7ul;
    assay_paint(first[i].from + covered, first[i].whole - covered, 0xf9);
    assay_paint(first[i].from, first[i].size, 0);
  }
  if (assay_module_count == sizeof assay_modules / sizeof *assay_modules) return;
  assay_modules[assay_module_count].first = first;
  assay_modules[assay_module_count++].count = count;
}
ASSAY_MONITOR void __asan_unregister_globals(struct assay_global *first, assay_word count) { (void)first; (void)count; }
ASSAY_MONITOR void __asan_before_dynamic_init(const char *name) { (void)name; }
ASSAY_MONITOR void __asan_after_dynamic_init(void) {}
ASSAY_MONITOR void __asan_poison_stack_memory(assay_word from, assay_word size) { assay_paint(from, size, ASSAY_LEFT); }
ASSAY_MONITOR void __asan_unpoison_stack_memory(assay_word from, assay_word size) { assay_paint(from, size, 0); }
ASSAY_MONITOR void __asan_alloca_poison(assay_word from, assay_word size) {
  assay_word end = (from + size + 31) & ~31ul, covered = (size + 7) & ~7ul;
  assay_paint(from - 32, 32, 0xca);
  assay_paint(from + covered, end + 32 - (from + covered), 0xcb);
  assay_paint(from, size, 0);
}
ASSAY_MONITOR void __asan_allocas_unpoison(assay_word top, assay_word bottom) {
  if (top && top < bottom) assay_paint(top, bottom - top, 0);
}

/* Frames that are not used again, so that a pointer into one that is left is found out. */
#define ASSAY_FRAMES_SIZE 0x4000000ul
static assay_word assay_frames, assay_frames_used;
static char assay_flag;
ASSAY_HIDDEN assay_word assay_new_frame(assay_word size, assay_word whole) {
  assay_word frame = assay_frames + assay_frames_used;
  if (!assay_frames || whole < size || assay_frames_used + whole > ASSAY_FRAMES_SIZE) return 0;
  assay_frames_used += whole;
  assay_paint(frame, whole, 0);
  for (assay_word place = 0; ASSAY_FILL && place < size; place += sizeof(assay_value))
    *(assay_value *)(frame + place) = ASSAY_FILL;
  *(assay_word *)(frame + whole - sizeof(assay_word)) = (assay_word)&assay_flag;
  return frame;
}
#define ASSAY_CLASS(n) \\
  ASSAY_MONITOR assay_word __asan_stack_malloc_##n(assay_word size) { return assay_new_frame(size, 64ul << n); } \\
  ASSAY_MONITOR void __asan_stack_free_##n(assay_word frame, assay_word size) { \\
    (void)size; \\
    assay_paint(frame, 64ul << n, ASSAY_RETURNED); \\
  }
ASSAY_CLASS(0) ASSAY_CLASS(1) ASSAY_CLASS(2) ASSAY_CLASS(3) ASSAY_CLASS(4) ASSAY_CLASS(5) ASSAY_CLASS(6)
ASSAY_CLASS(7) ASSAY_CLASS(8) ASSAY_CLASS(9) ASSAY_CLASS(10)

ASSAY_HIDDEN void assay_extent(assay_word place, assay_word from, const char *name, assay_word length, assay_word size)
{
  assay_text(" at offset ");
  assay_signed((long long)(long)(place - from));
  assay_text(" of ");
  for (; length && *name && *name != ':'; name++, length--) { char letter[2] = {*name, 0}; assay_text(letter); }
  assay_text(" (");
  assay_numeral(size, 10);
  assay_text(size == 1 ? " byte)" : " bytes)");
}
ASSAY_HIDDEN assay_word assay_distance(assay_word place, assay_word from, assay_word size) {
  return place < from ? from - place : place >= from + size ? place - (from + size) + 1 : 0;
}
ASSAY_HIDDEN int assay_near_global(assay_word place) {
  const struct assay_global *nearest = 0;
  assay_word least = -1ul;
  for (unsigned module = 0; module < assay_module_count; module++)
    for (assay_word i = 0; i < assay_modules[module].count; i++) {
      const struct assay_global *one = assay_modules[module].first + i;
      assay_word distance = assay_distance(place, one->from, one->size);
      if (distance < least) { least = distance; nearest = one; }
    }
  if (!nearest) return 0;
  int string = *nearest->name == '*';
  assay_extent(place, nearest->from, string ? "a string literal" : nearest->name, -1ul, nearest->size);
  return 1;
}
ASSAY_HIDDEN const char *assay_digits(const char *text, assay_word *value) {
  while (*text == ' ') text++;
  for (*value = 0; *text >= '0' && *text <= '9'; text++) *value = *value * 10 + (assay_word)(*text - '0');
  return text;
}
/* The frame begins with a mark and the list of its variables: how many, and of each where, how long, and its name. */
ASSAY_HIDDEN assay_word assay_frame_of(assay_word place) {
  place &= ~31ul;
  for (unsigned steps = 0; steps < 65536 && place > 4096; steps++, place -= 32) {
    const struct assay_region *in = assay_regions;
    while (in < assay_regions + assay_region_count && (place < in->from || place >= in->to)) in++;
    if (in == assay_regions + assay_region_count) return 0;
    if (*(assay_word *)place == 0x41b58ab3ul || *(assay_word *)place == 0x45e0360eul) return place;
  }
  return 0;
}
ASSAY_HIDDEN void assay_near_local(assay_word place) {
  assay_word frame = assay_frame_of(place), count, from, size, length, least = -1ul;
  assay_word at = 0, of = 0, letters = 0;
  const char *text, *name = 0;
  if (!frame) return;
  text = assay_digits(((const char **)frame)[1], &count);
  while (count--) {
    text = assay_digits(assay_digits(assay_digits(text, &from), &size), &length) + 1;
    if (assay_distance(place, frame + from, size) < least) {
      least = assay_distance(place, frame + from, size);
      at = frame + from; of = size; letters = length; name = text;
    }
    text += length;
  }
  if (name) assay_extent(place, at, name, letters, of);
}

ASSAY_HIDDEN int assay_near_block(assay_word place); /* and says so */
ASSAY_HIDDEN int assay_unallocated(assay_word place);

ASSAY_HIDDEN void assay_found(int what, assay_word place, assay_word size, int writes) {
  if (!assay_wants(what)) return;
  assay_open(what);
  assay_here();
  assay_text(writes ? "writes " : "reads ");
  assay_numeral(size, 10);
  assay_text(size == 1 ? " byte" : " bytes");
  switch (what) {
  case ASSAY_NULL_POINTER: assay_text(place ? " through a pointer next to null" : " through a null pointer"); break;
  case ASSAY_WILD_POINTER: assay_text(" at an address where nothing is"); break;
  case ASSAY_HEAP_BUFFER_OVERFLOW: case ASSAY_HEAP_USE_AFTER_FREE: assay_near_block(place); break;
  case ASSAY_GLOBAL_BUFFER_OVERFLOW: assay_near_global(place); break;
  default: assay_near_local(place);
  }
  if (what == ASSAY_STACK_USE_AFTER_SCOPE) assay_text(", whose block was left");
  if (what == ASSAY_STACK_USE_AFTER_RETURN) assay_text(", whose function has returned");
  assay_tell();
}
ASSAY_HIDDEN int assay_colour(unsigned char shadow) {
  switch (shadow) {
  case ASSAY_REDZONE: return ASSAY_HEAP_BUFFER_OVERFLOW;
  case ASSAY_FREED: return ASSAY_HEAP_USE_AFTER_FREE;
  case ASSAY_RETURNED: return ASSAY_STACK_USE_AFTER_RETURN;
  case ASSAY_LEFT: return ASSAY_STACK_USE_AFTER_SCOPE;
  case 0xf9: return ASSAY_GLOBAL_BUFFER_OVERFLOW;
  default: return ASSAY_STACK_BUFFER_OVERFLOW;
  }
}
ASSAY_HIDDEN void assay_access(assay_word place, assay_word size, int writes) {
  const struct assay_region *in = assay_regions;
  if (!size) return;
  while (in < assay_regions + assay_region_count && (place < in->from || place >= in->to)) in++;
  if (in == assay_regions + assay_region_count) {
    if (place < 4096) assay_found(ASSAY_NULL_POINTER, place, size, writes);
    else if (!assay_elsewhere(place)) assay_found(ASSAY_WILD_POINTER, place, size, writes);
    return;
  }
  for (assay_word byte = place; byte - place < size; byte = (byte | 7) + 1) {
    unsigned char shadow = *assay_shadow(byte);
    assay_word last = (byte | 7) < place + size - 1 ? 7 : (place + size - 1) & 7;
    if (byte >= in->to || assay_unallocated(byte)) {
      assay_found(ASSAY_HEAP_BUFFER_OVERFLOW, byte, size, writes);
      return;
    }
    if (!shadow || (shadow < 8 && last < shadow)) continue;
    if (shadow < 8) {
      unsigned char next = *assay_shadow((byte | 7) + 1);
      byte = (byte & ~7ul) + shadow > byte ? (byte & ~7ul) + shadow : byte;
      shadow = next < 8 ? 0xf2 : next;
    }
    assay_found(assay_colour(shadow), byte < place ? place : byte, size, writes);
    return;
  }
}
#define ASSAY_ACCESS(n) \\
  ASSAY_MONITOR void __asan_load##n(assay_word place) { assay_access(place, n, 0); } \\
  ASSAY_MONITOR void __asan_store##n(assay_word place) { assay_access(place, n, 1); }
ASSAY_ACCESS(1) ASSAY_ACCESS(2) ASSAY_ACCESS(4) ASSAY_ACCESS(8) ASSAY_ACCESS(16)
ASSAY_MONITOR void __asan_loadN(assay_word place, assay_word size) { assay_access(place, size, 0); }
ASSAY_MONITOR void __asan_storeN(assay_word place, assay_word size) { assay_access(place, size, 1); }
"""
