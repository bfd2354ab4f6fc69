import Foundation
import Glibc
import Quantities
import Synchronization
import Tables

/// The handling of requests to stop, by Ctrl-C or by whoever started the program.
///
/// The first signal is heeded where work can stop and go on later; the second ends the program at once. Nothing is lost either
/// way, since files stand under their names only when they are whole.
enum Interruption {
  /// The signal that was heard; 0 for none.
  private static let heard = Atomic<Int32>(0)

  /// True if the program was asked to stop.
  static var isAsked: Bool { heard.load(ordering: .relaxed) != 0 }

  /// The semaphore that waits for a signal that ends the program: posting it is what a handler may do.
  private nonisolated(unsafe) static let ending = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// Whether the thread that removes unfinished files waits for a signal.
  private static let isAttended = Atomic(false)

  /// From now on a signal that ends the program ends it when what it was writing has been removed. Where no thread can be started that does
  /// so, signals end the program at once.
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

  /// Lets `handler` have the signals `numbers`, but for those that who started the program has it ignore, as the keyboard's
  /// in the background.
  private static func handle(_ numbers: [Int32], _ handler: @convention(c) (Int32) -> Void) {
    for number in numbers {
      let before = signal(number, handler)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Begins to listen; answers what tells whether the program was asked to stop.
  static func listen() -> @Sendable () -> Bool {
    // The handler may not be the first to make it.
    _ = heard.load(ordering: .relaxed)
    _ = isAttended.load(ordering: .relaxed)
    handle([SIGINT, SIGTERM]) { Interruption.hear($0) }
    // Who started the program from a thread that blocks signals has handed that on without meaning to.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return { isAsked }
  }

  /// Has the program end; does nothing but what a handler of signals may.
  private static func end(_ number: Int32) {
    heard.store(number, ordering: .relaxed)
    sem_post(ending)
  }

  /// Does nothing but that either.
  private static func hear(_ number: Int32) {
    guard heard.exchange(number, ordering: .relaxed) != 0 else { return }
    guard isAttended.load(ordering: .relaxed) else {
      signal(number, SIG_DFL)
      // It is blocked while it is handled, and takes effect as soon as the handler returns.
      raise(number)
      return
    }
    sem_post(ending)
  }

  /// Ends the program of the signal that stopped its work, as it would have ended without listening, so that shells know;
  /// returns where there was none.
  static func passOn() {
    guard stopped.load(ordering: .relaxed) else { return }
    let number = heard.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
  }

  /// True if work was stopped, and not at its end when the signal came.
  private static let stopped = Atomic<Bool>(false)

  /// Notes that work was stopped.
  static func noteStop() { stopped.store(true, ordering: .relaxed) }
}
