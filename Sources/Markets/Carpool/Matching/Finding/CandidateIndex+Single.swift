import CKernels
import Quantities
import Spaces
import Travellers

/// The index's data on single drivers, sufficient to skip most of them.
extension CandidateIndex {
  /// The start and the end of a driver's route, and the maximum deviation of report and route from the straight
  /// line between them, metres.
  struct Glance {
    let start: SIMD3<Float>
    let end: SIMD3<Float>
    let stray: Float
    let bulge: Float
  }

  /// Returns the glance at the entry of `driver` at `time`; nil on a torus, where the nearest image would
  /// matter.
  ///
  /// - Precondition: `advance(to:)` was called with `time`, and the driver has an entry.
  func glance(at driver: DriverIndex, _ time: Milliseconds) -> Glance? {
    if case .torus = frame.geometry { return nil }
    let entry = blocks.entry(at: holdings[driver].slot)
    var start = SIMD3(entry.x, entry.y, entry.z)
    var stray = tolerance
    if motion != DETOUR_STANDING {
      let elapsed = Float(Int32(truncatingIfNeeded: time.rawValue) &- entry.from)
      let isStepping = motion == DETOUR_STEPPING
      let moves = isStepping ? (entry.phase + entry.rate * elapsed).rounded(.down) : elapsed
      start += moves * SIMD3(entry.vx, entry.vy, entry.vz)
      // A report due now may or may not have been sent.
      stray += entry.stray + (isStepping ? Float(spacing) : 0)
    }
    let bulge = max(0, -entry.shape) + max(0, entry.bend)
    return Glance(start: start, end: SIMD3(entry.end_x, entry.end_y, entry.end_z), stray: stray, bulge: bulge)
  }

  /// Returns whether the report of a driver may lie within the radius of `point`, in the coordinates of the frame.
  func mayBeNear(_ point: SIMD3<Float>, _ glance: Glance) -> Bool {
    let (away, most) = (point - glance.start, Float(radius) + glance.stray)
    return (away * away).sum() <= most * most
  }

  /// Returns whether the route ahead of a driver may pass within the radius of `point`.
  func mayPass(_ point: SIMD3<Float>, _ glance: Glance) -> Bool {
    let (line, away) = (glance.end - glance.start, point - glance.start)
    let share = min(1, max(0, (away * line).sum() / max((line * line).sum(), 1e-6)))
    let (apart, most) = (away - share * line, Float(radius) + glance.stray + glance.bulge)
    return (apart * apart).sum() <= most * most
  }
}
