#include "CHDF5.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// The types of HDF5 1.10 and later: https://docs.hdfgroup.org/hdf5/v1_14/_r_m.html
typedef int64_t hid_t;
typedef int herr_t;
typedef uint64_t hsize_t;
enum { READ_ONLY = 0, DEFAULT = 0, ALL = 0, CLASS_INTEGER = 0, CLASS_FLOAT = 1 };

static struct {
  herr_t (*open)(void);
  herr_t (*version)(unsigned *, unsigned *, unsigned *);
  herr_t (*silence)(hid_t, void *, void *);
  hid_t (*open_file)(const char *, unsigned, hid_t);
  herr_t (*close_file)(hid_t);
  hid_t (*open_group)(hid_t, const char *, hid_t);
  herr_t (*close_group)(hid_t);
  herr_t (*count)(hid_t, hsize_t *);
  int64_t (*name)(hid_t, hsize_t, char *, size_t);
  hid_t (*open_array)(hid_t, const char *, hid_t);
  herr_t (*close_array)(hid_t);
  hid_t (*space)(hid_t);
  herr_t (*close_space)(hid_t);
  int (*extents)(hid_t, hsize_t *, hsize_t *);
  int (*dimensions)(hid_t);
  hid_t (*type)(hid_t);
  int (*type_class)(hid_t);
  herr_t (*close_type)(hid_t);
  herr_t (*read)(hid_t, hid_t, hid_t, hid_t, hid_t, void *);
  hid_t *number;
  int is_there;
} hdf5;

// The library may have been built for one thread.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {
      "libhdf5_serial.so.310", "libhdf5_serial.so.200", "libhdf5_serial.so.103", "libhdf5.so.310", "libhdf5.so.200",
      "libhdf5.so.103",        "libhdf5_serial.so",     "libhdf5.so",
  };
  void *library = NULL;
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; ++i) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  const struct {
    const char *name;
    void *place;
  } symbols[] = {
      {"H5open", &hdf5.open},
      {"H5get_libversion", &hdf5.version},
      {"H5Eset_auto2", &hdf5.silence},
      {"H5Fopen", &hdf5.open_file},
      {"H5Fclose", &hdf5.close_file},
      {"H5Gopen2", &hdf5.open_group},
      {"H5Gclose", &hdf5.close_group},
      {"H5Gget_num_objs", &hdf5.count},
      {"H5Gget_objname_by_idx", &hdf5.name},
      {"H5Dopen2", &hdf5.open_array},
      {"H5Dclose", &hdf5.close_array},
      {"H5Dget_space", &hdf5.space},
      {"H5Sclose", &hdf5.close_space},
      {"H5Sget_simple_extent_dims", &hdf5.extents},
      {"H5Sget_simple_extent_ndims", &hdf5.dimensions},
      {"H5Dget_type", &hdf5.type},
      {"H5Tget_class", &hdf5.type_class},
      {"H5Tclose", &hdf5.close_type},
      {"H5Dread", &hdf5.read},
      {"H5T_NATIVE_DOUBLE_g", &hdf5.number},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return;
    *(void **)symbols[i].place = symbol;
  }
  unsigned major = 0, minor = 0, release = 0;
  // Identifiers had 32 bits before 1.10.
  hdf5.is_there = hdf5.open() >= 0 && hdf5.version(&major, &minor, &release) >= 0 && (major > 1 || minor >= 10);
}

struct detour_hdf5 {
  hid_t id;
};

int detour_hdf5_is_there(void) {
  pthread_once(&once, load);
  return hdf5.is_there;
}

detour_hdf5 *detour_hdf5_open(const char *path) {
  if (!detour_hdf5_is_there()) return NULL;
  pthread_mutex_lock(&lock);
  // Errors are told by us.
  hdf5.silence(DEFAULT, NULL, NULL);
  const hid_t id = hdf5.open_file(path, READ_ONLY, DEFAULT);
  pthread_mutex_unlock(&lock);
  if (id < 0) return NULL;
  detour_hdf5 *file = malloc(sizeof *file);
  if (file) file->id = id;
  return file;
}

void detour_hdf5_close(detour_hdf5 *file) {
  pthread_mutex_lock(&lock);
  hdf5.close_file(file->id);
  pthread_mutex_unlock(&lock);
  free(file);
}

int64_t detour_hdf5_count(detour_hdf5 *file, const char *path) {
  pthread_mutex_lock(&lock);
  hsize_t count = 0;
  const hid_t group = hdf5.open_group(file->id, path, DEFAULT);
  const int failed = group < 0 || hdf5.count(group, &count) < 0;
  if (group >= 0) hdf5.close_group(group);
  pthread_mutex_unlock(&lock);
  return failed ? -1 : (int64_t)count;
}

int64_t detour_hdf5_name(detour_hdf5 *file, const char *path, int64_t index, char *name, size_t size) {
  pthread_mutex_lock(&lock);
  const hid_t group = hdf5.open_group(file->id, path, DEFAULT);
  const int64_t length = group < 0 ? -1 : hdf5.name(group, (hsize_t)index, name, size);
  if (group >= 0) hdf5.close_group(group);
  pthread_mutex_unlock(&lock);
  return length;
}

int detour_hdf5_extents(detour_hdf5 *file, const char *path, uint64_t extents[2]) {
  pthread_mutex_lock(&lock);
  int dimensions = -1;
  const hid_t array = hdf5.open_array(file->id, path, DEFAULT);
  if (array >= 0) {
    const hid_t space = hdf5.space(array), type = hdf5.type(array);
    const int class = hdf5.type_class(type);
    dimensions = class == CLASS_INTEGER || class == CLASS_FLOAT ? hdf5.dimensions(space) : -1;
    if (dimensions == 1 || dimensions == 2) hdf5.extents(space, extents, NULL);
    hdf5.close_type(type);
    hdf5.close_space(space);
    hdf5.close_array(array);
  }
  pthread_mutex_unlock(&lock);
  return dimensions;
}

int detour_hdf5_read(detour_hdf5 *file, const char *path, double *values) {
  pthread_mutex_lock(&lock);
  const hid_t array = hdf5.open_array(file->id, path, DEFAULT);
  const int failed = array < 0 || hdf5.read(array, *hdf5.number, ALL, ALL, DEFAULT, values) < 0;
  if (array >= 0) hdf5.close_array(array);
  pthread_mutex_unlock(&lock);
  return failed ? -1 : 0;
}
