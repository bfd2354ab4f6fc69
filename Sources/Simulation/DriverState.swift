import EventKernel
import Quantities
import Travellers

/// What the run remembers of a driver beside the itinerary.
struct DriverState: Listed {
  typealias Index = DriverIndex

  var hasDeparted = false
  /// The next departure, stop or arrival.
  var next: EventHandle?
  /// What the car drove through before this is in the records, where tracks are recorded.
  var trackedBefore = Milliseconds.zero
}
