import Synchronization

/// A lazily created value shared by all threads.
final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// Returns the value; the first caller creates it with `make`, and other threads wait.
  func value(_ make: () -> Value) -> Value {
    made.withLock { value in
      if let value { return value }
      let fresh = make()
      value = fresh
      return fresh
    }
  }
}
