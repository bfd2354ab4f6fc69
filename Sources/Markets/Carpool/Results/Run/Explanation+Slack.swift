import Quantities
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// The line on when the passenger could leave and had to be there; nothing where that was not said.
  var slackLine: [String] {
    guard
      input.lead > .zero
        || (input.latestDropoff != .never && world.scenario.slack.contains(.flexibleRequests))
    else { return [] }
    let latest = input.latestDropoff == .never ? "" : ", to be there by \(clock(input.latestDropoff))"
    return ["can leave at \(clock(input.directDeparture))\(latest)"]
  }

  /// The line on the drivers that windows paired the passenger with; nothing where pairs bind at once.
  var provisionalLine: [String] {
    let pairs = (records.provisional ?? []).filter { $0.request == request }
    guard let last = pairs.last else { return [] }
    let drivers = pairs.map { "driver \(name(ofDriver: $0.driver)) from \(clock($0.from))" }
    return ["paired with " + drivers.joined(separator: ", then with ") + "; " + end(of: last)]
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
