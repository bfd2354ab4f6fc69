#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>

int detour_exchange(const char *one, const char *other) {
#ifdef RENAME_EXCHANGE
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
#else
  (void)one;
  (void)other;
  errno = ENOSYS;
  return -1;
#endif
}

double detour_ended_processor_s(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
    return 0;
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    + 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}
