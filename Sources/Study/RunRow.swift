import Foundation
import Metrics
import Tables

/// What a study keeps of a run: one row in a file of its own, `runs/RUN_ID.csv`.
///
/// The values are kept as they are written, so that tables made from the files are the same bytes, whoever made
/// them and whenever. Behind them stands a checksum of the row and of the file in `start-up/`: what was damaged or
/// changed by hand is no finished run.
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

  /// A row of a figure each of `FigureColumn.all`.
  init(
    point: String, runID: String, seed: UInt64, replication: Int, figures: [String], fingerprint: String
  ) {
    self.point = point
    self.runID = runID
    self.seed = seed
    self.replication = replication
    self.figures = figures
    self.fingerprint = fingerprint
  }

  /// The names in the file's header.
  static let columnNames =
    ["point_id"] + StudyTables.runs(fields: []).schema.columnNames + ["checksum"]

  /// The file's content; `startUp` is that of the run's file in `start-up/`, nil where it has none.
  func text(startUp: String?) -> String {
    let fields = [point, runID, String(seed), String(replication)] + figures + [fingerprint]
    let line = fields.joined(separator: ",")
    return "\(Self.header)\n\(line),\(Self.checksum(line, startUp))\n"
  }

  /// Reads the content of a file; nil where it, or `startUp`, is not what was written, or is not of this version.
  init?(_ text: String, startUp: String?) {
    guard text.hasSuffix("\n") else { return nil }
    let lines = text.split(separator: "\n")
    guard lines.count == 2, lines[0] == Self.header, let end = lines[1].lastIndex(of: ",") else { return nil }
    let fields = Self.fields(lines[1][..<end])
    guard fields.count == Self.columnNames.count - 1, let seed = UInt64(fields[2]),
      let replication = Int(fields[3]),
      lines[1][end...].dropFirst() == Self.checksum(String(lines[1][..<end]), startUp)
    else { return nil }
    let figures = Array(fields[4..<fields.count - 1])
    guard replication >= 0, figures.allSatisfy({ $0.isEmpty || Self.number($0) != nil }) else { return nil }
    self.init(
      point: fields[0], runID: fields[1], seed: seed, replication: replication, figures: figures,
      fingerprint: fields[fields.count - 1])
  }

  /// 16 hexadecimal digits.
  private static func checksum(_ line: String, _ startUp: String?) -> String {
    String(Digest.of("\(header)\n\(line)\n\(startUp ?? "")").prefix(16))
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
