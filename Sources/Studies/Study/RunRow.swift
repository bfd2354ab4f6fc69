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
  var figures: [String] { Self.fields(figuresLine[...]) }

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
  init?(line: some StringProtocol, _ form: Form) {
    // By bytes: the figures stay one text.
    let bytes = Array(line.utf8)
    let comma = UInt8(ascii: ",")
    var commas: [Int] = []
    for (place, byte) in bytes.enumerated() where byte == comma { commas.append(place) }
    guard commas.count == form.columnNames.count - 2 else { return nil }
    func text(_ from: Int, _ to: Int) -> String { String(decoding: bytes[from..<to], as: UTF8.self) }
    guard let seed = UInt64(text(commas[1] + 1, commas[2])), let last = commas.last,
      let replication = Int(text(commas[2] + 1, commas[3])), replication >= 0, commas.count > 4
    else { return nil }
    point = text(0, commas[0])
    runID = text(commas[0] + 1, commas[1])
    self.seed = seed
    self.replication = replication
    figuresLine = text(commas[3] + 1, last)
    fingerprint = text(last + 1, bytes.count)
  }

  /// Returns the content of a run's own file: header, row and checksum; `course` is the content of the run's files in
  /// `start-up/`, nil if there are none.
  func text(_ form: Form, course: String?) -> String {
    "\(form.formerHeader)\n\(line),\(form.checksum(line, course))\n"
  }

  /// Parses the content of a run's own file, as earlier versions wrote it: header, row and checksum; nil if it, or
  /// `course`, the content of the run's files in `start-up/`, was modified.
  init?(_ text: String, _ form: Form, course: String?) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    guard text.utf8.last == UInt8(ascii: "\n"), lines.count == 2,
      lines[0].elementsEqual(form.formerHeader.utf8),
      let end = lines[1].lastIndex(of: UInt8(ascii: ","))
    else { return nil }
    let line = Substring(lines[1][..<end])
    guard lines[1][end...].dropFirst().elementsEqual(form.checksum(String(line), course).utf8),
      let row = RunRow(line: line, form),
      row.figures.allSatisfy({ $0.isEmpty || Self.number($0) != nil })
    else { return nil }
    self = row
  }

  /// The values of all figures, in the order of the market's columns; nil if not applicable.
  var values: [Double?] { Self.fields(figuresLine[...]).map(Self.number) }

  /// Returns the value of the figure at `index` of the market's columns; nil if not applicable.
  ///
  /// - Complexity: linear in the length of the row; use `values` for more than a few of them.
  func value(_ index: Int) -> Double? {
    // By byte offsets: indices of a text would cost as much as the rest of a merge.
    let field = figuresLine.utf8.withContiguousStorageIfAvailable { bytes in
      var (start, field) = (0, 0)
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: ",") {
        if field == index { return start..<offset }
        field += 1
        start = offset + 1
      }
      return start..<(field == index ? bytes.count : start)
    }
    guard let field else { return Self.number(figures[index]) }
    return Self.number(Substring(figuresLine.utf8.dropFirst(field.lowerBound).prefix(field.count)))
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
  /// Returns the checksum, as computed by earlier versions, of `line`, a row without its checksum, and the run's
  /// files in `start-up/`: 16 hexadecimal digits.
  fileprivate func checksum(_ line: String, _ course: String?) -> String {
    String(Digest.of("\(formerHeader)\n\(line)\n\(course ?? "")").prefix(16))
  }
}
