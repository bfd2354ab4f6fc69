public import Matching
public import Quantities
import Spaces
public import Travellers

/// The reference for the index: a scan of all drivers' reported positions for the first circle, and of all route
/// points ahead of the nearby ones for the second.
///
/// The drivers go straight from their origins to their destinations, without planned stops.
public struct CirclesScan {
  private let drivers: [Driver]
  private let terms: Terms

  /// Prepares a scan of `drivers` with reports every `terms.spacing` metres.
  public init(_ drivers: [Driver], terms: Terms) {
    self.drivers = drivers
    self.terms = terms
  }

  /// Returns the number of drivers near the pickup of `request` at `time`, and the number of those drivers who pass
  /// its drop-off.
  public func counts(for request: Request, at time: Milliseconds) -> (inRadius: Int, onRoute: Int) {
    let (pickup, dropoff) = (request.origin.position, request.destination.position)
    var counts = (inRadius: 0, onRoute: 0)
    for driver in drivers where time < driver.depart + driver.solo.duration {
      let (from, to) = (driver.origin.position, driver.destination.position)
      let length = driver.solo.metres
      let driven = length * Double((time - driver.depart).rawValue) / Double(driver.solo.duration.rawValue)
      func point(_ number: Int) -> Position { from + (Double(number) * terms.spacing / length) * (to - from) }
      var number = Int(driven / terms.spacing)
      guard isNear(point(number), pickup) else { continue }
      counts.inRadius += 1
      var passes = isNear(to, dropoff)
      number += 1
      while !passes, Double(number) * terms.spacing <= length {
        passes = isNear(point(number), dropoff)
        number += 1
      }
      if passes { counts.onRoute += 1 }
    }
    return counts
  }

  private func isNear(_ position: Position, _ target: Position) -> Bool {
    (position - target).squaredLength <= terms.radius * terms.radius
  }
}
