/// Lower bounds on the values of drivers: for the legs found by a scan, and for all legs of one driver.
#ifndef DETOUR_LEG_BOUNDS_H
#define DETOUR_LEG_BOUNDS_H

#include "LegScan.h"

/// The coefficients of a value: `time_weight` × the time to the pickup + `driving_weight` × (the added driving + `extra`) + `constant`.
typedef struct {
  float time_weight, driving_weight;
  /// Milliseconds.
  float extra, constant;
  /// The time of the decision, milliseconds since the table's epoch.
  float now;
  /// The time taken by the passenger's stops, less the tolerance, milliseconds.
  float taken;
} detour_bound_terms;

/// Returns a lower bound on the value of the best pair of stops on the `count` legs of a driver, in straight lines; infinity if every
/// pair violates a limit.
///
/// `extra` replaces the one in `terms`. A car that `waits` stays at its last stop.
float detour_least_value(const detour_legs *legs, int64_t count, const detour_leg_query *query,
                         const detour_bound_terms *terms, float extra, int32_t waits);

// A driver with a single leg: `owners` holds, for each leg, twice the number of its driver, plus 1 for a single leg.

/// Writes a lower bound for each of the `count` legs found, as an unsigned number in the same order, or UINT32_MAX if the leg is not single.
/// Lists the legs that are not single in `others`, and returns their number.
int64_t detour_bound_single_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                 const detour_leg_query *query, const detour_bound_terms *terms, uint32_t *bounds,
                                 uint32_t *others);

/// Writes a word for each single leg, with the bound in its upper half and twice the driver's number in its lower; returns the number of
/// words.
int64_t detour_pack_single_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                const uint32_t *bounds, uint64_t *words);

/// Copies `leg`, `leave`, `base` and `slack` of the legs with bounds above `above` and up to `most` to `picked`, in the same order;
/// returns their number.
int64_t detour_pick_legs(const detour_found_legs *found, int64_t count, const uint32_t *bounds, int64_t above,
                         int64_t most, const detour_found_legs *picked);

/// Writes a word for each of `count` single legs within its limits, computed from its times to the pickup and from the drop-off,
/// milliseconds; returns the number of words.
///
/// The lower half of a word is odd: the bound cannot be refined.
int64_t detour_bound_swept_legs(const detour_found_legs *found, int64_t count, const uint32_t *owners,
                                const detour_leg_query *query, const detour_bound_terms *terms,
                                const float *to_pickup, const float *from_dropoff, uint64_t *words);

#endif
