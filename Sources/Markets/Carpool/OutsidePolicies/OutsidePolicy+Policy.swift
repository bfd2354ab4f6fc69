package import CPolicy
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

/// Policies that stand outside the program: processes and libraries.
package enum OutsidePolicies {
  /// The policy `name` in the run `subject` that asks `choose`, as it would be asked in a library.
  package static func policy(
    named name: String, in subject: PolicySubject, asking choose: @escaping detour_choose_function
  ) -> any Policy {
    var policy = OutsidePolicy()
    policy.givenName = name
    return LibrarySession(LibraryPolicy(policy, subject), asking: choose)
  }
}
