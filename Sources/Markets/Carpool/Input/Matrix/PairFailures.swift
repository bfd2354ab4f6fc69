import Ground

/// The pairs of zones between which no trip was found, each once, in the order in which they came up.
struct PairFailures {
  private var pairs: [(origin: Int, destination: Int)] = []

  /// Adds a pair.
  mutating func add(_ origin: Int, _ destination: Int) {
    if !pairs.contains(where: { $0 == (origin, destination) }) { pairs.append((origin, destination)) }
  }

  /// True if so many are known that a user has seen enough of them.
  var areEnough: Bool { pairs.count >= 20 }

  /// The error that tells them all; nil where there is none.
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
