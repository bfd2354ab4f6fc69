/// An event at a moment of simulated time, and its subject.
///
/// It depends on no `Market`: the runtime would look its conformance up once a run, among all there are.
@frozen
@usableFromInline
enum LifecycleEvent<RequestIndex: BitwiseCopyable, Provider: BitwiseCopyable, Step: BitwiseCopyable>:
  BitwiseCopyable
{
  /// A step of the market.
  case step(Step)
  /// The next provider of the input comes.
  case arrival(Provider)
  /// A provider answers the offer of a request.
  case answer(RequestIndex)
  /// The provider of a request cancels.
  case cancellation(RequestIndex)
  /// A request's patience ends.
  case patience(RequestIndex)
  /// The requester cancels what was agreed.
  case leaving(RequestIndex)
  /// The next request of the input is submitted.
  case submission(RequestIndex)
  /// A request is retried.
  case retry(RequestIndex)
  /// A request whose attempt an outage has held is attempted.
  case resumption(RequestIndex)
  /// The decision on the requests that were gathered.
  case decision

  /// The order of what happens in one millisecond: what moves first, then answers, then those who leave, and attempts last,
  /// so that they see all of it, those that an outage has held before others; those that were gathered see the single ones too.
  @inlinable var priority: UInt8 {
    switch self {
    case .step: 0
    case .arrival: 1
    case .answer: 2
    case .cancellation: 3
    case .patience, .leaving: 4
    case .resumption: 5
    case .submission, .retry: 6
    case .decision: 7
    }
  }
}
