import Foundation
import Metrics
import Tables

/// What a study keeps of a run: one row in a file of its own, `runs/RUN_ID.csv`.
///
/// The values are kept as they are written, so that tables made from the files are the same bytes, whoever made
/// them and whenever.
struct RunRow: Hashable, Sendable {
  var point: String
  var runID: String
  var seed: UInt64
  var replication: Int
  /// The figures as text, in the order of `FigureColumn.all`; empty where one does not apply.
  var figures: [String]
  var fingerprint: String

  /// The row of a finished run.
  init(point: String, run: RunIdentity, figures: Figures, fingerprint: Fingerprint) {
    self.point = point
    runID = run.runID
    seed = run.seed
    replication = Int(run.replication)
    self.fingerprint = fingerprint.text
    var writer = CSVWriter(capacity: 1 << 12)
    for column in FigureColumn.all {
      writer.field(figures[column.metric, column.statistic], decimals: column.unit.decimals)
    }
    self.figures = Self.fields(writer.text.dropLast())
  }

  /// The names in the file's header.
  static let columnNames =
    ["point_id", "run_id", "seed", "replication"] + FigureColumn.all.map(\.name) + ["fingerprint"]

  /// The file's content.
  var text: String {
    let fields = [point, runID, String(seed), String(replication)] + figures + [fingerprint]
    return Self.columnNames.joined(separator: ",") + "\n" + fields.joined(separator: ",") + "\n"
  }

  /// Reads the content of a file; nil where it is not whole, as after a power cut, or not of this version.
  init?(_ text: String) {
    guard text.hasSuffix("\n") else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.count == 2, lines[0] == Self.header else { return nil }
    let fields = Self.fields(lines[1])
    guard fields.count == Self.columnNames.count, let seed = UInt64(fields[2]),
      let replication = Int(fields[3]), fields[fields.count - 1].utf8.count == 64
    else { return nil }
    point = fields[0]
    runID = fields[1]
    self.seed = seed
    self.replication = replication
    figures = Array(fields[4..<fields.count - 1])
    guard replication >= 0, figures.allSatisfy({ $0.isEmpty || Self.number($0) != nil }) else { return nil }
    fingerprint = fields[fields.count - 1]
  }

  /// The value of the figure at `index` of `FigureColumn.all`; nil where it does not apply.
  func value(_ index: Int) -> Double? { Self.number(figures[index]) }

  /// The number that a figure is; nil where it is none that can be reckoned with.
  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.magnitude <= 1e100 ? $0 : nil }
  }

  private static let header = columnNames.joined(separator: ",")

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
