import EventKernel
import Lifecycle
public import Metrics
public import Models
public import Quantities
import Scenario

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
    let refused = world.orders.indices.filter { records.orders[$0].outcome == .refusedInput }
    return [
      RefusedRows(
        "orders", refused.map { (world.orders[$0].id, world.orders[$0].refusal?.rawValue) },
        names: world.orderNames, causes: OrderCause.allCases.map(\.rawValue))
    ]
  }

  public var warmUp: Milliseconds { input.scenario.time.warmUp }

  /// The start-up phase, judged by the times at which orders are finished.
  public var startUp: StartUp? {
    input.scenario.stationaryPeriod.map { period in
      StartUp(of: records.orders.lazy.map(\.finished).filter { $0 != .never }, over: period)
    }
  }

  public func summary(of figures: Figures) -> SummaryText.Body {
    SummaryText.Body(OrdersWords(run: self, figures: figures).lines, requests: "orders")
  }
}
