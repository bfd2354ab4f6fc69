import Foundation
import Quantities

extension Array where Element: Sendable {
  /// Returns the results of `body` for all elements, in order, computed by as many threads as there are processors.
  func concurrentMap<Result: Sendable>(_ body: @Sendable (Element) -> Result) -> [Result] {
    [Result](unsafeUninitializedCapacity: count) { results, filled in
      nonisolated(unsafe) let base = results.baseAddress
      Threads.perform(count, on: ProcessInfo.processInfo.activeProcessorCount) { place in
        // Each index is written once, by one thread.
        base?.advanced(by: place).initialize(to: body(self[place]))
      }
      filled = count
    }
  }
}
