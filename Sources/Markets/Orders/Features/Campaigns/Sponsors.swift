import Quantities

/// The share of an order that a campaign paid for.
struct CampaignShare {
  var campaign: Int32 = -1
  var credits: Int64 = 0
}

/// The payments of partners.
extension Till {
  /// The first campaign that pays for recipients of `order` at `time`, and for how many; none where 0.
  func campaign(for order: Order, at time: Milliseconds) -> (campaign: Int32, credits: Int64) {
    let channel = order.channel < 0 ? nil : world.channels[Int(order.channel)].name
    for place in campaigns.indices where campaigns[place].left > 0 {
      let campaign = world.campaigns[place]
      guard campaign.pays(for: channel, at: time) else { continue }
      return (Int32(place), min(Int64(order.recipients), campaign.perOrder, campaigns[place].left))
    }
    return (-1, 0)
  }

  /// A campaign pays for what `payment` says of `order`.
  mutating func sponsor(_ payment: Payment, for order: OrderIndex, at time: Milliseconds) {
    let account = world.orders[order].account
    let (place, credits) = (Int(payment.campaign), payment.byCampaign)
    if campaigns[place].left != .max { campaigns[place].left -= credits }
    campaigns[place].orders += 1
    campaigns[place].cards += credits
    campaignCredits[Int(order)] = CampaignShare(campaign: payment.campaign, credits: credits)
    accounts[account].fromCampaigns += credits
    accounts[account].held += credits
    ledger.post(.campaign, credits, account: account, order: order, at: time)
    ledger.post(
      .sponsorship, credits * world.campaigns[place].price, account: account, order: order, at: time)
  }

  /// The cards that a campaign paid for are not made: another order may have them.
  mutating func returnSponsored(_ order: OrderIndex, at time: Milliseconds) {
    let account = world.orders[order].account
    let share = campaignCredits[Int(order)]
    campaignCredits[Int(order)] = CampaignShare()
    let place = Int(share.campaign)
    if campaigns[place].left != .max { campaigns[place].left += share.credits }
    campaigns[place].orders -= 1
    campaigns[place].cards -= share.credits
    campaigns[place].returned += share.credits
    accounts[account].fromCampaigns -= share.credits
    accounts[account].held -= share.credits
    ledger.post(.campaignReturn, share.credits, account: account, order: order, at: time)
    ledger.post(
      .sponsorshipReturn, share.credits * world.campaigns[place].price, account: account, order: order,
      at: time)
  }
}
