import EventKernel
import Travellers

/// What happens at a moment of simulated time, and the driver or request that it happens to.
enum SimulationEvent: BitwiseCopyable, Sendable {
  /// A driver departs, makes a stop, or arrives.
  case stop(DriverIndex)
  /// The next driver of the input announces a trip.
  case announcement(DriverIndex)
  /// A driver answers the offer of a request.
  case answer(RequestIndex)
  /// The driver of a request cancels.
  case cancellation(RequestIndex)
  /// A request's patience ends.
  case patience(RequestIndex)
  /// The next request of the input is submitted.
  case submission(RequestIndex)
  /// A request tries again.
  case retry(RequestIndex)

  /// The order of what happens in one millisecond: cars first, then answers, then those who leave, and
  /// attempts last, so that they see all of it.
  var priority: UInt8 {
    switch self {
    case .stop: 0
    case .announcement: 1
    case .answer: 2
    case .cancellation: 3
    case .patience: 4
    case .submission, .retry: 5
    }
  }
}
