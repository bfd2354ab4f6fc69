import Quantities
import Spaces

/// The place from which a car is assumed to continue, and its basis.
struct Start {
  var diversion: Diversion
  let vantage: Vantage
  /// The driving time from there to its first stop ahead or its destination, without a new passenger.
  let firstLeg: Milliseconds
  /// Whether the car has not left, and may leave at any later time.
  var isFree = false
}
