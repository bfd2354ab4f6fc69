import Lifecycle
import Quantities
import Simulation
import Travellers

/// What a person did who may drive or ride; the raw value is the name in roles.csv.
public enum RoleTaken: String, CaseIterable, Sendable {
  case rode
  case drove
  case alone
  case left
  case open

  /// The meaning of the word, in one sentence.
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

/// A person who may drive or ride: their request, their driver, and what they did.
struct PersonOfRoles {
  let request: RequestIndex
  let driver: DriverIndex
  let taken: RoleTaken
  /// The time at which it was decided; nil if the run was cut off before.
  let decided: Milliseconds?
}

extension CarpoolRun {
  /// Whether anybody may drive or ride.
  var hasRoles: Bool { drivers.contains { $0.ownRequest != nil } }

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

  /// Returns what the person of `request` and `car` did.
  ///
  /// - Parameter bound: the time at which somebody was first to be taken along in the car.
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

  /// The ids of requests whose person drives, with passengers or alone.
  var idsOfThoseWhoDrive: Set<Int64> {
    Set(
      peopleOfRoles.lazy.filter { $0.taken == .alone || $0.taken == .drove }
        .map { requests[Int($0.request)].id })
  }
}
