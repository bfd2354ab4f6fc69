/// The C++ queues that the hold model compares with, behind plain C functions.
#ifndef DETOUR_HOLD_MODEL_PEERS_H
#define DETOUR_HOLD_MODEL_PEERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The processor time of the calling thread in seconds: steadier than the wall clock on a busy machine.
double detour_cpu_seconds(void);

/// One measured loop of holds: its processor seconds and a checksum of the popped times and payloads.
typedef struct {
  double seconds;
  uint64_t checksum;
} HoldResult;

/// Holds `holds` times on a ladder queue that starts with `pending` events at `starts`.
///
/// Increments are read from `increments`, a table of `mask + 1` entries, one after the other and around.
HoldResult detour_hold_ladder(const int64_t *starts, int64_t pending, const int64_t *increments, uint64_t mask,
                              int64_t warmup, int64_t holds);

/// The same on a `std::priority_queue`.
HoldResult detour_hold_priority_queue(const int64_t *starts, int64_t pending, const int64_t *increments,
                                      uint64_t mask, int64_t warmup, int64_t holds);

/// A ladder queue whose events each come back after the same time.
typedef struct DetourLadder DetourLadder;

/// Makes one with `pending` events, first at `starts`, and holds `warmup` times; to be destroyed.
DetourLadder *detour_ladder_create(const int64_t *starts, int64_t pending, int64_t increment, int64_t warmup);

/// Holds `holds` times; the checksum of all that was popped so far.
uint64_t detour_ladder_hold(DetourLadder *ladder, int64_t holds);

void detour_ladder_destroy(DetourLadder *ladder);

#ifdef __cplusplus
}
#endif

#endif
