import Foundation
import Glibc
import Metrics
import Tables

/// The finished runs of a study in separate files, as written by earlier versions and by `detour unpack --runs`.
///
/// | file | content |
/// |---|---|
/// | `runs/RUN_ID.csv` | the row of a finished run |
/// | `performance/RUN_ID.csv` | its computing time |
/// | `start-up/RUN_ID.csv` | its matches over time, if the scenario is stationary |
/// | `start-up/RUN_ID.halves.csv` | its figures in two halves, if these are comparable |
/// | `notices/RUN_ID.txt` | its notices about the input, one sentence per line; absent if there are none |
/// | `tables/RUN_ID/` | its result folder, if tables are kept |
struct FormerRuns: Sendable {
  let path: String
  /// The format of the files in `runs/`.
  let form: RunRow.Form

  func run(_ id: String) -> String { "\(path)/runs/\(id).csv" }
  func performance(_ id: String) -> String { "\(path)/performance/\(id).csv" }
  func startUp(_ id: String) -> String { "\(path)/start-up/\(id).csv" }
  func halves(_ id: String) -> String { "\(path)/start-up/\(id).halves.csv" }
  func notices(_ id: String) -> String { "\(path)/notices/\(id).txt" }
  func tables(_ id: String) -> String { "\(path)/tables/\(id)" }

  /// The ids of the runs with a file, in alphabetical order.
  var ids: [String] {
    (OpenFolder(path + "/runs")?.names ?? []).filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }
      .sorted()
  }

  /// Returns the finished run called `id`; nil if there is none, or one of its files is damaged.
  func record(_ id: String) -> RunRecord? {
    let (startUp, halves) = (StudyFolder.text(startUp(id)), StudyFolder.text(halves(id)))
    var side = RunExecution.SideFiles(startUp: startUp, halves: halves)
    guard let text = StudyFolder.text(run(id)), let row = RunRow(text, form, course: side.course),
      row.runID == id
    else { return nil }
    side.performance = StudyFolder.text(performance(id))
    side.notices = StudyFolder.text(notices(id))
    return RunRecord(row: row, side: side, time: Self.time(ofFile: run(id)))
  }

  /// Writes the files of `record`.
  ///
  /// - Throws: `TableError.unwritable`, `SystemFault` if a folder cannot be created.
  func write(_ record: RunRecord) throws {
    let (id, side) = (record.row.runID, record.side)
    for (path, text) in [
      (performance(id), side.performance), (startUp(id), side.startUp), (halves(id), side.halves),
      (notices(id), side.notices), (run(id), record.row.text(form, course: side.course)),
    ] {
      guard let text else { continue }
      try FileSystem.makeFolder(FilePath.folder(of: path))
      try AtomicFile.write(text, to: path)
    }
  }

  /// Returns the modification time of the file at `path`, in seconds since 1970.
  static func time(ofFile path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt32(clamping: status.st_mtim.tv_sec) : 0
  }

  /// Returns the first column in the file of run `id` that has since been renamed; nil if there is none.
  func formerName(in id: String) -> FormerName? {
    let header = StudyFolder.text(run(id))?.prefix { $0 != "\n" }
    return header.flatMap { FormerName(among: $0.split(separator: ",").map(String.init), of: run(id)) }
  }

  /// Returns the files of the kept result folder of run `id`; nil if there is none.
  func tableParts(_ id: String) -> [TableParts.Part]? { TableParts.ofFolder(tables(id)) }
}
