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
}
