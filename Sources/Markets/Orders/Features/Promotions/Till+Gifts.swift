import Quantities
import Statistics

/// The gifts of promotions, and the expiry of credits some time after they were given.
extension Till {
  /// Expires what is due at `time`, the next expiry: packs first, then promotions, then referrals, each in order.
  mutating func expire(at time: Milliseconds) {
    for pack in expiringPacks.indices {
      while let first = expiringPacks[pack].first, grants[Int(first)].end <= time {
        end(expiringPacks[pack].removeFirst(), at: time)
      }
    }
    for gift in expiringGifts.indices {
      while let first = expiringGifts[gift].first, grants[Int(first)].end <= time {
        end(expiringGifts[gift].removeFirst(), at: time)
      }
    }
    while let first = expiringReferrals.first, grants[Int(first)].end <= time {
      end(expiringReferrals.removeFirst(), at: time)
    }
    nextExpiry = (expiringPacks + expiringGifts + [expiringReferrals]).reduce(.never) { next, queue in
      queue.first.map { min(next, grants[Int($0)].end) } ?? next
    }
  }

  /// Gives a newly opened account the credits of promotions for openings; an account open from the start gets
  /// none.
  mutating func welcome(_ account: AccountIndex, at time: Milliseconds) {
    guard world.accounts[account].opens > .zero else { return }
    give(
      .accountOpened, to: account, for: .none, at: time, .openingPromotion,
      key: world.accounts[account].key)
  }

  /// Lets the customer of `order`, whose payment is confirmed, play the game of each promotion that has one.
  mutating func play(_ order: OrderIndex, at time: Milliseconds) {
    give(
      .game, to: world.orders[order].account, for: order, at: time, .gamePromotion,
      key: world.orders[order].key)
  }

  private mutating func give(
    _ condition: Promotion.Condition, to account: AccountIndex, for order: OrderIndex, at time: Milliseconds,
    _ purpose: Purpose, key: UInt64
  ) {
    for (place, promotion) in world.promotions.enumerated()
    where promotion.condition == condition && promotion.isOpen(at: time) && giftsLeft[place] > 0 {
      var draws = random.stream(purpose, key, UInt64(place))
      guard draws.happens(withProbability: promotion.probability) else { continue }
      if giftsLeft[place] != .max { giftsLeft[place] -= 1 }
      accounts[account].fromPromotions += promotion.credits
      ledger.post(.promotion, promotion.credits, account: account, order: order, at: time)
      if let span = promotion.expiry {
        expiringGifts[place].append(
          grant(promotion.credits, to: account, until: time.saturatingAdd(span), .expiry))
      } else {
        accounts[account].plain += promotion.credits
        free?.add(promotion.credits, to: account)
      }
    }
  }
}
