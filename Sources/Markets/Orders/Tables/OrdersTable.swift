import Lifecycle
import Metrics
import Quantities
import Tables

/// The tables of a result folder.
enum OrdersTable {}

/// An order, as it was asked for and as it went.
struct OrderRow {
  let run: OrdersRun
  let place: Int

  var order: Order { run.world.orders[place] }
  var record: OrderRecord { run.records.orders[place] }

  /// Returns the content of a field for a time, nil for one that never came.
  static func time(_ time: Milliseconds) -> Milliseconds? { time == .never ? nil : time }
}

extension OrdersTable {
  /// A row per order, with the columns of `features`.
  static func orders(_ features: OrdersFeatures) -> Table<OrderRow> {
    let more: [Column<OrderRow>] =
      (features.contains(.otherCredits) ? paymentColumns : [])
      + (features.contains(.campaigns) ? campaignColumns : [])
      + (features.contains(.delays) ? delayColumns : [])
      + (features.contains(.channel) ? [toldColumn] : [])
    return Table(
      "orders", "A row per order: what was asked for, and what became of it.", key: ["order_id"],
      constant: .runID, columns: orderColumns + more)
  }

  private static let paymentColumns: [Column<OrderRow>] = [
    .word(
      "paid_by",
      "What paid it; see the list of payments. Only with `promotions`, `campaigns`, `referral` or `payment.direct`; empty"
        + " where nothing did."
    ) { $0.record.paidBy }
  ]

  private static let campaignColumns: [Column<OrderRow>] = [
    .text("channel", "The channel by which it came. Only with `campaigns`; empty where nobody knows.") {
      row in
      row.order.channel < 0 ? nil : row.run.world.channels[Int(row.order.channel)].name
    },
    .text("campaign", "The campaign that paid for recipients of it. Only with `campaigns`; empty for none.") {
      $0.record.byCampaign > 0 ? $0.run.world.campaigns[Int($0.record.campaign)].name : nil
    },
    .count(
      "by_campaign", "For how many it paid, also where the order was cancelled later. Only with `campaigns`."
    ) { $0.record.byCampaign },
  ]

  private static let delayColumns: [Column<OrderRow>] = [
    .boolean("draft", "Whether it was left as a draft. Only with `demand.drafts` or `registration`.") {
      $0.order.isDraft
    },
    .seconds(
      "completed_s",
      "When the draft was finished and the account open, so that the payment could be tried. Only with `demand.drafts` or"
        + " `registration`; empty where the customer had left before, or the run ended."
    ) { row in
      row.record.attempts > 0 ? max(.zero, row.order.submit).saturatingAdd(row.order.delay) : nil
    },
  ]

  private static let toldColumn: Column<OrderRow> = .seconds(
    "told_s",
    "When the customer knew that it was paid, and when it was promised. Only with `channel`; empty where nobody was told."
  ) { OrderRow.time($0.record.told) }

  private static let orderColumns: [Column<OrderRow>] = [
    .identifier("order_id", "The order, as the demand file calls it.") { $0.run.name(of: $0.place) },
    .seconds("submit_s", "When the customer ordered.") { $0.order.submit },
    .identifier(
      "account_id", "The account, as the accounts' file calls it; empty for none."
    ) { $0.run.name(of: $0.order.account) },
    .count("recipients", "The number of recipients; each costs one credit and gets one card.") {
      $0.order.recipients
    },
    .text("codes", "The promo codes named, with semicolons between them; a text that is no code is `?`.") {
      row in
      row.order.codes.isEmpty
        ? nil
        : row.order.codes.map { place in
          let code = row.run.world.typedCodes[Int(place)]
          return code == .none ? "?" : row.run.world.codes[code].name
        }.joined(separator: ";")
    },
    .boolean("probe", "Whether it only measures.") { $0.order.isProbe },
    .word("outcome", "What became of it; see the list of order outcomes.") { $0.record.outcome },
    .word("cause", "Why it came to nothing; empty where it did not.") { $0.record.cause },
    .count("cycles", "Cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "Attempts to pay, in all cycles.") { $0.record.attempts },
    .count("paid", "Money paid with this order and not given back, in the smallest unit.") { $0.record.paid },
    .seconds("confirmed_s", "When the payment was confirmed first; empty where none was.") {
      $0.record.firstMatch
    },
    .seconds(
      "promised_s", "When its last card was to have left.",
      formula: "confirmed_s + line.promise_s, and what the customer took to send another photo"
    ) {
      $0.record.promised
    },
    .seconds("entered_s", "When its cards came before the first station.") {
      OrderRow.time($0.record.entered)
    },
    .seconds("begun_s", "When its first card was begun.") { OrderRow.time($0.record.begun) },
    .seconds("finished_s", "When its last card had left.") { OrderRow.time($0.record.finished) },
    .seconds("order_time_s", "From the submission until then.", formula: "finished_s − submit_s") { row in
      OrderRow.time(row.record.finished).map { $0 - row.order.submit }
    },
    .decimal(
      "wait_s", .seconds,
      "What a card of it waited before all stations together, on average over its cards, closed hours included."
    ) { $0.record.finished == .never ? nil : $0.record.wait / 1000 },
    .seconds(
      "lateness_s", "How much later than promised it was; empty where it was not.",
      formula: "finished_s − promised_s"
    ) { row in
      row.record.outcome == .late ? row.record.promised.map { row.record.finished - $0 } : nil
    },
  ]
}
