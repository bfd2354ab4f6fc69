import Community
package import Quantities
package import Scenario

extension OrdersFields {
  package static let members = Members(Self(), selling + making)

  /// The fields for customers and products.
  private static let selling: [Field<Self>] =
    [
      Field("accounts", \.accounts, Accounts.shape, "The accounts, whose credits pay for orders."),
      Field("demand", \.demand, Demand.shape, isRequired: true, "The source of orders."),
      Field(
        "packs", \.packs, Shape.object(Pack.members).list(counts: 0...1_000), "The packs of credits for sale."
      ).idle("nobody buys packs (`payment.pack_probability` is 0)") { $0.payment.packProbability == 0 },
      Field(
        "codes", \.codes,
        Shape.object(PromoCode.members).list(counts: 0...10_000).distinct(by: \.name),
        "The promo codes."
      ).idle { fields, _ in fields.withoutCodes },
      Field(
        "promotions", \.promotions,
        Shape.object(Promotion.members).list(counts: 0...1_000).distinct(by: \.name), unwrittenAt: [],
        "Credits given away."),
      .news,
      Field(
        "campaigns", \.campaigns,
        Shape.object(Campaign.members).list(counts: 0...1_000).distinct(by: \.name), unwrittenAt: [],
        "Campaigns in which partners pay for cards instead of customers; the first applicable one pays for an order."
      ).idle { fields, _ in fields.demand == .none ? "there are no orders" : nil },
      Field(
        "registration", \.registration, orAbsent: .object(Registration.members),
        "Account creation at checkout. `null`: orders without an account fail."
      ).idle { fields, _ in fields.withoutGuests },
      Field(
        "referral", \.referral, orAbsent: .object(Referral.members),
        "Referrals of accounts and the credits for them. `null`: none."
      ).idle { fields, _ in fields.withoutOpenings ?? fields.withoutReferrals },
      Field("payment", \.payment, .object(PaymentRules.members), "How customers pay."),
    ]

  /// The fields for the line, and for customers' behaviour and messages.
  private static let making: [Field<Self>] =
    [
      Field(
        "stations", \.stations,
        Shape.object(Station.members).list(counts: 1...100).distinct(by: \.name),
        "The stations, in the order of production."),
      Field("line", \.line, .object(LineRules.members), "The promises of the production line."),
      .delivery, .photos,
      .channel(
        \.channel, withoutOffers: "there are no offers: customers order on the page", stopsLine: true,
        "The delivery of messages to customers' phones: payment confirmed, photo sent back, order handed over."
          + " `null`: instantaneous and reliable."
      ),
      Field(
        "users", \.users, orAbsent: .object(OrderUsers.members),
        "Returning customers and churn. `null`: off."
      ).idle { fields, _ in fields.demand == .none ? "there are no orders" : nil },
      Field("matching", \.matching, .object(Matching.members), "The retries of payments."),
      Field("behaviour", \.behaviour, .object(Behaviour.members), "The behaviour of customers."),
    ]

  /// The reason every customer has an account; nil if some may not, as with recorded orders.
  private var withoutGuests: String? {
    switch demand {
    case .none: "there are no orders"
    case .synthetic(let orders):
      orders.guestShare == 0 ? "no order comes without an account (`demand.guest_share` is 0)" : nil
    case .recorded: nil
    }
  }

  /// The reason no account is referred; nil if one may be, as with recorded accounts.
  private var withoutReferrals: String? {
    guard case .synthetic = accounts, referral?.share == 0 else { return nil }
    return "no account is referred (`share` is 0)"
  }

  /// The reason no order uses a promo code; nil if one may, as with recorded orders.
  var withoutCodes: String? {
    switch demand {
    case .none: "there are no orders"
    case .synthetic(let orders):
      orders.codeShare == 0 && news.isEmpty ? "no order uses a promo code (`demand.code_share` is 0)" : nil
    case .recorded: nil
    }
  }

  package static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let scenario = checked.value
    let own = scenario.fields(of: Self.self)
    ChannelRules.checkRecording(of: own.channel, checked, &faults)
    for sentence in own.promotions.compactMap({ own.lateness(of: $0, in: scenario) }) {
      checked.conflict(sentence, ["promotions", "time"], &faults)
    }
    for sentence in own.campaigns.compactMap({ own.fault(of: $0, in: scenario) }) {
      checked.conflict(sentence, ["campaigns", "demand", "time"], &faults)
    }
    for sentence in own.news.compactMap({ own.fault(of: $0) }) {
      checked.conflict(sentence, ["news", "codes"], &faults)
    }
    guard scenario.time.duration == nil else { return }
    if case .synthetic = own.demand {
      checked.conflict(
        "orders of kind `synthetic` require a duration; give time.duration_s a number",
        ["time.duration_s", "time", "demand"], &faults)
    }
    if case .synthetic(let accounts) = own.accounts, accounts.openShare < 1 {
      checked.conflict(
        "accounts opened during the period require a duration; give time.duration_s a number, or accounts.open_share 1",
        ["time.duration_s", "time", "accounts"], &faults)
    }
  }

  /// Returns the stationary period. It exists if orders are drawn at a constant rate, there is no cut-off, all stations
  /// and photo checks work around the clock, and all accounts are open from the start. Promo codes do not affect the
  /// line.
  package func stationaryPeriod(in scenario: Scenario) -> Milliseconds? {
    guard case .synthetic(let orders) = demand, case .synthetic(let accounts) = accounts,
      let duration = scenario.time.duration, orders.arrivals.isConstant(over: duration),
      accounts.openShare == 1, line.cutOff == nil, stations.allSatisfy({ $0.hours.isAlways }),
      photos?.isAlwaysOpen ?? true
    else { return nil }
    let end = min(duration, scenario.time.horizon ?? duration)
    return end > .zero ? end : nil
  }

  package func repeatsWeekly(in scenario: Scenario) -> Bool {
    guard case .synthetic(let orders) = demand, let duration = scenario.time.duration else { return false }
    return orders.arrivals.repeatsWeekly(over: duration)
  }
}

extension Scenario {
  /// The fields specific to the orders market.
  var orders: OrdersFields { fields(of: OrdersFields.self) }
}

extension OrdersFields.Accounts {
  package static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", OrdersFields.SyntheticAccounts.members, Self.synthetic,
        { if case .synthetic(let accounts) = $0 { accounts } else { nil } }, "Synthetic accounts."),
      Kind(
        "recorded", OrdersFields.RecordedAccounts.members, Self.recorded,
        { if case .recorded(let accounts) = $0 { accounts } else { nil } }, "Accounts read from a file."),
    ])
  }
}

extension OrdersFields.SyntheticAccounts {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("count", \.count, .integer(0, to: 50_000_000), "The number of accounts."),
        Field("first_id", \.firstID, .integer(0, to: 1 << 53), "The lowest id; ids are consecutive."),
        Field(
          "open_share", \.openShare, .share,
          "The share of accounts open from the start; the others open at uniform times over the duration."),
        Field(
          "credits", \.credits, .weights(counts: 1...1_000),
          "The weights of opening balances of 0, 1, 2, … credits."),
      ])
  }
}

extension OrdersFields.RecordedAccounts {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
        .columns(\.columns),
      ])
  }
}

extension OrdersFields.Demand {
  package static var shape: Shape<Self> {
    .union([
      Kind("none", Self.none, { $0 == .none }, "No orders."),
      Kind(
        "synthetic", OrdersFields.SyntheticOrders.members, Self.synthetic,
        { if case .synthetic(let orders) = $0 { orders } else { nil } }, "Synthetic orders."),
      Kind(
        "recorded", OrdersFields.RecordedOrders.members, Self.recorded,
        { if case .recorded(let orders) = $0 { orders } else { nil } }, "Orders read from a file."),
    ])
  }
}

extension OrdersFields.SyntheticOrders {
  package static var members: Members<Self> {
    Members(
      Self(),
      arrivalFields(\.arrivals) + [
        Field(
          "recipients", \.recipients, .weights(counts: 1...1_000),
          "The weights of 1, 2, 3, … recipients per order."),
        Field("guest_share", \.guestShare, .share, "The share of orders without an account."),
        Field(
          "channels", \.channels,
          Shape.object(OrderChannel.members).list(counts: 0...1_000).distinct(by: \.name).checked {
            channels in
            channels.isEmpty || channels.contains { $0.weight > 0 }
              ? nil : "no channel has a weight above 0; give at least one"
          }, unwrittenAt: [],
          "The order channels, for campaigns limited to one channel."
        ).idle {
          $1.orders.campaigns.contains { $0.channel != nil } ? nil : "no campaign names a `channel`"
        },
        Field(
          "drafts", \.drafts, orAbsent: .object(Drafts.members),
          "Orders left as drafts before payment. `null`: none."),
        Field("code_share", \.codeShare, .share, "The share of orders with a promo code.")
          .idle { $1.orders.codes.isEmpty ? "there are no `codes`" : nil },
        .reuse,
        Field(
          "probe_share", \.probeShare, .share,
          "The share of probes: orders with one attempt that are never produced, for measurement."),
      ],
      check: { checked, faults in checkArrivals(checked, \.arrivals, &faults) })
  }
}

extension OrdersFields.RecordedOrders {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
        .columns(\.columns),
      ])
  }
}
