import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// The results of `body` for each element, in their order, worked out by up to `threads` threads: each takes the
  /// first element that nobody has taken yet.
  func shared<Result: Sendable>(among threads: Int, _ body: @Sendable (Element) -> Result) -> [Result] {
    guard threads > 1, count > 1 else { return map(body) }
    return [Result](unsafeUninitializedCapacity: count) { results, filled in
      nonisolated(unsafe) let base = results.baseAddress
      let next = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: Swift.min(threads, count)) { _ in
        while true {
          let place = next.add(1, ordering: .relaxed).oldValue
          guard place < count else { return }
          // Each place is written once, by one thread.
          base?.advanced(by: place).initialize(to: body(self[place]))
        }
      }
      filled = count
    }
  }
}
