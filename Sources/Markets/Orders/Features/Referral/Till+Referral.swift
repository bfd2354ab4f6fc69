import Quantities

/// The rewards for referring accounts.
extension Till {
  /// Rewards the opening of an account that may have been referred.
  mutating func rewardOpening(of account: AccountIndex, at time: Milliseconds) {
    guard let referral = world.referral, world.accounts[account].referrer != .none else { return }
    give(referral.creditsNew, forReferralTo: account, order: .none, at: time)
    if referral.reward == .accountOpened { rewardReferrer(of: account, order: .none, at: time) }
  }

  /// Rewards the first confirmed payment of the account of `order`: its referrer may get credits for it.
  mutating func rewardPayment(of order: OrderIndex, at time: Milliseconds) {
    let account = world.orders[order].account
    guard !hasPaid[Int(account)] else { return }
    hasPaid[Int(account)] = true
    guard world.referral?.reward == .firstPayment, world.accounts[account].referrer != .none else { return }
    rewardReferrer(of: account, order: order, at: time)
  }

  private mutating func rewardReferrer(of account: AccountIndex, order: OrderIndex, at time: Milliseconds) {
    guard let referral = world.referral else { return }
    let referrer = world.accounts[account].referrer
    guard rewardsLeft[Int(referrer)] > 0 else { return }
    if rewardsLeft[Int(referrer)] != .max { rewardsLeft[Int(referrer)] -= 1 }
    give(referral.creditsReferrer, forReferralTo: referrer, order: order, at: time)
  }

  private mutating func give(
    _ credits: Int64, forReferralTo account: AccountIndex, order: OrderIndex, at time: Milliseconds
  ) {
    guard credits > 0 else { return }
    accounts[account].fromReferrals += credits
    ledger.post(.referral, credits, account: account, order: order, at: time)
    if let span = world.referral?.expiry {
      expiringReferrals.append(grant(credits, to: account, until: time.saturatingAdd(span), .expiry))
    } else {
      accounts[account].plain += credits
      free?.add(credits, to: account)
    }
  }
}
