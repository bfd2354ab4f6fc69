public import Testing

/// Runs `body` for every seed in `seeds`; `body` returns a sentence about what is wrong, or nil.
///
/// The first seed that fails is named and ends the loop, so that it can be run alone.
///
///     forAll(seeds: 0..<200) { seed in twice(seed) == 2 * seed ? nil : "not doubled" }
public func forAll(
  seeds: Range<UInt64>, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (UInt64) throws -> String?
) {
  for seed in seeds {
    do {
      guard let fault = try body(seed) else { continue }
      Issue.record("seed \(seed): \(fault)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
    return
  }
}
