#ifndef DETOUR_CSYSTEM_H
#define DETOUR_CSYSTEM_H

#include <sys/types.h>

/// Calls of the system that Swift does not see, because the C library offers them to GNU programs alone.

/// Lets what stands under the two paths change places in one step (Linux, renameat2 with RENAME_EXCHANGE).
/// Answers 0, or -1 with errno: EINVAL or ENOSYS where the file system or the kernel cannot do it.
int detour_exchange(const char *one, const char *other);

/// Removes what is called `name` in the open folder `folder`, with all that lies in it; of a symbolic link the link alone.
/// Answers 0, or -1 with errno.
int detour_remove(int folder, const char *name);

/// Returns the processor time that ended child processes of this one have had, seconds.
double detour_ended_processor_s(void);

/// Starts the program that `words`, which end with NULL, name and give arguments to, in `folder` (empty for the working
/// folder), in a process group of its own. `streams` become our ends of its standard input, which does not block, its
/// standard output and its standard error. Answers 0, or the number of the fault.
int detour_start(char *const words[], const char *folder, pid_t *process, int streams[3]);

/// Starts a process of the group `group` that kills the group as soon as nobody holds the descriptor `hold` any more, that
/// is, when we have ended, however that was. Answers 0, or the number of the fault.
int detour_guard(pid_t group, pid_t *guard, int *hold);

/// Writes like `write`, but for a reader who has left, which is EPIPE alone and no signal.
ssize_t detour_send(int stream, const void *bytes, size_t count);

/// Notes that code of others begins, or ends, to run on this thread.
void detour_guest_enter(void);
void detour_guest_leave(void);

/// Tells whether it runs on this thread.
int detour_guest_is_running(void);

#endif
