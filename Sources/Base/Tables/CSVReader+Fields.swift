public import CKernels
public import Quantities

extension CSVReader {
  /// Returns the integer in `column`; records a fault and returns 0 if the field is not an integer.
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

  /// Returns the integer in `column`; nil if the field is not an integer.
  public borrowing func int64IfAny(_ column: CSVColumn) -> Int64? {
    let (start, end) = field(column.index)
    if let value = NumberText.paddedInt64(from: start, to: end) { return value }
    return withBytes(column) { text in
      text.withUnsafeBufferPointer { NumberText.wholeNumber(Byte.trimmed($0).span) }
    }
  }

  /// Returns the integer in `column`, nil if the field is empty; records a fault and returns 0 if it is not an integer.
  @inlinable
  @inline(__always)
  public mutating func int64(_ column: CSVOptionalColumn) -> Int64? {
    isEmpty(column) ? nil : int64(CSVColumn(index: column.index))
  }

  /// Returns the integer in `column`; records a fault and returns the lower bound if it is not an integer in `range`.
  @inlinable
  public mutating func int64(_ column: CSVColumn, in range: ClosedRange<Int64>) -> Int64 {
    let (start, end) = field(column.index)
    if let value = NumberText.paddedInt64(from: start, to: end), range.contains(value) { return value }
    return longWay(column.index, .integerWithin(range), placeholder: range.lowerBound) {
      NumberText.wholeNumber($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns the integer in `column`, nil if the field is empty; records a fault and returns the lower bound if it is
  /// not an integer in `range`.
  @inlinable
  public mutating func int64(_ column: CSVOptionalColumn, in range: ClosedRange<Int64>) -> Int64? {
    isEmpty(column) ? nil : int64(CSVColumn(index: column.index), in: range)
  }

  /// Returns the number in `column`; records a fault and returns 0 if it is not a finite number.
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

  /// Returns the number in `column`, nil if the field is empty; records a fault and returns 0 if it is not a finite
  /// number.
  @inlinable
  @inline(__always)
  public mutating func double(_ column: CSVOptionalColumn) -> Double? {
    isEmpty(column) ? nil : double(CSVColumn(index: column.index))
  }

  /// Returns the seconds in `column`, rounded to milliseconds; records a fault and returns zero if they are not a
  /// number below 10¹¹.
  @inlinable
  public mutating func milliseconds(_ column: CSVColumn) -> Milliseconds {
    let faultsBefore = faultCount
    let seconds = double(column)
    if seconds.magnitude < 1e11 { return Milliseconds(seconds: seconds) }
    if faultCount == faultsBefore { recordValue(column, expected: .other("a time below 1e11 seconds")) }
    return .zero
  }

  /// Returns the seconds in `column`, rounded to milliseconds, nil if the field is empty; records a fault and returns
  /// zero if they are not a number below 10¹¹.
  @inlinable
  public mutating func milliseconds(_ column: CSVOptionalColumn) -> Milliseconds? {
    isEmpty(column) ? nil : milliseconds(CSVColumn(index: column.index))
  }

  /// Returns the truth value in `column`: `true` or `false`, ignoring case, `1` or `0`, `1.0` or `0.0`; records a fault
  /// and returns false for anything else.
  public mutating func bool(_ column: CSVColumn) -> Bool {
    longWay(column.index, .boolean, placeholder: false) { text in
      if let number = NumberText.wholeNumber(text) { return number == 1 ? true : number == 0 ? false : nil }
      if Byte.matches(text, "true") { return true }
      return Byte.matches(text, "false") ? false : nil
    }
  }

  /// Returns the truth value in `column`, nil if the field is empty; records a fault and returns false if it is not a
  /// truth value.
  public mutating func bool(_ column: CSVOptionalColumn) -> Bool? {
    isEmpty(column) ? nil : bool(CSVColumn(index: column.index))
  }

  /// Returns the case with the raw value in `column`; records a fault that lists the cases and returns nil if there is
  /// none.
  public mutating func choice<Choice>(
    _ column: CSVColumn, of type: Choice.Type = Choice.self
  ) -> Choice? where Choice: RawRepresentable<String> & CaseIterable {
    let names = { Choice.allCases.map(\.rawValue) }
    return longWay(column.index, .choice([]), placeholder: nil, choices: names) { text in
      Choice.allCases.first { Byte.equals(text, $0.rawValue) }
    }
  }

  /// Returns the case with the raw value in `column`, nil if the field is empty; records a fault that lists the cases
  /// and returns nil if there is none.
  public mutating func choice<Choice>(
    _ column: CSVOptionalColumn, of type: Choice.Type = Choice.self
  ) -> Choice? where Choice: RawRepresentable<String> & CaseIterable {
    isEmpty(column) ? nil : choice(CSVColumn(index: column.index), of: type)
  }

  /// Returns the text in `column` without quotes and surrounding blanks; bytes that are not UTF-8 become
  /// U+FFFD.
  ///
  /// Forms and spreadsheets add invisible blanks, which would split one person into two.
  public borrowing func string(_ column: CSVColumn) -> String {
    let text = verbatim(column)
    return text.hasBlanksAround ? text.withoutBlanksAround : text
  }

  /// Returns the text in `column` without surrounding blanks; nil if it is empty.
  public borrowing func string(_ column: CSVOptionalColumn) -> String? {
    guard !isEmpty(column) else { return nil }
    let text = string(CSVColumn(index: column.index))
    return text.isEmpty ? nil : text
  }

  /// Returns the unquoted text in `column` including surrounding blanks: for tables written by the program
  /// itself.
  public borrowing func verbatim(_ column: CSVColumn) -> String {
    let (start, end) = field(column.index)
    return Byte.unquoted(UnsafeBufferPointer(start: start, count: end - start))
  }

  /// Calls `body` with the bytes of the unquoted field in `column`.
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

  /// Returns whether the field in `column` is empty, or an empty pair of quotes.
  @inlinable
  @inline(__always)
  public borrowing func isEmpty(_ column: CSVColumn) -> Bool {
    let (start, end) = field(column.index)
    return start == end || (end - start == 2 && start.pointee == Byte.quote)
  }

  /// Returns whether the file lacks `column` or the field is empty.
  @inlinable
  @inline(__always)
  public borrowing func isEmpty(_ column: CSVOptionalColumn) -> Bool {
    column.index < 0 || isEmpty(CSVColumn(index: column.index))
  }

  /// Records that the field in `column` does not match `expected`.
  public mutating func recordValue(_ column: CSVColumn, expected: TableError.Expectation) {
    recordValue(column) { expected }
  }

  private mutating func recordValue(_ column: CSVColumn, _ expected: () -> TableError.Expectation) {
    guard let line = lineOfNewFault() else { return }
    let name = columnNames[column.index]
    faults.first.append(
      .badValue(file: file, line: line, column: name, value: verbatim(column), expected: expected()))
  }

  /// Records that the field in `column` does not match `expected`.
  ///
  /// - Precondition: the file has the column.
  public mutating func recordValue(_ column: CSVOptionalColumn, expected: TableError.Expectation) {
    recordValue(CSVColumn(index: column.index), expected: expected)
  }

  /// Returns the start and the end of field `index`.
  @inlinable
  @inline(__always)
  borrowing func field(_ index: Int) -> (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: columnCount), "a column of another file")
    let row = self.index.row
    return (base + row[index], base + (row[index &+ 1] &- 1))
  }

  /// Reads a field that is quoted, surrounded by blanks, or faulty.
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
  /// Returns whether `text` is `word`, ignoring case; `word` must be in lower case.
  static func matches(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in text.indices where text[index] | 0x20 != word.utf8Start[index] { return false }
    return true
  }

  /// Returns whether `text` has exactly the bytes of `word`.
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
    // Nearly every text begins and ends with an ASCII letter.
    if (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) { return false }
    return unicodeScalars.first?.properties.isWhitespace == true
      || unicodeScalars.last?.properties.isWhitespace == true
  }

  /// The text without surrounding white space.
  fileprivate var withoutBlanksAround: String {
    let start = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
