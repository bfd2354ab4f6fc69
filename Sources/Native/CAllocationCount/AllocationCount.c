// Counts the blocks of memory that a process asks for, when it is loaded before all else (LD_PRELOAD).
//
// The functions stand before those of the C library and hand on to them; freeing is not touched.

#include "AllocationCount.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic int64_t blocks;

static void count(void) { atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed); }

int64_t detour_allocation_count(void) { return atomic_load_explicit(&blocks, memory_order_relaxed); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  count();
  void *got = __libc_memalign(alignment, size);
  if (got == NULL && size != 0) return ENOMEM;
  *block = got;
  return 0;
}
