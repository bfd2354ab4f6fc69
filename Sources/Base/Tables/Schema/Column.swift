public import Quantities

/// One column of a table: its schema, and the function that writes a row's field.
///
///     .seconds("wait_s", "How long the passenger waited.", formula: "pickup_s − submit_s") { $0.wait }
public struct Column<Row>: Sendable {
  public let schema: ColumnSchema
  @usableFromInline let field: FieldWriter

  /// Creates a column. `store` writes a field of up to `FieldText.room` bytes to memory and returns its end. Rows
  /// are passed by address, so that none is copied.
  ///
  /// - Parameter moreRoom: the room required beyond that; nil: none.
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

// MARK: - Kinds of columns; nil becomes an empty field

extension Column {
  /// Creates a column of seconds with millisecond precision.
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

  /// Creates a column of numbers in `unit`, with the unit's decimals.
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

  /// Creates a column of numbers whose decimals depend on the row, as in a table of figures.
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

  /// Creates a column of metres.
  @inlinable
  @inline(__always)
  public static func metres(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Metres?
  ) -> Column {
    decimal(name, .metres, meaning, formula: formula, take)
  }

  /// Creates a column of ratios.
  @inlinable
  @inline(__always)
  public static func ratio(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Double?
  ) -> Column {
    decimal(name, .ratio, meaning, formula: formula, take)
  }

  /// Creates a column of integers in `unit`.
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

  /// Creates a column of counts.
  @inlinable
  @inline(__always)
  public static func count<Value: FixedWidthInteger & SendableMetatype>(
    _ name: String, _ meaning: String, formula: String? = nil,
    _ take: @escaping @Sendable (Row) -> Value?
  ) -> Column {
    integer(name, .count, meaning, formula: formula, take)
  }

  /// Creates a column of truth values.
  @inlinable
  @inline(__always)
  public static func boolean(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Bool?
  ) -> Column {
    Column(ColumnSchema(name, .none, .boolean, meaning)) { row, place in
      take(row.pointee).map { FieldText.store($0, at: place) } ?? place
    }
  }

  /// Creates a column of free text.
  @inlinable
  @inline(__always)
  public static func text(
    _ name: String, _ meaning: String, unit: Unit = .none, _ take: @escaping @Sendable (Row) -> String?
  ) -> Column {
    text(ColumnSchema(name, unit, .text, meaning), take)
  }

  /// Creates a column of free text with a shared schema.
  @inlinable
  @inline(__always)
  public static func text(_ schema: ColumnSchema, _ take: @escaping @Sendable (Row) -> String?) -> Column {
    Column(
      schema, moreRoom: { row in take(row.pointee).map { FieldText.room(of: $0.utf8.count) } ?? 0 },
      store: { row, place in take(row.pointee).map { FieldText.store($0, at: place) } ?? place })
  }

  /// Creates a column of words from a list.
  @inlinable
  @inline(__always)
  public static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> Word?
  ) -> Column {
    word(name, meaning, called: { $0.rawValue }, take: take)
  }

  /// Creates a column of words from a list, each written as the text that `text` returns for it.
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

/// The words of a list as bytes ready for a table: a field takes one load and one store, without a string.
@usableFromInline
struct WordTexts<Word: CaseIterable & SendableMetatype>: Sendable {
  /// The texts, indexed by the word's byte in memory.
  @usableFromInline let texts: [WordText]

  /// Creates the texts of all words.
  ///
  /// - Precondition: the type is an enumeration without payloads, and its words have at most 32 bytes and need no
  ///   quotes.
  @inlinable
  @inline(__always)
  init(_ name: (Word) -> String) {
    precondition(MemoryLayout<Word>.size <= 1, "words are enumerations without payloads")
    var texts = [WordText](repeating: WordText(), count: 256)
    for word in Word.allCases { texts[Self.place(of: word)] = WordText(name(word)) }
    self.texts = texts
  }

  /// Returns an index for `word`, stable within the process.
  @inlinable
  @inline(__always)
  static func place(of word: Word) -> Int {
    MemoryLayout<Word>.size == 0 ? 0 : Int(unsafeBitCast(word, to: UInt8.self))
  }

  /// Stores `word` and returns the end of its text.
  @inlinable
  @inline(__always)
  func store(_ word: Word, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let text = texts[Self.place(of: word)]
    place.storeBytes(of: text.bytes, as: SIMD32<UInt8>.self)
    return place + text.count
  }
}

/// A word of up to 32 bytes.
@usableFromInline
struct WordText: BitwiseCopyable, Sendable {
  @usableFromInline var bytes: SIMD32<UInt8> = .zero
  @usableFromInline var count = 0

  /// Creates an empty word.
  @usableFromInline
  init() {}

  @usableFromInline
  init(_ word: String) {
    let bytes = word.utf8
    precondition(
      (1...32).contains(bytes.count)
        && bytes.allSatisfy { $0 != Byte.comma && $0 != Byte.quote && $0 >= 0x20 },
      "\(word) is no word of a table")
    count = bytes.count
    for (place, byte) in bytes.enumerated() { self.bytes[place] = byte }
  }
}
