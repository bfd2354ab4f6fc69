import Quantities
import Scenario

extension Pack {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "credits", \.credits, .integer(1, to: 1_000_000), isRequired: true,
          "The number of credits in the pack."),
        Field(
          "price", \.price, .integer(0, to: 1 << 40), isRequired: true,
          "The price of the pack, in the smallest currency unit."),
        Field(
          "weight", \.weight, .number(.atLeast(0)),
          "The relative frequency of the pack as the usual pack of synthetic accounts."),
        Field(
          "expire_s", \.expiry, orAbsent: .seconds(.positive),
          "The time after purchase at which unused credits expire. `null`: never."),
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
            pattern: "^[^;,]{1,100}$", isName), isRequired: true, "The code that customers enter."),
        Field(
          "credits", \.credits, .integer(0, to: 1_000_000), isRequired: true,
          "The credits given per use."),
        Field(
          "uses", \.usesIfLimited, orNull: .integer(0, to: 1 << 53),
          "The maximum number of uses. `null`: no limit."),
        Field(
          "uses_per_account", \.usesPerAccount, .integer(0, to: 1 << 53),
          "The maximum number of uses per account."),
        Field("begin_s", \.begin, .seconds(), unwrittenAt: .zero, "The start of its validity."),
        Field("end_s", \.endIfAny, orNull: .seconds(), "The end of its validity. `null`: no end."),
        Field(
          "lapses", \.lapses, .boolean,
          "Whether unused credits of the code lapse at its end; they are spent before others."),
      ],
      check: { checked, faults in
        let code = checked.value
        guard code.begin >= code.end else { return }
        checked.conflict(
          "begin_s is not before end_s, so the code is never valid; give end_s a later time",
          ["begin_s", "end_s"], &faults)
      })
  }

  /// Returns whether `text` is valid as a name in a table field that lists names.
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
          "The probability that a customer with too few credits buys packs, drawn for each attempt."),
        Field(
          "pack_choice", \.packChoice, .oneOf,
          "The choice of pack: the `smallest` that suffices (if none does, as many of the largest as required), or as many of the"
            + " account's `usual` pack as required."
        ).idle(withoutPacks) { $0.packProbability == 0 },
        Field(
          "decline_probability", \.declineProbability, .share,
          "The probability that the payment for packs is declined, drawn for each attempt; credits are never declined."
        ).idle(withoutPacks) { $0.packProbability == 0 },
        Field(
          "drop_code_probability", \.dropCodeProbability, .share,
          "The probability that a customer with an invalid promo code continues without it."
        ).idle { $1.orders.withoutCodes },
        Field(
          "direct", \.direct, orAbsent: .object(DirectPayment.members),
          "Payment by bank card per recipient without a credit, as an alternative to packs. `null`: not offered."
        ),
        Field(
          "free_apart", \.freeApart, .boolean, unwrittenAt: false,
          "Whether free credits are accounted for separately from purchased ones; among credits that never expire, free ones are "
            + "spent first."
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
          "The price per recipient, in the smallest currency unit."),
        Field(
          "probability", \.probability, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The probability that a customer with too few credits pays by card, drawn for each attempt before packs are considered."
        ),
      ])
  }
}

extension LineRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "promise_s", \.promise, .seconds(), "The promised time from payment until the last card has left."),
        Field(
          "cut_off", \.cutOff, orNull: .timeOfDay(),
          "The cut-off time of day: orders paid later enter the line at the first opening of the next working day."
            + " `null`: all enter when paid."),
        Field(
          "cancel_within_s", \.cancelSpan, .seconds(),
          "The time after payment within which a customer may cancel if no card has been started."
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
        Field("answer_delay_s", \.answerDelay, .seconds(), "The time from a payment to its confirmation."),
        Field(
          "cancel_probability", \.cancelProbability, .share,
          "The probability that a customer cancels a paid order, at a random time within `line.cancel_within_s`, if no card has"
            + " been started"
            + " by then."),
      ]
        + patienceFields(
          "The time from submission after which a customer abandons an order if no card has been started."))
  }
}

extension Station {
  static var members: Members<Self> {
    Members(
      Self(name: "", service: ServiceLaw(mean: Milliseconds(60_000), cv: 0.5)),
      [
        Field("name", \.name, .label, isRequired: true, "The name of the station."),
        Field("servers", \.servers, .integer(1, to: 1_000_000), "The number of parallel servers."),
        Field("hours", \.hours, WeeklyHours.shape, "The weekly working hours; by default always."),
        Field("service", \.service, .object(ServiceLaw.members), "The service time."),
        Field(
          "unit", \.unit, .oneOf,
          "The unit of work: a `card`, or an `order` once all of its cards have arrived."),
        Field(
          "at_close", \.atClose, .oneOf,
          "The treatment of work in progress at closing: `resume`, continued at the next opening from where it was"
            + " interrupted; `finish`, completed after hours."
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
        Field("law", \.family, .oneOf, "The distribution of the time; `fixed`: always the mean."),
        Field("mean_s", \.mean, .seconds(.from(0, to: 1e7)), "The mean."),
        Field(
          "cv", \.cv, .number(.from(0, to: 100)),
          "The coefficient of variation, for the laws `lognormal` and `gamma`."
        ).idle("the `law` has no separate coefficient of variation") {
          $0.family == .fixed || $0.family == .exponential
        },
      ])
  }
}
