public import Metrics
import Quantities
import Tables

extension ServicesRun {
  /// The tables of a services run's result folder.
  public static let tables = RunTables<ServicesRun>(
    [
      RunTable(
        "jobs", ServicesTable.jobs(hasUsers: true),
        columns: { ServicesTable.jobs(hasUsers: $0.departures != nil) }
      ) { run in run.jobs.indices.map { JobRow(run: run, place: $0) } },
      RunTable("attempts", ServicesTable.attempts) { $0.attemptRows },
      RunTable("appointments", ServicesTable.appointments) { run in
        run.appointments.indices.map { AppointmentRow(run: run, place: $0) }
      },
      RunTable("providers", ServicesTable.providers) { run in
        run.providers.indices.map { ProviderRow(run: run, place: $0) }
      },
      RunTable("reviews", ServicesTable.reviews) { run in
        run.reviews.map { JobReviewRow(run: run, review: $0) }
      },
      RunTable("payments", ServicesTable.payments) { run in
        run.ledger.entries.indices.map { JobPaymentRow(run: run, place: $0) }
      },
      RunTable("timeseries", ServicesTable.timeseries) { ServicesSeries(of: $0).intervals },
    ] + ServicesTable.tablesOfUsers + tablesOfTeams + tablesOfOutages,
    onRequest: [
      RunTable("events", ServicesTable.events) { run in
        run.log.indices.map { JobEventRow(run: run, place: $0) }
      },
      RunTable("messages", ServicesTable.messages) { run in
        run.messages.indices.map { JobMessageRow(run: run, place: $0) }
      },
    ],
    ofMachine: [RunTable("timing", ServicesTable.timing) { $0.attemptRows }])

  /// The attempts by job; those of one job stay in the order of the calls.
  private var attemptRows: [JobAttemptRow] {
    ResultTables.order(of: attempts.count, keys: jobs.count) { Int(attempts[$0].job) }
      .map { JobAttemptRow(run: self, attempt: attempts[$0]) }
  }
}
