import CSystem
import Glibc
import Synchronization

/// Calls of third-party code in this process, such as a policy's shared library. Unguarded, a call of `exit` in that
/// code would end the program as if it had succeeded.
public enum GuestCode {
  private static let handler = Mutex<(@Sendable () -> Never)?>(nil)

  /// Calls `body`, which runs third-party code.
  public static func call<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    detour_guest_enter()
    defer { detour_guest_leave() }
    return try body()
  }

  /// Sets the handler called on the guest's thread instead of `exit`.
  public static func onExit(_ handler: @escaping @Sendable () -> Never) {
    Self.handler.withLock { $0 = handler }
    atexit {
      guard detour_guest_is_running() != 0, let handler = GuestCode.handler.withLock(\.self) else { return }
      handler()
    }
  }
}
