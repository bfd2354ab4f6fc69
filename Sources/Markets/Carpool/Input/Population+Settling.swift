import CarpoolScenario
import Ground
import Quantities
import Scenario
import Travellers

/// The values that stand in a traveller until the scenario gives them, because neither a file nor the attributes do.
enum Unsaid {
  static let span = Milliseconds(-1)
  static let ratio = -1.0
}

extension Population {
  /// Gives those who have no limit or patience of their own what `scenario` says, and own cars the departure that its policy implies.
  mutating func settle(in scenario: Scenario) {
    let limits = scenario.matching.limits
    let maxDetour = limits.maxDetour ?? .never
    let maxDetourRatio = limits.maxDetourRatio ?? .infinity
    // Where nobody is looked for within circles, it does not matter that ends coincide.
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
