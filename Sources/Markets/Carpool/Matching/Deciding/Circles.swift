package import Quantities
import Spaces
public import Travellers

/// The drivers within both circles of a request: computed before the policy is called, and sufficient for most
/// attempts.
///
/// Nine attempts in ten end here. The view of an attempt is only created for the others, which saves a quarter of
/// the instructions of decisions.
@usableFromInline
package struct Circles {
  /// The number of available drivers with a reported position within r of the pickup.
  @usableFromInline package let inRadius: Int32
  /// The drivers among them with a route point ahead within r of the drop-off, in ascending order of id if so
  /// requested.
  @usableFromInline package let drivers: [DriverIndex]
}

extension Fleet {
  /// Returns the drivers within both circles around the ends of request `index`, stored in `requests`, at `time`.
  package func circles(
    of index: RequestIndex, among requests: borrowing [Request], at time: Milliseconds,
    excluded: borrowing [DriverIndex]
  ) -> Circles {
    let request = requests.address(of: index)
    return finder.circles(
      around: request.pointee.origin.position, request.pointee.destination.position, at: time,
      excluded: excluded, in: self)
  }
}

extension Funnel {
  /// Creates the funnel of an attempt without a driver in both circles.
  @inlinable
  @inline(__always)
  package init(driversActive: Int, emptiedBy circles: borrowing Circles) {
    self.init()
    self.driversActive = Int32(driversActive)
    count(circles)
    for stage in [Stage.seats, .preferences, .limits] { self[stage] = 0 }
  }

  /// Fills in the counts of both circles.
  @inlinable
  @inline(__always)
  package mutating func count(_ circles: borrowing Circles) {
    self[.radius] = circles.inRadius
    self[.route] = Int32(circles.drivers.count)
  }
}
