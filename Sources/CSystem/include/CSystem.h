#ifndef DETOUR_CSYSTEM_H
#define DETOUR_CSYSTEM_H

/// Calls of the system that Swift does not see, because the C library offers them to GNU programs alone.

/// Lets what stands under the two paths change places in one step (Linux, renameat2 with RENAME_EXCHANGE).
/// Answers 0, or -1 with errno: EINVAL or ENOSYS where the file system or the kernel cannot do it.
int detour_exchange(const char *one, const char *other);

#endif
