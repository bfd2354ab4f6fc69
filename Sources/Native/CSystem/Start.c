#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include "CSystem.h"

extern char **environ;

static void close_all(int ends[3][2]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      if (ends[i][j] >= 0) close(ends[i][j]);
    }
  }
}

// Its own group, so that an interrupt at the terminal reaches us alone and all that it starts can be ended with it; and the
// signals as a new program expects them.
static int set_attributes(posix_spawnattr_t *attributes, pid_t group) {
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  sigaddset(&usual, SIGXFSZ);
  int fault = posix_spawnattr_setsigmask(attributes, &none);
  if (!fault) fault = posix_spawnattr_setsigdefault(attributes, &usual);
  if (!fault) fault = posix_spawnattr_setpgroup(attributes, group);
  const short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
  return fault ? fault : posix_spawnattr_setflags(attributes, flags);
}

int detour_start(char *const words[], const char *folder, pid_t *process, int streams[3]) {
  int ends[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  for (int i = 0; i < 3; i++) {
    if (pipe2(ends[i], O_CLOEXEC)) {
      const int fault = errno;
      close_all(ends);
      return fault;
    }
  }
  // The process reads the first and writes the other two.
  const int theirs[3] = {ends[0][0], ends[1][1], ends[2][1]};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int fault = posix_spawn_file_actions_init(&actions);
  if (!fault) {
    fault = posix_spawnattr_init(&attributes);
    if (!fault) {
      fault = set_attributes(&attributes, 0);
      if (!fault && *folder) fault = posix_spawn_file_actions_addchdir_np(&actions, folder);
      for (int i = 0; !fault && i < 3; i++) fault = posix_spawn_file_actions_adddup2(&actions, theirs[i], i);
      if (!fault) fault = posix_spawnp(process, words[0], &actions, &attributes, words, environ);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  if (fault) {
    close_all(ends);
    return fault;
  }
  for (int i = 0; i < 3; i++) close(theirs[i]);
  streams[0] = ends[0][1];
  streams[1] = ends[1][0];
  streams[2] = ends[2][0];
  fcntl(streams[0], F_SETFL, O_NONBLOCK);
  return 0;
}

// A shell, and not a fork of ours: that would copy the tables of all our memory. Its standard input ends when we do.
static int start_guard(pid_t group, const int theirs[2], pid_t *guard) {
  static char *const words[] = {"sh", "-c", "read word || kill -9 0", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int fault = posix_spawn_file_actions_init(&actions);
  if (fault) return fault;
  fault = posix_spawnattr_init(&attributes);
  if (!fault) {
    fault = set_attributes(&attributes, group);
    for (int i = 0; !fault && i < 3; i++)
      fault = posix_spawn_file_actions_adddup2(&actions, theirs[i > 0], i);
    if (!fault) fault = posix_spawn(guard, "/bin/sh", &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return fault;
}

int detour_guard(pid_t group, pid_t *guard, int *hold) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return errno;
  const int theirs[2] = {ends[0], open("/dev/null", O_WRONLY | O_CLOEXEC)};
  const int fault = theirs[1] < 0 ? errno : start_guard(group, theirs, guard);
  if (theirs[1] >= 0) close(theirs[1]);
  close(ends[0]);
  if (fault) close(ends[1]);
  *hold = ends[1];
  return fault;
}

ssize_t detour_send(int stream, const void *bytes, size_t count) {
  sigset_t broken, before, waiting;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  // A reader who has left is an answer of this call, and no signal to the program.
  sigpending(&waiting);
  const int was_waiting = sigismember(&waiting, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t sent = write(stream, bytes, count);
  const int fault = errno;
  if (sent < 0 && fault == EPIPE && !was_waiting) {
    const struct timespec at_once = {0, 0};
    while (sigtimedwait(&broken, NULL, &at_once) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = fault;
  return sent;
}
