import Metrics
import Models
import Quantities
import Scenario
public import Statistics
import Tables

/// The rules by which an administrator closes the accounts of providers.
public struct SanctionRules: Equatable, Sendable {
  /// The annual rate at which an open account is closed, regardless of the provider's conduct.
  public var yearlyRate = 0.0
  /// The number of refunds after which an account is closed; nil if refunds never close one.
  public var refunds: Int?
  /// The number of missed appointments after which an account is closed; nil if they never close one.
  public var absences: Int?
  /// The time from the refund or missed appointment that reaches the limit to the closure, in seconds.
  public var delay = Law.fixed(86_400)
  public var agreed = Agreed.cancelled

  public init() {}

  /// The treatment of appointments that have not begun when an administrator closes the account.
  public enum Agreed: String, CaseIterable, Sendable {
    /// They are cancelled, and a new search starts for their jobs.
    case cancelled
    /// They are kept, and the provider still does the work.
    case kept
  }
}

/// The reason an administrator closed an account; the raw value is the name in providers.csv.
public enum SanctionCause: String, CaseIterable, BitwiseCopyable, Sendable {
  case inspection
  case refunds
  case absences

  /// The meaning of the cause, in one sentence.
  public var meaning: String {
    switch self {
    case .inspection:
      "an inspection closed the account, irrespective of the provider's conduct (`yearly_rate`)"
    case .refunds:
      "the number of disputes about the provider's work decided with a refund reached `after_refunds`"
    case .absences: "the number of appointments missed by the provider reached `after_absences`"
    }
  }
}

extension SanctionRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "yearly_rate", \.yearlyRate, .number(.from(0, to: 1_000), "1/year"),
          "The yearly rate at which inspections close an open account, irrespective of the provider's conduct."
        ),
        Field(
          "after_refunds", \.refunds, orNull: .integer(1, to: 1_000_000),
          "The number of disputes decided with a refund at which an account is closed. `null`: never."
        ).idle { rules, scenario in rules.refunds == nil ? nil : scenario.services.withoutRefunds },
        Field(
          "after_absences", \.absences, orNull: .integer(1, to: 1_000_000),
          "The number of missed appointments at which an account is closed. `null`: never."
        ).idle { rules, scenario in
          rules.absences != nil && scenario.services.behaviour.conduct.providerNoShow == 0
            ? "providers always come (`behaviour.provider_no_show_probability` is 0)" : nil
        },
        Field(
          "delay", \.delay, .law(),
          "The time from the last refund or missed appointment to the closing, in seconds."
        )
        .idle("neither refunds nor absences close an account") { $0.refunds == nil && $0.absences == nil },
        Field(
          "agreed", \.agreed, .oneOf,
          "The handling of appointments that have not begun: `cancelled`, their jobs search again; `kept`, the provider still comes."
        ),
      ],
      check: { checked, faults in
        let rules = checked.value
        guard rules.yearlyRate == 0, rules.refunds == nil, rules.absences == nil else { return }
        checked.conflict(
          "nothing closes an account; give yearly_rate, after_refunds or after_absences",
          ["yearly_rate", "after_refunds", "after_absences"], &faults)
      })
  }
}

extension Field<ServicesFields> {
  /// The field that enables sanctions.
  static var sanctions: Self {
    Self(
      "sanctions", \.sanctions, orAbsent: .object(SanctionRules.members),
      "The closing of providers' accounts by an administrator. `null`: none.")
  }
}

extension ServicesFields {
  /// The reason no dispute ends with a refund; nil if one may.
  fileprivate var withoutRefunds: String? {
    guard let disputes = behaviour.conduct.disputes, disputes.probability > 0, disputes.refundProbability > 0
    else {
      return "no dispute ends with a refund (`behaviour.disputes`)"
    }
    return nil
  }
}

extension Feature<ServicesRun> {
  /// The feature for accounts closed by an administrator.
  static var sanctions: Self {
    Feature(
      ["sanctions"], isPart: { $0.setup.sanctions != nil },
      columns: [ServicesTable.sanction, ServicesTable.sanctionedAppointments] as [any Sendable],
      glossaries: [
        Placed(
          .init("Sanctions", "closed_because of providers.csv", of: SanctionCause.self, \.meaning),
          after: "Reasons for leaving")
      ])
  }
}

extension ServicesTable {
  fileprivate static let sanction: Column<ProviderRow> = .word(
    "closed_because",
    "The reason that an administrator closed the account; see the list of sanctions. Only with `sanctions`; empty if not closed."
  ) { $0.run.sanctions?[$0.place]?.cause }

  fileprivate static let sanctionedAppointments: Column<ProviderRow> = .count(
    "agreed_at_closing",
    "The number of appointments not begun when an administrator closed the account. Only with `sanctions`; empty if not closed."
  ) { $0.run.sanctions?[$0.place]?.agreed }
}

extension Metric {
  static let sanctions = Metric(
    "accounts_sanctioned", .count, over: .providers,
    "Provider accounts closed by an administrator; with `sanctions`.")
  static let sanctionedAppointments = Metric(
    "appointments_sanctioned", .count, over: .providers,
    "Appointments not begun when an administrator closed the provider's account; with `sanctions`.")
}

extension ServicesFigure {
  /// The figures of runs in which an administrator closes accounts.
  static let ofSanctions: [Figure<ServicesTotals>] = [
    Figure(.sanctions) { .count($0.run.sanctions?.count { $0 != nil } ?? 0) },
    Figure(.sanctionedAppointments) {
      .count($0.run.sanctions?.reduce(0) { $0 + ($1?.agreed ?? 0) } ?? 0)
    },
  ]
}
