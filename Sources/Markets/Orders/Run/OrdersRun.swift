import EventKernel
import Lifecycle
public import Metrics
public import Models
public import Quantities
import Scenario

/// A finished run of the market: its input, its records, and the orders counted in its figures.
///
/// It is immutable, and shared by the rows of its tables.
public final class OrdersRun: Sendable {
  public let identity: RunIdentity
  package let input: OrdersInput
  package let records: OrdersRecords
  /// The orders submitted after the warm-up and before the end of the run, excluding probes, refused orders and orders
  /// of customers who had left.
  let counted: [Int]
  /// The counted orders that were no longer in progress when the run ended.
  let settled: [Int]
  /// The settled orders whose last card has left.
  let finished: [Int]

  /// Creates the run of `input` with `records`. If `part` is given, its figures count only the orders submitted during
  /// that period.
  package init(
    identity: RunIdentity, input: OrdersInput, records: OrdersRecords, part: Range<Milliseconds>? = nil
  ) {
    self.identity = identity
    self.input = input
    self.records = records
    let orders = input.setup.orders
    let warmUp = input.scenario.time.warmUp
    counted = orders.indices.filter {
      orders[$0].submit >= warmUp && orders[$0].submit <= records.end && !orders[$0].isProbe
        && (part?.contains(orders[$0].submit) ?? true)
        && orders[$0].refusal == nil && records.orders[$0].outcome != .notSubmitted
    }
    settled = counted.filter { records.orders[$0].outcome != .inProgress }
    finished = settled.filter { records.orders[$0].finished != .never }
  }

  var setup: OrdersSetup { input.setup }

  /// Returns the name of `order` in files.
  func name(of order: Int) -> (id: Int64, names: Names) { (setup.orders[order].id, setup.orderNames) }

  /// Returns the name of `account` in files; nil for `.none`.
  func name(of account: AccountIndex) -> (id: Int64, names: Names)? {
    account == .none ? nil : (setup.accounts[account].id, setup.accountNames)
  }

  /// Returns the share of the working hours of `station` during which its servers were busy, excluding overtime; nil if
  /// it had no working hours.
  func utilisation(of station: Int) -> Double? {
    let tally = records.stations[station]
    let room = tally.workingTime * Int64(setup.fields.stations[station].servers)
    return room > 0 ? Double(tally.busyInHours) / Double(room) : nil
  }

  /// The station with the highest utilisation, the first in case of a tie; nil if no station had working hours.
  var bottleneck: Int? {
    var most: (station: Int, share: Double)?
    for station in setup.fields.stations.indices {
      guard let share = utilisation(of: station), share > most?.share ?? -1 else { continue }
      most = (station, share)
    }
    return most?.station
  }
}

extension OrdersRun: MarketRun {
  public func measured() -> Figures {
    Figures(of: self, by: ownFigures, outcomes: outcomes, settled: settled.count)
  }

  public func measured(during span: Range<Milliseconds>) -> Figures? {
    OrdersRun(identity: identity, input: input, records: records, part: span).measured()
  }

  public static func isTimed(_ metric: Metric) -> Bool {
    let populations: [Metric.Population] = [
      .countedOrders, .settledOrders, .finishedOrders, .lateOrders, .deliveredCards, .deliveredOrders,
    ]
    return populations.contains(metric.population)
  }

  public var effort: Performance.Effort {
    Performance.Effort(
      events: Int(records.eventCounts.executed),
      requests: records.orders.count { $0.outcome != .refusedInput && $0.outcome != .notSubmitted })
  }

  public var refused: [RefusedRows] {
    let refused = setup.orders.indices.filter { records.orders[$0].outcome == .refusedInput }
    return [
      RefusedRows(
        "orders", refused.map { (setup.orders[$0].id, setup.orders[$0].refusal?.rawValue) },
        names: setup.orderNames, causes: OrderCause.allCases.map(\.rawValue))
    ]
  }

  public var warmUp: Milliseconds { input.scenario.time.warmUp }

  /// The start-up phase, estimated from the finishing times of orders.
  public var startUp: StartUp? {
    input.scenario.stationaryPeriod.map { period in
      StartUp(of: records.orders.lazy.map(\.finished).filter { $0 != .never }, over: period)
    }
  }

  public func summary(of figures: Figures) -> SummaryText.Body {
    SummaryText.Body(OrdersWords(run: self, figures: figures).lines, requests: "orders")
  }
}

extension OrdersRun {
  public static let features: [Feature<OrdersRun>] = [
    .delivery, .photos, .otherCredits, .campaigns, .referral, .registration, .channel, .users,
    .freeCredits, .reuse, .news, .addresses, .outages,
  ]

  /// The tables of the features, in the sequence used for the fingerprint, which begins with the campaigns.
  static var featureTables: [RunTable<OrdersRun>] {
    Feature.campaigns.tables + features.flatMap(\.tables).filter { $0.name != "campaigns" }
  }

  /// The figures of this run.
  var ownFigures: [Figure<OrdersRun>] { Self.figures + ownFeatures.flatMap(\.figures) }
}
