import CarpoolScenario
import Ground
import Quantities
import Scenario
import Travellers

/// The placeholder values of a traveller to be replaced by the scenario's, because neither a file nor the
/// attributes give them.
enum Unsaid {
  static let span = Milliseconds(-1)
  static let ratio = -1.0
}

extension Population {
  /// Replaces the placeholders for limits and patience by the values of `scenario`, and sets the departure of own
  /// cars as its policy implies.
  mutating func settle(in scenario: Scenario) {
    let limits = scenario.matching.limits
    let maxDetour = limits.maxDetour ?? .never
    let maxDetourRatio = limits.maxDetourRatio ?? .infinity
    // Without circles, coinciding ends are irrelevant.
    if scenario.matching.looksEverywhere {
      inputNotices.removeAll { if case .coincidingEnds = $0 { true } else { false } }
    }
    let ownCarsLeaveAtOnce = scenario.carpool.decidesRolesAtOnce
    for index in drivers.indices {
      if drivers[index].maxDetour == Unsaid.span { drivers[index].maxDetour = maxDetour }
      if drivers[index].maxDetourRatio == Unsaid.ratio { drivers[index].maxDetourRatio = maxDetourRatio }
      if drivers[index].ownRequest != nil { drivers[index].leavesAtOnce = ownCarsLeaveAtOnce }
    }
    let patience = scenario.behaviour.patience ?? .never
    for index in requests.indices where requests[index].patience == Unsaid.span {
      requests[index].patience = patience
    }
  }
}
