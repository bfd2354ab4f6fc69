import CLeastDetour
import Matching
import OutsidePolicies
import Quantities
import Spaces
import Travellers

extension Suite {
  /// The choice within the program: the same as that of the other two, which take longer.
  static let policyShipped = policies(
    "policy/own", "choose the candidate of least detour, in Swift within the program"
  ) { _ in LeastDetour() }

  static let policyLibrary = policies(
    "policy/library", "the same, asked of a function in C with the interface of libraries"
  ) { subject in OutsidePolicies.policy(named: "least_detour", in: subject, asking: detour_choose) }

  static let policyProcess = policies(
    "policy/process", "the same, asked of a process in Python by lines of JSON"
  ) { subject in
    var policy = OutsidePolicy()
    policy.command = ["python3", "-c", script]
    return try PolicyChoice.outside(policy).policy(in: subject).begin()
  }

  /// A complete policy in Python, without the package.
  private static let script = """
    import json, sys
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            break
        answer = {"protocol": 1}
        if message["type"] == "attempt":
            answer = {"driver": min(message["candidates"], key=lambda c: c["detour_s"])["driver"]}
        print(json.dumps(answer), flush=True)
    """

  /// Returns five hundred attempts with candidates on a plane; without candidates the policy is not called.
  private static func policies(
    _ name: String, _ summary: String, _ policy: @escaping @Sendable (PolicySubject) throws -> any Policy
  ) -> Benchmark {
    Benchmark(
      name, .micro, summary, unit: "drivers", sizes: [10_000, 100_000],
      small: name == "policy/process" ? nil : 10_000
    ) { count, _ in
      let plane = Plane(drivers: count, requests: 4_000)
      let fleet = plane.fleet()
      let attempts = plane.requests.indices.lazy.map { plane.attempt(of: $0, fleet) }
        .filter { attempt in
          var attempt = attempt
          return !attempt.candidates().isEmpty
        }.prefix(500)
      let asked = Array(attempts)
      let subject = PolicySubject(scenario: name, seed: 1, replication: 0, geometry: .plane, folder: "")
      let policy = try policy(subject)
      return Work(asked.count, "attempt") {
        var checksum = Checksum()
        var candidates = 0
        for var attempt in asked {
          let choice = try policy.choose(for: &attempt)
          candidates += Int(attempt.funnel[.limits])
          checksum.add(choice?.driver.rawValue ?? -1)
        }
        return Outcome(checksum, ["attempts": asked.count, "candidates": candidates])
      }
    }
  }
}

/// The candidate of least detour.
private struct LeastDetour: Policy {
  let name = "least_detour"

  func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
}
