public import Community
public import Quantities
public import Statistics
public import Travellers

/// Collects and pays out money for rides according to the rules, and records it in the ledger.
///
/// A fare is held when the seat is taken. It is then paid at the drop-off, refunded in part if the passenger cancels,
/// or released in full if the passenger is not at fault. Cash is paid only at the drop-off.
public struct Cashier: Sendable {
  public let rules: MoneyRules
  public private(set) var ledger: Ledger<MoneyTransfer>
  let random: RandomSource
  private let byWallet: [Bool]
  /// The agreed but unsettled fares; only accessed by key.
  private(set) var fares: [RequestIndex: Fare] = [:]

  /// An agreed fare.
  struct Fare {
    var passenger: UserIndex
    var amount: Int64
  }

  /// Opens the wallets of `users` users at `time`, with random balances for users who pay by wallet.
  public init(_ rules: MoneyRules, users: Int, random: RandomSource, at time: Milliseconds = .zero) {
    self.rules = rules
    self.random = random
    ledger = Ledger<MoneyTransfer>(users: users)
    var byWallet: [Bool] = []
    byWallet.reserveCapacity(users)
    for user in 0..<UserIndex(users) {
      var draws = random.stream(.wallet, UInt64(user.rawValue))
      byWallet.append(draws.happens(withProbability: rules.walletShare))
      let units = min(rules.openingBalance.draw(&draws), 1e9)
      guard byWallet[Int(user)] else { continue }
      let amount = Int64((units * Double(rules.currency.scale)).rounded())
      ledger.transfer(amount, from: .bank, to: .wallet(user), for: .opening, at: time)
    }
    self.byWallet = byWallet
  }

  /// Returns whether `user` pays from a wallet; otherwise they pay cash.
  public func paysByWallet(_ user: UserIndex) -> Bool { byWallet[Int(user)] }

  /// Returns the money `user` can spend; cash is unlimited.
  public func funds(of user: UserIndex) -> Int64 {
    paysByWallet(user) ? ledger.balance(of: .wallet(user)) : .max
  }

  /// Moves `amount` to the wallet of `user`.
  mutating func send(
    _ amount: Int64, from: MoneyAccount, to user: UserIndex, for kind: MoneyTransfer.Kind,
    _ request: RequestIndex, at time: Milliseconds
  ) {
    ledger.transfer(amount, from: from, to: .wallet(user), for: kind, request: request, at: time)
  }
}

// MARK: - What happens to a ride

extension Cashier {
  /// Draws whether `user` tops up, if the wallet holds less than `needed`; returns whether it then holds enough.
  ///
  /// - Parameter key: the key of the request's draws, combined with cycle and attempt.
  public mutating func topUp(
    _ user: UserIndex, request: RequestIndex, key: UInt64, cycle: Int, attempt: Int, needed: Int64,
    at time: Milliseconds
  ) -> Bool {
    let funds = funds(of: user)
    guard funds < needed else { return true }
    var draws = random.stream(.topUp, key, UInt64(cycle), UInt64(attempt))
    guard draws.happens(withProbability: rules.topUp.probability) else { return false }
    let amount = rules.topUp.amount
    // A commission may have made the balance negative.
    let times = (needed - funds + amount - 1) / amount
    ledger.transfer(
      times * amount, from: .bank, to: .wallet(user), for: .topUp, request: request, at: time)
    return true
  }

  /// Records the agreed fare of `request`, and holds it if the passenger pays by wallet.
  ///
  /// - Precondition: no fare is agreed for the request, and the passenger has the funds.
  public mutating func hold(
    _ request: RequestIndex, passenger: UserIndex, amount: Int64, at time: Milliseconds
  ) {
    precondition(fares[request] == nil, "a request has one fare at a time")
    precondition(funds(of: passenger) >= amount, "a passenger without funds takes no seat")
    fares[request] = Fare(passenger: passenger, amount: amount)
    guard paysByWallet(passenger) else { return }
    ledger.transfer(
      amount, from: .wallet(passenger), to: .escrow, for: .hold, request: request, at: time)
  }

  /// Releases the whole fare; no effect if no fare is agreed.
  public mutating func release(_ request: RequestIndex, at time: Milliseconds) {
    guard let fare = fares.removeValue(forKey: request), paysByWallet(fare.passenger) else { return }
    ledger.transfer(
      fare.amount, from: .escrow, to: .wallet(fare.passenger), for: .release, request: request, at: time)
  }

  /// Pays `driver` at the drop-off, and the service its commission from the driver's wallet. The wallet balance may
  /// become negative if the fare is paid in cash. No effect if no fare is agreed.
  ///
  /// - Parameter most: the maximum price of the ride; the passenger keeps any excess of the fare.
  public mutating func pay(
    _ request: RequestIndex, driver: UserIndex, atMost most: Int64 = .max, at time: Milliseconds
  ) {
    guard var fare = fares.removeValue(forKey: request) else { return }
    if fare.amount > most {
      if paysByWallet(fare.passenger) {
        ledger.transfer(
          fare.amount - most, from: .escrow, to: .wallet(fare.passenger), for: .release, request: request,
          at: time)
      }
      fare.amount = most
    }
    if paysByWallet(fare.passenger) {
      ledger.transfer(
        fare.amount, from: .escrow, to: .wallet(driver), for: .fare, request: request, at: time)
    } else {
      ledger.transfer(
        fare.amount, from: .cash(fare.passenger), to: .cash(driver), for: .cashFare, request: request,
        at: time)
    }
    ledger.transfer(
      rules.commission(of: fare.amount), from: .wallet(driver), to: .service, for: .commission,
      request: request, at: time)
  }

  /// Refunds, according to the rules, a passenger who cancels `lead` before the pickup, and pays `driver` the rest
  /// without commission. A passenger who would have paid cash pays nothing. Returns the refund.
  @discardableResult
  public mutating func refund(
    _ request: RequestIndex, lead: Milliseconds, driver: UserIndex, at time: Milliseconds
  ) -> Int64 {
    guard let fare = fares.removeValue(forKey: request), paysByWallet(fare.passenger) else { return 0 }
    let back = rules.refund(of: fare.amount, lead: lead)
    ledger.transfer(
      back, from: .escrow, to: .wallet(fare.passenger), for: .refund, request: request, at: time)
    ledger.transfer(
      fare.amount - back, from: .escrow, to: .wallet(driver), for: .cancellationFee, request: request,
      at: time)
    return back
  }

  /// Returns the price of a ride with a direct distance of `metres`.
  ///
  /// - Parameter recorded: the price in the file, if the rules use recorded prices.
  public func price(metres: Metres, recorded: Int64 = 0) -> Int64 {
    rules.price(metres: metres, recorded: recorded)
  }
}

/// Transfers from friends, and credit for invited friends.
extension Cashier {
  /// Draws whether a friend helps `user`, who lacks money: the first of `friends` with enough money in their wallet
  /// sends the amount missing from `needed`.
  ///
  /// - Parameter key: the key of the request's draws, combined with cycle and attempt.
  public mutating func borrow(
    for user: UserIndex, from friends: some Sequence<UserIndex>, request: RequestIndex, key: UInt64,
    cycle: Int, attempt: Int, needed: Int64, at time: Milliseconds
  ) {
    let missing = needed - funds(of: user)
    guard rules.friendTransferProbability > 0, missing > 0 else { return }
    var draws = random.stream(.friendTransfer, key, UInt64(cycle), UInt64(attempt))
    guard draws.happens(withProbability: rules.friendTransferProbability),
      let friend = friends.first(where: { paysByWallet($0) && funds(of: $0) >= missing })
    else { return }
    send(missing, from: .wallet(friend), to: user, for: .transfer, request, at: time)
  }

  /// Credits both friends after one of them has opened an account.
  public mutating func reward(_ users: [UserIndex], request: RequestIndex, at time: Milliseconds) {
    for user in users {
      send(rules.invitationCredit, from: .service, to: user, for: .invitation, request, at: time)
    }
  }
}
