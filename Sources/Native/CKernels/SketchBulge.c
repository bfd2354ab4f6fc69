#include "SketchBulge.h"

#include <string.h>

// Four points at a time, by operations that every processor rounds alike, so that a point has the same distance in
// either loop.
typedef float floats __attribute__((vector_size(16)));

/// A straight line: its start, its vector, and the reciprocal of its squared length (0 for a line of length 0).
typedef struct {
  float x, y, z, dx, dy, dz, scale;
} chord;

static inline chord chord_between(const detour_sketch_point *from, const detour_sketch_point *to) {
  chord c = {from->x, from->y, from->z, to->x - from->x, to->y - from->y, to->z - from->z, 0};
  const float squared = c.dx * c.dx + c.dy * c.dy + c.dz * c.dz;
  if (squared > 0) c.scale = 1 / squared;
  return c;
}

static inline floats all(float value) { return (floats){value, value, value, value}; }

/// The squared distances of four points from `c`.
static inline floats squared_distances(const chord *c, floats x, floats y, floats z) {
  const floats ox = x - c->x, oy = y - c->y, oz = z - c->z;
  const floats along = (ox * c->dx + oy * c->dy + oz * c->dz) * c->scale;
  const floats share = __builtin_elementwise_max(__builtin_elementwise_min(along, all(1)), all(0));
  const floats ax = ox - share * c->dx, ay = oy - share * c->dy, az = oz - share * c->dz;
  return ax * ax + ay * ay + az * az;
}

float detour_sketch_bulge(const detour_sketch_point *points, int64_t line, int64_t count) {
  const detour_sketch_point *end = points + (count - 1);
  const chord first = chord_between(points + (line - 1), end), second = chord_between(points + line, end);
  // The car itself deviates from the line.
  const float stray = points[line].stray;
  floats most = all(stray), before = all(stray);
  for (int64_t index = line; index < count; index += 4) {
    floats rows[4];
    for (int i = 0; i < 4; i++) {
      // Behind the end the last point is repeated, which changes no maximum.
      memcpy(rows + i, index + i < count ? points + (index + i) : end, sizeof rows[0]);
    }
    const floats low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    const floats high = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    const floats low2 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    const floats high2 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    const floats x = __builtin_shufflevector(low, high, 0, 1, 4, 5);
    const floats y = __builtin_shufflevector(low, high, 2, 3, 6, 7);
    const floats z = __builtin_shufflevector(low2, high2, 0, 1, 4, 5);
    const floats strays = __builtin_shufflevector(low2, high2, 2, 3, 6, 7);
    const floats after = __builtin_elementwise_sqrt(
        __builtin_elementwise_max(squared_distances(&first, x, y, z), squared_distances(&second, x, y, z)));
    before = __builtin_shufflevector(before, after, 3, 4, 5, 6);
    most = __builtin_elementwise_max(most, __builtin_elementwise_max(before, after) + strays);
    before = after;
  }
  float greatest = most[0];
  for (int i = 1; i < 4; i++) greatest = most[i] > greatest ? most[i] : greatest;
  return greatest + stray;
}
