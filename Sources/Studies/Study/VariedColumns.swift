import JSON5
import Models
import Scenario
import Tables

/// The varied fields of a study whose place columns of its input files take, found before anything is run.
struct VariedColumns {
  /// Fields that have no effect at any point, since a column gives their value in every row.
  private(set) var idle: [IdleField] = []
  /// Fields that have an effect on some rows alone, a sentence each.
  private(set) var notices: [String] = []

  /// A file as a scenario reads it.
  private struct Source: Hashable {
    let table: InputTable
    let path: String
    /// The names that the file gives to columns of ours, by ours.
    let columns: [String: String]
  }

  /// Reads the header, and where a column matters the rows, of each file that the `points` read.
  ///
  /// - Parameter folder: the folder to which the paths of input files are relative.
  init(of fields: [String], _ points: [StudyPoint], _ market: any MarketModel.Type, folder: String) {
    guard market.replaces(anyOf: fields) else { return }
    var known: [Source: [InputTable.Coverage]] = [:]
    var tablesOfDemand: [String: [InputTable]] = [:]
    let roles = Set(market.inputTables.filter { $0.replaces(anyOf: fields) }.map(\.name))
    func coverages(_ point: StudyPoint) -> [(file: String, coverage: InputTable.Coverage)] {
      guard point.inputs.contains(where: { roles.contains($0.role) }) else { return [] }
      let resolved = point.scenario.resolved
      // Which columns count depends on files of the demand, which are not read again for each point.
      let demand = resolved["demand"]?.compact ?? ""
      let tables = tablesOfDemand[demand] ?? market.inputTables(of: point.scenario, folder: folder)
      tablesOfDemand[demand] = tables
      return point.inputs.flatMap { input -> [(String, InputTable.Coverage)] in
        guard let table = tables.first(where: { $0.name == input.role }) else { return [] }
        let source = Source(
          table: table, path: input.path, columns: resolved.columns(ofFile: input.path) ?? [:])
        if known[source] == nil {
          // A file that cannot be read has no run, which says why.
          known[source] =
            (try? table.coverage(
              of: fields, inFile: FilePath.path(of: input.path, in: folder), columns: source.columns)) ?? []
        }
        return known[source, default: []].map { (input.path, $0) }
      }
    }
    let found = points.map(coverages)
    for field in fields {
      let covered = found.map { $0.filter { $0.coverage.field == field && $0.coverage.filled > 0 } }
      guard let first = covered.first?.first, covered.allSatisfy({ !$0.isEmpty }) else { continue }
      let columns =
        "\(first.coverage.columns.count == 1 ? "the column" : "the columns")"
        + " \(first.coverage.columns.map { "`\($0)`" }.joined(separator: " and ")) of \(first.file)"
        + " \(first.coverage.columns.count == 1 ? "overrides" : "override") it"
      if covered.allSatisfy({ $0.contains { $0.coverage.filled == $0.coverage.rows } }) {
        idle.append(
          IdleField(path: field, origin: .variation(field), reason: "\(columns) in every row"))
      } else if let part = covered.lazy.compactMap({ $0.first { $0.coverage.filled < $0.coverage.rows } })
        .first
      {
        notices.append(
          "\(field), which varies, affects only \(part.coverage.rows - part.coverage.filled) of"
            + " \(part.coverage.rows) rows: \(columns) in the others")
      }
    }
  }
}

extension MarketModel {
  /// Whether a column of any of its input tables takes the place of one of `fields`.
  fileprivate static func replaces(anyOf fields: [String]) -> Bool {
    inputTables.contains { $0.replaces(anyOf: fields) }
  }
}

extension InputTable {
  /// Whether a column takes the place of one of `fields`.
  fileprivate func replaces(anyOf fields: [String]) -> Bool {
    columns.contains { column in fields.contains(where: column.replaces) }
  }
}

extension JSON {
  /// The `columns` of the object that names `file`, anywhere in a scenario; nil if none does.
  fileprivate func columns(ofFile file: String) -> [String: String]? {
    if let members {
      if members.contains(where: { $0.value == .text(file) }), let columns = self["columns"]?.members {
        return Dictionary(
          columns.map { ($0.key, $0.value.words ?? "") }, uniquingKeysWith: { first, _ in first })
      }
      return members.lazy.compactMap { $0.value.columns(ofFile: file) }.first
    }
    return items?.lazy.compactMap { $0.columns(ofFile: file) }.first
  }
}
