import Processes
public import Tables

/// The reason communication with a learner failed.
public enum LearnerError: Error, Hashable, Sendable {
  /// The learner closed its pipe, which ends the current run.
  case gone
  /// The learner started another episode during one.
  case beginsAnew(seed: UInt64, replication: UInt64)
  /// The learner's answer was invalid; fault and remedy.
  case badAnswer(String, String)
  /// The pipe failed.
  case unreachable(SystemFault)
}

extension LearnerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gone: "the learner has closed its pipe"
    case .beginsAnew(let seed, let replication):
      "the learner started a new episode (seed \(seed), replication \(replication)) before the current one had ended"
    case .badAnswer(let answer, let sentence):
      "the learner answered \(ChildFault.Kind.quoted(answer)); \(sentence)"
    case .unreachable(let fault): "the learner's pipe failed (\(fault))"
    }
  }
}
