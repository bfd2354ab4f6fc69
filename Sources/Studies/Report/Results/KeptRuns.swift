import Foundation
import Packs
import Tables

/// The data that a study keeps for its runs, in addition to their rows: parts of records in packs, or files of
/// earlier versions.
struct KeptRuns: ~Copyable {
  private let folder: String
  private var runs: PackFolder
  private var tables: PackFolder

  /// Opens the packs of the study in `folder`.
  init(_ folder: String) {
    self.folder = folder
    runs = PackFolder(
      folder + "/runs", ending: StudyPacks.runsEnding, anyHeadBeginning: StudyPacks.runsHead)
    tables = PackFolder(
      folder + "/tables", ending: StudyPacks.tablesEnding, anyHeadBeginning: StudyPacks.tablesHead)
    runs.refresh()
    tables.refresh()
  }

  /// The tables kept for a run; each is nil if the run lacks it.
  struct Tables {
    /// The matches over time.
    var matches: KeptTable?
    /// The figures in each half.
    var halves: KeptTable?
    /// The time series.
    var series: KeptTable?
  }

  /// Returns the tables kept for run `id`.
  mutating func tables(_ id: String) -> Tables {
    let number = StudyPacks.number(of: id)
    let series =
      number.flatMap { Self.part("timeseries.csv", of: $0, in: &tables) }
      ?? file("tables/\(id)/timeseries.csv")
    guard let number, let parts = runs.record(number)?.parts, let place = runs.place(of: number) else {
      return Tables(
        matches: file("start-up/\(id).csv"), halves: file("start-up/\(id).halves.csv"), series: series)
    }
    let name = "\(runs.path(of: place)) (run \(id))"
    return Tables(
      matches: Self.part("start-up", parts, name), halves: Self.part("halves", parts, name), series: series)
  }

  private func file(_ name: String) -> KeptTable? {
    let path = folder + "/" + name
    return FileManager.default.fileExists(atPath: path) ? .file(path) : nil
  }

  private static func part(_ name: String, of id: UInt64, in packs: inout PackFolder) -> KeptTable? {
    guard let parts = packs.record(id)?.parts, let place = packs.place(of: id) else { return nil }
    return part(name, parts, "\(packs.path(of: place)) (\(StudyPacks.id(id))/\(name))")
  }

  private static func part(_ name: String, _ parts: [PackContent.Part], _ file: String) -> KeptTable? {
    parts.first { $0.name == name }.map { .text(String(decoding: $0.bytes, as: UTF8.self), file: file) }
  }
}

/// A table kept in a file, or as a part of a record; `file` is the name of the latter in messages.
enum KeptTable {
  case file(String)
  case text(String, file: String)

  /// Opens the table.
  ///
  /// - Throws: `TableError` if it cannot be read.
  func reader() throws(TableError) -> CSVReader {
    switch self {
    case .file(let path): try CSVReader(contentsOf: path)
    case .text(let text, let file): try CSVReader(text: text, file: file)
    }
  }
}
