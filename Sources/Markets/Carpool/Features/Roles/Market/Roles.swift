import Quantities
import Travellers

/// The people who may drive or ride: of each the request, and the driver of the same person.
final class Roles {
  private var cars: [RequestIndex: DriverIndex] = [:]
  private var owners: [DriverIndex: RequestIndex] = [:]
  /// For each person asked to drive, the time at which they answered last or will answer.
  private(set) var answers: [DriverIndex: Milliseconds] = [:]

  /// Whether each request is decided at once, or by a window whose pairs bind.
  let decidesAtOnce: Bool
  let drivers: [Driver]
  let requests: [Request]
  /// Those who may ride too and have departed in their own car.
  private var departed: Set<DriverIndex> = []

  init?(_ setup: SimulationSetup) {
    drivers = setup.drivers
    requests = setup.requests
    decidesAtOnce = !setup.bindsLate
    guard drivers.contains(where: { $0.ownRequest != nil }) else { return nil }
    let places = Dictionary(uniqueKeysWithValues: requests.places.map { (requests[$0].id, $0) })
    for driver in drivers.places {
      guard let id = drivers[driver].ownRequest else { continue }
      guard let request = places[id] else { preconditionFailure("a person who may drive or ride asks too") }
      cars[request] = driver
      owners[driver] = request
    }
  }

  /// Returns the person of `request` as a driver; nil without a car.
  func car(of request: RequestIndex) -> DriverIndex? { cars[request] }

  /// Returns the request of the person of `driver`; nil if they can only drive.
  func owner(of driver: DriverIndex) -> RequestIndex? { owners[driver] }

  /// Takes note that `driver` has departed.
  func depart(_ driver: DriverIndex) {
    if owners[driver] != nil { departed.insert(driver) }
  }

  func hasDeparted(_ driver: DriverIndex) -> Bool { departed.contains(driver) }

  /// Takes note that `driver`, if that is somebody who may ride too, is asked to drive, and answers at `time`.
  func ask(_ driver: DriverIndex, answers time: Milliseconds) {
    if owners[driver] != nil { answers[driver] = time }
  }
}
