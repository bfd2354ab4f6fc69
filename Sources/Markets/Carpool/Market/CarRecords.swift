import Quantities
import Travellers

/// The records of cars: drivers' outcomes, stops, and the distances passengers rode.
struct CarRecords {
  var drivers: [DriverRecord]
  /// In order of time.
  private(set) var stops: [StopRecord] = []
  /// The odometer reading at each pickup.
  private var pickupOdometers: [Metres]

  init(drivers: Int, requests: Int) {
    self.drivers = Array(repeating: DriverRecord(), count: drivers)
    pickupOdometers = Array(repeating: 0, count: requests)
  }

  mutating func add(_ stop: StopRecord) { stops.append(stop) }

  /// Removes the record that `request` got on the car of `driver` at a transfer: the passenger does not come.
  mutating func takeBackTransfer(of request: RequestIndex, to driver: DriverIndex) {
    let isStop = { (stop: StopRecord) in
      stop.driver == driver && stop.request == request && stop.kind == .transferPickup
    }
    guard let place = stops.lastIndex(where: isStop) else { return }
    stops[place].onBoardAfter -= stops[place].partySize
    stops[place].partySize = 0
  }

  /// Records that `request` got on a car with odometer reading `odometer`.
  mutating func begin(_ request: RequestIndex, at odometer: Metres) {
    pickupOdometers[Int(request)] = odometer
  }

  /// Returns the metres `request` has ridden when the car's odometer reads `odometer`.
  func ridden(by request: RequestIndex, at odometer: Metres) -> Metres {
    odometer - pickupOdometers[Int(request)]
  }

  /// Records the number of passengers on board of the car of `driver`.
  mutating func note(onBoard: Int16, _ driver: DriverIndex) {
    drivers[driver].maxOnBoard = max(drivers[driver].maxOnBoard, Int32(onBoard))
  }
}
