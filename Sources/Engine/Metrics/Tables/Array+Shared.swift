import Quantities

extension Array where Element: Sendable {
  /// The results of `body` for each element, in their order, worked out by up to `threads` threads: each takes the
  /// first element that nobody has taken yet.
  func shared<Result: Sendable>(among threads: Int, _ body: @Sendable (Element) -> Result) -> [Result] {
    guard threads > 1, count > 1 else { return map(body) }
    return [Result](unsafeUninitializedCapacity: count) { results, filled in
      nonisolated(unsafe) let base = results.baseAddress
      Threads.perform(count, on: threads) { place in
        // Each place is written once, by one thread.
        base?.advanced(by: place).initialize(to: body(self[place]))
      }
      filled = count
    }
  }
}
