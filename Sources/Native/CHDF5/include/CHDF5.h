// Arrays in HDF5 files, read by the system's libhdf5, which is opened when somebody asks for it and linked with nothing: of the
// few who have such files all have the library, and its Debian build brings a web client with it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An open file.
typedef struct detour_hdf5 detour_hdf5;

/// Tells whether the library can be opened.
int detour_hdf5_is_there(void);

/// The reason the library cannot be opened although it is there, such as too little memory; empty otherwise.
const char *detour_hdf5_trouble(void);

/// Opens the file at `path` to read it; NULL where there is no library, or the file is none of HDF5.
detour_hdf5 *detour_hdf5_open(const char *path);

void detour_hdf5_close(detour_hdf5 *file);

/// The number of members of the group at `path`; -1 where there is none.
int64_t detour_hdf5_count(detour_hdf5 *file, const char *path);

/// Writes the name of member `index` of the group into `name`, of `size` bytes; returns its length, or -1.
int64_t detour_hdf5_name(detour_hdf5 *file, const char *path, int64_t index, char *name, size_t size);

/// Tells whether the name at `path` is a link into another file; such links are never followed.
int detour_hdf5_is_elsewhere(detour_hdf5 *file, const char *path);

/// Writes the extents of the array at `path` into `extents`, at most two; returns how many dimensions it has, -1 where there is
/// no array of numbers, or -2 where its values lie in other files (external or virtual storage), which are never read.
int detour_hdf5_extents(detour_hdf5 *file, const char *path, uint64_t extents[2]);

/// Reads the whole array of numbers at `path` into `values`, in the order of the rows; returns 0, or -1 where it has not `count`
/// values.
int detour_hdf5_read(detour_hdf5 *file, const char *path, uint64_t count, double *values);

/// Reads an array of integers likewise, exactly; returns 1, 2 where they have no sign (and `values` are their bits), 0 where they
/// are no integers, or -1.
int detour_hdf5_read_integers(detour_hdf5 *file, const char *path, uint64_t count, int64_t *values);
