import JSON5
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// The feature for the delivery of cards to their recipients.
  static var delivery: Self {
    Feature(
      ["delivery"], isPart: { $0.setup.fields.delivery != nil }, figures: OrdersRun.deliveryFigures,
      tables: [
        RunTable(
          "deliveries", OrdersTable.deliveries([.addresses]),
          columns: { OrdersTable.deliveries($0.ownFeatures) }
        ) { DeliveryRow.all(of: $0) }
      ],
      populations: [.deliveredCards, .deliveredOrders],
      glossaries: [
        Placed(
          .init("Deliveries", "outcome of deliveries.csv", of: DeliveryOutcome.self, \.meaning),
          after: "Payments")
      ],
      summary: { run, figures in
        let words = OrdersWords(run: run, figures: figures)
        return [
          .init("delivered", words.delivered), .init("both kept", words.bothKept),
          .init("letter box", words.letterBox),
        ].map { Placed($0, after: "kept") }
      },
      account: { $2 == .end ? OrderStory(of: $1, in: $0).deliveries : [] })
  }
}

/// The metrics of deliveries to recipients.
extension Metric {
  static let deliveredRatio = Metric(
    "delivered_ratio", .ratio, over: .deliveredCards, better: .higherIsBetter,
    "Cards delivered within the time promised for their country, counted from the hand-over ÷ cards delivered."
  )
  static let bothKeptRatio = Metric(
    "both_kept_ratio", .ratio, over: .deliveredOrders, better: .higherIsBetter,
    "Orders handed over within `line.promise_s` of payment with all cards delivered within their country's time ÷"
      + " orders whose last card was delivered.")
  static let deliveryTime = Metric(
    "delivery_s", .seconds, over: .deliveredCards, better: .lowerIsBetter, isDistribution: true,
    "The time from hand-over to the carrier to the letter box, including non-working days.")
  static let letterBoxTime = Metric(
    "letter_box_s", .seconds, over: .deliveredOrders, better: .lowerIsBetter, isDistribution: true,
    "The time from submission of an order until its last card was in the letter box.")
}

extension Metric.Population {
  static let deliveredCards = Self(
    "delivered cards", "Cards of finished orders delivered to their recipients, with `delivery`.")
  static let deliveredOrders = Self(
    "delivered orders", "Finished orders with all cards delivered, with `delivery`.")
}

extension OrdersRun {
  /// The figures of runs with `delivery`.
  static let deliveryFigures: [Figure<OrdersRun>] = [
    Figure(.deliveredRatio) { run in
      let cards = run.deliveredCards
      return .share(cards.count(where: \.isInTime), of: cards.count)
    },
    Figure(.bothKeptRatio) { run in
      let orders = run.deliveredOrders
      return .share(
        orders.count { $0.isInTime && run.records.orders[$0.order].outcome == .kept }, of: orders.count)
    },
    Figure(.deliveryTime) { run in .sample(run.deliveredCards.map { ($0.delivered - $0.handed).seconds }) },
    Figure(.letterBoxTime) { run in
      .sample(run.deliveredOrders.map { ($0.last - run.setup.orders[$0.order].submit).seconds })
    },
  ]

  /// The delivered cards of finished orders.
  private var deliveredCards: [Delivery] {
    let isFinished = Set(finished)
    return records.deliveries.filter {
      isFinished.contains(Int($0.order)) && !$0.isReturned && outcome(of: $0) != .onTheWay
    }
  }

  /// The finished orders whose cards were all delivered, with the time of the last delivery and whether all cards
  /// arrived in time.
  private var deliveredOrders: [(order: Int, last: Milliseconds, isInTime: Bool)] {
    var orders: [(order: Int, last: Milliseconds, isInTime: Bool, cards: Int32)] = []
    // Cards of an order are adjacent, since they were handed over together.
    for card in deliveredCards {
      if orders.last?.order == Int(card.order) {
        let place = orders.count - 1
        orders[place].last = max(orders[place].last, card.delivered)
        orders[place].isInTime = orders[place].isInTime && card.isInTime
        orders[place].cards += 1
      } else {
        orders.append((Int(card.order), card.delivered, card.isInTime, 1))
      }
    }
    return orders.filter { $0.cards == setup.orders[$0.order].recipients }.map {
      ($0.order, $0.last, $0.isInTime)
    }
  }
}

/// A row for a card handed over to a carrier.
struct DeliveryRow {
  let run: OrdersRun
  let delivery: Delivery

  /// Whether it is in the letter box at the end of the run.
  var hasCome: Bool { [.inTime, .late].contains(run.outcome(of: delivery)) }

  /// The rows of all cards handed over, by order.
  static func all(of run: OrdersRun) -> [DeliveryRow] {
    let deliveries = run.records.deliveries
    return ResultTables.order(of: deliveries.count, keys: run.setup.orders.count) {
      Int(deliveries[$0].order)
    }.map { DeliveryRow(run: run, delivery: deliveries[$0]) }
  }
}

/// The outcome of a card after the last station; the raw value is the name in deliveries.csv.
enum DeliveryOutcome: String, CaseIterable, Sendable {
  case inTime = "in_time"
  case late
  case onTheWay = "on_the_way"
  case returned

  /// The meaning of the outcome, in one sentence.
  var meaning: String {
    switch self {
    case .inTime: "the card was delivered within the time promised for its country"
    case .late: "the card was delivered later than promised"
    case .onTheWay: "the run ended before the delivery"
    case .returned: "the card was returned because of a wrong address"
    }
  }
}

extension OrdersRun {
  /// Returns the outcome of `delivery` at the end of the run. In a run without a horizon, all cards are followed until
  /// they arrive.
  func outcome(of delivery: Delivery) -> DeliveryOutcome {
    guard input.scenario.time.horizon == nil || delivery.delivered <= records.end else { return .onTheWay }
    if delivery.isReturned { return .returned }
    return delivery.isInTime ? .inTime : .late
  }
}

extension OrdersTable {
  /// A row per card that was handed over, with the columns of `features`.
  static func deliveries(_ features: [Feature<OrdersRun>]) -> Table<DeliveryRow> {
    Table(
      "deliveries",
      "A row per card handed over to the carrier, with its delivery; with `delivery`.",
      key: ["order_id", "card"], constant: .runID,
      columns: deliveryColumns + features.flatMap { $0.columns(of: DeliveryRow.self) })
  }

  private static let deliveryColumns: [Column<DeliveryRow>] = [
    .identifier("order_id", "The order, by the id of the demand file.") {
      $0.run.name(of: Int($0.delivery.order))
    },
    .count("card", "The number of the card within the order, from 1.") { $0.delivery.card + 1 },
    .text("country", "The recipient's country.") {
      $0.run.setup.fields.delivery?.countries[Int($0.delivery.country)].name
    },
    .seconds(
      "handed_s", "The hand-over of all cards of the order to the carrier: the order's finished_s."
    ) {
      $0.delivery.handed
    },
    .seconds("promised_s", "The promised delivery: the country's promised number of working days later.") {
      $0.delivery.promised
    },
    .seconds("delivered_s", "The delivery time; empty if on the way at the end of the run, or returned.") {
      $0.hasCome ? $0.delivery.delivered : nil
    },
    .seconds(
      "transit_s", "The carrier's working time in between, 24 hours per working day; empty like delivered_s."
    ) {
      $0.hasCome ? $0.delivery.transit : nil
    },
    .word("outcome", "The outcome; see the list of deliveries.") { $0.run.outcome(of: $0.delivery) },
  ]
}

extension OrdersWords {
  /// The sentence on the share of cards delivered within the time promised for their country; nil if the figure has no
  /// value.
  fileprivate var delivered: String? {
    figures[.deliveredRatio].map {
      SummaryText.joined([
        SummaryText.share($0, of: Int(figures[.deliveryTime, .count] ?? 0), "cards in their country's time"),
        "counted from the hand-over",
      ])
    }
  }

  fileprivate var bothKept: String? {
    figures[.bothKeptRatio].map {
      SummaryText.joined([
        SummaryText.share($0, of: Int(figures[.letterBoxTime, .count] ?? 0), "delivered orders"),
        "“kept” and its \(Words.span(run.setup.fields.line.promise.seconds)) end at the hand-over to the carrier",
      ])
    }
  }

  fileprivate var letterBox: String? {
    figures[.letterBoxTime, .median].map { _ in
      distribution(.letterBoxTime, "from submission to the last card in its letter box")
    }
  }
}

extension OrderStory {
  /// The sentences on the order's cards after the last station, one per card.
  fileprivate var deliveries: [String] {
    let countries = run.setup.fields.delivery?.countries ?? []
    return cards.map { card in
      let came =
        switch run.outcome(of: card) {
        case .onTheWay: "on its way at the end of the run"
        case .returned: "back at \(Words.clock(card.delivered)) because of a wrong address"
        case .inTime, .late: "in the letter box at \(Words.clock(card.delivered))"
        }
      return "card \(card.card + 1) to \(countries[Int(card.country)].name): \(came), promised by"
        + " \(Words.clock(card.promised))"
    }
  }
  /// The order's cards after the last station, as JSON.
  var cardsJSON: JSON { .list(cards.map(json)) }

  private var cards: [Delivery] { run.records.deliveries.filter { Int($0.order) == place } }

  private func json(_ card: Delivery) -> JSON {
    let isDelivered = [.inTime, .late].contains(run.outcome(of: card))
    return .object([
      .init("card", .integer(Int128(card.card) + 1)),
      .init("country", .text((run.setup.fields.delivery?.countries ?? [])[Int(card.country)].name)),
      .init("handed_s", RequestAccount.seconds(card.handed)),
      .init("promised_s", RequestAccount.seconds(card.promised)),
      .init("delivered_s", isDelivered ? RequestAccount.seconds(card.delivered) : .null),
      .init("outcome", .text(run.outcome(of: card).rawValue)),
    ])
  }
}
