import JSON5
import Scenario
import Study

/// The summary of a scenario or study without faults.
struct Validation {
  let path: String
  var study: Study?
  var counts: [(name: String, count: Int)] = []
  var notices: [String] = []
  /// The default values that apply to recorded people.
  var defaults: [String] = []

  /// The minimum number of runs of the study.
  private var runs: Int? { study.map { $0.points.count * $0.plan.replications } }

  /// Prints the summary in words.
  func tell(_ arguments: Arguments) -> Int32 {
    guard !arguments.has("--quiet") else {
      for notice in notices { Detour.warn(notice) }
      return ExitCode.success
    }
    print("\(path): no faults")
    if let study, let runs {
      print("points    \(study.points.count)")
      print("runs      \(study.plan.precision == nil ? "" : "at least ")\(runs)")
    }
    let width = max(10, (counts.map(\.name.count).max() ?? 0) + 2)
    for (name, count) in counts { print("\(name.padded(to: width))\(count)") }
    for text in defaults { print("default   \(text)") }
    for notice in notices { print("warning   \(notice)") }
    return ExitCode.success
  }

  /// Returns the summary as JSON, with `faults`.
  func json(faults: [String]) -> JSON {
    [
      "file": .text(path), "valid": .boolean(faults.isEmpty),
      "faults": .list(faults.map { .text($0) }),
      "counts": .object(counts.map { .init($0.name, .integer($0.count)) }),
      "points": .integer(study?.points.count),
      "runs": .integer(runs),
      "defaults": .list(defaults.map { .text($0) }),
      "warnings": .list(notices.map { .text($0) }),
    ]
  }
}
