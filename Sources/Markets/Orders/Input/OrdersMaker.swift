import Ground
import Quantities
import Scenario
import Statistics

/// The maker of a scenario's accounts and orders, which it draws or reads.
struct OrdersMaker {
  let scenario: Scenario
  let fields: OrdersFields
  let folder: String

  /// Returns the random number stream for `purpose` and the entity with `key`.
  func stream(_ purpose: Purpose, _ key: UInt64 = 0) -> KeyedGenerator {
    scenario.random.stream(purpose, key)
  }

  // MARK: - Accounts

  func addAccounts(to input: inout OrdersInput) throws(SynthesisError) {
    switch fields.accounts {
    case .synthetic(let accounts): input.setup.accounts = drawn(accounts)
    case .recorded(let accounts): try addAccounts(recorded: accounts, to: &input)
    }
  }

  private func drawn(_ accounts: OrdersFields.SyntheticAccounts) -> [Account] {
    let credits = Self.sums(accounts.credits)
    let packs = Self.sums(fields.packs.map(\.weight))
    let duration = scenario.time.duration ?? .zero
    return (0..<accounts.count).map { number in
      let id = accounts.firstID + Int64(number)
      var account = Account(id: id)
      var draws = stream(.accountTraits, account.key)
      let opening = draws.uniform()
      if opening >= accounts.openShare {
        let share = (opening - accounts.openShare) / (1 - accounts.openShare)
        account.opens = Milliseconds(Int64(share * Double(duration.rawValue)))
      }
      account.credits = Int64(Self.draw(credits, &draws))
      account.usualPack = Int32(Self.draw(packs, &draws))
      return account
    }
  }

  /// Draws the usual pack of the account with `key`, which is recorded or opened during an order.
  func usualPack(ofAccount key: UInt64, _ packs: [Double]) -> Int32 {
    var draws = stream(.accountTraits, key)
    _ = (draws.uniform(), draws.uniform())
    return Int32(Self.draw(packs, &draws))
  }

  // MARK: - Orders

  func addOrders(to input: inout OrdersInput) throws(SynthesisError) {
    switch fields.demand {
    case .none: break
    case .synthetic(let orders): try add(drawn: orders, to: &input.setup)
    case .recorded(let orders): try addOrders(recorded: orders, to: &input)
    }
  }

  private func add(
    drawn orders: OrdersFields.SyntheticOrders, to setup: inout OrdersSetup
  ) throws(SynthesisError) {
    guard let duration = scenario.time.duration else {
      preconditionFailure("a scenario with synthetic orders has a duration")
    }
    guard
      let times = ArrivalTimes(
        orders.arrivals.profile, duration: duration, phase: scenario.time.sinceMonday)
    else {
      throw SynthesisError(.emptyProfile(side: "demand"))
    }
    let count = try count(orders.arrivals)
    let recipients = Self.sums(orders.recipients)
    let channels = orders.channels.isEmpty ? nil : WeightedDraw(orders.channels.map(\.weight))
    setup.orders.reserveCapacity(count)
    for number in 0..<count {
      let id = orders.arrivals.firstID + Int64(number)
      var arrival = stream(.orderArrival, UInt64(number))
      let submit = times.draw(&arrival)
      var order = Order(id: id, submit: submit, account: .none)
      var draws = stream(.orderTraits, order.key)
      let kind = (guest: draws.uniform(), code: draws.uniform(), probe: draws.uniform())
      order.recipients = Int32(Self.draw(recipients, &draws) + 1)
      order.patience = fields.behaviour.patience ?? .never
      order.isProbe = kind.probe < orders.probeShare
      if kind.code < orders.codeShare, !setup.fields.codes.isEmpty {
        let first = Int32(setup.typedCodes.count)
        setup.typedCodes.append(CodeIndex(Int(draws.integer(below: UInt64(setup.fields.codes.count)))))
        order.codes = first..<first + 1
      }
      if kind.guest >= orders.guestShare { order.account = account(at: submit, setup, &draws) }
      if let channels {
        var draws = stream(.channel, order.key)
        order.channel = Int32(channels.draw(&draws))
      }
      if orders.reuseShare > 0 {
        var draws = stream(.reuse, order.key)
        order.wantsReuse = draws.happens(withProbability: orders.reuseShare)
      }
      if let drafts = orders.drafts, !order.isProbe { leave(&order, asOneOf: drafts) }
      setup.orders.append(order)
    }
  }

  private func count(_ arrivals: Scenario.Arrivals) throws(SynthesisError) -> Int {
    if let count = arrivals.count { return count }
    let mean = arrivals.mean(in: scenario.time)
    guard mean <= 50_000_000 else { throw SynthesisError(.tooMany(field: "demand.per_hour", expected: mean)) }
    var draws = stream(.orderCount)
    return draws.poisson(mean: mean)
  }

  /// Draws an account for an order at `time`, all open accounts being equally likely; `.none` if none of a hundred
  /// draws gives an open account.
  private func account(
    at time: Milliseconds, _ setup: OrdersSetup, _ draws: inout KeyedGenerator
  ) -> AccountIndex {
    guard !setup.accounts.isEmpty else { return .none }
    for _ in 0..<100 {
      let account = AccountIndex(Int(draws.integer(below: UInt64(setup.accounts.count))))
      if setup.accounts[account].opens <= time { return account }
    }
    return .none
  }

  // MARK: - Weights

  /// Returns the cumulative sums of `weights`.
  static func sums(_ weights: [Double]) -> [Double] {
    var sum = 0.0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }

  /// Draws an index with probability proportional to the weights, whose cumulative sums are `sums`; index 0 if all
  /// weights are zero.
  static func draw(_ sums: [Double], _ draws: inout KeyedGenerator) -> Int {
    let mark = draws.uniform() * (sums.last ?? 0)
    return sums.firstIndex { $0 > mark } ?? 0
  }
}
