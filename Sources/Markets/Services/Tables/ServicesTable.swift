public import Metrics
import Models
import Quantities
import Tables

/// The tables of a services run's result folder, one file each.
enum ServicesTable {}

/// A row of a table, created from its index in a list of the run.
protocol ServicesRow: SendableMetatype {
  var run: ServicesRun { get }
}

extension Column where Row: ServicesRow {
  /// Returns the column with a job's name in files.
  static func job(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> JobIndex?
  ) -> Column {
    .identifier(name, meaning) { row in
      take(row).flatMap { $0 == .none ? nil : (row.run.setup.jobs[$0].id, row.run.jobNames) }
    }
  }

  /// Returns the column with a provider's name in files.
  static func provider(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> ProviderIndex?
  ) -> Column {
    .identifier(name, meaning) { row in
      take(row).flatMap { $0 == .none ? nil : (row.run.setup.providers[$0].id, row.run.providerNames) }
    }
  }

  /// Returns a column of coordinates.
  static func coordinate(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    Column(ColumnSchema(name, .coordinate, .decimal, meaning)) { row, place in
      let decimals = Unit.ofCoordinates(in: row.pointee.run.geometry).decimals
      return take(row.pointee).map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }

  /// Returns a column of amounts, in the smallest currency unit or in milliseconds of credit.
  static func amount(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Int64?
  ) -> Column {
    .integer(
      name, .count, meaning + " In the smallest currency unit, or in milliseconds for time credits.",
      take)
  }

  /// Returns a column of numbers of stars.
  static func stars(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Int32?
  ) -> Column {
    .decimal(name, .ratio, meaning) { take($0).map { Double($0) / 1_000 } }
  }
}

extension Milliseconds {
  /// This time; nil if it is `.never`.
  var ifEver: Milliseconds? { self == .never ? nil : self }
}

extension ServicesRun {
  /// The tables of a services run's result folder.
  public static let tables = RunTables<ServicesRun>(
    [
      RunTable(
        "jobs", ServicesTable.jobs(hasUsers: true, features),
        columns: { ServicesTable.jobs(hasUsers: $0.departures != nil, $0.ownFeatures) }
      ) { run in run.jobs.indices.map { JobRow(run: run, place: $0) } },
      RunTable("attempts", ServicesTable.attempts) { $0.attemptRows },
      RunTable("appointments", ServicesTable.appointments) { run in
        run.appointments.indices.map { AppointmentRow(run: run, place: $0) }
      },
      RunTable(
        "providers", ServicesTable.providers(features), columns: { ServicesTable.providers($0.ownFeatures) }
      ) { run in
        run.providers.indices.map { ProviderRow(run: run, place: $0) }
      },
      RunTable("reviews", ServicesTable.reviews) { run in
        run.reviews.map { JobReviewRow(run: run, review: $0) }
      },
      RunTable("payments", ServicesTable.payments) { run in
        run.ledger.entries.indices.map { JobPaymentRow(run: run, place: $0) }
      },
      RunTable("timeseries", ServicesTable.timeseries) { ServicesSeries(of: $0).intervals },
    ] + ServicesTable.tablesOfUsers + tablesOfTeams + features.flatMap(\.tables),
    onRequest: [
      RunTable("events", ServicesTable.events) { run in
        run.log.indices.map { JobEventRow(run: run, place: $0) }
      },
      RunTable("messages", ServicesTable.messages) { run in
        run.messages.indices.map { JobMessageRow(run: run, place: $0) }
      },
    ],
    ofMachine: [RunTable("timing", ServicesTable.timing) { $0.attemptRows }])

  /// The attempts, sorted by job; attempts of the same job stay in call order.
  private var attemptRows: [JobAttemptRow] {
    ResultTables.order(of: attempts.count, keys: jobs.count) { Int(attempts[$0].job) }
      .map { JobAttemptRow(run: self, attempt: attempts[$0]) }
  }
}
