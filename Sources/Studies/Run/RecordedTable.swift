import Metrics
import Quantities
public import Tables

/// Columns of a table of a recorded run, read according to its schema.
///
///     let stops = try recorded.table(.stops, [.group("driver_id"), .number("arrive_s"), .word("kind")])
///     stops.numbers("arrive_s")[0]                      // 5957120, milliseconds
public struct RecordedTable: Sendable {
  /// The number of rows.
  public let count: Int
  private var numbers: [String: [Int64]] = [:]
  private var words: [String: Words] = [:]
  private var groups: [String: [Group]] = [:]

  /// A column to read, with the type of its values.
  public enum Want: Sendable {
    /// Integers: the value times ten to the power of its unit's decimals; `none` for an empty field.
    case number(String)
    /// Integers in a column without empty fields.
    case required(String)
    /// Texts, either with few distinct values or all distinct.
    case word(String)
    /// The first row of each group with a common text; the rows of a group are consecutive.
    case group(String)
  }

  /// A column of texts.
  public struct Words: Sendable {
    /// The distinct texts, in the order of their first rows; an empty field is the empty text.
    public var texts: [String] = []
    /// The index of each row's text.
    public var places: [Int32] = []

    /// The text of a row.
    public subscript(row: Int) -> String { texts[Int(places[row])] }
  }

  /// Consecutive rows with a common text.
  public struct Group: Sendable {
    public var text: String
    public var rows: Range<Int>
  }

  /// The value for an empty field.
  public static let none = Int64.min

  public func numbers(_ column: String) -> [Int64] { asked(numbers[column], column) }
  public func words(_ column: String) -> Words { asked(words[column], column) }
  public func groups(_ column: String) -> [Group] { asked(groups[column], column) }

  private func asked<Value>(_ value: Value?, _ column: String) -> Value {
    guard let value else { preconditionFailure("\(column) was not asked for") }
    return value
  }
}

extension RecordedTable {
  /// Reads the `wants` of the table `schema` in the file at `path`.
  ///
  /// - Throws: `TableError`, with all deviations from the schema.
  init(
    contentsOf path: String, _ schema: TableSchema, _ wants: [Want], coordinates: Unit
  ) throws(TableError) {
    var reader = try CSVReader(contentsOf: path)
    var columns = wants.map { Reading($0, schema, coordinates: coordinates, &reader) }
    try reader.checkColumns()
    var row = 0
    while reader.next() {
      for place in columns.indices { columns[place].take(row, &reader) }
      row += 1
    }
    try reader.finish()
    count = row
    for column in columns {
      switch column.want {
      case .number(let name), .required(let name): numbers[name] = column.numbers
      case .word(let name): words[name] = column.words
      case .group(let name): groups[name] = column.closedGroups(at: row)
      }
    }
  }

  /// The state of reading one column.
  private struct Reading {
    let want: Want
    let column: CSVColumn
    let isWhole: Bool
    let factor: Double
    var numbers: [Int64] = []
    var words = Words()
    var known: [String: Int32] = [:]
    var last: [UInt8] = []
    var starts: [Int] = []
    var names: [String] = []

    init(_ want: Want, _ schema: TableSchema, coordinates: Unit, _ reader: inout CSVReader) {
      let name =
        switch want {
        case .number(let name), .required(let name), .word(let name), .group(let name): name
        }
      guard let described = schema.columns.first(where: { $0.name == name }) else {
        preconditionFailure("\(schema.fileName) has no column \(name)")
      }
      self.want = want
      column = reader.column(name)
      isWhole = described.type == .integer
      factor = (described.unit == .coordinate ? coordinates : described.unit).perOne
    }

    mutating func take(_ row: Int, _ reader: inout CSVReader) {
      switch want {
      case .number, .required: takeNumber(&reader)
      case .word: takeWord(reader.verbatim(column))
      case .group: takeGroup(row, &reader)
      }
    }

    private mutating func takeNumber(_ reader: inout CSVReader) {
      if reader.isEmpty(column) {
        if case .required = want { reader.recordValue(column, expected: .other("a number")) }
        numbers.append(RecordedTable.none)
      } else if isWhole {
        numbers.append(reader.int64(column))
      } else {
        let number = (reader.double(column) * factor).rounded()
        if number.magnitude < 0x1p62 {
          numbers.append(Int64(number))
        } else {
          reader.recordValue(column, expected: .other("a number that a run can have"))
        }
      }
    }

    private mutating func takeWord(_ text: String) {
      if let place = known[text] {
        words.places.append(place)
      } else {
        let place = Int32(words.texts.count)
        known[text] = place
        words.texts.append(text)
        words.places.append(place)
      }
    }

    private mutating func takeGroup(_ row: Int, _ reader: inout CSVReader) {
      let isNew = reader.withBytes(column) { bytes in
        bytes.withUnsafeBufferPointer { bytes in
          guard row > 0, bytes.elementsEqual(last) else {
            last = Array(bytes)
            return true
          }
          return false
        }
      }
      guard isNew else { return }
      starts.append(row)
      names.append(reader.verbatim(column))
    }

    func closedGroups(at end: Int) -> [Group] {
      starts.indices.map { place in
        let next = place + 1 < starts.count ? starts[place + 1] : end
        return Group(text: names[place], rows: starts[place]..<next)
      }
    }
  }
}

extension RecordedRun {
  /// Reads columns of a table of the run.
  ///
  /// - Throws: `TableError`, or `RecordedRunError.damaged` if its number of rows differs from that in the manifest.
  public func table(_ schema: TableSchema, _ wants: [RecordedTable.Want]) throws -> RecordedTable {
    guard geometry != nil || !schema.columns.contains(where: { $0.unit == .coordinate }) else {
      throw RecordedRunError.older(file: folder + "/" + ResultFolder.manifestName)
    }
    let table = try RecordedTable(
      contentsOf: folder + "/" + schema.fileName, schema, wants,
      coordinates: .ofCoordinates(in: geometry ?? .plane))
    let rows = tables.first { $0.file == schema.fileName }?.rows
    guard rows == table.count else {
      throw RecordedRunError.damaged(folder: folder, file: schema.fileName, rows: table.count, recorded: rows)
    }
    return table
  }

  /// Returns the columns of the table `schema` in this run, which depend on the run's features.
  ///
  /// - Throws: `TableError` if the file cannot be read.
  public func columnNames(of schema: TableSchema) throws(TableError) -> [String] {
    try CSVReader(contentsOf: folder + "/" + schema.fileName).columnNames
  }

  /// Returns whether the run has the table `schema`.
  public func has(_ schema: TableSchema) -> Bool { tables.contains { $0.file == schema.fileName } }
}
