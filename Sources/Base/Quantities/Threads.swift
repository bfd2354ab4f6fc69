import Glibc
import Synchronization

/// System threads, for callers that must also work when the system refuses to create one (`ulimit -u`, `ulimit -v`,
/// a container's process limit).
///
/// libdispatch waits forever if it cannot create a thread, so nothing here uses it. When a thread is refused, the
/// caller does the work itself, and the handler of `onRefusal` is called once.
public enum Threads {
  /// A thread's stack size in bytes; the size usual for main threads.
  private static let stackSize = 8 << 20

  /// The system limits that can prevent thread creation, for messages.
  public static let limits = "`ulimit -u`, `ulimit -v`, or the container's limit of processes"

  private static let isRefused = Atomic(false)
  private static let handler = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets the handler called when the system first refuses a thread.
  public static func onRefusal(_ handler: @escaping @Sendable () -> Void) {
    Self.handler.withLock { $0 = handler }
  }

  /// Starts a detached thread that calls `body`.
  ///
  /// - Returns: whether the thread was created; if not, `body` is never called.
  @discardableResult
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = thread(body) else { return false }
    pthread_detach(thread)
    return true
  }

  /// Calls `body` with each number in `0..<count`, on up to `most` threads, including the current one, and returns
  /// when all calls have returned.
  ///
  /// Each thread repeatedly takes the next number. If the system grants fewer threads, the others do all the work,
  /// in the worst case the current thread alone.
  public static func perform(_ count: Int, on most: Int, _ body: @Sendable (Int) -> Void) {
    let counter = Counter()
    // All threads are joined before this returns, so that `body` does not outlive it.
    withoutActuallyEscaping(body) { body in
      let work: @Sendable () -> Void = {
        while true {
          let number = counter.next.add(1, ordering: .relaxed).oldValue
          guard number < count else { return }
          body(number)
        }
      }
      var threads: [pthread_t] = []
      for _ in 1..<max(1, min(count, most)) {
        guard let thread = thread(work) else { break }
        threads.append(thread)
      }
      work()
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  /// A value that another thread computes.
  public final class Computed<Value>: @unchecked Sendable {
    /// The value, separate from its owner, so that the thread does not keep the owner alive.
    private final class Result: @unchecked Sendable {
      var value: Value?
    }

    private var thread: pthread_t?
    private let result = Result()

    /// Starts a thread that calls `body`; nil if the system refuses it.
    public init?(_ body: @escaping @Sendable () -> Value) {
      guard let thread = Threads.thread({ [result] in result.value = body() }) else { return nil }
      self.thread = thread
    }

    /// Waits for the thread to end.
    deinit { _ = join() }

    /// Waits for the thread and returns the value; to be called from one thread only.
    public func join() -> Value? {
      if let thread { pthread_join(thread, nil) }
      thread = nil
      return result.value
    }
  }

  /// Starts a thread for `body`; nil if the system refuses it.
  private static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let fault = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { room in
      let attributes = room.baseAddress!
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      return pthread_create(
        &thread, attributes,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
    }
    guard fault != 0 else { return thread }
    work.release()
    if !isRefused.exchange(true, ordering: .relaxed) { handler.withLock(\.self)?() }
    return nil
  }

  /// The next number to take.
  private final class Counter: Sendable {
    let next = Atomic(0)
  }

  /// The work of a thread, as an object that can be passed through a pointer.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
