import Metrics
import Models
import Quantities
import Tables

extension Feature<ServicesRun> {
  /// The accounts that an administrator closes.
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
