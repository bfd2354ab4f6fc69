#include "CHDF5.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The types of HDF5 1.10 and later: https://docs.hdfgroup.org/hdf5/v1_14/_r_m.html
typedef int64_t hid_t;
typedef int herr_t;
typedef uint64_t hsize_t;
enum { READ_ONLY = 0, DEFAULT = 0, ALL = 0, CLASS_INTEGER = 0, CLASS_FLOAT = 1 };
enum { LAYOUT_VIRTUAL = 3, SIGN_NONE = 0, LINK_EXTERNAL = 64, KIND_OTHER_FILE = 4 };

// H5G_stat_t, whose kind is that of the link itself if links are not followed.
typedef struct {
  unsigned long numbers[4];
  unsigned links;
  int kind;
  char rest[128];
} link_info;

static struct {
  herr_t (*stay_open_at_exit)(void);
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
  int (*type_sign)(hid_t);
  herr_t (*read)(hid_t, hid_t, hid_t, hid_t, hid_t, void *);
  hid_t (*properties)(hid_t);
  herr_t (*close_properties)(hid_t);
  int (*external_count)(hid_t);
  int (*layout)(hid_t);
  herr_t (*info)(hid_t, const char *, int, void *);
  herr_t (*unregister_link)(int);
  hid_t *number;
  hid_t *integer;
  hid_t *natural;
  int is_there;
  // Why the library cannot be opened though it is there; empty otherwise.
  char trouble[256];
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
  for (size_t i = 0; !library && i < sizeof names / sizeof *names; ++i) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    const char *reason = library ? NULL : dlerror();
    // A library of another name may be there; one that is there and cannot be opened is said.
    if (reason && !strstr(reason, "No such file")) snprintf(hdf5.trouble, sizeof hdf5.trouble, "%s", reason);
  }
  if (!library) return;
  hdf5.trouble[0] = 0;
  const struct {
    const char *name;
    void *place;
  } symbols[] = {
      {"H5dont_atexit", &hdf5.stay_open_at_exit},
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
      {"H5Tget_sign", &hdf5.type_sign},
      {"H5Dread", &hdf5.read},
      {"H5Dget_create_plist", &hdf5.properties},
      {"H5Pclose", &hdf5.close_properties},
      {"H5Pget_external_count", &hdf5.external_count},
      {"H5Pget_layout", &hdf5.layout},
      {"H5Gget_objinfo", &hdf5.info},
      {"H5Lunregister", &hdf5.unregister_link},
      {"H5T_NATIVE_DOUBLE_g", &hdf5.number},
      {"H5T_NATIVE_INT64_g", &hdf5.integer},
      {"H5T_NATIVE_UINT64_g", &hdf5.natural},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return;
    *(void **)symbols[i].place = symbol;
  }
  unsigned major = 0, minor = 0, release = 0;
  // Files are only read, so nothing has to be written at exit. The library would try to close objects of damaged files
  // again and print errors.
  hdf5.stay_open_at_exit();
  // Identifiers had 32 bits before 1.10.
  hdf5.is_there = hdf5.open() >= 0 && hdf5.version(&major, &minor, &release) >= 0 && (major > 1 || minor >= 10);
  // No file leads to another one, whatever way a name in it takes.
  if (hdf5.is_there && hdf5.unregister_link(LINK_EXTERNAL) < 0) hdf5.is_there = 0;
}

struct detour_hdf5 {
  hid_t id;
};

int detour_hdf5_is_there(void) {
  pthread_once(&once, load);
  return hdf5.is_there;
}

const char *detour_hdf5_trouble(void) {
  pthread_once(&once, load);
  return hdf5.trouble;
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

int detour_hdf5_is_elsewhere(detour_hdf5 *file, const char *path) {
  pthread_mutex_lock(&lock);
  link_info info = {.kind = -1};
  const int is_known = hdf5.info(file->id, path, 0, &info) >= 0;
  pthread_mutex_unlock(&lock);
  return is_known && info.kind == KIND_OTHER_FILE;
}

// What the array is of: its class, or -1 where it is of no numbers; -2 where its values lie in other files.
static int kind_of(hid_t array, int *is_signed) {
  const hid_t properties = hdf5.properties(array);
  if (properties < 0) return -1;
  const int is_elsewhere = hdf5.external_count(properties) != 0 || hdf5.layout(properties) == LAYOUT_VIRTUAL;
  hdf5.close_properties(properties);
  if (is_elsewhere) return -2;
  const hid_t type = hdf5.type(array);
  const int class = hdf5.type_class(type);
  if (is_signed) *is_signed = hdf5.type_sign(type) != SIGN_NONE;
  hdf5.close_type(type);
  return class == CLASS_INTEGER || class == CLASS_FLOAT ? class : -1;
}

int detour_hdf5_extents(detour_hdf5 *file, const char *path, uint64_t extents[2]) {
  pthread_mutex_lock(&lock);
  int dimensions = -1;
  const hid_t array = hdf5.open_array(file->id, path, DEFAULT);
  if (array >= 0) {
    const hid_t space = hdf5.space(array);
    const int kind = kind_of(array, NULL);
    dimensions = kind >= 0 ? hdf5.dimensions(space) : kind;
    if (dimensions == 1 || dimensions == 2) hdf5.extents(space, extents, NULL);
    hdf5.close_space(space);
    hdf5.close_array(array);
  }
  pthread_mutex_unlock(&lock);
  return dimensions;
}

// Whether the array at `path`, opened again, is still one of numbers of `count` values that lie in this file.
static int holds(hid_t array, uint64_t count, int *kind, int *is_signed) {
  hsize_t extents[2] = {1, 1};
  const hid_t space = hdf5.space(array);
  const int dimensions = hdf5.dimensions(space);
  if (dimensions == 1 || dimensions == 2) hdf5.extents(space, extents, NULL);
  hdf5.close_space(space);
  *kind = kind_of(array, is_signed);
  return *kind >= 0 && (dimensions == 1 || dimensions == 2) && extents[0] <= count
         && (extents[0] == 0 || extents[1] == count / extents[0]) && extents[0] * extents[1] == count;
}

int detour_hdf5_read(detour_hdf5 *file, const char *path, uint64_t count, double *values) {
  pthread_mutex_lock(&lock);
  int kind = -1;
  const hid_t array = hdf5.open_array(file->id, path, DEFAULT);
  const int failed = array < 0 || !holds(array, count, &kind, NULL)
                     || hdf5.read(array, *hdf5.number, ALL, ALL, DEFAULT, values) < 0;
  if (array >= 0) hdf5.close_array(array);
  pthread_mutex_unlock(&lock);
  return failed ? -1 : 0;
}

int detour_hdf5_read_integers(detour_hdf5 *file, const char *path, uint64_t count, int64_t *values) {
  pthread_mutex_lock(&lock);
  int kind = -1, is_signed = 1, answer = -1;
  const hid_t array = hdf5.open_array(file->id, path, DEFAULT);
  if (array >= 0 && holds(array, count, &kind, &is_signed)) {
    const hid_t type = is_signed ? *hdf5.integer : *hdf5.natural;
    answer = kind != CLASS_INTEGER ? 0 : hdf5.read(array, type, ALL, ALL, DEFAULT, values) < 0 ? -1 : is_signed ? 1 : 2;
  }
  if (array >= 0) hdf5.close_array(array);
  pthread_mutex_unlock(&lock);
  return answer;
}
