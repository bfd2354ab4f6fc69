import Metrics
import Quantities
import Tables

/// The tables of a services run's result folder, a file each.
enum ServicesTable {}

/// A row of a table, by its place in a list of the run.
protocol ServicesRow: SendableMetatype {
  var run: ServicesRun { get }
}

extension Column where Row: ServicesRow {
  /// The job's name in the files.
  static func job(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> JobIndex?
  ) -> Column {
    .identifier(name, meaning) { row in
      take(row).flatMap { $0 == .none ? nil : (row.run.setup.jobs[$0].id, row.run.jobNames) }
    }
  }

  /// The provider's name in the files.
  static func provider(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> ProviderIndex?
  ) -> Column {
    .identifier(name, meaning) { row in
      take(row).flatMap { $0 == .none ? nil : (row.run.setup.providers[$0].id, row.run.providerNames) }
    }
  }

  /// A coordinate.
  static func coordinate(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    Column(ColumnSchema(name, .coordinate, .decimal, meaning)) { row, place in
      let decimals = Unit.ofCoordinates(in: row.pointee.run.geometry).decimals
      return take(row.pointee).map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }

  /// Smallest units of money, or milliseconds of credit.
  static func amount(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Int64?
  ) -> Column {
    .integer(
      name, .count, meaning + " In smallest units of money; in milliseconds where hours are given for hours.",
      take)
  }

  /// Stars.
  static func stars(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Int32?
  ) -> Column {
    .decimal(name, .ratio, meaning) { take($0).map { Double($0) / 1_000 } }
  }
}

extension Milliseconds {
  /// The time, or nil for `.never`.
  var ifEver: Milliseconds? { self == .never ? nil : self }
}
