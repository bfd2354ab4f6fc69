import Community
import JSON5
public import Quantities
import Scenario

/// A partner's campaign, which pays for a limited number of cards in orders that arrive through a given channel during
/// a given period.
public struct Campaign: Hashable, Sendable {
  public var name: String
  /// The partner who pays.
  public var partner: String
  /// The channel of the orders it pays for; nil for all.
  public var channel: String?
  /// The number of cards it pays for in total; `.max` for no limit.
  public var quota: Int64
  /// The number of cards it pays for per order.
  public var perOrder: Int64
  /// The price that the partner pays per card, in the smallest currency unit.
  public var price: Int64
  /// The time at which it starts, and the time at which it ends (exclusive); `.never` for no end.
  public var begin: Milliseconds
  public var end: Milliseconds

  /// Creates a campaign that always runs.
  public init(
    name: String, partner: String = "", channel: String? = nil, quota: Int64 = .max, perOrder: Int64 = .max,
    price: Int64 = 0, begin: Milliseconds = .zero, end: Milliseconds = .never
  ) {
    self.name = name
    self.partner = partner
    self.channel = channel
    self.quota = quota
    self.perOrder = perOrder
    self.price = price
    self.begin = begin
    self.end = end
  }

  /// Returns whether it pays at `time` for orders that arrive through `channel`; nil if the channel is unknown.
  func pays(for channel: String?, at time: Milliseconds) -> Bool {
    begin <= time && time < end && (self.channel == nil || self.channel == channel)
  }
}

/// A channel through which orders arrive: a shop window, a newsletter, a partner's counter.
public struct OrderChannel: Hashable, Sendable {
  public var name: String
  /// The relative frequency of the channel among synthetic orders.
  public var weight: Double

  /// Creates a channel.
  public init(name: String = "", weight: Double = 1) {
    self.name = name
    self.weight = weight
  }
}

extension Campaign {
  static var members: Members<Self> {
    Members(
      Campaign(name: ""),
      [
        Field("name", \.name, .label, isRequired: true, "The name of the campaign."),
        Field("partner", \.partner, .text(), "The partner who pays for the cards."),
        Field(
          "channel", \.channel, orNull: .label,
          "The order channel to which the campaign applies. `null`: all orders."),
        Field(
          "cards", \.quotaIfLimited, orNull: .integer(1, to: 1 << 53),
          "The maximum total number of cards paid for, excluding cancelled orders. `null`: no limit."),
        Field(
          "per_order", \.perOrderIfLimited, orNull: .integer(1, to: 1_000_000),
          "The maximum number of cards paid for per order. `null`: no limit."),
        Field(
          "price", \.price, .integer(0, to: 1 << 40),
          "The price that the partner pays per card, in the smallest currency unit."),
        Field("begin_s", \.begin, .seconds(), "The start of the campaign."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "The end of the campaign. `null`: no end."),
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
        Field("name", \.name, .label, isRequired: true, "The name of the channel."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "The relative frequency of the channel among orders."),
      ])
  }
}

extension OrdersFields {
  /// Returns the reason `campaign` can never pay for an order; nil if it can. Recorded orders may have any channel.
  func fault(of campaign: Campaign, in scenario: Scenario) -> String? {
    guard case .synthetic(let orders) = demand else { return nil }
    if let channel = campaign.channel, !orders.channels.contains(where: { $0.name == channel }) {
      return "the campaign `\(campaign.name)` applies to the channel `\(channel)`, which is not among"
        + " demand.channels; add it there"
    }
    guard let last = scenario.time.duration, campaign.begin >= last else { return nil }
    return "the campaign `\(campaign.name)` begins after the last order; give begin_s a time before"
      + " \(JSON.number(last.seconds).compact)"
  }
}

/// The cards that a campaign has paid for so far.
public struct CampaignState: Hashable, Sendable {
  /// The number of cards it can still pay for; `.max` for no limit.
  public var left: Int64
  /// The number of orders it paid for in whole or in part, and of cards it paid for, excluding cancelled orders.
  public var orders: Int64 = 0
  public var cards: Int64 = 0
  /// The number of cards it paid for in orders that were cancelled.
  public var returned: Int64 = 0
}

/// The campaigns in which partners pay for cards, and the payments made so far.
struct Sponsors {
  private let campaigns: [Campaign]
  private let channels: [OrderChannel]
  private(set) var states: [CampaignState]
  private var shares: [Share]

  /// The part of an order that a campaign paid for.
  private struct Share {
    var campaign: Int32 = -1
    var credits: Int64 = 0
  }

  init?(_ setup: OrdersSetup) {
    guard !setup.fields.campaigns.isEmpty else { return nil }
    campaigns = setup.fields.campaigns
    channels = setup.channels
    states = campaigns.map { CampaignState(left: $0.quota) }
    shares = Array(repeating: Share(), count: setup.orders.count)
  }

  /// Returns the first campaign that pays for recipients of `order` at `time`, and the number of recipients it pays
  /// for; (−1, 0) if there is none.
  func offer(for order: Order, at time: Milliseconds) -> (campaign: Int32, credits: Int64) {
    let channel = order.channel < 0 ? nil : channels[Int(order.channel)].name
    for place in states.indices where states[place].left > 0 {
      let campaign = campaigns[place]
      guard campaign.pays(for: channel, at: time) else { continue }
      return (Int32(place), min(Int64(order.recipients), campaign.perOrder, states[place].left))
    }
    return (-1, 0)
  }

  /// Returns the number of recipients of `order` for whom a campaign has paid.
  func credits(of order: OrderIndex) -> Int64 { shares[Int(order)].credits }

  /// Charges the campaign named in `payment` for the recipients of `order` that it pays for.
  mutating func pay(
    _ payment: Payment, for order: OrderIndex, of account: AccountIndex, at time: Milliseconds,
    _ state: inout AccountState, _ ledger: inout Ledger<BookEntry>
  ) {
    let (place, credits) = (Int(payment.campaign), payment.byCampaign)
    if states[place].left != .max { states[place].left -= credits }
    states[place].orders += 1
    states[place].cards += credits
    shares[Int(order)] = Share(campaign: payment.campaign, credits: credits)
    state.fromCampaigns += credits
    state.held += credits
    ledger.post(.campaign, credits, account: account, order: order, at: time)
    ledger.post(.sponsorship, credits * campaigns[place].price, account: account, order: order, at: time)
  }

  /// Returns the cards of a cancelled order to the quota of the campaign that paid for them.
  mutating func takeBack(
    _ order: OrderIndex, of account: AccountIndex, at time: Milliseconds, _ state: inout AccountState,
    _ ledger: inout Ledger<BookEntry>
  ) {
    let share = shares[Int(order)]
    shares[Int(order)] = Share()
    let place = Int(share.campaign)
    if states[place].left != .max { states[place].left += share.credits }
    states[place].orders -= 1
    states[place].cards -= share.credits
    states[place].returned += share.credits
    state.fromCampaigns -= share.credits
    state.held -= share.credits
    ledger.post(.campaignReturn, share.credits, account: account, order: order, at: time)
    ledger.post(
      .sponsorshipReturn, share.credits * campaigns[place].price, account: account, order: order, at: time)
  }
}
