import Metrics
import Quantities
import Scenario
import Tables

/// A card on its way to its recipient.
struct DeliveryRow {
  let run: OrdersRun
  let delivery: Delivery

  /// The rows of all cards handed over, by order.
  static func all(of run: OrdersRun) -> [DeliveryRow] {
    let deliveries = run.records.deliveries
    return ResultTables.order(of: deliveries.count, keys: run.world.orders.count) {
      Int(deliveries[$0].order)
    }.map { DeliveryRow(run: run, delivery: deliveries[$0]) }
  }
}

/// The outcome of a card behind the last station; the raw value is the name in deliveries.csv.
enum DeliveryOutcome: String, CaseIterable, Sendable {
  case inTime = "in_time"
  case late
  case onTheWay = "on_the_way"

  /// The meaning of the outcome, in one sentence.
  var meaning: String {
    switch self {
    case .inTime: "the card came within the time that is promised for its country"
    case .late: "the card came later than that"
    case .onTheWay: "the run's horizon came before the card did"
    }
  }
}

extension OrdersRun {
  /// Returns the outcome of `delivery` at the run's end. A run without a horizon follows all cards to their recipients.
  func outcome(of delivery: Delivery) -> DeliveryOutcome {
    guard input.scenario.time.horizon == nil || delivery.delivered <= records.end else { return .onTheWay }
    return delivery.isInTime ? .inTime : .late
  }
}

extension OrdersTable {
  /// A row per card that was handed over.
  static let deliveries = Table<DeliveryRow>(
    "deliveries",
    "A row per card handed over to the carrier, with `delivery`: when it came to its recipient.",
    key: ["order_id", "card"], constant: .runID,
    columns: [
      .identifier("order_id", "The order, as the demand file calls it.") {
        $0.run.name(of: Int($0.delivery.order))
      },
      .count("card", "The card in its order, counted from 1.") { $0.delivery.card + 1 },
      .text("country", "The recipient's country.") {
        $0.run.world.delivery?.countries[Int($0.delivery.country)].name
      },
      .seconds(
        "handed_s", "When the order's last card left, and the carrier took all: the order's finished_s."
      ) {
        $0.delivery.handed
      },
      .seconds("promised_s", "When it is to be there: so many working days of its country later.") {
        $0.delivery.promised
      },
      .seconds("delivered_s", "When it came; empty for one on the way at the run's horizon.") {
        $0.run.outcome(of: $0.delivery) == .onTheWay ? nil : $0.delivery.delivered
      },
      .seconds("transit_s", "The carrier's working time between, 24 hours a working day; empty likewise.") {
        $0.run.outcome(of: $0.delivery) == .onTheWay ? nil : $0.delivery.transit
      },
      .word("outcome", "What became of it; see the list of deliveries.") { $0.run.outcome(of: $0.delivery) },
    ])
}
