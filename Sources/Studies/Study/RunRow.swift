import Foundation
import Metrics
import Tables

/// The row of a finished run in its own file, `runs/RUN_ID.csv`.
///
/// Values are kept as written, so that tables created from the files are byte-identical, whichever process creates
/// them. They are followed by a checksum of the row and of the files in `start-up/`: a damaged or modified file does
/// not count as a finished run.
struct RunRow: Hashable, Sendable {
  var point: String
  var runID: String
  var seed: UInt64
  var replication: Int
  var fingerprint: String
  /// The figures as text, in the order of the market's columns, separated by commas: a single text per run, because a
  /// merge may hold a million of them.
  private var line: String

  /// The figures as text; empty if not applicable.
  var figures: [String] { Self.fields(line[...]) }

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
    line = String(writer.text.dropLast())
  }

  /// Creates the row with one figure for each of the market's columns.
  init(
    point: String, runID: String, seed: UInt64, replication: Int, figures: [String], fingerprint: String
  ) {
    self.point = point
    self.runID = runID
    self.seed = seed
    self.replication = replication
    line = figures.joined(separator: ",")
    self.fingerprint = fingerprint
  }

  /// The file format of a market's runs.
  struct Form: Sendable {
    let figures: FigureList
    /// The names in the file's header.
    let columnNames: [String]
    let header: String

    /// Creates the format of runs with `figures`.
    init(_ figures: FigureList) {
      self.figures = figures
      columnNames =
        ["point_id"] + StudyTables.runs(fields: [], figures: figures).schema.columnNames + ["checksum"]
      header = columnNames.joined(separator: ",")
    }
  }

  /// Returns the file's content; `course` is the content of the run's files in `start-up/`, nil if there are none.
  func text(_ form: Form, course: String?) -> String {
    let fields = [point, runID, String(seed), String(replication), self.line, fingerprint]
    let line = fields.joined(separator: ",")
    return "\(form.header)\n\(line),\(form.checksum(line, course))\n"
  }

  /// Parses the content of a file; nil if it, or `course`, was modified, or is from another version.
  init?(_ text: String, _ form: Form, course: String?) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard text.utf8.last == UInt8(ascii: "\n"), lines.count == 2, lines[0].elementsEqual(form.header.utf8),
      let end = lines[1].lastIndex(of: UInt8(ascii: ","))
    else { return nil }
    let line = Substring(lines[1][..<end])
    let fields = Self.fields(line)
    guard fields.count == form.columnNames.count - 1, let seed = UInt64(fields[2]),
      let replication = Int(fields[3]),
      lines[1][end...].dropFirst().elementsEqual(form.checksum(String(line), course).utf8)
    else { return nil }
    let figures = Array(fields[4..<fields.count - 1])
    guard replication >= 0, figures.allSatisfy({ $0.isEmpty || Self.number($0) != nil }) else { return nil }
    self.init(
      point: fields[0], runID: fields[1], seed: seed, replication: replication, figures: figures,
      fingerprint: fields[fields.count - 1])
  }

  /// The values of all figures, in the order of the market's columns; nil if not applicable.
  var values: [Double?] { Self.fields(line[...]).map(Self.number) }

  /// Returns the value of the figure at `index` of the market's columns; nil if not applicable.
  ///
  /// - Complexity: linear in the length of the row; use `values` for more than a few of them.
  func value(_ index: Int) -> Double? {
    // By byte offsets: indices of a text would cost as much as the rest of a merge.
    let field = line.utf8.withContiguousStorageIfAvailable { bytes in
      var (start, field) = (0, 0)
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: ",") {
        if field == index { return start..<offset }
        field += 1
        start = offset + 1
      }
      return start..<(field == index ? bytes.count : start)
    }
    guard let field else { return Self.number(figures[index]) }
    return Self.number(Substring(line.utf8.dropFirst(field.lowerBound).prefix(field.count)))
  }

  /// Returns the number in `text`; nil if it is not a usable number.
  private static func number(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.magnitude <= 1e100 ? $0 : nil }
  }

  private static func fields(_ line: Substring) -> [String] {
    // By bytes, ten times as fast as by characters.
    line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
  }
}

extension RunRow.Form {
  /// Returns the checksum of `line`, a row without its checksum, and of the run's files in `start-up/`: 16 hexadecimal
  /// digits.
  fileprivate func checksum(_ line: String, _ course: String?) -> String {
    String(Digest.of("\(header)\n\(line)\n\(course ?? "")").prefix(16))
  }
}
