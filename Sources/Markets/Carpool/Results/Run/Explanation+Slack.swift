import JSON5
import Models
import Quantities
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// When the passenger could leave and had to be there; nothing where that was not said.
  var slack: [AccountFact] {
    guard
      input.lead > .zero
        || (input.latestDropoff != .never && world.scenario.slack.contains(.flexibleRequests))
    else { return [] }
    let latest = input.latestDropoff == .never ? "" : ", to be there by \(clock(input.latestDropoff))"
    return [
      AccountFact(
        "slack",
        .object([
          .init("leave_s", .number(input.directDeparture.seconds)),
          .init("latest_dropoff_s", RequestAccount.seconds(input.latestDropoff)),
        ]), ["can leave at \(clock(input.directDeparture))\(latest)"])
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
