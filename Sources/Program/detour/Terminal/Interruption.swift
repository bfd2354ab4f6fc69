import Foundation
import Glibc
import Quantities
import Synchronization
import Tables

/// Handles requests to stop, by Ctrl-C or by the process that started the program.
///
/// On the first signal, work stops where it can be resumed later; the second ends the program immediately. Nothing is
/// lost either way, since files get their names only once they are complete.
enum Interruption {
  /// The signal received; 0 for none.
  private static let heard = Atomic<Int32>(0)

  /// Whether the program was asked to stop.
  static var isAsked: Bool { heard.load(ordering: .relaxed) != 0 }

  /// The semaphore on which a thread waits for a terminating signal: a signal handler is allowed to post it.
  private nonisolated(unsafe) static let ending = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Whether the thread that removes unfinished files is waiting for a signal.
  private static let isAttended = Atomic(false)

  /// Makes terminating signals end the program only after unfinished files are removed. If no thread can be started
  /// to do so, signals end the program at once.
  static func removeUnfinished() {
    sem_init(ending, 0, 0)
    _ = heard.load(ordering: .relaxed)
    let begins = Threads.start {
      while sem_wait(ending) != 0 {}
      Unfinished.removeAll {
        let number = heard.load(ordering: .relaxed)
        signal(number, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
      }
    }
    guard begins else { return }
    isAttended.store(true, ordering: .relaxed)
    handle([SIGINT, SIGTERM, SIGHUP]) { Interruption.end($0) }
  }

  /// Installs `handler` for the signals `numbers`, except for those the parent process has ignored, such as
  /// keyboard signals for background jobs.
  private static func handle(_ numbers: [Int32], _ handler: @convention(c) (Int32) -> Void) {
    for number in numbers {
      let before = signal(number, handler)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Begins to handle signals; returns a function that returns whether the program was asked to stop.
  static func listen() -> @Sendable () -> Bool {
    // Initialises the variable here, since a signal handler must not be the first to do so.
    _ = heard.load(ordering: .relaxed)
    _ = isAttended.load(ordering: .relaxed)
    handle([SIGINT, SIGTERM]) { Interruption.hear($0) }
    // A parent that started the program from a thread with blocked signals has passed the mask on
    // unintentionally.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return { isAsked }
  }

  /// Ends the program; calls only functions that are safe in a signal handler.
  private static func end(_ number: Int32) {
    heard.store(number, ordering: .relaxed)
    sem_post(ending)
  }

  /// Records the signal; calls only functions that are safe in a signal handler.
  private static func hear(_ number: Int32) {
    guard heard.exchange(number, ordering: .relaxed) != 0 else { return }
    guard isAttended.load(ordering: .relaxed) else {
      signal(number, SIG_DFL)
      // The signal is blocked while it is being handled, and takes effect as soon as the handler returns.
      raise(number)
      return
    }
    sem_post(ending)
  }

  /// Ends the program with the signal that stopped its work, as if it had not been handled, so that shells detect it;
  /// returns if there was none.
  static func passOn() {
    guard stopped.load(ordering: .relaxed) else { return }
    let number = heard.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether a signal stopped work before it was complete.
  private static let stopped = Atomic<Bool>(false)

  /// Records that work was stopped.
  static func noteStop() { stopped.store(true, ordering: .relaxed) }
}
