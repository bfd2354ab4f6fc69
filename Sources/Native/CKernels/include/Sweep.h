/// Sweeps over a network: the times of all nodes from one root.
#ifndef DETOUR_SWEEP_H
#define DETOUR_SWEEP_H

#include <stdint.h>

/// An arc that leads from a place to one above it.
typedef struct {
  int32_t end;
  int32_t milliseconds;
} detour_sweep_arc;

/// Places `first` … `last` - 1, each with `degree` arcs, none leading to another of them. Their arcs begin at `arcs`: the first of every
/// place, then the second of every place, and so on.
typedef struct {
  int32_t first, last;
  int32_t degree;
  int32_t arcs;
} detour_sweep_block;

/// Lowers every time in `times`, block by block, to the least time over an arc.
void detour_sweep(const detour_sweep_block *blocks, int64_t count, const detour_sweep_arc *arcs, int32_t *times);

/// The same without vectors.
void detour_sweep_plain(const detour_sweep_block *blocks, int64_t count, const detour_sweep_arc *arcs, int32_t *times);

/// The place of a node's time: the lesser of two sums.
typedef struct {
  int32_t node;
  /// The chain of the node.
  int32_t chain;
  int32_t first, second;
  int32_t to_first, to_second;
} detour_sweep_target;

/// The result of a sweep.
typedef struct {
  /// The times by place.
  const int32_t *times;
  /// The times by node, valid for the nodes of chains that hold a root.
  const int32_t *inner;
  /// By chain: 1 if it holds a root, otherwise 0; four more bytes can be read after the last.
  const uint8_t *holds_root;
  /// No time is greater.
  int32_t horizon;
} detour_sweep_times;

/// Writes the times of targets `numbers[0]` … `numbers[count - 1]`, in ascending order, to `result`; a target begins every `stride` bytes
/// from `targets` on.
void detour_swept_times(const detour_sweep_times *times, const void *targets, int64_t stride, const uint32_t *numbers,
                        int64_t count, float *result);

/// The same without vectors.
void detour_swept_times_plain(const detour_sweep_times *times, const void *targets, int64_t stride,
                              const uint32_t *numbers, int64_t count, float *result);

#endif
