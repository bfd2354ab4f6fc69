import Foundation
import Quantities
import Synchronization

/// A word where nobody sees a bar: a phase that takes long says that it goes on, after a while and then again and again.
public final class SlowPhase: Sendable {
  /// The phase that is under way, nil between phases, and the number of the call that began it.
  private let current = Mutex<(name: String?, number: Int)>((nil, 0))
  private let say: @Sendable (String, Double) -> Void
  private let first: Double
  private let later: Double

  /// Creates what calls `say` with the name of a phase and the seconds since it began: after `first` seconds, and every
  /// `later` seconds from then on.
  public init(first: Double = 30, later: Double = 60, say: @escaping @Sendable (String, Double) -> Void) {
    (self.first, self.later, self.say) = (first, later, say)
  }

  /// The phase called `name` begins, and the one before it is over.
  public func begin(_ name: String) {
    let number = current.withLock { current in
      current = (name, current.number + 1)
      return current.number
    }
    // Without a thread nothing is said.
    Threads.start { [self] in
      var elapsed = first
      Thread.sleep(forTimeInterval: first)
      while tell(number, elapsed) {
        Thread.sleep(forTimeInterval: later)
        elapsed += later
      }
    }
  }

  /// It is over: nothing is said of it any more.
  public func end() { current.withLock { $0.name = nil } }

  /// Says that the phase `number` goes on; false where it is over.
  private func tell(_ number: Int, _ elapsed: Double) -> Bool {
    current.withLock { current in
      guard let name = current.name, current.number == number else { return false }
      say(name, elapsed)
      return true
    }
  }
}
