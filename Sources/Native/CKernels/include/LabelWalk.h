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

/// Enters `label`, that of the root in column `column`, into the table of `times`, and returns the new number of hubs in the list `hubs`.
///
/// A hub without a row gets the next one, filled with `none`: the row of hub number i of the list is i + 1. There must be room for all hubs
/// of the label in `hubs` and `times`.
int64_t detour_group_spread(const detour_hub_entry *label, int32_t *rows, int32_t *hubs, int64_t count, int32_t *times,
                            int64_t columns, int64_t column, int32_t none);

#endif
