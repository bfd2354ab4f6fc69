import Quantities
import Spaces

/// The place from which a car is taken to go on, and how that is known.
struct Start {
  var diversion: Diversion
  let vantage: Vantage
  /// The driving time from there to its first stop ahead or its destination, taking nobody along.
  let firstLeg: Milliseconds
  /// True if the car has not left, and may leave there at any later time.
  var isFree = false
}
