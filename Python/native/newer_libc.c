/* Functions of newer versions of glibc that the libraries of Debian 12 and of Swift call, for glibc 2.28. The definitions of the program come
   before those of the C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/types.h>
#include <time.h>

/* glibc 2.36: Expat draws the key of its hash tables by it, libstdc++ the numbers of std::random_device. */
void arc4random_buf(void *bytes, size_t count) {
  uint8_t *next = bytes;
  while (count > 0) {
    /* Up to 256 bytes are never interrupted; it fails only where the kernel has no random numbers at all. */
    size_t wanted = count < 256 ? count : 256;
    ssize_t got = getrandom(next, wanted, 0);
    if (got < 0) abort();
    next += got;
    count -= (size_t)got;
  }
}

uint32_t arc4random(void) {
  uint32_t bits;
  arc4random_buf(&bits, sizeof bits);
  return bits;
}

/* glibc 2.32: whether the process has one thread, so that libstdc++ may count references without atomic instructions. False is always safe. */
char __libc_single_threaded = 0;

/* glibc 2.30: libstdc++ waits by it until a time of the steady clock. The time is put on the clock of pthread_cond_timedwait; a change of that
   clock lengthens or shortens the wait, after which libstdc++ looks at the steady clock again. */
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
  struct timespec now, system, end = *until;
  if (clock != CLOCK_REALTIME) {
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_REALTIME, &system);
    end.tv_sec += system.tv_sec - now.tv_sec;
    end.tv_nsec += system.tv_nsec - now.tv_nsec;
    if (end.tv_nsec < 0) end.tv_nsec += 1000000000, end.tv_sec -= 1;
    if (end.tv_nsec >= 1000000000) end.tv_nsec -= 1000000000, end.tv_sec += 1;
  }
  return pthread_cond_timedwait(condition, mutex, &end);
}

/* glibc 2.29: Foundation starts a program in another folder by it, here gnuplot. That of the C library if it has one; otherwise Foundation
   reports that it cannot, and only pictures are not drawn. */
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions, const char *restrict path) {
  typedef int Add(posix_spawn_file_actions_t *restrict, const char *restrict);
  Add *add = (Add *)dlsym(RTLD_NEXT, "posix_spawn_file_actions_addchdir_np");
  return add ? add(actions, path) : ENOSYS;
}
