import Quantities
import Spaces

/// The second circle of the rule: the disc of radius r around a drop-off, which a route point ahead of the driver, or the
/// destination, has to lie in.
///
/// The meaning of the circle stands here. Forms that are faster may answer as long as they are sure, and leave all else to it: the
/// scan of entries (`CandidateScan`), the polyline of a route (`PolylineSquare`), its sketch (`RouteSketch`) and the schedule of reports
/// (`ReportSchedule`).
struct SecondCircle {
  let center: Position
  /// r, metres.
  let radius: Metres
  /// Between route points, metres along the road; 0 where every point of the route counts.
  let spacing: Metres
  let geometry: Geometry

  /// Tells whether a route point of `track` after `report`, or its end, lies in the circle.
  @inline(__always)
  func isPassed(by track: borrowing Track, after report: Report) -> Bool {
    track.passes(within: radius, of: center, after: report, spacing: spacing, geometry: geometry)
  }

  /// Tells whether a route point after `sight` of a track that is written out, or its end, lies in the circle.
  @inline(__always)
  func isPassed(by corners: borrowing Corners, after sight: Corners.Sight) -> Bool {
    corners.passes(within: radius, of: center, after: sight, spacing: spacing, geometry: geometry)
  }
}
