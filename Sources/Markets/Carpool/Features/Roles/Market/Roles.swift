import Quantities
import Travellers

/// The people who may drive or ride: of each the request, and the driver of the same person.
struct Roles {
  private var cars: [RequestIndex: DriverIndex] = [:]
  private var owners: [DriverIndex: RequestIndex] = [:]
  /// The time at which each who was asked to drive last has answered, or will.
  private(set) var answers: [DriverIndex: Milliseconds] = [:]

  /// Nil where nobody may do both.
  init?(drivers: [Driver], requests: [Request]) {
    guard drivers.contains(where: { $0.ownRequest != nil }) else { return nil }
    let places = Dictionary(uniqueKeysWithValues: requests.places.map { (requests[$0].id, $0) })
    for driver in drivers.places {
      guard let id = drivers[driver].ownRequest else { continue }
      guard let request = places[id] else { preconditionFailure("a person who may drive or ride asks too") }
      cars[request] = driver
      owners[driver] = request
    }
  }

  /// The driver that the person of `request` would be; nil without a car.
  func car(of request: RequestIndex) -> DriverIndex? { cars[request] }

  /// The request of the person of `driver`; nil for who only drives.
  func owner(of driver: DriverIndex) -> RequestIndex? { owners[driver] }

  /// Takes note that `driver`, if that is somebody who may ride too, is asked to drive, and answers at `time`.
  mutating func ask(_ driver: DriverIndex, answers time: Milliseconds) {
    if owners[driver] != nil { answers[driver] = time }
  }
}
