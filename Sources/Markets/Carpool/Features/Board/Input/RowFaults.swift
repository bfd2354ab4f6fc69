import Ground
import Tables

/// The faults of rows of a file that come to light only when all of them are read.
struct RowFaults {
  /// The path of the file.
  let file: String
  private var first: [TableError] = []
  private var total = 0

  init(file: String) { self.file = file }

  /// Adds that the field in the row on `line` and in `column` holds `value` rather than what is `expected`.
  mutating func add(line: Int, column: String, value: String, expected: String) {
    total += 1
    guard first.count < CSVReader.keptFaults else { return }
    first.append(
      .badValue(file: file, line: line, column: column, value: value, expected: .other(expected)))
  }

  /// Ends the reading.
  ///
  /// - Throws: `SynthesisError` with all faults, if there are any.
  func finish() throws(SynthesisError) {
    guard let fault = first.first else { return }
    throw SynthesisError(.table(total == 1 ? fault : .several(first: first, total: total)))
  }
}
