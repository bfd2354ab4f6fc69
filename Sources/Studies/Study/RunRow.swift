import Foundation
import Metrics
import Tables

/// The row of a finished run.
///
/// Values are kept as written, so that tables created from them are byte-identical, whichever process creates them.
struct RunRow: Hashable, Sendable {
  var point: String
  var runID: String
  var seed: UInt64
  var replication: Int
  var fingerprint: String
  /// The figures as text, in the order of the market's columns, separated by commas. One string per run saves memory,
  /// as a merge may hold a million runs.
  private var figuresLine: String

  /// The figures as text; empty if not applicable.
  var figures: [String] { SeparatedText(figuresLine, by: ",").fields }

  /// Creates the row of a finished run.
  init(
    point: String, run: RunIdentity, figures: Figures, columns: [FigureColumn], fingerprint: Fingerprint
  ) {
    self.point = point
    runID = run.runID
    seed = run.seed
    replication = Int(run.replication)
    self.fingerprint = fingerprint.text
    var writer = CSVWriter(capacity: 1 << 12)
    for column in columns {
      writer.field(figures[column], decimals: column.decimals)
    }
    figuresLine = String(writer.text.dropLast())
  }

  /// Creates the row with one figure for each of the market's columns.
  init(
    point: String, runID: String, seed: UInt64, replication: Int, figures: [String], fingerprint: String
  ) {
    self.point = point
    self.runID = runID
    self.seed = seed
    self.replication = replication
    figuresLine = figures.joined(separator: ",")
    self.fingerprint = fingerprint
  }

  /// The file format of a market's runs.
  struct Form: Sendable {
    let figures: FigureList
    /// The names of its fields, and of the checksum in files of earlier versions.
    let columnNames: [String]
    /// The names of the fields of a row, separated by commas.
    let header: String
    /// The header of files of earlier versions.
    let formerHeader: String

    /// Creates the format of runs with `figures`.
    init(_ figures: FigureList) {
      self.figures = figures
      columnNames =
        ["point_id"] + StudyTables.runs(fields: [], figures: figures).schema.columnNames + ["checksum"]
      header = columnNames.dropLast().joined(separator: ",")
      formerHeader = columnNames.joined(separator: ",")
    }
  }

  /// The row as kept in a pack: its fields separated by commas.
  var line: String {
    [point, runID, String(seed), String(replication), figuresLine, fingerprint].joined(separator: ",")
  }

  /// Parses a row; nil if its number of fields differs from that of `form`.
  init?(line: String, _ form: Form) {
    let fields = SeparatedText(line, by: ",")
    let last = fields.count - 1
    guard fields.count == form.columnNames.count - 1, last > 4, let seed = UInt64(fields[2]),
      let replication = Int(fields[3]), replication >= 0
    else { return nil }
    point = fields[0]
    runID = fields[1]
    self.seed = seed
    self.replication = replication
    figuresLine = fields[4..<last]
    fingerprint = fields[last]
  }

  /// Returns the content of a run's own file: header, row and checksum; `course` is the content of the run's files in
  /// `start-up/`, nil if there are none.
  func text(_ form: Form, course: String?) -> String {
    "\(form.formerHeader)\n\(line),\(form.checksum(line, course))\n"
  }

  /// Parses the content of a run's own file, as earlier versions wrote it: header, row and checksum; nil if it, or
  /// `course`, the content of the run's files in `start-up/`, was modified.
  init?(_ text: String, _ form: Form, course: String?) {
    let lines = SeparatedText(text, by: "\n")
    guard lines.count == 3, lines[2].isEmpty, lines[0] == form.formerHeader else { return nil }
    let fields = SeparatedText(lines[1], by: ",")
    guard fields.count > 1 else { return nil }
    let line = fields[0..<fields.count - 1]
    guard fields[fields.count - 1] == form.checksum(line, course), let row = RunRow(line: line, form),
      row.figures.allSatisfy({ $0.isEmpty || Self.number($0) != nil })
    else { return nil }
    self = row
  }

  /// The values of all figures, in the order of the market's columns; nil if not applicable.
  var values: [Double?] { SeparatedText(figuresLine, by: ",").numbers().map { $0.flatMap(Self.usable) } }

  /// Returns the value of the figure at `index` of the market's columns; nil if not applicable.
  ///
  /// - Complexity: linear in the length of the row; use `values` for more than a few of them.
  func value(_ index: Int) -> Double? { Self.number(SeparatedText(figuresLine, by: ",")[index]) }

  /// Returns the number in `text`; nil if it is not a usable number.
  private static func number(_ text: String) -> Double? { Double(text).flatMap(usable) }

  private static func usable(_ number: Double) -> Double? { number.magnitude <= 1e100 ? number : nil }
}

extension RunRow.Form {
  /// Returns the checksum, as computed by earlier versions, of `line`, a row without its checksum, and the run's
  /// files in `start-up/`: 16 hexadecimal digits.
  fileprivate func checksum(_ line: String, _ course: String?) -> String {
    String(Digest.of("\(formerHeader)\n\(line)\n\(course ?? "")").prefix(16))
  }
}
