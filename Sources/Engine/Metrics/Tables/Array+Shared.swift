import Quantities

extension Array where Element: Sendable {
  /// Returns the results of `body` for each element, in order, computed by up to `threads` threads: each
  /// repeatedly takes the next element.
  func shared<Result: Sendable>(among threads: Int, _ body: @Sendable (Element) -> Result) -> [Result] {
    guard threads > 1, count > 1 else { return map(body) }
    return [Result](unsafeUninitializedCapacity: count) { results, filled in
      nonisolated(unsafe) let base = results.baseAddress
      Threads.perform(count, on: threads) { place in
        // Each index is written once, by one thread.
        base?.advanced(by: place).initialize(to: body(self[place]))
      }
      filled = count
    }
  }
}
