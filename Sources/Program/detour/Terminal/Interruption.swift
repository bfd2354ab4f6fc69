import Glibc
import Synchronization

/// Being asked to stop, by Ctrl-C or by who started the program.
///
/// The first signal is heeded where work can stop and go on later; the second ends the program at once. Nothing is lost either
/// way, since files stand under their names only when they are whole.
enum Interruption {
  /// The signal that was heard; 0 for none.
  private static let heard = Atomic<Int32>(0)

  /// Whether the program was asked to stop.
  static var isAsked: Bool { heard.load(ordering: .relaxed) != 0 }

  /// Begins to listen; answers what tells whether the program was asked to stop.
  static func listen() -> @Sendable () -> Bool {
    // The handler may not be the first to make it.
    _ = heard.load(ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      let before = signal(number) { Interruption.hear($0) }
      // Who started the program in the background has it ignore the keyboard.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    // Who started the program from a thread that blocks signals has handed that on without meaning to.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return { isAsked }
  }

  /// Does nothing but what a handler of signals may.
  private static func hear(_ number: Int32) {
    guard heard.exchange(number, ordering: .relaxed) != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Ends the program of the signal that stopped its work, as it would have ended without listening, so that shells know;
  /// returns where there was none.
  static func passOn() {
    guard stopped.load(ordering: .relaxed) else { return }
    let number = heard.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Whether work was stopped, and not at its end when the signal came.
  private static let stopped = Atomic<Bool>(false)

  /// Notes that work was stopped.
  static func noteStop() { stopped.store(true, ordering: .relaxed) }
}
