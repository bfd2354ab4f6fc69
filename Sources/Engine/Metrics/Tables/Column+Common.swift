public import Quantities
public import Tables

/// Columns common to several markets, each with one name and one meaning.
extension Column {
  /// Creates the column of the number of an attempt's cycle within its request.
  @inlinable
  @inline(__always)
  public static func cycle(
    request: String = "request", _ take: @escaping @Sendable (Row) -> Int32?
  ) -> Column {
    .count("cycle", "The number of the cycle of the \(request), from 1.", take)
  }

  /// Creates the column of an attempt's number within its cycle.
  @inlinable
  @inline(__always)
  public static func attempt(_ take: @escaping @Sendable (Row) -> Int32?) -> Column {
    .count("attempt", "The number of the attempt within its cycle, from 1.", take)
  }

  /// Creates the column of the time of an attempt.
  @inlinable
  @inline(__always)
  public static func time(_ meaning: String, _ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds("time_s", meaning, take)
  }

  /// Creates the column of the beginning of a time-series interval.
  @inlinable
  @inline(__always)
  public static func from(_ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds("from_s", "The start of the interval, inclusive.", take)
  }

  /// Creates the column of the end of a time-series interval.
  @inlinable
  @inline(__always)
  public static func to(_ take: @escaping @Sendable (Row) -> Milliseconds?) -> Column {
    .seconds(
      "to_s", "The end of the interval, exclusive; the last interval contains the end of the run.", take)
  }

  /// Creates a column of ids: integers, or names if the input uses names.
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

  /// Creates the column of the master seed.
  @inline(__always)
  static func seed(_ take: @escaping @Sendable (Row) -> UInt64) -> Column {
    integer("seed", .identifier, "The master seed.", take)
  }

  /// Creates the column of a figure's name.
  @inline(__always)
  static func metric(_ take: @escaping @Sendable (Row) -> Metric) -> Column {
    text("metric", "The figure; see the list of metrics.") { take($0).name }
  }
}

extension ColumnSchema {
  /// The run id, the first column of every result table.
  public static let runID = ColumnSchema(
    "run_id", .identifier, .text,
    "The run: the first 16 hex digits of a hash of resolved scenario, seed and replication.")
}

extension Unit {
  /// Returns the unit of coordinates in `geometry`: degrees on the globe, metres elsewhere.
  public static func ofCoordinates(in geometry: Geometry) -> Unit {
    geometry == .globe ? .coordinate : .metres
  }
}
