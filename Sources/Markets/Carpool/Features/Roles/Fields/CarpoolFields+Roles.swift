import Matching
import Scenario
import Statistics

extension CarpoolFields {
  /// True if a file may say that somebody who asks has a car.
  var readsRoles: Bool {
    switch demand {
    case .recorded, .trips: true
    case .none, .synthetic, .users: false
    }
  }

  /// True if a policy of the program's own decides each request at once, and with it who drives and who rides.
  package var decidesRolesAtOnce: Bool {
    guard case .shipped = matching.policy else { return false }
    return withoutGathering != nil
  }

  /// The reason nobody who asks may drive instead, and the fields that it lies in; nil where they may.
  package var obstacleToRoles: (sentence: String, fields: [String])? {
    if !decidesRolesAtOnce, matching.policy != .shipped(.batch) || matching.batch?.commit != .latest {
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

  /// Refuses people who may drive or ride where nobody can decide it, or where they need not be there by any time.
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

  /// True if a file may say by when somebody has to be there.
  private var mayHaveLatestArrivals: Bool {
    if case .recorded = demand { true } else { readsAnnouncements }
  }
}
