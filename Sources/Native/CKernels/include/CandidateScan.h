/// The scan of a candidate index: compares many drivers' reports with one pickup and one drop-off.
#ifndef DETOUR_CANDIDATE_SCAN_H
#define DETOUR_CANDIDATE_SCAN_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// The number of entries in a block.
  DETOUR_LANES = 8,
};

/// Entries that are near each other, column by column: all that a scan needs of reports that stand still in a
/// plane.
///
/// An entry says where a driver is known to be at a time: within `stray` of (x, y, z) + (time - from) · (vx,
/// vy, vz); where reports come step by step, of (x, y, z) + floor(phase + (time - from) · rate) · (vx, vy, vz).
/// If a block has fewer entries, the x of the other lanes is no number.
typedef struct {
  /// Known to be there at `from`, metres.
  float x[DETOUR_LANES], y[DETOUR_LANES];
  /// The destination, metres.
  float end_x[DETOUR_LANES], end_y[DETOUR_LANES];
  /// Above 0: the route ahead is the straight line to the destination, and has a route point each so many
  /// metres; else how far the route strays from that line, metres, below 0.
  float shape[DETOUR_LANES];
  int32_t driver[DETOUR_LANES];
} detour_block;

/// The further columns of entries that move.
typedef struct {
  /// Metres per millisecond, or per report.
  float vx[DETOUR_LANES], vy[DETOUR_LANES];
  /// The low bits of a time in milliseconds: differences count, and no entry that moves is valid for a day.
  int32_t from[DETOUR_LANES];
  float stray[DETOUR_LANES];
  /// Reports per millisecond, and how much of the next one was driven at `from`, 0 to 1.
  float rate[DETOUR_LANES], phase[DETOUR_LANES];
} detour_motion;

/// The further columns of entries out of the plane of the grid, metres and metres per millisecond.
typedef struct {
  float z[DETOUR_LANES], end_z[DETOUR_LANES], vz[DETOUR_LANES];
  /// The distance that a route said to be straight bends from the line, metres.
  float bend[DETOUR_LANES];
} detour_height;

/// All blocks by their numbers; each has room in all four, but for heights where all entries lie in the plane of the grid.
typedef struct {
  detour_block *blocks;
  detour_motion *motions;
  detour_height *heights;
  /// The next block of the same cell; negative behind the last.
  int32_t *next;
} detour_blocks;

/// One entry of a block, column by column.
typedef struct {
  float x, y, z, vx, vy, vz, stray, rate, phase, end_x, end_y, end_z, shape, bend;
  int32_t from, driver;
} detour_entry;

/// Writes `entry` to lane `lane` of block `block`.
static inline void detour_set(const detour_blocks *all, int32_t block, int32_t lane,
                              const detour_entry *entry) {
  detour_block *b = all->blocks + block;
  detour_motion *m = all->motions + block;
  b->x[lane] = entry->x, b->y[lane] = entry->y, b->end_x[lane] = entry->end_x, b->end_y[lane] = entry->end_y;
  b->shape[lane] = entry->shape, b->driver[lane] = entry->driver;
  m->vx[lane] = entry->vx, m->vy[lane] = entry->vy, m->from[lane] = entry->from, m->stray[lane] = entry->stray;
  m->rate[lane] = entry->rate, m->phase[lane] = entry->phase;
  if (!all->heights) return;
  detour_height *h = all->heights + block;
  h->z[lane] = entry->z, h->end_z[lane] = entry->end_z, h->vz[lane] = entry->vz;
  h->bend[lane] = entry->bend;
}

/// The entry at lane `lane` of block `block`.
static inline detour_entry detour_get(const detour_blocks *all, int32_t block, int32_t lane) {
  const detour_block *b = all->blocks + block;
  const detour_motion *m = all->motions + block;
  detour_entry entry = {.x = b->x[lane], .y = b->y[lane], .vx = m->vx[lane], .vy = m->vy[lane]};
  entry.stray = m->stray[lane], entry.rate = m->rate[lane], entry.phase = m->phase[lane];
  entry.end_x = b->end_x[lane], entry.end_y = b->end_y[lane], entry.shape = b->shape[lane];
  entry.from = m->from[lane], entry.driver = b->driver[lane];
  if (!all->heights) return entry;
  const detour_height *h = all->heights + block;
  entry.z = h->z[lane], entry.vz = h->vz[lane], entry.end_z = h->end_z[lane], entry.bend = h->bend[lane];
  return entry;
}

/// Writes the entry at lane `lane` of block `block` to lane `to_lane` of block `to` and returns whose it is.
static inline int32_t detour_copy(const detour_blocks *all, int32_t block, int32_t lane, int32_t to,
                                  int32_t to_lane) {
  const detour_entry entry = detour_get(all, block, lane);
  detour_set(all, to, to_lane, &entry);
  return entry.driver;
}

/// Leaves lane `lane` of block `block` without an entry.
static inline void detour_clear(const detour_blocks *all, int32_t block, int32_t lane) {
  all->blocks[block].x[lane] = __builtin_nanf("");
}

/// The query that entries are compared with.
typedef struct {
  /// The low bits of the time, milliseconds.
  int32_t time;
  float pickup_x, pickup_y, pickup_z;
  float dropoff_x, dropoff_y, dropoff_z;
  float radius;
  /// More than rounding can move a distance, metres: within it nothing is sure.
  float tolerance;
  /// Metres between reports, no less; only where entries move step by step.
  float step;
  /// The motion of entries: one of the motions below.
  int32_t motion;
  /// Nonzero if all lie in the plane of the grid.
  int32_t is_flat;
} detour_scan_query;

/// The motions of entries.
enum {
  /// Not at all.
  DETOUR_STANDING = 0,
  /// Evenly; reports are continuous, and the route is every point of it.
  DETOUR_MOVING = 1,
  /// From report to report.
  DETOUR_STEPPING = 2,
};

/// The facts known of an entry that was found; the driver's index stands above these bits.
enum {
  DETOUR_SURELY_IN_RADIUS = 1,
  DETOUR_MAY_PASS = 2,
  DETOUR_SURELY_PASSES = 4,
  DETOUR_FOUND_SHIFT = 3,
};

/// Requests that `bytes` at `memory` stand in large pages, so that looking here and there in them costs less; a
/// hint only.
void detour_prefer_large_pages(void *memory, size_t bytes);

/// The number of places of blocks that a scan looked at, and the number of entries that surely are in the radius.
typedef struct {
  int64_t looked_at, in_radius;
} detour_scan_counts;

/// Squares of the plane, row by row: the outermost reach on.
typedef struct {
  float low_x, low_y;
  /// The length of a side, metres.
  float side;
  int32_t columns, rows;
} detour_cells;

/// Writes the first blocks, `heads` where there are any, of the cells that the disc of `reach` metres around (x, y) touches to
/// `list` and returns how many those are.
int64_t detour_list(const detour_blocks *all, const int32_t *heads, const detour_cells *cells, float x, float y,
                    float reach, int32_t *list);

/// Scans the `count` blocks of `list` and those behind them in their chains, which it adds to the list; writes
/// those who may be candidates, or may be in the radius, to `found` and returns their number.
///
/// `list` has room for every block, and `found` for every entry. Adds to `counts`.
int64_t detour_scan(const detour_blocks *all, int32_t *list, int64_t count, const detour_scan_query *query,
                    uint32_t *found, detour_scan_counts *counts);

/// The same, one entry after the other: for processors without AVX2.
int64_t detour_scan_plain(const detour_blocks *all, int32_t *list, int64_t count,
                          const detour_scan_query *query, uint32_t *found, detour_scan_counts *counts);

#endif
