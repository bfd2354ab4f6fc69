/// Routes in few straight lines, and which of them pass near a place.
#ifndef DETOUR_POLYLINE_SCAN_H
#define DETOUR_POLYLINE_SCAN_H

#include <stdint.h>

enum {
  /// The most corners of a polyline.
  DETOUR_CORNERS = 20,
  /// The stray of a line of which nothing is known.
  DETOUR_STRAY_UNKNOWN = 255,
};

/// A route in at most nineteen straight lines, in two lines of the cache. If it has fewer, the last corner is repeated.
typedef struct {
  /// Units of a square around all places.
  uint16_t x[DETOUR_CORNERS], y[DETOUR_CORNERS];
  /// How far the route strays from the line that ends at the corner, in steps of the query.
  uint8_t stray[DETOUR_CORNERS];
  /// The point of the route's sketch that lies at the corner.
  uint8_t point[DETOUR_CORNERS];
  /// The line on which the car is, by the corner at its end; 0 where nothing is known of the route.
  uint8_t line;
  uint8_t unused[7];
} detour_polyline;

/// Writes corner `corner` of `polyline`, and how far the route strays from the line that ends there.
static inline void detour_set_corner(detour_polyline *polyline, int32_t corner, uint16_t x, uint16_t y,
                                     uint8_t stray, uint8_t point) {
  polyline->x[corner] = x, polyline->y[corner] = y;
  polyline->stray[corner] = stray, polyline->point[corner] = point;
}

/// Lets the car be on the line of which point `point` of the sketch is a part or the end.
static inline void detour_set_line(detour_polyline *polyline, int32_t point) {
  if (polyline->line == 0) return;
  if (polyline->point[polyline->line - 1] >= point) polyline->line = 1;
  while (polyline->point[polyline->line] < point && polyline->line + 1 < DETOUR_CORNERS) polyline->line++;
}

/// The place that routes are to pass near, in units of the square.
typedef struct {
  float x, y;
  /// Beyond `far` a route surely does not pass, within `near` it surely does; below 0 where nothing is sure.
  float far, near;
  /// The units of a step of stray.
  float step;
} detour_polyline_query;

/// What is known of a route and a place.
typedef enum { DETOUR_PASSES_NOT, DETOUR_PASSES_MAYBE, DETOUR_PASSES } detour_verdict;

/// Returns whether the route ahead of the car on `polyline` passes near the place of `query`.
///
/// What lies on the car's own line may be ahead or behind, so that no route surely passes there.
detour_verdict detour_polyline_passes(const detour_polyline *polyline, const detour_polyline_query *query);

/// The same, one line after the other: for processors without AVX2.
detour_verdict detour_polyline_passes_plain(const detour_polyline *polyline, const detour_polyline_query *query);

/// Writes what `polylines` say of the place of `query` to the `count` words of `found`, which a scan found, and moves those
/// together who are open still, or surely candidates.
///
/// `rows` has the row of each driver. Returns how many are left.
int64_t detour_polyline_sift(const detour_polyline *polylines, const int32_t *rows,
                             const detour_polyline_query *query, uint32_t *found, int64_t count);

#endif
