import Lifecycle
import Quantities
import Statistics

@testable import Orders

/// The till worked out with single credits, each of which knows where it came from, by going through what happened once more.
struct TillWitness {
  /// A credit: when it lapses; `Int64.max` for one that does not.
  typealias Credit = Int64

  private enum Happening {
    case opening(Int)
    case attempt(PaymentAttempt)
    case confirmation(Int)
    case release(Int)
    case use(Int)
  }

  let world: OrdersSetup
  private let random: RandomSource
  private(set) var credits: [[Credit]]
  private(set) var held: [Int: [Credit]] = [:]
  /// The recipients of an order that a bank card paid for.
  private var cards: [Int: Int64] = [:]
  private var gifts: [Int64]
  /// What each campaign paid for, and of which order; by campaign, and by account.
  private(set) var campaigns: [Int64]
  private(set) var sponsored: [Int64]
  private var sponsors: [Int: (campaign: Int, cards: Int64)] = [:]
  /// How often each account was rewarded for others, and which have paid.
  private var rewards: [Int64]
  private var payers: Set<Int> = []
  private(set) var used: [Int]
  private(set) var lapsed: [Int]
  private(set) var paid: [Int64]
  private var uses: [[Int: Int64]]
  private var codeUses: [Int64]
  private var drops: Set<Int> = []
  /// The first thing that is not as it should be.
  private(set) var fault: String?

  init(_ world: OrdersSetup, _ records: OrdersRecords, _ random: RandomSource) {
    self.world = world
    self.random = random
    let accounts = world.accounts.count
    credits = Array(repeating: [], count: accounts)
    used = Array(repeating: 0, count: accounts)
    lapsed = used
    paid = Array(repeating: 0, count: accounts)
    uses = Array(repeating: [:], count: accounts)
    codeUses = Array(repeating: 0, count: world.fields.codes.count)
    gifts = Array(repeating: 0, count: world.fields.promotions.count)
    campaigns = Array(repeating: 0, count: world.fields.campaigns.count)
    sponsored = Array(repeating: 0, count: accounts)
    rewards = sponsored
    var list: [(time: Int64, rank: Int, Happening)] = []
    for (place, account) in world.accounts.enumerated() where account.opens <= records.end {
      list.append((max(0, account.opens.rawValue), 0, .opening(place)))
    }
    for attempt in records.attempts { list.append((attempt.time.rawValue, 2, .attempt(attempt))) }
    for (place, order) in records.orders.enumerated() where !world.orders[place].isProbe {
      if let confirmed = order.firstMatch { list.append((confirmed.rawValue, 3, .confirmation(place))) }
      if order.begun != .never { list.append((order.begun.rawValue, 5, .use(place))) }
      let last = records.attempts.last { Int($0.order) == place }
      let wasHeld = last.map { $0.provider != .none } ?? false
      if order.outcome == .cancelledByCustomer, wasHeld, let ended = order.ended {
        list.append((ended.rawValue, 4, .release(place)))
      }
    }
    let sorted = list.enumerated().sorted {
      ($0.element.time, $0.element.rank, $0.offset) < ($1.element.time, $1.element.rank, $1.offset)
    }
    for (_, (time, _, happening)) in sorted where fault == nil {
      lapse(until: time)
      take(happening, time)
    }
    lapse(until: records.end.rawValue)
  }

  private mutating func lapse(until time: Int64) {
    for account in credits.indices {
      lapsed[account] += credits[account].count { $0 <= time }
      credits[account].removeAll { $0 <= time }
    }
  }

  /// Gives what the promotions with `condition` have for whom `key` stands for.
  private mutating func give(
    _ condition: Promotion.Condition, _ account: Int, _ purpose: Purpose, _ key: Int64, _ time: Int64
  ) {
    for (place, promotion) in world.fields.promotions.enumerated() where promotion.condition == condition {
      guard promotion.begin.rawValue <= time, time < promotion.end.rawValue, gifts[place] < promotion.number
      else { continue }
      var draws = random.stream(purpose, UInt64(bitPattern: key), UInt64(place))
      guard draws.uniform() < promotion.probability else { continue }
      gifts[place] += 1
      let end = promotion.expiry.map { time + $0.rawValue } ?? .max
      credits[account] += Array(repeating: end, count: Int(promotion.credits))
    }
  }

  private mutating func take(_ happening: Happening, _ time: Int64) {
    switch happening {
    case .opening(let account):
      credits[account] += Array(repeating: .max, count: Int(world.accounts[account].credits))
      if time > 0 { give(.accountOpened, account, .openingPromotion, world.accounts[account].id, time) }
      if let referral = world.fields.referral, world.accounts[account].referrer != .none {
        reward(account, referral.creditsNew, time)
        if referral.reward == .accountOpened { rewardReferrer(of: account, time) }
      }
    case .confirmation(let order):
      if payers.insert(Int(world.orders[order].account)).inserted,
        world.fields.referral?.reward == .firstPayment
      {
        rewardReferrer(of: Int(world.orders[order].account), time)
      }
      give(.game, Int(world.orders[order].account), .gamePromotion, world.orders[order].id, time)
    case .attempt(let attempt): examine(attempt, time)
    case .release(let order):
      let account = Int(world.orders[order].account)
      let back = held.removeValue(forKey: order) ?? []
      lapsed[account] += back.count { $0 <= time }
      credits[account] += back.filter { $0 > time }
      paid[account] -= (cards.removeValue(forKey: order) ?? 0) * (world.fields.payment.direct?.price ?? 0)
      if let sponsor = sponsors.removeValue(forKey: order) {
        campaigns[sponsor.campaign] -= sponsor.cards
        sponsored[account] -= sponsor.cards
      }
    case .use(let order):
      let byCard =
        Int(cards.removeValue(forKey: order) ?? 0) + Int(sponsors.removeValue(forKey: order)?.cards ?? 0)
      used[Int(world.orders[order].account)] += byCard + (held.removeValue(forKey: order)?.count ?? 0)
    }
  }

  private mutating func reward(_ account: Int, _ count: Int64, _ time: Int64) {
    let end = world.fields.referral?.expiry.map { time + $0.rawValue } ?? .max
    credits[account] += Array(repeating: end, count: Int(count))
  }

  private mutating func rewardReferrer(of account: Int, _ time: Int64) {
    let referrer = Int(world.accounts[account].referrer)
    guard let referral = world.fields.referral, referrer >= 0, rewards[referrer] < referral.most else {
      return
    }
    rewards[referrer] += 1
    reward(referrer, referral.creditsReferrer, time)
  }

  /// The campaign that pays for an order at `time`, and for how many of its recipients.
  private func sponsor(of order: Order, _ time: Int64) -> (campaign: Int, cards: Int64)? {
    for (place, campaign) in world.fields.campaigns.enumerated() {
      let left = campaign.quota == .max ? .max : campaign.quota - campaigns[place]
      let fits =
        campaign.channel == nil
        || order.channel >= 0 && world.channels[Int(order.channel)].name == campaign.channel
      if left > 0, fits, campaign.begin.rawValue <= time, time < campaign.end.rawValue {
        return (place, min(Int64(order.recipients), campaign.perOrder, left))
      }
    }
    return nil
  }

  private mutating func examine(_ attempt: PaymentAttempt, _ time: Int64) {
    let index = Int(attempt.order)
    let order = world.orders[index]
    let cause = cause(of: attempt, time)
    if cause != (attempt.provider == .none ? attempt.cause : nil) {
      fault = "order \(index), attempt \(attempt.attempt): \(String(describing: attempt.cause))"
      return
    }
    guard cause == nil, !order.isProbe else { return }
    let account = Int(order.account)
    if attempt.payment.packs > 0 {
      let pack = world.fields.packs[Int(attempt.payment.pack)]
      paid[account] += attempt.payment.packs * pack.price
      let end = pack.expiry.map { time + $0.rawValue } ?? .max
      credits[account] += Array(repeating: end, count: Int(attempt.payment.packs * pack.credits))
    }
    if attempt.payment.isByCard, let direct = world.fields.payment.direct {
      cards[index] = attempt.payment.lacking
      paid[account] += attempt.payment.lacking * direct.price
    }
    for code in drops.contains(index) ? [] : Array(order.codes).map({ Int(world.typedCodes[Int($0)]) }) {
      uses[account][code, default: 0] += 1
      codeUses[code] += 1
      let promo = world.fields.codes[code]
      let end = promo.lapses ? promo.end.rawValue : .max
      credits[account] += Array(repeating: end, count: Int(promo.credits))
    }
    credits[account].sort()
    if let sponsor = sponsor(of: order, time) {
      sponsors[index] = sponsor
      campaigns[sponsor.campaign] += sponsor.cards
      sponsored[account] += sponsor.cards
    }
    let count = Int(order.recipients) - Int(cards[index] ?? 0) - Int(sponsors[index]?.cards ?? 0)
    if credits[account].count < count {
      fault = "order \(index) is paid with \(credits[account].count) of \(count)"
      return
    }
    held[index] = Array(credits[account].prefix(count))
    credits[account].removeFirst(count)
  }

  /// Why the attempt must fail; nil where it must not.
  private mutating func cause(of attempt: PaymentAttempt, _ time: Int64) -> OrderCause? {
    let index = Int(attempt.order)
    let order = world.orders[index]
    guard order.account != .none, world.accounts[order.account].opens.rawValue <= time else {
      return .noAccount
    }
    let account = Int(order.account)
    let codes = drops.contains(index) ? [] : order.codes.map { Int(world.typedCodes[Int($0)]) }
    let promised = codes.reduce(0) { $0 + ($1 < 0 ? 0 : world.fields.codes[$1].credits) }
    let byCampaign = sponsor(of: order, time)?.cards ?? 0
    if byCampaign != attempt.payment.byCampaign { fault = "order \(index): by campaign" }
    let lacking = Int64(order.recipients) - byCampaign - Int64(credits[account].count) - promised
    var declined = false
    var isByCard = false
    if lacking > 0, let direct = world.fields.payment.direct {
      var draws = random.stream(
        .directPayment, UInt64(bitPattern: order.id), UInt64(attempt.cycle), UInt64(attempt.attempt))
      isByCard = draws.uniform() < direct.probability
      if isByCard { declined = draws.uniform() < world.fields.payment.declineProbability }
    }
    if isByCard != attempt.payment.isByCard || (isByCard && attempt.payment.lacking != lacking) {
      fault = "order \(index): by card"
    }
    if lacking > 0, !isByCard {
      var draws = random.stream(
        .payment, UInt64(bitPattern: order.id), UInt64(attempt.cycle), UInt64(attempt.attempt))
      guard draws.uniform() < world.fields.payment.packProbability, !world.fields.packs.isEmpty else {
        return .noCredits
      }
      declined = draws.uniform() < world.fields.payment.declineProbability
      let pack = world.fields.packs[Int(attempt.payment.pack)].credits
      let bought = attempt.payment.packs * pack
      let isRight: Bool
      switch world.fields.payment.packChoice {
      case .usual: isRight = attempt.payment.pack == world.accounts[account].usualPack
      case .smallest:
        isRight = world.fields.packs.allSatisfy {
          $0.credits >= lacking ? attempt.payment.packs == 1 && pack <= $0.credits : $0.credits <= pack
        }
      }
      if !isRight || bought < lacking || bought - pack >= lacking { fault = "order \(index): packs" }
    }
    let areValid = codes.allSatisfy { code in
      code >= 0 && world.fields.codes[code].begin.rawValue <= time
        && time < world.fields.codes[code].end.rawValue
        && codeUses[code] < world.fields.codes[code].uses
        && uses[account][code, default: 0] < world.fields.codes[code].usesPerAccount
    }
    guard areValid else {
      var draws = random.stream(
        .codeDropping, UInt64(bitPattern: order.id), UInt64(attempt.cycle), UInt64(attempt.attempt))
      if draws.uniform() < world.fields.payment.dropCodeProbability { drops.insert(index) }
      return .codeInvalid
    }
    return declined ? .paymentDeclined : nil
  }
}
