import CarpoolScenario
import Matching
public import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Tables
import Travellers

/// The stops at which passengers board or alight, counted over drivers who arrived and carried passengers.
struct StopTotals {
  private(set) var stops = 0
  /// The number of persons who board or alight at these stops.
  private(set) var persons = 0
  /// The number of drivers who arrived and carried passengers.
  private(set) var cars = 0

  /// Counts the stops of `run`, in which parties share stops.
  init(of run: CarpoolRun) {
    func shared(_ driver: DriverIndex) -> Bool {
      let record = run.records.drivers[Int(driver)]
      return record.outcome == .arrived && record.served > 0
    }
    cars = run.drivers.indices.count { shared(DriverIndex($0)) }
    // Whether the last record of each driver is of the same stop, and of a passenger.
    var isCounted = Array(repeating: false, count: run.drivers.count)
    for stop in run.records.stops where shared(stop.driver) {
      let driver = Int(stop.driver)
      if stop.request != .none {
        persons += Int(stop.partySize)
        if !isCounted[driver] { stops += 1 }
        isCounted[driver] = true
      }
      if !stop.isJoined { isCounted[driver] = false }
    }
  }
}

extension Metric {
  public static let stopsPerCar = Metric(
    "stops_per_car", .ratio, over: .sharing, isShare: false,
    "Stops at which somebody boards or alights ÷ cars, of the drivers that shared; parties at one stop of the car count once."
  )

  public static let personsPerStop = Metric(
    "persons_per_stop", .ratio, over: .sharing, isShare: false,
    "Persons who board or alight ÷ stops of the car at which they do, of the drivers that shared.")
}

extension CarpoolFigure {
  static let ofStops = [
    Self(.stopsPerCar, .number { $0.stops.flatMap { RunTotals.share($0.stops, of: $0.cars) } }),
    Self(.personsPerStop, .number { $0.stops.flatMap { RunTotals.share($0.persons, of: $0.stops) } }),
  ]
}

extension Feature<CarpoolRun> {
  /// The stop-sharing feature: parties share a car's stops.
  static var sharedStops: Self {
    Feature(
      ["matching", "stops", "shared"], isPart: { $0.fields.matching.stops == .shared },
      extras: CarpoolFigure.ofStops)
  }
}
