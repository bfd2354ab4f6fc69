import CSystem
import Glibc
import Synchronization

/// Code of others that runs in this process, such as the library of a policy: it may call `exit`, and would end the program as if all were
/// done.
public enum GuestCode {
  private static let handler = Mutex<(@Sendable () -> Never)?>(nil)

  /// Calls `body`, which runs code of others.
  public static func call<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
    detour_guest_enter()
    defer { detour_guest_leave() }
    return try body()
  }

  /// Calls `handler` on the thread on which code of others calls `exit`, in place of the end.
  public static func onExit(_ handler: @escaping @Sendable () -> Never) {
    Self.handler.withLock { $0 = handler }
    atexit {
      guard detour_guest_is_running() != 0, let handler = GuestCode.handler.withLock(\.self) else { return }
      handler()
    }
  }
}
