import CarpoolScenario
import Ground
import Lifecycle
import Quantities
import Scenario
import Spaces
import Statistics
import Tables

/// One passenger's journey in a car, as published in the French register of carpooling proofs.
struct RecordedJourney {
  var id: Int64
  /// The name of the car's trip, shared by the rows of all its passengers.
  var car: String
  /// The start day given in the row.
  var day: LocalDateTime
  /// The start and end, in seconds since 1970 in local time, including fractions.
  var start: Double
  var end: Double
  var origin: Place
  var destination: Place
  /// The reasons the origin and the destination cannot be used; nil if they can.
  var originCause: EndCause?
  var destinationCause: EndCause?
  /// The number of passengers, 0 included; nil if the register does not state it.
  var passengers: Int16?

  /// The reason a trip end cannot be used, the origin's first; nil if both can.
  var cause: EndCause? { originCause ?? destinationCause }
}
