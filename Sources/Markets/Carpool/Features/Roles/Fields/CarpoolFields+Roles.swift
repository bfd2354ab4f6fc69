import Matching
import Scenario
import Statistics

extension CarpoolFields {
  /// Whether passengers' car ownership may come from a file.
  var readsRoles: Bool {
    switch demand {
    case .recorded, .trips: true
    case .none, .synthetic, .users: false
    }
  }

  /// Whether a built-in policy decides each request immediately, including the role of each person.
  package var decidesRolesAtOnce: Bool {
    guard case .shipped = matching.policy else { return false }
    return withoutGathering != nil
  }

  /// The reason passengers cannot drive instead of riding, with the fields that cause it; nil if they can.
  package var obstacleToRoles: (sentence: String, fields: [String])? {
    let decidesTogether = matching.policy == .shipped(.batch) || isDecidedOutside
    if !decidesRolesAtOnce, !decidesTogether || matching.batch?.commit != .latest {
      return (
        "flexible roles require a built-in policy that decides each request at once, such as \"insertion\", or windows whose pairs"
          + " bind as late as possible; choose such a policy, or give matching.policy: \"batch\" and matching.batch.commit: \"latest\","
          + " or no car to requesters",
        ["matching.policy", "matching.batch.commit", "matching.batch", "matching"]
      )
    }
    if decidesRolesAtOnce, let name = partWithBindings {
      return (
        "flexible roles cannot be combined with `\(name)`; leave it out, or give no car to requesters",
        [name, "matching"]
      )
    }
    if hindsight == true {
      return (
        "the perfect-information optimum requires fixed drivers; leave out `results.hindsight`, or give no car to requesters",
        ["results.hindsight", "results"]
      )
    }
    if mapCalls != nil {
      return (
        "map-service calls cannot be counted with flexible roles; leave out `results.map_calls`, or give"
          + " no car to requesters", ["results.map_calls", "results"]
      )
    }
    return nil
  }

  /// Rejects flexible roles if no part of the scenario can assign them, or if latest arrivals are missing.
  func checkRoles(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let attributes = demand.attributes, attributes.carShare > 0 else { return }
    if let (sentence, fields) = obstacleToRoles {
      checked.conflict(sentence, ["demand.car_share", "demand"] + fields, &faults)
    }
    if case .users = demand {
      checked.conflict(
        "users.car_share determines which `users` have a car; leave out demand.car_share",
        ["demand.car_share"],
        &faults)
    } else if attributes.flexibility == .fixed(0), !mayHaveLatestArrivals {
      checked.conflict(
        "requesters with a car require a latest arrival: give demand.flexibility_s, such as 1200",
        ["demand.car_share", "demand"], &faults)
    }
  }

  /// Whether latest arrivals may come from a file.
  private var mayHaveLatestArrivals: Bool {
    if case .recorded = demand { true } else { readsAnnouncements }
  }
}
