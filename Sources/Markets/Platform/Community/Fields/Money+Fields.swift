import JSON5
package import Scenario

extension MoneyRules {
  /// Returns the shape of the money rules, whose amounts are read in the currency specified beside them.
  ///
  /// - Parameter friends: returns the friend rules of a scenario; nil for a market without friends.
  package static func shape(friends: @escaping @Sendable (Scenario) -> FriendRules?) -> Shape<Self> {
    let members = { (currency: Currency) in Self.members(currency, friends) }
    return Shape(
      declaration: .object(members(Currency()).declarations),
      read: { node, path, faults in
        var unheard = Faults()
        let currency = node["currency"].flatMap {
          Shape.object(Currency.members).read($0, path, &unheard)
        }
        return Shape.object(members(currency ?? Currency())).read(node, path, &faults)
      },
      write: { rules, writing in .object(members(rules.currency).write(rules, writing)) })
  }

  private static func members(
    _ currency: Currency, _ friends: @escaping @Sendable (Scenario) -> FriendRules?
  ) -> Members<Self> {
    let standard = Self(in: currency)
    return Members(
      standard,
      [
        Field("currency", \.currency, .object(Currency.members), "The currency of all amounts."),
        Field(
          "price", \.price, PriceRule.shape(currency),
          "The price of instantly matched rides; planned rides are priced by the board."),
        Field(
          "cap", \.cap, orAbsent: .object(PriceCap.members),
          "The maximum price of an instantly matched ride, so that no driver earns more than the trip costs. `null`: no limit."
        ),
        Field(
          "wallet_share", \.walletShare, .share, "The share of users who pay by wallet; the others pay cash."),
        Field(
          "opening_balance", \.openingBalance, .law(unit: ""),
          "The opening balance of wallets, in currency units."
        )
        .idle(withoutWallets) { $0.walletShare == 0 },
        Field(
          "top_up", \.topUp, .object(TopUp.members(standard.topUp, currency)),
          "The top-up of wallets with insufficient balance."
        ).idle(withoutWallets) { $0.walletShare == 0 },
        Field("commission_share", \.commissionShare, .share, "The share of the fare that the service keeps."),
        Field(
          "refunds", \.refunds, Refund.shape,
          "The refund rules for cancelling passengers; the first applicable rule counts, and if there is none, nothing is refunded."
        ).idle(withoutWallets) { $0.walletShare == 0 },
        Field(
          "invitation_credit", \.invitationCredit, .amount(of: currency), unwrittenAt: 0,
          "The amount that the service gives each of two friends when one opens an account on the other's invitation."
        ).idle {
          friends($1)?.invitations == nil
            ? "nobody is invited (there is no `friends.invitations`)" : nil
        },
        Field(
          "friend_transfer_probability", \.friendTransferProbability, .share, unwrittenAt: 0,
          "The probability that a friend with sufficient balance sends a passenger the missing amount, before a top-up."
        ).idle(withoutWallets) { $0.walletShare == 0 }
          .idle { friends($1) == nil ? "nobody has friends (there is no `friends`)" : nil },
      ])
  }

  private static let withoutWallets = "nobody pays by wallet (`wallet_share` is 0)"
}

extension Currency {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "code", \.code,
          .text("three capital letters", pattern: "^[A-Z]{3}$") { text in
            text.utf8.count == 3
              && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
          }, "The currency code, ISO 4217."),
        Field("decimals", \.decimals, .integer(0, to: 4), "The number of decimals of amounts."),
      ])
  }
}

extension MoneyRules.PriceRule {
  private struct PerKm {
    var price: Int64
    var step: Int64
  }

  fileprivate static func shape(_ currency: Currency) -> Shape<Self> {
    let amount = Shape<Int64>.amount(of: currency)
    let perKm = Members(
      PerKm(price: currency.scale, step: currency.scale),
      [
        Field("per_km", \.price, amount, "The price per kilometre and seat."),
        Field(
          "step", \.step, .amount(of: currency, .positive),
          "The rounding step of prices: each is rounded to the nearest multiple, halves up."
        ).idle("rides cost nothing (`per_km` is 0)") { $0.price == 0 },
      ])
    let fixed = Members(
      Int64(0), [Field("price", \.self, amount, isRequired: true, "The price of a seat.")])
    return .union([
      Kind(
        "per_km", perKm, { .perKm($0.price, step: $0.step) },
        { if case .perKm(let price, let step) = $0 { PerKm(price: price, step: step) } else { nil } },
        "By the length of the direct trip."),
      Kind(
        "fixed", fixed, Self.fixed, { if case .fixed(let price) = $0 { price } else { nil } },
        "The same for every ride."),
      Kind(
        "recorded", Self.recorded, { $0 == .recorded },
        "By the column `price` of the request file."),
    ])
  }
}

extension MoneyRules.TopUp {
  fileprivate static func members(_ standard: Self, _ currency: Currency) -> Members<Self> {
    Members(
      standard,
      [
        Field("probability", \.probability, .share, "The probability of a top-up."),
        Field(
          "amount", \.amount, .amount(of: currency, .positive),
          "The amount of a top-up, repeated as often as needed."
        ).idle("nobody tops up (`probability` is 0)") { $0.probability == 0 },
      ])
  }
}

extension MoneyRules.Refund {
  fileprivate static var shape: Shape<[Self]> {
    Shape<Self>.object(
      Members(
        Self(),
        [
          Field(
            "lead_s", \.lead, .seconds(), isRequired: true,
            "The minimum time from the cancellation to the pickup for this rule to apply."),
          Field("share", \.share, .share, isRequired: true, "The share of the fare refunded."),
        ])
    ).list(counts: 0...100).checked { refunds in
      zip(refunds, refunds.dropFirst()).contains { $0.lead <= $1.lead }
        ? "the refunds are out of order; sort them by lead_s, the longest first" : nil
    }
  }
}

extension Shape<Int64> {
  /// Returns the shape of an amount of money: a number of units of `currency` with at most as many decimals as the
  /// currency has, read in smallest units.
  package static func amount(
    of currency: Currency, _ interval: Interval<Double> = .from(0, to: 1e9)
  ) -> Self {
    let number = Shape<Double>.number(interval, currency.code)
    let decimals = "with at most \(currency.decimals) decimals"
    return Shape(
      declaration: number.declaration,
      read: { node, path, faults in
        guard let value = number.read(node, path, &faults) else { return nil }
        if let amount = currency.parse(JSON.shortest(value)) { return amount }
        let expected = number.declaration.words + ", " + decimals
        faults.add(.outOfRange(found: node.shown, expected: expected), at: path, node.origin)
        return nil
      },
      write: { amount, _ in .number(Double(amount) / Double(currency.scale)) })
  }
}
