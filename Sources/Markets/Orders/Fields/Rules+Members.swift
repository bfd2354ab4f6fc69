import Quantities
import Scenario

extension Pack {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("credits", \.credits, .integer(1, to: 1_000_000), isRequired: true, "How many credits."),
        Field(
          "price", \.price, .integer(0, to: 1 << 40), isRequired: true,
          "What they cost together, in the smallest unit of money."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "How often it is the usual pack of a drawn account, against the others."),
        Field(
          "expire_s", \.expiry, orAbsent: .seconds(.positive),
          "How long after their purchase what is left of its credits expires; `null` where it does not."),
      ])
  }
}

extension PromoCode {
  static var members: Members<Self> {
    Members(
      PromoCode(name: "", credits: 1),
      [
        Field(
          "name", \.name,
          .text(
            "a text of 1 to 100 characters without control characters, `;` and `,`",
            pattern: "^[^;,]{1,100}$", isName), isRequired: true, "What customers type."),
        Field(
          "credits", \.credits, .integer(0, to: 1_000_000), isRequired: true,
          "The credits that each use gives."),
        Field(
          "uses", \.usesIfLimited, orNull: .integer(0, to: 1 << 53), "Uses in all; `null` for any number."),
        Field("uses_per_account", \.usesPerAccount, .integer(0, to: 1 << 53), "Uses of one account."),
        Field("begin_s", \.begin, .seconds(), unwrittenAt: .zero, "From when on it is valid."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "When it is no longer valid; `null` for no end."),
        Field(
          "lapses", \.lapses, .boolean,
          "Whether what is left of its credits lapses at its end; they are spent before others."),
      ],
      check: { checked, faults in
        let code = checked.value
        guard code.begin >= code.end else { return }
        checked.conflict(
          "begin_s is not before end_s, so the code is never valid; give end_s a later time",
          ["begin_s", "end_s"], &faults)
      })
  }

  /// Returns whether `text` can be one of several names in a table field.
  static func isName(_ text: String) -> Bool {
    (1...100).contains(text.count)
      && !text.unicodeScalars.contains { $0 == ";" || $0 == "," || $0.value < 32 }
  }

  private var usesIfLimited: Int64? {
    get { uses == .max ? nil : uses }
    set { uses = newValue ?? .max }
  }

  private var endIfAny: Milliseconds? {
    get { end == .never ? nil : end }
    set { end = newValue ?? .never }
  }
}

extension PaymentRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "pack_probability", \.packProbability, .share,
          "The probability that a customer who lacks credits buys packs, drawn for each attempt."),
        Field(
          "pack_choice", \.packChoice, .oneOf,
          "Which: the `smallest` that is enough (of none, as many of the largest as it takes), or as many of the"
            + " account's `usual` one as it takes."
        ).idle(withoutPacks) { $0.packProbability == 0 },
        Field(
          "decline_probability", \.declineProbability, .share,
          "The probability that the payment for packs is declined, drawn for each attempt; credits are never declined."
        ).idle(withoutPacks) { $0.packProbability == 0 },
        Field(
          "drop_code_probability", \.dropCodeProbability, .share,
          "The probability that a customer whose promo code is not valid goes on without."
        ).idle { $1.orders.withoutCodes },
        Field(
          "direct", \.direct, orAbsent: .object(DirectPayment.members),
          "Payment by bank card for each recipient whose credit is lacking, instead of packs; `null` where there is none."
        ),
        Field(
          "free_apart", \.freeApart, .boolean, unwrittenAt: false,
          "Whether credits that were given are counted apart from those paid for; of credits that never lapse, given ones are spent first."
        ),
      ])
  }

  private static let withoutPacks = "nobody buys packs (`pack_probability` is 0)"
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

extension LineRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("promise_s", \.promise, .seconds(), "From the payment until the last card has left."),
        Field(
          "cut_off", \.cutOff, orNull: .timeOfDay(),
          "The time of day from which on paid orders enter the line at the first opening of the next working day;"
            + " `null` lets all enter when they are paid."),
        Field(
          "cancel_within_s", \.cancelSpan, .seconds(),
          "From the payment: in this time a customer may cancel, if no card is begun."
        ).idle {
          $1.orders.behaviour.cancelProbability == 0
            ? "nobody cancels (`behaviour.cancel_probability` is 0)" : nil
        },
      ])
  }
}

extension OrdersFields.Matching {
  static var members: Members<Self> { Members(Self(), cycleFields) }
}

extension OrdersFields.Behaviour {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("answer_delay_s", \.answerDelay, .seconds(), "From a payment to its confirmation."),
        Field(
          "cancel_probability", \.cancelProbability, .share,
          "The probability that a customer cancels a paid order, at a moment within `line.cancel_within_s`, if no card is"
            + " begun by"
            + " then."),
      ] + patienceFields("From submission until a customer leaves an order of which no card is begun."))
  }
}

extension Station {
  static var members: Members<Self> {
    Members(
      Self(name: "", service: ServiceLaw(mean: Milliseconds(60_000), cv: 0.5)),
      [
        Field("name", \.name, .label, isRequired: true, "The name."),
        Field("servers", \.servers, .integer(1, to: 1_000_000), "How many work side by side."),
        Field("hours", \.hours, WeeklyHours.shape, "When it works, the same every week; by default always."),
        Field("service", \.service, .object(ServiceLaw.members), "How long a server takes."),
        Field(
          "unit", \.unit, .oneOf,
          "What a server takes at once: a `card`, or an `order` once all of its cards have come."),
        Field(
          "at_close", \.atClose, .oneOf,
          "What becomes of work in hand at the end of hours: `resume`, it goes on at the next opening where it was"
            + " left; `finish`, it is brought to its end after hours."
        ).idle("the station never closes (`hours`)") { $0.hours.isAlways },
      ])
  }

  /// Printing, finishing and posting, every day but Sunday.
  static let usual: [Station] = {
    let hours = WeeklyHours(
      (0..<6).map { $0 * WeeklyHours.day + 8 * 3_600_000..<$0 * WeeklyHours.day + 18 * 3_600_000 })
    return [
      Station(
        name: "print", servers: 2, hours: hours,
        service: ServiceLaw(.lognormal, mean: Milliseconds(40_000), cv: 0.5)),
      Station(
        name: "finish", servers: 2, hours: hours,
        service: ServiceLaw(.gamma, mean: Milliseconds(45_000), cv: 0.7)),
      Station(
        name: "post", hours: hours, service: ServiceLaw(.exponential, mean: Milliseconds(20_000)),
        unit: .order, atClose: .finish),
    ]
  }()
}

extension ServiceLaw {
  static var members: Members<Self> {
    Members(
      Self(mean: Milliseconds(60_000), cv: 0.5),
      [
        Field("law", \.family, .oneOf, "The law of the time; `fixed` is always the mean."),
        Field("mean_s", \.mean, .seconds(.from(0, to: 1e7)), "The mean."),
        Field(
          "cv", \.cv, .number(.from(0, to: 100)),
          "Standard deviation ÷ mean, of the laws `lognormal` and `gamma`."
        ).idle("the `law` has no deviation of its own") { $0.family == .fixed || $0.family == .exponential },
      ])
  }
}
