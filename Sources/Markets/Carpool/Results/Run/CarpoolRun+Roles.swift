import Quantities
import Simulation
import Travellers

/// What somebody did who may drive or ride; the raw value is the name in roles.csv.
public enum RoleTaken: String, CaseIterable, Sendable {
  case rode
  case drove
  case alone
  case left
  case open

  /// The meaning of the word, in one sentence.
  public var meaning: String {
    switch self {
    case .rode: "A driver was bound to take the person along, and did, or is on the way."
    case .drove: "The person was bound to take somebody along, and drove their own car."
    case .alone:
      "The person left alone in their own car; who was taken on later stands in drivers.csv."
    case .left: "The person left the market without a trip."
    case .open: "The run was cut off before it was known."
    }
  }
}

/// Somebody who may drive or ride: the request, the driver of the same person, and what they did.
struct PersonOfRoles {
  let request: RequestIndex
  let driver: DriverIndex
  let taken: RoleTaken
  /// The time at which it was known; nil where the run was cut off before.
  let decided: Milliseconds?
}

extension CarpoolRun {
  /// True if somebody may drive or ride.
  var hasRoles: Bool { drivers.contains { $0.ownRequest != nil } }

  /// The people who may drive or ride, in the order of their requests.
  var peopleOfRoles: [PersonOfRoles] {
    let cars = drivers.places.filter { drivers[$0].ownRequest != nil }
    guard !cars.isEmpty else { return [] }
    let places = Dictionary(uniqueKeysWithValues: requests.places.map { (requests[$0].id, $0) })
    return cars.compactMap { car in
      drivers[car].ownRequest.flatMap { places[$0] }.map { person(of: $0, car) }
    }
  }

  private func person(of request: RequestIndex, _ car: DriverIndex) -> PersonOfRoles {
    let (asked, drove) = (records.requests[Int(request)], records.drivers[Int(car)])
    let (taken, decided): (RoleTaken, Milliseconds?) =
      if asked.outcome == .drove {
        (.drove, asked.ended)
      } else if drove.outcome == .notDriven {
        asked.match.map { (.rode, $0.time) } ?? (.left, asked.firstMatch == nil ? drove.arrive : asked.ended)
      } else if hasLeft(car) {
        (.alone, drove.departure(of: drivers[Int(car)]))
      } else {
        (.open, nil)
      }
    return PersonOfRoles(request: request, driver: car, taken: taken, decided: decided)
  }

  private func hasLeft(_ car: DriverIndex) -> Bool {
    let (driver, record) = (drivers[Int(car)], records.drivers[Int(car)])
    return record.outcome == .arrived || record.departed != nil
      || (!driver.isFlexible && driver.depart <= records.end)
  }

  /// The ids of requests whose people have left alone in their own cars.
  var peopleWhoLeft: Set<Int64> {
    Set(peopleOfRoles.lazy.filter { $0.taken == .alone }.map { requests[Int($0.request)].id })
  }
}
