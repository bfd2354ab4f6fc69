import Metrics
import Tables

/// The file of a run in `performance/`: its cost on the executing machine, as a table of one row.
enum PerformanceFile {
  /// Returns the row in the content of such a file; nil if it is incomplete.
  static func row(_ text: String) -> String? {
    let schema = StudyTables.performance.schema
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard text.utf8.last == UInt8(ascii: "\n"), lines.count == 2,
      lines[0].elementsEqual(schema.header.utf8)
    else { return nil }
    let fields = lines[1].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      Substring($0)
    }
    guard fields.count == schema.columns.count,
      fields.dropFirst().allSatisfy({ $0.isEmpty || Double($0)?.isFinite == true })
    else { return nil }
    return String(Substring(lines[1]))
  }
}
