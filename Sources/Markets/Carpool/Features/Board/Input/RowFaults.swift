import Ground
import Tables

/// Faults of a file's rows that can only be detected after reading all of them.
struct RowFaults {
  /// The path of the file.
  let file: String
  private var first: [TableError] = []
  private var total = 0

  init(file: String) { self.file = file }

  /// Adds the fault that the field in `line` and `column` has `value` instead of the `expected` content.
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
