/* OpenStreetMap files as Swift sees them: a C face on libosmium, which reads .osm.pbf, .osm, .osm.gz and
 * .osm.bz2. No C++ exception leaves it: every call answers 0, 1 with a text in `error`, COSMIUM_TOO_LARGE,
 * or COSMIUM_NO_THREAD where the system grants none of the threads that libosmium needs. */
#ifndef COSMIUM_H
#define COSMIUM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands in place of a coordinate that is not known. */
#define COSMIUM_UNKNOWN INT32_MAX

/* The answer where a file unpacks to more than the bytes allowed. */
#define COSMIUM_TOO_LARGE 2
#define COSMIUM_NO_THREAD 3

/* A way, valid during the call that hands it over. */
typedef struct {
  int64_t id;
  const int64_t *nodes;
  size_t node_count;
  /* The value of every key asked for, in their order; NULL where the way has no such tag. */
  const char *const *values;
} cosmium_way;

/* What a file says besides its ways. */
typedef struct {
  /* The number of turn restrictions (relations). */
  int64_t restrictions;
  /* The number of ways and relations that are marked as deleted. */
  int64_t deleted;
  /* The remark of the server that sent the file, as it stands there; empty where there is none. */
  char remark[1024];
} cosmium_notes;

/* Where messages go: `capacity` bytes, the last of which is always 0. */
typedef struct {
  char *text;
  size_t capacity;
} cosmium_error;

/* Calls `take` with every way of the file at `path` that has one of the first `required` of the `key_count`
 * keys, and fills `notes`, which is zero before. Objects that are marked as deleted are passed over. Neither what the
 * file unpacks to nor the ways may take more than `most` bytes. */
int cosmium_read_ways(
    const char *path, const char *const *keys, size_t key_count, size_t required, void *context,
    void (*take)(void *context, const cosmium_way *way), cosmium_notes *notes, uint64_t most,
    cosmium_error error);

/* Sets `x[i]` and `y[i]` to longitude and latitude of the node `ids[i]`, in units of 1e-7 degrees, for every
 * node in the file that is not marked as deleted; the others keep what stands there. `ids` ascend. `deleted` becomes the
 * number of nodes that are marked so. */
int cosmium_read_nodes(
    const char *path, const int64_t *ids, size_t count, int32_t *x, int32_t *y, int64_t *deleted, uint64_t most,
    cosmium_error error);

#ifdef __cplusplus
}
#endif

#endif
