import Metrics
import Packs
import Tables

/// A finished run as kept in a pack: its row and its side files.
struct RunRecord: Sendable {
  var row: RunRow
  var side: RunExecution.SideFiles
  /// The time at which the run finished, in seconds since 1970.
  var time: UInt32

  /// The names of the parts of a record.
  enum Name: String {
    case row, performance, halves, notices
    case startUp = "start-up"
  }

  /// The parts of its record.
  var parts: [PackContent.Part] {
    var parts: [PackContent.Part] = [(Name.row.rawValue, Array(row.line.utf8))]
    for (name, text) in [
      (Name.performance, side.performance), (.startUp, side.startUp), (.halves, side.halves),
      (.notices, side.notices),
    ] {
      if let text { parts.append((name.rawValue, Array(text.utf8))) }
    }
    return parts
  }

  init(row: RunRow, side: RunExecution.SideFiles, time: UInt32) {
    self.row = row
    self.side = side
    self.time = time
  }

  /// Reads the `parts` of a record of `form`; nil if it has no row.
  init?(_ parts: [PackContent.Part], _ form: RunRow.Form, time: UInt32) {
    func text(_ name: Name) -> String? {
      parts.first { $0.name == name.rawValue }.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    guard let row = text(.row).flatMap({ RunRow(line: $0, form) }) else { return nil }
    self.init(
      row: row,
      side: RunExecution.SideFiles(
        performance: text(.performance), startUp: text(.startUp), halves: text(.halves),
        notices: text(.notices)),
      time: time)
  }
}
