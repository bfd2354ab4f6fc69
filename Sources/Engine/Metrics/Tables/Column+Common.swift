public import Quantities
public import Tables

/// Columns that tables of any market have, each with one name and one meaning.
extension Column {
  /// The cycle of its request that an attempt belongs to.
  @inlinable
  @inline(__always)
  public static func cycle(
    request: String = "request", _ take: @escaping @Sendable (Row) -> Int32?
  ) -> Column {
    .count("cycle", "The cycle of the \(request), counted from 1.", take)
  }

  /// The number of an attempt within its cycle.
  @inlinable
  @inline(__always)
  public static func attempt(_ take: @escaping @Sendable (Row) -> Int32?) -> Column {
    .count("attempt", "The attempt within its cycle, counted from 1.", take)
  }

  /// The time of an attempt.
  @inlinable
  @inline(__always)
  public static func time(_ meaning: String, _ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds("time_s", meaning, take)
  }

  /// The beginning of an interval of a time series.
  @inlinable
  @inline(__always)
  public static func from(_ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds("from_s", "Begin of the interval, included.", take)
  }

  /// Its end.
  @inlinable
  @inline(__always)
  public static func to(_ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds("to_s", "End of the interval, excluded; the last interval holds the end of the run.", take)
  }

  /// The name of something in the files: the number that is its id, or the name where names are no numbers.
  @inlinable
  @inline(__always)
  public static func identifier(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> (id: Int64, names: Names)?
  ) -> Column {
    Column(ColumnSchema(name, .identifier, .identifier, meaning)) { row, place in
      guard let (id, names) = take(row.pointee) else { return place }
      return names.isNumbers
        ? FieldText.store(id, at: place) : FieldText.store(names.text(of: id), at: place)
    }
  }

  /// The master seed.
  @inline(__always)
  static func seed(_ take: @escaping @Sendable (Row) -> UInt64) -> Column {
    integer("seed", .identifier, "The master seed.", take)
  }

  /// The name of a figure.
  @inline(__always)
  static func metric(_ take: @escaping @Sendable (Row) -> Metric) -> Column {
    text("metric", "The figure; see the list of metrics.") { take($0).name }
  }
}

extension ColumnSchema {
  /// The key of the run, the first column of every table of results.
  public static let runID = ColumnSchema(
    "run_id", .identifier, .text,
    "The run: the first 16 hex digits of a hash of resolved scenario, seed and replication.")
}

extension Unit {
  /// The unit of coordinates of `geometry`: degrees on the globe, metres elsewhere.
  public static func ofCoordinates(in geometry: Geometry) -> Unit {
    geometry == .globe ? .coordinate : .metres
  }
}
