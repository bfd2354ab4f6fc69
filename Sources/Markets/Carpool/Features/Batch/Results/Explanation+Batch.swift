import CarpoolScenario
import JSON5
import Matching
import Models
import Quantities
import Scenario
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// The window whose requests were decided together with `attempt`; nothing where it was decided alone.
  func window(of attempt: AttemptRecord) -> [AccountFact] {
    guard !input.isProbe, let batch = records.batch,
      let window = batch.windows.first(where: { $0.time == attempt.time })
    else { return [] }
    let rules = world.scenario.matching.batch ?? BatchRules()
    let others = window.requests - 1
    var line =
      "  decided at the end of a window of \(Words.minutes(rules.window)), with \(Words.plural(others, "other request")):"
      + " \(Words.plural(window.pairs, "pair")) could be made with \(Words.plural(window.drivers, "driver")),"
      + " \(window.found) were"
    if attempt.driver == .none, attempt.cause == .unassigned {
      line += "; each candidate driver was worth more to another request, or cost too much"
    }
    return [
      AccountFact(
        "window",
        .object([
          .init("window_s", .number(rules.window.seconds)),
          .init("requests", .integer(Int128(window.requests))),
          .init("drivers", .integer(Int128(window.drivers))), .init("pairs", .integer(Int128(window.pairs))),
          .init("found", .integer(Int128(window.found))),
        ]), [line])
    ]
  }

  /// The drivers that windows paired the passenger with; nothing where pairs bind at once.
  var provisional: [AccountFact] {
    let pairs = (records.provisional ?? []).filter { $0.request == request }
    guard let last = pairs.last else { return [] }
    let drivers = pairs.map { "driver \(name(ofDriver: $0.driver)) from \(clock($0.from))" }
    return [
      AccountFact(
        "provisional",
        .list(
          pairs.map { pair in
            .object([
              .init("driver", .text(id(pair.driver))), .init("from_s", .number(pair.from.seconds)),
              .init("until_s", RequestAccount.seconds(pair.until)),
              .init("windows", .integer(Int128(pair.windows))), .init("cost", .integer(Int128(pair.cost))),
              .init("fate", .text(pair.fate.rawValue)),
            ])
          }), ["paired with " + drivers.joined(separator: ", then with ") + "; " + end(of: last)])
    ]
  }

  private func end(of pair: ProvisionalRecord) -> String {
    let time = clock(pair.until)
    return switch pair.fate {
    case .final: "final at \(time): at the end of the next window it would have been too late to ask"
    case .replaced, .dissolved: "without a driver again from \(time)"
    case .withdrawn: "left at \(time), before it was final"
    case .open: "not final when the run was cut off"
    }
  }
}
