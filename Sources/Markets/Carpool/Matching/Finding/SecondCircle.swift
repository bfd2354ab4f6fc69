import Quantities
import Spaces

/// The second circle of the rule: the disc of radius r around a drop-off, which must contain a route point ahead of
/// the driver, or the destination.
///
/// This is the reference definition. Faster approximations decide only the certain cases: the scan of entries
/// (`CandidateScan`), the polyline of a route (`PolylineSquare`), its sketch (`RouteSketch`) and the schedule of
/// reports (`ReportSchedule`).
struct SecondCircle {
  let center: Position
  /// The radius r, metres.
  let radius: Metres
  /// The distance between route points, metres along the road; 0 if every point of the route counts.
  let spacing: Metres
  let geometry: Geometry

  /// Returns whether a route point of `track` after `report`, or its end, lies in the circle.
  @inline(__always)
  func isPassed(by track: borrowing Track, after report: Report) -> Bool {
    track.passes(within: radius, of: center, after: report, spacing: spacing, geometry: geometry)
  }

  /// Returns whether a route point after `sight` of a written-out track, or its end, lies in the circle.
  @inline(__always)
  func isPassed(by corners: borrowing Corners, after sight: Corners.Sight) -> Bool {
    corners.passes(within: radius, of: center, after: sight, spacing: spacing, geometry: geometry)
  }
}
