import Quantities
import Travellers

/// The records of cars: what became of their drivers, which stops they made, and how far passengers rode.
struct CarRecords {
  var drivers: [DriverRecord]
  /// In the order of time.
  private(set) var stops: [StopRecord] = []
  /// The reading of the car's odometer at each pickup.
  private var pickupOdometers: [Metres]

  init(drivers: Int, requests: Int) {
    self.drivers = Array(repeating: DriverRecord(), count: drivers)
    pickupOdometers = Array(repeating: 0, count: requests)
  }

  mutating func add(_ stop: StopRecord) { stops.append(stop) }

  /// Takes back that `request` got on the car of `driver` where it was to transfer: it does not come.
  mutating func takeBackTransfer(of request: RequestIndex, to driver: DriverIndex) {
    let isStop = { (stop: StopRecord) in
      stop.driver == driver && stop.request == request && stop.kind == .transferPickup
    }
    guard let place = stops.lastIndex(where: isStop) else { return }
    stops[place].onBoardAfter -= stops[place].partySize
    stops[place].partySize = 0
  }

  /// Takes note that `request` got on a car whose odometer read `odometer`.
  mutating func begin(_ request: RequestIndex, at odometer: Metres) {
    pickupOdometers[Int(request)] = odometer
  }

  /// The metres that `request` has ridden when the car's odometer reads `odometer`.
  func ridden(by request: RequestIndex, at odometer: Metres) -> Metres {
    odometer - pickupOdometers[Int(request)]
  }

  /// Takes note that so many are on board of the car of `driver`.
  mutating func note(onBoard: Int16, _ driver: DriverIndex) {
    drivers[driver].maxOnBoard = max(drivers[driver].maxOnBoard, Int32(onBoard))
  }
}
