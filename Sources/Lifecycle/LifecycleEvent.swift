/// What happens at a moment of simulated time, and to whom.
@frozen
@usableFromInline
enum LifecycleEvent<M: Market & ~Copyable>: BitwiseCopyable, Sendable {
  /// A step of the market.
  case step(M.Step)
  /// The next provider of the input comes.
  case arrival(M.Provider)
  /// A provider answers the offer of an ask.
  case answer(M.Ask)
  /// The provider of an ask cancels.
  case cancellation(M.Ask)
  /// An ask's patience ends.
  case patience(M.Ask)
  /// Who asks calls off what was agreed.
  case leaving(M.Ask)
  /// The next ask of the input is submitted.
  case submission(M.Ask)
  /// An ask tries again.
  case retry(M.Ask)
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
