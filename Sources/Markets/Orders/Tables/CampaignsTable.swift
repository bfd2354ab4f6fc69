import Metrics
import Quantities
import Tables

/// A campaign and its payments.
struct CampaignRow {
  let run: OrdersRun
  let place: Int

  var campaign: Campaign { run.world.campaigns[place] }
  var state: CampaignState { run.records.campaigns[place] }
}

extension OrdersTable {
  /// A row per campaign.
  static let campaigns = Table<CampaignRow>(
    "campaigns", "A row per campaign, with `campaigns`: what it paid for until the run's end.",
    key: ["campaign"], constant: .runID,
    columns: [
      .text("campaign", "The campaign.") { $0.campaign.name },
      .text("partner", "The partner who pays; empty where the scenario names none.") {
        $0.campaign.partner.isEmpty ? nil : $0.campaign.partner
      },
      .text("channel", "The channel of the orders that it pays for; empty for all.") { $0.campaign.channel },
      .seconds("begin_s", "When it begins.") { $0.campaign.begin },
      .seconds("end_s", "When it ends; empty for no end.") { OrderRow.time($0.campaign.end) },
      .count("quota", "The cards that it pays for in all; empty for any number.") {
        $0.campaign.quota == .max ? nil : $0.campaign.quota
      },
      .count("orders", "Orders of which it paid for recipients, cancelled ones left out.") {
        $0.state.orders
      },
      .count("cards", "The recipients.") { $0.state.cards },
      .count("returned", "Recipients of orders that were cancelled: others could have their cards.") {
        $0.state.returned
      },
      .count("cards_left", "What is left of the quota; empty for any number.", formula: "quota − cards") {
        $0.state.left == .max ? nil : $0.state.left
      },
      .count(
        "paid", "What the partner paid, in the smallest unit of money.", formula: "cards × price of a card"
      ) { $0.state.cards * $0.campaign.price },
    ])
}
