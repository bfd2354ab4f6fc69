public import Quantities

/// One column of a table: what it is, and how its field is taken from a row.
///
///     .seconds("wait_s", "How long the passenger waited.", formula: "pickup_s − submit_s") { $0.wait }
public struct Column<Row>: Sendable {
  public let schema: ColumnSchema
  @usableFromInline let field: FieldWriter

  /// Creates a column whose field `store` puts at a place with `FieldText.room`, answering where it ends. Rows come by
  /// their address, so that none is copied for a field of it.
  ///
  /// - Parameter moreRoom: the room that the field needs beyond that; nil where it is always enough.
  @inlinable
  @inline(__always)
  public init(
    _ schema: ColumnSchema, moreRoom: (@Sendable (UnsafePointer<Row>) -> Int)? = nil,
    store: @escaping @Sendable (UnsafePointer<Row>, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) {
    self.schema = schema
    var more: (@Sendable (UnsafeRawPointer) -> Int)?
    if let moreRoom { more = { moreRoom($0.assumingMemoryBound(to: Row.self)) } }
    field = FieldWriter(moreRoom: more) { row, place in store(row.assumingMemoryBound(to: Row.self), place) }
  }
}

// MARK: - Kinds of columns; what is nil has an empty field

extension Column {
  /// Seconds to the millisecond.
  @inlinable
  @inline(__always)
  public static func seconds(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Milliseconds?
  ) -> Column {
    Column(ColumnSchema(name, .seconds, .decimal, meaning, formula: formula)) { row, place in
      take(row.pointee).map { FieldText.store($0, at: place) } ?? place
    }
  }

  /// A number in `unit`, with its decimals.
  @inlinable
  @inline(__always)
  public static func decimal(
    _ name: String, _ unit: Unit, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    let decimals = unit.decimals
    return Column(ColumnSchema(name, unit, .decimal, meaning, formula: formula)) { row, place in
      take(row.pointee).map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }

  /// A number whose decimals depend on the row, as those of figures do.
  @inlinable
  @inline(__always)
  public static func figure(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> (value: Double?, decimals: Int)
  ) -> Column {
    Column(ColumnSchema(name, .none, .decimal, meaning, formula: formula)) { row, place in
      let (value, decimals) = take(row.pointee)
      return value.map { FieldText.store($0, decimals: decimals, at: place) } ?? place
    }
  }

  /// Metres.
  @inlinable
  @inline(__always)
  public static func metres(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Metres?
  ) -> Column {
    decimal(name, .metres, meaning, formula: formula, take)
  }

  /// One quantity ÷ another.
  @inlinable
  @inline(__always)
  public static func ratio(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    decimal(name, .ratio, meaning, formula: formula, take)
  }

  /// A whole number in `unit`.
  @inlinable
  @inline(__always)
  public static func integer<Value: FixedWidthInteger & SendableMetatype>(
    _ name: String, _ unit: Unit, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Value?
  ) -> Column {
    Column(ColumnSchema(name, unit, .integer, meaning, formula: formula)) { row, place in
      take(row.pointee).map { FieldText.store($0, at: place) } ?? place
    }
  }

  /// A number of something.
  @inlinable
  @inline(__always)
  public static func count<Value: FixedWidthInteger & SendableMetatype>(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Value?
  ) -> Column {
    integer(name, .count, meaning, formula: formula, take)
  }

  /// Yes or no.
  @inlinable
  @inline(__always)
  public static func boolean(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Bool?
  ) -> Column {
    Column(ColumnSchema(name, .none, .boolean, meaning)) { row, place in
      take(row.pointee).map { FieldText.store($0, at: place) } ?? place
    }
  }

  /// Text of any kind.
  @inlinable
  @inline(__always)
  public static func text(
    _ name: String, _ meaning: String, unit: Unit = .none, _ take: @escaping @Sendable (Row) -> String?
  ) -> Column {
    text(ColumnSchema(name, unit, .text, meaning), take)
  }

  /// Text of any kind, in a column that others have too.
  @inlinable
  @inline(__always)
  public static func text(_ schema: ColumnSchema, _ take: @escaping @Sendable (Row) -> String?) -> Column {
    Column(
      schema, moreRoom: { row in take(row.pointee).map { FieldText.room(of: $0.utf8.count) } ?? 0 },
      store: { row, place in take(row.pointee).map { FieldText.store($0, at: place) } ?? place })
  }

  /// One of the words of a list.
  @inlinable
  @inline(__always)
  public static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Word?
  ) -> Column {
    word(name, meaning, called: { $0.rawValue }, take: take)
  }

  /// One of the words of a list, by the names that files have for them.
  @inlinable
  @inline(__always)
  public static func word<Word: CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, called text: (Word) -> String,
    take: @escaping @Sendable (Row) -> Word?
  ) -> Column {
    let texts = WordTexts<Word>(text)
    let schema = ColumnSchema(name, .none, .text, meaning, words: Word.allCases.map(text))
    return Column(schema) { row, place in take(row.pointee).map { texts.store($0, at: place) } ?? place }
  }
}
