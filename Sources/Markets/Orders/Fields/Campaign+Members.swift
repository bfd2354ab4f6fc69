import JSON5
import Quantities
import Scenario

extension Campaign {
  static var members: Members<Self> {
    Members(
      Campaign(name: ""),
      [
        Field("name", \.name, .label, isRequired: true, "The name."),
        Field("partner", \.partner, .text(), "Who pays for the cards."),
        Field(
          "channel", \.channel, orNull: .label,
          "The channel of the orders that it pays for; `null` for all, however they come."),
        Field(
          "cards", \.quotaIfLimited, orNull: .integer(1, to: 1 << 53),
          "How many cards it pays for in all, those of cancelled orders left out; `null` for any number."),
        Field(
          "per_order", \.perOrderIfLimited, orNull: .integer(1, to: 1_000_000),
          "How many cards of an order it pays for at the most; `null` for all."),
        Field(
          "price", \.price, .integer(0, to: 1 << 40),
          "What the partner pays for a card, in the smallest unit of money."),
        Field("begin_s", \.begin, .seconds(), "When it begins."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "When it ends; `null` for no end."),
      ],
      check: { checked, faults in
        guard checked.value.begin >= checked.value.end else { return }
        checked.conflict(
          "begin_s is not before end_s, so the campaign never runs; give end_s a later time",
          ["begin_s", "end_s"], &faults)
      })
  }

  private var quotaIfLimited: Int64? {
    get { quota == .max ? nil : quota }
    set { quota = newValue ?? .max }
  }

  private var perOrderIfLimited: Int64? {
    get { perOrder == .max ? nil : perOrder }
    set { perOrder = newValue ?? .max }
  }

  private var endIfAny: Milliseconds? {
    get { end == .never ? nil : end }
    set { end = newValue ?? .never }
  }
}

extension OrderChannel {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("name", \.name, .label, isRequired: true, "The name."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "How often an order comes by it, against the other channels."),
      ])
  }
}

extension OrdersFields {
  /// Returns the reason why `campaign` can never pay for an order, or nil if it can; files may have any channel.
  func fault(of campaign: Campaign, in scenario: Scenario) -> String? {
    guard case .synthetic(let orders) = demand else { return nil }
    if let channel = campaign.channel, !orders.channels.contains(where: { $0.name == channel }) {
      return "the campaign `\(campaign.name)` pays for orders of the channel `\(channel)`, which is none of"
        + " demand.channels; add it there"
    }
    guard let last = scenario.time.duration, campaign.begin >= last else { return nil }
    return "the campaign `\(campaign.name)` begins when nobody orders any more; give begin_s a time before"
      + " \(JSON.number(last.seconds).compact)"
  }
}
