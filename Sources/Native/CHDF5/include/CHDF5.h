// Arrays in HDF5 files, read by the system's libhdf5, which is opened when somebody asks for it and linked with nothing: of the
// few who have such files all have the library, and its Debian build brings a web client with it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An open file.
typedef struct detour_hdf5 detour_hdf5;

/// Tells whether the library can be opened.
int detour_hdf5_is_there(void);

/// Opens the file at `path` to read it; NULL where there is no library, or the file is none of HDF5.
detour_hdf5 *detour_hdf5_open(const char *path);

void detour_hdf5_close(detour_hdf5 *file);

/// The number of members of the group at `path`; -1 where there is none.
int64_t detour_hdf5_count(detour_hdf5 *file, const char *path);

/// Writes the name of member `index` of the group into `name`, of `size` bytes; returns its length, or -1.
int64_t detour_hdf5_name(detour_hdf5 *file, const char *path, int64_t index, char *name, size_t size);

/// Writes the extents of the array at `path` into `extents`, at most two; returns how many dimensions it has, or -1 where there is
/// no array of numbers.
int detour_hdf5_extents(detour_hdf5 *file, const char *path, uint64_t extents[2]);

/// Reads the whole array of numbers at `path` into `values`, which has room for it, in the order of the rows; returns 0, or -1.
int detour_hdf5_read(detour_hdf5 *file, const char *path, double *values);
