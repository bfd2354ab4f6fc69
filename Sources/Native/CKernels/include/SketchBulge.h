/// The bulge of a route's sketch: the maximum deviation of the route from the straight line to its end.
#ifndef DETOUR_SKETCH_BULGE_H
#define DETOUR_SKETCH_BULGE_H

#include <stdint.h>

/// A point of a sketch, with the layout of `RouteSketch.Point`.
typedef struct {
  float x, y, z;
  /// The maximum deviation of the route from the line that ends here, in metres.
  float stray;
  int32_t elapsed;
} detour_sketch_point;

/// Returns the maximum deviation of the route from the straight line between a car and the last of the `count` points, over
/// all positions of the car on the line that ends at point `line`; 1 ≤ `line` < `count`.
float detour_sketch_bulge(const detour_sketch_point *points, int64_t line, int64_t count);

#endif
