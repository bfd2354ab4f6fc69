import Lifecycle
import Matching
import Quantities
import Travellers

/// The people with flexible roles, each with a request and a driver.
final class Roles {
  private var cars: [RequestIndex: DriverIndex] = [:]
  private var owners: [DriverIndex: RequestIndex] = [:]
  /// The last answer time, past or pending, of each person asked to drive.
  private(set) var answers: [DriverIndex: Milliseconds] = [:]

  /// Whether decisions bind immediately: on submission, or at the end of a window.
  let decidesAtOnce: Bool
  let drivers: [Driver]
  let requests: [Request]
  /// The drivers with flexible roles who have departed in their own car.
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

  /// Returns the driver index of the person who made `request`; nil if they have no car.
  func car(of request: RequestIndex) -> DriverIndex? { cars[request] }

  /// Returns the request made by the person who is `driver`; nil if they can only drive.
  func owner(of driver: DriverIndex) -> RequestIndex? { owners[driver] }

  /// Records that `driver` has departed.
  func depart(_ driver: DriverIndex) {
    if owners[driver] != nil { departed.insert(driver) }
  }

  func hasDeparted(_ driver: DriverIndex) -> Bool { departed.contains(driver) }

  /// Records that `driver`, if their role is flexible, is asked to drive and answers at `time`.
  func ask(_ driver: DriverIndex, answers time: Milliseconds) {
    if owners[driver] != nil { answers[driver] = time }
  }
}
