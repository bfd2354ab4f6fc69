import EventKernel

/// What happens at a moment of simulated time: a kind and the driver or request that it happens to.
struct SimulationEvent: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable, Sendable {
    /// The next driver of the input announces a trip.
    case announcement
    /// A driver departs, makes a stop, or arrives.
    case stop
    /// A driver answers the offer of a request.
    case answer
    /// A request's patience ends.
    case patience
    /// The driver of a request cancels.
    case cancellation
    /// The next request of the input is submitted.
    case submission
    /// A request tries again.
    case retry

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

  var kind: Kind
  /// Index of the driver in the run's input, or rank of the request.
  var subject: Int32
}
