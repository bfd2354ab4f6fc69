import Quantities
import Simulation
import Travellers

extension CarpoolRun {
  /// Whether there are waiting cars, whose entire driving counts as detour.
  var hasWaitingCars: Bool { drivers.contains(where: \.waits) }
  /// Whether all cars are waiting cars, without trips of their own.
  var isFleet: Bool { !drivers.isEmpty && drivers.allSatisfy(\.waits) }
}

extension DriverRecord {
  /// Returns the travel time of `driver`, including stops; for a waiting car, only the driving time.
  func driven(by driver: Driver) -> Milliseconds? {
    guard outcome == .arrived, let arrive else { return nil }
    return driver.waits ? driving : arrive - departure(of: driver)
  }
}
