import CarpoolScenario
import Quantities
import Scenario

/// Travellers look for a place on a ferry: a market as a target above would declare it, without a space.
struct FerryFields: MarketFields {
  static let market = "ferries"
  static let sentence = "Travellers look for a place on a ferry that sails at their hour."
  static let takesPlace = false
  static let recordable = ["candidates", "events", "decks"]

  var ferries = [Ferry()]
  var travellers = Scenario.Arrivals()
  var fleet = Fleet.hired
  var matching = Matching()
  var behaviour = Behaviour()
  var fare = 5

  struct Ferry: Equatable {
    var name = ""
    var places = 10
    var sails = Milliseconds(3_600_000)
  }

  enum Fleet: Equatable {
    case hired
    case owned(crew: Int)
  }

  struct Matching: CycleRules, Equatable {
    var attempts = 3
    var retryInterval = Milliseconds(60_000)
    var maxCycles = 1
    var relaunch = Scenario.Relaunch()
    var earliest = Milliseconds(600_000)
  }

  struct Behaviour: AnswerRules, PatienceRules, Equatable {
    var answerDelay = Milliseconds(1_000)
    var declineProbability = 0.25
    var patience: Milliseconds?
  }

  static let members = Members(
    Self(),
    [
      Field("ferries", \.ferries, Shape.object(Ferry.members).list(), isRequired: true, "What sails."),
      Field("travellers", \.travellers, .object(travellers), isRequired: true, "Who wants to cross."),
      Field("fleet", \.fleet, Fleet.shape, "Whose the ferries are."),
      Field("matching", \.matching, .object(Matching.members), "The assignment of places."),
      Field("behaviour", \.behaviour, .object(Behaviour.members), "What ferrymen and travellers do."),
    ],
    check: { checked, faults in
      if checked.value.fare > 50, checked.value.fleet == .hired {
        checked.conflict("a hired fleet takes at most 50; give less", ["results.fare", "fleet"], &faults)
      }
    })

  static let resultFields = [Field<Self>("fare", \.fare, .integer(0, to: 1_000), "What a place costs.")]

  private static let travellers = Members(
    Scenario.Arrivals(), arrivalFields(\.self), check: { checkArrivals($0, \.self, &$1) })

  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let duration = checked.value.time.duration else { return }
    for ferry in checked.value.fields(of: Self.self).ferries where ferry.sails > duration {
      checked.conflict(
        "`\(ferry.name)` sails after the period (time.duration_s); let it sail earlier", ["ferries", "time"],
        &faults)
    }
  }

  func stationaryPeriod(in scenario: Scenario) -> Milliseconds? { scenario.time.duration }
}

extension FerryFields.Ferry {
  static let members = Members(
    Self(),
    [
      Field("name", \.name, .label, isRequired: true, "The name."),
      Field("places", \.places, .integer(1, to: 1_000), "How many it takes."),
      Field("sails_s", \.sails, .seconds(), "When it leaves."),
    ])
}

extension FerryFields.Fleet {
  private struct Crew {
    var crew = 2
  }

  static var shape: Shape<Self> {
    .union([
      Kind("hired", .hired, { $0 == .hired }, "Hired by the day."),
      Kind(
        "owned", Members(Crew(), [Field("crew", \.crew, .integer(1, to: 9), "Who sails each.")]),
        { .owned(crew: $0.crew) },
        { if case .owned(let crew) = $0 { Crew(crew: crew) } else { nil } }, "Owned, with a crew."),
    ])
  }
}

extension FerryFields.Matching {
  static var members: Members<Self> {
    Members(
      Self(), cycleFields + [Field("earliest_s", \.earliest, .seconds(), "How long before one may book.")])
  }
}

extension FerryFields.Behaviour {
  static var members: Members<Self> {
    Members(Self(), answerFields(provider: "ferryman") + patienceFields("How long a traveller looks."))
  }
}

/// Riders look for a cab: it takes place in a space, and has a `supply` like the carpool, with other fields.
struct CabFields: MarketFields {
  static let market = "cabs"
  static let sentence = "Riders look for a cab that is free."
  static let takesPlace = true

  var supply = Supply()

  struct Supply: Equatable {
    var cabs = 5
    var seats = 4
  }

  static let members = Members(
    Self(), [Field("supply", \.supply, .object(Supply.members), "The cabs.")])
}

extension CabFields.Supply {
  static let members = Members(
    Self(),
    [
      Field("cabs", \.cabs, .integer(0, to: 1_000), "The number of users."),
      Field("seats", \.seats, .integer(1, to: 8), "Seats of each."),
    ])
}

extension ScenarioMarkets {
  /// The carpool with the invented ones.
  static let invented = Self([CarpoolFields.self, FerryFields.self, CabFields.self])
}
