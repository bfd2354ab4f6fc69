/// A frame sent to a learner: little-endian, with the same length in all of its episodes.
///
///     int32 kind          0 an attempt, 1 the end of the episode
///     int32 count         the candidates of the attempt, those without a place among them; at the end the bytes of JSON that follow
///     float64 figures[]   as they were last taken; not a number where they do not apply
///     float32 market[], request[], candidates[places][fields]   zero where there is none
struct LearnerFrame {
  private(set) var bytes: [UInt8]
  private let figures: Int
  private let heading: Int
  private let fields: Int

  /// Creates a frame with the given number of figures, of market and request numbers, and of `fields` numbers for
  /// each of `places`.
  init(figures: Int, heading: Int, fields: Int, places: Int) {
    (self.figures, self.heading, self.fields) = (figures, heading, fields)
    bytes = Array(repeating: 0, count: 8 + 8 * figures + 4 * (heading + fields * places))
  }

  /// Starts an attempt with `count` candidates, none of them filled in yet.
  mutating func begin(attemptOf count: Int) {
    bytes.withUnsafeMutableBytes { _ = $0[8...].initializeMemory(as: UInt8.self, repeating: 0) }
    put(Int32(0), at: 0)
    put(Int32(clamping: count), at: 4)
  }

  /// Starts the end of the episode, followed by `count` bytes.
  mutating func begin(endBefore count: Int) {
    begin(attemptOf: count)
    put(Int32(1), at: 0)
  }

  mutating func put(_ values: [Double]) {
    for (place, value) in values.enumerated() { put(value.bitPattern, at: 8 + 8 * place) }
  }

  /// Sets number `place` of market and request to `value`.
  mutating func put(_ value: Float, heading place: Int) {
    put(value.bitPattern, at: 8 + 8 * figures + 4 * place)
  }

  /// Sets field `field` of the candidate at `place` to `value`.
  mutating func put(_ value: Float, of place: Int, field: Int) {
    put(value, heading: heading + place * fields + field)
  }

  private mutating func put(_ word: some FixedWidthInteger, at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: word.littleEndian, toByteOffset: place, as: type(of: word))
    }
  }
}
