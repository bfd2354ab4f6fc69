/// The scan of a leg table: which legs of which cars may take a passenger along, by bounds that no car beats.
#ifndef DETOUR_LEG_SCAN_H
#define DETOUR_LEG_SCAN_H

#include <stdint.h>

/// The number of legs that a scan may look at together.
#define DETOUR_LEG_LANES 16

/// Columns of legs; each has room for `DETOUR_LEG_LANES` more values than there are legs.
typedef struct {
  /// The points at which the leg begins and ends, metres.
  const float *from_x, *from_y, *to_x, *to_y;
  /// The time at which the leg begins, milliseconds since the table's epoch, rounded down.
  const float *leave;
  /// The time it takes as planned, milliseconds, rounded up.
  const float *base;
  /// The greatest delay with which the car may reach its end, milliseconds, rounded up; -infinity where nobody may be asked.
  const float *slack;
  /// The same for a leg that others follow, so that only the pickup may lie on it; else -infinity.
  const float *slack_ahead;
} detour_legs;

/// The request that the legs are compared with.
typedef struct {
  float pickup_x, pickup_y;
  float dropoff_x, dropoff_y;
  /// The side of a torus, metres; infinity where nothing wraps.
  float side;
  /// Milliseconds for a metre of the straight line, which no car beats.
  float pace;
  /// The time from the pickup to the drop-off, milliseconds.
  float direct;
  /// Nobody boards before, and nobody after: milliseconds since the table's epoch.
  float earliest_boarding, latest_boarding;
  /// The time that boarding takes, and likewise alighting, milliseconds.
  float stop;
  /// More than rounding can move a sum, milliseconds.
  float tolerance;
  /// The greatest time that a car needs between the pickup, or the drop-off, and any other place where it may be instead,
  /// milliseconds; 0 where there is none.
  float pickup_reach, dropoff_reach;
} detour_leg_query;

/// Legs that may take the pickup, in ascending order; each list has room for `DETOUR_LEG_LANES` more than there are legs.
typedef struct {
  uint32_t *leg;
  /// The earliest time at which the car may reach the pickup, milliseconds since the table's epoch.
  float *boarding;
  /// The least that the driving with both stops on this leg adds, milliseconds; infinity where a limit is broken.
  float *added;
  /// What the columns say of the leg.
  float *leave, *base, *slack;
} detour_found_legs;

/// Scans legs 0 … `count` - 1; writes those that may take the pickup to `found` and returns their number.
int64_t detour_leg_scan(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                        const detour_found_legs *found);

/// The same, eight legs at a time at the most.
int64_t detour_leg_scan_avx2(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                             const detour_found_legs *found);

/// The same, one leg after the other: for processors without AVX2.
int64_t detour_leg_scan_plain(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                              const detour_found_legs *found);

#endif
