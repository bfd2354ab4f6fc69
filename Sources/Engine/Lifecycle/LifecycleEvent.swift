/// What happens at a moment of simulated time, and to whom.
///
/// It hangs on no `Market`: the runtime would look its conformance up once a run, among all there are.
@frozen
@usableFromInline
enum LifecycleEvent<Ask: BitwiseCopyable, Provider: BitwiseCopyable, Step: BitwiseCopyable>: BitwiseCopyable {
  /// A step of the market.
  case step(Step)
  /// The next provider of the input comes.
  case arrival(Provider)
  /// A provider answers the offer of an ask.
  case answer(Ask)
  /// The provider of an ask cancels.
  case cancellation(Ask)
  /// An ask's patience ends.
  case patience(Ask)
  /// Who asks calls off what was agreed.
  case leaving(Ask)
  /// The next ask of the input is submitted.
  case submission(Ask)
  /// An ask tries again.
  case retry(Ask)
  /// What was gathered is decided.
  case decision

  /// The order of what happens in one millisecond: what moves first, then answers, then those who leave, and attempts last,
  /// so that they see all of it; those that were gathered see the single ones too.
  @inlinable var priority: UInt8 {
    switch self {
    case .step: 0
    case .arrival: 1
    case .answer: 2
    case .cancellation: 3
    case .patience, .leaving: 4
    case .submission, .retry: 5
    case .decision: 6
    }
  }
}
