import Processes
public import Tables

/// The reason a learner cannot be told or does not answer as it should.
public enum LearnerError: Error, Hashable, Sendable {
  /// It has closed its pipe: whatever is under way ends with it.
  case gone
  /// It begins another episode while one is under way.
  case beginsAnew(seed: UInt64, replication: UInt64)
  /// It answered nonsense; the sentence says what is wrong and what would be right.
  case badAnswer(String, String)
  /// The pipe fails.
  case unreachable(SystemFault)
}

extension LearnerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gone: "the learner has closed its pipe"
    case .beginsAnew(let seed, let replication):
      "the learner begins anew with seed \(seed), replication \(replication)"
    case .badAnswer(let answer, let sentence):
      "the learner answered \(ChildFault.Kind.quoted(answer)); \(sentence)"
    case .unreachable(let fault): "the learner's pipe fails (\(fault))"
    }
  }
}
