public import Matching

extension PolicyChoice {
  /// The policy that decides in the run `subject`.
  public func policy(in subject: PolicySubject) -> any Policy {
    switch self {
    case .shipped(let name): name.policy
    case .outside(let policy):
      policy.command.map { ProcessPolicy(policy, command: $0, subject) } ?? LibraryPolicy(policy, subject)
    }
  }
}
