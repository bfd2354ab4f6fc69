public import CKernels
public import Quantities

extension CSVReader {
  /// The integer in `column`; 0 and a fault where there is none.
  @inlinable
  @inline(__always)
  public mutating func int64(_ column: CSVColumn) -> Int64 {
    let (start, end) = field(column.index)
    let length = end - start
    if UInt(bitPattern: length &- 1) < 8, let value = NumberText.digits(at: start, length) {
      return Int64(bitPattern: value)
    }
    return anyInt64(column)
  }

  @usableFromInline @inline(never)
  mutating func anyInt64(_ column: CSVColumn) -> Int64 {
    let (start, end) = field(column.index)
    if let value = NumberText.int64(from: start, to: end) { return value }
    return longWay(column.index, .integer, placeholder: 0) { NumberText.wholeNumber($0) }
  }

  /// The integer in `column`, nil where there is none.
  public borrowing func int64IfAny(_ column: CSVColumn) -> Int64? {
    let (start, end) = field(column.index)
    if let value = NumberText.paddedInt64(from: start, to: end) { return value }
    return withBytes(column) { text in
      text.withUnsafeBufferPointer { NumberText.wholeNumber(Byte.trimmed($0).span) }
    }
  }

  /// The integer in `column`, nil where the field is empty; 0 and a fault where it is no integer.
  @inlinable
  @inline(__always)
  public mutating func int64(_ column: CSVOptionalColumn) -> Int64? {
    isEmpty(column) ? nil : int64(CSVColumn(index: column.index))
  }

  /// The integer in `column` if it lies in `range`; the lower bound and a fault where not.
  @inlinable
  public mutating func int64(_ column: CSVColumn, in range: ClosedRange<Int64>) -> Int64 {
    let (start, end) = field(column.index)
    if let value = NumberText.paddedInt64(from: start, to: end), range.contains(value) { return value }
    return longWay(column.index, .integerWithin(range), placeholder: range.lowerBound) {
      NumberText.wholeNumber($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The integer in `column` if it lies in `range`, nil where the field is empty; the lower bound and a fault
  /// where it does not.
  @inlinable
  public mutating func int64(_ column: CSVOptionalColumn, in range: ClosedRange<Int64>) -> Int64? {
    isEmpty(column) ? nil : int64(CSVColumn(index: column.index), in: range)
  }

  /// The number in `column`; 0 and a fault where there is none or it is not finite.
  @inlinable
  @inline(__always)
  public mutating func double(_ column: CSVColumn) -> Double {
    let (start, end) = field(column.index)
    var value = 0.0
    if end - base >= 16, detour_short_decimal(start, end, &value) { return value }
    return anyDouble(column)
  }

  @usableFromInline @inline(never)
  mutating func anyDouble(_ column: CSVColumn) -> Double {
    let (start, end) = field(column.index)
    if let value = NumberText.paddedDouble(from: start, to: end) { return value }
    return longWay(column.index, .finiteNumber, placeholder: 0) { NumberText.double($0) }
  }

  /// The number in `column`, nil where the field is empty; 0 and a fault where it is no finite number.
  @inlinable
  @inline(__always)
  public mutating func double(_ column: CSVOptionalColumn) -> Double? {
    isEmpty(column) ? nil : double(CSVColumn(index: column.index))
  }

  /// The seconds in `column`, rounded to milliseconds; zero and a fault where there is no number below 10¹¹.
  @inlinable
  public mutating func milliseconds(_ column: CSVColumn) -> Milliseconds {
    let faultsBefore = faultCount
    let seconds = double(column)
    if seconds.magnitude < 1e11 { return Milliseconds(seconds: seconds) }
    if faultCount == faultsBefore { recordValue(column, expected: .other("a time below 1e11 seconds")) }
    return .zero
  }

  /// The seconds in `column`, rounded to milliseconds, nil where the field is empty; zero and a fault where
  /// there is no number below 10¹¹.
  @inlinable
  public mutating func milliseconds(_ column: CSVOptionalColumn) -> Milliseconds? {
    isEmpty(column) ? nil : milliseconds(CSVColumn(index: column.index))
  }

  /// The truth value in `column`: `true` or `false` in any capitals, `1` or `0`, also `1.0` or `0.0`; false and a fault
  /// where there is none.
  public mutating func bool(_ column: CSVColumn) -> Bool {
    longWay(column.index, .boolean, placeholder: false) { text in
      if let number = NumberText.wholeNumber(text) { return number == 1 ? true : number == 0 ? false : nil }
      if Byte.matches(text, "true") { return true }
      return Byte.matches(text, "false") ? false : nil
    }
  }

  /// The truth value in `column`, nil where the field is empty; false and a fault where there is none.
  public mutating func bool(_ column: CSVOptionalColumn) -> Bool? {
    isEmpty(column) ? nil : bool(CSVColumn(index: column.index))
  }

  /// The case whose raw value stands in `column`; nil and a fault, which lists the cases, where there is none.
  public mutating func choice<Choice>(
    _ column: CSVColumn, of type: Choice.Type = Choice.self
  ) -> Choice? where Choice: RawRepresentable<String> & CaseIterable {
    let names = { Choice.allCases.map(\.rawValue) }
    return longWay(column.index, .choice([]), placeholder: nil, choices: names) { text in
      Choice.allCases.first { Byte.equals(text, $0.rawValue) }
    }
  }

  /// The case whose raw value stands in `column`, nil where the field is empty; nil and a fault, which lists
  /// the cases, where there is none.
  public mutating func choice<Choice>(
    _ column: CSVOptionalColumn, of type: Choice.Type = Choice.self
  ) -> Choice? where Choice: RawRepresentable<String> & CaseIterable {
    isEmpty(column) ? nil : choice(CSVColumn(index: column.index), of: type)
  }

  /// The text in `column`, quotes and the blanks around it taken off; bytes that are no UTF-8 become U+FFFD.
  ///
  /// Forms and spreadsheets add blanks that nobody sees: with them, one person would be two.
  public borrowing func string(_ column: CSVColumn) -> String {
    let text = verbatim(column)
    return text.hasBlanksAround ? text.withoutBlanksAround : text
  }

  /// The text in `column` without the blanks around it, nil where none is left.
  public borrowing func string(_ column: CSVOptionalColumn) -> String? {
    guard !isEmpty(column) else { return nil }
    let text = string(CSVColumn(index: column.index))
    return text.isEmpty ? nil : text
  }

  /// Returns the unquoted text in `column`, with any blanks around it: for tables written by the program itself.
  public borrowing func verbatim(_ column: CSVColumn) -> String {
    let (start, end) = field(column.index)
    return Byte.unquoted(UnsafeBufferPointer(start: start, count: end - start))
  }

  /// Calls `body` with the bytes of the field in `column`, quotes taken off.
  public borrowing func withBytes<Result>(
    _ column: CSVColumn, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    let (start, end) = field(column.index)
    let raw = UnsafeBufferPointer(start: start, count: end - start)
    guard raw.first == Byte.quote, raw.count >= 2 else { return try body(raw.span) }
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { text in
      let length = Byte.unquote(raw, into: text)
      return try body(UnsafeBufferPointer(rebasing: text[..<length]).span)
    }
  }

  /// Tells whether the field in `column` is empty, or a pair of quotes around nothing.
  @inlinable
  @inline(__always)
  public borrowing func isEmpty(_ column: CSVColumn) -> Bool {
    let (start, end) = field(column.index)
    return start == end || (end - start == 2 && start.pointee == Byte.quote)
  }

  /// Tells whether the file lacks `column` or its field is empty.
  @inlinable
  @inline(__always)
  public borrowing func isEmpty(_ column: CSVOptionalColumn) -> Bool {
    column.index < 0 || isEmpty(CSVColumn(index: column.index))
  }

  /// Records that the field in `column` does not hold what was `expected`.
  public mutating func recordValue(_ column: CSVColumn, expected: TableError.Expectation) {
    recordValue(column) { expected }
  }

  private mutating func recordValue(_ column: CSVColumn, _ expected: () -> TableError.Expectation) {
    guard let line = lineOfNewFault() else { return }
    let name = columnNames[column.index]
    faults.first.append(
      .badValue(file: file, line: line, column: name, value: verbatim(column), expected: expected()))
  }

  /// Records that the field in `column` does not hold what was `expected`.
  ///
  /// - Precondition: the file has the column.
  public mutating func recordValue(_ column: CSVOptionalColumn, expected: TableError.Expectation) {
    recordValue(CSVColumn(index: column.index), expected: expected)
  }

  /// First and last place of field `index`.
  @inlinable
  @inline(__always)
  borrowing func field(_ index: Int) -> (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: columnCount), "a column of another file")
    let row = self.index.row
    return (base + row[index], base + (row[index &+ 1] &- 1))
  }

  /// Reads a field that is quoted, has blanks around it, or is at fault.
  @usableFromInline
  mutating func longWay<Value>(
    _ index: Int, _ expected: TableError.Expectation, placeholder: Value,
    choices: (() -> [String])? = nil, _ parse: (Span<UInt8>) -> Value?
  ) -> Value {
    let value = withBytes(CSVColumn(index: index)) { text in
      text.withUnsafeBufferPointer { parse(Byte.trimmed($0).span) }
    }
    if let value { return value }
    recordValue(CSVColumn(index: index)) { choices.map { .choice($0()) } ?? expected }
    return placeholder
  }
}

extension Byte {
  /// Tells whether `text` is `word`, which is in small letters, in any capitals.
  static func matches(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in text.indices where text[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }

  /// Tells whether `text` holds exactly the bytes of `word`.
  static func equals(_ text: Span<UInt8>, _ word: String) -> Bool {
    var word = word
    return word.withUTF8 { word in
      guard text.count == word.count else { return false }
      for index in text.indices where text[index] != word[index] { return false }
      return true
    }
  }
}

extension String {
  /// Whether the text begins or ends with white space of any script, such as a no-break space.
  fileprivate var hasBlanksAround: Bool {
    guard let first = utf8.first, let last = utf8.last else { return false }
    // Nearly every text begins and ends with a letter of ASCII.
    if (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) { return false }
    return unicodeScalars.first?.properties.isWhitespace == true
      || unicodeScalars.last?.properties.isWhitespace == true
  }

  /// The text without the white space around it.
  fileprivate var withoutBlanksAround: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
