#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "CSystem.h"

int detour_remove(int folder, const char *name) {
  if (!unlinkat(folder, name, 0)) return 0;
  if (errno != EISDIR && errno != EPERM) return -1;
  const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0) return -1;
  DIR *listing = fdopendir(inner);
  if (!listing) {
    const int fault = errno;
    close(inner);
    errno = fault;
    return -1;
  }
  // What cannot be removed is told by the folder, which then cannot either.
  for (struct dirent *entry; (entry = readdir(listing));) {
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) detour_remove(inner, entry->d_name);
  }
  closedir(listing);
  return unlinkat(folder, name, AT_REMOVEDIR);
}
