/// An event of the lifecycle, with its subject.
///
/// Not generic over `Market`: the runtime would search all conformances once per run.
@frozen
@usableFromInline
enum LifecycleEvent<RequestIndex: BitwiseCopyable, Provider: BitwiseCopyable, Step: BitwiseCopyable>:
  BitwiseCopyable
{
  /// A step of the market.
  case step(Step)
  /// The next provider of the input arrives.
  case arrival(Provider)
  /// A provider answers the offer of a request.
  case answer(RequestIndex)
  /// The provider of a request cancels.
  case cancellation(RequestIndex)
  /// A request's patience ends.
  case patience(RequestIndex)
  /// The requester cancels the agreed service.
  case leaving(RequestIndex)
  /// The next request of the input is submitted.
  case submission(RequestIndex)
  /// A request is retried.
  case retry(RequestIndex)
  /// A request whose attempt an outage has held is attempted.
  case resumption(RequestIndex)
  /// The decision on the gathered requests.
  case decision

  /// The order of events in the same millisecond: movements first, then answers, then leaving requesters, and
  /// attempts last, so that they see the result; gathered ones follow single ones.
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
