import Carpool
import Matching

/// A policy of one's own: the candidate who goes least out of the way, the lower driver id among equals.
///
/// It chooses among the candidates of the two circles; `attempt.fleet` is there for one that looks further.
struct LeastDetour: Policy {
  let name = "least_detour"

  func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
}

/// Runs a scenario by the rule of the report and by `LeastDetour`, and prints what each achieves.
///
///     swift run CustomPolicy ../../Scenarios/quickstart.json5
@main
struct CustomPolicy {
  static func main() throws {
    var run = try CarpoolWorld(
      contentsOf: CommandLine.arguments.dropFirst().first ?? "../../Scenarios/quickstart.json5")
    print("policy        match rate  mean detour")
    for policy in [TwoCircles(), LeastDetour()] as [any Policy] {
      run.setup.policy = policy
      let figures = try run.results().figures
      print(row(policy.name, figures[.matchRate].map { 100 * $0 }, "%", figures[.driverDetour, .mean], "s"))
    }
  }

  /// Two figures in columns; a dash for what does not apply.
  static func row(_ name: String, _ first: Double?, _ unit: String, _ second: Double?, _ other: String)
    -> String
  {
    func right(_ value: Double?, _ unit: String, _ width: Int) -> String {
      let text = value.map { "\(($0 * 10).rounded() / 10) \(unit)" } ?? "–"
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + right(first, unit, 24 - name.count) + right(second, other, 13)
  }
}
