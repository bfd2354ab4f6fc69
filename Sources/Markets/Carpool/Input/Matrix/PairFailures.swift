import Ground

/// The pairs of zones between which no trip was found, without duplicates, in order of occurrence.
struct PairFailures {
  private var pairs: [(origin: Int, destination: Int)] = []

  /// Adds a pair.
  mutating func add(_ origin: Int, _ destination: Int) {
    if !pairs.contains(where: { $0 == (origin, destination) }) { pairs.append((origin, destination)) }
  }

  /// Whether there are enough pairs for a message.
  var areEnough: Bool { pairs.count >= 20 }

  /// Returns the error with all pairs; nil if there are none.
  func error(_ side: Side, _ matrix: MatrixSampler) -> SynthesisError? {
    guard !pairs.isEmpty else { return nil }
    return SynthesisError(
      faults: pairs.map { pair in
        .noTripBetween(
          side: side.field, origin: matrix.name(of: pair.origin),
          destination: matrix.name(of: pair.destination),
          draws: TripSampler.drawsOfPair)
      })
  }
}
