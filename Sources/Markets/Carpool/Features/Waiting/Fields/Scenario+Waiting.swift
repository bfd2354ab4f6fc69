import Matching
public import Quantities
public import Scenario

extension Scenario {
  /// Cars that wait at arbitrary places.
  public struct Stays: Equatable, Sendable {
    /// The time at which waiting begins; nil: the drawn arrival times.
    public var depart: Milliseconds? = .zero
    /// The time at which waiting ends; nil: the end of the run.
    public var end: Milliseconds?

    public init() {}
  }

  /// The reason this scenario does not support waiting cars, with the fields responsible; nil if it does.
  package var obstacleToWaiting: (sentence: String, fields: [String])? {
    let matching = carpool.matching
    func leaveOut(_ reason: String, _ field: String, _ others: String...) -> (String, [String]) {
      ("\(reason); leave out `\(field)`, or give drivers trips", [field] + others)
    }
    if board != nil { return leaveOut("waiting cars publish no trips", "board") }
    if matching.transfer != nil {
      return leaveOut("passengers cannot transfer to waiting cars", "matching.transfer", "matching")
    }
    if hindsight == true {
      return leaveOut("the hindsight optimum requires drivers with trips", "results.hindsight", "results")
    }
    if space.changesOverTheDay {
      return leaveOut(
        "the travel times of a trip are those at its departure, and waiting cars have no trip",
        "space.time_profile", "space")
    }
    return nil
  }
}

extension Scenario.OriginDestination {
  /// The shape of the origin–destination models of drivers, including waiting cars without trips.
  package static var shapeOfCars: Shape<Self> {
    .union(
      kinds + [
        Kind(
          "stays", Scenario.Stays.members, Self.stays,
          { if case .stays(let stays) = $0 { stays } else { nil } },
          "Cars without trips: each waits at a place drawn uniformly over the space, then where its last passenger"
            + " got off.")
      ])
  }
}

extension Scenario.Stays {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "depart_s", \.depart, orNull: .seconds(),
          "The time at which cars begin to wait. `null`: drawn for each car by `profile`."),
        Field(
          "end_s", \.end, orNull: .seconds(),
          "The time at which cars end their service; no later drop-off is accepted. `null`: when all other activity has"
            + " ended."
        ),
      ],
      check: { checked, faults in
        if let depart = checked.value.depart, let end = checked.value.end, end <= depart {
          checked.conflict(
            "end_s is not after depart_s; give a later one", ["end_s", "depart_s"], &faults)
        }
      })
  }
}

extension Scenario.SyntheticSide {
  /// Whether all cars begin to wait at the same time.
  var waitsFromOneTime: Bool { if case .stays(let stays) = od { stays.depart != nil } else { false } }
}

extension CarpoolFields {
  /// The reason no driver makes a trip of their own; nil if drivers do.
  var withoutOwnTrips: String? {
    guard case .synthetic(let drivers) = supply, case .stays = drivers.od else { return nil }
    return "waiting cars (`supply.od`) have no trip of their own"
  }

  /// Rejects waiting cars combined with incompatible fields.
  func checkWaiting(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    if withoutOwnTrips != nil, let (sentence, others) = checked.value.obstacleToWaiting {
      checked.conflict(sentence, ["supply.od", "supply"] + others, &faults)
    }
  }
}
