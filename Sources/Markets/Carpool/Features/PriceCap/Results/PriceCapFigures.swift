import Community
public import Metrics
import Models
import Quantities
import Simulation
import Statistics
import Tables
import Travellers

extension Metric {
  public static let aboveCostShare = Metric(
    "above_cost_share", .ratio, over: .sharing, better: .lowerIsBetter,
    "Drivers whose fares exceed the cost of their kilometres by `money.cap.cost_per_km` ÷ drivers that arrived and"
      + " dropped off at least one request.")
}

extension CarpoolFigure {
  /// The figures of runs with `money.cap`.
  static let ofPriceCap = [
    Self(
      .aboveCostShare,
      .number { $0.service?.incomes.flatMap { RunTotals.share($0.aboveCost, of: $0.drivers) } })
  ]
}

/// The number of drivers whose fares are compared with their trip costs, over the whole run.
struct DriverIncomes: Sendable {
  /// The number of drivers who arrived and dropped off at least one request, and how many of them received fares above
  /// their costs.
  var drivers = 0
  var aboveCost = 0

  /// Adds up the fares of each driver of `run`; nil without `money.cap`.
  init?(of run: CarpoolRun, _ society: SocietyRecords) {
    guard let cost = society.setup.money?.tripCost else { return nil }
    var fares = [Int64](repeating: 0, count: run.drivers.count)
    for entry in society.entries where entry.kind == .fare || entry.kind == .cashFare {
      guard let match = run.records.requests[Int(entry.request)].match else { continue }
      fares[Int(match.driver)] += entry.amount
    }
    for (driver, record) in run.records.drivers.enumerated()
    where record.outcome == .arrived && record.served > 0 {
      drivers += 1
      // An amount is whole: above the cost rounded down is above the cost.
      if fares[driver] > cost.amount(metres: record.drivenMetres) { aboveCost += 1 }
    }
  }
}

extension Feature<CarpoolRun> {
  /// The price-cap feature: fares are compared with trip costs.
  static var priceCap: Self {
    Feature(
      ["money", "cap"], isPart: { $0.records.society?.setup.money?.cap != nil },
      extras: CarpoolFigure.ofPriceCap)
  }
}
