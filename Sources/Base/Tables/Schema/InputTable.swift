/// The description of a table that the program reads: the meaning of a row, and the columns.
///
/// Readers look up their columns in it; `detour columns` and the documentation are generated from it.
public struct InputTable: Hashable, Sendable {
  /// The name, such as `drivers`; files may have any name.
  public let name: String
  /// The meaning of a row and the field or option that names the file, in a sentence or two.
  public let meaning: String
  public let columns: [InputColumn]

  /// Creates the description of a table.
  public init(_ name: String, _ meaning: String, _ columns: [InputColumn]) {
    self.name = name
    self.meaning = meaning
    self.columns = columns
  }

  /// The name under which `detour columns` explains it: `input/drivers`.
  public var title: String { "input/" + name }

  /// The names of the columns, in order.
  public var columnNames: [String] { columns.map(\.name) }

  /// Returns whether the table has the column `name`, or every column of a list such as `time_s or speed_kmh`; always
  /// true if some column may have other names.
  func has(_ name: String) -> Bool {
    name.split(separator: " or ").allSatisfy { name in
      columns.contains { $0.hasOtherNames || $0.name == name }
    }
  }

  /// A copy of the table whose columns override no fields of the scenario.
  public var replacingNothing: InputTable {
    InputTable(
      name, meaning,
      columns.map {
        InputColumn(
          $0.name, $0.unit, $0.type, $0.presence, $0.meaning, fallback: $0.fallback,
          hasOtherNames: $0.hasOtherNames)
      })
  }
}

/// The description of a column of a table that the program reads.
public struct InputColumn: Hashable, Sendable {
  /// Whether a file must have the column.
  public enum Presence: Hashable, Sendable {
    case required, optional
    /// Required unless the condition holds, such as `unless supply.default_depart_s is set`.
    case requiredUnless(String)
    /// Required if the condition holds, such as `where money.price is "recorded"`.
    case requiredIf(String)
  }

  public let name: String
  public let unit: Unit
  public let type: ColumnType
  /// The meaning of the field, in one sentence.
  public let meaning: String
  public let presence: Presence
  /// The value for empty fields, and for files without the column; nil if there is none.
  public let fallback: String?
  /// The scenario fields that are ignored for rows in which the column is filled.
  public let replaces: [String]
  /// Whether the column may have other names in files, even without a mapping.
  public let hasOtherNames: Bool

  /// Describes a column; `replaces` lists the scenario fields that the column overrides in rows where it is filled.
  public init(
    _ name: String, _ unit: Unit, _ type: ColumnType, _ presence: Presence, _ meaning: String,
    fallback: String? = nil, replaces: [String] = [], hasOtherNames: Bool = false
  ) {
    self.name = name
    self.unit = unit
    self.type = type
    self.presence = presence
    self.meaning = meaning
    self.fallback = fallback ?? replaces.first.map { "`\($0)`" }
    self.replaces = replaces
    self.hasOtherNames = hasOtherNames
  }
}

extension InputTable {
  /// The extent to which the columns of a file override a field of the scenario.
  public struct Coverage: Hashable, Sendable {
    /// The field of the scenario.
    public let field: String
    /// The columns that override it.
    public let columns: [String]
    /// The number of rows in which all of these columns are filled.
    public let filled: Int
    public let rows: Int
  }

  /// Counts the rows of the file at `path` in which columns override `fields` of the scenario; fields whose columns the
  /// file lacks are omitted.
  ///
  /// - Parameter columns: the file's column names, keyed by the program's names.
  /// - Throws: `TableError` if the file cannot be read or has faulty rows.
  public func coverage(
    of fields: [String], inFile path: String, columns names: [String: String]
  ) throws(TableError) -> [Coverage] {
    let wanted = fields.map { field in (field, columns.filter { $0.replaces(field) }) }.filter {
      !$0.1.isEmpty
    }
    guard !wanted.isEmpty else { return [] }
    var rows = try CSVReader(contentsOf: path, columns: names)
    let read = wanted.map { _, columns in columns.map { rows.optionalColumn($0.name) } }
    guard read.contains(where: { $0.allSatisfy(\.isPresent) }) else { return [] }
    var filled = wanted.map { _ in 0 }
    var count = 0
    while rows.next() {
      count += 1
      for place in read.indices where !read[place].contains(where: { rows.isEmpty($0) }) {
        filled[place] += 1
      }
    }
    return wanted.indices.filter { read[$0].allSatisfy(\.isPresent) }.map {
      Coverage(field: wanted[$0].0, columns: wanted[$0].1.map(\.name), filled: filled[$0], rows: count)
    }
  }
}

extension InputColumn {
  /// Returns whether a filled field overrides the scenario's `field`, or an object that contains it.
  public func replaces(_ field: String) -> Bool {
    replaces.contains { field == $0 || field.hasPrefix($0 + ".") }
  }
}
