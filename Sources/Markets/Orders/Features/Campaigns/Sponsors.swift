import Community
import Quantities

/// The payments of a campaign so far.
public struct CampaignState: Hashable, Sendable {
  /// The number of cards it can still pay for; `.max` for no limit.
  public var left: Int64
  /// The orders, and their cards, that it paid for, without those cancelled.
  public var orders: Int64 = 0
  public var cards: Int64 = 0
  /// The cards of orders that were cancelled.
  public var returned: Int64 = 0
}

/// The partners who pay for cards in their campaigns, and what each has paid so far.
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
    guard !setup.campaigns.isEmpty else { return nil }
    campaigns = setup.campaigns
    channels = setup.channels
    states = campaigns.map { CampaignState(left: $0.quota) }
    shares = Array(repeating: Share(), count: setup.orders.count)
  }

  /// Returns the first campaign that pays for recipients of `order` at `time`, and their number; no campaign if
  /// it is 0.
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

  /// Charges the campaign named in `payment` for its share of `order`, in credits.
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

  /// Returns the cards of a cancelled order to the campaign that paid for them: other orders may use them.
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
