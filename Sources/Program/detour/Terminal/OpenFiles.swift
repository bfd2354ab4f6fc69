import Foundation
import Glibc

/// The limit on the number of open files.
enum OpenFiles {
  /// The error that the limit is too low; libraries used by the program would crash on exceeding it.
  struct Shortage: Error, CustomStringConvertible {
    let needed: Int

    var description: String {
      "the system limits this program to fewer than \(needed) open files; raise the limit, for instance by `ulimit -n 256`"
    }
  }

  /// Checks that the limit suffices for any command.
  ///
  /// - Throws: `Shortage` if it does not.
  static func check() throws(Shortage) {
    // A few for each thread and for those waiting for one another, and some to spare.
    let needed = 16 + 4 * ProcessInfo.processInfo.activeProcessorCount
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw Shortage(needed: needed) }
      opened.append(descriptor)
    }
  }
}
