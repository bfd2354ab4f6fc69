#include "CKernels.h"

#if defined(__GLIBC__)
#include <limits.h>
#include <malloc.h>
#endif

void detour_keep_freed(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

void detour_give_back(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
