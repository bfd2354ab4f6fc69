public import Matching
public import Quantities
import Spaces
public import Travellers

/// The peer of the index: asks of every driver whether the reported position lies in the first circle, and of every route
/// point ahead of those who are near whether it lies in the second.
///
/// The drivers go straight from their origins to their destinations and have planned nothing else.
public struct CirclesScan {
  private let drivers: [Driver]
  private let terms: Terms

  /// Prepares to scan `drivers`, whose reports come every `terms.spacing` metres.
  public init(_ drivers: [Driver], terms: Terms) {
    self.drivers = drivers
    self.terms = terms
  }

  /// The number of drivers near the pickup of `request` at `time`, and of those that pass its drop-off.
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
