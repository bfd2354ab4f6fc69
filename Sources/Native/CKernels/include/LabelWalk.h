/// Walks along hub labels for several roots at once.
#ifndef DETOUR_LABEL_WALK_H
#define DETOUR_LABEL_WALK_H

#include <stdint.h>

/// The number of roots that a walk looks at together: rows of times are padded to a multiple of it.
#define DETOUR_ROOT_LANES 16

/// An entry of a label: a hub and the time between it and the node. A label ends with the hub INT32_MAX.
typedef struct {
  int32_t hub, milliseconds;
} detour_hub_entry;

/// Writes to `least` the least time over the hubs of `label` for each of `columns` roots, a multiple of
/// `DETOUR_ROOT_LANES`; `none` or more where they share no hub.
///
/// Row `rows[h]` of `times` has the times between hub h and all roots; row 0, that of hubs of no root, is `none` throughout.
void detour_group_walk(const detour_hub_entry *label, const int32_t *rows, const int32_t *times, int64_t columns,
                       int32_t none, int32_t *least);

/// The same, one root after the other: for processors without AVX2.
void detour_group_walk_plain(const detour_hub_entry *label, const int32_t *rows, const int32_t *times,
                             int64_t columns, int32_t none, int32_t *least);

#endif
