import JSON5
import Quantities
import Scenario

extension Promotion {
  static var members: Members<Self> {
    Members(
      Promotion(name: "", condition: .accountOpened, credits: 0),
      [
        Field("name", \.name, .label, isRequired: true, "The name."),
        Field(
          "condition", \.condition, .oneOf, isRequired: true,
          "What the credits are given for: `account_opened`, an account that opens in the promotion's time; `game`, an order"
            + " that is paid in it, after which the customer plays and may win."
        ),
        Field(
          "credits", \.credits, .integer(1, to: 1_000_000), isRequired: true,
          "The credits that are given each time."
        ).idle { promotion, scenario in
          promotion.condition == .accountOpened
            ? scenario.orders.withoutOpenings : scenario.orders.withoutOrders
        },
        Field(
          "probability", \.probability, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The probability that they are given: in the game, that it is won."),
        Field(
          "number", \.numberIfLimited, orNull: .integer(1, to: 1 << 53),
          "How often they are given in all; `null` for any number."),
        Field("begin_s", \.begin, .seconds(), "When the promotion begins."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "When it ends; `null` for no end."),
        Field(
          "expire_s", \.expiry, orNull: .seconds(.positive),
          "How long after they are given what is left of the credits expires; `null` where it does not."),
      ],
      check: { checked, faults in
        guard checked.value.begin >= checked.value.end else { return }
        checked.conflict(
          "begin_s is not before end_s, so the promotion never runs; give end_s a later time",
          ["begin_s", "end_s"], &faults)
      })
  }

  private var numberIfLimited: Int64? {
    get { number == .max ? nil : number }
    set { number = newValue ?? .max }
  }

  private var endIfAny: Milliseconds? {
    get { end == .never ? nil : end }
    set { end = newValue ?? .never }
  }
}

extension DirectPayment {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "price", \.price, .integer(0, to: 1 << 40), isRequired: true,
          "What a recipient costs, in the smallest unit of money."),
        Field(
          "probability", \.probability, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The probability that a customer who lacks credits pays so, drawn for each attempt before packs are thought of."
        ),
      ])
  }
}

extension DeliveryRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "countries", \.countries,
          Shape.object(RecipientCountry.members).list(counts: 1...1_000).distinct(by: \.name)
            .checked { countries in
              countries.contains { $0.weight > 0 }
                ? nil : "no country has a weight above 0; give at least one"
            }, isRequired: true, "The countries of the recipients.")
      ])
  }
}

extension RecipientCountry {
  static var members: Members<Self> {
    Members(
      Self(name: ""),
      [
        Field(
          "name", \.name,
          .text(
            "a text of 1 to 100 characters without control characters, `;` and `,`",
            pattern: "^[^;,]{1,100}$", PromoCode.isName), isRequired: true, "What files call it."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "How often a recipient that is made up lives there, against the other countries."),
        Field(
          "time", \.law, .law(.from(0, to: 1_000), unit: "days"), isRequired: true,
          "From the hand-over to the carrier until the letter box, in working days."),
        Field(
          "promise_days", \.promiseDays, .number(.init(lower: 0, upper: 1_000, includesLower: false)),
          isRequired: true, "In how many working days after the hand-over a card is to be in the letter box."),
        Field(
          "days", \.days, Shape<Weekday>.oneOf.list(counts: 1...7).distinct(by: \.rawValue),
          "The days on which its carrier works, each from midnight to midnight."),
      ])
  }
}

extension OrdersFields {
  /// The reason why no account opens in the run; files may have such.
  var withoutOpenings: String? {
    guard case .synthetic(let accounts) = accounts, registration == nil else { return nil }
    if accounts.count == 0 { return "there are no accounts" }
    return accounts.openShare == 1 ? "no account opens in the run (`accounts.open_share` is 1)" : nil
  }

  /// Returns a sentence on a promotion that begins when nobody can get it any more, or nil for one that is in time.
  func lateness(of promotion: Promotion, in scenario: Scenario) -> String? {
    // A horizon only looks at less of the same scenario, and makes nothing in it wrong.
    guard promotion.condition == .accountOpened, case .synthetic = accounts,
      let last = scenario.time.duration, promotion.begin >= last
    else { return nil }
    return
      "the promotion `\(promotion.name)` begins when nobody can get it any more; give begin_s a time before"
      + " \(JSON.number(last.seconds).compact)"
  }

  /// The reason why nobody orders.
  fileprivate var withoutOrders: String? { demand == .none ? "there are no orders" : nil }
}
