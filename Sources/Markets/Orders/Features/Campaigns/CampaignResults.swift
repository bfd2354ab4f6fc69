import Metrics
import Models
import Quantities
import Statistics
import Tables

extension Feature<OrdersRun> {
  /// The feature for cards paid for by partners.
  static var campaigns: Self {
    Feature(
      ["campaigns"], isPart: { !$0.setup.fields.campaigns.isEmpty }, figures: OrdersRun.campaignFigures,
      tables: [
        RunTable("campaigns", OrdersTable.campaigns) { run in
          run.setup.fields.campaigns.indices.map { CampaignRow(run: run, place: $0) }
        }
      ],
      columns: OrdersTable.campaignColumns + [OrdersTable.byCampaign, OrdersTable.campaignColumn]
        as [any Sendable],
      summary: {
        [Placed(.init("campaigns", OrdersWords(run: $0, figures: $1).campaigns), after: "credits")]
      },
      account: { run, order, place in
        guard case .attempt(let attempt) = place else { return [] }
        return OrderStory(of: order, in: run).campaign(ofAttempt: attempt)
      })
  }
}

/// The metrics of campaigns.
extension Metric {
  static let creditsOfCampaigns = Metric(
    "credits_from_campaigns", .count, over: .books, better: .higherIsBetter,
    "Recipients paid for by campaigns, excluding cancelled orders; with `campaigns`.")
  static let paidByPartners = Metric(
    "paid_by_partners", .count, over: .books, better: .higherIsBetter,
    "The amount paid by partners for these recipients, in the smallest currency unit, as part of `revenue`; with `campaigns`."
  )
}

extension OrdersRun {
  /// The figures of runs with `campaigns`.
  static let campaignFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfCampaigns) { .count(Int(-$0.records.ledger.balance(of: .campaigns))) },
    Figure(.paidByPartners) { .count(Int(-$0.records.ledger.balance(of: .partners))) },
  ]
}

/// A row for a campaign and the cards it paid for.
struct CampaignRow {
  let run: OrdersRun
  let place: Int

  var campaign: Campaign { run.setup.fields.campaigns[place] }
  var state: CampaignState { run.records.campaigns[place] }
}

extension OrdersTable {
  /// A row per campaign.
  static let campaigns = Table<CampaignRow>(
    "campaigns", "A row per campaign, with the totals at the end of the run; with `campaigns`.",
    key: ["campaign"], constant: .runID,
    columns: [
      .text("campaign", "The campaign.") { $0.campaign.name },
      .text("partner", "The partner who pays; empty if the scenario names none.") {
        $0.campaign.partner.isEmpty ? nil : $0.campaign.partner
      },
      .text("channel", "The order channel to which it applies; empty for all.") { $0.campaign.channel },
      .seconds("begin_s", "The start.") { $0.campaign.begin },
      .seconds("end_s", "The end; empty for no end.") { OrderRow.time($0.campaign.end) },
      .count("quota", "The quota of cards; empty for no limit.") {
        $0.campaign.quota == .max ? nil : $0.campaign.quota
      },
      .count("orders", "The number of orders with recipients paid for, excluding cancelled ones.") {
        $0.state.orders
      },
      .count("cards", "The number of recipients paid for.") { $0.state.cards },
      .count("returned", "The number of recipients of cancelled orders, whose cards returned to the quota.") {
        $0.state.returned
      },
      .count(
        "cards_left", "The cards that remain of the quota; empty if there is no quota.",
        formula: "quota − cards"
      ) {
        $0.state.left == .max ? nil : $0.state.left
      },
      .count(
        "paid", "The amount paid by the partner, in the smallest currency unit.",
        formula: "cards × price per card"
      ) { $0.state.cards * $0.campaign.price },
    ])
}

extension OrdersTable {
  fileprivate static let campaignColumns: [Column<OrderRow>] = [
    .text("channel", "The channel of the order. Only with `campaigns`; empty if unknown.") {
      row in
      row.order.channel < 0 ? nil : row.run.setup.channels[Int(row.order.channel)].name
    },
    .text(
      "campaign", "The campaign that paid for recipients of the order. Only with `campaigns`; empty for none."
    ) {
      $0.record.byCampaign > 0 ? $0.run.setup.fields.campaigns[Int($0.record.campaign)].name : nil
    },
    .count(
      "by_campaign",
      "The number of recipients paid for, even if the order was cancelled later. Only with `campaigns`."
    ) { $0.record.byCampaign },
  ]

  fileprivate static let byCampaign: Column<PaymentAttemptRow> = .count(
    "by_campaign", "The number of recipients to be paid for by a campaign. Only with `campaigns`."
  ) { $0.attempt.payment.byCampaign }

  fileprivate static let campaignColumn: Column<AccountRow> = .count(
    "credits_from_campaigns",
    "The number of recipients paid for by campaigns, excluding cancelled orders. Only with `campaigns`."
  ) { $0.state.fromCampaigns }
}

extension OrdersWords {
  fileprivate var campaigns: String? {
    return SummaryText.joined(
      zip(run.setup.fields.campaigns, run.records.campaigns).map { campaign, state in
        let quota = campaign.quota == .max ? "" : " of \(Words.grouped(Int(campaign.quota)))"
        return "\(campaign.name)\u{A0}\(Words.grouped(Int(state.cards)))\(quota) cards"
      } + ["\(Words.grouped(Int(figures[.paidByPartners] ?? 0))) of money paid by partners"])
  }
}

extension OrderStory {
  /// Returns the sentence on the recipients for whom a campaign would have paid in the attempt.
  fileprivate func campaign(ofAttempt index: Int) -> [String] {
    let payment = attempts[index].payment
    guard payment.byCampaign > 0 else { return [] }
    return [
      "  \(Words.plural(Int(payment.byCampaign), "recipient")) paid by the campaign"
        + " \(run.setup.fields.campaigns[Int(payment.campaign)].name)"
    ]
  }
}
