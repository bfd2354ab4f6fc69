import Matching
import Scenario
import Statistics

extension CarpoolFields {
  /// Whether a file may give car ownership of passengers.
  var readsRoles: Bool {
    switch demand {
    case .recorded, .trips: true
    case .none, .synthetic, .users: false
    }
  }

  /// Whether a built-in policy decides each request at once, including who drives and who rides.
  package var decidesRolesAtOnce: Bool {
    guard case .shipped = matching.policy else { return false }
    return withoutGathering != nil
  }

  /// The reason passengers cannot drive instead, with the fields that cause it; nil if they can.
  package var obstacleToRoles: (sentence: String, fields: [String])? {
    let decidesTogether = matching.policy == .shipped(.batch) || isDecidedOutside
    if !decidesRolesAtOnce, !decidesTogether || matching.batch?.commit != .latest {
      return (
        "who drives and who rides is decided at once by a policy of the program's own, such as \"insertion\", or by windows whose pairs"
          + " bind as late as they can; take such a policy, or give matching.policy: \"batch\" and matching.batch.commit: \"latest\","
          + " or nobody a car",
        ["matching.policy", "matching.batch.commit", "matching.batch", "matching"]
      )
    }
    if decidesRolesAtOnce, let name = partWithBindings {
      return (
        "who may drive or ride cannot be had together with `\(name)`; leave it out, or give nobody a car",
        [name, "matching"]
      )
    }
    if hindsight == true {
      return (
        "the best of a day is known where it is known who drives; leave out `results.hindsight`, or give nobody a car",
        ["results.hindsight", "results"]
      )
    }
    if mapCalls != nil {
      return (
        "the addresses of a trip are looked up once for a request and once for a driver; leave out `results.map_calls`, or give"
          + " nobody a car", ["results.map_calls", "results"]
      )
    }
    return nil
  }

  /// Rejects people with both roles if nothing can decide between them, or if they have no latest arrival.
  func checkRoles(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let attributes = demand.attributes, attributes.carShare > 0 else { return }
    if let (sentence, fields) = obstacleToRoles {
      checked.conflict(sentence, ["demand.car_share", "demand"] + fields, &faults)
    }
    if case .users = demand {
      checked.conflict(
        "whether `users` have a car says users.car_share; leave out demand.car_share", ["demand.car_share"],
        &faults)
    } else if attributes.flexibility == .fixed(0), !mayHaveLatestArrivals {
      checked.conflict(
        "who may drive instead leaves in time to arrive by a time; give demand.flexibility_s, as 1200",
        ["demand.car_share", "demand"], &faults)
    }
  }

  /// Whether a file may give latest arrivals.
  private var mayHaveLatestArrivals: Bool {
    if case .recorded = demand { true } else { readsAnnouncements }
  }
}
