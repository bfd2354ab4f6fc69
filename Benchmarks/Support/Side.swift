import Glibc

/// What a side of a comparison measured in one repetition.
public struct SideSample {
  /// Processor time of the thread.
  public var seconds: Double
  /// How many units of work that took: requests, rows, questions.
  public var units: Int
  /// What came out, by name: what must be the same on both sides, or is told beside the times.
  public var found: KeyValuePairs<String, Int>

  /// Creates the sample of one repetition.
  public init(seconds: Double, units: Int, found: KeyValuePairs<String, Int>) {
    self.seconds = seconds
    self.units = units
    self.found = found
  }

  /// The sample as a line of JSON.
  public var json: String {
    let found = found.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    return "{\"seconds\": \(seconds), \"units\": \(units), \"found\": {\(found)}}"
  }
}

/// Does the work once for each line on standard input, and answers each with a line of JSON: so whoever asks
/// lets two sides take turns.
public func answerEachLine(_ work: () throws -> SideSample) rethrows {
  while readLine() != nil {
    print(try work().json)
    fflush(nil)
  }
}
