import EventKernel
import Quantities
import Travellers

/// Where a request stands in its lifecycle.
struct RequestState: Listed {
  typealias Index = RequestIndex

  enum Phase {
    case searching
    /// An offer is open.
    case offered
    /// A driver is on the way.
    case matched
    case onBoard
    case ended
  }

  var phase = Phase.searching
  var cycle: Int32 = 1
  var attempt: Int32 = 0
  /// The driver asked or matched.
  var driver = DriverIndex.none
  /// The next attempt, answer, or cancellation by the driver.
  var next: EventHandle?
  var patience: EventHandle?
  /// Drivers who declined in this cycle.
  var declined: [DriverIndex] = []
  /// Drivers who took the passenger and cancelled: they are not asked again.
  var deserters: [DriverIndex] = []
  /// Index of the last attempt in the log.
  var lastAttempt = -1
  var pickupOdometer: Metres = 0

  /// The drivers who are not asked in this cycle.
  var excluded: [DriverIndex] {
    if deserters.isEmpty { return declined }
    return declined.isEmpty ? deserters : declined + deserters
  }
}
