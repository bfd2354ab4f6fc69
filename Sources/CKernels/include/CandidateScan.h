/// The scan of a candidate index: compares many drivers' reports with one pickup and one drop-off.
#ifndef DETOUR_CANDIDATE_SCAN_H
#define DETOUR_CANDIDATE_SCAN_H

#include <stdint.h>

/// Columns of entries; each has room for eight more values than it has entries.
typedef struct {
  /// Reported at `from`, metres.
  const float *x, *y, *z;
  /// Metres per millisecond.
  const float *vx, *vy, *vz;
  /// The destination, metres.
  const float *end_x, *end_y, *end_z;
  /// How far the route strays from the straight line to the destination, metres.
  const float *bulge;
  /// Where the route is that line: the metres between the route points on it. 0 where it is not.
  const float *step;
  /// The milliseconds in which the entry is valid: from … until - 1.
  const int32_t *from, *until;
} detour_entries;

/// What the entries are compared with.
typedef struct {
  int32_t time;
  float pickup_x, pickup_y, pickup_z;
  float dropoff_x, dropoff_y, dropoff_z;
  float radius;
  /// More than rounding can move a distance, metres: within it nothing is sure.
  float tolerance;
  /// Whether entries move at all.
  int32_t is_moving;
} detour_scan_query;

/// What is known of an entry that was found; the entry's index stands above these bits.
enum {
  DETOUR_SURELY_IN_RADIUS = 1,
  DETOUR_MAY_PASS = 2,
  DETOUR_SURELY_PASSES = 4,
  DETOUR_FOUND_SHIFT = 3,
};

/// Scans entries `first` … `last` - 1; writes those that may be candidates, or may be in the radius, to `found`
/// and returns their number. `found` has room for every entry. Adds to `in_radius` how many surely are in it.
int64_t detour_scan(const detour_entries *entries, int64_t first, int64_t last,
                    const detour_scan_query *query, uint32_t *found, int64_t *in_radius);

/// The same, one entry after the other: for processors without AVX2.
int64_t detour_scan_plain(const detour_entries *entries, int64_t first, int64_t last,
                          const detour_scan_query *query, uint32_t *found, int64_t *in_radius);

#endif
