import Synchronization

/// A value computed on first access, by any thread, and then cached.
final class Deferred<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)
  private let compute: @Sendable () -> Value

  /// Creates the value that `compute` returns; two threads that read it first at the same time may both compute it.
  init(_ compute: @escaping @Sendable () -> Value) { self.compute = compute }

  var value: Value {
    if let value = known.withLock({ $0 }) { return value }
    let value = compute()
    return known.withLock { known in
      if let known { return known }
      known = value
      return value
    }
  }
}
