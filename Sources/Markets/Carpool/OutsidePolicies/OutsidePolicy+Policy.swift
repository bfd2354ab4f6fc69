package import CPolicy
public import Matching

extension PolicyChoice {
  /// Returns the policy for the run `subject`.
  public func policy(in subject: PolicySubject) -> any Policy {
    switch self {
    case .shipped(let name): name.policy
    case .outside(let policy):
      policy.command.map { ProcessPolicy(policy, command: $0, subject) } ?? LibraryPolicy(policy, subject)
    }
  }
}

/// Creates external policies: processes and libraries.
package enum OutsidePolicies {
  /// Returns the policy `name` for the run `subject` that calls `choose`, like a library's function.
  package static func policy(
    named name: String, in subject: PolicySubject, asking choose: @escaping detour_choose_function
  ) -> any Policy {
    var policy = OutsidePolicy()
    policy.givenName = name
    return LibrarySession(LibraryPolicy(policy, subject), asking: choose)
  }

  /// Returns the policy `name` for the run `subject` that decides windows by calling `decide`, like a library's function.
  package static func policy(
    named name: String, in subject: PolicySubject, deciding decide: @escaping detour_decide_function
  ) -> any GatheringPolicy {
    var policy = OutsidePolicy()
    policy.givenName = name
    policy.decides = .windows
    return WindowLibrary(LibraryPolicy(policy, subject), asking: decide)
  }
}
