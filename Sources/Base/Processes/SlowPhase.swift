import Foundation
import Quantities
import Synchronization

/// Progress messages for output without a progress bar: a long phase is reported after a while, and then
/// periodically.
public final class SlowPhase: Sendable {
  /// The current phase, nil between phases, and the number of the `begin` call that started it.
  private let current = Mutex<(name: String?, number: Int)>((nil, 0))
  private let say: @Sendable (String, Double) -> Void
  private let first: Double
  private let later: Double

  /// Creates a reporter that calls `say` with the phase's name and the seconds since its start: after `first`
  /// seconds, and every `later` seconds from then on.
  public init(first: Double = 30, later: Double = 60, say: @escaping @Sendable (String, Double) -> Void) {
    (self.first, self.later, self.say) = (first, later, say)
  }

  /// Begins the phase `name`, and ends the previous one.
  public func begin(_ name: String) {
    let number = current.withLock { current in
      current = (name, current.number + 1)
      return current.number
    }
    // If no thread can be started, nothing is reported.
    Threads.start { [self] in
      var elapsed = first
      Thread.sleep(forTimeInterval: first)
      while tell(number, elapsed) {
        Thread.sleep(forTimeInterval: later)
        elapsed += later
      }
    }
  }

  /// Ends the current phase and its reports.
  public func end() { current.withLock { $0.name = nil } }

  /// Reports that phase `number` is still running; returns false if it is over.
  private func tell(_ number: Int, _ elapsed: Double) -> Bool {
    current.withLock { current in
      guard let name = current.name, current.number == number else { return false }
      say(name, elapsed)
      return true
    }
  }
}
