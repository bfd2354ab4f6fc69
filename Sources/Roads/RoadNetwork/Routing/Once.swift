import Synchronization

/// A value that is made when it is first asked for, by one thread, and then shared by all.
final class Once<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)

  /// The value; `make` makes it where that has not been done, and other threads wait for it.
  func value(_ make: () -> Value) -> Value {
    made.withLock { value in
      if let value { return value }
      let fresh = make()
      value = fresh
      return fresh
    }
  }
}
