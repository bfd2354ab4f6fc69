import Run
import Tables

/// The rows of a table by name, for references from other tables: travellers, jobs, providers.
struct Roll {
  let names: [String]
  private let placeOfName: [String: Int64]
  private let column: String
  private let folder: String

  /// Reads the names in `column` of their table.
  init(_ table: RecordedTable, _ column: String, _ schema: TableSchema, _ run: RecordedRun) throws {
    names = table.words(column).texts
    guard names.count == table.count else {
      throw PageError.damaged(folder: run.folder, what: "\(schema.fileName) has a \(column) twice")
    }
    placeOfName = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, Int64($0)) })
    self.column = column
    folder = run.folder
  }

  /// Returns the index of the name in each row of `table`, −1 for none.
  func places(in table: RecordedTable) throws -> [Int64] {
    let words = table.words(column)
    let places = try words.texts.map { text -> Int64 in
      if text.isEmpty { return -1 }
      guard let place = placeOfName[text] else {
        throw PageError.damaged(
          folder: folder, what: "no table has the \(column) \(text) that others name")
      }
      return place
    }
    return words.places.map { places[Int($0)] }
  }

  /// Returns the rows of `table` for each name.
  func rows(in table: RecordedTable?) throws -> [Range<Int>] {
    var rows = [Range<Int>](repeating: 0..<0, count: names.count)
    // Blocks store the number of rows for each name: they must be in the order of the names.
    var last = -1
    for group in table?.groups(column) ?? [] {
      guard let place = placeOfName[group.text], Int(place) > last else {
        throw PageError.damaged(
          folder: folder, what: "the rows of \(column) \(group.text) do not stand where they belong")
      }
      rows[Int(place)] = group.rows
      last = Int(place)
    }
    return rows
  }
}
