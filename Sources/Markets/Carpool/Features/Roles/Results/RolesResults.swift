import JSON5
import Lifecycle
public import Metrics
import Models
import Quantities
import Simulation
import Statistics
import Synthesis
public import Tables
import Travellers

extension Metric {
  public static let eitherRode = Metric(
    "either_rode_ratio", .ratio, over: .either,
    title: "Flexible role: rode",
    "The share of persons with a flexible role who rode with a driver.")

  public static let eitherDrove = Metric(
    "either_drove_ratio", .ratio, over: .either,
    title: "Flexible role: drove with a passenger",
    "The share of persons with a flexible role who were bound to take a passenger, and drove.")

  public static let eitherAlone = Metric(
    "either_alone_ratio", .ratio, over: .either, better: .lowerIsBetter,
    title: "Flexible role: drove alone",
    "The share of persons with a flexible role who departed alone in their own car; the others left the market, or are in progress."
  )
}

extension CarpoolFigure {
  static let ofRoles = [
    (Metric.eitherRode, RoleTaken.rode), (.eitherDrove, .drove), (.eitherAlone, .alone),
  ].map { metric, taken in
    Self(metric, .number { RunTotals.share($0.roles[taken] ?? 0, of: $0.either) })
  }
}

extension RunTotals {
  /// The number of people who may drive or ride.
  var either: Int { roles.values.reduce(0, +) }

  /// The number of participants (settled requests, and drivers who arrived), counting each person once.
  var participants: Int { settled + arrived - arrivedToo }

  mutating func addRoles(_ run: CarpoolRun) {
    for person in run.peopleOfRoles {
      let submit = run.requests[Int(person.request)].submit
      guard run.counts(submit), submit <= run.records.end else { continue }
      roles[person.taken, default: 0] += 1
      let hasArrived = run.records.drivers[Int(person.driver)].outcome == .arrived
      if hasArrived, run.isSettled(Int(person.request)) { arrivedToo += 1 }
    }
  }
}

/// A person who may drive or ride.
public struct RoleRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let person: PersonOfRoles
}

extension CarpoolTable {
  /// One row per person who may drive or ride.
  public static let roles = Table<RoleRow>(
    "roles",
    "A row per person with a flexible role, with the corresponding request and driver; only in scenarios with"
      + " `demand.car_share`, or the role `either` in a file.",
    key: ["request_id"], constant: .runID,
    columns: [
      .request("request_id", "The request of the person, by the id of the demand file.") {
        $0.person.request
      },
      .driver("driver_id", "The driver of the same person, in drivers.csv.") { $0.person.driver },
      .word("role", "The role taken; see the list of roles.") { $0.person.taken },
      .seconds(
        "decided_s",
        "The time of the decision: bound to a driver or a passenger, departed alone, or ended; empty if the run was cut off before."
      ) { $0.person.decided },
    ])
}

/// The role taken by a person who may drive or ride; the raw value is the name in roles.csv.
public enum RoleTaken: String, CaseIterable, Sendable {
  case rode
  case drove
  case alone
  case left
  case open

  /// The meaning of the role, in one sentence.
  public var meaning: String {
    switch self {
    case .rode: "A driver was bound to take the person, and did, or is on the way."
    case .drove: "The person was bound to take a passenger, and drove their own car."
    case .alone:
      "The person departed alone in their own car; passengers who joined later are in drivers.csv."
    case .left: "The person left the market without a trip."
    case .open: "The run was cut off before the role was decided."
    }
  }
}

/// A person who may drive or ride: their request, their driver, and the role taken.
struct PersonOfRoles {
  let request: RequestIndex
  let driver: DriverIndex
  let taken: RoleTaken
  /// The time at which the role was decided; nil if the run ended before.
  let decided: Milliseconds?
}

extension CarpoolRun {
  /// The people who may drive or ride, in the order of their requests.
  var peopleOfRoles: [PersonOfRoles] {
    let cars = drivers.places.filter { drivers[$0].ownRequest != nil }
    guard !cars.isEmpty else { return [] }
    let places = Dictionary(uniqueKeysWithValues: requests.places.map { (requests[$0].id, $0) })
    var bound: [DriverIndex: Milliseconds] = [:]
    for attempt in records.attempts where attempt.outcome == .accepted {
      bound[attempt.driver] = min(attempt.answered, bound[attempt.driver] ?? .never)
    }
    return cars.compactMap { car in
      drivers[car].ownRequest.flatMap { places[$0] }.map { person(of: $0, car, bound: bound[car]) }
    }
  }

  /// Returns the person to whom `request` and `car` belong, with the role taken.
  ///
  /// - Parameter bound: the time of the first agreement with a passenger of the car; nil if there was none.
  private func person(of request: RequestIndex, _ car: DriverIndex, bound: Milliseconds?) -> PersonOfRoles {
    let (asked, drove) = (records.requests[Int(request)], records.drivers[Int(car)])
    let departure = hasLeft(car) ? drove.departure(of: drivers[Int(car)]) : .never
    let (taken, decided): (RoleTaken, Milliseconds?) =
      if drove.outcome == .notDriven {
        asked.match.map { (.rode, $0.time) }
          ?? (.left, asked.firstMatch == nil ? drove.arrive : asked.ended)
      } else if let bound, bound <= departure {
        (.drove, bound)
      } else {
        departure == .never ? (.open, nil) : (.alone, departure)
      }
    return PersonOfRoles(request: request, driver: car, taken: taken, decided: decided)
  }

  private func hasLeft(_ car: DriverIndex) -> Bool {
    let (driver, record) = (drivers[Int(car)], records.drivers[Int(car)])
    return record.outcome == .arrived || record.departed != nil
      || (!driver.isFlexible && driver.depart <= records.end)
  }

  /// The ids of the requests of people who drive, with passengers or alone.
  var idsOfThoseWhoDrive: Set<Int64> {
    Set(
      peopleOfRoles.lazy.filter { $0.taken == .alone || $0.taken == .drove }
        .map { requests[Int($0.request)].id })
  }
}

extension Explanation {
  /// The facts on the car of a passenger who may drive instead, and its use; empty for other passengers.
  var role: [AccountFact] {
    guard let car = drivers.places.first(where: { drivers[$0].ownRequest == input.id }) else { return [] }
    let use =
      switch records.drivers[Int(car)].outcome {
      case .notDriven:
        record.match == nil
          ? CarUse("left_market", "left the market with it") : CarUse("rode", "left it at home, and rode")
      case .arrived, .inProgress, .refusedInput: use(of: car)
      }
    return [
      AccountFact(
        "role",
        .object([
          .init("driver", .text(id(car))), .init("use", .text(use.word)),
          .init("time_s", RequestAccount.seconds(use.time)),
          .init("request", .text(use.request.map(id(ofRequest:)))),
        ]), ["has a car, as driver \(name(ofDriver: car)): \(use.sentence)"])
    ]
  }

  /// A passenger's use of their own car.
  private struct CarUse {
    let word, sentence: String
    /// The time of the decision, or of the departure.
    var time: Milliseconds?
    /// The first request that the car served.
    var request: RequestIndex?

    init(_ word: String, _ sentence: String, at time: Milliseconds? = nil, with request: RequestIndex? = nil)
    {
      (self.word, self.sentence) = (word, sentence)
      (self.time, self.request) = (time, request)
    }
  }

  private func use(of car: DriverIndex) -> CarUse {
    let riders = records.attempts.filter { $0.driver == car && $0.outcome == .accepted }
    let departure = records.drivers[Int(car)].departure(of: drivers[Int(car)])
    if let first = riders.first, record.outcome == .drove || first.answered <= departure {
      return CarUse(
        "bound", "bound at \(clock(first.answered)) to take request \(name(ofRequest: first.request)) along",
        at: first.answered, with: first.request)
    }
    guard departure <= records.end else {
      return CarUse("undecided", "had not decided when the run was cut off")
    }
    let joined = riders.isEmpty ? "" : ", and took request \(name(ofRequest: riders[0].request)) on later"
    return CarUse(
      "left_alone", "left alone at \(clock(departure))\(joined)", at: departure, with: riders.first?.request)
  }

  private func name(ofRequest request: RequestIndex) -> String {
    id(ofRequest: request).visible
  }
}

extension Feature<CarpoolRun> {
  /// The flexible-role feature: some people may drive or ride.
  static var roles: Self {
    Feature(
      ["demand", "car_share"], isPart: { $0.drivers.contains { $0.ownRequest != nil } },
      tables: [
        RunTable("roles", CarpoolTable.roles) { run, source in
          run.peopleOfRoles.map { RoleRow(source: source, person: $0) }
        }
      ], extras: CarpoolFigure.ofRoles,
      summary: { _, figures in [Placed(.init("roles", figures.roles), after: "attempts")] })
  }
}

extension Figures {
  fileprivate var roles: String? {
    guard let rode = self[.eitherRode], let drove = self[.eitherDrove], let alone = self[.eitherAlone]
    else { return nil }
    return SummaryText.joined([
      "of those who may drive or ride \(Words.tenths(ofPercent: rode)) rode",
      "\(Words.tenths(ofPercent: drove)) drove somebody", "\(Words.tenths(ofPercent: alone)) drove alone",
    ])
  }
}
