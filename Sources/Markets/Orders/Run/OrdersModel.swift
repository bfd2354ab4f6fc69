public import Ground
import Lifecycle
public import Metrics
public import Models
public import Scenario
public import Tables

/// The orders market: customers pay with credits for cards, which a line of stations promises to finish within a given
/// time.
public enum OrdersModel: MarketModel {
  public static let scenarios = ScenarioMarket(OrdersFields.self)
  public static let request = RequestWords("order", "orders", column: "order_id", table: "orders.csv")
  public static let populations =
    Metric.Population.ofOrders + OrdersRun.features.flatMap(\.populations)

  public static let figures = FigureList(
    (OrdersRun.figures + OrdersRun.features.flatMap(\.figures)).map(\.metric),
    headline: [
      FigureColumn(.keptRatio), FigureColumn(.paidRatio), FigureColumn(.orderTime, .mean),
      FigureColumn(.lineWait, .mean), FigureColumn(.serverUtilisation), FigureColumn(.revenue),
    ],
    tradeOff: [FigureColumn(.keptRatio), FigureColumn(.orderTime, .mean)],
    brief: [
      .init(FigureColumn(.paidRatio), "paid %", scale: 100, decimals: 1),
      .init(FigureColumn(.keptRatio), "kept %", scale: 100, decimals: 2),
      .init(FigureColumn(.orderTime, .mean), "order time h", scale: 1.0 / 3600, decimals: 2),
      .init(FigureColumn(.lineWait, .mean), "wait h", scale: 1.0 / 3600, decimals: 2),
      .init(FigureColumn(.serverUtilisation), "servers %", scale: 100, decimals: 1),
    ])

  public static let glossaries = coreGlossaries.with(
    OrdersRun.features.flatMap(\.glossaries), named: \.title)

  private static let coreGlossaries: [DataDictionary.Glossary] = [
    .init("Order outcomes", "outcome of orders.csv", of: OrderOutcome.self, \.meaning),
    .init("Attempt outcomes", "outcome of attempts.csv", those: AttemptOutcome.self, \.paymentMeaning),
    .init("Causes", "cause of orders.csv and attempts.csv", of: OrderCause.self, \.meaning),
    .init(
      "Stages", "columns of attempts.csv", OrderStage.allCases.map { .init($0.column, $0.meaning + ".") }),
    .init("Payments", "paid_by of orders.csv", of: PaidBy.self, \.meaning),
    .init("Entries", "kind of payments.csv", of: EntryKind.self, \.meaning),
    .init("Books", "from and to of payments.csv", of: Book.self, \.meaning),
    .init("Events", "event of events.csv", of: OrderEvent.Kind.self, \.meaning),
  ]

  public static var inputTables: [InputTable] { InputTable.ofOrders }

  public static func inputs(of scenario: Scenario, _ digests: inout InputDigests) throws -> [InputFile] {
    let fields = scenario.fields(of: OrdersFields.self)
    var inputs: [InputFile] = []
    if case .recorded(let accounts) = fields.accounts {
      inputs.append(try digests.input("accounts", accounts.file))
    }
    if case .recorded(let orders) = fields.demand {
      inputs.append(try digests.input("orders", orders.file))
    }
    return inputs
  }

  public static func world(
    of scenario: Scenario, folder: String, on ground: GroundSource, progress: Preparation.Progress
  ) throws -> OrdersWorld {
    OrdersWorld(input: try OrdersInput(scenario, folder: folder))
  }
}

extension AttemptOutcome {
  /// The meaning of the outcome for an attempt to pay, in one sentence.
  fileprivate var paymentMeaning: String? {
    switch self {
    case .accepted: "the order was paid, and has a place in the line"
    case .declined: "the line did not accept the order (does not occur)"
    case .lapsed: "the payment could not be kept (does not occur)"
    case .withdrawn: "the customer left before the payment was confirmed"
    case .noCandidate: "the order could not be paid, for the cause given"
    case .refused, .undelivered, .unanswered: nil
    case .inProgress: "the run ended before the payment was confirmed"
    case .probeHit: "a probe that could have been paid"
    case .probeMiss: "a probe that could not have been paid"
    }
  }
}

extension OrderEvent.Kind {
  /// The meaning of the event, in one sentence.
  fileprivate var meaning: String {
    switch self {
    case .submitted: "the order was submitted"
    case .attempt: "a payment was attempted"
    case .accepted: "the payment was confirmed"
    case .declined: "the line did not accept the order (does not occur)"
    case .lapsed: "the payment could not be kept (does not occur)"
    case .withdrawn: "the customer left before the payment was confirmed"
    case .notified: "all attempts of a cycle had failed, and the customer was notified"
    case .entered: "the cards arrived at the first station"
    case .begun: "the first card was started"
    case .finished: "the last card had left"
    case .requesterLeft: "the customer left or cancelled the order"
    case .providerCancelled: "the line cancelled the order (does not occur)"
    case .outage: "an attempt was due while the service was out"
    }
  }
}
